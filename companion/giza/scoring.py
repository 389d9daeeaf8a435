"""The score of a pyramid from levels and goals (giza R11, R12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from companion.giza.deck import Goal, Penguin
from companion.giza.pyramid import ROWS, SLOTS, WIDTHS, Placed, Pyramid, Slot, supporters

Levels: TypeAlias = tuple[int, ...]  # of the four levels, base first

CORNERS = SLOTS[0], SLOTS[ROWS[0]][-1], SLOTS[-1]
TRIANGLES = (
    *((slot, *supporters(slot)) for slot in SLOTS if slot[0]),
    *(
        ((level, p), (level, p + 1), (level - 1, p + 1))
        for level, width in enumerate(WIDTHS)
        if level
        for p in range(width - 1)
    ),
)
_DECIDING = {"base-colours": SLOTS[ROWS[0]], "top-weight": SLOTS[ROWS[-1]], "corners": CORNERS}
_BY_WEIGHT = frozenset({"top-weight", "outweigh", "total-weight"})


@dataclass(frozen=True, slots=True)
class GoalScore:
    """The points of a goal; None if unknown."""

    id: str
    points: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """The heaviest weight on each level, base first, and the goals' points; None where unknown."""

    levels: tuple[int | None, ...]
    goals: tuple[GoalScore, ...]

    @property
    def total(self) -> int | None:
        """The sum of levels and goals (giza R11); None if a part is unknown."""
        parts = (*self.levels, *(goal.points for goal in self.goals))
        known = [part for part in parts if part is not None]
        return sum(known) if len(known) == len(parts) else None


def heaviest(cells: Sequence[Placed | None]) -> int:
    """Return the weight of the heaviest penguin; 0 without any."""
    return max((cell.weight for cell in cells if cell), default=0)


def levels(pyramid: Pyramid) -> Levels:
    """Return the heaviest weight on each level, base first, 0 for an empty one (giza R11)."""
    return tuple(map(heaviest, pyramid.rows))


def score(
    pyramid: Pyramid, goals: Sequence[Goal], rivals: Sequence[Pyramid] | None = None
) -> Score:
    """Return the score; `rivals` are all other players' pyramids, None if unknown."""
    return Score(
        levels(pyramid), tuple(GoalScore(g.id, goal_points(g, pyramid, rivals)) for g in goals)
    )


def goal_points(
    goal: Goal, pyramid: Pyramid, rivals: Sequence[Pyramid] | None = None
) -> int | None:
    """Return 0 or the goal's points (giza R11, R12); None for a comparison without `rivals`.

    In a comparison all tied players score, but not with a count of 0.
    """
    own = tally(goal, pyramid)
    if not goal.compares:
        return goal.points if own else 0
    if rivals is None:
        return None
    best = max((tally(goal, rival) for rival in rivals), default=0)
    return goal.points if own and own >= best else 0


def tally(goal: Goal, pyramid: Pyramid) -> int:
    """Return a comparison's count; for other goals 1 if met, else 0.

    Grey isn't a colour (giza R12). Triangles may overlap: a diamond of four penguins has two.
    """
    cells = pyramid.cells
    match goal.kind:
        case "most-zeroes":
            return sum(1 for cell in cells if cell and _is_zero(cell))
        case "most-colour":
            return sum(1 for cell in cells if cell and cell.colour == goal.colour)
        case "level-colour":
            return any(_same_colour(row) for row in pyramid.rows if len(row) >= goal.amount)
        case "base-colours":
            base = {cell.colour for cell in cells[ROWS[0]] if cell and not cell.grey}
            return len(base) >= goal.amount
        case "top-weight":
            return heaviest(cells[ROWS[-1]]) >= goal.amount
        case "no-grey":
            return not any(cell and cell.grey for cell in cells)
        case "triangle":
            alike = sum(_same_colour([*map(pyramid.at, slots)]) for slots in TRIANGLES)
            return alike >= goal.amount
        case "outweigh":
            levels_above = sum(above > below for below, above in pairwise(levels(pyramid)))
            return levels_above >= goal.amount
        case "total-weight":
            return sum(cell.weight for cell in cells if cell) >= goal.amount
        case _:  # "corners"
            return _same_colour([*map(pyramid.at, CORNERS)])


def _is_zero(face: Placed) -> bool:
    """Return whether a face counts as 0; no grey does, or a forced flip would pay (giza R12, D)."""
    return not face.grey and not face.weight


def _same_colour(row: Sequence[Placed | None]) -> bool:
    first = row[0].colour if row[0] else None
    return first is not None and all(f is not None and f.colour == first for f in row)


def sees(goal: Goal, slot: Slot, face: Placed) -> object:
    """Return what matters to a goal of a face in a slot; None if nothing does."""
    if slot not in _DECIDING.get(goal.kind, SLOTS):
        return None
    if goal.kind in _BY_WEIGHT:
        return face.weight
    match goal.kind:
        case "most-zeroes":
            return _is_zero(face)
        case "most-colour":
            return face.colour == goal.colour
        case "no-grey":
            return face.grey
        case _:
            return face.colour


def points_by_levels(goal: Goal, weights: Levels) -> int | None:
    """Return the goal's points if the heaviest penguin of each level decides them (R11, R12).

    None if other penguins could decide. A goal about weights is judged for the lightest and the
    heaviest pyramid with these levels.
    """
    if goal.kind not in _BY_WEIGHT:
        return None
    rows = list(zip(weights, WIDTHS, strict=True))
    lightest = [w for heaviest, width in rows for w in (heaviest, *[0] * (width - 1))]
    heaviest = [heaviest for heaviest, width in rows for _ in range(width)]
    least, most = (
        tally(goal, Pyramid(tuple(Placed(Penguin("", 0, "", w, (0, 0))) for w in pyramid)))
        for pyramid in (lightest, heaviest)
    )
    return goal.points * least if least == most else None

"""The score of a pyramid from levels and goals, and the ranking (giza R11 to R13).

Goals are judged on the pyramid's ten faces in the order of `SLOTS`; an empty slot is None.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias, TypeVar

from companion.giza.deck import Goal, Penguin
from companion.giza.pyramid import SLOTS, WIDTHS, Placed, Pyramid, supporters
from companion.giza.state import from_chief

Seat = TypeVar("Seat", bound=Hashable)
Levels: TypeAlias = tuple[int, int, int, int]
Faces: TypeAlias = Sequence[Placed | None]

PLACE = {slot: index for index, slot in enumerate(SLOTS)}
ROWS = tuple(slice(PLACE[level, 0], PLACE[level, 0] + width) for level, width in enumerate(WIDTHS))
CORNERS = (PLACE[0, 0], PLACE[0, WIDTHS[0] - 1], PLACE[len(WIDTHS) - 1, 0])
TRIANGLES = (
    *((PLACE[s], *(PLACE[below] for below in supporters(s))) for s in SLOTS if s[0]),
    *(
        (PLACE[level, p], PLACE[level, p + 1], PLACE[level - 1, p + 1])
        for level in range(1, len(WIDTHS))
        for p in range(WIDTHS[level] - 1)
    ),
)
_ALL = frozenset(range(len(SLOTS)))
_DECIDING = {
    "base-colours": frozenset(range(WIDTHS[0])),
    "top-weight": frozenset({len(SLOTS) - 1}),
    "corners": frozenset(CORNERS),
}
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


def faces(pyramid: Pyramid) -> tuple[Placed | None, ...]:
    """Return the faces of the ten slots in the order of `SLOTS`."""
    return tuple(chain.from_iterable(pyramid.rows))


def levels(pyramid: Pyramid) -> Levels:
    """Return the heaviest weight on each level, base first, 0 for an empty one (giza R11).

    >>> from companion.giza.deck import standard
    >>> levels(Pyramid.parse("01g,02g,,/,,/,/", standard()))
    (0, 0, 0, 0)
    """
    return levels_of(faces(pyramid))


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
    own = tally(goal, faces(pyramid))
    if not goal.compares:
        return goal.points if own else 0
    if rivals is None:
        return None
    best = max((tally(goal, faces(rival)) for rival in rivals), default=0)
    return goal.points if own and own >= best else 0


def ranking(totals: Mapping[Seat, int], chief: Seat, clockwise: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats from first to last; ties are broken clockwise from the Chief (giza R13).

    >>> ranking({"n": 20, "e": 21, "w": 20}, chief="e", clockwise=["n", "e", "w"])
    ('e', 'w', 'n')
    """
    return tuple(sorted(from_chief(chief, clockwise), key=lambda seat: -totals[seat]))


def levels_of(shown: Faces) -> Levels:
    """Return `levels` of ten faces."""
    base, second, third, top = (max((f.weight for f in shown[row] if f), default=0) for row in ROWS)
    return base, second, third, top


def tally(goal: Goal, shown: Faces) -> int:
    """Return a comparison's count for ten faces; for other goals 1 if met, else 0.

    Grey isn't a colour (giza R12). Triangles may overlap: a diamond of four penguins has two.
    """
    match goal.kind:
        case "most-zeroes":
            return sum(1 for f in shown if f and _is_zero(f))
        case "most-colour":
            return sum(1 for f in shown if f and f.colour == goal.colour)
        case "level-colour":
            rows = zip(ROWS, WIDTHS, strict=True)
            return any(_same_colour(shown[row]) for row, width in rows if width >= goal.amount)
        case "base-colours":
            return len({f.colour for f in shown[ROWS[0]] if f and not f.grey}) >= goal.amount
        case "top-weight":
            return levels_of(shown)[-1] >= goal.amount
        case "no-grey":
            return not any(f and f.grey for f in shown)
        case "triangle":
            alike = sum(_same_colour([shown[a], shown[b], shown[c]]) for a, b, c in TRIANGLES)
            return alike >= goal.amount
        case "outweigh":
            levels_above = sum(above > below for below, above in pairwise(levels_of(shown)))
            return levels_above >= goal.amount
        case "total-weight":
            return sum(f.weight for f in shown if f) >= goal.amount
        case _:  # "corners"
            return _same_colour([shown[corner] for corner in CORNERS])


def _is_zero(face: Placed) -> bool:
    """Return whether a face counts as 0; no grey does, or a forced flip would pay (giza R12, D)."""
    return not face.grey and not face.weight


def _same_colour(row: Faces) -> bool:
    first = row[0].colour if row[0] else None
    return first is not None and all(f is not None and f.colour == first for f in row)


def looks_at(goal: Goal) -> frozenset[int]:
    """Return the indices in `SLOTS` that can decide this goal."""
    return _DECIDING.get(goal.kind, _ALL)


def sees(goal: Goal, place: int, face: Placed) -> object:
    """Return what matters to a goal of a face at an index in `SLOTS`; None if nothing does."""
    if place not in looks_at(goal):
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
        tally(goal, [Placed(Penguin("", 0, "", weight, (0, 0))) for weight in pyramid])
        for pyramid in (lightest, heaviest)
    )
    return goal.points * least if least == most else None

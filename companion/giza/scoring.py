"""What a pyramid is worth: its heaviest penguins, its goals, and who wins (giza R11-R13).

Goals are judged on the pyramid's ten faces in the order of `SLOTS`; an empty slot is None.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias, TypeVar

from companion.giza.deck import Goal, Penguin
from companion.giza.order import from_chief
from companion.giza.pyramid import SLOTS, WIDTHS, Placed, Pyramid, supporters

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


@dataclass(frozen=True, slots=True)
class GoalScore:
    """One goal's points; None while they can't be known."""

    id: str
    points: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """The heaviest penguin of each level, base first, and each goal's points; None is not known
    yet.
    """

    levels: tuple[int | None, ...]
    goals: tuple[GoalScore, ...]

    @property
    def total(self) -> int | None:
        """Level weights plus goals (giza R11); None while a part of it is not known."""
        parts = (*self.levels, *(goal.points for goal in self.goals))
        known = [part for part in parts if part is not None]
        return sum(known) if len(known) == len(parts) else None


def faces(pyramid: Pyramid) -> tuple[Placed | None, ...]:
    """The ten slots in the order of `SLOTS`."""
    return tuple(chain.from_iterable(pyramid.rows))


def levels(pyramid: Pyramid) -> Levels:
    """The weight of the heaviest penguin on each level, base first, 0 for an empty level (giza
    R11).

    >>> from companion.giza.deck import standard
    >>> levels(Pyramid.parse("01g,02g,,/,,/,/", standard()))
    (0, 0, 0, 0)
    """
    return levels_of(faces(pyramid))


def score(
    pyramid: Pyramid, goals: Sequence[Goal], rivals: Sequence[Pyramid] | None = None
) -> Score:
    """Levels and goals of `pyramid`; `rivals` are all other players' pyramids, None
    while unknown.
    """
    return Score(
        levels(pyramid), tuple(GoalScore(g.id, goal_points(g, pyramid, rivals)) for g in goals)
    )


def goal_points(
    goal: Goal, pyramid: Pyramid, rivals: Sequence[Pyramid] | None = None
) -> int | None:
    """0 or the goal's points (giza R11, R12); None for a comparison without `rivals`.

    In a comparison all that tie score, but never with none at all.
    """
    own = tally(goal, faces(pyramid))
    if not goal.compares:
        return goal.points if own else 0
    if rivals is None:
        return None
    best = max((tally(goal, faces(rival)) for rival in rivals), default=0)
    return goal.points if own and own >= best else 0


def ranking(totals: Mapping[Seat, int], chief: Seat, clockwise: Sequence[Seat]) -> tuple[Seat, ...]:
    """Seats from first to last; ties go to the Chief's holder or whoever sits nearest clockwise
    (giza R13).

    >>> ranking({"n": 20, "e": 21, "w": 20}, chief="e", clockwise=["n", "e", "w"])
    ('e', 'w', 'n')
    """
    return tuple(sorted(from_chief(chief, clockwise), key=lambda seat: -totals[seat]))


def levels_of(shown: Faces) -> Levels:
    """`levels` of ten faces."""
    base, second, third, top = (max((f.weight for f in shown[row] if f), default=0) for row in ROWS)
    return base, second, third, top


def tally(goal: Goal, shown: Faces) -> int:
    """How many a comparison counts in ten faces; 1 or 0, met or not, for any other goal."""
    return int(_KINDS[goal.kind].judge(goal, shown))


def points_by_levels(goal: Goal, weights: Levels) -> int | None:
    """The goal's points as far as the heaviest penguin of each level decides them; None where it
    does not (R11, R12).

    Of goals that look at weights alone: judged on the lightest and the heaviest pyramid of these
    levels.
    """
    if _KINDS[goal.kind].aspect is not _weight:
        return None
    lightest = [
        _weighing(weight)
        for level, width in zip(weights, WIDTHS, strict=True)
        for weight in (level, *[0] * (width - 1))
    ]
    heaviest = [
        _weighing(level) for level, width in zip(weights, WIDTHS, strict=True) for _ in range(width)
    ]
    least, most = tally(goal, lightest), tally(goal, heaviest)
    return goal.points * least if least == most else None


def _weighing(weight: int) -> Placed:
    """A penguin of which only its weight is known."""
    return Placed(Penguin("", 0, "", weight, (0, 0)))


def sees(goal: Goal, place: int, face: Placed) -> object:
    """All that this goal sees of a face at a place in `SLOTS`: equal sights, equal tallies."""
    kind = _KINDS[goal.kind]
    return kind.aspect(goal, face) if place in kind.places else None


def looks_at(goal: Goal) -> frozenset[int]:
    """The places in `SLOTS` that can decide this goal."""
    return _KINDS[goal.kind].places


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of goal: its judgement, what of a face it looks at, and at which places."""

    judge: Callable[[Goal, Faces], int]
    aspect: Callable[[Goal, Placed], object]
    places: frozenset[int] = frozenset(range(len(SLOTS)))


def _is_zero(_goal: Goal, face: Placed) -> bool:
    """Greys weigh 0 and yet do not count: being forced to flip should not pay (giza R12, D)."""
    return not face.grey and not face.weight


def _is_named_colour(goal: Goal, face: Placed) -> bool:
    return face.colour == goal.colour


def _colour(_goal: Goal, face: Placed) -> str | None:
    return face.colour


def _weight(_goal: Goal, face: Placed) -> int:
    return face.weight


def _grey(_goal: Goal, face: Placed) -> bool:
    return face.grey


def _zeroes(goal: Goal, shown: Faces) -> int:
    return sum(1 for f in shown if f and _is_zero(goal, f))


def _of_colour(goal: Goal, shown: Faces) -> int:
    return sum(1 for f in shown if f and _is_named_colour(goal, f))


def _level_colour(goal: Goal, shown: Faces) -> bool:
    rows = (shown[row] for row, width in zip(ROWS, WIDTHS, strict=True) if width >= goal.amount)
    return any(_same_colour(row) for row in rows)


def _base_colours(goal: Goal, shown: Faces) -> bool:
    return len({f.colour for f in shown[ROWS[0]] if f and not f.grey}) >= goal.amount


def _top_weight(goal: Goal, shown: Faces) -> bool:
    return levels_of(shown)[-1] >= goal.amount


def _no_grey(_goal: Goal, shown: Faces) -> bool:
    return not any(f and f.grey for f in shown)


def _triangle(goal: Goal, shown: Faces) -> bool:
    """Triangles may overlap: four in a diamond are two."""
    return sum(_same_colour([shown[a], shown[b], shown[c]]) for a, b, c in TRIANGLES) >= goal.amount


def _outweigh(goal: Goal, shown: Faces) -> bool:
    heaviest = levels_of(shown)
    return sum(above > below for below, above in pairwise(heaviest)) >= goal.amount


def _total_weight(goal: Goal, shown: Faces) -> bool:
    return sum(f.weight for f in shown if f) >= goal.amount


def _corners(_goal: Goal, shown: Faces) -> bool:
    return _same_colour([shown[corner] for corner in CORNERS])


def _same_colour(row: Faces) -> bool:
    """All there and of one colour; grey is none (giza R12)."""
    first = row[0].colour if row[0] else None
    return first is not None and all(f is not None and f.colour == first for f in row)


_BASE, _TOP = frozenset(range(WIDTHS[0])), frozenset({len(SLOTS) - 1})
_KINDS = {
    "most-zeroes": _Kind(_zeroes, _is_zero),
    "level-colour": _Kind(_level_colour, _colour),
    "base-colours": _Kind(_base_colours, _colour, _BASE),
    "top-weight": _Kind(_top_weight, _weight, _TOP),
    "no-grey": _Kind(_no_grey, _grey),
    "most-colour": _Kind(_of_colour, _is_named_colour),
    "triangle": _Kind(_triangle, _colour),
    "outweigh": _Kind(_outweigh, _weight),
    "total-weight": _Kind(_total_weight, _weight),
    "corners": _Kind(_corners, _colour, frozenset(CORNERS)),
}

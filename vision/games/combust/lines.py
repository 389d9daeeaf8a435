"""Find which cards on a combust table form whose line: cards side by side, fanned or in a bow,
facing one way (R2).

Neighbours make a line: cards with similar turns, side by side. Its owner follows from its position
and direction, because owners sit below their cards. What lies in the middle of all lines is the
discard pile.

Points are complex numbers, x + iy in mm of the table's frame, y up; turns are degrees
counter-clockwise.
"""

from __future__ import annotations

from cmath import exp, phase
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, groupby, pairwise, permutations, product
from math import degrees, inf, radians
from statistics import median
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from companion.language import say
from companion.layout import POKER, Size
from vision.table.layout import Outline, wrapped

Group: TypeAlias = tuple[int, ...]  # indices of cards
Where: TypeAlias = Literal["line", "middle", "apart"]

ALIKE = 30.0  # greatest angle between neighbours, degrees: lines may be bowed
STEP = 15.0  # least step from card to card in a fan, mm: a smaller one hides the tags
TOUCH = 20.0  # greatest gap between neighbours, mm
HOLE = 95.0  # greatest gap between two lines of one row that may be one line, mm
ROOM = 45.0  # least gap between them with room for a card, mm
USUAL = 67.0  # step from card to card assumed for a line of one card, mm
ASIDE = 32.0  # greatest offset up or down between neighbours, mm
BEHIND = 125.0  # greatest distance between two rows that may be one player's, mm
HEAPED = 35.0  # greatest distance between cards of a heap that are turned differently, mm
WIDE = 1.6  # a step this many times its line's smallest may hide an unread card
OVER = 44.0  # least step that leaves room for another card on the first, mm
CLEAR = 58.0  # least step at which neither card hides a tag of the other, mm
BEFORE = 60.0  # least distance from each line to the middle of the table, mm
# shares of the way from the middle to the lines: a row nearer than the first isn't a line, and a
# single card beyond the second is
IN_MIDDLE, OUT = 0.35, 0.45
OFF = 55.0  # greatest angle between a single card's direction and the middle, degrees

ALONE, CENTRAL = (
    say("{cards}: a clan of one card, or not a line?"),
    say("{cards}: a line, or discarded cards?"),
)
WHOLE_TABLE = say("photograph the whole table, or just the lines")
OUTWARDS = say("lay each line in front of its player, and the discard pile in the middle")


@dataclass(frozen=True, slots=True)
class Card:
    """Centre and turn of a card. Events are never part of a line (combust R3): one at an end lies
    beside it.

    `first` and `second` are whether these tags were read: something may lie on one that wasn't.
    `cut` is whether the other one is past the edge of the photo.
    """

    at: complex
    turn: float
    event: bool = False
    first: bool = True
    second: bool = True
    cut: bool = False

    @property
    def up(self) -> complex:
        """Direction in which its top points, a unit vector."""
        return 1j * exp(1j * radians(self.turn))


class Pose(NamedTuple):
    """A place where an unread card could lie: centre and turn."""

    at: complex
    turn: float

    @property
    def corners(self) -> Outline:
        """Corners of the card, clockwise from its top left."""
        return self.around(POKER)

    def around(self, size: Size) -> Outline:
        """Return the corners of a rectangle of this size around the centre."""
        along, down = exp(1j * radians(self.turn)), -1j * exp(1j * radians(self.turn))
        right, low = along * size.width / 2, down * size.height / 2
        corners = (
            self.at + corner for corner in (-right - low, right - low, right + low, -right + low)
        )
        return tuple((corner.real, corner.imag) for corner in corners)


@dataclass(frozen=True, slots=True)
class Line:
    """A line's cards from the left as its owner sees them, its centre and turn, and places where
    more cards may lie.

    `left` and `right` are the places at its ends, `further` those one step beyond them. `between`
    are places inside it, each with the number of cards to its left.
    """

    cards: Group
    middle: complex
    turn: float
    left: Pose
    right: Pose
    further: tuple[Pose, Pose]
    between: tuple[tuple[int, Pose], ...] = ()

    @property
    def up(self) -> complex:
        """Direction from the owner across the table, a unit vector."""
        return 1j * exp(1j * radians(self.turn))


class Gap(NamedTuple):
    """Room between two lines of one row (indices, left to right), and the place in it where a card
    could lie.
    """

    left: int
    right: int
    pose: Pose | None


class Doubt(NamedTuple):
    """Why it is unclear which cards are a line."""

    text: str  # with the placeholder {cards}
    cards: Group
    remedy: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines clockwise from the bottom, groups of cards in the middle and elsewhere that aren't
    lines, and doubts.

    `gaps` are between lines of one row. `behind` are pairs of lines, by index, of which one is
    behind the other or is a single crooked card at the other's end. `beside` are groups that aren't
    lines, each with the line at whose end it lies. `free` are places at sides of the table without
    a line.
    """

    lines: tuple[Line, ...] = ()
    middle: tuple[Group, ...] = ()
    apart: tuple[Group, ...] = ()
    gaps: tuple[Gap, ...] = ()
    behind: tuple[tuple[int, int], ...] = ()
    beside: tuple[tuple[int, Group], ...] = ()
    free: tuple[Pose, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def find_lines(cards: Sequence[Card]) -> Lines:
    """Sort the cards on the table into lines, the middle, and the rest."""
    return _cached_lines(tuple(cards))


@lru_cache(maxsize=4)  # called several times with the cards of a photo
def _cached_lines(cards: tuple[Card, ...]) -> Lines:
    heaps = _heaps(cards)
    heaped = {at for heap in heaps for at in heap}
    loose = [at for at in range(len(cards)) if at not in heaped]
    rows = [_without_events_at_ends(cards, row) for row in _rows(cards, loose)]
    inside = {at for row in rows for at in row}
    events = [(at,) for at in loose if at not in inside]
    lines = [_line(cards, row, _common_turn([cards[at].turn for at in row])) for row in rows if row]
    return _classify(cards, lines, [*heaps, *events])


# --- neighbours -----------------------------------------------------------------------------------


def _lean(degrees_apart: float) -> float:
    """Return a turn as if upright, from -90 to 90 degrees."""
    return (degrees_apart + 90) % 180 - 90


def _step(one: Card, other: Card) -> complex:
    """Return the offset from one card to another in their mean direction: x to the right, y up."""
    return (other.at - one.at) * exp(-1j * radians(one.turn + _lean(other.turn - one.turn) / 2))


def _neighbours(one: Card, other: Card) -> bool:
    step, apart = _step(one, other), abs(_lean(other.turn - one.turn))
    return (
        apart <= ALIKE and STEP <= abs(step.real) <= POKER.width + TOUCH and abs(step.imag) <= ASIDE
    )


def _on_each_other(one: Card, other: Card) -> bool:
    far = abs(other.at - one.at)
    return far < STEP or (far < HEAPED and abs(_lean(other.turn - one.turn)) > ALIKE)


def _clusters(
    cards: Sequence[Card], members: Sequence[int], linked: Callable[[Card, Card], bool]
) -> Iterator[Group]:
    """Yield the indices of cards that are connected by `linked`."""
    left = list(members)
    while left:
        cluster, queue = [], [left.pop(0)]
        while queue:
            one = queue.pop()
            cluster.append(one)
            near = [other for other in left if linked(cards[one], cards[other])]
            left = [other for other in left if other not in near]
            queue += near
        yield tuple(sorted(cluster))


def _heaps(cards: Sequence[Card]) -> list[Group]:
    """Return groups of cards that lie on each other."""
    return [heap for heap in _clusters(cards, range(len(cards)), _on_each_other) if len(heap) > 1]


def _rows(cards: Sequence[Card], members: Sequence[int]) -> list[Group]:
    """Return groups of cards side by side, from the left as most of them are turned."""
    return [
        row
        for cluster in _clusters(cards, members, _neighbours)
        for row in _split_by_side(cards, cluster)
    ]


def _split_by_side(cards: Sequence[Card], cluster: Group) -> Iterator[Group]:
    """Yield a cluster as one row, which may include single cards upside down, or as the rows of
    neighbours who sit opposite each other.
    """
    turn = _common_turn([cards[at].turn for at in cluster])
    row = sorted(cluster, key=lambda at: (cards[at].at * exp(-1j * radians(turn))).real)
    runs = [
        (over, tuple(run))
        for over, run in groupby(row, lambda at: _turned_over(cards[at].turn, turn))
    ]
    if all(len(run) == 1 for over, run in runs if over):
        yield tuple(row)
        return
    for over, run in runs:
        yield run[::-1] if over else run


def _without_events_at_ends(cards: Sequence[Card], row: Group) -> Group:
    penguins = [place for place, at in enumerate(row) if not cards[at].event]
    return row[penguins[0] : penguins[-1] + 1] if penguins else ()


def _turned_over(turn: float, usual: float) -> bool:
    return abs(wrapped(turn - usual)) > 90


def _common_turn(turns: Sequence[float]) -> float:
    """Return the direction in which most cards point, degrees."""
    axis = degrees(phase(sum(exp(2j * radians(turn)) for turn in turns))) / 2
    over = sum(_turned_over(turn, axis) for turn in turns)
    return wrapped(axis + 180 * (2 * over > len(turns)))


# --- one line -------------------------------------------------------------------------------------


def _line(cards: Sequence[Card], row: Group, turn: float) -> Line:
    """Return a row as a line, with places for more cards at its usual step and bend."""
    upright = [_upright(cards[at], turn) for at in row]
    steps = [_step(one, other).real for one, other in pairwise(upright)]
    bends = [other.turn - one.turn for one, other in pairwise(upright)]
    step, bend = (median(steps), median(bends)) if steps else (USUAL, 0.0)
    left, right = _beyond(upright[0], -step, -bend), _beyond(upright[-1], step, bend)
    between = tuple(
        (place, _beyond(upright[max(place - 1, 0)], step / 2, bend))
        for place in _hidden(upright, steps)
    )
    further = _beyond(Card(*left), -step, -bend), _beyond(Card(*right), step, bend)
    return Line(row, _mean([card.at for card in upright]), turn, left, right, further, between)


def _upright(card: Card, turn: float) -> Card:
    """Return a card that lies upside down in a line of this turn as if it were upright: its left
    tag is the first.
    """
    first, second = (
        (card.second, card.first) if _turned_over(card.turn, turn) else (card.first, card.second)
    )
    return replace(card, turn=turn + _lean(card.turn - turn), first=first, second=second)


def _hidden(upright: Sequence[Card], steps: Sequence[float]) -> Iterator[int]:
    """Yield how many cards lie left of each place where an unread one may be: where a tag is
    hidden, and not by a neighbour.

    An evenly spaced fan hides no card between its own, however wide its steps are. What lies on a
    tag past the edge of the photo shows beside its card, too, at an end.
    """
    room = [inf, *steps, inf]
    for place, far in enumerate(room):
        left_hides = place > 0 and not upright[place - 1].second
        right_hides = place < len(upright) and not upright[place].first
        if far == inf and upright[max(place - 1, 0)].cut:
            continue
        uneven = len(steps) == 1 or far > WIDE * min(steps, default=0)
        if (left_hides or right_hides) and (far >= CLEAR or (far >= OVER and uneven)):
            yield place


def _beyond(card: Card, step: float, bend: float) -> Pose:
    """Return the place one step further along a line."""
    return Pose(card.at + step * exp(1j * radians(card.turn + bend / 2)), card.turn + bend)


def _mean(points: Sequence[complex]) -> complex:
    return sum(points) / len(points)


# --- all of them ----------------------------------------------------------------------------------


def _classify(cards: Sequence[Card], rows: Sequence[Line], others: Sequence[Group]) -> Lines:
    centre = _table_centre(rows)
    rows = [_facing_owner(cards, row, centre) for row in rows]
    judged = [(row, *_classify_row(row, centre)) for row in rows]
    lines = _clockwise([row for row, where, _ in judged if where == "line"], centre)
    doubts = [doubt for _, _, doubt in judged if doubt]
    middle = [row.cards for row, where, _ in judged if where == "middle"]
    apart = [row.cards for row, where, _ in judged if where == "apart"]
    for group in others:
        inside = (
            centre is not None and centre.share(_mean([cards[at].at for at in group])) <= IN_MIDDLE
        )
        (middle if inside else apart).append(group)
    free, gaps = tuple(_free_sides(lines, centre)), tuple(_gaps(cards, lines))
    behind = (*_behind(lines), *_askew(cards, lines))
    beside = tuple(
        (n, group) for n, line in enumerate(lines) for group in apart if _at_end(cards, line, group)
    )
    return Lines(lines, tuple(middle), tuple(apart), gaps, behind, beside, free, tuple(doubts))


def _facing_owner(cards: Sequence[Card], row: Line, centre: _Centre | None) -> Line:
    """Return a row with its owner outside. Rows with at least half their cards upside down are
    ambiguous and are flipped if needed.
    """
    over = sum(_turned_over(cards[at].turn, row.turn) for at in row.cards)
    decided = len(row.cards) > max(1, 2 * over)
    if centre is None or decided or ((centre.at - row.middle) / row.up).real > 0:
        return row
    return _line(cards, row.cards[::-1], wrapped(row.turn + 180))


class _Centre(NamedTuple):
    """The middle of the table, and the usual distance from it to the lines, mm."""

    at: complex
    reach: float

    def share(self, point: complex) -> float:
        """Return how far out a point is: 0 in the middle, 1 where the lines are."""
        return abs(point - self.at) / self.reach


def _table_centre(rows: Sequence[Line]) -> _Centre | None:
    """Return the middle of the table; None if all rows face more or less one way.

    It is the point that all owners face or, if several sit at one side of the table, the middle of
    all cards. It has to be in front of every line.
    """
    long = [row for row in rows if len(row.cards) > 1]
    for known in (long, rows):
        if not any(
            abs(wrapped(one.turn - other.turn)) > 45 for one, other in combinations(known, 2)
        ):
            continue
        for at in (_focus(known), _box_centre(rows), _box_centre(known)):
            depths = [((at - row.middle) / row.up).real for row in known]
            if known is rows or min(depths) >= BEFORE:
                return _Centre(at, max(median(map(abs, depths)), POKER.height / 2))
    return None


def _box_centre(rows: Sequence[Line]) -> complex:
    """Return the middle of the bounding box of the rows' centres."""
    across, up = [row.middle.real for row in rows], [row.middle.imag for row in rows]
    return complex(min(across) + max(across), min(up) + max(up)) / 2


def _focus(rows: Sequence[Line]) -> complex:
    """Return the point that is nearest to all lines' directions by least squares, drawn slightly to
    their centres.
    """
    middles = np.array([(row.middle.real, row.middle.imag) for row in rows])
    ways = np.array([(row.up.real, row.up.imag) for row in rows])
    across = np.eye(2) - ways[:, :, None] * ways[:, None, :]
    across += 0.02 * np.eye(2)
    x, y = np.linalg.solve(across.sum(0), (across @ middles[:, :, None]).sum(0)[:, 0])
    return complex(x, y)


def _classify_row(row: Line, centre: _Centre | None) -> tuple[Where, Doubt | None]:
    """Return whether a row is a line, and a doubt if that is uncertain.

    A single card that may be discarded is never stated to be a line.
    """
    several = len(row.cards) > 1
    if centre is None:
        return ("line", None) if several else ("apart", Doubt(ALONE, row.cards, WHOLE_TABLE))
    share = centre.share(row.middle)
    if share <= IN_MIDDLE:
        return "middle", Doubt(CENTRAL, row.cards, OUTWARDS) if several else None
    if several:
        return "line", None
    off = abs(degrees(phase((centre.at - row.middle) / row.up)))
    if share >= OUT and off <= OFF:
        return "line", None
    return "apart", Doubt(ALONE, row.cards, OUTWARDS)


def _clockwise(lines: Sequence[Line], centre: _Centre | None) -> tuple[Line, ...]:
    """Return the lines in the order of their owners' seats, starting at the one nearest to the
    bottom.
    """
    if not lines:
        return ()
    middle = centre.at if centre else _mean([line.middle for line in lines])
    seats = [line.middle - 150 * line.up - middle for line in lines]
    angles = [(-90 - degrees(phase(seat))) % 360 for seat in seats]  # clockwise from straight down
    first = min(angles, key=lambda angle: (round(abs(wrapped(angle))), angle))
    return tuple(
        line
        for _, line in sorted(
            zip(angles, lines, strict=True), key=lambda row: (row[0] - first) % 360
        )
    )


def _free_sides(lines: Sequence[Line], centre: _Centre | None) -> Iterator[Pose]:
    """Yield where a line would lie at each side that has none, as far from the middle as the
    others.
    """
    if centre is None or not lines:
        return
    for side in range(1, 4):
        turn = wrapped(lines[0].turn + 90 * side)
        if all(abs(wrapped(line.turn - turn)) > 45 for line in lines):
            yield Pose(centre.at - centre.reach * 1j * exp(1j * radians(turn)), turn)


def _gaps(cards: Sequence[Card], lines: Sequence[Line]) -> Iterator[Gap]:
    """Yield gaps between lines of one row that are little more than a card wide."""
    for one, other in permutations(range(len(lines)), 2):
        last, first = cards[lines[one].cards[-1]], cards[lines[other].cards[0]]
        step, apart = _step(last, first), abs(wrapped(lines[one].turn - lines[other].turn))
        wide = step.real - POKER.width
        if apart <= ALIKE and step.real >= STEP and wide <= HOLE and abs(step.imag) <= 2 * ASIDE:
            turn = last.turn + _lean(first.turn - last.turn) / 2
            yield Gap(one, other, Pose((last.at + first.at) / 2, turn) if wide >= ROOM else None)


def _behind(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield pairs of lines that lie one behind the other and face the same way."""
    for (n, one), (m, other) in combinations(enumerate(lines), 2):
        step = (other.middle - one.middle) * exp(-1j * radians(one.turn))
        reach = (len(one.cards) + len(other.cards)) * POKER.width / 2
        alike = abs(wrapped(one.turn - other.turn)) <= ALIKE
        if alike and ASIDE < abs(step.imag) <= BEHIND and abs(step.real) < reach:
            yield n, m


def _askew(cards: Sequence[Card], lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield each line with a single card at its end that is turned differently and may be part of
    it.
    """
    for one, other in permutations(range(len(lines)), 2):
        apart = abs(wrapped(lines[one].turn - lines[other].turn))
        if (
            len(lines[other].cards) == 1
            and apart > ALIKE
            and _at_end(cards, lines[one], lines[other].cards)
        ):
            yield one, other


def _at_end(cards: Sequence[Card], line: Line, group: Group) -> bool:
    """Return whether one of these penguins lies where the line would go on, near enough to belong
    to it.
    """
    strays, ends = (
        [cards[at] for at in group if not cards[at].event],
        [cards[line.cards[n]] for n in (0, -1)],
    )
    steps = [
        (stray.at - end.at) * exp(-1j * radians(line.turn)) for stray, end in product(strays, ends)
    ]
    return any(
        abs(step.real) <= POKER.width + TOUCH and abs(step.imag) <= 2 * ASIDE for step in steps
    )

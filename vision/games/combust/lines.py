"""Which cards on a combust table are whose line: cards beside each other, fanned or in a bow, that
look one way (R2).

Neighbours make a line: cards turned alike, one beside the other. Whose it is follows from where it
lies and which way it looks, for owners sit below their cards. What lies in the middle of all lines
is the discard pile.

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

Group: TypeAlias = tuple[int, ...]  # numbers of cards
Where: TypeAlias = Literal["line", "middle", "apart"]

ALIKE = 30.0  # degrees between neighbours, at most: lines may bow
STEP = 15.0  # mm from card to card in a fan, at least: less shows no tag
TOUCH = 20.0  # mm that neighbours lie apart, at most
HOLE = 95.0  # mm between two lines of one row, at most, in which a card could have been
ROOM = 45.0  # mm between them, at least, in which a card could lie
USUAL = 67.0  # mm from card to card where a line doesn't tell
ASIDE = 32.0  # mm that a card lies higher than its neighbour, at most
BEHIND = 125.0  # mm from row to row within which both may be one player's
HEAPED = 35.0  # mm between cards that lie on each other and are not turned alike
WIDE = 1.6  # times the smallest step of its line: in so wide a one a card may lie that was not read
OVER = 44.0  # mm from card to card, at least, where another one may lie on the first
CLEAR = 58.0  # mm from card to card from which on neither hides a tag of the other
BEFORE = 60.0  # mm from each line to the middle of the table, at least
# of the way from the middle to the lines: within lies nobody's line, beyond it someone's
IN_MIDDLE, OUT = 0.35, 0.45
OFF = 55.0  # degrees by which a single card may lie beside the way it looks

ALONE, CENTRAL = (
    say("{cards}: a clan of one card, or not a line?"),
    say("{cards}: a line, or discarded cards?"),
)
WHOLE_TABLE = say("photograph the whole table, or just the lines")
OUTWARDS = say("lay each line in front of its player, and the discard pile in the middle")


@dataclass(frozen=True, slots=True)
class Card:
    """A card's middle and turn. Events are never in a line (combust R3): at its end one lies beside
    it.

    `first` and `second` say which of its tags were read: on one that was not something may lie.
    """

    at: complex
    turn: float
    event: bool = False
    first: bool = True
    second: bool = True

    @property
    def up(self) -> complex:
        """Return which way its top points."""
        return 1j * exp(1j * radians(self.turn))


class Pose(NamedTuple):
    """A place where a card could lie that was not read."""

    at: complex
    turn: float

    @property
    def corners(self) -> Outline:
        """Return the card's corners, clockwise from its top left."""
        return self.around(POKER)

    def around(self, size: Size) -> Outline:
        """The corners of a rectangle of that size about its middle."""
        along, down = exp(1j * radians(self.turn)), -1j * exp(1j * radians(self.turn))
        right, low = along * size.width / 2, down * size.height / 2
        corners = (
            self.at + corner for corner in (-right - low, right - low, right + low, -right + low)
        )
        return tuple((corner.real, corner.imag) for corner in corners)


@dataclass(frozen=True, slots=True)
class Line:
    """A line's cards as its owner sees them, from the left, its middle, its turn, and where more of
    it may lie.

    `left` and `right` are the places at its ends, `further` those one step behind them; `between`
    are those after so many of its cards where one may lie.
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
        """From the owner over the table."""
        return 1j * exp(1j * radians(self.turn))


class Gap(NamedTuple):
    """Room between two lines of one row (numbers of lines, from the left), and where a card could
    lie in it.
    """

    left: int
    right: int
    pose: Pose | None


class Doubt(NamedTuple):
    """Why it is not clear which cards are a line."""

    text: str  # with a place for the {cards}
    cards: Group
    remedy: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines clockwise from the bottom; groups of cards in the middle, and elsewhere, that are none;
    what is unclear.

    `gaps` are between lines (by number) of one row, `behind` are pairs of lines one behind the
    other, or one of them a card askew at the other's end. `beside` are groups that aren't lines,
    each with the line at whose end it lies. `free` are the sides of the table at which no line was
    seen.
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
    """Sort what lies on the table into lines, the middle, and the rest."""
    return _found_lines(tuple(cards))


@lru_cache(maxsize=4)  # a photo's cards are asked about several times on the way
def _found_lines(cards: tuple[Card, ...]) -> Lines:
    heaps = _heaps(cards)
    heaped = {at for heap in heaps for at in heap}
    loose = [at for at in range(len(cards)) if at not in heaped]
    rows = [_without_events_at_ends(cards, row) for row in _rows(cards, loose)]
    inside = {at for row in rows for at in row}
    events = [(at,) for at in loose if at not in inside]
    lines = [_line(cards, row, _common_turn([cards[at].turn for at in row])) for row in rows if row]
    return _sorted_out(cards, lines, [*heaps, *events])


# --- neighbours -----------------------------------------------------------------------------------


def _lean(degrees_apart: float) -> float:
    """A turn from -90 to 90: upside down is as good as upright."""
    return (degrees_apart + 90) % 180 - 90


def _step(one: Card, other: Card) -> complex:
    """From one card to another as both see it: x to their right, y up."""
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
    """Cards that hang together."""
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
    """Cards that lie on each other."""
    return [heap for heap in _clusters(cards, range(len(cards)), _on_each_other) if len(heap) > 1]


def _rows(cards: Sequence[Card], members: Sequence[int]) -> list[Group]:
    """Cards beside each other, from the left as most of them are turned."""
    return [
        row for cluster in _clusters(cards, members, _neighbours) for row in _parted(cards, cluster)
    ]


def _parted(cards: Sequence[Card], cluster: Group) -> Iterator[Group]:
    """One row, single cards upside down in it included; several where neighbours sit opposite each
    other.
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
    """The way most of them point, whoever lies upside down."""
    axis = degrees(phase(sum(exp(2j * radians(turn)) for turn in turns))) / 2
    over = sum(_turned_over(turn, axis) for turn in turns)
    return wrapped(axis + 180 * (2 * over > len(turns)))


# --- one line -------------------------------------------------------------------------------------


def _line(cards: Sequence[Card], row: Group, turn: float) -> Line:
    """A row with the places where more of it could lie: each step as usual for it, in a bow as
    well.
    """
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
    """The card as if it did not lie upside down in a line with that turn: its left tag is the
    first.
    """
    first, second = (
        (card.second, card.first) if _turned_over(card.turn, turn) else (card.first, card.second)
    )
    return replace(card, turn=turn + _lean(card.turn - turn), first=first, second=second)


def _hidden(upright: Sequence[Card], steps: Sequence[float]) -> Iterator[int]:
    """After how many cards one may lie that was not read: where a tag is hidden, and not by a
    neighbour.

    Where a fan is even, its steps hide no card, however wide they are.
    """
    room = [inf, *steps, inf]
    for place, far in enumerate(room):
        left_hides = place > 0 and not upright[place - 1].second
        right_hides = place < len(upright) and not upright[place].first
        uneven = len(steps) == 1 or far > WIDE * min(steps, default=0)
        if (left_hides or right_hides) and (far >= CLEAR or (far >= OVER and uneven)):
            yield place


def _beyond(card: Card, step: float, bend: float) -> Pose:
    """One step further along a line."""
    return Pose(card.at + step * exp(1j * radians(card.turn + bend / 2)), card.turn + bend)


def _mean(points: Sequence[complex]) -> complex:
    return sum(points) / len(points)


# --- all of them ----------------------------------------------------------------------------------


def _sorted_out(cards: Sequence[Card], rows: Sequence[Line], others: Sequence[Group]) -> Lines:
    heart = _heart(rows)
    rows = [_to_its_owner(cards, row, heart) for row in rows]
    judged = [(row, *_judged(row, heart)) for row in rows]
    lines = _clockwise([row for row, where, _ in judged if where == "line"], heart)
    doubts = [doubt for _, _, doubt in judged if doubt]
    middle = [row.cards for row, where, _ in judged if where == "middle"]
    apart = [row.cards for row, where, _ in judged if where == "apart"]
    for group in others:
        inside = (
            heart is not None and heart.share(_mean([cards[at].at for at in group])) <= IN_MIDDLE
        )
        (middle if inside else apart).append(group)
    free, gaps = tuple(_free_sides(lines, heart)), tuple(_gaps(cards, lines))
    behind = (*_behind(lines), *_askew(cards, lines))
    beside = tuple(
        (n, group) for n, line in enumerate(lines) for group in apart if _at_end(cards, line, group)
    )
    return Lines(lines, tuple(middle), tuple(apart), gaps, behind, beside, free, tuple(doubts))


def _to_its_owner(cards: Sequence[Card], row: Line, heart: _Heart | None) -> Line:
    """A row that doesn't tell its way, for half of it may lie upside down, looks as someone
    outside can read it.
    """
    over = sum(_turned_over(cards[at].turn, row.turn) for at in row.cards)
    decided = len(row.cards) > max(1, 2 * over)
    if heart is None or decided or ((heart.at - row.middle) / row.up).real > 0:
        return row
    return _line(cards, row.cards[::-1], wrapped(row.turn + 180))


class _Heart(NamedTuple):
    """The middle of the table, and how far from it the lines lie."""

    at: complex
    reach: float

    def share(self, point: complex) -> float:
        """Return how far out a point lies: 0 is the middle, 1 where the lines are."""
        return abs(point - self.at) / self.reach


def _heart(rows: Sequence[Line]) -> _Heart | None:
    """The middle of the table; None where too few rows look different ways.

    It is where all owners look; with several at one side of the table, amid all cards; it lies
    before every line.
    """
    long = [row for row in rows if len(row.cards) > 1]
    for known in (long, rows):
        if not any(
            abs(wrapped(one.turn - other.turn)) > 45 for one, other in combinations(known, 2)
        ):
            continue
        for at in (_looked_at(known), _amid(rows), _amid(known)):
            depths = [((at - row.middle) / row.up).real for row in known]
            if known is rows or min(depths) >= BEFORE:
                return _Heart(at, max(median(map(abs, depths)), POKER.height / 2))
    return None


def _amid(rows: Sequence[Line]) -> complex:
    """The middle of the box about their middles."""
    across, up = [row.middle.real for row in rows], [row.middle.imag for row in rows]
    return complex(min(across) + max(across), min(up) + max(up)) / 2


def _looked_at(rows: Sequence[Line]) -> complex:
    """Least squares: as near as can be to each line's way; the lines' own middles where that isn't
    told.
    """
    middles = np.array([(row.middle.real, row.middle.imag) for row in rows])
    ways = np.array([(row.up.real, row.up.imag) for row in rows])
    across = np.eye(2) - ways[:, :, None] * ways[:, None, :]
    across += 0.02 * np.eye(2)
    x, y = np.linalg.solve(across.sum(0), (across @ middles[:, :, None]).sum(0)[:, 0])
    return complex(x, y)


def _judged(row: Line, heart: _Heart | None) -> tuple[Where, Doubt | None]:
    """Return whether a row is a line, and why that is not sure."""
    several = len(row.cards) > 1
    if heart is None:
        return ("line", None) if several else ("apart", Doubt(ALONE, row.cards, WHOLE_TABLE))
    share = heart.share(row.middle)
    if share <= IN_MIDDLE:
        return "middle", Doubt(CENTRAL, row.cards, OUTWARDS) if several else None
    if several:
        return "line", None
    off = abs(degrees(phase((heart.at - row.middle) / row.up)))
    doubt = None if share >= OUT and off <= OFF else Doubt(ALONE, row.cards, OUTWARDS)
    return ("line" if share >= OUT else "apart"), doubt


def _clockwise(lines: Sequence[Line], heart: _Heart | None) -> tuple[Line, ...]:
    """Lines by where their owners sit, from the one nearest to the bottom on."""
    if not lines:
        return ()
    middle = heart.at if heart else _mean([line.middle for line in lines])
    seats = [line.middle - 150 * line.up - middle for line in lines]
    angles = [(-90 - degrees(phase(seat))) % 360 for seat in seats]  # clockwise from straight down
    first = min(angles, key=lambda angle: (round(abs(wrapped(angle))), angle))
    return tuple(
        line
        for _, line in sorted(
            zip(angles, lines, strict=True), key=lambda row: (row[0] - first) % 360
        )
    )


def _free_sides(lines: Sequence[Line], heart: _Heart | None) -> Iterator[Pose]:
    """Yield where a line would lie at a side that has none, as far from the middle as the
    others.
    """
    if heart is None or not lines:
        return
    for side in range(1, 4):
        turn = wrapped(lines[0].turn + 90 * side)
        if all(abs(wrapped(line.turn - turn)) > 45 for line in lines):
            yield Pose(heart.at - heart.reach * 1j * exp(1j * radians(turn)), turn)


def _gaps(cards: Sequence[Card], lines: Sequence[Line]) -> Iterator[Gap]:
    """Lines of one row with less than a card and a bit between them."""
    for one, other in permutations(range(len(lines)), 2):
        last, first = cards[lines[one].cards[-1]], cards[lines[other].cards[0]]
        step, apart = _step(last, first), abs(wrapped(lines[one].turn - lines[other].turn))
        wide = step.real - POKER.width
        if apart <= ALIKE and step.real >= STEP and wide <= HOLE and abs(step.imag) <= 2 * ASIDE:
            turn = last.turn + _lean(first.turn - last.turn) / 2
            yield Gap(one, other, Pose((last.at + first.at) / 2, turn) if wide >= ROOM else None)


def _behind(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Lines one behind the other that look the same way."""
    for (n, one), (m, other) in combinations(enumerate(lines), 2):
        step = (other.middle - one.middle) * exp(-1j * radians(one.turn))
        reach = (len(one.cards) + len(other.cards)) * POKER.width / 2
        alike = abs(wrapped(one.turn - other.turn)) <= ALIKE
        if alike and ASIDE < abs(step.imag) <= BEHIND and abs(step.real) < reach:
            yield n, m


def _askew(cards: Sequence[Card], lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Lines at whose end a clan of a single card, turned otherwise, lies: or is it theirs?"""
    for one, other in permutations(range(len(lines)), 2):
        apart = abs(wrapped(lines[one].turn - lines[other].turn))
        if (
            len(lines[other].cards) == 1
            and apart > ALIKE
            and _at_end(cards, lines[one], lines[other].cards)
        ):
            yield one, other


def _at_end(cards: Sequence[Card], line: Line, group: Group) -> bool:
    """Return whether one of these penguins lies where a line would go on, near enough to belong to
    it.
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

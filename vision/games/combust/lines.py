"""Find which cards on a combust table form whose line (combust R2).

Neighbours make a line: cards with similar turns, side by side, fanned or in a bow. Its owner
follows from its position and direction, because owners sit below their cards. What lies in the
middle of all lines is the discard pile.

Points are complex, as in `vision.games.pose`; turns are degrees counter-clockwise.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, pairwise, permutations, product
from math import degrees, inf
from statistics import median
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.language import say
from companion.layout import POKER
from vision.games.pose import Pose, clusters, way
from vision.table.layout import wrapped

Group: TypeAlias = tuple[int, ...]  # indices of cards

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
IN_MIDDLE, OUT = 0.35, 0.6
OFF = 55.0  # greatest angle between a single card's direction and the middle, degrees

ALONE, CENTRAL = (
    say("{cards}: a clan of one card, or not a line?"),
    say("{cards}: a line, or discarded cards?"),
)
WHOLE_TABLE = say("photograph the whole table, or just the lines")
OUTWARDS = say("lay each line in front of its player, and the discard pile in the middle")


@dataclass(frozen=True, slots=True)
class Card(Pose):
    """A card. Events are never part of a line (combust R3): one at an end lies beside it.

    `first` and `second` are whether these tags were read: something may lie on one that wasn't.
    `cut` is whether the other one is past the edge of the photo.
    """

    event: bool = False
    first: bool = True
    second: bool = True
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line's cards from the left as its owner sees them, its pose, and places for more cards.

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
        return way(self.turn + 90)


class Gap(NamedTuple):
    """Room between two lines of one row (indices, left to right), and the place for a card."""

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
    """Lines clockwise from the bottom, other cards in the middle and elsewhere, and doubts.

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

    def side_by_side(n: int, m: int) -> bool:
        one, other = cards[n], cards[m]
        step, apart = _step(one, other), abs(_lean(other.turn - one.turn))
        near = STEP <= abs(step.real) <= POKER.width + TOUCH and abs(step.imag) <= ASIDE
        return apart <= ALIKE and near

    def on_each_other(n: int, m: int) -> bool:
        one, other = cards[n], cards[m]
        far, apart = abs(other.at - one.at), abs(_lean(other.turn - one.turn))
        return far < STEP or (far < HEAPED and apart > ALIKE)

    groups = map(tuple, clusters(range(len(cards)), on_each_other))
    heaps = [heap for heap in groups if len(heap) > 1]
    heaped = {at for heap in heaps for at in heap}
    loose = [at for at in range(len(cards)) if at not in heaped]
    rows: list[Group] = []
    for cluster in clusters(loose, side_by_side):
        # one row, which may include single cards upside down, or those of neighbours who sit
        # opposite each other
        turn = _common_turn([cards[at].turn for at in cluster])
        row = sorted(cluster, key=lambda at: (cards[at].at * way(-turn)).real)
        turned = [(_turned_over(cards[at].turn, turn), at) for at in row]
        runs = groupby(turned, lambda card: card[0])
        sides = [(over, tuple(at for _, at in run)) for over, run in runs]
        if all(len(run) == 1 for over, run in sides if over):
            sides = [(False, tuple(row))]
        for over, run in sides:
            penguins = [place for place, at in enumerate(run) if not cards[at].event]
            if penguins:  # without events at its ends
                line = run[penguins[0] : penguins[-1] + 1]
                rows.append(line[::-1] if over else line)
    inside = {at for row in rows for at in row}
    events = [(at,) for at in loose if at not in inside]
    lines = [_line(cards, row, _common_turn([cards[at].turn for at in row])) for row in rows]
    return _classify(cards, lines, [*heaps, *events])


# --- neighbours -----------------------------------------------------------------------------------


def _lean(degrees_apart: float) -> float:
    """Return a turn as if upright, from -90 to 90 degrees."""
    return (degrees_apart + 90) % 180 - 90


def _step(one: Card, other: Card) -> complex:
    """Return the offset from one card to another in their mean direction: x to the right, y up."""
    return (other.at - one.at) * way(-one.turn - _lean(other.turn - one.turn) / 2)


def _turned_over(turn: float, usual: float) -> bool:
    return abs(wrapped(turn - usual)) > 90


def _common_turn(turns: Sequence[float]) -> float:
    """Return the direction in which most cards point, degrees."""
    axis = degrees(phase(sum(way(2 * turn) for turn in turns))) / 2
    over = sum(_turned_over(turn, axis) for turn in turns)
    return wrapped(axis + 180 * (2 * over > len(turns)))


# --- one line -------------------------------------------------------------------------------------


def _line(cards: Sequence[Card], row: Group, turn: float) -> Line:
    """Return a row as a line, with places for more cards at its usual step and bend.

    An unread card may be where a tag is hidden, and not by a neighbour. An evenly spaced fan hides
    no card between its own, however wide its steps are. What lies on a tag past the edge of the
    photo shows beside its card, too, at an end.
    """
    upright = []  # a card upside down is turned: its left tag is the first
    for card in (cards[at] for at in row):
        over = _turned_over(card.turn, turn)
        first, second = (card.second, card.first) if over else (card.first, card.second)
        tidy = turn + _lean(card.turn - turn)
        upright.append(replace(card, turn=tidy, first=first, second=second))
    steps = [_step(one, other).real for one, other in pairwise(upright)]
    bends = [other.turn - one.turn for one, other in pairwise(upright)]
    step, bend = (median(steps), median(bends)) if steps else (USUAL, 0.0)
    left, right = _beyond(upright[0], -step, -bend), _beyond(upright[-1], step, bend)
    between = []
    for place, far in enumerate([inf, *steps, inf]):
        before = upright[max(place - 1, 0)]
        left_hides = place > 0 and not before.second
        right_hides = place < len(upright) and not upright[place].first
        cut = far == inf and before.cut
        uneven = len(steps) == 1 or far > WIDE * min(steps, default=0)
        room = far >= CLEAR or (far >= OVER and uneven)
        if (left_hides or right_hides) and room and not cut:
            between.append((place, _beyond(before, step / 2, bend)))
    further = _beyond(left, -step, -bend), _beyond(right, step, bend)
    middle = _mean([card.at for card in upright])
    return Line(row, middle, turn, left, right, further, tuple(between))


def _beyond(card: Pose, step: float, bend: float) -> Pose:
    """Return the place one step further along a line."""
    return Pose(card.at + step * way(card.turn + bend / 2), card.turn + bend)


def _mean(points: Sequence[complex]) -> complex:
    return sum(points) / len(points)


# --- all of them ----------------------------------------------------------------------------------


def _classify(cards: Sequence[Card], rows: Sequence[Line], others: Sequence[Group]) -> Lines:
    """Decide which rows are lines; a single card that may be discarded is never stated as one."""
    centre = _table_centre(rows)
    found, middle, apart = list[Line](), list[Group](), list[Group]()
    doubts = []
    for each in rows:
        row, several = each, len(each.cards) > 1
        if centre is None:
            if several:
                found.append(row)
            else:
                apart.append(row.cards)
                doubts.append(Doubt(ALONE, row.cards, WHOLE_TABLE))
            continue
        # a row with at least half its cards upside down is ambiguous: its owner is outside
        over = sum(_turned_over(cards[at].turn, row.turn) for at in row.cards)
        decided = len(row.cards) > max(1, 2 * over)
        if not decided and ((centre.at - row.middle) / row.up).real <= 0:
            row = _line(cards, row.cards[::-1], wrapped(row.turn + 180))
        share = centre.share(row.middle)
        off = abs(degrees(phase((centre.at - row.middle) / row.up)))
        if share <= IN_MIDDLE:
            middle.append(row.cards)
            if several:
                doubts.append(Doubt(CENTRAL, row.cards, OUTWARDS))
        elif several or (share >= OUT and off <= OFF):
            found.append(row)
        else:
            apart.append(row.cards)
            doubts.append(Doubt(ALONE, row.cards, OUTWARDS))
    for group in others:
        at = _mean([cards[at].at for at in group])
        (middle if centre and centre.share(at) <= IN_MIDDLE else apart).append(group)
    lines = _clockwise(found, centre)
    beside = [
        (n, group) for n, line in enumerate(lines) for group in apart if _at_end(cards, line, group)
    ]
    return Lines(
        lines,
        tuple(middle),
        tuple(apart),
        tuple(_gaps(cards, lines)),
        tuple(_behind(cards, lines)),
        tuple(beside),
        tuple(_free_sides(lines, centre)),
        tuple(doubts),
    )


class _Centre(NamedTuple):
    """The middle of the table, and the usual distance from it to the lines, mm."""

    at: complex
    reach: float

    def share(self, point: complex) -> float:
        """Return how far out a point is: 0 in the middle, 1 where the lines are."""
        return abs(point - self.at) / self.reach


def _table_centre(rows: Sequence[Line]) -> _Centre | None:
    """Return the middle of the table; None if all rows face more or less one way.

    It is the point that all owners face or, if several sit at one side, the middle of all cards. It
    has to be in front of every line.
    """
    for known in ([row for row in rows if len(row.cards) > 1], rows):
        pairs = combinations(known, 2)
        if not any(abs(wrapped(one.turn - other.turn)) > 45 for one, other in pairs):
            continue
        # nearest to all lines' directions by least squares, drawn slightly to their centres
        middles = np.array([(row.middle.real, row.middle.imag) for row in known])
        ways = np.array([(row.up.real, row.up.imag) for row in known])
        across = 1.02 * np.eye(2) - ways[:, :, None] * ways[:, None, :]
        x, y = np.linalg.solve(across.sum(0), (across @ middles[:, :, None]).sum(0)[:, 0])
        boxes = [np.array([row.middle for row in each]) for each in (rows, known)]
        centres = [
            complex(box.real.min() + box.real.max(), box.imag.min() + box.imag.max()) / 2
            for box in boxes
        ]
        for at in (complex(x, y), *centres):
            depths = [((at - row.middle) / row.up).real for row in known]
            if known is rows or min(depths) >= BEFORE:
                return _Centre(at, max(median(map(abs, depths)), POKER.height / 2))
    return None


def _clockwise(lines: Sequence[Line], centre: _Centre | None) -> tuple[Line, ...]:
    """Return the lines in the order of their owners' seats, from the bottom."""
    if not lines:
        return ()
    middle = centre.at if centre else _mean([line.middle for line in lines])
    seats = [line.middle - 150 * line.up - middle for line in lines]
    angles = [(-90 - degrees(phase(seat))) % 360 for seat in seats]  # clockwise from straight down
    first = min(angles, key=lambda angle: (round(abs(wrapped(angle))), angle))
    order = sorted(range(len(lines)), key=lambda n: (angles[n] - first) % 360)
    return tuple(lines[n] for n in order)


def _free_sides(lines: Sequence[Line], centre: _Centre | None) -> Iterator[Pose]:
    """Yield where a line would lie at each side that has none."""
    if centre is None or not lines:
        return
    for side in range(1, 4):
        turn = wrapped(lines[0].turn + 90 * side)
        if all(abs(wrapped(line.turn - turn)) > 45 for line in lines):
            yield Pose(centre.at - centre.reach * way(turn + 90), turn)


def _gaps(cards: Sequence[Card], lines: Sequence[Line]) -> Iterator[Gap]:
    """Yield gaps between lines of one row that are little more than a card wide."""
    for one, other in permutations(range(len(lines)), 2):
        last, first = cards[lines[one].cards[-1]], cards[lines[other].cards[0]]
        step, apart = _step(last, first), abs(wrapped(lines[one].turn - lines[other].turn))
        wide = step.real - POKER.width
        if apart <= ALIKE and step.real >= STEP and wide <= HOLE and abs(step.imag) <= 2 * ASIDE:
            turn = last.turn + _lean(first.turn - last.turn) / 2
            yield Gap(one, other, Pose((last.at + first.at) / 2, turn) if wide >= ROOM else None)


def _behind(cards: Sequence[Card], lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield pairs of lines of which one is behind the other, or a crooked card at its end."""
    for (n, one), (m, other) in permutations(enumerate(lines), 2):
        step = (other.middle - one.middle) * way(-one.turn)
        reach = (len(one.cards) + len(other.cards)) * POKER.width / 2
        if abs(wrapped(one.turn - other.turn)) > ALIKE:
            if len(other.cards) == 1 and _at_end(cards, one, other.cards):
                yield n, m
        elif n < m and ASIDE < abs(step.imag) <= BEHIND and abs(step.real) < reach:
            yield n, m


def _at_end(cards: Sequence[Card], line: Line, group: Group) -> bool:
    """Return whether one of these penguins lies where the line would go on."""
    strays = [cards[at].at for at in group if not cards[at].event]
    steps = [
        (stray - cards[line.cards[end]].at) * way(-line.turn)
        for stray, end in product(strays, (0, -1))
    ]
    return any(
        abs(step.real) <= POKER.width + TOUCH and abs(step.imag) <= 2 * ASIDE for step in steps
    )

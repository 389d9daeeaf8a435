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
from typing import NamedTuple

import numpy as np

from companion.language import say
from companion.layout import POKER
from vision.games.combust.parts import Card, Doubt, Group, Line, Lines
from vision.games.pose import Pose, clusters, way
from vision.table.layout import wrapped
from vision.table.pieces import overlap

ALIKE = 30.0  # greatest angle between neighbours, degrees: lines may be bowed


@dataclass(frozen=True, slots=True)
class Limits:
    """Distances on the table, mm, and angles, degrees, that make cards a line."""

    step: float = 15.0  # least step from card to card in a fan, mm: a smaller one hides the tags
    touch: float = 20.0  # greatest gap between neighbours, mm
    hole: float = 95.0  # greatest gap between two lines of one row that may be one line, mm
    usual: float = 67.0  # step from card to card assumed for a line of one card, mm
    aside: float = 32.0  # greatest offset up or down between neighbours, mm
    behind: float = 125.0  # greatest distance between two rows that may be one player's, mm
    heaped: float = 0.2  # least share of a card under one of another turn in a heap
    wide: float = 1.6  # a step this many times its line's smallest may hide an unread card
    over: float = 44.0  # least step that leaves room for another card on the first, mm
    clear: float = 58.0  # least step at which neither card hides a tag of the other, mm
    before: float = 60.0  # least distance from each line to the middle of the table, mm
    # shares of the way from the middle to the lines: a row nearer than the first isn't a line, and
    # a single card beyond the second is
    in_middle: float = 0.35
    out: float = 0.6
    off: float = 35.0  # greatest angle between a single card's direction and the middle, degrees
    # a card turned more than so many degrees from its neighbours, or so many mm out of their row,
    # may have been dropped there: in lines of the test photos it is at most 3 degrees and 3 mm, but
    # people lay a fan in a bow
    crooked: float = 15.0
    out_of_row: float = 10.0
    unlike: float = 6.0  # or whose turn to a neighbour is so far from straight, and from all others


LIMITS = Limits()

ALONE = say("{cards}: a clan of one card, or not a line?")
CENTRAL = say("{cards}: a line, or discarded cards?")
WHOLE_TABLE = say("photograph the whole table, or just the lines")
OUTWARDS = say("lay each line in front of its player, and the discard pile in the middle")


def find_lines(cards: Sequence[Card]) -> Lines:
    """Sort the cards on the table into lines, the middle, and the rest."""

    def side_by_side(n: int, m: int) -> bool:
        one, other = cards[n], cards[m]
        step, apart = _step(one, other), abs(_lean(other.turn - one.turn))
        near = (
            LIMITS.step <= abs(step.real) <= POKER.width + LIMITS.touch
            and abs(step.imag) <= LIMITS.aside
        )
        return apart <= ALIKE and near

    def on_each_other(n: int, m: int) -> bool:
        one, other = cards[n], cards[m]
        across = abs(_lean(other.turn - one.turn)) > ALIKE
        return abs(other.at - one.at) < LIMITS.step or (across and lies_on(one, other))

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


def lies_on(one: Pose, other: Pose) -> bool:
    """Return whether more of a card than a corner lies on another."""
    outlines = [np.array(card.corners(POKER)) for card in (one, other)]
    return overlap(outlines[0], outlines[1]) > LIMITS.heaped


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

    An unread card may be where a tag is hidden, and not by a neighbour, and where a fan has a gap.
    An evenly spaced one hides no card between its own, however wide its steps are. What lies on a
    tag past the edge of the photo shows beside its card, too, at an end.
    """
    upright = []  # a card upside down is turned: its left tag is the first
    for card in (cards[at] for at in row):
        over = _turned_over(card.turn, turn)
        first, second = (card.second, card.first) if over else (card.first, card.second)
        tidy = turn + _lean(card.turn - turn)
        upright.append(replace(card, turn=tidy, first=first, second=second))
    steps = [_step(one, other).real for one, other in pairwise(upright)]
    bends = [other.turn - one.turn for one, other in pairwise(upright)]
    step, bend = (median(steps), median(bends)) if steps else (LIMITS.usual, 0.0)
    left, right = _beyond(upright[0], -step, -bend), _beyond(upright[-1], step, bend)
    between, loose = [], {0, len(row)}  # where a run of cards ends: a single one may be dropped
    for place, far in enumerate([inf, *steps, inf]):
        before = upright[max(place - 1, 0)]
        left_hides = place > 0 and not before.second
        right_hides = place < len(upright) and not upright[place].first
        cut = far == inf and before.cut
        gap = inf > far > LIMITS.wide * min(steps, default=0)
        room = far >= LIMITS.clear or (far >= LIMITS.over and (gap or len(steps) == 1))
        if room and (gap or ((left_hides or right_hides) and not cut)):
            between.append(place)
            if gap or far < LIMITS.clear:
                loose.add(place)
    pairs = enumerate(pairwise(upright), 1)
    loose |= {place for place, (one, other) in pairs if _askew(one, other, turn)}
    for place, bend in enumerate(bends):
        usual = (0.0, *bends[:place], *bends[place + 1 :])
        if len(bends) > 1 and min(abs(bend - each) for each in usual) > LIMITS.unlike:
            loose.add(place + 1)
    crooked = tuple(at for n, at in enumerate(row) if len(row) > 1 and {n, n + 1} <= loose)
    middle = _mean([card.at for card in upright])
    fanned = zip(pairwise(upright), steps, strict=True)
    order = [(b.first - a.second) * (far < LIMITS.clear) for (a, b), far in fanned]
    return Line(row, middle, turn, left, right, tuple(between), crooked, tuple(order))


def _askew(one: Card, other: Card, turn: float) -> bool:
    """Return whether neighbours lie crooked to each other, both as in a bow and as in a row."""
    aside = min(abs(_step(one, other).imag), abs(((other.at - one.at) * way(-turn)).imag))
    return abs(other.turn - one.turn) > LIMITS.crooked or aside > LIMITS.out_of_row


def _beyond(card: Pose, step: float, bend: float) -> Pose:
    """Return the place one step further along a line."""
    return Pose(card.at + step * way(card.turn + bend / 2), card.turn + bend)


def _mean(points: Sequence[complex]) -> complex:
    return sum(points) / len(points)


# --- all of them ----------------------------------------------------------------------------------


def _classify(cards: Sequence[Card], rows: Sequence[Line], others: Sequence[Group]) -> Lines:
    """Decide which rows are lines; a single card that may be discarded is never stated as one."""
    centre = _table_centre(rows)
    found, middle, apart, doubts = list[Line](), list[Group](), list[Group](), list[Doubt]()
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
        out = abs(row.middle - centre.at) >= LIMITS.out * centre.reach
        off = abs(degrees(phase((centre.at - row.middle) / row.up)))
        # a single card may lie on a line, or something on a part of its own
        near = any(other is not each and _at_line(cards, other, row.cards) for other in rows)
        if centre.holds(row.middle):
            middle.append(row.cards)
            if several:
                doubts.append(Doubt(CENTRAL, row.cards, OUTWARDS))
        elif several or (out and off <= LIMITS.off and not (near or row.between)):
            found.append(row)
        else:
            apart.append(row.cards)
            doubts.append(Doubt(ALONE, row.cards, OUTWARDS))
    for group in others:
        at = _mean([cards[at].at for at in group])
        (middle if centre and centre.holds(at) else apart).append(group)
    usual = sum(sum(line.order) for line in found)  # of all fans, whoever laid one
    lines = _clockwise([_laid_last(line, usual) for line in found], centre)
    pairs = product(enumerate(lines), apart)
    beside = tuple((n, group) for (n, line), group in pairs if _at_line(cards, line, group))
    close, free = frozenset(_close(cards, lines)), tuple(_free_sides(lines, centre))
    return Lines(lines, tuple(middle), tuple(apart), close, beside, free, tuple(doubts))


def _laid_last(line: Line, usual: int) -> Line:
    """Return a line with single cards that lie on a neighbour, unlike in other fans, as crooked."""
    tops = {line.cards[n + (one > 0)] for n, one in enumerate(line.order) if one * usual < 0}
    own = len(line.order) > 1 and all(one * usual < 0 for one in line.order)
    loose = tops.union(line.crooked)
    return line if own else replace(line, crooked=tuple(at for at in line.cards if at in loose))


class _Centre(NamedTuple):
    """The middle of the table, the lines' usual distance from it, mm, and where else it may be."""

    at: complex
    reach: float
    others: Sequence[complex]

    def holds(self, point: complex) -> bool:
        """Return whether a point may be in the middle, too far in for a line."""
        reach = LIMITS.in_middle * self.reach
        return any(abs(point - at) <= reach for at in (self.at, *self.others))


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
            if known is rows or min(depths) >= LIMITS.before:
                # single cards, which may be discarded, tell less of the middle
                others = centres if known is rows else []
                return _Centre(at, max(median(map(abs, depths)), POKER.height / 2), others)
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


def _close(cards: Sequence[Card], lines: Sequence[Line]) -> Iterator[frozenset[int]]:
    """Yield pairs of lines that may be one clan's: in a row with a gap little more than a card wide
    between them, or one behind the other.
    """
    for one, other in permutations(range(len(lines)), 2):
        left, right = lines[one], lines[other]
        gap = _step(cards[left.cards[-1]], cards[right.cards[0]])
        step = (right.middle - left.middle) * way(-left.turn)
        reach = (len(left.cards) + len(right.cards)) * POKER.width / 2
        in_row = LIMITS.step <= gap.real <= POKER.width + LIMITS.hole
        in_row &= abs(gap.imag) <= 2 * LIMITS.aside
        behind = LIMITS.aside < abs(step.imag) <= LIMITS.behind and abs(step.real) < reach
        if abs(wrapped(left.turn - right.turn)) <= ALIKE and (in_row or behind):
            yield frozenset({one, other})


def _at_line(cards: Sequence[Card], line: Line, group: Group) -> bool:
    """Return whether one of these penguins lies on the line, or where it would go on."""
    strays = [cards[at].at for at in group if not cards[at].event]
    steps = [(stray - cards[at].at) * way(-line.turn) for stray, at in product(strays, line.cards)]
    return any(
        abs(step.real) <= POKER.width + LIMITS.touch and abs(step.imag) <= 2 * LIMITS.aside
        for step in steps
    )

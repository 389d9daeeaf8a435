"""Find which cards on the table are the pyramid, and the row and place of each (giza R6).

Cards are laid by hand: they touch, have gaps or overlap by a centimetre, and lean a few degrees.
Neighbours give the pattern, and a least-squares grid then has to agree with it. All else stays out
of the pyramid; if it looks like part of it, that is a doubt.

A cell is (level, half): level 0 is the lowest row, `half` counts half card widths from any card.
Lengths are mm in the table's frame, +y up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from math import cos, radians, sin
from typing import TypeAlias

import numpy as np

from companion.giza.pyramid import WIDTHS, Slot
from companion.language import say
from companion.layout import POKER
from vision.table.layout import Laid
from vision.tags.detector import Floats

Cell: TypeAlias = tuple[int, int]
# the neighbours of each card by index, with their offset in cells
_Links: TypeAlias = dict[int, dict[int, Cell]]

LEAN = 25.0  # degrees a card may lean within the pyramid
STRAY = 18.0  # mm a card may lie off the grid
# mm and degrees off the grid for a card that is in the base after a hole
HOLE_STRAY, HOLE_LEAN = 12.0, 12.0
NEAR_HOLE = 22.0  # mm off the grid within which a card could be one
GAP = 24.0  # mm between neighbours at most: 15 intended, the rest by accident
# mm: least gap between two pyramids side by side, and its least excess over gaps inside them
PARTED = (8.0, 5.0)
HALF, ROW = 34.0, 93.0  # usual pitch of half a card and of a row, mm
NOWHERE = -10_000  # half places: upper limit for a level that doesn't exist
HALF_RANGE, ROW_RANGE = (27.0, 44.0), (62.0, 122.0)


@dataclass(frozen=True, slots=True)
class Card:
    """Centre (mm) and turn (degrees) of a penguin card in the table's frame."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of cells: (0, 0) is at `origin`, half a card is (`half`, 0), a row up is (0, `row`),
    turned by `turn` degrees.
    """

    origin: tuple[float, float]
    half: float = HALF
    row: float = ROW
    turn: float = 0.0

    def at(self, cell: Cell) -> Floats:
        """Return the centre of a cell, mm."""
        return np.array(self.place(cell))

    def place(self, cell: Cell) -> tuple[float, float]:
        """Return the centre of a cell, mm, as plain numbers."""
        x, y = _turned(cell[1] * self.half, cell[0] * self.row, self.turn)
        return self.origin[0] + x, self.origin[1] + y


@dataclass(frozen=True, slots=True)
class Rows:
    """The pyramid's cards by cell and those beside it, both as indices into the cards given, and
    doubts in words.
    """

    cells: Mapping[Cell, int]
    grid: Grid
    beside: tuple[int, ...]
    doubts: tuple[str, ...] = ()


def find_rows(cards: Sequence[Card]) -> Rows:
    """Sort cards into the pyramid's rows."""
    return _cached_rows(tuple(cards))


# called several times with the cards of a photo, and with parts of them
@lru_cache(maxsize=32)
def _cached_rows(cards: tuple[Card, ...]) -> Rows:
    if not cards:
        return Rows({}, Grid((0.0, 0.0)), ())
    turn = _common_turn(cards)
    straight = [i for i, card in enumerate(cards) if _lean(card.turn - turn) <= LEAN]
    links = _links(cards, straight, turn)
    groups = [_group(cards, members, links, turn) for members in _clusters(links)]
    groups.sort(key=lambda group: (-_height(group), -len(group.cells)))
    main, *others = groups
    beside, doubts = [], [*main.doubts, *_parted(main, cards)]
    for other in others:
        joined = _join(main, other, cards, turn)
        if joined is not None:
            main, doubts = joined, [*doubts, *joined.doubts]
            continue
        beside += sorted(other.cells.values())
        doubts += _rivals(main, other)
    beside += [i for i in range(len(cards)) if i not in straight]
    doubts += _askew(main, cards, [i for i in range(len(cards)) if i not in straight])
    return Rows(_from_zero(main), _shifted(main), tuple(beside), tuple(doubts))


def slots(cells: Sequence[Cell]) -> dict[Cell, Slot] | None:
    """Return each cell's slot, as far left as possible; None if they don't fit into rows of 4, 3,
    2, 1.
    """
    if not cells:
        return {}
    rooms = [_room(cell) for cell in cells]
    low, high = max(low for low, _ in rooms), min(high for _, high in rooms)
    if low > high or len({room[0] % 2 for room in rooms}) > 1:
        return None
    return {(level, half): (level, (half + low - level) // 2) for level, half in cells}


def _room(cell: Cell) -> tuple[int, int]:
    """Return by how many half places a cell has to move right, at least and at most, to become a
    slot.
    """
    level, half = cell
    exists = 0 <= level < len(WIDTHS)
    return level - half, 2 * (WIDTHS[level] - 1) + level - half if exists else NOWHERE


def open_cells(
    cells: Collection[Cell], known: Sequence[Cell] = ()
) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return cells that must hold a card because one lies on them, and cells where one could lie,
    without `known`.
    """
    taken = set(cells)
    must = {below for cell in taken for below in under(cell) if cell[0] > 0} - taken
    could = {(0, half + step) for level, half in taken if level == 0 for step in (-2, 2)}
    both = taken | must
    could |= {
        above
        for cell in both
        for above in over(cell)
        if all(below in both for below in under(above))
    }
    if len(taken) > 1:  # holes in the base
        base = sorted(half for level, half in taken | must if level == 0)
        could |= {(0, half) for half in range(base[0], base[-1], 2)} if base else set()
    could = set(_fitting(taken, could - both, lifts=(0,)))
    return tuple(sorted(must - set(known))), tuple(sorted(could - set(known)))


def further_cells(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Return every other cell of the pyramid: cards may lie there on cards that can't be read."""
    return tuple(_fitting(cells, _around(cells, range(len(WIDTHS))), lifts=(0,)))


def possible_cells(read: Collection[Cell], open_: Collection[Cell]) -> tuple[Cell, ...]:
    """Return those `open_` cells in which a card could lie, supported by cards that were read or by
    one another.
    """
    taken, left = set(read), {cell for cell in open_ if cell[0] >= 0}
    while reachable := {cell for cell in left if _has_footing(cell, taken)}:
        taken |= reachable
        left -= reachable
    return tuple(sorted(taken - set(read)))


def _has_footing(cell: Cell, taken: set[Cell]) -> bool:
    """Return whether a card could lie in a cell: it supports one, two support it, or it extends the
    base.
    """
    level, half = cell
    if not taken.isdisjoint(over(cell)):
        return True
    return (
        taken.issuperset(under(cell))
        if level
        else not taken.isdisjoint({(0, half - 2), (0, half + 2)})
    )


def lower_cells(cells: Mapping[Cell, int]) -> tuple[Cell, ...]:
    """Return the cells of a row below the lowest, if there is room for one: all its cards may be
    unread.
    """
    row = {below for cell in cells if cell[0] == 0 for below in under(cell)}
    return tuple(sorted(_fitting(cells, row)))


def _around(cells: Collection[Cell], levels: Iterable[int]) -> Iterator[Cell]:
    """Yield every other cell of these levels within reach of the base."""
    halves = [half for _, half in cells]
    around = ((level, half) for level in levels for half in range(min(halves) - 6, max(halves) + 7))
    return (cell for cell in around if cell not in cells)


def _fitting(
    cells: Collection[Cell], others: Iterable[Cell], lifts: Sequence[int] = range(len(WIDTHS))
) -> list[Cell]:
    """Return those of `others` that fit into one pyramid with all `cells`, moved up by any of
    `lifts` levels.
    """
    rooms = []
    for lift in lifts if cells else ():
        each = [_room((level + lift, half)) for level, half in cells]
        low, high = max(low for low, _ in each), min(high for _, high in each)
        if low <= high and len({low % 2 for low, _ in each}) == 1:
            rooms.append((lift, low, high))
    if not rooms:
        return []
    fitting = []
    for level, half in others:
        mine = [(_room((level + lift, half)), low, high) for lift, low, high in rooms]
        if any(max(low, a) <= min(high, b) and (low - a) % 2 == 0 for (a, b), low, high in mine):
            fitting.append((level, half))
    return fitting


def under(cell: Cell) -> tuple[Cell, Cell]:
    """Return the two cells that support this one."""
    return (cell[0] - 1, cell[1] - 1), (cell[0] - 1, cell[1] + 1)


def over(cell: Cell) -> tuple[Cell, Cell]:
    """Return the two cells that this one helps to support."""
    return (cell[0] + 1, cell[1] - 1), (cell[0] + 1, cell[1] + 1)


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return c * x - s * y, s * x + c * y


def _lean(degrees: float) -> float:
    """Return the angle from upright or upside down, 0 to 90 degrees."""
    return abs((degrees + 90) % 180 - 90)


def _common_turn(cards: Sequence[Card]) -> float:
    """Return the angle at which most cards lean, -90 to 90 degrees; upside down counts as
    upright.
    """
    leans = np.array([(card.turn + 90) % 180 - 90 for card in cards])
    off = np.abs((leans[:, None] - leans[None] + 90) % 180 - 90)
    best = int(np.argmin(np.minimum(off, 20).sum(1)))
    near = off[best] < 12
    relative = (leans[near] - leans[best] + 90) % 180 - 90
    return float(leans[best] + relative.mean())


def offset(one: Card, other: Card, turn: float) -> Cell | None:
    """Return the offset in cells from a card to its neighbour, in rows that lean by `turn`; None if
    they aren't neighbours.
    """
    x, y, c, s = other.x - one.x, other.y - one.y, cos(radians(turn)), sin(radians(turn))
    return _step(c * x + s * y, c * y - s * x)


def _step(dx: float, dy: float) -> Cell | None:
    """Return the offset in cells of a neighbour `dx` to the right and `dy` up, mm; None if that
    isn't a neighbour.
    """
    side = 1 if dx > 0 else -1
    if abs(dy) <= 32 and 46 <= abs(dx) <= POKER.width + GAP:
        return (0, 2 * side)
    if 58 <= abs(dy) <= POKER.height + GAP + 10 and 10 <= abs(dx) <= 58:
        return (1 if dy > 0 else -1, side)
    return None


def _links(cards: Sequence[Card], members: Sequence[int], turn: float) -> _Links:
    """Return the neighbours of each of these cards with their offset in cells, in rows that lean by
    `turn`.
    """
    links: _Links = {one: {} for one in members}
    at = {one: _turned(cards[one].x, cards[one].y, -turn) for one in members}
    for one, other in combinations(members, 2):
        step = _step(at[other][0] - at[one][0], at[other][1] - at[one][1])
        if step is not None:
            links[one][other], links[other][one] = step, (-step[0], -step[1])
    return links


def _clusters(links: _Links) -> Iterator[list[int]]:
    """Yield the indices of cards that are connected as neighbours."""
    left = set(links)
    while left:
        cluster, queue = [], [left.pop()]
        while queue:
            one = queue.pop()
            cluster.append(one)
            near = left & links[one].keys()
            left -= near
            queue += sorted(near)
        yield cluster


@dataclass(frozen=True, slots=True)
class _Group:
    cells: Mapping[Cell, int]
    grid: Grid
    doubts: tuple[str, ...]


def _height(group: _Group) -> int:
    return len({level for level, _ in group.cells})


def _group(cards: Sequence[Card], members: Sequence[int], links: _Links, turn: float) -> _Group:
    """Assign a cell to each card of a cluster, walking from neighbour to neighbour, and fit the
    grid.
    """
    cell_of: dict[int, Cell] = {members[0]: (0, 0)}
    queue, torn = [members[0]], False
    while queue:
        one = queue.pop(0)
        for other in (member for member in members if member in links[one]):
            step = links[one][other]
            cell = (cell_of[one][0] + step[0], cell_of[one][1] + step[1])
            if other not in cell_of:
                cell_of[other] = cell
                queue.append(other)
            torn |= cell_of[other] != cell
    cells = {cell: index for index, cell in cell_of.items()}
    grid = _fit(cell_of, cards, turn)
    stray = max(_off(grid, cell, cards[index]) for index, cell in cell_of.items())
    if torn or len(cells) < len(cell_of) or stray > STRAY:
        return _Group(cells, grid, (say("the cards aren't in clear rows"),))
    low = min(level for level, _ in cells)
    if slots([(level - low, half) for level, half in cells]) is None:
        return _Group(
            cells,
            grid,
            (say("the pyramid has more cards than its rows of 4, 3, 2 and 1 can hold"),),
        )
    return _Group(cells, grid, ())


def _fit(cell_of: Mapping[int, Cell], cards: Sequence[Card], turn: float) -> Grid:
    """Fit origin and pitches by least squares; what the cards leave open stays near its usual
    value.
    """
    points = np.array([_turned(cards[i].x, cards[i].y, -turn) for i in cell_of])
    places = np.array([[half, level] for level, half in cell_of.values()], float)
    middle, mean = points.mean(0), places.mean(0)
    spread = places - mean
    firm = np.array([3.0, 1.5])
    usual = np.array([HALF, ROW])
    pitch = ((spread * (points - middle)).sum(0) + firm * usual) / ((spread**2).sum(0) + firm)
    half = float(np.clip(pitch[0], *HALF_RANGE))
    row = float(np.clip(pitch[1], *ROW_RANGE))
    x, y = (middle - mean * (half, row)).tolist()
    return Grid(_turned(x, y, turn), half, row, turn)


def _off(grid: Grid, cell: Cell, card: Card) -> float:
    x, y = grid.place(cell)
    return max(map(abs, _turned(x - card.x, y - card.y, -grid.turn)))


def _join(main: _Group, other: _Group, cards: Sequence[Card], turn: float) -> _Group | None:
    """Return both groups as one if the other's cards continue the base after a hole of one card
    (giza R6, D).

    Groups of a single row aren't joined: they may be two players'.
    """
    cells = dict(main.cells)
    doubts: tuple[str, ...] = ()
    low = min(level for level, _ in cells)
    at = {index: in_grid(main.grid, cards[index]) for index in other.cells.values()}
    for index in sorted(at, key=lambda index: abs(at[index][0])):
        across, up = at[index]
        base = [half for level, half in cells if level == low]
        half = base[0] + 2 * round((across / main.grid.half - base[0]) / 2)
        off = max(abs(up - low * main.grid.row), abs(across - half * main.grid.half))
        far = min(abs(half - known) for known in base)
        if off > NEAR_HOLE or not 2 <= far <= 4:
            return None
        cells[low, half] = index
        if off > HOLE_STRAY or _lean(cards[index].turn - turn) > HOLE_LEAN:
            doubts = (say("a card is almost in line with the base, but after a gap"),)
    if _height(main) == 1 or slots([(level - low, half) for level, half in cells]) is None:
        return None
    return _Group(cells, _fit({i: cell for cell, i in cells.items()}, cards, turn), doubts)


def in_grid(grid: Grid, card: Card | Laid) -> tuple[float, float]:
    """Return how far right and up of a grid's origin a card lies, mm."""
    return _turned(card.x - grid.origin[0], card.y - grid.origin[1], -grid.turn)


def _parted(main: _Group, cards: Sequence[Card]) -> Iterator[str]:
    """Yield a doubt if the pyramid may be two small ones side by side, separated by a clear gap."""
    at = {cell: in_grid(main.grid, cards[index])[0] for cell, index in main.cells.items()}
    low = min(level for level, _ in at)
    base = sorted((half, x) for (level, half), x in at.items() if level == low)
    gaps = [(after[1] - before[1] - POKER.width, after[0] - 1) for before, after in pairwise(base)]
    for gap, cut in gaps:
        usual = max((other for other, place in gaps if place != cut), default=gap)
        clear = gap >= PARTED[0] and gap >= usual + PARTED[1]
        if clear and all(
            _stands_alone({cell for cell in at if (cell[1] > cut) is right})
            for right in (False, True)
        ):
            yield say("the photo shows two pyramids")


def _stands_alone(cells: set[Cell]) -> bool:
    """Return whether these cells are a pyramid of at least two rows, with each upper card on two
    others.
    """
    low = min(level for level, _ in cells)
    return len({level for level, _ in cells}) > 1 and all(
        cells.issuperset(under(cell)) for cell in cells if cell[0] > low
    )


def _rivals(main: _Group, other: _Group) -> Iterator[str]:
    """Yield why it is unclear which group is the pyramid."""
    if _height(other) > 1 and len(other.cells) >= 3:
        yield say("the photo shows two pyramids")
    elif _height(main) == 1:
        yield say("there are several groups of cards, and none has a second row")


def _askew(main: _Group, cards: Sequence[Card], leaning: Sequence[int]) -> Iterator[str]:
    """Yield a doubt for each card that leans too far to count but lies where a card of the pyramid
    could.
    """
    must, could = open_cells(_from_zero(main)) if leaning else ((), ())
    places = [_shifted(main).at(cell) for cell in (*must, *could)]
    for index in leaning:
        if any(
            np.linalg.norm(place - (cards[index].x, cards[index].y)) < POKER.height / 2
            for place in places
        ):
            yield say("a card at the pyramid is crooked")


def _from_zero(group: _Group) -> dict[Cell, int]:
    low = min(level for level, _ in group.cells)
    return {(level - low, half): index for (level, half), index in sorted(group.cells.items())}


def _shifted(group: _Group) -> Grid:
    low = min(level for level, _ in group.cells)
    return replace(group.grid, origin=group.grid.place((low, 0)))

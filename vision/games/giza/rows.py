"""Find which cards on the table are the pyramid, and the row and place of each (giza R6).

Cards are laid by hand: they touch, have gaps or overlap by a centimetre, and lean a few degrees.
Neighbours give the pattern, and a least-squares grid then has to agree with it. All else stays out
of the pyramid; if it looks like part of it, that is a doubt.

A cell is (level, half): level 0 is the lowest row, `half` counts half card widths from any card.
Lengths are mm in the table's frame, +y up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot
from typing import TypeAlias

import numpy as np

from companion.giza.deck import Deck
from companion.giza.pyramid import WIDTHS, Placed, Pyramid, Slot
from companion.language import say
from companion.layout import POKER, TOKEN
from vision.games.pose import Pose, clusters, pose, way
from vision.table.layout import Laid
from vision.table.pieces import overlap

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Limits:
    """How cards lie in a pyramid that was laid by hand; mm, if nothing else is said."""

    lean: float = 25.0  # degrees; a card that leans more isn't part of the rows
    stray: float = 18.0  # nor is one that lies further off the grid
    # A card in the pyramid may have been dropped on the one that belongs there if it lies so many
    # times as badly as most of them: never below the first of these limits, and always above the
    # second. Of 1,500 cards of easy photos none leans more than 5 degrees or is off by more.
    worse: float = 3.0
    crooked: tuple[float, float] = (5.0, 10.0)  # degrees
    askew: tuple[float, float] = (5.0, 10.0)  # mm off the grid
    on_card: float = 0.2  # share of a card over which another lies; neighbours overlap by 1 cm
    # off the grid, for a card that is in the base after a hole of one card
    hole_stray: float = 12.0
    hole_lean: float = 12.0  # degrees
    gap: float = 24.0  # between neighbours at most: 15 intended, the rest by accident
    off_slot: float = 21.0  # at most off a slot of the strip: a third of a card's width
    parted: float = 8.0  # least gap between two pyramids side by side
    parted_more: float = 5.0  # its least excess over gaps inside them
    token_on: float = 0.05  # share of a token on a card beside its centre: perhaps meant for that
    nearer: float = 8.0  # by which a token on two cards has to be nearer to one's centre
    half: tuple[float, float] = (27.0, 44.0)  # pitch of half a card
    row: tuple[float, float] = (62.0, 122.0)  # pitch of a row


LIMITS = Limits()
HALF, ROW = 34.0, 93.0  # usual pitch of half a card and of a row, mm


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of cells: (0, 0) is at `zero`; half a card is `half` mm, a row is `row` mm."""

    zero: Pose
    half: float = HALF
    row: float = ROW

    def at(self, cell: Cell) -> Pose:
        """Return where a card in a cell lies."""
        return Pose(self.zero.point(cell[1] * self.half, -cell[0] * self.row), self.zero.turn)

    def off(self, cell: Cell, card: Pose) -> float:
        """Return how far a card lies off a cell, in the direction where that is more, mm."""
        return max(map(abs, self.at(cell).local(card.at)))


@dataclass(frozen=True, slots=True)
class Rows:
    """The pyramid's cards by cell and those beside it, as indices, and doubts in words."""

    cells: Mapping[Cell, int]
    grid: Grid
    beside: tuple[int, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def low(self) -> int:
        """The lowest level, which isn't 0 while rows are being found."""
        return min(level for level, _ in self.cells)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len({level for level, _ in self.cells})

    @property
    def fits(self) -> bool:
        """Whether the cells fit into rows of 4, 3, 2, 1."""
        return slots([(level - self.low, half) for level, half in self.cells]) is not None


def find_rows(cards: Sequence[Pose]) -> Rows:
    """Sort cards into the pyramid's rows."""
    if not cards:
        return Rows({}, Grid(Pose(0j, 0.0)))
    # the angle at which most cards lean, -90 to 90 degrees; upside down counts as upright
    leans = np.array([(card.turn + 90) % 180 - 90 for card in cards])
    off = (leans - leans[:, None] + 90) % 180 - 90
    best = int(np.argmin(np.minimum(np.abs(off), 20).sum(1)))
    turn = float(leans[best] + off[best][np.abs(off[best]) < 12].mean())
    straight = [i for i, card in enumerate(cards) if _lean(card.turn - turn) <= LIMITS.lean]
    groups = [
        _group(cards, members, turn)
        for members in clusters(straight, lambda i, j: bool(offset(cards[i], cards[j], turn)))
    ]
    main, *others = sorted(groups, key=lambda group: (-group.height, -len(group.cells)))
    beside, doubts = [], [*main.doubts]
    if _is_two(main, cards):
        doubts.append(say("the photo shows two pyramids"))
    for other in others:
        if joined := _join(main, other, cards, turn):
            main = joined
            continue
        beside += sorted(other.cells.values())
        if other.height > 1 and len(other.cells) >= 3:
            doubts.append(say("the photo shows two pyramids"))
        elif main.height == 1:
            doubts.append(say("there are several groups of cards, and none has a second row"))
    cells = {(level - main.low, half): i for (level, half), i in sorted(main.cells.items())}
    grid = replace(main.grid, zero=main.grid.at((main.low, 0)))
    places = [grid.at(cell) for cell in (*holes(cells), *next_cells(cells))]
    for i, card in enumerate(cards):
        if i not in straight:
            beside.append(i)
            if any(abs(place.at - card.at) < POKER.height / 2 for place in places):
                doubts.append(say("a card at the pyramid is crooked"))
    return Rows(cells, grid, tuple(beside), tuple(doubts))


def slots(cells: Sequence[Cell]) -> dict[Cell, Slot] | None:
    """Return each cell's slot, as far left as possible; None if a pyramid can't hold them."""
    if not cells:
        return {}
    if not all(0 <= level < len(WIDTHS) for level, _ in cells):
        return None
    # by how many half places they have to move right, at least and at most, to become slots
    low = max(level - half for level, half in cells)
    high = min(level - half + 2 * (WIDTHS[level] - 1) for level, half in cells)
    if low > high or len({(level - half) % 2 for level, half in cells}) > 1:
        return None
    return {(level, half): (level, (half + low - level) // 2) for level, half in cells}


def holes(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Return cells without a card in which one must lie: below others, or between two in the base
    (giza R6).
    """
    taken, missing = set(cells), set[Cell]()
    while more := {below for cell in taken if cell[0] for below in under(cell)} - taken:
        missing |= more
        taken |= more
    base = [half for level, half in taken if level == 0]
    between = {(0, half) for half in range(min(base), max(base), 2)} if base else set()
    return tuple(sorted(missing | (between - taken)))


def next_cells(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Return the cells in which the next card could lie (giza R6), if there are no holes."""
    taken = {*cells, *holes(cells)}
    could = {(0, half + step) for level, half in taken if level == 0 for step in (-2, 2)}
    could |= {above for cell in taken for above in over(cell) if taken.issuperset(under(above))}
    return tuple(sorted(cell for cell in could - taken if slots([*taken, cell])))


def lower_cells(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Return the cells of a row below the lowest, if there is room: all may be unread."""
    row = {below for cell in cells if cell[0] == 0 for below in under(cell)}
    lifted = [(level + 1, half) for level, half in cells]
    return tuple(sorted(cell for cell in row if slots([*lifted, (0, cell[1])])))


def under(cell: Cell) -> tuple[Cell, Cell]:
    """Return the two cells that support this one."""
    return (cell[0] - 1, cell[1] - 1), (cell[0] - 1, cell[1] + 1)


def over(cell: Cell) -> tuple[Cell, Cell]:
    """Return the two cells that this one helps to support."""
    return (cell[0] + 1, cell[1] - 1), (cell[0] + 1, cell[1] + 1)


def _lean(degrees: float) -> float:
    """Return the angle from upright or upside down, 0 to 90 degrees."""
    return abs((degrees + 90) % 180 - 90)


def offset(one: Pose, other: Pose, turn: float) -> Cell | None:
    """Return the offset in cells from a card to its neighbour in rows that lean so, or None."""
    dx, down = Pose(one.at, turn).local(other.at)
    side = 1 if dx > 0 else -1
    if abs(down) <= 32 and 46 <= abs(dx) <= POKER.width + LIMITS.gap:
        return (0, 2 * side)
    if 58 <= abs(down) <= POKER.height + LIMITS.gap + 10 and 10 <= abs(dx) <= 58:
        return (1 if down < 0 else -1, side)
    return None


def _group(cards: Sequence[Pose], members: Sequence[int], turn: float) -> Rows:
    """Assign cells to a cluster's cards, from neighbour to neighbour, and fit the grid."""
    cell_of: dict[int, Cell] = {members[0]: (0, 0)}
    queue, torn = [members[0]], False
    for one in queue:
        for other in members:
            step = offset(cards[one], cards[other], turn)
            if not step:
                continue
            cell = (cell_of[one][0] + step[0], cell_of[one][1] + step[1])
            if other not in cell_of:
                cell_of[other] = cell
                queue.append(other)
            torn |= cell_of[other] != cell
    cells = {cell: index for index, cell in cell_of.items()}
    grid = _fit(cell_of, cards, turn)
    stray = max(grid.off(cell, cards[index]) for index, cell in cell_of.items())
    if torn or len(cells) < len(cell_of) or stray > LIMITS.stray:
        return Rows(cells, grid, doubts=(say("the cards aren't in clear rows"),))
    group = Rows(cells, grid)
    text = say("the pyramid has more cards than its rows of 4, 3, 2 and 1 can hold")
    return group if group.fits else replace(group, doubts=(text,))


def _fit(cell_of: Mapping[int, Cell], cards: Sequence[Pose], turn: float) -> Grid:
    """Fit a grid by least squares; what the cards leave open stays near its usual value."""
    upright = np.array([cards[i].at for i in cell_of]) * way(-turn)
    points = np.column_stack([upright.real, upright.imag])
    places = np.array([[half, level] for level, half in cell_of.values()], float)
    middle, mean = points.mean(0), places.mean(0)
    spread = places - mean
    firm, usual = np.array([[3.0, 1.5], [HALF, ROW]])
    pitch = ((spread * (points - middle)).sum(0) + firm * usual) / ((spread**2).sum(0) + firm)
    half = float(np.clip(pitch[0], *LIMITS.half))
    row = float(np.clip(pitch[1], *LIMITS.row))
    x, y = middle - mean * (half, row)
    return Grid(Pose(complex(x, y) * way(turn), turn), half, row)


def _join(main: Rows, other: Rows, cards: Sequence[Pose], turn: float) -> Rows | None:
    """Return both groups as one if the other continues the base after a hole of one card (R6, D).

    Groups of a single row aren't joined: they may be two players'.
    """
    cells, low = dict(main.cells), main.low
    across = {index: main.grid.zero.local(cards[index].at)[0] for index in other.cells.values()}
    for index in sorted(across, key=lambda index: abs(across[index])):
        base = [half for level, half in cells if level == low]
        half = base[0] + 2 * round((across[index] / main.grid.half - base[0]) / 2)
        off = main.grid.off((low, half), cards[index])
        far = not 2 <= min(abs(half - known) for known in base) <= 4
        if far or off > LIMITS.hole_stray or _lean(cards[index].turn - turn) > LIMITS.hole_lean:
            return None
        cells[low, half] = index
    joined = Rows(cells, _fit({i: cell for cell, i in cells.items()}, cards, turn))
    return joined if main.height > 1 and joined.fits else None


def _is_two(main: Rows, cards: Sequence[Pose]) -> bool:
    """Return whether a clear gap parts a group into two small pyramids of two rows or more."""
    at = {
        half: main.grid.zero.local(cards[i].at)[0]
        for (level, half), i in main.cells.items()
        if level == main.low
    }
    gaps = sorted(
        (at[after] - at[before] - POKER.width, after - 1) for before, after in pairwise(sorted(at))
    )
    if len(gaps) < 2 or gaps[-1][0] < max(LIMITS.parted, gaps[-2][0] + LIMITS.parted_more):
        return False
    halves = [
        {cell for cell in main.cells if (cell[1] > gaps[-1][1]) is right} for right in (False, True)
    ]
    return all(
        len({level for level, _ in cells}) > 1
        and all(cells.issuperset(under(cell)) for cell in cells if cell[0] > main.low)
        for cells in halves
    )


@dataclass(frozen=True, slots=True)
class Stack:
    """The pyramid by cells: the cards that were read with their tokens, and the holes among them.

    `where` has the slot of each, `stands` the index of each card's piece. `half` counts tokens that
    lie half on a card, or on two, and don't count; `away` is how many lie elsewhere.
    """

    where: Mapping[Cell, Slot]
    read: Mapping[Cell, Placed]
    stands: Mapping[Cell, int]
    holes: tuple[Cell, ...]
    half: Mapping[Cell, int]
    away: int

    @property
    def pyramid(self) -> Pyramid:
        """The cards that were read, in their slots."""
        pyramid = Pyramid()
        for cell, placed in self.read.items():
            pyramid = pyramid.put(self.where[cell], placed)
        return pyramid


def penguins_of(pieces: Sequence[Laid]) -> list[Laid]:
    """Return the penguin cards."""
    return [piece for piece in pieces if piece.kind == "penguin"]


def rows_of(pieces: Sequence[Laid]) -> Rows:
    """Return the penguin cards sorted into rows."""
    return find_rows(list(map(pose, penguins_of(pieces))))


def stacked(rows: Rows, pieces: Sequence[Laid], deck: Deck) -> Stack | None:
    """Return the pyramid; None if there are no rows, or they don't fit into rows of 4, 3, 2, 1."""
    missing = holes(rows.cells) if rows.cells else ()
    where = slots(sorted({*rows.cells, *missing}))
    if not rows.cells or where is None:
        return None
    numbers = [at for at, piece in enumerate(pieces) if piece.kind == "penguin"]
    stands = {cell: numbers[index] for cell, index in rows.cells.items()}
    cards: list[tuple[Cell | None, Pose]] = [
        *((cell, pose(pieces[at])) for cell, at in stands.items()),
        *((cell, rows.grid.at(cell)) for cell in missing),
        *((None, pose(pieces[at])) for at in numbers if at not in stands.values()),
    ]
    on, half, away = Counter[Cell](), Counter[Cell](), 0
    for token in (pose(piece) for piece in pieces if piece.kind == "token"):
        owners, touched = _owners(token, cards)
        if len(owners) == 1 and owners[0] is not None:
            on[owners[0]] += 1
        else:
            unclear = [cell for cell in stands if cell in (owners or touched)]
            half.update(unclear)
            away += not unclear
    read = {
        cell: Placed(deck.by_id[pieces[at].id], pieces[at].face == "back", on[cell])
        for cell, at in stands.items()
    }
    return Stack(where, read, stands, missing, half, away)


def _owners(
    token: Pose, cards: Sequence[tuple[Cell | None, Pose]]
) -> tuple[list[Cell | None], list[Cell | None]]:
    """Return the cards under a token's centre, one if it is clearly the nearest (giza R10), and
    those that it only touches.
    """
    far = []  # from the middles of the cards under the token's
    whole, touched = np.array(token.corners(TOKEN)), []
    for owner, card in cards:
        across, down = card.local(token.at)
        if abs(across) <= POKER.width / 2 and abs(down) <= POKER.height / 2:
            far.append((hypot(across, down), owner))
        elif overlap(whole, np.array(card.corners(POKER))) > LIMITS.token_on:
            touched.append(owner)
    limit = min((distance for distance, _ in far), default=0.0) + LIMITS.nearer
    return [owner for distance, owner in far if distance < limit], touched

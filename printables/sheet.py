"""Which piece lies where: copies packed into grids with shared cut lines, sheet after sheet.

Cards fill the frame in rows; smaller pieces go below or beside the last cards, so that no sheet is wasted. A grid
always starts at the frame's top left: cut lines are the same on every sheet, and a stack can be cut at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor

from companion.errors import PrintError
from companion.game import Piece
from companion.layout import Size
from printables.paper import Box

BLOCK_GAP = 13.0  # between two grids, mm: bleed and crop marks of both


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy `number` (from 1) of a piece."""

    piece: Piece
    number: int


@dataclass(frozen=True, slots=True)
class Block:
    """A grid of equal cells with shared cut lines, filled in rows; `origin` is its top left corner on the page."""

    origin: tuple[float, float]
    cell: Size
    columns: int
    copies: tuple[Copy, ...]

    @property
    def rows(self) -> int:
        """Rows begun."""
        return ceil(len(self.copies) / self.columns)

    @property
    def box(self) -> Box:
        """The whole grid, empty cells of the last row included."""
        columns = min(self.columns, len(self.copies))
        return Box(*self.origin, columns * self.cell.width, self.rows * self.cell.height)

    def trims(self) -> Iterator[tuple[Copy, Box]]:
        """Each copy and its trim."""
        x, y = self.origin
        for index, copy in enumerate(self.copies):
            row, column = divmod(index, self.columns)
            w, h = self.cell.width, self.cell.height
            yield copy, Box(x + column * w, y + row * h, w, h)


Sheet = tuple[Block, ...]


def copies_of(pieces: Iterable[Piece], copies: int = 1) -> tuple[Copy, ...]:
    """All copies to print when every piece is wanted `copies` times, numbered from 1 within each piece."""
    return tuple(Copy(piece, n + 1) for piece in pieces for n in range(piece.count * copies))


def lay_out(copies: Sequence[Copy], frame: Box) -> tuple[Sheet, ...]:
    """Pack all copies into sheets, larger ones first; raises `PrintError` for a piece larger than the frame."""
    sheets: list[list[Block]] = []
    free: list[Box] = []
    for cell, group in _by_size(copies):
        _check_size(group[0].piece, frame)
        done = 0
        while done < len(group):
            space = _best_space(free, cell, len(group) - done)
            if space is None:
                sheets.append([])
                free = [space := frame]
            block = _block(space, cell, group[done:])
            sheets[-1].append(block)
            free = [*_left_over(space, block), *(other for other in free if other is not space)]
            done += len(block.copies)
    return tuple(tuple(sheet) for sheet in sheets)


def _by_size(copies: Sequence[Copy]) -> Iterator[tuple[Size, Sequence[Copy]]]:
    def area(copy: Copy) -> tuple[float, float]:
        size = copy.piece.size
        return (-size.width * size.height, size.width)

    for _, group in groupby(sorted(copies, key=area), key=area):
        members = tuple(group)
        yield members[0].piece.size, members


def _capacity(space: Box, cell: Size) -> int:
    columns, rows = _fitting(space.width, cell.width), _fitting(space.height, cell.height)
    return columns * rows


def _fitting(length: float, step: float) -> int:
    return max(0, floor(length / step + 1e-6))


def _best_space(free: Sequence[Box], cell: Size, count: int) -> Box | None:
    """The first space that holds all that is left, else the roomiest one."""
    able = [space for space in free if _capacity(space, cell)]
    enough = (space for space in able if _capacity(space, cell) >= count)
    return next(enough, max(able, key=lambda space: _capacity(space, cell), default=None))


def _block(space: Box, cell: Size, group: Sequence[Copy]) -> Block:
    """As much of the group as the space holds, in even rows: 5 + 5 rather than 9 + 1."""
    placed = tuple(group[: _capacity(space, cell)])
    rows = ceil(len(placed) / _fitting(space.width, cell.width))
    return Block((space.x, space.y), cell, ceil(len(placed) / rows), placed)


def _left_over(space: Box, block: Block) -> Iterator[Box]:
    """The space below a block, then that beside its last row; the latter shares the last row's cut lines."""
    if space.bottom - block.box.bottom > BLOCK_GAP:
        yield Box.between(space.x, block.box.bottom + BLOCK_GAP, space.right, space.bottom)
    last = [trim for _, trim in block.trims()][-1]
    if last.right < space.right:
        yield Box.between(last.right, last.y, space.right, last.bottom)


def _check_size(piece: Piece, frame: Box) -> None:
    if not _capacity(frame, piece.size):
        size = f"{piece.size.width:g} x {piece.size.height:g} mm"
        room = f"{frame.width:g} x {frame.height:g} mm"
        raise PrintError(piece.id, f"{size} does not fit the sheet's {room}", remedy="print it on larger paper")

"""Packing: lays copies on sheets in blocks.

Cards fill the card frame in rows with shared cut lines; smaller pieces go below or beside the last
cards to save sheets. The grid of cards always starts at the frame's top left, so cut lines are the
same on every sheet and a stack can be cut at once. Other pieces are centred in the room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil
from typing import TypeAlias

from companion.errors import PrintError
from companion.game import Piece
from companion.layout import POKER, Size
from printables.draw.paths import SAME, Box, Shape, around
from printables.draw.pen import BLEED
from printables.sheets.panels import PANEL_GAP, Panel, split
from printables.sheets.paper import Frame, card_frame, fitting, rooms

BLOCK_GAP = 13.0  # between two grids, for the bleed and crop marks of both, mm
MIXED_GAP = 9.5  # between a grid and a piece without crop marks, mm
SHAPE_GAP = 2 * BLEED + 2  # between two pieces without crop marks: room for scissors, mm


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy `number` (from 1) of a piece, with its `shape` if not a rectangle, or its `panel`.

    `face` is the face on top; backs that are printed beside their fronts are separate copies.
    """

    piece: Piece
    number: int
    shape: Shape | None = None
    panel: Panel | None = None
    face: str = "front"

    @property
    def footprint(self) -> Size:
        """The space on a sheet, mm: the trim, or that of a panel with overlap and label."""
        return self.panel.footprint if self.panel else self.piece.size

    @property
    def two_sided(self) -> bool:
        """True if the piece has a back."""
        return "back" in self.piece.faces

    @property
    def apart(self) -> float | None:
        """The distance to similar pieces, mm; None if they may share cut lines."""
        if self.panel:
            return PANEL_GAP
        return SHAPE_GAP if self.shape else None

    def cut_in(self, cell: Box) -> Box:
        """Return the part of the footprint `cell` to cut out: trim and overlap, no label."""
        if self.panel is None:
            return cell
        trim, (right, down) = self.trim_in(cell), self.panel.overlap
        return Box(trim.x, trim.y, trim.width + right, trim.height + down)

    def trim_in(self, cell: Box) -> Box:
        """Return the trim of the piece within its footprint `cell`."""
        if self.panel is None:
            return cell
        return Box(cell.x, cell.y, self.panel.window.width, self.panel.window.height)


@dataclass(frozen=True, slots=True)
class Block:
    """Copies in the cells of a grid, `gap` mm apart, by rows from the top left.

    If `turned`, pieces are turned by 90 degrees clockwise.
    """

    cells: tuple[tuple[Copy, Box], ...]
    gap: float = 0
    turned: bool = False

    @property
    def first(self) -> Copy:
        """One of the copies; all are of the same size and kind."""
        return self.cells[0][0]

    @property
    def box(self) -> Box:
        """The area of the grid, empty cells of the last row included."""
        return around(cell for _, cell in self.cells)

    def moved(self, dx: float, dy: float) -> Block:
        """Return the block moved by (dx, dy) mm."""
        return replace(self, cells=tuple((copy, cell.moved(dx, dy)) for copy, cell in self.cells))


@dataclass(frozen=True, slots=True)
class PageSetup:
    """The pages to fill, with cards `gap` mm apart; two-sided pieces lie on one half of a fold."""

    page: Size
    folds: bool = False
    gap: float = 0

    def frames(self, copy: Copy) -> Iterator[tuple[Frame, ...]]:
        """Yield groups of frames for a copy, best first; of a group, the roomiest frame is used.

        The last are for two-sided pieces that are too large for half of a folded page.
        """
        for folded in (True, False) if self.folds and copy.two_sided else (False,):
            if copy.apart is None:
                yield (card_frame(self.page, folded=folded, gap=self.gap),)
            yield from rooms(self.page, folded=folded)

    @property
    def widest(self) -> list[Box]:
        """The rooms of a page that isn't folded."""
        return [frame.marked for tier in rooms(self.page) for frame in tier]


# a free area of a sheet: for pieces with crop marks, and for those without
Space: TypeAlias = tuple[Box, Box]


@dataclass(slots=True)
class Sheet:
    """One sheet of paper: blocks within a frame, and the areas that are still free."""

    frame: Frame
    blocks: list[Block] = field(default_factory=list)
    free: list[Space] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Fit:
    """The frame for a group of copies, and their arrangement in it."""

    frame: Frame
    turned: bool
    cell: Size
    gap: float
    loose: bool

    def grid(self, space: Space) -> tuple[int, int]:
        """Return the numbers of columns and rows that fit into an area."""
        box, cell = space[self.loose], self.cell
        return fitting(box.width, cell.width, self.gap), fitting(box.height, cell.height, self.gap)

    def capacity(self, space: Space) -> int:
        """Return the number of cells that fit into an area."""
        columns, rows = self.grid(space)
        return columns * rows

    def block(self, space: Space, group: Sequence[Copy]) -> Block:
        """Return a block of the copies that fit, in even rows: 5 + 5 rather than 9 + 1."""
        placed, start = group[: self.capacity(space)], space[self.loose]
        columns = ceil(len(placed) / ceil(len(placed) / self.grid(space)[0]))
        cell, cells = Box(start.x, start.y, self.cell.width, self.cell.height), []
        for index, copy in enumerate(placed):
            row, column = divmod(index, columns)
            right, down = column * (cell.width + self.gap), row * (cell.height + self.gap)
            cells.append((copy, cell.moved(right, down)))
        return Block(tuple(cells), self.gap, self.turned)


def copies_of(
    pieces: Iterable[Piece],
    copies: int = 1,
    shape: Callable[[Piece], Shape | None] = lambda _: None,
) -> tuple[Copy, ...]:
    """Return all copies to print, numbered from 1 within each piece."""
    return tuple(
        Copy(piece, number + 1, outline)
        for piece in pieces
        for outline in (shape(piece),)
        for number in range(piece.count * copies)
    )


def in_panels(copies: Iterable[Copy], setup: PageSetup) -> Iterator[Copy]:
    """Yield the copies, those that are too large for any frame split into panels.

    Raises `PrintError` for a shaped piece, which can't be split, and for tags on a seam.
    """
    for copy in copies:
        try:
            _find_fit(copy, setup)
        except PrintError:
            if copy.shape:
                raise
            for part, panel in split(copy.piece, setup.widest):
                yield Copy(part, copy.number, panel=panel)
        else:
            yield copy


def lay_out(copies: Iterable[Copy], setup: PageSetup) -> tuple[Sheet, ...]:
    """Pack all copies into sheets, larger ones first, in panels where they are too large.

    Raises `PrintError` for a piece that can't be split.
    """

    def likeness(copy: Copy) -> tuple[float, ...]:
        """Return what copies that can share a block have in common."""
        size = copy.footprint
        return (-size.width * size.height, size.width, copy.apart or 0, copy.two_sided)

    def packed(groups: Sequence[tuple[Copy, ...]]) -> list[Sheet]:
        sheets: list[Sheet] = []
        for group in groups:
            _fill(sheets, group, _find_fit(group[0], setup))
        return sheets

    parts = sorted(in_panels(copies, setup), key=likeness)
    groups = [tuple(group) for _, group in groupby(parts, key=likeness)]
    # or with one sort of pieces before all others, if that takes fewer sheets
    orders = [
        groups,
        *([group, *(each for each in groups if each is not group)] for group in groups[1:]),
    ]
    sheets = min(map(packed, orders), key=len)
    for sheet in sheets:
        # Centre the blocks, because errors of scale are smallest there; cards stay on their grid.
        if sheet.frame.room or sheet.blocks[0].first.footprint != POKER:
            middle = around(block.box for block in sheet.blocks).centre
            target = sheet.frame.marked.centre
            dx, dy = target[0] - middle[0], target[1] - middle[1]
            sheet.blocks = [block.moved(dx, dy) for block in sheet.blocks]
    return tuple(sheets)


def _find_fit(copy: Copy, setup: PageSetup) -> _Fit:
    """Return the first frame that holds the copy, upright if possible; raises `PrintError`."""
    size, loose = copy.footprint, copy.shape is not None
    gap = setup.gap if copy.apart is None else copy.apart
    for tier in setup.frames(copy):
        ways = [
            _Fit(frame, turned, Size(size.height, size.width) if turned else size, gap, loose)
            for turned in ((False, True) if tier[0].room and not copy.panel else (False,))
            for frame in tier
        ]
        best = max(ways, key=lambda way: way.capacity(_space(way.frame)))
        if best.capacity(_space(best.frame)):
            return best
    room = max(setup.widest, key=lambda space: space.width * space.height)
    problem = (
        f"{size.width:g} x {size.height:g} mm does not fit the sheet's "
        f"{room.width:.0f} x {room.height:.0f} mm"
    )
    raise PrintError(copy.piece.id, problem, remedy="print it on larger paper")


def _space(frame: Frame) -> Space:
    return (frame.marked, frame.loose)


def _fill(sheets: list[Sheet], group: Sequence[Copy], fit: _Fit) -> None:
    """Lay a group into the free areas of the sheets, and onto new sheets as needed."""
    rest = group

    def held(pair: tuple[Sheet, Space]) -> int:
        return fit.capacity(pair[1])

    while rest:
        # the first free area that holds all, else the one that holds most, else a new sheet
        pages = (sheet for sheet in sheets if sheet.frame.folded == fit.frame.folded)
        able = [pair for sheet in pages for space in sheet.free if held(pair := (sheet, space))]
        if not able:
            able = [(Sheet(fit.frame), _space(fit.frame))]
            sheets.append(able[0][0])
        enough = (pair for pair in able if held(pair) >= len(rest))
        sheet, space = next(enough, max(able, key=held))
        block = fit.block(space, rest)
        sheet.blocks.append(block)
        frame = sheet.frame  # further pieces need space for bleed and marks
        if frame.room:
            frame = rooms(frame.page, folded=frame.folded)[0][0 if frame.level else 1]
        left_over = [
            (marked.cut(frame.marked), loose.cut(frame.loose))
            for marked, loose in _left_over(space, block)
        ]
        sheet.free = [*left_over, *(other for other in sheet.free if other is not space)]
        rest = rest[len(block.cells) :]


def _left_over(space: Space, block: Block) -> Iterator[Space]:
    """Yield the areas below a block, beside its last row, and beside the rows above.

    Beside even rows of shaped pieces, which share no cut lines, is one area as high as the sheet.
    """
    last, box = block.cells[-1][1], block.box
    even = block.first.shape is not None and last.right > box.right - SAME

    def areas(free: Box, gap: float, step: float) -> Iterator[Box]:
        if even:
            yield Box.between(free.x, box.bottom + gap, box.right, free.bottom)
            yield Box.between(box.right + gap, free.y, free.right, free.bottom)
            return
        yield Box.between(free.x, box.bottom + gap, free.right, free.bottom)
        # `block.gap` is the gap to the row above
        top, low = last.y + step - block.gap, min(last.bottom, free.bottom)
        yield Box.between(last.right + step, top, free.right, low)
        yield Box.between(box.right + gap, free.y, free.right, last.y - gap)

    gap = SHAPE_GAP if block.first.shape else BLOCK_GAP
    # Where cut lines are shared, pieces beside the last row share that row's lines.
    apart = MIXED_GAP if block.first.shape else BLOCK_GAP
    step = block.gap if block.first.apart is None else apart
    marked, loose = areas(space[0], apart, step), areas(space[1], gap, gap)
    return zip(marked, loose, strict=True)

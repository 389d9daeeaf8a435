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

from companion.errors import PrintError
from companion.game import Piece
from companion.layout import POKER, Size
from printables.draw.boxes import Box, around
from printables.draw.paths import Shape
from printables.draw.pen import BLEED
from printables.sheets.panels import PANEL_GAP, Panel, split
from printables.sheets.paper import Frame, card_frame, fitting, rooms

BLOCK_GAP = 13.0  # between two grids, for the bleed and crop marks of both, mm
SHAPE_GAP = 2 * BLEED + 1  # between two pieces without crop marks, mm


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
    """A grid of equal cells, `gap` mm apart, filled by rows from its top left corner `origin`.

    `cell` is its size on the page: if `turned`, pieces are turned by 90 degrees clockwise.
    """

    origin: tuple[float, float]
    cell: Size
    columns: int
    copies: tuple[Copy, ...]
    gap: float = 0
    turned: bool = False

    @property
    def rows(self) -> int:
        """The number of rows, including an incomplete last one."""
        return ceil(len(self.copies) / self.columns)

    @property
    def box(self) -> Box:
        """The area of the grid, empty cells of the last row included."""
        columns = min(self.columns, len(self.copies))
        width, height = self.cell.width + self.gap, self.cell.height + self.gap
        return Box(*self.origin, columns * width - self.gap, self.rows * height - self.gap)

    @property
    def loose(self) -> bool:
        """True if its pieces have no crop marks."""
        return self.copies[0].shape is not None

    def cells(self) -> Iterator[tuple[Copy, Box]]:
        """Each copy and its cell."""
        x, y = self.origin
        w, h = self.cell.width, self.cell.height
        for index, copy in enumerate(self.copies):
            row, column = divmod(index, self.columns)
            yield copy, Box(x + column * (w + self.gap), y + row * (h + self.gap), w, h)

    def moved(self, dx: float, dy: float) -> Block:
        """Return the block moved by (dx, dy) mm."""
        return replace(self, origin=(self.origin[0] + dx, self.origin[1] + dy))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of paper: blocks within a frame."""

    frame: Frame
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PageSetup:
    """The pages to fill, of size `page`; if it `folds`, two-sided pieces lie on one half.

    Cards lie `gap` mm apart.
    """

    page: Size
    folds: bool = False
    gap: float = 0

    def frames(self, copy: Copy) -> Iterator[tuple[Frame, ...]]:
        """Yield groups of frames for a copy, best first; of a group, the roomiest frame is used.

        Two-sided pieces that are too large for half of a folded page get separate pages for front
        and back.
        """
        for folded in (True, False) if self.folds and copy.two_sided else (False,):
            if copy.apart is None:
                yield (card_frame(self.page, folded=folded, gap=self.gap),)
            yield from rooms(self.page, folded=folded)


@dataclass(frozen=True, slots=True)
class _Space:
    """A free area of a sheet, for pieces with crop marks (`marked`) and without (`loose`)."""

    marked: Box
    loose: Box

    def cut(self, other: _Space) -> _Space:
        """Return the intersection of the two areas."""
        return _Space(self.marked.cut(other.marked), self.loose.cut(other.loose))


@dataclass(slots=True)
class _OpenSheet:
    """A sheet being filled."""

    frame: Frame
    free: list[_Space]
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Fit:
    """The frame for a group of copies, and their arrangement in it."""

    frame: Frame
    turned: bool
    cell: Size
    gap: float
    loose: bool

    def capacity(self, space: Box) -> int:
        """Return the number of cells that fit into an area."""
        return self._columns(space) * fitting(space.height, self.cell.height, self.gap)

    def within(self, space: _Space) -> Box:
        """Return the part of an area that this group may use."""
        return space.loose if self.loose else space.marked

    def block(self, space: Box, group: Sequence[Copy]) -> Block:
        """Return a block of the copies that fit, in even rows: 5 + 5 rather than 9 + 1."""
        placed = tuple(group[: self.capacity(space)])
        rows = ceil(len(placed) / self._columns(space))
        return Block(
            (space.x, space.y), self.cell, ceil(len(placed) / rows), placed, self.gap, self.turned
        )

    def _columns(self, space: Box) -> int:
        return fitting(space.width, self.cell.width, self.gap)


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
        if _find_fit(copy, setup):
            yield copy
            continue
        widest = [frame.marked for tier in rooms(setup.page) for frame in tier]
        if copy.shape:
            raise _too_large(copy.piece, widest)
        for piece, panel in split(copy.piece, widest):
            yield Copy(piece, copy.number, panel=panel)


def lay_out(copies: Sequence[Copy], setup: PageSetup) -> tuple[Sheet, ...]:
    """Pack all copies into sheets, larger ones first; raises `PrintError` if one is too large."""
    sheets: list[_OpenSheet] = []

    def likeness(copy: Copy) -> tuple[float, ...]:
        """Return what copies that can share a block have in common."""
        size = copy.footprint
        return (-size.width * size.height, size.width, copy.apart or 0, copy.two_sided)

    for _, group in groupby(sorted(copies, key=likeness), key=likeness):
        alike = tuple(group)
        fit = _find_fit(alike[0], setup)
        if fit is None:
            widest = [frame.marked for tier in rooms(setup.page) for frame in tier]
            raise _too_large(alike[0].piece, widest)
        _fill(sheets, alike, fit)
    return tuple(_centre(sheet) for sheet in sheets)


def _find_fit(copy: Copy, setup: PageSetup) -> _Fit | None:
    """Return the first frame that holds the copy, upright if possible, or None."""
    size, loose = copy.footprint, copy.shape is not None
    gap = setup.gap if copy.apart is None else copy.apart
    for tier in setup.frames(copy):
        ways = [
            _Fit(frame, turned, Size(size.height, size.width) if turned else size, gap, loose)
            for turned in ((False, True) if tier[0].room and not copy.panel else (False,))
            for frame in tier
        ]
        best = max(ways, key=lambda way: way.capacity(way.within(_space(way.frame))))
        if best.capacity(best.within(_space(best.frame))):
            return best
    return None


def _space(frame: Frame) -> _Space:
    return _Space(frame.marked, frame.loose)


def _fill(sheets: list[_OpenSheet], group: Sequence[Copy], fit: _Fit) -> None:
    """Lay a group into the free areas of the sheets, and onto new sheets as needed."""
    rest = group

    def held(pair: tuple[_OpenSheet, _Space]) -> int:
        return fit.capacity(fit.within(pair[1]))

    while rest:
        # the first free area that holds all, else the one that holds most, else a new sheet
        pages = (sheet for sheet in sheets if sheet.frame.folded == fit.frame.folded)
        able = [pair for sheet in pages for space in sheet.free if held(pair := (sheet, space))]
        if not able:
            able = [(_OpenSheet(fit.frame, []), _space(fit.frame))]
            sheets.append(able[0][0])
        enough = (pair for pair in able if held(pair) >= len(rest))
        sheet, space = next(enough, max(able, key=held))
        block = fit.block(fit.within(space), rest)
        sheet.blocks.append(block)
        frame = sheet.frame  # further pieces need space for bleed and marks
        if frame.room:
            frame = rooms(frame.page, folded=frame.folded)[0][0 if frame.level else 1]
        left_over = (free.cut(_space(frame)) for free in _left_over(space, block))
        sheet.free = [*left_over, *(other for other in sheet.free if other is not space)]
        rest = rest[len(block.copies) :]


def _left_over(space: _Space, block: Block) -> Iterator[_Space]:
    """Yield the areas below a block, beside its last row, and beside the rows above."""
    last, box = [cell for _, cell in block.cells()][-1], block.box

    def areas(free: Box, gap: float, step: float) -> Iterator[Box]:
        yield Box.between(free.x, box.bottom + gap, free.right, free.bottom)
        # `block.gap` is the gap to the row above
        top, low = last.y + step - block.gap, min(last.bottom, free.bottom)
        yield Box.between(last.right + step, top, free.right, low)
        yield Box.between(box.right + gap, free.y, free.right, last.y - gap)

    loose = SHAPE_GAP if block.loose else BLOCK_GAP
    # Where cut lines are shared, pieces beside the last row share that row's lines.
    step = block.gap if block.copies[0].apart is None else BLOCK_GAP
    marked = areas(space.marked, BLOCK_GAP, step)
    for pair in zip(marked, areas(space.loose, loose, loose), strict=True):
        if any(min(box.width, box.height) > 0 for box in pair):
            yield _Space(*pair)


def _centre(sheet: _OpenSheet) -> Sheet:
    """Centre the blocks, because errors of scale are smallest there; cards stay on their grid."""
    if not sheet.frame.room and sheet.blocks[0].cell == POKER:
        return Sheet(sheet.frame, tuple(sheet.blocks))
    middle, target = (around(block.box for block in sheet.blocks).centre, sheet.frame.marked.centre)
    dx, dy = target[0] - middle[0], target[1] - middle[1]
    return Sheet(sheet.frame, tuple(block.moved(dx, dy) for block in sheet.blocks))


def _too_large(piece: Piece, spaces: Iterable[Box]) -> PrintError:
    size = f"{piece.size.width:g} x {piece.size.height:g} mm"
    room = max(spaces, key=lambda space: space.width * space.height)
    problem = f"{size} does not fit the sheet's {room.width:.0f} x {room.height:.0f} mm"
    return PrintError(piece.id, problem, remedy="print it on larger paper")

"""Imposition: sheets of fronts become printed pages whose backs fall behind their fronts.

Four ways, `SIDES`. A duplex printer turns the sheet over its `long` or `short` edge; `gutterfold`
prints one side and folds it; `single` prints backs on pages of their own. Every way says where a
front's trim lies on its back page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.errors import PrintError, UsageError
from companion.game import Piece
from companion.language import Phrase, say
from companion.layout import Size
from companion.manifest import Manifest, PrintedPiece
from printables.draw.boxes import Box, around, whole
from printables.draw.paths import Point
from printables.draw.pen import BLEED
from printables.sheets.frames import MARKS, Frame, card_frame
from printables.sheets.packing import Block, Copy, Desk, Sheet, in_panels, lay_out
from printables.sheets.paper import EDGE, Paper

Rotation: TypeAlias = Literal[0, 90, 180, 270]
Duplex: TypeAlias = Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
# x of upright cut lines, y of level ones
Lines: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]

INDEX = "index"


@dataclass(frozen=True, slots=True)
class Sides:
    """One way to print both sides.

    `duplex` is the PDF viewer preference, `hint` what to do at the printer. Where `folded`,
    two-sided pieces lie on both halves of a page; `cut_apart` says that backs are cut out too and
    so need crop marks.
    """

    slug: str
    duplex: Duplex
    hint: Phrase
    folded: bool = False
    cut_apart: bool = False

    def behind(self, trim: Box, page: Size, rotation: Rotation = 0) -> tuple[Box, Rotation]:
        """Where on its page the back of a trim goes, and how far it is turned.

        A page that lies on its side is turned over about its level axis when the paper flips on its
        long edge.
        """
        if self.cut_apart:
            return trim, rotation
        mirrored = trim.mirrored(page.width)
        if self.duplex == "Simplex" or (self.duplex == "DuplexFlipLongEdge") == (
            page.height >= page.width
        ):
            return mirrored, _TURNS[-rotation % 360]
        return mirrored.turned(page), _TURNS[(180 - rotation) % 360]

    def pages(self, paper: Paper) -> tuple[Size, Size]:
        """Both ways to read the paper, the preferred one first: upright, or with a shorter fold."""
        return (paper.sideways, paper.size) if self.folded else (paper.size, paper.sideways)


_TURNS: dict[int, Rotation] = {0: 0, 90: 90, 180: 180, 270: 270}

SIDES = {
    sides.slug: sides
    for sides in (
        Sides("long", "DuplexFlipLongEdge", say("both sides, flip on the long edge")),
        Sides("short", "DuplexFlipShortEdge", say("both sides, flip on the short edge")),
        Sides(
            "gutterfold",
            "Simplex",
            say("one side: fold on the dashes, glue, then cut"),
            folded=True,
        ),
        Sides(
            "single",
            "Simplex",
            say("one side: fronts and backs on separate sheets"),
            cut_apart=True,
        ),
    )
}


def find_sides(slug: str) -> Sides:
    """The way called `slug`; raises `UsageError` for one that we do not know."""
    if slug not in SIDES:
        raise UsageError(
            slug, "no such way to print both sides", remedy=f"use one of: {', '.join(SIDES)}"
        )
    return SIDES[slug]


@dataclass(frozen=True, slots=True)
class Placement:
    """One face on a page.

    `art` is the box that its picture may fill: the trim and what bleed there is room for. `cut` is
    what is cut out: the trim, and the overlap of a panel. `rotation` is clockwise.
    """

    copy: Copy
    face: str
    trim: Box
    rotation: Rotation
    art: Box
    cut: Box

    @property
    def piece(self) -> Piece:
        """The piece that it is a copy of."""
        return self.copy.piece


@dataclass(frozen=True, slots=True)
class Page:
    """One printed side of paper, of sheet `sheet` (from 1; 0 is the index).

    `side` is what lies on it: "front", "back", "sheet" for both, or "index". `size` is that of the
    page as it is read, in whose frame all lies. `grids` are the blocks whose cut lines get crop
    marks, each as its columns' x and its rows' y. `frame` says where its small print runs, and
    whether it is folded.
    """

    number: int
    sheet: int
    side: str
    size: Size
    placements: tuple[Placement, ...]
    grids: tuple[Lines, ...]
    frame: Frame

    @property
    def cut_out(self) -> bool:
        """Whether pieces are cut out along guides on this side; the other side has none."""
        return bool(self.placements) and (self.side != "back" or bool(self.grids))

    @property
    def sideways(self) -> bool:
        """Whether the page is wider than high, so that it is printed turned counter-clockwise by 90
        degrees.
        """
        return self.size.width > self.size.height

    @property
    def printed(self) -> Size:
        """The page of the PDF, which is upright: drivers turn any other by 90 degrees, some one
        way, some the other.
        """
        return Size(self.size.height, self.size.width) if self.sideways else self.size

    def on_print(self, point: Point) -> Point:
        """Where a point of the page comes to lie on the page of the PDF.

        >>> page = Page(1, 1, "front", Size(297, 210), (), (), card_frame(Size(297, 210)))
        >>> page.on_print((290, 10))
        (10, 7)
        """
        return (point[1], self.size.width - point[0]) if self.sideways else point


def impose(
    copies: Sequence[Copy], paper: Paper, sides: Sides, *, bleed: bool = False, index: bool = False
) -> tuple[Page, ...]:
    """All pages in the order of printing, on the paper read in the way that takes fewer sheets.

    With `bleed` cards lie apart; with `index` the first page, which is read upright, is left for
    it. Raises `PrintError` for a piece that does not fit.
    """
    found: list[tuple[Page, ...]] = []
    troubles: list[PrintError] = []
    for page in sides.pages(paper):
        desk = Desk(page, sides.folded, 2 * BLEED if bleed else 0)
        try:
            found.append(_pages(tuple(in_panels(copies, desk)), desk, sides, index=index))
        except PrintError as error:
            troubles.append(error)
    if not found:
        raise troubles[0]
    return min(found, key=lambda pages: sheets_of_paper(pages, sides))


def manifest(pages: Sequence[Page], game: str, deck: str, paper: Paper) -> Manifest:
    """What stands where on these pages, for whoever reads photos of them."""
    pieces = tuple(_printed(page, placement) for page in pages for placement in page.placements)
    return Manifest(
        game, deck, paper.slug, (pages[0].printed.width, pages[0].printed.height), pieces
    )


def duplex(pages: Sequence[Page], sides: Sides) -> Duplex:
    """How the printer is to turn the paper: not at all where no piece has a back."""
    return sides.duplex if any(page.side == "back" for page in pages) else "Simplex"


def sheets_of_paper(pages: Sequence[Page], sides: Sides) -> int:
    """How many sheets of paper the printer takes in."""
    return len(pages) if duplex(pages, sides) == "Simplex" else len({page.sheet for page in pages})


def _pages(copies: Sequence[Copy], desk: Desk, sides: Sides, *, index: bool) -> tuple[Page, ...]:
    pages = [
        replace(page, sheet=number)
        for number, sheet in enumerate(_sheets(copies, desk, sides), start=1)
        for page in _pages_of(sheet, sides)
    ]
    if index:
        size = Size(*sorted((desk.page.width, desk.page.height)))
        pages.insert(0, Page(0, 0, INDEX, size, (), (), card_frame(size)))
    if duplex(pages, sides) != "Simplex":
        pages = list(_with_blank_backs(pages))
    return tuple(replace(page, number=number) for number, page in enumerate(pages, start=1))


def _sheets(copies: Sequence[Copy], desk: Desk, sides: Sides) -> tuple[Sheet, ...]:
    """Sheets of fronts; backs that are cut out as well lie beside them where one sheet holds it
    all.
    """
    backs = [replace(copy, face="back") for copy in copies if copy.two_sided]
    if sides.cut_apart and backs and not any(copy.panel for copy in copies):
        together = lay_out((*copies, *backs), desk)
        if len(together) == 1:
            return together
    return lay_out(copies, desk)


def _with_blank_backs(pages: Sequence[Page]) -> Iterator[Page]:
    """Every sheet with two pages: a missing one would pull the next front behind this one."""
    backs = {page.sheet for page in pages if page.side == "back"}
    for page in pages:
        yield page
        if page.sheet not in backs:
            yield replace(page, side="back", placements=(), grids=())


def _pages_of(sheet: Sheet, sides: Sides) -> Iterator[Page]:
    frame = sheet.frame
    if sides.folded and not frame.folded:
        sides = SIDES["single"]  # pieces without backs, or too large for half a page
    fronts = [spot for block in sheet.blocks for spot in _spots(block)]
    beside = any(spot.face == "back" for spot in fronts)
    backs = (
        []
        if beside
        else [_behind(spot, frame.page, sides) for spot in fronts if spot.copy.two_sided]
    )
    grids = tuple(lines for block in sheet.blocks for lines in _cut_lines(block, "front"))
    front, back = (_placed(fronts, frame, sides, "front"), _placed(backs, frame, sides, "back"))
    if frame.folded:
        yield Page(0, 0, "sheet", frame.page, front + back, grids, frame)
        return
    yield Page(0, 0, "sheet" if beside else "front", frame.page, front, grids, frame)
    if back:
        behind = tuple(lines for block in sheet.blocks for lines in _cut_lines(block, "back"))
        yield Page(0, 0, "back", frame.page, back, behind if sides.cut_apart else (), frame)


@dataclass(frozen=True, slots=True)
class _Spot:
    """One face before its bleed is known."""

    copy: Copy
    face: str
    trim: Box
    rotation: Rotation
    cut: Box


def _spots(block: Block) -> Iterator[_Spot]:
    for copy, cell in block.cells():
        yield _Spot(
            copy, copy.face, copy.trim_in(cell), 90 if block.turned else 0, copy.cut_in(cell)
        )


def _behind(spot: _Spot, page: Size, sides: Sides) -> _Spot:
    """The back of a front; a panel's has no overlap, for that is glued under its neighbour."""
    trim, rotation = sides.behind(spot.trim, page, spot.rotation)
    return _Spot(spot.copy, "back", trim, rotation, trim)


def _placed(spots: Sequence[_Spot], frame: Frame, sides: Sides, face: str) -> tuple[Placement, ...]:
    printable = _printable(frame, sides, face)
    cuts = [spot.cut for spot in spots]
    return tuple(
        Placement(
            spot.copy, spot.face, spot.trim, spot.rotation, _art(spot, cuts, printable), spot.cut
        )
        for spot in spots
    )


def _printable(frame: Frame, sides: Sides, face: str) -> Box:
    """Where art may lie: a page that gets crop marks leaves room for them, and no art crosses the
    fold.
    """
    marked = face == "front" or sides.cut_apart
    room = whole(frame.page).grown(-EDGE - (MARKS if marked else 0)).cut(frame.reach)
    fold = frame.page.width / 2
    if frame.folded and face == "front":
        return Box.between(room.x, room.y, fold - MARKS, room.bottom)
    if frame.folded:
        return Box.between(fold + MARKS, room.y, room.right, room.bottom)
    return room


def _art(spot: _Spot, cuts: Sequence[Box], printable: Box) -> Box:
    """What is cut out and its bleed, which stops at a neighbour: shared cut lines have none."""
    cut = spot.cut
    left, top, right, bottom = (cut.x - BLEED, cut.y - BLEED, cut.right + BLEED, cut.bottom + BLEED)
    if _taken(Box.between(left, cut.y, cut.x, cut.bottom), cuts):
        left = cut.x
    if (
        _taken(Box.between(cut.right, cut.y, right, cut.bottom), cuts)
        or cut.right > spot.trim.right
    ):
        right = cut.right
    if _taken(Box.between(left, top, right, cut.y), cuts):
        top = cut.y
    if _taken(Box.between(left, cut.bottom, right, bottom), cuts) or cut.bottom > spot.trim.bottom:
        bottom = cut.bottom
    return around((Box.between(left, top, right, bottom).cut(printable), cut))


def _taken(space: Box, cuts: Sequence[Box]) -> bool:
    return any(space.overlaps(cut) for cut in cuts)


def _cut_lines(block: Block, face: str) -> Iterator[Lines]:
    """The lines that a block is cut along; none for shaped pieces, whose outline is drawn."""
    if block.loose:
        return
    if block.copies[0].panel:
        boxes = [
            copy.cut_in(cell) if face == "front" else copy.trim_in(cell)
            for copy, cell in block.cells()
        ]
        yield from (((box.x, box.right), (box.y, box.bottom)) for box in boxes)
        return
    cells = [cell for _, cell in block.cells()]
    columns, rows = cells[: block.columns], cells[:: block.columns]
    yield (
        _distinct(edge for cell in columns for edge in (cell.x, cell.right)),
        _distinct(edge for cell in rows for edge in (cell.y, cell.bottom)),
    )


def _distinct(edges: Iterator[float]) -> tuple[float, ...]:
    """Edges in order, those of neighbours that share a line only once."""
    found: list[float] = []
    for edge in edges:
        if not found or edge - found[-1] > 1e-6:
            found.append(edge)
    return tuple(found)


def _printed(page: Page, placed: Placement) -> PrintedPiece:
    box, rotation, piece = placed.trim, placed.rotation, placed.piece
    trim = (box.x, box.y, box.width, box.height)
    if page.sideways:
        trim, rotation = (
            (*page.on_print((box.right, box.y)), box.height, box.width),
            _TURNS[(rotation + 270) % 360],
        )
    return PrintedPiece(
        piece.id,
        piece.kind,
        placed.face,
        placed.copy.number,
        page.number,
        trim,
        rotation,
        tuple(piece.faces[placed.face]),
    )

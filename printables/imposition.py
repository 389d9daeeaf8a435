"""Imposition: sheets of fronts become printed pages whose backs fall behind their fronts.

Four ways, `SIDES`. A duplex printer turns the sheet over its `long` or `short` edge; `gutterfold` prints one side
and folds it; `single` prints backs on pages of their own. Every way says where a front's trim lies on its back page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.errors import UsageError
from companion.game import Piece
from companion.layout import POKER, Size
from companion.manifest import Manifest, PrintedPiece
from printables.paper import EDGE, Box, Paper, whole
from printables.pen import BLEED
from printables.sheet import Copy, Sheet, lay_out

Rotation: TypeAlias = Literal[0, 180]

MARK_OFFSET = 0.3  # between art and crop mark, mm
MARK_SHORTEST = 2.0  # art gives way to a crop mark of this length where the margin is narrow
GUTTER = BLEED + MARK_OFFSET + MARK_SHORTEST + 0.2  # between cards and the fold


@dataclass(frozen=True, slots=True)
class Sides:
    """One way to print both sides.

    `duplex` is the PDF viewer preference, `hint` what to do at the printer, `behind` where on its page the back of a
    trim goes and how far it is turned. `cards` are the columns and rows of poker cards on a page (on a half of it where
    `folded`); `cut_apart` says that backs are cut out too and so need crop marks.
    """

    slug: str
    duplex: Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
    hint: str
    behind: Callable[[Box, Size], tuple[Box, Rotation]]
    cards: tuple[int, int] = (3, 3)
    folded: bool = False
    cut_apart: bool = False

    def page(self, paper: Paper) -> Size:
        """The page's size as it is read."""
        return paper.sideways if self.folded else paper.size

    def frame(self, paper: Paper) -> Box:
        """Where fronts may lie: a grid of poker cards, centred, or at the left of the fold."""
        page = self.page(paper)
        width, height = self.cards[0] * POKER.width, self.cards[1] * POKER.height
        x = page.width / 2 - GUTTER - width if self.folded else (page.width - width) / 2
        return Box(x, (page.height - height) / 2, width, height)


SIDES = {
    sides.slug: sides
    for sides in (
        Sides("long", "DuplexFlipLongEdge", "both sides, flip on the long edge",
              lambda trim, page: (trim.mirrored(page.width), 0)),
        Sides("short", "DuplexFlipShortEdge", "both sides, flip on the short edge",
              lambda trim, page: (trim.mirrored(page.width).turned(page), 180)),
        Sides("gutterfold", "Simplex", "one side, fold along the dashed line, glue, then cut",
              lambda trim, page: (trim.mirrored(page.width), 0), cards=(2, 2), folded=True),
        Sides("single", "Simplex", "one side: fronts and backs on sheets of their own",
              lambda trim, _: (trim, 0), cut_apart=True),
    )
}  # fmt: skip


def find_sides(slug: str) -> Sides:
    """The way called `slug`; raises `UsageError` for one that we do not know."""
    if slug not in SIDES:
        raise UsageError(slug, "no such way to print both sides", remedy=f"use one of: {', '.join(SIDES)}")
    return SIDES[slug]


@dataclass(frozen=True, slots=True)
class Placement:
    """One face on a page. `art` is the box that its picture may fill: the trim and what bleed there is room for."""

    copy: Copy
    face: str
    trim: Box
    rotation: Rotation
    art: Box

    @property
    def piece(self) -> Piece:
        """The piece that it is a copy of."""
        return self.copy.piece


@dataclass(frozen=True, slots=True)
class Page:
    """One printed side of paper, of sheet `sheet` (from 1).

    `side` is what lies on it: "front", "back", or "sheet" for both. `grids` are the blocks whose cut lines get crop
    marks, each as its columns' x and its rows' y.
    """

    number: int
    sheet: int
    side: str
    size: Size
    placements: tuple[Placement, ...]
    grids: tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]


def impose(copies: Sequence[Copy], paper: Paper, sides: Sides) -> tuple[Page, ...]:
    """All pages in the order of printing; raises `PrintError` for a piece that does not fit."""
    pages: list[Page] = []
    for sheet, blocks in enumerate(lay_out(copies, sides.frame(paper)), start=1):
        for page in _pages_of(blocks, paper, sides):
            pages.append(replace(page, number=len(pages) + 1, sheet=sheet))
    return tuple(pages)


def manifest(pages: Sequence[Page], game: str, deck: str, paper: Paper) -> Manifest:
    """What stands where on these pages, for whoever reads photos of them."""
    pieces = tuple(_printed(page, placement) for page in pages for placement in page.placements)
    return Manifest(game, deck, paper.slug, (pages[0].size.width, pages[0].size.height), pieces)


def sheets_of_paper(pages: Sequence[Page], sides: Sides) -> int:
    """How many sheets of paper the printer takes in."""
    return len(pages) if sides.duplex == "Simplex" else len({page.sheet for page in pages})


def _pages_of(blocks: Sheet, paper: Paper, sides: Sides) -> Iterator[Page]:
    size = sides.page(paper)
    fronts = [(copy, trim) for block in blocks for copy, trim in block.trims()]
    backs = [(copy, *sides.behind(trim, size)) for copy, trim in fronts if "back" in copy.piece.faces]
    grids = tuple(_cut_lines(block.box, block.cell) for block in blocks)
    front = _placed([(copy, trim, 0) for copy, trim in fronts], "front", _printable(size, sides, "front"))
    back = _placed(backs, "back", _printable(size, sides, "back"))
    if sides.folded:
        yield Page(0, 0, "sheet", size, front + back, grids)
        return
    yield Page(0, 0, "front", size, front, grids)
    if back:
        yield Page(0, 0, "back", size, back, grids if sides.cut_apart else ())


def _printable(page: Size, sides: Sides, face: str) -> Box:
    """Where art may lie: a page that gets crop marks leaves room for them, and no art crosses the fold."""
    marked = face == "front" or sides.cut_apart
    marks = MARK_OFFSET + MARK_SHORTEST
    room = whole(page).grown(-EDGE - (marks if marked else 0))
    fold = page.width / 2
    if sides.folded and face == "front":
        return Box.between(room.x, room.y, fold - marks, room.bottom)
    if sides.folded:
        return Box.between(fold + marks, room.y, room.right, room.bottom)
    return room


def _placed(faces: Sequence[tuple[Copy, Box, Rotation]], face: str, printable: Box) -> tuple[Placement, ...]:
    trims = [trim for _, trim, _ in faces]
    return tuple(Placement(copy, face, trim, rotation, _art(trim, trims, printable)) for copy, trim, rotation in faces)


def _art(trim: Box, trims: Sequence[Box], printable: Box) -> Box:
    """The trim and its bleed, which stops at a neighbour: shared cut lines have none."""
    left, top, right, bottom = trim.x - BLEED, trim.y - BLEED, trim.right + BLEED, trim.bottom + BLEED
    if _taken(Box.between(left, trim.y, trim.x, trim.bottom), trims):
        left = trim.x
    if _taken(Box.between(trim.right, trim.y, right, trim.bottom), trims):
        right = trim.right
    if _taken(Box.between(left, top, right, trim.y), trims):
        top = trim.y
    if _taken(Box.between(left, trim.bottom, right, bottom), trims):
        bottom = trim.bottom
    return Box.between(left, top, right, bottom).cut(printable)


def _taken(space: Box, trims: Sequence[Box]) -> bool:
    return any(space.overlaps(trim) for trim in trims)


def _cut_lines(box: Box, cell: Size) -> tuple[tuple[float, ...], tuple[float, ...]]:
    columns, rows = round(box.width / cell.width), round(box.height / cell.height)
    return (
        tuple(box.x + n * cell.width for n in range(columns + 1)),
        tuple(box.y + n * cell.height for n in range(rows + 1)),
    )


def _printed(page: Page, placed: Placement) -> PrintedPiece:
    trim = (placed.trim.x, placed.trim.y, placed.trim.width, placed.trim.height)
    piece = placed.piece
    return PrintedPiece(
        piece.id, piece.kind, placed.face, placed.copy.number, page.number, trim, placed.rotation,
        tuple(piece.faces[placed.face]),
    )  # fmt: skip

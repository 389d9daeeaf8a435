"""Imposition: makes pages from sheets of fronts, with backs behind their fronts.

There are four ways (`SIDES`): a duplex printer flips the sheet on its `long` or `short` edge,
`gutterfold` prints one side to fold and glue, `single` prints backs on separate sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from companion.errors import PrintError, UsageError
from companion.fields import BOX_LABEL, SCORE_PAD
from companion.game import Piece
from companion.language import Phrase, say
from companion.layout import Size
from companion.manifest import Manifest, PrintedPiece
from printables.draw.paths import Box, Point, around, distinct
from printables.draw.pen import BLEED
from printables.sheets.packing import Block, Copy, PageSetup, Sheet, lay_out
from printables.sheets.paper import EDGE, MARKS, Frame, Paper, card_frame

# x of upright cut lines, y of level ones
Lines: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]

INDEX = "index"
# one-sided pieces for plain paper; they are cut from the back of the first page, which nobody keeps
PAPERWORK = {SCORE_PAD, BOX_LABEL}


@dataclass(frozen=True, slots=True)
class Sides:
    """One way to print both sides; `duplex` is the PDF's preference, `hint` the printer's setting.

    If `folded`, two-sided pieces lie on both halves of a page; if `cut_apart`, backs are cut out
    too and need crop marks.
    """

    slug: str
    duplex: str
    hint: Phrase
    folded: bool = False
    cut_apart: bool = False

    def behind(self, trim: Box, page: Size, rotation: int = 0) -> tuple[Box, int]:
        """Return the place and rotation of the back for a trim, mm.

        A landscape page is turned over about its level axis when the paper flips on its long edge.
        """
        if self.cut_apart:
            return trim, rotation
        mirrored = trim.mirrored(page.width)
        if self.duplex == "Simplex" or (self.duplex == "DuplexFlipLongEdge") == (
            page.height >= page.width
        ):
            return mirrored, -rotation % 360
        return mirrored.turned(page), (180 - rotation) % 360


_WAYS = (
    Sides("long", "DuplexFlipLongEdge", say("both sides, flip on the long edge")),
    Sides("short", "DuplexFlipShortEdge", say("both sides, flip on the short edge")),
    Sides("gutterfold", "Simplex", say("one side: fold on the dashes, glue, then cut"), True),
    Sides("single", "Simplex", say("one side: fronts and backs on separate sheets"), False, True),
)
SIDES = {sides.slug: sides for sides in _WAYS}


def find_sides(slug: str) -> Sides:
    """Return the way to print both sides by its slug; raises `UsageError` if it is unknown."""
    if slug not in SIDES:
        remedy = f"use one of: {', '.join(SIDES)}"
        raise UsageError(slug, "no such way to print both sides", remedy=remedy)
    return SIDES[slug]


@dataclass(frozen=True, slots=True)
class Placement:
    """One face on a page, mm.

    `art` is the area of its picture: the trim and as much bleed as there is room for. `cut` is the
    area to cut out: the trim and a panel's overlap. `rotation` is clockwise.
    """

    copy: Copy
    face: str
    trim: Box
    rotation: int
    art: Box
    cut: Box

    @property
    def piece(self) -> Piece:
        """The piece that was copied."""
        return self.copy.piece


@dataclass(frozen=True, slots=True)
class Page:
    """One printed side of sheet `sheet` (from 1; 0 is the index).

    `side` is "front", "back" (of sheet 0: what is on the back of the index), "sheet" for both, or
    "index". `size` is that of the page as it is
    read, and all positions are relative to it. `grids` has the x and y of the cut lines of each
    block with crop marks. `frame` has the side of the legend and whether the page is folded.
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
        """True if pieces are cut out along guides on this side."""
        return bool(self.placements) and (self.side != "back" or bool(self.grids))

    @property
    def sideways(self) -> bool:
        """True for a landscape page, which is printed turned by 90 degrees counter-clockwise."""
        return self.size.width > self.size.height

    @property
    def printed(self) -> Size:
        """The size of the PDF's page, upright because printer drivers turn others differently."""
        return Size(self.size.height, self.size.width) if self.sideways else self.size

    def on_print(self, point: Point) -> Point:
        """Convert a point of the page to one of the PDF's page, mm."""
        return (point[1], self.size.width - point[0]) if self.sideways else point


def impose(
    copies: Sequence[Copy], paper: Paper, sides: Sides, *, bleed: bool = False, index: bool = False
) -> tuple[Page, ...]:
    """Return all pages in the order of printing, in the orientation with fewer sheets.

    With `bleed`, cards have space for bleed between them. With `index`, the first page is for the
    list of pieces. Raises `PrintError` for a piece that is too large.
    """
    imposed: list[tuple[Page, ...]] = []
    troubles: list[PrintError] = []
    # the preferred orientation of the paper first
    ways = (paper.sideways, paper.size) if sides.folded else (paper.size, paper.sideways)
    for page in ways:
        setup = PageSetup(page, sides.folded, 2 * BLEED if bleed else 0)
        try:
            imposed.append(_pages(copies, setup, sides, index=index))
        except PrintError as error:
            troubles.append(error)
    if not imposed:
        raise troubles[0]
    return min(imposed, key=lambda pages: sheets_of_paper(pages, sides))


def manifest(pages: Sequence[Page], game: str, deck: str, paper: Paper) -> Manifest:
    """Return the manifest of the pages: the place of each piece, for the scanner."""
    pieces = tuple(_printed(page, placement) for page in pages for placement in page.placements)
    size = pages[0].printed
    return Manifest(game, deck, paper.slug, (size.width, size.height), pieces)


def duplex(pages: Sequence[Page], sides: Sides) -> str:
    """Return the duplex mode: "Simplex" if no piece has a back."""
    return sides.duplex if any(page.side == "back" for page in pages) else "Simplex"


def sheets_of_paper(pages: Sequence[Page], sides: Sides) -> int:
    """Count the sheets of paper."""
    return len(pages) if duplex(pages, sides) == "Simplex" else len({page.sheet for page in pages})


def _pages(
    copies: Sequence[Copy], setup: PageSetup, sides: Sides, *, index: bool
) -> tuple[Page, ...]:
    behind = _behind_index(copies, setup, sides) if index else ()
    if behind:
        copies = [copy for copy in copies if copy.piece.id not in PAPERWORK]
    sheets = lay_out(copies, setup)
    backs = [replace(copy, face="back") for copy in copies if copy.two_sided]
    panels = any(block.first.panel for sheet in sheets for block in sheet.blocks)
    if sides.cut_apart and backs and not panels:
        together = lay_out((*copies, *backs), setup)
        if len(together) == 1:  # backs lie beside their fronts if one sheet holds all
            sheets = together
    pages = [
        replace(page, sheet=number)
        for number, sheet in enumerate(sheets, start=1)
        for page in _pages_of(sheet, sides)
    ]
    if index:
        size = Size(*sorted((setup.page.width, setup.page.height)))
        pages[:0] = Page(0, 0, INDEX, size, (), (), card_frame(size)), *behind
    return with_blank_backs(pages, sides)


def with_blank_backs(pages: Sequence[Page], sides: Sides) -> tuple[Page, ...]:
    """Return numbered pages; where some sheets have a back, all have one, if only a blank one."""
    # without a blank back, the next front would be printed on the back of this one
    backed = {page.sheet for page in pages if page.side == "back"}
    every: list[Page] = []
    for page in pages:
        every.append(page)
        if duplex(pages, sides) != "Simplex" and page.sheet not in backed:
            every.append(replace(page, side="back", placements=(), grids=()))
    return tuple(replace(page, number=number) for number, page in enumerate(every, start=1))


def _behind_index(copies: Sequence[Copy], setup: PageSetup, sides: Sides) -> tuple[Page, ...]:
    """Return the page for the back of the first one, if there is anything that fits it."""
    paper = [copy for copy in copies if copy.piece.id in PAPERWORK]
    sheets = lay_out(paper, setup)
    if len(sheets) != 1 or sides.duplex == "Simplex" or not any(copy.two_sided for copy in copies):
        return ()
    (page,) = _pages_of(sheets[0], sides)
    return (replace(page, side="back"),)


def _pages_of(sheet: Sheet, sides: Sides) -> Iterator[Page]:
    frame = sheet.frame
    if sides.folded and not frame.folded:
        sides = SIDES["single"]  # pieces without backs, or too large for half a page
    fronts = [
        Placement(copy, copy.face, copy.trim_in(cell), 90 if block.turned else 0, cut, cut)
        for block in sheet.blocks
        for copy, cell in block.cells
        for cut in (copy.cut_in(cell),)
    ]
    beside = any(spot.face == "back" for spot in fronts)
    backs: list[Placement] = []
    for spot in fronts:
        if spot.copy.two_sided and not beside:
            trim, rotation = sides.behind(spot.trim, frame.page, spot.rotation)
            # The back of a panel has no overlap: that strip is glued under the neighbouring panel.
            backs.append(Placement(spot.copy, "back", trim, rotation, trim, trim))
    grids = tuple(lines for block in sheet.blocks for lines in _cut_lines(block, "front"))
    front, back = (_placed(fronts, frame, sides, "front"), _placed(backs, frame, sides, "back"))
    if frame.folded:
        yield Page(0, 0, "sheet", frame.page, front + back, grids, frame)
        return
    yield Page(0, 0, "sheet" if beside else "front", frame.page, front, grids, frame)
    if back:
        behind = tuple(lines for block in sheet.blocks for lines in _cut_lines(block, "back"))
        yield Page(0, 0, "back", frame.page, back, behind if sides.cut_apart else (), frame)


def _placed(
    spots: Sequence[Placement], frame: Frame, sides: Sides, face: str
) -> tuple[Placement, ...]:
    """Return the faces with as much bleed as there is room for."""
    # the area for art, clear of crop marks and the fold
    marked = face == "front" or sides.cut_apart
    room = Box.whole(frame.page).grown(-EDGE - (MARKS if marked else 0)).cut(frame.reach)
    fold = frame.page.width / 2
    if frame.folded and face == "front":
        room = Box.between(room.x, room.y, fold - MARKS, room.bottom)
    elif frame.folded:
        room = Box.between(fold + MARKS, room.y, room.right, room.bottom)
    cuts = [spot.cut for spot in spots]
    return tuple(replace(spot, art=_art(spot, cuts, room)) for spot in spots)


def _art(spot: Placement, cuts: Sequence[Box], printable: Box) -> Box:
    """Return the cut area with its bleed, except on sides with a neighbour or an overlap."""

    def taken(space: Box) -> bool:
        return any(space.overlaps(cut) for cut in cuts)

    cut = spot.cut
    left, top, right, bottom = (cut.x - BLEED, cut.y - BLEED, cut.right + BLEED, cut.bottom + BLEED)
    if taken(Box.between(left, cut.y, cut.x, cut.bottom)):
        left = cut.x
    if cut.right > spot.trim.right or taken(Box.between(cut.right, cut.y, right, cut.bottom)):
        right = cut.right
    if taken(Box.between(left, top, right, cut.y)):
        top = cut.y
    if cut.bottom > spot.trim.bottom or taken(Box.between(left, cut.bottom, right, bottom)):
        bottom = cut.bottom
    return around((Box.between(left, top, right, bottom).cut(printable), cut))


def _cut_lines(block: Block, face: str) -> Iterator[Lines]:
    """Yield the cut lines of a block; none for shaped pieces, whose outline is drawn instead."""
    boxes = [
        copy.cut_in(cell) if face == "front" else copy.trim_in(cell) for copy, cell in block.cells
    ]
    grids = [boxes]
    if block.first.shape:
        grids = []
    elif block.first.panel:
        grids = [[box] for box in boxes]
    for grid in grids:
        xs = distinct(sorted(edge for box in grid for edge in (box.x, box.right)))
        ys = distinct(sorted(edge for box in grid for edge in (box.y, box.bottom)))
        yield tuple(xs), tuple(ys)


def _printed(page: Page, placed: Placement) -> PrintedPiece:
    box, rotation, piece = placed.trim, placed.rotation, placed.piece
    trim = (box.x, box.y, box.width, box.height)
    if page.sideways:
        trim = (*page.on_print((box.right, box.y)), box.height, box.width)
        rotation = (rotation + 270) % 360
    face, number, tags = placed.face, placed.copy.number, tuple(piece.faces[placed.face])
    return PrintedPiece(piece.id, piece.kind, face, number, page.number, trim, rotation, tags)


def check_pages(pages: Sequence[Page]) -> None:
    """Raise `PrintError` for pieces that overlap or reach beyond the printable area."""
    for page in pages:
        for placed in page.placements:
            if not Box.whole(page.size).grown(-EDGE).holds(placed.cut):
                problem = f"it leaves the part of page {page.number} that printers reach"
                raise PrintError(placed.piece.id, problem, remedy="print it on larger paper")
        for one, other in combinations(page.placements, 2):
            if one.art.overlaps(other.cut) or other.art.overlaps(one.cut):
                problem = f"it lies on {other.piece.id} on page {page.number}"
                remedy = "this is an error in Rookery: please report it"
                raise PrintError(one.piece.id, problem, remedy=remedy)

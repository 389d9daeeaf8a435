"""Lines to cut and fold along: crop marks outside the art, and the order of cuts.

Cuts are numbered for a guillotine, so every cut goes from edge to edge of the paper being cut. All
lines in one direction that cross no piece come first, then in the resulting strips those in the
other direction, and so on. Strips are cut as a pile, so all cuts on one line share a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, pairwise, product
from math import dist

from printables.draw import paths
from printables.draw.colours import BLACK, WHITE
from printables.draw.fonts import CAP_HEIGHT, text_width
from printables.draw.paths import SAME, Box, Path, Point, around, distinct
from printables.draw.pen import Pen
from printables.sheets.imposition import Page
from printables.sheets.paper import EDGE, MARK_LONGEST, MARK_OFFSET

MARK_WIDTH = 0.15
INK = BLACK
DASH = 3.0
LEAST = 1.0  # length below which a mark is left out, mm

Segment = tuple[float, float, float, float]  # x, y of one end, then of the other


@dataclass(frozen=True, slots=True)
class Line:
    """A cut line of the block of pieces `grid`: at x = `at` if `upright`, else at y = `at`, mm.

    `marks` are the crop marks at its ends.
    """

    grid: Box
    at: float
    upright: bool
    marks: tuple[Segment, ...]


def lines(page: Page) -> Iterator[Line]:
    """Yield the cut lines of all blocks, with marks where they touch no art."""
    for xs, ys in page.grids:
        grid = Box.between(xs[0], ys[0], xs[-1], ys[-1])
        inside = [placed.art for placed in page.placements if grid.holds(placed.cut)]
        art = around(inside) if inside else None
        for x in xs:
            yield Line(grid, x, True, _marks(page, art, x, upright=True))
        for y in ys:
            yield Line(grid, y, False, _marks(page, art, y, upright=False))


def _marks(page: Page, art: Box | None, at: float, *, upright: bool) -> tuple[Segment, ...]:
    """Return the marks of a line beside the art of its block; none on a back page without art."""
    if art is None:
        return ()
    marks, reach, (start, end) = [], page.frame.reach, _extent(art, upright=not upright)
    far = MARK_OFFSET + MARK_LONGEST  # as if there were room everywhere
    for low, high in ((start - far, start - MARK_OFFSET), (end + MARK_OFFSET, end + far)):
        full = Box.between(at, low, at, high) if upright else Box.between(low, at, high, at)
        mark = full.cut(reach)
        long = min(mark.width, mark.height) >= 0 and mark.width + mark.height >= LEAST
        touched = (mark.cut(placed.art) for placed in page.placements)
        if long and all(min(each.width, each.height) < 0 for each in touched):
            marks.append((mark.x, mark.y, mark.right, mark.bottom))
    return tuple(marks)


def draw_crop_marks(pen: Pen, page: Page) -> None:
    """Draw the crop marks of a page as hairlines."""
    for x1, y1, x2, y2 in (mark for line in lines(page) for mark in line.marks):
        pen.paint(paths.line([(x1, y1), (x2, y2)]), stroke=INK, width=MARK_WIDTH, cap="butt")


def draw_fold(pen: Pen, page: Page) -> None:
    """Draw the fold of a folded page, dashed from edge to edge."""
    x = page.size.width / 2
    fold = dashes((x, EDGE), (x, page.size.height - EDGE), (DASH, DASH))
    pen.paint(fold, stroke=INK, width=0.25, cap="butt")


def dashes(start: Point, end: Point, pattern: Sequence[float]) -> Path:
    """Return a dashed line; `pattern` has the lengths of a dash, a gap, the next dash ..., mm.

    >>> str(dashes((0, 0), (10, 0), (3, 2)))
    'M0 0L3 0M5 0L8 0'
    """
    length = dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    path, done = Path(), 0.0
    for is_gap, step in zip(cycle((False, True)), cycle(pattern), strict=False):
        if done >= length - 1e-6:
            break
        until = min(done + step, length)
        if not is_gap:
            path += paths.line(
                [(start[0] + across * at, start[1] + down * at) for at in (done, until)]
            )
        done = until
    return path


SIZE = 2.12  # of the numbers, mm: 6 points
ASIDE = 0.5  # between a mark and its number, mm
DISC = 1.5  # radius of the white under a number that has no mark, mm


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut `number` (from 1) at x = `at` if `upright`, else at y = `at`, mm, through `sheets`.

    They are the parts of the paper before its cuts in this direction.
    """

    number: int
    upright: bool
    at: float
    sheets: tuple[Box, ...]

    def is_along(self, line: Line) -> bool:
        """Return whether it cuts along a block's line."""
        along = self.upright == line.upright and abs(self.at - line.at) <= SAME
        return along and any(sheet.overlaps(line.grid) for sheet in self.sheets)


@dataclass(frozen=True, slots=True)
class Label:
    """A cut's number, centred on (x, y), mm; over art it has a white `disc` behind it."""

    number: int
    x: float
    y: float
    disc: bool = False

    @property
    def box(self) -> Box:
        """The area of its ink, mm."""
        width = text_width(str(self.number), SIZE)
        size = (2 * DISC, 2 * DISC) if self.disc else (width, SIZE * CAP_HEIGHT)
        return Box(self.x - size[0] / 2, self.y - size[1] / 2, *size)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the sheet: `free` pieces get cut out, `kept` ones (shaped) must stay whole."""

    box: Box
    free: tuple[Box, ...]
    kept: tuple[Box, ...]

    def edges(self, *, upright: bool, aside: bool = False) -> list[float]:
        """Return the edges of free pieces that a cut from edge to edge may follow.

        With `aside`, return one edge of a kept piece instead, the nearest to a free piece.
        """
        start, end = _extent(self.box, upright=upright)
        free, kept = (
            [_extent(piece, upright=upright) for piece in pieces]
            for pieces in (self.free, self.kept)
        )
        cuts = distinct(
            edge
            for edge in sorted(chain.from_iterable(kept if aside else free))
            if start + SAME < edge < end - SAME
            and not any(low + SAME < edge < high - SAME for low, high in (*free, *kept))
        )
        if not aside:
            return cuts
        wanted = list(chain.from_iterable(free))
        return sorted(cuts, key=lambda cut: min(abs(cut - edge) for edge in wanted))[:1]

    def cut(self, edges: Sequence[float], *, upright: bool) -> Iterator[_Part]:
        """Yield the parts after these cuts, except those without free pieces, which are waste."""
        box, (start, end) = self.box, _extent(self.box, upright=upright)
        for low, high in pairwise([start, *edges, end]):
            part = Box.between(box.x, low, box.right, high)
            if upright:
                part = Box.between(low, box.y, high, box.bottom)
            free = tuple(piece for piece in self.free if part.overlaps(piece))
            if free:
                yield _Part(part, free, tuple(piece for piece in self.kept if part.overlaps(piece)))


def cut_order(page: Page) -> tuple[Cut, ...]:
    """Return the cuts that free every rectangular piece of a page, across its shorter side first.

    On a folded page only the fronts count: the backs lie behind them.
    """
    if not page.cut_out:
        return ()
    sheet = Box.whole(page.size)
    if page.frame.folded:
        sheet = Box(0, 0, page.size.width / 2, page.size.height)
    placed = [each for each in page.placements if sheet.holds(each.trim)]
    free = tuple(each.cut for each in placed if each.copy.shape is None)
    kept = tuple(each.trim for each in placed if each.copy.shape)
    first = sheet.width > sheet.height
    orders = (
        _make_order(_Part(sheet, free, kept), upright=upright) for upright in (first, not first)
    )
    return min(orders, key=len)


def draw_cut_order(pen: Pen, page: Page) -> None:
    """Draw the numbers of the cuts beside the crop marks."""
    for label in labels(page):
        if label.disc:
            pen.paint(paths.circle(label.x, label.y, DISC), WHITE)
        base = label.y + SIZE * CAP_HEIGHT / 2
        pen.text(label.x, base, str(label.number), SIZE, INK, weight="semibold")


def labels(page: Page) -> tuple[Label, ...]:
    """Return the number of each block's lines, beside a mark with room, if possible upper or left.

    A cut without such a mark has its number in the bleed of its block.
    """
    cuts, arts = cut_order(page), [placed.art for placed in page.placements]
    # each line with the number of the first cut along it
    numbered = [
        (line, along[0].number)
        for line in lines(page)
        if (along := [cut for cut in cuts if cut.is_along(line)])
    ]
    places: list[Label] = []
    for line, number in numbered:
        for x1, y1, x2, y2 in line.marks:
            # right of an upright mark or above a level one, or if that isn't printable, on the
            # other side
            wide, high = text_width(str(number), SIZE), SIZE * CAP_HEIGHT
            if line.upright:
                side = 1 if line.at + ASIDE + wide <= page.frame.reach.right else -1
                label = Label(number, line.at + side * (ASIDE + wide / 2), (y1 + y2) / 2)
            else:
                side = -1 if line.at - ASIDE - high >= page.frame.reach.y else 1
                label = Label(number, (x1 + x2) / 2, line.at + side * (ASIDE + high / 2))
            taken = (*(other.box for other in places), *arts)
            if not any(label.box.overlaps(box) for box in taken):
                places.append(label)
                break
    for line, number in numbered:
        if number in {label.number for label in places}:
            continue
        grid, at, middle = line.grid, line.at, line.grid.centre[0 if line.upright else 1]
        away = -DISC if at < middle else DISC
        for end in (3 * DISC * step for step in range(1, 6)):
            place = (at + away, grid.y + end) if line.upright else (grid.right - end, at + away)
            label = Label(number, *place, disc=True)
            if not any(label.box.overlaps(other.box) for other in places):
                places.append(label)
                break
    for cut in cuts:  # along the edge of a piece that has no marks: beside it
        if cut.number in {label.number for label in places}:
            continue
        pieces = [placed.cut for placed in page.placements]
        taken = (*(other.box for other in places), *pieces)
        ends = [end for box in pieces for end in _extent(box, upright=not cut.upright)]
        for level, off in product(_steps(min(ends), max(ends)), (DISC, -DISC)):
            beside = cut.at + off
            x, y = (beside, level) if cut.upright else (level, beside)
            label = Label(cut.number, x, y, disc=True)
            if not any(label.box.overlaps(box) for box in taken):
                places.append(label)
                break
    return tuple(places)


def _steps(start: float, end: float) -> Iterator[float]:
    """Yield positions a disc apart, mm."""
    while start < end:
        yield start
        start += 2 * DISC


def _make_order(sheet: _Part, *, upright: bool) -> tuple[Cut, ...]:
    cuts: list[Cut] = []
    parts, idle = [sheet], 0
    while idle < 4:  # both directions along free pieces, then both along kept ones
        edged = [(part, part.edges(upright=upright, aside=idle > 1)) for part in parts]
        for at in distinct(sorted(edge for _, edges in edged for edge in edges)):
            through = [
                part.box for part, edges in edged if any(abs(edge - at) <= SAME for edge in edges)
            ]
            cuts.append(Cut(len(cuts) + 1, upright, at, tuple(through)))
        idle = 0 if any(edges for _, edges in edged) else idle + 1
        parts = [piece for part, edges in edged for piece in part.cut(edges, upright=upright)]
        upright = not upright
    return tuple(cuts)


def _extent(box: Box, *, upright: bool) -> tuple[float, float]:
    return (box.x, box.right) if upright else (box.y, box.bottom)

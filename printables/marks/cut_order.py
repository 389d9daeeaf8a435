"""The order of cuts at a guillotine: straight from edge to edge of the paper in hand, numbered in
the margin.

Level by level all lines of one direction are cut that go through no piece, then, in the strips that
this gives, those of the other direction. Strips laid in a pile are cut at once, so what lies on one
line has one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from printables.draw.boxes import Box, whole
from printables.draw.colours import BLACK, WHITE
from printables.draw.fonts import CAP_HEIGHT, text_width
from printables.draw.paths import circle
from printables.draw.pen import Pen
from printables.marks.crop import Mark, marks
from printables.sheets.imposition import Page

SIZE = 2.12  # of the numbers, mm: 6 points
INK = BLACK
ASIDE = 0.5  # between a mark and its number, mm
DISC = 1.5  # radius of the white under a number that has no mark, mm
SAME = 1e-6  # lines nearer than this are one, mm


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut `number` (from 1), along x = `at` where `upright`, else along y = `at`, through each of
    these `sheets`.
    """

    number: int
    upright: bool
    at: float
    sheets: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A cut's number beside its mark, the text's middle at (x, y); on a `disc` where art may lie
    under it.
    """

    number: int
    x: float
    y: float
    disc: bool = False

    @property
    def box(self) -> Box:
        """What its ink may touch."""
        width = text_width(str(self.number), SIZE)
        size = (2 * DISC, 2 * DISC) if self.disc else (width, SIZE * CAP_HEIGHT)
        return Box(self.x - size[0] / 2, self.y - size[1] / 2, *size)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the sheet with the pieces on it: `free` ones are wanted cut out, `kept` ones only
    whole.
    """

    box: Box
    free: tuple[Box, ...]
    kept: tuple[Box, ...]

    def lines(self, *, upright: bool, aside: bool = False) -> list[float]:
        """Edges of wanted pieces that a cut from edge to edge may follow.

        `aside` clears the way where there is none: one edge of what is only kept whole, the nearest
        to a wanted piece.
        """
        wanted = sorted(edge for piece in self.free for edge in _extent(piece, upright=upright))
        if not aside:
            return self._open(wanted, upright=upright)
        kept = sorted(edge for piece in self.kept for edge in _extent(piece, upright=upright))
        found = self._open(kept, upright=upright)
        return sorted(found, key=lambda line: min(abs(line - edge) for edge in wanted))[:1]

    def _open(self, edges: Sequence[float], *, upright: bool) -> list[float]:
        """Which of these lines go through no piece."""
        start, end = _extent(self.box, upright=upright)
        crossed = [_extent(piece, upright=upright) for piece in (*self.free, *self.kept)]
        found: list[float] = []
        for edge in edges:
            new = start + SAME < edge < end - SAME and (not found or edge - found[-1] > SAME)
            if new and not any(low + SAME < edge < high - SAME for low, high in crossed):
                found.append(edge)
        return found

    def cut(self, lines: Sequence[float], *, upright: bool) -> Iterator[_Part]:
        """What it falls into; waste is thrown away."""
        start, end = _extent(self.box, upright=upright)
        edges = [start, *lines, end]
        for low, high in pairwise(edges):
            box = self.box
            part = (
                Box.between(low, box.y, high, box.bottom)
                if upright
                else Box.between(box.x, low, box.right, high)
            )
            free = tuple(piece for piece in self.free if part.overlaps(piece))
            if free:
                yield _Part(part, free, tuple(piece for piece in self.kept if part.overlaps(piece)))


def cut_order(page: Page) -> tuple[Cut, ...]:
    """The cuts that free every rectangular piece of a page which is cut out, across its shorter
    side first.

    Of a folded page only the fronts count: the backs lie behind them.
    """
    if not page.cut_out:
        return ()
    sheet = whole(page.size)
    if page.frame.folded:
        sheet = Box(0, 0, page.size.width / 2, page.size.height)
    placed = [each for each in page.placements if sheet.holds(each.trim)]
    free = tuple(each.cut for each in placed if each.copy.shape is None)
    kept = tuple(each.trim for each in placed if each.copy.shape)
    first = sheet.width > sheet.height
    orders = (_order(_Part(sheet, free, kept), upright=upright) for upright in (first, not first))
    return min(orders, key=len)


def draw_cut_order(pen: Pen, page: Page) -> None:
    """Write the numbers beside the crop marks."""
    for label in labels(page):
        if label.disc:
            pen.paint(circle(label.x, label.y, DISC), WHITE)
        pen.text(
            label.x,
            label.y + SIZE * CAP_HEIGHT / 2,
            str(label.number),
            SIZE,
            INK,
            weight="semibold",
        )


def labels(page: Page) -> tuple[Label, ...]:
    """A number at the upper or left mark of each line of each block, or at its other mark where
    that place is taken.

    A cut that has no mark anywhere gets its number just outside of its piece.
    """
    cuts, found = cut_order(page), marks(page)
    places: list[Label] = []
    for grid, at, upright in _lines(page):
        number = _number(cuts, grid, at, upright=upright)
        here = [mark for mark in found if mark.grid == grid and _marks(mark, at, upright=upright)]
        beside = (_beside(number, mark, page, at=at) for mark in here if number)
        free = (label for label in beside if _is_free(label, places, page))
        places.extend(islice(free, 1))
    for grid, at, upright in _lines(page):
        number = _number(cuts, grid, at, upright=upright)
        if number and number not in {label.number for label in places}:
            outside = _outside(number, grid, at=at, upright=upright)
            free = (
                label
                for label in outside
                if not any(label.box.overlaps(other.box) for other in places)
            )
            places.extend(islice(free, 1))
    return tuple(places)


def _lines(page: Page) -> Iterator[tuple[Box, float, bool]]:
    """Each block with each of its lines, and whether that is upright."""
    for xs, ys in page.grids:
        grid = Box.between(xs[0], ys[0], xs[-1], ys[-1])
        yield from ((grid, x, True) for x in xs)
        yield from ((grid, y, False) for y in ys)


def _is_free(label: Label, others: Iterable[Label], page: Page) -> bool:
    arts = (placed.art for placed in page.placements)
    return not any(label.box.overlaps(taken) for taken in (*(other.box for other in others), *arts))


def _order(sheet: _Part, *, upright: bool) -> tuple[Cut, ...]:
    cuts: list[Cut] = []
    parts, idle = [sheet], 0
    while idle < 4:  # both directions along wanted edges, then both that clear the way
        lines = [(part, part.lines(upright=upright, aside=idle > 1)) for part in parts]
        for at in _distinct(line for _, found in lines for line in found):
            through = (_in_hand(part, found, at, upright=upright) for part, found in lines)
            cuts.append(Cut(len(cuts) + 1, upright, at, tuple(sheet for sheet in through if sheet)))
        idle = 0 if any(found for _, found in lines) else idle + 1
        parts = [piece for part, found in lines for piece in part.cut(found, upright=upright)]
        upright = not upright
    return tuple(cuts)


def _in_hand(part: _Part, lines: Sequence[float], at: float, *, upright: bool) -> Box | None:
    """What is left of a part when the cut at `at` comes: all beyond the cut before it. None if it
    is not cut there.
    """
    start, box = _extent(part.box, upright=upright)[0], part.box
    for line in lines:
        if abs(line - at) <= SAME:
            return Box.between(
                start if upright else box.x, box.y if upright else start, box.right, box.bottom
            )
        start = line
    return None


def _distinct(lines: Iterable[float]) -> list[float]:
    found: list[float] = []
    for line in sorted(lines):
        if not found or line - found[-1] > SAME:
            found.append(line)
    return found


def _extent(box: Box, *, upright: bool) -> tuple[float, float]:
    return (box.x, box.right) if upright else (box.y, box.bottom)


def _number(cuts: Sequence[Cut], grid: Box, at: float, *, upright: bool) -> int | None:
    """The first cut along a line of a grid."""
    for cut in cuts:
        if (
            cut.upright == upright
            and abs(cut.at - at) <= SAME
            and any(sheet.overlaps(grid) for sheet in cut.sheets)
        ):
            return cut.number
    return None


def _marks(mark: Mark, at: float, *, upright: bool) -> bool:
    return (
        mark.upright == upright
        and abs((mark.segment[0] if upright else mark.segment[1]) - at) <= SAME
    )


def _beside(number: int, mark: Mark, page: Page, *, at: float) -> Label:
    """Right of an upright mark, above a level one, or on the other side at the paper's edge."""
    width, height = text_width(str(number), SIZE), SIZE * CAP_HEIGHT
    x1, y1, x2, y2 = mark.segment
    if not mark.upright:
        side = -1 if at - ASIDE - height >= page.frame.reach.y else 1
        return Label(number, (x1 + x2) / 2, at + side * (ASIDE + height / 2))
    side = 1 if at + ASIDE + width <= page.frame.reach.right else -1
    return Label(number, at + side * (ASIDE + width / 2), (y1 + y2) / 2)


def _outside(number: int, grid: Box, *, at: float, upright: bool) -> Iterator[Label]:
    """Places along a line in the bleed of its block, for a piece as wide as the paper."""
    away = -DISC if at < (grid.centre[0] if upright else grid.centre[1]) else DISC
    for step in range(1, 6):
        end = 3 * DISC * step
        yield Label(
            number,
            *((at + away, grid.y + end) if upright else (grid.right - end, at + away)),
            disc=True,
        )

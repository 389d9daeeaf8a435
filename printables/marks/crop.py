"""Crop marks outside the art, and the line to fold along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import dist

from printables.draw.boxes import Box, around
from printables.draw.colours import BLACK
from printables.draw.paths import Path, Point, line
from printables.draw.pen import Pen
from printables.sheets.frames import MARK_LONGEST, MARK_OFFSET
from printables.sheets.imposition import Lines, Page
from printables.sheets.paper import EDGE

MARK_WIDTH = 0.15
INK = BLACK
DASH = 3.0
LEAST = 1.0  # length below which a mark is left out, mm

Segment = tuple[float, float, float, float]  # x, y of one end, then of the other


@dataclass(frozen=True, slots=True)
class Mark:
    """A crop mark at the end of a cut line, outside the block of pieces `grid`."""

    segment: Segment
    grid: Box

    @property
    def upright(self) -> bool:
        """True for the mark of an upright line."""
        return self.segment[0] == self.segment[2]


def marks(page: Page) -> tuple[Mark, ...]:
    """Return the marks at both ends of each cut line, where they touch no art."""
    arts, reach = [placed.art for placed in page.placements], page.frame.reach
    result: list[Mark] = []
    for mark in (mark for lines in page.grids for mark in _full_marks(lines, page)):
        x1, y1, x2, y2 = mark.segment
        x1, y1, x2, y2 = (
            max(x1, reach.x),
            max(y1, reach.y),
            min(x2, reach.right),
            min(y2, reach.bottom),
        )
        long = x2 >= x1 and y2 >= y1 and (x2 - x1) + (y2 - y1) >= LEAST
        if long and not any(
            x1 <= art.right and x2 >= art.x and y1 <= art.bottom and y2 >= art.y for art in arts
        ):
            result.append(Mark((x1, y1, x2, y2), mark.grid))
    return tuple(result)


def draw_crop_marks(pen: Pen, page: Page) -> None:
    """Draw the crop marks of a page as hairlines."""
    for mark in marks(page):
        x1, y1, x2, y2 = mark.segment
        pen.paint(line([(x1, y1), (x2, y2)]), stroke=INK, width=MARK_WIDTH, cap="butt")


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
            path += line([(start[0] + across * at, start[1] + down * at) for at in (done, until)])
        done = until
    return path


def _full_marks(lines: Lines, page: Page) -> Iterator[Mark]:
    """Yield the marks of one grid at full length, as if there were room everywhere."""
    xs, ys = lines
    grid = Box.between(xs[0], ys[0], xs[-1], ys[-1])
    arts = [placed.art for placed in page.placements if grid.holds(placed.cut)]
    if not arts:  # a back page of pieces that have no backs
        return
    art, near, far = around(arts), MARK_OFFSET, MARK_OFFSET + MARK_LONGEST
    for x in xs:
        yield Mark((x, art.y - far, x, art.y - near), grid)
        yield Mark((x, art.bottom + near, x, art.bottom + far), grid)
    for y in ys:
        yield Mark((art.x - far, y, art.x - near, y), grid)
        yield Mark((art.right + near, y, art.right + far, y), grid)

"""What helps the hands: crop marks outside the art, and the line to fold along."""

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
LEAST = 1.0  # a shorter mark helps nobody

Segment = tuple[float, float, float, float]  # x, y of one end, then of the other


@dataclass(frozen=True, slots=True)
class Mark:
    """A crop mark of the block `grid`: it stands at the line's end, outside, and points at the
    cut.
    """

    segment: Segment
    grid: Box

    @property
    def upright(self) -> bool:
        """Whether it marks an upright line."""
        return self.segment[0] == self.segment[2]


def marks(page: Page) -> tuple[Mark, ...]:
    """Marks at both ends of each cut line, where they touch no art."""
    arts = [placed.art for placed in page.placements]
    found = (mark for lines in page.grids for mark in _around(lines, page))
    inside = (Mark(_clipped(mark.segment, page.frame.reach), mark.grid) for mark in found)
    return tuple(
        mark
        for mark in inside
        if _length(mark.segment) >= LEAST and not any(_touches(mark.segment, art) for art in arts)
    )


def crop_marks(page: Page) -> tuple[Segment, ...]:
    """The same as bare lines."""
    return tuple(mark.segment for mark in marks(page))


def draw_crop_marks(pen: Pen, page: Page) -> None:
    """Draw them as hairlines."""
    for x1, y1, x2, y2 in crop_marks(page):
        pen.paint(line([(x1, y1), (x2, y2)]), stroke=INK, width=MARK_WIDTH, cap="butt")


def draw_fold(pen: Pen, page: Page) -> None:
    """Draw the fold of a folded page, dashed from edge to edge."""
    x = page.size.width / 2
    pen.paint(
        dashes((x, EDGE), (x, page.size.height - EDGE), (DASH, DASH)),
        stroke=INK,
        width=0.25,
        cap="butt",
    )


def dashes(start: Point, end: Point, pattern: Sequence[float]) -> Path:
    """A dashed line; `pattern` is the lengths of a dash, a gap, the next dash ..., mm.

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


def _around(lines: Lines, page: Page) -> Iterator[Mark]:
    """Where the marks of one grid would be if there were room everywhere."""
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


def _clipped(mark: Segment, room: Box) -> Segment:
    x1, y1, x2, y2 = mark
    return (max(x1, room.x), max(y1, room.y), min(x2, room.right), min(y2, room.bottom))


def _length(mark: Segment) -> float:
    x1, y1, x2, y2 = mark
    return (x2 - x1) + (y2 - y1) if x2 >= x1 and y2 >= y1 else 0


def _touches(mark: Segment, art: Box) -> bool:
    x1, y1, x2, y2 = mark
    return x1 <= art.right and x2 >= art.x and y1 <= art.bottom and y2 >= art.y

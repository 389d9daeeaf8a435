"""What helps the hands: crop marks outside the art, and the line to fold along."""

from __future__ import annotations

from collections.abc import Iterator

from printables.imposition import MARK_OFFSET, Page
from printables.paper import EDGE, Box, whole
from printables.paths import line
from printables.pen import Pen

MARK_LONGEST = 2.5  # mm; the strips beyond the marks start where these can not reach
MARK_WIDTH = 0.15
MARK_INK = "#000000"
FOLD_INK = "#555555"
DASH = 3.0
LEAST = 1.0  # a shorter mark helps nobody

Segment = tuple[float, float, float, float]  # x, y of one end, then of the other


def crop_marks(page: Page) -> tuple[Segment, ...]:
    """Marks at both ends of each cut line, where they touch no art; they point at the cut from outside."""
    room = whole(page.size).grown(-EDGE)
    arts = [placed.art for placed in page.placements]
    marks = (mark for xs, ys in page.grids for mark in _around(xs, ys, page))
    inside = (_clipped(mark, room) for mark in marks)
    return tuple(mark for mark in inside if _length(mark) >= LEAST and not any(_touches(mark, art) for art in arts))


def draw_crop_marks(pen: Pen, page: Page) -> None:
    """Draw them as hairlines."""
    for x1, y1, x2, y2 in crop_marks(page):
        pen.paint(line([(x1, y1), (x2, y2)]), stroke=MARK_INK, width=MARK_WIDTH, cap="butt")


def draw_fold(pen: Pen, page: Page) -> None:
    """Draw the fold of a folded page, dashed from edge to edge."""
    x, end = page.size.width / 2, page.size.height - EDGE
    y = EDGE
    while y < end:
        pen.paint(line([(x, y), (x, min(y + DASH, end))]), stroke=FOLD_INK, width=0.25, cap="butt")
        y += 2 * DASH


def _around(xs: tuple[float, ...], ys: tuple[float, ...], page: Page) -> Iterator[Segment]:
    """Where the marks of one grid would be if there were room everywhere."""
    grid = Box.between(xs[0], ys[0], xs[-1], ys[-1])
    arts = [placed.art for placed in page.placements if grid.holds(placed.trim)]
    if not arts:  # a back page of pieces that have no backs
        return
    near, far = MARK_OFFSET, MARK_OFFSET + MARK_LONGEST
    top, bottom = min(art.y for art in arts), max(art.bottom for art in arts)
    left, right = min(art.x for art in arts), max(art.right for art in arts)
    for x in xs:
        yield (x, top - far, x, top - near)
        yield (x, bottom + near, x, bottom + far)
    for y in ys:
        yield (left - far, y, left - near, y)
        yield (right + near, y, right + far, y)


def _clipped(mark: Segment, room: Box) -> Segment:
    x1, y1, x2, y2 = mark
    return (max(x1, room.x), max(y1, room.y), min(x2, room.right), min(y2, room.bottom))


def _length(mark: Segment) -> float:
    x1, y1, x2, y2 = mark
    return (x2 - x1) + (y2 - y1) if x2 >= x1 and y2 >= y1 else 0


def _touches(mark: Segment, art: Box) -> bool:
    x1, y1, x2, y2 = mark
    return x1 <= art.right and x2 >= art.x and y1 <= art.bottom and y2 >= art.y

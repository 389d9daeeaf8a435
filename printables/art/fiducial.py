"""Tags, each drawn as one outline, and white windows around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from companion.layout import TagSpot
from companion.tags import BLACK_MODULES, TagId, modules
from printables.draw.colours import BLACK, WHITE, Colour
from printables.draw.paths import Path, Point, polygon, rectangle, rounded
from printables.draw.pen import FRAME, Pen

# white around the black square, mm; a card's module is 1.75, so the quiet zone survives some drift
QUIET = 2.2


def draw_tag(pen: Pen, spot: TagSpot) -> None:
    """Draw a tag as one shape, so that no light edges show between modules."""
    unit = spot.size / BLACK_MODULES
    corner = (spot.x - spot.size / 2, spot.y - spot.size / 2)
    pen.paint(tag_outline(spot.id).mapped(unit, unit, *corner), BLACK, even_odd=True)


def draw_windows(
    pen: Pen,
    spots: Iterable[TagSpot],
    frame: Colour,
    *,
    width: float = FRAME,
    margin: float = QUIET,
) -> None:
    """Draw each tag in a framed white window with round corners."""
    for spot in spots:
        pen.paint(window(spot, margin + width / 2), WHITE, frame, width=width)
        draw_tag(pen, spot)


def window(spot: TagSpot, margin: float = QUIET) -> Path:
    """Return the edge of the window, `margin` mm outside the black square."""
    side = spot.size + 2 * margin
    return rounded(spot.x - side / 2, spot.y - side / 2, side, side, margin * 0.7)


@cache
def tag_outline(tag: TagId) -> Path:
    """Return the black part of a tag, in modules from its top left, to fill by the even-odd rule.

    >>> str(tag_outline(0))[:17]
    'M0 0L8 0L8 8L0 8Z'
    """
    rows, square = modules(tag), rectangle(0, 0, BLACK_MODULES, BLACK_MODULES)
    white = {(x, y) for y, row in enumerate(rows) for x, black in enumerate(row) if not black}
    return sum((polygon(loop) for loop in outlines(white)), square)


def outlines(cells: set[tuple[int, int]]) -> list[list[Point]]:
    """Return the outlines of groups of unit cells as loops of corners."""
    leads: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for x, y in sorted(cells):
        around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for i, neighbour in enumerate(around):
            if neighbour not in cells:
                leads[corners[i]].append(corners[(i + 1) % 4])
    loops: list[list[Point]] = []
    while leads:
        loop = [next(iter(leads))]
        while (follow := leads.get(loop[-1])) is not None:
            here = loop[-1]
            loop.append(follow.pop())
            if not follow:
                del leads[here]
        loop.pop()  # the first corner again
        turns = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
        turning_points: list[Point] = [
            here
            for before, here, after in turns
            if not (before[0] == here[0] == after[0] or before[1] == here[1] == after[1])
        ]
        loops.append(turning_points)
    return loops

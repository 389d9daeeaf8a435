"""A tag as one outline, and the white window that keeps its quiet zone."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from companion.layout import TagSpot
from companion.tags import BLACK_MODULES, TagId, modules
from printables.draw.colours import BLACK, WHITE, Colour
from printables.draw.paths import Path, Point, polygon, rounded
from printables.draw.pen import Pen

# white around the black square, mm: more than a card's module of 1.75, so that drift costs nothing
QUIET = 2.2


def draw_tag(pen: Pen, spot: TagSpot) -> None:
    """The black modules as one shape: no edge between two modules is there to shine through."""
    unit = spot.size / BLACK_MODULES
    corner = (spot.x - spot.size / 2, spot.y - spot.size / 2)
    pen.paint(tag_outline(spot.id).mapped(unit, unit, *corner), BLACK, even_odd=True)


def draw_window(
    pen: Pen, spot: TagSpot, frame: Colour, *, width: float = 0.7, margin: float = QUIET
) -> None:
    """The tag in a white window with round corners and a frame around the quiet zone."""
    pen.paint(window(spot, margin + width / 2), WHITE, frame, width=width)
    draw_tag(pen, spot)


def window(spot: TagSpot, margin: float = QUIET) -> Path:
    """The window's edge, `margin` mm outside the tag's black square, its corners round but clear of
    the quiet zone.
    """
    side = spot.size + 2 * margin
    return rounded(spot.x - side / 2, spot.y - side / 2, side, side, margin * 0.7)


@cache
def tag_outline(tag: TagId) -> Path:
    """The black of a tag in modules from its top left; fill it even-odd.

    >>> str(tag_outline(0))[:17]
    'M0 0L8 0L8 8L0 8Z'
    """
    square = polygon(
        [(0, 0), (BLACK_MODULES, 0), (BLACK_MODULES, BLACK_MODULES), (0, BLACK_MODULES)]
    )
    white = {
        (column, row)
        for row, line in enumerate(modules(tag))
        for column, black in enumerate(line)
        if not black
    }
    return sum((polygon(loop) for loop in outlines(white)), square)


def outlines(cells: set[tuple[int, int]]) -> list[list[Point]]:
    """The edges around groups of unit cells as loops of their corners."""
    leads: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for x, y in sorted(cells):
        around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for i, neighbour in enumerate(around):
            if neighbour not in cells:
                leads[corners[i]].append(corners[(i + 1) % 4])
    loops = []
    while leads:
        loop = [next(iter(leads))]
        while (follow := leads.get(loop[-1])) is not None:
            here = loop[-1]
            loop.append(follow.pop())
            if not follow:
                del leads[here]
        loops.append(_corners(loop[:-1]))
    return loops


def _corners(loop: list[tuple[int, int]]) -> list[Point]:
    """Only the points at which the loop turns."""
    turns = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
    return [
        here
        for before, here, after in turns
        if not (before[0] == here[0] == after[0] or before[1] == here[1] == after[1])
    ]

"""What a deck file names: background patterns, each one path, symbols, and your own pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from companion.fields import Art
from printables.art import drawings
from printables.draw.colours import Colour
from printables.draw.paths import Box, Path, line, outline
from printables.draw.pen import FRAME, LINE, Halo, Pen


def draw_pattern(pen: Pen, name: str, box: Box, ink: Colour) -> None:
    """Draw a deck file's pattern `name` in `ink` over a box; the caller clips at its edges."""
    path, stroke = PATTERNS[name](box.width, box.height)
    if stroke:
        pen.paint(path.moved(box.x, box.y), None, ink, width=stroke)
    else:
        pen.paint(path.moved(box.x, box.y), ink)


@cache
def _staggered(
    width: float, height: float, *, step: float, odd: Path, even: Path, stroke: float
) -> tuple[Path, float]:
    path = Path()
    for row in range(int(height / step * 2) + 2):
        for column in range(int(width / step) + 2):
            place = ((column + row % 2 / 2) * step, row * step / 2)
            path += (odd if row % 2 else even).moved(*place)
    return path, stroke


@cache
def _waves(width: float, height: float) -> tuple[Path, float]:
    path, step, rise = Path(), 6.0, 1.3
    for row in range(int(height / 4.2) + 2):
        y, x = row * 4.2, -(row % 2) * step / 2
        d = f"M{x} {y}"
        while x < width:
            d += f"Q{x + step / 4} {y - 2 * rise} {x + step / 2} {y}"
            d += f"Q{x + step * 3 / 4} {y + 2 * rise} {x + step} {y}"
            x += step
        path += outline(d)
    return path, 0.75


@cache
def _zigzag(width: float, height: float) -> tuple[Path, float]:
    path, step = Path(), 2.6
    for row in range(int(height / 4.2) + 2):
        zig = range(int(width / step) + 2)
        path += line([(i * step, row * 4.2 + (i % 2) * 2.2) for i in zig])
    return path, 0.75


@cache
def bricks(width: float, height: float, course: float = 5.5, length: float = 11) -> Path:
    """Return the joints of a stone wall, as lines."""
    path = Path()
    for row in range(int(height / course) + 1):
        y = row * course
        path += line([(0, y), (width, y)])
        x = length / 2 if row % 2 else length
        while x < width:
            path += line([(x, y), (x, min(y + course, height))])
            x += length
    return path


DOT = line([(0, 0), (0, 0)])  # a point with a round cap, which takes 2 numbers; a circle takes 26
LEAF = outline("M-1.3 1.3 C-1.6 -0.4 -0.4 -1.6 1.3 -1.3 C1.6 0.4 0.4 1.6 -1.3 1.3 Z")
PATTERNS: dict[str, Callable[[float, float], tuple[Path, float]]] = {
    "dots": partial(_staggered, step=4.4, odd=DOT, even=DOT, stroke=1.25),
    "waves": _waves,
    "zigzag": _zigzag,
    "leaves": partial(_staggered, step=6.2, odd=LEAF, even=LEAF.scaled(-1, 1), stroke=0),
    "bricks": lambda width, height: (bricks(width, height, 3.6, 7.2), 0.6),
}
SYMBOLS = drawings.names("printables.art", "symbols")


def draw_symbol(
    pen: Pen,
    name: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: Colour,
    detail: Colour,
    rim: Colour | None = None,
) -> None:
    """Draw a symbol about (x, y), `size` mm wide, its inner lines in `detail`."""
    with pen.at(x, y, scale=size / 10):
        colours = {"fill": fill, "detail": detail}
        if rim:
            halo = Halo(pen, rim, LINE * 10 / size)
            drawings.draw(halo, "printables.art", "symbols", name, colours)
        drawings.draw(pen, "printables.art", "symbols", name, colours)


def draw_symbols(pen: Pen, name: str, *, fill: Colour, detail: Colour) -> None:
    """Draw small symbols all over a card."""
    for row in range(9):
        for column in range(5 + row % 2):
            x = (column - row % 2 / 2) * 15.75
            draw_symbol(pen, name, x, row * 11, 7, fill=fill, detail=detail)


def draw_portrait(
    pen: Pen, art: Art | None, box: Box, frame: Colour, *, corner: float = 3, grey: bool = False
) -> bool:
    """Draw the picture in a framed box; return False if the pen doesn't have it."""
    if art is None:
        return False
    edge = box.rounded(corner)
    with pen.clip(edge):
        drawn = pen.image(art.name, box, grey=grey)
    if drawn:
        pen.paint(edge, None, frame, width=FRAME)
    return drawn

"""The small signs that tell colours and players apart, each about `size` mm across round its middle."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from printables.art.halo import Halo
from printables.art.palette import LINE
from printables.draw.colours import Colour
from printables.draw.paths import Path, arc, circle, line, outline, polygon, star
from printables.draw.pen import Pen


def draw_symbol(
    pen: Pen, name: str, x: float, y: float, size: float, *, fill: Colour, detail: Colour, rim: Colour | None = None
) -> None:
    """The symbol `name` of a deck file, in `fill` with its inner lines in `detail` and a thin edge in `rim`."""
    with pen.at(x, y, scale=size / 10):
        if rim:
            SYMBOLS[name](Halo(pen, rim, LINE * 10 / size), fill, detail)
        SYMBOLS[name](pen, fill, detail)


def _sun(pen: Pen, fill: Colour, detail: Colour) -> None:
    rays = Path()
    for angle in range(0, 360, 45):
        a, b, c = (radians(angle + d) for d in (-13, 0, 13))
        rays += polygon([(3.1 * cos(a), 3.1 * sin(a)), (5 * cos(b), 5 * sin(b)), (3.1 * cos(c), 3.1 * sin(c))])
    pen.paint(rays, fill, fill, width=0.5)
    pen.paint(circle(0, 0, 2.5), fill)
    pen.paint(circle(0, 0, 1.45), None, detail, width=0.56)


def _wave(pen: Pen, fill: Colour, detail: Colour) -> None:
    crest = outline("M-4.9 4.2 C-4.9 -1.4 -2.2 -4.4 1.2 -4.4 C3.6 -4.4 5 -2.7 4.7 -0.7 C4 -2 2.7 -2.2 1.9 -1.3 "
                    "C0.9 -0.1 1.5 2 3.1 2.8 C3.8 3.2 4.4 3.3 4.9 3.3 L4.9 4.2 Z")  # fmt: skip
    pen.paint(crest, fill, fill, width=0.5)
    pen.paint(outline("M-3.3 3.2 C-3 0.4 -1.6 -1.9 0.6 -2.8 M-1 3.2 C-1.5 1.8 -1.3 0.2 -0.5 -0.9"), None, detail,
              width=0.6)  # fmt: skip


def _pyramid(pen: Pen, fill: Colour, detail: Colour) -> None:
    pen.paint(polygon([(0, -4.1), (4.8, 3.9), (-4.8, 3.9)]), fill, fill, width=0.6)
    courses = line([(-1.7, -0.9), (1.7, -0.9)]) + line([(-3.2, 1.6), (3.2, 1.6)])
    joints = line([(0, -0.9), (0, 1.6)]) + line([(-1.7, 1.6), (-1.7, 3.9)]) + line([(1.7, 1.6), (1.7, 3.9)])
    pen.paint(courses + joints, None, detail, width=0.56)


def _palm(pen: Pen, fill: Colour, detail: Colour) -> None:  # noqa: ARG001 - all symbols are called alike
    pen.paint(outline("M0.3 -1.6 C1.2 0.8 1 3 0.5 4.8 L-1.3 4.8 C-0.4 3 -0.2 0.8 -0.4 -1.6 Z"), fill, fill, width=0.3)
    frond = outline("M0 -1.5 C1 -4 3.6 -4.4 5 -1.8 C3.6 -2.6 1.8 -2.2 0 -1.5 Z")
    low = outline("M0 -1.5 C2.2 -2.2 4.2 -0.6 4.2 2.2 C3.2 0.4 1.8 -0.6 0 -1.5 Z")
    top = outline("M0 -1.5 C-0.6 -3.4 0.4 -5 2 -5 C1.4 -4 1.2 -2.6 0 -1.5 Z")
    for shape in (frond, low, top):
        pen.paint(shape + shape.scaled(-1, 1), fill, fill, width=0.5)


def _fish(pen: Pen, fill: Colour, detail: Colour) -> None:
    body = outline("M-4.8 0.2 C-3 -3.6 1 -3.6 2.6 -0.4 L4.9 -2.6 C4.3 -0.8 4.3 0.8 4.9 2.6 L2.6 0.8 "
                   "C1 3.8 -3 3.8 -4.8 0.2 Z")  # fmt: skip
    pen.paint(body, fill, fill, width=0.5)
    pen.paint(circle(-2.6, -0.5, 0.65), detail)
    pen.paint(arc(-3, 0.2, 2.3, 2.6, -50, 50), None, detail, width=0.5)


def _star(pen: Pen, fill: Colour, detail: Colour) -> None:
    pen.paint(star(0, 0.3, 5, 4.9, 2.2), fill, fill, width=0.7)
    pen.paint(circle(0, 0.3, 1.1), detail)


def _moon(pen: Pen, fill: Colour, detail: Colour) -> None:
    pen.paint(outline("M1.6 -4.6 C-6.4 -4.6 -6.4 4.6 1.6 4.6 C-2.4 2.6 -2.4 -2.6 1.6 -4.6 Z"), fill, fill, width=0.6)
    pen.paint(star(2.6, 0, 4, 2, 0.7), fill, fill, width=0.3)
    pen.paint(circle(-2.9, 0.6, 0.5), detail)


def _feather(pen: Pen, fill: Colour, detail: Colour) -> None:
    vane = outline("M-1.2 3.2 C-4 -0.5 -1.4 -4.9 2.6 -4.9 C3.6 -1.6 2.4 2 -1.2 3.2 Z")
    pen.paint(vane, fill, fill, width=0.5)
    pen.paint(outline("M1.4 -3.4 C-0.4 -0.6 -1.4 2 -1.9 4.9"), None, fill, width=0.9)
    pen.paint(outline("M1.4 -3.2 C-0.3 -0.6 -0.9 1 -1.3 2.7"), None, detail, width=0.45)
    barbs = line([(0.1, -0.9), (1.7, -1.2)]) + line([(-0.5, 0.6), (1, 0.5)]) + line([(-0.1, -0.4), (-1.6, -1.4)])
    pen.paint(barbs, None, detail, width=0.4)


def _shell(pen: Pen, fill: Colour, detail: Colour) -> None:
    fan = outline("M-1.6 4.4 C-5.4 2.4 -6 -2 -3.6 -3.6 C-2.8 -4.4 -1.6 -4.6 0 -4.6 C1.6 -4.6 2.8 -4.4 3.6 -3.6 "
                  "C6 -2 5.4 2.4 1.6 4.4 Z")  # fmt: skip
    pen.paint(fan, fill, fill, width=0.5)
    ribs = line([(0, 3.8), (0, -3.4)])
    ribs += outline("M-0.5 3.8 C-1.6 2 -2.4 -0.4 -2.6 -2.6 M0.5 3.8 C1.6 2 2.4 -0.4 2.6 -2.6")
    pen.paint(ribs, None, detail, width=0.5)


SYMBOLS: dict[str, Callable[[Pen, Colour, Colour], None]] = {
    "sun": _sun, "wave": _wave, "pyramid": _pyramid, "palm": _palm,
    "fish": _fish, "star": _star, "moon": _moon, "feather": _feather, "shell": _shell,
}  # fmt: skip

"""Solitaire's signs: one on each square of the board, pips, and a pyramid as seen from the side.

A hop keeps whether a pyramid's row and column are odd or even, so there are four kinds of squares, and a pyramid stays
on its kind for the whole game: the four signs tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.solitaire.measures import Frustum
from printables.art.palette import LINE
from printables.draw.colours import Colour
from printables.draw.paths import Path, Point, arc, circle, ellipse, line, outline, polygon
from printables.draw.pen import Pen

INK = "#20232e"


def draw_sign(pen: Pen, name: str, x: float, y: float, size: float, *, line: Colour, fill: Colour) -> None:
    """One of `SIGNS`, about `size` mm across round (x, y)."""
    with pen.at(x, y, scale=size / 20):
        SIGNS[name](pen, line, fill)


def _ankh(pen: Pen, ink: Colour, fill: Colour) -> None:
    """A loop on a cross."""
    cross = outline("M-1.5 1.2 L-7.6 0.4 L-7.6 4.8 L-1.5 4 L-2.1 10 L2.1 10 L1.5 4 L7.6 4.8 L7.6 0.4 L1.5 1.2 Z")
    loop = outline("M0 2.4 C-3 -0.6 -5 -3.4 -5 -6 C-5 -8.6 -2.8 -10.2 0 -10.2 C2.8 -10.2 5 -8.6 5 -6 "
                   "C5 -3.4 3 -0.6 0 2.4 Z")  # fmt: skip
    hole = outline("M0 -1.2 C-1.6 -3 -2.4 -4.6 -2.4 -5.8 C-2.4 -7.2 -1.4 -8 0 -8 C1.4 -8 2.4 -7.2 2.4 -5.8 "
                   "C2.4 -4.6 1.6 -3 0 -1.2 Z")  # fmt: skip
    pen.paint(cross, fill, ink, width=LINE)
    pen.paint(loop + hole, fill, ink, width=LINE, even_odd=True)


def _eye(pen: Pen, ink: Colour, fill: Colour) -> None:
    """An eye with its brow, a tear and a curl."""
    pen.paint(outline("M-9.6 -3.6 C-5.6 -8.4 4.8 -8.4 9.6 -4.2 L9 -2.2 C4.4 -5.8 -4.6 -5.8 -8.6 -1.8 Z"), fill, ink,
              width=LINE)  # fmt: skip
    pen.paint(outline("M-9 1.4 C-5.4 -3.6 3.8 -4.2 9.4 1 C4.6 5 -4.8 5.2 -9 1.4 Z"), fill, ink, width=LINE)
    pen.paint(circle(-0.2, 0.6, 2.5), ink)
    pen.paint(outline("M-3.4 4.3 L-1 4.4 L-1.8 9.4 L-3.6 8.4 Z"), fill, ink, width=LINE)
    curl = outline("M2.2 4.2 C3.4 8 6.6 9.6 8.4 8 C9.6 6.6 8.2 4.8 6.8 5.8")
    pen.paint(curl, None, ink, width=2.1)
    pen.paint(curl, None, fill, width=1.0)


def _lotus(pen: Pen, ink: Colour, fill: Colour) -> None:
    """An open flower on its stalk."""
    pen.paint(line([(0, 3), (0, 9.6)]), None, ink, width=2.1)
    pen.paint(line([(0, 3), (0, 9.4)]), None, fill, width=1.0)
    petal = outline("M0 3.6 C-3.2 0 -2.8 -5.6 0 -9.6 C2.8 -5.6 3.2 0 0 3.6 Z")
    for turn in (-66, 66, -34, 34, 0):
        with pen.at(0, 1.4, turn=turn), pen.at(0, -1):
            pen.paint(petal, fill, ink, width=LINE)
    pen.paint(outline("M-3.6 2.8 C-2.4 6 2.4 6 3.6 2.8 C1.6 4 -1.6 4 -3.6 2.8 Z"), ink, ink, width=LINE)


def _scarab(pen: Pen, ink: Colour, fill: Colour) -> None:
    """A beetle that rolls the sun."""
    legs = Path()
    for y, x, low in ((-0.6, 8.6, -4), (2.6, 9.2, 3), (5.6, 8, 9)):
        legs += line([(3, y), (x - 2, (y + low) / 2), (x, low)]) + line([(-3, y), (2 - x, (y + low) / 2), (-x, low)])
    pen.paint(legs, None, ink, width=1.0)
    pen.paint(ellipse(0, 3.6, 5.4, 6), fill, ink, width=LINE)
    pen.paint(outline("M-4.6 0.4 C-2 2.2 2 2.2 4.6 0.4 M0 1.8 L0 9.4"), None, ink, width=LINE)
    pen.paint(arc(0, -1.8, 3.6, 2.8, 180, 360), fill, ink, width=LINE)
    pen.paint(circle(0, -7.2, 3), fill, ink, width=LINE)


SIGNS: dict[str, Callable[[Pen, Colour, Colour], None]] = {
    "ankh": _ankh, "eye": _eye, "lotus": _lotus, "scarab": _scarab,
}  # fmt: skip
_OF_KIND = (("ankh", "lotus"), ("eye", "scarab"))


def sign_of(row: int, column: int) -> str:
    """The sign of a square, rows and columns from 0.

    >>> sign_of(0, 0) == sign_of(2, 4), sign_of(0, 0) == sign_of(0, 1)
    (True, False)
    """
    return _OF_KIND[row % 2][column % 2]


def pip_places(count: int, apart: float) -> tuple[Point, ...]:
    """Places for pips in a row round the origin, their middles `apart` mm from each other.

    >>> pip_places(2, 3)
    ((-1.5, 0.0), (1.5, 0.0))
    """
    return tuple(((index - (count - 1) / 2) * apart, 0.0) for index in range(count))


def draw_pips(pen: Pen, count: int, x: float, y: float, *, radius: float, fill: Colour, rim: Colour,
              upright: bool = False) -> None:  # fmt: skip
    """Pips side by side round (x, y), or one above the other."""
    for along, _ in pip_places(count, radius * 2.6):
        at = (x, y + along) if upright else (x + along, y)
        pen.paint(circle(*at, radius), fill, rim, width=min(0.4, radius * 0.35))


def side_view(form: Frustum, scale: float = 1) -> Path:
    """A pyramid of paper from the side, standing on the origin."""
    half, top, height = form.base / 2 * scale, form.top / 2 * scale, form.height * scale
    return polygon([(-half, 0), (-top, -height), (top, -height), (half, 0)])

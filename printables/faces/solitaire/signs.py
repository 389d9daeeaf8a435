"""Solitaire's signs: one for each square of the board, pips, and a pyramid seen from the side.

A hop doesn't change the parity of a pyramid's row and column, so a pyramid stays on one of four
kinds of squares for the whole game. Each kind has a sign.
"""

from __future__ import annotations

from companion.solitaire.measures import Frustum
from printables.art import drawings
from printables.draw.colours import Colour
from printables.draw.paths import Path, circle, polygon
from printables.draw.pen import Pen

PACKAGE = "printables.faces.solitaire"
INK = "#20232e"
SIGNS = drawings.names(PACKAGE, "signs")


def draw_sign(
    pen: Pen, name: str, x: float, y: float, size: float, *, line: Colour, fill: Colour
) -> None:
    """Draw one of `SIGNS`, about `size` mm across, with its middle at (x, y)."""
    with pen.at(x, y, scale=size / 20):
        drawings.draw(pen, PACKAGE, "signs", name, {"line": line, "fill": fill})


_OF_KIND = (("ankh", "lotus"), ("eye", "scarab"))


def sign_of(row: int, column: int) -> str:
    """Return the sign of a square, rows and columns from 0.

    >>> sign_of(0, 0) == sign_of(2, 4), sign_of(0, 0) == sign_of(0, 1)
    (True, False)
    """
    return _OF_KIND[row % 2][column % 2]


def draw_pips(
    pen: Pen,
    count: int,
    x: float,
    y: float,
    *,
    radius: float,
    fill: Colour,
    rim: Colour,
    upright: bool = False,
) -> None:
    """Draw pips centred on (x, y), side by side or, if `upright`, one above the other."""
    apart = radius * 2.6
    for index in range(count):
        along = (index - (count - 1) / 2) * apart
        at = (x, y + along) if upright else (x + along, y)
        pen.paint(circle(*at, radius), fill, rim, width=min(0.4, radius * 0.35))


def side_view(form: Frustum, scale: float = 1) -> Path:
    """Return the outline of a paper pyramid from the side, standing on the origin."""
    half, top, height = form.base / 2 * scale, form.top / 2 * scale, form.height * scale
    return polygon([(-half, 0), (-top, -height), (top, -height), (half, 0)])

"""The small signs for colours and players."""

from __future__ import annotations

from printables.art import drawings
from printables.art.halo import Halo
from printables.art.palette import LINE
from printables.draw.colours import Colour
from printables.draw.pen import Pen

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
    """Draw a deck file's symbol about (x, y), `size` mm wide.

    It is in `fill`, its inner lines in `detail`, with an edge in `rim`.
    """
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

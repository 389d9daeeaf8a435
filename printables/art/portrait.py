"""Your own picture in a frame, instead of a card's drawing."""

from __future__ import annotations

from companion.decks import Art
from printables.draw.colours import Colour
from printables.draw.paths import rounded
from printables.draw.pen import Pen


def draw_portrait(  # noqa: PLR0917 - a box has four measures
    pen: Pen,
    art: Art | None,
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    frame: Colour,
    line: float,
    corner: float = 3,
    grey: bool = False,
) -> bool:
    """Draw the picture in a framed box; return False if the pen doesn't have it.

    Decks from a table or from a label's code name pictures that aren't available.
    """
    if art is None:
        return False
    box = rounded(x, y, width, height, corner)
    with pen.clip(box):
        drawn = pen.image(art.name, x, y, width, height, grey=grey)
    if drawn:
        pen.paint(box, None, frame, width=line)
    return drawn

"""A picture of the deck owner's own, in a frame where a card has its drawing."""

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
    """Fill a box with the picture and frame it; False, and next to nothing drawn, where the pen
    does not have it.

    A deck that came to the phone table, or out of a label's code, names pictures that nobody has
    there.
    """
    if art is None:
        return False
    box = rounded(x, y, width, height, corner)
    with pen.clip(box):
        drawn = pen.image(art.name, x, y, width, height, grey=grey)
    if drawn:
        pen.paint(box, None, frame, width=line)
    return drawn

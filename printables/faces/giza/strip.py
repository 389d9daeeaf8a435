"""The pyramid strip: slots of the lower two rows, each with a tag that a card in it hides."""

from __future__ import annotations

from companion.game import Piece
from companion.giza.deck import Deck
from companion.giza.pieces import STRIP_FOOT, STRIP_SLOTS, strip_place
from companion.language import say
from companion.layout import POKER
from printables.art.codes import draw_tag
from printables.draw.colours import GREY, WHITE
from printables.draw.paths import Path, rectangle, rounded
from printables.draw.pen import Pen, bled

INSET = 1.5  # of a slot's outline, mm, so that it can be seen beside a card
CORNER = 3.0
THIN = 0.25


def draw_strip(pen: Pen, piece: Piece, _deck: Deck) -> None:
    """Draw the slots, the upper row's only as far as they are on the strip."""
    pen.paint(bled(piece.size), WHITE)
    width, height = POKER.width - 2 * INSET, POKER.height - 2 * INSET
    middles = [strip_place(slot) for slot in STRIP_SLOTS]
    boxes = [rounded(x - width / 2, y - height / 2, width, height, CORNER) for x, y in middles]
    with pen.clip(rectangle(0, 0, piece.size.width, piece.size.height)):
        pen.paint(sum(boxes, Path()), None, GREY, width=THIN)
    for spot in piece.faces["front"]:
        draw_tag(pen, spot)
    text = say(
        "Build your pyramid on this strip, the base in the lower row: an uncovered tag shows that "
        "its place is empty."
    )
    base = piece.size.height - STRIP_FOOT + 2.0
    pen.text(piece.size.width / 2, base, text, 2.8, GREY, fit=piece.size.width - 12)

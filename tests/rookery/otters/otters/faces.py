"""What the cards look like."""

from __future__ import annotations

from companion.game import Piece
from printables.art.codes import draw_tag
from printables.draw.pen import Pen, bled
from printables.faces.artists import Faces

from . import Deck


def draw(pen: Pen, piece: Piece, face: str, deck: Deck) -> None:
    """White ground, the name in the middle, and the tags."""
    width, height = piece.size.width, piece.size.height
    pen.paint(bled(piece.size), "#ffffff")
    pen.text(width / 2, height / 2, deck.names[int(piece.id[-2:]) - 1], 6, "#000000")
    for tag in piece.faces[face]:
        draw_tag(pen, tag)


FACES = Faces(draw)

"""The faces of pirates' pieces, and how they are cut and folded."""

from __future__ import annotations

from collections.abc import Callable

from companion.game import Piece
from companion.pirates.deck import Deck
from printables.draw.fonts import check_glyphs
from printables.draw.paths import Shape
from printables.draw.pen import Pen
from printables.faces.artists import Faces
from printables.faces.pirates import cards, ships, tiles, tokens


def draw(pen: Pen, piece: Piece, face: str, deck: Deck) -> None:
    """Draw a face with its tags and bleed; raises `PrintError` if the font lacks a letter."""
    names = (look.name for look in deck.penguins)
    for text in (deck.title, *names, str(piece.data.get("name", ""))):
        check_glyphs(text, piece.id)
    _FACES[piece.kind, face](pen, piece, deck)


def shape(piece: Piece, deck: Deck) -> Shape | None:
    """Return the shape of boards and ships, from the front; None for rectangles."""
    if piece.kind == "tile":
        return Shape(tiles.cut(piece, deck))
    return ships.net() if piece.kind == "standee" else None


_FACES: dict[tuple[str, str], Callable[[Pen, Piece, Deck], None]] = {
    ("tile", "front"): tiles.front, ("tile", "back"): tiles.back,
    ("handicap", "front"): cards.handicap_front,
    ("handicap", "back"): cards.handicap_back,
    ("event", "front"): cards.event_front, ("event", "back"): cards.event_back,
    ("tracker", "front"): tokens.tracker_front,
    ("standee", "front"): ships.front,
    ("token", "front"): tokens.token_front, ("token", "back"): tokens.token_back,
}  # fmt: skip
FACES = Faces(draw, shape)

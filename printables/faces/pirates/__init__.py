"""The faces of pirates' pieces, and how they are cut and folded."""

from __future__ import annotations

from companion.game import Piece
from companion.pirates.deck import Deck
from printables.draw.paths import Shape
from printables.faces.artists import Faces, by_kind
from printables.faces.pirates import cards, ships, tiles, tokens


def shape(piece: Piece, deck: Deck) -> Shape | None:
    """Return the shape of boards and ships, from the front; None for rectangles."""
    if piece.kind == "tile":
        return Shape(tiles.cut(piece, deck))
    return ships.net() if piece.kind == "standee" else None


def _texts(piece: Piece, deck: Deck) -> tuple[str, ...]:
    return (deck.title, *(look.name for look in deck.penguins), str(piece.data.get("name", "")))


_FACES = {
    ("tile", "front"): tiles.front, ("tile", "back"): tiles.back,
    ("handicap", "front"): cards.handicap_front,
    ("handicap", "back"): cards.handicap_back,
    ("event", "front"): cards.event_front, ("event", "back"): cards.event_back,
    ("tracker", "front"): tokens.tracker_front,
    ("standee", "front"): ships.front,
    ("token", "front"): tokens.token_front, ("token", "back"): tokens.token_back,
}  # fmt: skip
draw = by_kind(_FACES, _texts)
FACES = Faces(draw, shape)

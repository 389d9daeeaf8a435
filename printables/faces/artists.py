"""Who draws a piece: the one place that knows where a game's faces and shapes are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias

from companion.game import Deck, DeckT, Game, Piece, part
from companion.wording import spoken
from printables.draw.pen import Pen
from printables.draw.shapes import Shape
from printables.extras import catalogue

# Draws one face with its tags, background 3 mm beyond the trim or outline; whoever calls clips.
Draw: TypeAlias = Callable[[Pen, Piece, str, DeckT], None]


@dataclass(frozen=True, slots=True)
class Faces(Generic[DeckT]):
    """The artist of a game's pieces, its part "NAME.faces".

    `shape(piece, deck)` is how a piece is cut out and folded; None is a rectangle.
    """

    draw: Draw[DeckT]
    shape: Callable[[Piece, DeckT], Shape | None] = lambda _piece, _deck: None


def artist(game: Game) -> Draw:
    """Return what draws the faces of the game's pieces and of all that comes with them, in the
    pen's language.
    """
    own = _faces(game)

    def draw(pen: Pen, piece: Piece, face: str, deck: Deck) -> None:
        deck = spoken(deck, pen.language)
        if piece.kind in catalogue.KINDS:
            catalogue.draw(pen, piece, face, game, deck)
        else:
            own.draw(pen, piece, face, deck)

    return draw


def shape_of(game: Game, deck: Deck) -> Callable[[Piece], Shape | None]:
    """Return what gives the shape of each of the game's pieces; None is a rectangle."""
    own = _faces(game)

    def shape(piece: Piece) -> Shape | None:
        return catalogue.shape(piece) if piece.kind in catalogue.KINDS else own.shape(piece, deck)

    return shape


def _faces(game: Game) -> Faces:
    return part(game.slug, "faces", Faces)

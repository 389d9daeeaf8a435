"""Who draws a piece: the one place that knows in which module a game's faces and shapes are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from companion.game import Game, Piece, part
from companion.wording import spoken
from printables.draw.pen import Pen
from printables.draw.shapes import Shape
from printables.extras import catalogue


class Draw(Protocol):
    """What a game's module in `printables/faces/` offers as `draw`."""

    def __call__(self, pen: Pen, piece: Piece, face: str, deck: Any) -> None:
        """Draw one face with its tags, background 3 mm beyond the trim or outline; whoever calls
        clips.
        """


def artist(game: Game) -> Draw:
    """What draws the faces of the game's pieces and of all that comes with them, in the pen's
    language.
    """
    own: Draw = part(game.slug, "faces").draw

    def draw(pen: Pen, piece: Piece, face: str, deck: Any) -> None:
        deck = spoken(deck, pen.language)
        if piece.kind in catalogue.KINDS:
            catalogue.draw(pen, piece, face, game, deck)
        else:
            own(pen, piece, face, deck)

    return draw


def shape_of(game: Game, deck: Any) -> Callable[[Piece], Shape | None]:
    """What tells the shape of each of the game's pieces; None is a rectangle."""
    own: Callable[[Piece, Any], Shape | None] | None = getattr(
        part(game.slug, "faces"), "shape", None
    )

    def shape(piece: Piece) -> Shape | None:
        if piece.kind in catalogue.KINDS:
            return catalogue.shape(piece)
        return own(piece, deck) if own else None

    return shape

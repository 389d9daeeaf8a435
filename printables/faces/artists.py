"""The functions that draw a game's pieces and return their shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from companion.game import Deck, DeckT, Game, Piece, part
from companion.language import spoken
from printables.draw.fonts import check_glyphs, one_typeface
from printables.draw.paths import Shape
from printables.draw.pen import Pen
from printables.extras import tuckbox
from printables.extras.contents import ARTISTS

# Draws a face with its tags and a bleed of 3 mm, which the caller clips.
Draw: TypeAlias = Callable[[Pen, Piece, str, DeckT], None]


@dataclass(frozen=True, slots=True)
class Faces(Generic[DeckT]):
    """A game's part "NAME.faces".

    `draw` draws a face. `shape(piece, deck)` returns how a piece is cut and folded; None is a
    rectangle. `light_backs` says that backs take more ink than fronts and are printed with less
    unless someone asks for all of it.
    """

    draw: Draw[DeckT]
    shape: Callable[[Piece, DeckT], Shape | None] = lambda _piece, _deck: None
    light_backs: bool = False


def by_kind(
    faces: Mapping[tuple[str, str], Callable[[Pen, Piece, DeckT], None]],
    texts: Callable[[Piece, DeckT], Iterable[str]],
) -> Draw[DeckT]:
    """Return a function that draws by a piece's kind and face.

    It raises `PrintError` if the font lacks a letter of the `texts` that a deck's owner chooses.
    """

    def draw(pen: Pen, piece: Piece, face: str, deck: DeckT) -> None:
        own = tuple(texts(piece, deck))
        for text in own:
            check_glyphs(text, piece.id)
        with one_typeface(own):
            faces[piece.kind, face](pen, piece, deck)

    return draw


def artist(game: Game, faces: Faces[Any] | None = None) -> Draw:
    """Return a function that draws pieces and extras in the pen's language.

    The texts of other people's games, which have `faces`, stay as they are.
    """
    own = faces or part(game.slug, "faces", Faces)

    def draw(pen: Pen, piece: Piece, face: str, deck: Deck) -> None:
        deck = deck if faces else spoken(deck, pen.language)
        if piece.kind in ARTISTS:
            ARTISTS[piece.kind](pen, piece, face, game, deck)
        else:
            own.draw(pen, piece, face, deck)

    return draw


def has_light_back(game: Game, piece: Piece, faces: Faces[Any] | None = None) -> bool:
    """Return whether a piece's back is printed with less ink by default."""
    own = faces or part(game.slug, "faces", Faces)
    return own.light_backs and piece.kind not in ARTISTS


def shape_of(
    game: Game, deck: Deck, faces: Faces[Any] | None = None
) -> Callable[[Piece], Shape | None]:
    """Return a function that returns a piece's shape; None is a rectangle."""
    own = faces or part(game.slug, "faces", Faces)

    def shape(piece: Piece) -> Shape | None:
        if piece.kind in ARTISTS:
            return tuckbox.shape(piece) if piece.kind == tuckbox.KIND else None
        return own.shape(piece, deck)

    return shape

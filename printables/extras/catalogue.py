"""All extras of a game: their pieces, drawings and outlines."""

from __future__ import annotations

from companion.deckcode import pack
from companion.deckfile import load_summary
from companion.game import Deck, Game, Piece
from printables.draw.pen import Pen
from printables.draw.shapes import Shape
from printables.extras import label, pad, reference, rules, stickers, tuckbox
from printables.extras.boxes import Stock
from printables.extras.selection import for_players

CARDS = Stock()
EXTRAS = (label, rules, reference, pad, tuckbox, stickers)
KINDS = tuple(each.KIND for each in EXTRAS)
NAMES = {name for each in EXTRAS for name in (each.ID, each.KIND)}  # as in --only


def pieces(
    game: Game,
    deck: Deck,
    text: str,
    address: str = "",
    *,
    stock: Stock = CARDS,
    players: int | None = None,
) -> tuple[Piece, ...]:
    """Return all extras in the order of printing; `Piece.extra` is true for box and stickers.

    `text` is the deck's file, and `address` that of the web app, "" for none. The box fits what
    `players` need (see `for_players`), on this `stock`.
    """
    own, summary = game.pieces(deck), load_summary(game, deck)
    boxed = for_players((*own, *reference.pieces(summary)), game, players)
    return (
        *label.pieces(pack(game.slug, text), address),
        *rules.pieces(summary),
        *reference.pieces(summary),
        *pad.pieces(game, summary),
        *tuckbox.pieces(game, deck, boxed, stock),
        *stickers.pieces(own),
    )


def draw(pen: Pen, piece: Piece, face: str, game: Game, deck: Deck) -> None:
    """Draw a face of an extra, with a bleed of 3 mm that the caller clips.

    Raises `PrintError` for texts that don't fit or that the font can't draw.
    """
    if piece.kind == reference.KIND:
        reference.draw(pen, piece, face, game, deck)
    elif piece.kind == rules.KIND:
        rules.draw(pen, piece, face, game, deck)
    else:
        _ARTISTS[piece.kind](pen, piece, game, deck)


def shape(piece: Piece) -> Shape | None:
    """Return the outline and folds of an extra; None for a rectangle."""
    return tuckbox.shape(piece) if piece.kind == tuckbox.KIND else None


_ARTISTS = {each.KIND: each.draw for each in (label, pad, tuckbox, stickers)}

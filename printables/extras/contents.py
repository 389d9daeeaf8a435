"""All printed pieces of a game: its own, and what comes in the box with them."""

from __future__ import annotations

from dataclasses import replace

from companion.deckcode import amended
from companion.deckfile import Sizable
from companion.game import Deck, Game, Piece
from printables.art.cover import cover
from printables.extras import catalogue
from printables.extras.boxes import CARD, Stock

MM_PER_GSM = CARD / 250  # thickness of card, mm, for each g/m2 that it weighs


def contents(
    game: Game,
    deck: Deck,
    text: str,
    *,
    extras: bool | None = None,
    address: str = "",
    weight: int = 250,
    folded: bool = False,
    players: int | None = None,
) -> tuple[Piece, ...]:
    """The pieces in the order of printing; `Piece.extra` marks those that are printed when they are
    asked for.

    `text` is the file that the deck was read from. `extras` true makes none of them wait to be
    asked for, false leaves out what is no piece of the game itself. `address` is that of a phone
    table for label and boards, `weight` that of the cards' paper in g/m2, for which the box is
    made; those with backs are two layers of it where sheets are `folded`, and it holds what
    `players` need (see `for_players`).
    """
    own = game.pieces(deck)
    if address:  # a board may lead to the phone table
        own = tuple(
            replace(piece, data={**piece.data, "address": address})
            if piece.kind == "board"
            else piece
            for piece in own
        )
    if extras:
        cover(game.slug)
    if extras is False or not game.has("cover"):
        return own
    stock = Stock(weight * MM_PER_GSM, folded)
    more = catalogue.pieces(
        game, deck, _as_played(game, deck, text), address, stock=stock, players=players
    )
    return (
        tuple(replace(piece, extra=False) for piece in (*own, *more)) if extras else (*own, *more)
    )


def _as_played(game: Game, deck: Deck, text: str) -> str:
    """The file of the very deck, where a board was resized after it had been read."""
    if (
        not isinstance(deck, Sizable)
        or game.read_deck(text, game.deck_file).fingerprint == deck.fingerprint
    ):
        return text
    return amended(text, deck.amendments)

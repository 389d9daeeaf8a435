"""All printed pieces of a game, extras included."""

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
    """Return the pieces in the order of printing; `Piece.extra` marks those printed on request.

    `text` is the file of the deck. With `extras` true all are printed, with false only the game's
    own pieces are returned. `address` is that of a phone table for label and boards; `weight`, in
    g/m2, is that of the cards' paper, which the box must fit; pieces with backs are two layers of
    it where sheets are `folded`. The box holds what `players` need (see `for_players`).
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
    if isinstance(deck, Sizable):
        read = game.read_deck(text, game.deck_file)
        if read.fingerprint != deck.fingerprint:  # the board was resized after reading
            text = amended(text, deck.amendments)
    stock = Stock(weight * MM_PER_GSM, folded)
    more = catalogue.pieces(game, deck, text, address, stock=stock, players=players)
    return (
        tuple(replace(piece, extra=False) for piece in (*own, *more)) if extras else (*own, *more)
    )

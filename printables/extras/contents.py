"""All printed pieces of a game, including extras."""

from __future__ import annotations

from dataclasses import replace

from companion.deckcode import amended
from companion.deckfile import Sizable
from companion.game import Deck, Game, Piece
from printables.art.cover import cover
from printables.extras import catalogue
from printables.extras.boxes import CARD, Stock

MM_PER_GSM = CARD / 250  # thickness of card, mm per g/m2


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
    """Return the pieces in the order of printing; `Piece.extra` marks those only printed on
    request.

    `text` is the deck's file. If `extras` is true, none are marked; if it is false, there are only
    the game's own pieces. `address` is that of the web app, for label and boards. The box fits what
    `players` need (see `for_players`) on paper of `weight` g/m2, with two layers for pieces with
    backs if sheets are `folded`.
    """
    own = game.pieces(deck)
    if address:  # a board may show a code for the web app
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

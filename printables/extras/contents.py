"""All printed pieces of a game, including extras, and the choice of some of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TypeAlias

from companion.deckcode import amended, pack
from companion.deckfile import Sizable, load_summary
from companion.errors import UsageError
from companion.game import Deck, Game, Piece
from printables.art.cover import cover
from printables.draw.pen import Pen
from printables.extras import label, pad, reference, rules, stickers, tuckbox
from printables.extras.tuckbox import CARD

MM_PER_GSM = CARD / 250  # thickness of card, mm per g/m2
EXTRAS = (label, rules, reference, pad, tuckbox, stickers)
NAMES = {name for each in EXTRAS for name in (each.ID, each.KIND)}  # as in --only

# Draws a face with a bleed of 3 mm, which the caller clips.
Draw: TypeAlias = Callable[[Pen, Piece, str, Game, Deck], None]
ARTISTS: dict[str, Draw] = {each.KIND: each.draw for each in EXTRAS}  # by kind


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
    """Return the pieces in the order of printing, `extra` ones are only printed on request.

    `text` is the deck's file. If `extras` is true, none are marked; if it is false, there are only
    the game's own pieces. `address` is that of the web app, for label and boards. The box fits what
    `players` need (see `for_players`) on paper of `weight` g/m2, with two layers for pieces with
    backs if sheets are `folded`.
    """
    own = game.pieces(deck)
    if address:  # a board may show a code for the web app
        coded = {"address": address}
        own = tuple(
            replace(each, data={**each.data, **coded}) if each.kind == "board" else each
            for each in own
        )
    if extras:
        cover(game.slug)
    if extras is False or not game.has("cover"):
        return own
    if isinstance(deck, Sizable):
        read = game.read_deck(text, game.deck_file)
        if read.fingerprint != deck.fingerprint:  # the board was resized after reading
            text = amended(text, deck.amendments)
    summary = load_summary(game, deck)
    boxed = for_players((*game.pieces(deck), *reference.pieces(summary)), game, players)
    everything = (
        *own,
        *label.pieces(pack(game.slug, text), address),
        *rules.pieces(summary),
        *reference.pieces(summary),
        *pad.pieces(game, summary),
        *tuckbox.pieces(tuckbox.nets(game, deck, boxed, weight * MM_PER_GSM, folded=folded)),
        *stickers.pieces(piece for piece in own if piece.kind != "strip"),  # no shop sells one
    )
    return tuple(replace(piece, extra=False) for piece in everything) if extras else everything


def chosen(pieces: Sequence[Piece], only: Iterable[str]) -> tuple[Piece, ...]:
    """Return the pieces with these ids, kinds or patterns ("penguin-*"), in the order of printing.

    Without `only`, all are returned but extras. Raises `UsageError` for a word without a match.
    """
    words = [word.strip() for text in only for word in text.split(",")]

    def fits(word: str, piece: Piece) -> bool:
        if any(sign in word for sign in "*?["):
            return fnmatchcase(piece.id, word) or fnmatchcase(piece.kind, word)
        return word in {piece.id, piece.kind}

    def plain(name: str) -> str:
        """Return a name in lower case, with numbers without leading zeros."""
        return re.sub(r"\d+", lambda digits: digits[0].lstrip("0"), name.lower())

    by_word = {word: {piece.id for piece in pieces if fits(word, piece)} for word in words}
    for word in sorted(word for word, ids in by_word.items() if not ids):
        known = sorted({name for piece in pieces for name in (piece.id, piece.kind)})
        near = [name for name in known if plain(name) == plain(word)]
        near = near or difflib.get_close_matches(word, known, n=3)
        remedy = f"ids look like {pieces[0].id}, kinds like {known[0]}"
        if near:
            remedy = f"did you mean {' or '.join(near)}?"
        raise UsageError("--only", f"no piece is called {word!r}", remedy=remedy)
    wanted = set().union(*by_word.values())
    return tuple(piece for piece in pieces if (piece.id in wanted if words else not piece.extra))


def for_players(pieces: Sequence[Piece], game: Game, players: int | None) -> tuple[Piece, ...]:
    """Return what `players` need, with a copy for each player of pieces that everyone gets.

    None is the most players, but one copy for a game for a single player. Raises `UsageError` for a
    number of players that the game isn't for.
    """
    fewest, most = game.players
    if players is not None and not fewest <= players <= most:
        remedy = f"use {fewest} to {most}" if most > fewest else f"use {fewest}"
        raise UsageError("--players", f"{game.slug} is not for {players}", remedy=remedy)
    needed = (piece for piece in pieces if piece.players <= (players or most))
    sets = players or (1 if fewest == 1 else most)
    return tuple(replace(each, count=each.count * sets) if each.each else each for each in needed)

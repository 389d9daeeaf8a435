"""Selecting pieces by id, kind or pattern, and for a number of players."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from companion.errors import UsageError
from companion.game import Game, Piece


def chosen(pieces: Sequence[Piece], only: Iterable[str]) -> tuple[Piece, ...]:
    """Return the pieces with these ids, kinds or patterns ("penguin-*"), in the order of printing.

    Without `only`, all are returned but extras. Raises `UsageError` for a word without a match.
    """
    words = [word.strip() for text in only for word in text.split(",")]
    by_word = {word: {piece.id for piece in pieces if _matches(word, piece)} for word in words}
    for word in sorted(word for word, ids in by_word.items() if not ids):
        known = sorted({name for piece in pieces for name in (piece.id, piece.kind)})
        near = [name for name in known if _normalise(name) == _normalise(word)]
        near = near or difflib.get_close_matches(word, known, n=3)
        remedy = (
            f"did you mean {' or '.join(near)}?"
            if near
            else f"ids look like {pieces[0].id}, kinds like {known[0]}"
        )
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
    seats = players or most
    needed = (piece for piece in pieces if piece.players <= seats)
    sets = players or (1 if fewest == 1 else most)
    return tuple(
        replace(piece, count=piece.count * sets) if piece.each else piece for piece in needed
    )


def _normalise(name: str) -> str:
    """Return a name in lower case, with numbers without leading zeros."""
    return re.sub(r"\d+", lambda digits: digits[0].lstrip("0"), name.lower())


def _matches(word: str, piece: Piece) -> bool:
    if any(sign in word for sign in "*?["):
        return fnmatchcase(piece.id, word) or fnmatchcase(piece.kind, word)
    return word in {piece.id, piece.kind}

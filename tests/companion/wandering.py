"""Games of random play, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.play import Seat
from tests.companion.facts import Row


class Moment(NamedTuple):
    """A position of a game, who moves, and all that may be moved."""

    state: Any
    seat: Seat
    moves: tuple[Any, ...]
    move: Any


def players(of: Row, seed: int) -> int:
    """All numbers of players come by turns."""
    least, most = of.game.players
    return least + seed % (most - least + 1)


def deck(of: Row, seed: int) -> Any:
    """And so do all variants of the deck, with each of these."""
    least, most = of.game.players
    variants = of.facts.decks(of.deck)
    return variants[seed // (most - least + 1) % len(variants)]


def random_game(of: Row, seed: int) -> Iterator[Moment]:
    """A random game, move by move."""
    rules, chance = of.play.rules, random.Random(seed)
    state = of.facts.start(deck(of, seed), players(of, seed), seed)
    while movers := rules.to_move(state):
        seat = chance.choice(movers)
        moves = tuple(rules.legal_moves(state, seat))
        assert moves, "who is to move has a move"
        moment = Moment(state, seat, moves, of.facts.wander(state, moves, chance))
        yield moment
        state = rules.apply(state, seat, moment.move)

"""Games between bots, and their figures: how a deck is tuned (giza O). Pure: a seed in, figures out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from companion.giza.bots import Bot
from companion.giza.deck import Deck
from companion.giza.moves import Place
from companion.giza.rules import Result, apply, legal_moves, result, setup, to_move, view
from companion.giza.state import State


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: its last state and result, the moves made, and the forced greys of each seat."""

    last: State
    result: Result
    moves: int
    forced_greys: tuple[int, ...]


def play(deck: Deck, bots: Sequence[Bot], seed: int) -> Played:
    """One game between `bots`, one a seat; the same seed gives the same game."""
    state, moves, forced = setup(deck, len(bots), seed), 0, [0] * len(bots)
    chance = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    while movers := to_move(state):
        for seat in movers:
            move = bots[seat](view(state, seat), legal_moves(state, seat), chance[seat])
            after = apply(state, seat, move)
            if isinstance(move, Place) and move.grey and after.acted == state.acted:
                forced[seat] += 1
            state, moves = after, moves + 1
    return Played(state, result(state), moves, tuple(forced))

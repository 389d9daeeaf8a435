"""A game between bots: takes a deck, bots and a seed, and returns a record of the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from companion.game import DeckT, Game
from companion.play import AnyBot
from companion.study.tally import Played


def seed_of(seed: int, number: int) -> int:
    """Return the seed of game `number` of a run.

    It is a hash, so that runs with neighbouring seeds don't share games.

    >>> seed_of(0, 1) == seed_of(1, 0)
    False
    """
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=6).digest(), "big")


def play(
    game: Game[DeckT], deck: DeckT, bots: Sequence[AnyBot], seed: int, variant: str = ""
) -> Played:
    """Return a game between `bots`, one for each seat, in the usual way or a variant of its study.

    A team's deeds count for its first seat, because it wins or loses once a game.
    """
    rules, study = game.need_play().rules, game.need_play().study
    state = (study.variants[variant] if variant else rules.setup)(deck, len(bots), seed)
    chance = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    deeds, moves = tuple(Counter[str]() for _ in bots), 0
    while movers := rules.to_move(state):
        seat = movers[0]
        move = bots[seat](rules.view(state, seat), rules.legal_moves(state, seat), chance[seat])
        after = rules.apply(state, seat, move)
        for owner, deed in study.deeds(state, seat, move, after):
            deeds[0 if study.team else owner][deed] += 1
        state, moves = after, moves + 1
    end = rules.result(state)
    return Played(
        end.winners, end.points, study.length(state), moves, deeds, study.facts(state, deeds)
    )

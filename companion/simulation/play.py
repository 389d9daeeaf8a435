"""One game between bots. Pure: a deck, bots and a seed in, a record of the game out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from companion.game import DeckT, Game
from companion.play import AnyBot
from companion.study.tally import Played


def seed_of(seed: int, number: int) -> int:
    """Return the seed of a run's game of that `number`; runs with other seeds have other games, not
    the same ones shifted.

    >>> seed_of(0, 1) == seed_of(1, 0)
    False
    """
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=6).digest(), "big")


def play(
    game: Game[DeckT],
    deck: DeckT,
    bots: Sequence[AnyBot],
    seed: int,
    variant: str = "",
) -> Played:
    """Return one game between `bots`, one a seat, in the usual way or a variant of its study; the
    same seed, the same game.

    A team's deeds count for its first seat: it wins or loses once a game, not once a seat.
    """
    rules, study = game.need_play().rules, game.need_play().study
    state = (study.variants[variant] if variant else rules.setup)(deck, len(bots), seed)
    chance = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    deeds, moves = tuple(Counter[str]() for _ in bots), 0
    while movers := rules.to_move(state):
        seat = movers[0]
        move = bots[seat](rules.view(state, seat), rules.legal_moves(state, seat), chance[seat])
        after = rules.apply(state, seat, move)
        for whose, deed in study.deeds(state, seat, move, after):
            deeds[0 if study.team else whose][deed] += 1
        state, moves = after, moves + 1
    end = rules.result(state)
    return Played(
        end.winners, end.points, study.length(state), moves, deeds, study.facts(state, deeds)
    )

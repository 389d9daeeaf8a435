"""How many whole games of combust a second one core plays with random moves, setup and result included.

    python bench/combust_speed.py --games 2000

Processor time, not the clock on the wall, so that other work on the machine costs little; the best of three runs.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from companion.combust.deck import Deck, standard
from companion.combust.rules import apply, legal_moves, result, setup, to_move

WANTED = 500  # games a second with 4 players
RUNS = 3


def main() -> int:
    """Play, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games a run")
    parser.add_argument("--players", type=int, default=4)
    options = parser.parse_args()
    deck, best, moves = standard(), 0.0, 0
    for _ in range(RUNS):
        start = time.process_time()
        moves = sum(_game(deck, options.players, seed) for seed in range(options.games))
        best = max(best, options.games / (time.process_time() - start))
    print(f"{best:.0f} games/s with {options.players} players, {moves / options.games:.0f} moves a game")
    return 0 if best >= WANTED else 1


def _game(deck: Deck, players: int, seed: int) -> int:
    """Play one game; how many moves it took."""
    chance, state, moves = random.Random(seed), setup(deck, players, seed), 0
    while movers := to_move(state):
        seat = movers[0]
        state, moves = apply(state, seat, chance.choice(tuple(legal_moves(state, seat)))), moves + 1
    result(state)
    return moves


if __name__ == "__main__":
    sys.exit(main())

"""How many whole games a second one core plays with random bots, through the engine's public API.

    python bench/engine_speed.py [GAME...]

Setup, views, legal moves, bots and result are included. Time is this process's own, the best of
several runs of the same games. "all" plays as many games of each number of players. The exit status
is 1 if a line misses its target.
"""

from __future__ import annotations

import random
import sys
from statistics import fmean, harmonic_mean
from time import process_time
from typing import Any

from companion.deckfile import load_deck
from companion.game import Game, game, slugs

TARGETS = {  # games a second, by line of the table
    ("giza", "all"): 300, ("rocks", "2"): 100, ("rocks", "3"): 100, ("rocks", "4"): 100,
    ("combust", "4"): 500, ("solitaire", "1"): 1000, ("pirates", "all"): 200,
}  # fmt: skip
RUNS = 5
SECONDS = 3.0  # for each number of players
WARM_UP = 0.2  # share of these seconds: fills caches and shows how many games fit into a run


def main() -> int:
    """Measure and print; return 1 if a target is missed."""
    fast = True
    print(f"{'game':<11}{'players':>7}{'games/s':>9}{'moves/s':>10}{'moves':>9}{'target':>9}")
    for row in map(game, sys.argv[1:] or slugs()):
        deck, speeds = load_deck(row), {}
        for players in range(row.players[0], row.players[1] + 1):
            speeds[str(players)] = measure(row, deck, players)
            fast &= meets(row.slug, str(players), *speeds[str(players)])
        games, moves = zip(*speeds.values(), strict=True)
        fast &= meets(row.slug, "all", harmonic_mean(games), fmean(moves))
    return int(not fast)


def meets(slug: str, players: str, games: float, moves: float) -> bool:
    """Print a line; return whether it meets its target."""
    target = TARGETS.get((slug, players), 0)
    line = f"{slug:<11}{players:>7}{games:>9,.0f}{moves * games:>10,.0f}{moves:>9.0f}"
    print(f"{line}{target or '':>9}".rstrip(), flush=True)
    return games >= target


def measure(row: Game, deck: Any, players: int) -> tuple[float, float]:
    """Return games a second and moves a game, of as many games as fit into the time."""
    end, fitting = process_time() + SECONDS * WARM_UP, 0
    while not fitting or process_time() < end:
        fitting += 1
        play(row, deck, players, fitting)
    games = max(1, round(fitting * (1 - WARM_UP) / WARM_UP / RUNS))
    spent, moves = [], 0
    for _ in range(RUNS):
        start = process_time()
        moves = sum(play(row, deck, players, seed) for seed in range(games))
        spent.append(process_time() - start)
    return games / min(spent), moves / games


def play(row: Game, deck: Any, players: int, seed: int) -> int:
    """Play one game to its end; return how many moves it took."""
    rules, bot = row.need_play().rules, row.need_play().bots["random"]
    chance = [random.Random(f"{seed} {seat}") for seat in range(players)]
    state, moves = rules.setup(deck, players, seed), 0
    while movers := rules.to_move(state):
        seat = movers[0]
        move = bot(rules.view(state, seat), rules.legal_moves(state, seat), chance[seat])
        state, moves = rules.apply(state, seat, move), moves + 1
    rules.result(state)
    return moves


if __name__ == "__main__":
    sys.exit(main())

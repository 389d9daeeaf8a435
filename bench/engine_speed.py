"""How many whole games a second one core plays with random bots, through the engine's public functions.

    python bench/engine_speed.py [GAME...] [--players N] [--seconds S]

A game is all of it: setup, views, legal moves, bots, result. Time is this process's own, so that other work on the
machine costs little, and counts at the best of several runs of the same games. The line "all" plays as many games of
each number of players. The exit status tells whether all lines that have a target meet it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, harmonic_mean
from time import process_time
from typing import Any

from companion.deckfile import load_deck
from companion.game import Game, game, slugs

ALL = "all"
WANTED = {  # games a second, by line of the table
    ("giza", ALL): 300, ("rocks", "2"): 100, ("rocks", "3"): 100, ("rocks", "4"): 100,
    ("combust", "4"): 500, ("solitaire", "1"): 1000, ("pirates", ALL): 200,
}  # fmt: skip
RUNS = 5
WARM_UP = 0.2  # of the seconds given: fills the caches and tells how many games fit into a run


@dataclass(frozen=True, slots=True)
class Speed:
    """Games a second, and moves a game."""

    games: float
    moves: float

    def __str__(self) -> str:
        return f"{self.games:>9,.0f}{self.moves * self.games:>10,.0f}{self.moves:>9.0f}"


def main() -> int:
    """Measure and print; fails when a target is missed."""
    options = _options()
    print(f"{'game':<11}{'players':>7}{'games/s':>9}{'moves/s':>10}{'moves':>9}{'target':>9}")
    fast = [_meets(row, players, speed) for row, players, speed in _lines(options)]
    return 0 if all(fast) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", choices=(*slugs(), []), help="one or more; all")
    parser.add_argument("--players", type=int, help="only with so many, in the games that can be")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each number of players (3)")
    options = parser.parse_args()
    options.games = options.games or slugs()
    return options


def _lines(options: argparse.Namespace) -> Iterator[tuple[Game, str, Speed]]:
    """Each game with each number of players asked for, then with all."""
    for row in map(game, options.games):
        deck, counts = load_deck(row), range(row.players[0], row.players[1] + 1)
        speeds = []
        for players in counts if options.players is None else {options.players}.intersection(counts):
            speeds.append(measure(row, deck, players, options.seconds))
            yield row, str(players), speeds[-1]
        if options.players is None:
            yield row, ALL, Speed(harmonic_mean(s.games for s in speeds), fmean(s.moves for s in speeds))


def _meets(row: Game, players: str, speed: Speed) -> bool:
    """Print a line; whether it meets its target."""
    target = WANTED.get((row.slug, players), 0)
    print(f"{row.slug:<11}{players:>7}{speed}{target or '':>9}".rstrip(), flush=True)
    return speed.games >= target


def measure(row: Game, deck: Any, players: int, seconds: float) -> Speed:
    """The best of several runs of the same games, as many as fit into `seconds` of processor time."""
    end, fitting = process_time() + seconds * WARM_UP, 0
    while not fitting or process_time() < end:
        fitting += 1
        play(row, deck, players, fitting)
    games = max(1, round(fitting * (1 - WARM_UP) / WARM_UP / RUNS))
    spent, moves = zip(*(_run(row, deck, players, games) for _ in range(RUNS)), strict=True)
    return Speed(games / min(spent), moves[0] / games)


def _run(row: Game, deck: Any, players: int, games: int) -> tuple[float, int]:
    """The seconds that the first so many games take, and their moves."""
    start = process_time()
    moves = sum(play(row, deck, players, seed) for seed in range(games))
    return process_time() - start, moves


def play(row: Game, deck: Any, players: int, seed: int) -> int:
    """One game to its end; how many moves it took."""
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

"""How many whole games a second one core plays with random bots, through the engine's public functions.

    python bench/engine_speed.py [GAME...] [--players N] [--seconds S]

A game is all of it: setup, views, legal moves, bots, result. Time is this process's own, so that other work on the
machine costs little, and counts at the best of several runs of the same games. The line "all" plays as many games of
each number of players (with --players, of that one); the target is for it, and the exit status tells whether all
targets are met.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from statistics import harmonic_mean
from time import process_time
from typing import Any

from companion.deckfile import load_deck
from companion.game import SLUGS, Game, game

WANTED = {"giza": 300, "rocks": 100, "combust": 500, "pirates": 200, "solitaire": 1000}  # games a second
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
    slow = [slug for slug in options.games if not _is_fast(game(slug), options.players, options.seconds)]
    return 1 if slow else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", choices=(*SLUGS, []), help=f"of {', '.join(SLUGS)}; all")
    parser.add_argument("--players", type=int, help="only with so many, in the games that can be")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each number of players (3)")
    options = parser.parse_args()
    options.games = options.games or SLUGS
    return options


def _is_fast(row: Game, only: int | None, seconds: float) -> bool:
    """Print the game's lines; whether it meets its target."""
    deck, (fewest, most) = load_deck(row), row.players
    speeds = []
    for players in range(fewest, most + 1) if only is None else {only} & {*range(fewest, most + 1)}:
        speeds.append(measure(row, deck, players, seconds))
        print(f"{row.slug:<11}{players:>7}{speeds[-1]}", flush=True)
    if not speeds:
        return True
    rate = harmonic_mean([speed.games for speed in speeds])
    moves = sum(speed.moves for speed in speeds) / len(speeds)
    target = WANTED.get(row.slug, 0)
    print(f"{row.slug:<11}{'all':>7}{Speed(rate, moves)}{target or '-':>9}", flush=True)
    return rate >= target


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
    rules, bot = row.rules, row.bots["random"]
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

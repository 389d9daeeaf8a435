"""How many whole games of rocks a second, random bots on one core (issue: at least 100)?

    python bench/rocks_speed.py --games 200

Time is this process's own, so that a busy machine counts less.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

from companion.play import random_bot
from companion.rocks.board import standard
from companion.rocks.simulate import play

TABLES = (2, 3, 4)
WANTED = 100  # games a second with two players


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games for each number of players")
    games = parser.parse_args().games
    rates = [_rate(players, games) for players in TABLES]
    return 0 if rates[0] >= WANTED else 1


def _rate(players: int, games: int) -> float:
    board = standard()
    play(board, [random_bot] * players, 0)  # what is made once is made
    start = process_time()
    moves = sum(play(board, [random_bot] * players, seed).moves for seed in range(games))
    spent = process_time() - start
    print(
        f"{players} players: {games / spent:.0f} games/s, {moves / games:.0f} moves a game, {moves / spent:.0f} moves/s"
    )
    return games / spent


if __name__ == "__main__":
    sys.exit(main())

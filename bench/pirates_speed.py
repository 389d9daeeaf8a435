"""How many whole games of pirates a second on one core, with random bots and with sensible ones.

python bench/pirates_speed.py --games 1000
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter, process_time

from companion.pirates.bots import sensible_bot
from companion.pirates.deck import standard
from companion.pirates.simulate import play
from companion.play import Bot, random_bot

TARGET = 200  # games a second with random bots


def main() -> int:
    """Play and print; fails below the target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    speed = _speed(random_bot, options.games)
    _speed(sensible_bot, max(1, options.games // 100))
    return 0 if speed >= TARGET else 1


def _speed(bot: Bot, games: int) -> float:
    deck = standard()
    play(deck, [bot] * 4, -1)  # the first game fills the caches
    wall, start = perf_counter(), process_time()
    moves = sum(play(deck, [bot] * 4, seed).moves for seed in range(games))
    took, wall = process_time() - start, perf_counter() - wall
    rate = f"{games / took:,.0f} games/s, {moves / took:,.0f} moves/s of processor time"
    print(f"{bot.__name__}: {games} games of 4: {rate} ({games / wall:,.0f} games/s by the clock)")
    return games / took


if __name__ == "__main__":
    sys.exit(main())

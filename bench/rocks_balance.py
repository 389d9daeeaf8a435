"""How long does a game of rocks last, and how much does going first help? Sensible bots play it (rocks O).

    python bench/rocks_balance.py --games 1000

Prints a table in Markdown (docs/rocks-balance.md holds one) for both ends of a game, at once and played out, and
fails when a figure is out of bounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from os import cpu_count
from pathlib import Path

from companion.rocks.board import Board, read_board, standard
from companion.rocks.bots import sensible_bot
from companion.rocks.simulate import DEEDS, Figures, Played, figures, play

TABLES = (2, 3, 4)
LENGTH = (10, 25)  # rounds: between the shortest and the longest tenth, games last so long (rocks O)
DRAWS = 0.001


def main() -> int:
    """Play, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games for each number of players and each end")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed")
    parser.add_argument("--board", type=Path, help="another board file")
    options = parser.parse_args()
    board = read_board(options.board.read_text("utf-8"), options.board.name) if options.board else standard()
    seeds = range(options.seed, options.seed + options.games)
    faults: list[str] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for variant in (board, board.playing_out()):
            found = [figures(list(pool.map(partial(_game, variant, n), seeds, chunksize=20))) for n in TABLES]
            print("\n".join(_table(variant, found)), flush=True)
            faults += _faults(found)
    print("\n".join(faults) or "All within bounds.")
    return 1 if faults else 0


def _game(board: Board, players: int, seed: int) -> Played:
    return play(board, [sensible_bot] * players, seed)


def _table(board: Board, found: list[Figures]) -> Iterator[str]:
    error = 100 / sqrt(found[0].games) / 2
    yield f'Board {board.fingerprint[:12]}, finish "{board.rules.finish}", {found[0].games} games each.\n'
    yield f"| | {' | '.join(f'{n} players' for n in TABLES)} |"
    yield "|---|" + "---|" * len(TABLES)
    lengths = [(*f.rounds, f.longest) for f in found]
    yield _row("rounds: 10 %, median, 90 %, longest", [" ".join(f"{r:g}" for r in length) for length in lengths])
    yield _row(f"wins by seat, % (± {error:.1f})", [" ".join(f"{100 * share:.1f}" for share in f.wins) for f in found])
    yield _row("nobody wins, %", [f"{100 * f.draws:.1f}" for f in found])
    for deed in DEEDS:
        what = deed if deed in ("hop", "stay") else f"rocks from: {deed}"
        yield _row(f"{what}, a game", [f"{f.deeds[deed]:.1f}" for f in found])
    yield ""


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _faults(found: list[Figures]) -> Iterator[str]:
    for players, figure in zip(TABLES, found, strict=True):
        if figure.rounds[0] < LENGTH[0] or figure.rounds[-1] > LENGTH[1]:
            yield f"{players} players: {figure.rounds[0]:g} to {figure.rounds[-1]:g} rounds"
        if figure.draws > DRAWS:
            yield f"{players} players: {figure.draws:.1%} without a winner"


if __name__ == "__main__":
    sys.exit(main())

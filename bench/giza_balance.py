"""Is the giza deck fair and of the right weight? Sensible bots play it, and the figures are held against giza O.

    python bench/giza_balance.py --games 1000

Prints a table in Markdown (docs/giza-balance.md holds one) and fails when a figure is out of bounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count
from pathlib import Path

from companion.giza.bots import sensible_bot
from companion.giza.deck import Deck, read_deck, standard
from companion.giza.simulate import Figures, Played, figures, play

TABLES = (2, 3, 4)
LEVEL_SCORE, FORCED_GREYS, MET, UNFAIR = (9, 12), (0.3, 1.0), (0.05, 0.60), 0.03  # giza O


def main() -> int:
    """Play, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games for each number of players")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed")
    parser.add_argument("--deck", type=Path, help="another deck file")
    options = parser.parse_args()
    deck = read_deck(options.deck.read_text("utf-8"), options.deck.name) if options.deck else standard()
    seeds = range(options.seed, options.seed + options.games)
    with ProcessPoolExecutor(options.jobs) as pool:
        found = [figures(list(pool.map(partial(_game, deck, n), seeds, chunksize=20))) for n in TABLES]
    print("\n".join(_table(deck, found)))
    faults = list(_faults(found))
    print("\n".join(faults) or "\nAll within bounds.")
    return 1 if faults else 0


def _game(deck: Deck, players: int, seed: int) -> Played:
    return play(deck, [sensible_bot] * players, seed)


def _table(deck: Deck, found: list[Figures]) -> Iterator[str]:
    yield f"Deck {deck.fingerprint[:12]}, {found[0].games} games each.\n"
    yield f"| | {' | '.join(f'{n} players' for n in TABLES)} |"
    yield "|---|" + "---|" * len(TABLES)
    yield _row("median level score", [f"{f.level_score:g}" for f in found])
    yield _row("median total", [f"{f.total:g}" for f in found])
    yield _row("forced greys a player", [f"{f.forced_greys:.2f}" for f in found])
    yield _row("wins by seat, %", [" ".join(f"{100 * share:.1f}" for share in f.wins) for f in found])
    yield _row("longest game, moves", [str(f.longest) for f in found])
    for goal in deck.goals:
        yield _row(f"{goal.name} (+{goal.points}) met, %", [f"{100 * f.met[goal.id]:.0f}" for f in found])


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _faults(found: list[Figures]) -> Iterator[str]:
    for players, figure in zip(TABLES, found, strict=True):
        if not LEVEL_SCORE[0] <= figure.level_score <= LEVEL_SCORE[1]:
            yield f"{players} players: the median level score is {figure.level_score}"
        if not FORCED_GREYS[0] <= figure.forced_greys <= FORCED_GREYS[1]:
            yield f"{players} players: {figure.forced_greys:.2f} forced greys"
        for seat, share in enumerate(figure.wins):
            if abs(share - 1 / players) > UNFAIR:
                yield f"{players} players: seat {seat} wins {share:.1%}"
    for goal in found[0].met:
        met = sum(f.met[goal] * n for f, n in zip(found, TABLES, strict=True)) / sum(TABLES)
        if not MET[0] <= met <= MET[1]:
            yield f"{goal}: met by {met:.0%} of all players"


if __name__ == "__main__":
    sys.exit(main())

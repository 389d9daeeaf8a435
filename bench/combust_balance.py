"""Is the combust deck fair and of the right length? Sensible bots play it, and the figures are held against combust O.

    python bench/combust_balance.py --games 2000

Prints a table in Markdown (docs/combust-balance.md holds one) and fails when a figure is out of bounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count
from pathlib import Path

from companion.combust.bots import sensible_bot
from companion.combust.deck import Deck, read_deck, standard
from companion.combust.simulate import Figures, Played, figures, play
from companion.combust.verbs import FORMS

TABLES, JUDGED = (3, 4, 6, 8), 4
TURNS, ELIMINATION, SEAT, POWER = (15, 55), 1 / 3, 0.33, 1.5  # combust O, with 4 players
WITHIN = 0.95  # of the games lie in TURNS


def main() -> int:
    """Play, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games with 4 players; a quarter of it with others")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed")
    parser.add_argument("--deck", type=Path, help="another deck file")
    options = parser.parse_args()
    deck = read_deck(options.deck.read_text("utf-8"), options.deck.name) if options.deck else standard()
    with ProcessPoolExecutor(options.jobs) as pool:
        played = {}
        for players in TABLES:
            games = options.games if players == JUDGED else max(1, options.games // 4)
            seeds = range(options.seed, options.seed + games)
            played[players] = list(pool.map(partial(_game, deck, players), seeds, chunksize=20))
    found = {players: figures(deck, games) for players, games in played.items()}
    within = {players: _within(games) for players, games in played.items()}
    print("\n".join([*_table(deck, found, within), "", *_kinds(deck, found[JUDGED])]))
    faults = list(_faults(deck, found[JUDGED], within[JUDGED]))
    print("\n".join(faults) or "\nAll within bounds.")
    return 1 if faults else 0


def _game(deck: Deck, players: int, seed: int) -> Played:
    return play(deck, [sensible_bot] * players, seed)


def _within(games: Sequence[Played]) -> float:
    return sum(TURNS[0] <= game.turns <= TURNS[1] for game in games) / len(games)


def _table(deck: Deck, found: dict[int, Figures], within: dict[int, float]) -> Iterator[str]:
    yield f"Deck {deck.fingerprint[:12]}.\n"
    yield f"| | {' | '.join(f'{n} players' for n in found)} |"
    yield "|---|" + "---|" * len(found)
    every = found.values()
    yield _row("games", [str(f.games) for f in every])
    yield _row("turns: fewest, median, most", ["{} / {:g} / {}".format(*f.turns) for f in every])
    yield _row(f"games of {TURNS[0]} to {TURNS[1]} turns, %", [f"{100 * share:.1f}" for share in within.values()])
    yield _row("games with an elimination, %", [f"{100 * f.elimination:.0f}" for f in every])
    yield _row("games that empty the deck, %", [f"{100 * f.ran_out:.0f}" for f in every])
    yield _row("draws, %", [f"{100 * f.draws:.1f}" for f in every])
    yield _row("wins by seat, dealer first, %", [" ".join(f"{100 * share:.1f}" for share in f.wins) for f in every])
    yield _row("wins of who starts, %", [f"{100 * f.starts:.1f}" for f in every])
    yield _row("median sum of a line at the end", [f"{f.sums:g}" for f in every])
    yield _row("longest game, moves", [str(f.longest) for f in every])


def _kinds(deck: Deck, figure: Figures) -> Iterator[str]:
    yield f"With {JUDGED} players, wins of those who discarded a kind, against the average discarder:\n"
    yield "| value | kind | ability | wins |\n|---|---|---|---|"
    for kind in deck.penguins:
        yield _row(str(kind.value), [kind.name, kind.text, f"{figure.power.get(kind.number, 0):.2f}"])
    yield f"\nGames in which a verb came up, %: {_verbs(figure)}."


def _verbs(figure: Figures) -> str:
    return ", ".join(f"{name} {100 * figure.verbs.get(name, 0) / figure.games:.0f}" for name in FORMS)


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _faults(deck: Deck, figure: Figures, within: float) -> Iterator[str]:
    if not TURNS[0] <= figure.turns[1] <= TURNS[1] or within < WITHIN:
        yield f"{within:.1%} of the games have {TURNS[0]} to {TURNS[1]} turns, the median is {figure.turns[1]}"
    if figure.elimination < ELIMINATION:
        yield f"only {figure.elimination:.0%} of the games see an elimination"
    for seat, share in enumerate(figure.wins):
        if share > SEAT:
            yield f"seat {seat} wins {share:.1%}"
    for kind in deck.penguins:
        power = figure.power.get(kind.number, 0)
        if not 0 < power <= POWER:
            yield f"those who discard {kind.name} win {power:.2f} times as often as the average"
    for name in FORMS:
        if not figure.verbs.get(name):
            yield f"the verb {name} never came up"


if __name__ == "__main__":
    sys.exit(main())

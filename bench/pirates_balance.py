"""Are the boards, cards and events of pirates of the right weight? Sensible crews play them, held against pirates O.

    python bench/pirates_balance.py --games 300

Prints a table in Markdown (docs/pirates-balance.md holds one) and fails when a figure is out of bounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count
from pathlib import Path

from companion.pirates.boards import COUSIN
from companion.pirates.bots import sensible_bot
from companion.pirates.deck import Deck, read_deck, standard
from companion.pirates.simulate import Figures, Played, figures, play
from companion.play import random_bot

# A crew: its name, how many players, whether sensible, the variants.
CREWS: dict[str, tuple[int, bool, tuple[str, ...]]] = {
    "3 players": (3, True, ()),
    "4 players": (4, True, ()),
    "4 and the cousin": (4, True, (COUSIN,)),
    "4 at random": (4, False, ()),
}
JUDGED = ("3 players", "4 players")
WON = (0.25, 0.50)  # pirates O
ENDS = {"home": "won", "skull": "lost: water", "pirates": "lost: pirates", "events": "lost: turn 12 over"}


def main() -> int:
    """Play, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games for each crew")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed")
    parser.add_argument("--deck", type=Path, help="another deck file")
    options = parser.parse_args()
    deck = read_deck(options.deck.read_text("utf-8"), options.deck.name) if options.deck else standard()
    seeds = range(options.seed, options.seed + options.games)
    with ProcessPoolExecutor(options.jobs) as pool:
        found = {name: figures(list(pool.map(partial(_game, deck, name), seeds, chunksize=10))) for name in CREWS}
    print("\n".join(_table(deck, found)))
    faults = list(_faults(found))
    print("\n".join(faults) or "\nAll within bounds.")
    return 1 if faults else 0


def _game(deck: Deck, name: str, seed: int) -> Played:
    players, sensible, variants = CREWS[name]
    return play(deck, [sensible_bot if sensible else random_bot] * players, seed, variants)


def _table(deck: Deck, found: dict[str, Figures]) -> Iterator[str]:
    faces = [face for board in deck.boards for face in board.faces]
    dots = sum(face.cost for face in faces)
    reds = sum(face.dots.red for face in faces) / dots
    games = next(iter(found.values())).games
    yield f"Deck {deck.fingerprint[:12]}, {dots / len(faces):.2f} dots a hex, {reds:.0%} red; {games} games each.\n"
    yield f"| | {' | '.join(found)} |"
    yield "|---|" + "---|" * len(found)
    for end, words in ENDS.items():
        yield _row(f"{words}, %", [f"{100 * f.ends.get(end, 0):.0f} ± {_error(f, end):.0f}" for f in found.values()])
    yield _row("Bob rescued, %", [f"{100 * f.rescued:.0f}" for f in found.values()])
    yield _row("turns", [f"{f.turns:.1f}" for f in found.values()])
    yield _row("hexes sailed", [f"{f.hexes:.1f}" for f in found.values()])
    yield _row("boards turned up", [f"{f.boards:.1f}" for f in found.values()])
    yield _row("yellow spots", [f"{f.yellow:.1f}" for f in found.values()])
    for action in next(iter(found.values())).placed:
        yield _row(f"placed on {action}", [f"{f.placed.get(action, 0):.1f}" for f in found.values()])
    for event in deck.events:
        lost = [f.lost_after.get(event.id) for f in found.values()]
        yield _row(f"lost after {event.name}, %", ["-" if share is None else f"{100 * share:.0f}" for share in lost])
    yield _row("longest game, moves", [str(f.longest) for f in found.values()])


def _error(figure: Figures, end: str) -> float:
    """Two standard errors of a share, in percent."""
    share = figure.ends.get(end, 0)
    return float(200 * (share * (1 - share) / figure.games) ** 0.5)


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _faults(found: dict[str, Figures]) -> Iterator[str]:
    for name in JUDGED:
        if not WON[0] <= found[name].won <= WON[1]:
            yield f"{name}: {found[name].won:.0%} are won"


if __name__ == "__main__":
    sys.exit(main())

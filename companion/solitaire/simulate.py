"""Two bots for solitaire, one random and one sensible, and statistics of their games.

There are no targets, because the rulebook fixes all data.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from companion.play import Bot, Seat, random_bot
from companion.solitaire.board import PYRAMIDS, Board, Hop
from companion.solitaire.rules import setup
from companion.solitaire.state import Position, State, View
from companion.study import Study


def sensible_bot(view: View, moves: Sequence[Hop], chance: random.Random) -> Hop:
    """Return the hop to the best position, at random among equals."""
    own = view.own
    return max(moves, key=lambda hop: (worth(own.after(hop)), chance.random()))


def worth(position: Position) -> float:
    """Return how promising a position is: the number of hops less the pips."""
    return len(position.hops) - position.pips


BOTS: Mapping[str, Bot[View, Hop]] = {"random": random_bot, "sensible": sensible_bot}


LEFT, PERFECT = "pyramids left", "perfect games, %"
OVER, LANDING = "over ", "onto "
EMPTY = "an empty square"


def _cards(_board: Board) -> dict[str, dict[str, str]]:
    names = [f"a {name} pyramid" for name in PYRAMIDS.values()]
    return {
        "removed": {f"{OVER}{name}": f"hop over {name}" for name in names},
        "landings": {f"{LANDING}{name}": f"landing on {name}" for name in (*names, EMPTY)},
    }


def _deeds(before: State, seat: Seat, hop: Hop, _after: State) -> Iterator[tuple[Seat, str]]:
    position = before.positions[seat]
    _, _, over, end = position.board.grid.by_hop[hop]
    tops = position.tops
    yield seat, f"{OVER}a {PYRAMIDS[tops[over]]} pyramid"
    yield seat, f"{LANDING}{f'a {PYRAMIDS[tops[end]]} pyramid' if tops[end] else EMPTY}"


def _facts(end: State, _deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    left = tuple(position.count.total() for position in end.positions)
    return {
        LEFT: left,
        PERFECT: tuple(int(position.pips == position.board.perfect) for position in end.positions),
    }


def _hops(end: State) -> int:
    """Return the hops of all players, from the pyramids left: each removed one (solitaire R3)."""
    return sum(len(PYRAMIDS) * p.board.squares - p.count.total() for p in end.positions)


STUDY = Study(
    unit="hops", points="pips", tables=(1, 2, 4),
    cards=_cards, deeds=_deeds, length=_hops, facts=_facts, lower=True,
    variants={"4x5": lambda board, players, seed: setup(board.sized(4, 5), players, seed)},
)  # fmt: skip

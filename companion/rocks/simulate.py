"""Two bots for rocks, one random and one sensible, and statistics and targets of games (rocks O).

The sensible bot examines all ways to use the roll, and takes the first step of the one that brings
its nest closest to complete. That is enough to tune a board, but far from expert play.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from companion.play import Bot, Seat, random_bot
from companion.rocks.board import PLAY_OUT, Graph, PlaceNo
from companion.rocks.rules import generate, go, setup
from companion.rocks.state import DROP, NOTHING, TAKE, Handle, Move, State, Stay, Step
from companion.study import Study, Target, length_at, mean_of, seat_rates

WON = 1000.0
_TRIP = 18  # steps to fetch a rock and bring it home, if no penguin is on its way yet
# steps into the centre at the end; if less than a way there, bots would keep the last rock in hand
_ENTER = 12
_WAITING = 0.5  # worth of a step towards the centre while the other penguin fetches rocks
_HARM = 2.0  # cost of each rock in another player's nest, in steps
_FAR = 60


def sensible_bot(view: State, moves: Sequence[Move], chance: random.Random) -> Move:
    """Return the first move of the best way to use the roll."""
    memo: dict[object, float] = {}
    return max(
        _useful(view, moves),
        key=lambda move: _best(go(view, move), view.now.seat, memo) + chance.random() / 100,
    )


def _best(view: State, seat: Seat, memo: dict[object, float]) -> float:
    """Return the worth of the best position after the rest of the roll; `memo` has known ones."""
    if not view.left:
        return worth(view, seat)
    key = (view.at, view.left, view.carries, view.rocks)
    if key not in memo:
        memo[key] = max(_best(go(view, move), seat, memo) for move in _useful(view, generate(view)))
    return memo[key]


def _useful(view: State, moves: Iterable[Move]) -> list[Move]:
    """Return the sensible moves: if possible, drop rocks only in the own nest, take none there."""
    useful: dict[object, Move] = {}
    for move in moves:
        key = (move.place, move.hop) if isinstance(move, Step) else type(move)
        act = NOTHING if isinstance(move, Stay) else move.act
        place = view.board.graph.number[move.place] if isinstance(move, Step) else view.at
        if act == NOTHING or (place in view.nest.ring) == (act == DROP):
            useful[key] = move
    return [useful[Handle]] if Handle in useful else list(useful.values())


def worth(view: State, seat: Seat) -> float:
    """Return minus the steps until the nest of `seat` is complete, or `WON` if it is.

    All its penguins carry or fetch rocks home, and one ends in the centre.
    """
    if seat in view.finished:
        return WON
    graph = view.board.graph
    steps, centre = graph.distance[seat], graph.nests[seat].centre
    missing, sources, built = _supply(graph, seat, view.rocks)
    penguins = range(2 * seat, 2 * seat + 1 + view.free[seat])
    work, lacking = 0.0, len(missing)
    for penguin in sorted(penguins, key=lambda penguin: not view.carries[penguin]):
        away = steps[view.stands[penguin]]
        if not lacking:
            work += _WAITING * away[centre]
            continue
        lacking -= 1
        if view.carries[penguin]:
            work += _home(away, missing)
        else:
            work += min((away[place] + home for place, home in sources), default=_FAR)
    near = min(steps[view.stands[penguin]][centre] for penguin in penguins)
    work += _ENTER if missing else near
    return -(work + _TRIP * lacking + _HARM * built)


@lru_cache(maxsize=1 << 12)
def _supply(
    graph: Graph, seat: Seat, rocks: tuple[int, ...]
) -> tuple[tuple[PlaceNo, ...], tuple[tuple[PlaceNo, int], ...], int]:
    """Return the empty spaces of the ring of `seat`, the places of rocks to fetch with the steps
    from there, and the number of spaces with rocks in other nests.
    """
    ring, steps = graph.nests[seat].ring, graph.distance[seat]
    missing = tuple(place for place in ring if not rocks[place])
    lying = [place for place, count in enumerate(rocks) if count and place not in ring]
    sources = tuple((place, _home(steps[place], missing)) for place in lying)
    return missing, sources, sum(place in graph.ring_of for place in lying)


def _home(away: tuple[int, ...], missing: tuple[PlaceNo, ...]) -> int:
    return min((away[place] for place in missing), default=0)


BOTS: Mapping[str, Bot[State, Move]] = {"random": random_bot, "sensible": sensible_bot}


SOURCES = ("own pile", "other pile", "another's nest", "own nest", "lying about")  # of a rock
HOP, STAY = "hop", "stay"
NOBODY = "nobody wins, %"

TARGETS = (
    Target("rounds of the shortest and the longest tenth of games", length_at(0.1, 0.9), 10, 25),
    Target("games that nobody wins", mean_of(NOBODY), high=0.001, percent=True),
    Target("a seat's wins with three", seat_rates, 0.25, 0.42, percent=True, players=(3,)),
)


def deeds(before: State, seat: Seat, move: Move, _after: State) -> Iterator[tuple[Seat, str]]:
    """Yield stays, hops, and where rocks were taken."""
    if isinstance(move, Stay):
        yield seat, STAY
    if isinstance(move, Step) and move.hop:
        yield seat, HOP
    if isinstance(move, Step | Handle) and move.act == TAKE:
        graph, nest = before.board.graph, before.nest
        place = graph.number[move.place] if isinstance(move, Step) else before.at
        source = "lying about"
        if place in graph.piles:
            source = "own pile" if place == nest.pile else "other pile"
        elif place in graph.ring_of:
            source = "own nest" if place in nest.ring else "another's nest"
        yield seat, source


STUDY = Study(
    unit="rounds",
    points="spaces filled",
    tables=(4, 2, 3),
    cards=lambda _: {
        "deeds": {source: f"rock from {source}" for source in SOURCES} | {HOP: "hop", STAY: "stay"}
    },
    deeds=deeds,
    length=lambda end: end.now.round,
    facts=lambda end, _: {NOBODY: (int(not end.finished),)},
    targets=TARGETS,
    variants={
        "play-out": lambda board, players, seed: setup(board.finishing(PLAY_OUT), players, seed)
    },
)

"""Two players of rocks: one moves at random, one sensibly. Both see a `View` and the legal moves,
no more.

The sensible one looks at all ways to use up the roll and takes the first step of the one that
leaves its nest nearest to complete; that is all that tuning a board needs, and no master's play.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.play import Bot, Seat, random_bot
from companion.rocks.graph import PlaceNo
from companion.rocks.legality import generate
from companion.rocks.moves import DROP, NOTHING, Handle, Move, Stay, Step
from companion.rocks.state import View
from companion.rocks.turns import go

WON = 1000.0
_TRIP = 18  # steps to fetch a rock that nobody is after yet and bring it home
# steps into the centre at the end: no less than any way there, so that the last rock is worth
# dropping
_ENTER = 12
_WAITING = 0.5  # how much a step nearer to the centre counts while the other penguin fetches
_HARM = 2.0  # what a rock less in another's nest is worth, in steps
_FAR = 60


def sensible_bot(view: View, moves: Iterable[Move], chance: random.Random) -> Move:
    """The first move of the best way to use the roll."""
    search = _Search(view.seat)
    return max(
        _useful(view, moves), key=lambda move: search.best(go(view, move)) + chance.random() / 100
    )


def worth(view: View, seat: Seat) -> float:
    """How near the nest of `seat` is to complete, in steps still to walk: less than 0, or `WON`."""
    return _Search(seat).worth(view)


def _useful(view: View, moves: Iterable[Move]) -> list[Move]:
    """A rock is dropped in the own nest alone and never taken out of it; else it is dropped or
    taken when it can be.
    """
    found: dict[object, Move] = {}
    for move in moves:
        key = (move.place, move.hop) if isinstance(move, Step) else type(move)
        act = NOTHING if isinstance(move, Stay) else move.act
        place = view.board.graph.number[move.place] if isinstance(move, Step) else view.at
        if act == NOTHING or (place in view.nest.ring) == (act == DROP):
            found[key] = move
    return [found[Handle]] if Handle in found else list(found.values())


@dataclass(frozen=True, slots=True)
class _Sight:
    """What rocks on the board mean to one seat: empty spaces of its ring, how far from home each
    rock to fetch is, and how many rocks the others have built with.
    """

    missing: tuple[PlaceNo, ...]
    sources: tuple[tuple[PlaceNo, int], ...]
    built: int


class _Search:
    """All ways to use a roll, as one seat values them; ways that meet in one position are looked at
    once.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._values: dict[object, float] = {}
        self._sights: dict[tuple[int, ...], _Sight] = {}

    def best(self, view: View) -> float:
        """What the rest of the roll can make of a position."""
        if not view.left:
            return self.worth(view)
        key = (view.at, view.left, view.carries, view.rocks)
        if key not in self._values:
            self._values[key] = max(
                self.best(go(view, move)) for move in _useful(view, generate(view))
            )
        return self._values[key]

    def worth(self, view: View) -> float:
        """A carrier walks home, others fetch what is still lacking, one ends in the centre."""
        if self._seat in view.finished:
            return WON
        seat, steps = self._seat, view.board.graph.distance[self._seat]
        sight, centre = self._sight(view), view.board.graph.nests[self._seat].centre
        penguins = range(2 * seat, 2 * seat + 1 + view.free[seat])
        work, lacking = 0.0, len(sight.missing)
        for penguin in sorted(penguins, key=lambda penguin: not view.carries[penguin]):
            away = steps[view.stands[penguin]]
            if not lacking:
                work += _WAITING * away[centre]
                continue
            carries, lacking = view.carries[penguin], lacking - 1
            work += _home(away, sight.missing) if carries else _fetch(away, sight.sources)
        near = min(steps[view.stands[penguin]][centre] for penguin in penguins)
        work += _ENTER if sight.missing else near
        return -(work + _TRIP * lacking + _HARM * sight.built)

    def _sight(self, view: View) -> _Sight:
        rocks = view.rocks
        if rocks not in self._sights:
            graph = view.board.graph
            ring, steps = graph.nests[self._seat].ring, graph.distance[self._seat]
            missing = tuple(place for place in ring if not rocks[place])
            lying = [place for place, count in enumerate(rocks) if count and place not in ring]
            sources = tuple((place, _home(steps[place], missing)) for place in lying)
            self._sights[rocks] = _Sight(
                missing, sources, sum(place in graph.ring_of for place in lying)
            )
        return self._sights[rocks]


def _home(away: tuple[int, ...], missing: tuple[PlaceNo, ...]) -> int:
    return min((away[place] for place in missing), default=0)


def _fetch(away: tuple[int, ...], sources: tuple[tuple[PlaceNo, int], ...]) -> int:
    """Steps from there to a rock and home with it."""
    return min((away[place] + home for place, home in sources), default=_FAR)


BOTS: Mapping[str, Bot[View, Move]] = {"random": random_bot, "sensible": sensible_bot}

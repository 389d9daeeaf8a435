"""A game small enough to reckon by hand: each player in turn draws 1 to 3; the sum wins; three
rounds.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from companion.game import Game, Play, game
from companion.play import Seat
from companion.study import Study, Target, mean_of, seat_edges

ROUNDS = 3


@dataclass(frozen=True)
class Deck:
    """How high one may draw."""

    high: int = 3
    title: str = "Small"
    fingerprint: str = "f" * 64


@dataclass(frozen=True)
class State:
    """What each has drawn, in order."""

    deck: Deck
    drawn: tuple[tuple[int, ...], ...]
    lucky: Seat

    @property
    def turn(self) -> int:
        """How many moves have been made."""
        return sum(map(len, self.drawn))


@dataclass(frozen=True)
class Result:
    """The sums; ties are shared."""

    points: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """All with the highest sum."""
        return tuple(seat for seat, sum_ in enumerate(self.points) if sum_ == max(self.points))


def _setup(deck: Deck, players: int, seed: int) -> State:
    return State(deck, ((),) * players, random.Random(seed).randrange(players))


def _to_move(state: State) -> tuple[Seat, ...]:
    return () if state.turn == ROUNDS * len(state.drawn) else (state.turn % len(state.drawn),)


def _apply(state: State, seat: Seat, move: int) -> State:
    mine = (*state.drawn[seat], move)
    return replace(state, drawn=(*state.drawn[:seat], mine, *state.drawn[seat + 1 :]))


RULES: Any = SimpleNamespace(
    setup=_setup,
    to_move=_to_move,
    legal_moves=lambda state, _seat: range(1, state.deck.high + 1),
    apply=_apply,
    view=lambda state, seat: state.drawn[seat],
    result=lambda state: Result(tuple(map(sum, state.drawn))),
)


def _facts(end: State, deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    return {
        "threes a player": tuple(done.get("3", 0) for done in deeds),
        "lucky seat": (end.lucky,),
    }


STUDY: Study[Deck, State, int] = Study(
    unit="rounds",
    points="sum",
    tables=(3, 2),
    cards=lambda _: {"numbers": {"1": "one", "2": "two", "3": "three"}},
    deeds=lambda _before, seat, move, _after: [(seat, str(move))],
    length=lambda _: ROUNDS,
    facts=_facts,
    targets=(
        Target("edge", seat_edges, -0.03, 0.03, percent=True),
        Target("threes", mean_of("threes a player"), low=2),
    ),
    variants={"low": lambda deck, players, seed: _setup(replace(deck, high=1), players, seed)},
)


def small(**changes: Any) -> Game:
    """The row of that game, with changes to its study."""
    of_rocks = game("rocks").need_play()
    own = Play(RULES, of_rocks.bots, replace(STUDY, **changes))
    return replace(
        game("rocks"),
        slug="small",
        title="Small",
        players=(1, 4),
        play=own,
    )

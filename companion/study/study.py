"""A game's own part of a study of games between bots: its counts, and the targets of its
data (O).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Generic, TypeAlias

from companion.play import D, M, Seat, StateT
from companion.study.figures import Estimate
from companion.study.tally import Tally

# the measure of a target: one figure or several, each by its own name
Measure: TypeAlias = Callable[[Tally], Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class Target:
    """A target of a game's data (O): every figure of `measure` lies from `low` to `high`.

    It applies to tables of `players`, to any if that is empty; `together` means to all sizes of
    table at once, so that one alone may stray. `percent` is how to print the figures.
    """

    name: str
    measure: Measure
    low: float = -inf
    high: float = inf
    percent: bool = False
    players: tuple[int, ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True)
class Study(Generic[D, StateT, M]):
    """A game's row for `rookery simulate`, for its own decks, states and moves.

    - `unit`: what a game's length counts, in the plural; `length(end)` counts it.
    - `points`: what the result's points are, in the plural; "" where they say no more than who won.
    - `tables`: the numbers of players worth a look, the one that counts most first.
    - `cards(deck)`: groups of named things that players use: group -> deed -> name to print.
    - `deeds(before, seat, move, after)`: what this move did: pairs of seat and deed. Deeds that
    aren't cards may serve `facts`.
    - `facts(end, deeds)`: whole numbers seen in this game, by name; `deeds` are counted by seat.
      Where the question
      doesn't arise, leave the name out or give no number. A name that ends in ", %" is of 0 and 1.
    - `variants`: other ways to set up, by name: deck, players and seed to the first state.
    - `lower`: the lower points win. `team`: all win or nobody.
    """

    unit: str
    points: str
    tables: tuple[int, ...]
    cards: Callable[[D], Mapping[str, Mapping[str, str]]]
    deeds: Callable[[StateT, Seat, M, StateT], Iterable[tuple[Seat, str]]]
    length: Callable[[StateT], int]
    facts: Callable[[StateT, Sequence[Mapping[str, int]]], Mapping[str, tuple[int, ...]]]
    targets: tuple[Target, ...] = ()
    variants: Mapping[str, Callable[[D, int, int], StateT]] = field(default_factory=dict)
    lower: bool = False
    team: bool = False

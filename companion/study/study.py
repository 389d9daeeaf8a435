"""A game's own part of its statistics: what to count, and the targets of its data (O)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Generic, TypeAlias

from companion.play import D, M, Seat, StateT
from companion.study.figures import Estimate
from companion.study.tally import Tally

# returns one or several figures by name
Measure: TypeAlias = Callable[[Tally], Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class Target:
    """A target of a game's data (O): every figure of `measure` should be from `low` to `high`.

    It applies to games of `players`, or of any number if empty. If `together`, games of all numbers
    of players are added up first. `percent` is how to print the figures.
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
    """What `rookery simulate` needs from a game; the type parameters are its deck, state and move.

    - `unit`: what a game's length counts, in the plural; `length(end)` counts it.
    - `points`: what the result's points are, in the plural; "" if they only say who won.
    - `tables`: the numbers of players to examine, the most important first.
    - `cards(deck)`: groups of things that players use: group -> deed -> name to print.
    - `deeds(before, seat, move, after)`: what a move did, as pairs of seat and deed. Deeds that
      aren't cards can be for `facts`.
    - `facts(end, deeds)`: integers by name, from the last state and the deeds counted by seat. If a
      fact doesn't apply, leave it out or give no number. A name that ends in ", %" is for 0 and 1.
    - `variants`: other setups by name, functions of deck, players and seed.
    - `lower`: the lowest points win. `team`: all win or none.
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

"""Sums of many games, which are integers, so that they don't depend on order or grouping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import add

from companion.play import Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game.

    `winners` and `points` are as in the game's result, and `length` is in the unit of its study.
    `deeds` are counts by name of what each seat did. `facts` are integers by name: one for the
    game, one for each player, or none if it doesn't apply.
    """

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    length: int
    moves: int
    deeds: tuple[Mapping[str, int], ...]
    facts: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Samples:
    """The values of a fact in many games: a count of each, and sums for the error of the mean.

    Players of one game aren't independent, so the error is computed from games. With the sum s and
    count n of each game, `ss`, `sn` and `nn` are the sums of s*s, s*n and n*n.
    """

    values: Counter[int] = field(default_factory=Counter)
    games: int = 0
    ss: int = 0
    sn: int = 0
    nn: int = 0

    def __add__(self, other: Samples) -> Samples:
        return Samples(
            self.values + other.values,
            self.games + other.games,
            self.ss + other.ss,
            self.sn + other.sn,
            self.nn + other.nn,
        )

    @property
    def count(self) -> int:
        """The number of values."""
        return self.values.total()

    @property
    def total(self) -> int:
        """The sum of the values."""
        return sum(value * count for value, count in self.values.items())


def samples(values: tuple[int, ...]) -> Samples:
    """Return the values of a game as samples; a game without values doesn't count."""
    if not values:
        return Samples()
    total, count = sum(values), len(values)
    return Samples(Counter(dict(Counter(values))), 1, total * total, total * count, count * count)


@dataclass(frozen=True, slots=True)
class Tally:
    """The sum of games of `players`, the most if games of several numbers are added.

    `winners`, `points` and `lengths` count games by their winners, seats by points, and games by
    length. For each deed, `done` is how often it was done, `doers` in how many games and seats, and
    `won` how many of these won.
    """

    players: int = 0
    games: int = 0
    winners: Counter[tuple[Seat, ...]] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    longest: int = 0
    done: Counter[str] = field(default_factory=Counter)
    doers: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    facts: Mapping[str, Samples] = field(default_factory=dict)

    def __add__(self, other: Tally) -> Tally:
        names = self.facts.keys() | other.facts.keys()
        nothing = Samples()
        return Tally(
            players=max(self.players, other.players),
            games=self.games + other.games,
            winners=self.winners + other.winners,
            points=self.points + other.points,
            lengths=self.lengths + other.lengths,
            moves=self.moves + other.moves,
            longest=max(self.longest, other.longest),
            done=self.done + other.done,
            doers=self.doers + other.doers,
            won=self.won + other.won,
            facts={
                name: self.facts.get(name, nothing) + other.facts.get(name, nothing)
                for name in sorted(names)
            },
        )


def tally(game: Played) -> Tally:
    """Return the tally of a game."""
    done, doers, won = Counter[str](), Counter[str](), Counter[str]()
    for seat, deeds in enumerate(game.deeds):
        done.update(deeds)
        doers.update(deeds.keys())
        won.update(deeds.keys() if seat in game.winners else ())
    return Tally(
        players=len(game.points),
        games=1,
        winners=Counter([game.winners]),
        points=Counter(game.points),
        lengths=Counter([game.length]),
        moves=game.moves,
        longest=game.moves,
        done=done,
        doers=doers,
        won=won,
        facts={name: samples(values) for name, values in sorted(game.facts.items())},
    )


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    return reduce(add, tallies, Tally())

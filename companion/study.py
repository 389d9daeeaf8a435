"""Counting games: sums of many, their figures with 95 % intervals, and a game's `Study`.

Sums are integers, so they don't depend on order or grouping. Intervals are Wilson's for win rates,
those of a ratio over games for means, and those of order statistics for quantiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate
from math import ceil, floor, inf, sqrt
from operator import add
from typing import Generic, TypeAlias

from companion.play import D, M, Seat, StateT

Z = 1.959964  # standard errors to each side of a 95 % interval
PERCENT = ", %"  # the end of the name of a fact whose values are 0 and 1
MARKS = (0.0, 0.1, 0.5, 0.9, 1.0)  # the quantiles of a spread


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
    return Samples(Counter(values), 1, total * total, total * count, count * count)


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
    longest: int = 0
    done: Counter[str] = field(default_factory=Counter)
    doers: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    facts: Mapping[str, Samples] = field(default_factory=dict)

    def __add__(self, other: Tally) -> Tally:
        names, nothing = sorted(self.facts.keys() | other.facts.keys()), Samples()
        return Tally(
            players=max(self.players, other.players),
            games=self.games + other.games,
            winners=self.winners + other.winners,
            points=self.points + other.points,
            lengths=self.lengths + other.lengths,
            longest=max(self.longest, other.longest),
            done=self.done + other.done,
            doers=self.doers + other.doers,
            won=self.won + other.won,
            facts={n: self.facts.get(n, nothing) + other.facts.get(n, nothing) for n in names},
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
        longest=game.moves,
        done=done,
        doers=doers,
        won=won,
        facts={name: samples(values) for name, values in sorted(game.facts.items())},
    )


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    return reduce(add, tallies, Tally())


# --- figures of a tally ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def scaled(self, factor: float, shift: float = 0.0) -> Estimate:
        """Return the estimate times `factor` plus `shift`."""
        return Estimate(*(end * factor + shift for end in (self.value, self.low, self.high)))


# returns one or several figures by name
Measure: TypeAlias = Callable[[Tally], Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of integers: the quantiles at MARKS, the mean, and pairs of value and count."""

    quantiles: tuple[int, ...]
    mean: float
    values: tuple[tuple[int, int], ...]


def wilson(part: float, of: int) -> Estimate:
    """Return the share `part / of` with Wilson's interval, which is valid for small counts too.

    >>> estimate = wilson(0, 10)
    >>> estimate.value, estimate.low, round(estimate.high, 3)
    (0.0, 0.0, 0.278)
    """
    if not of:
        return Estimate(0.0, 0.0, 1.0)
    share, square = part / of, Z * Z / of
    middle = (share + square / 2) / (1 + square)
    reach = Z * sqrt(share * (1 - share) / of + square / of / 4) / (1 + square)
    low, high = min(share, middle - reach), max(share, middle + reach)
    return Estimate(share, max(0.0, low), min(1.0, high))


def mean_error(samples: Samples) -> tuple[float, float]:
    """Return the mean of a fact and its standard error, with games as samples; 0 for one game."""
    if not samples.count:
        return 0.0, 0.0
    mean = samples.total / samples.count
    if samples.games < 2:
        return mean, 0.0
    # the sum of the squared deviations of games
    square = samples.ss - 2 * mean * samples.sn + mean * mean * samples.nn
    return mean, sqrt(max(0.0, square) * samples.games / (samples.games - 1)) / samples.count


def mean(samples: Samples) -> Estimate:
    """Return the mean of a fact; for one value of 0 or 1 a game, the share of games."""
    if samples.values.keys() <= {0, 1} and samples.count == samples.games:
        return wilson(samples.total, samples.games)
    value, error = mean_error(samples)
    return Estimate(value, value - Z * error, value + Z * error)


def quantile(values: Mapping[int, int], part: float) -> int:
    """Return the least value that at least a share of `part` don't exceed.

    >>> quantile(Counter([1, 2, 2, 9]), 0.5), quantile(Counter([1, 2, 2, 9]), 0.9)
    (2, 9)
    """
    return _ranked(values, ceil(part * sum(values.values()) - 1e-9))


def quantile_estimate(values: Mapping[int, int], part: float) -> Estimate:
    """Return a quantile with its interval from order statistics."""
    count = sum(values.values())
    reach = Z * sqrt(part * (1 - part) * count)
    low, value = _ranked(values, floor(part * count - reach)), quantile(values, part)
    return Estimate(value, min(low, value), max(_ranked(values, ceil(part * count + reach)), value))


def _ranked(values: Mapping[int, int], rank: int) -> int:
    """Return the value at a rank from 1, or the last value for a higher rank."""
    ordered = sorted(values)
    reached = accumulate(values[value] for value in ordered)
    ranks = zip(ordered, reached, strict=True)
    return next((value for value, upto in ranks if upto >= rank), ordered[-1])


def spread(values: Mapping[int, int]) -> Spread:
    """Return the spread of at least one value, given the count of each."""
    average = sum(value * often for value, often in values.items()) / sum(values.values())
    quantiles = tuple(quantile(values, part) for part in MARKS)
    return Spread(quantiles, average, tuple(sorted(values.items())))


def bins(figures: Spread, most: int) -> list[tuple[int, int, int]]:
    """Return at most `most` bins of equal width: the first and last value of each, and its count.

    >>> bins(spread(Counter([1, 2, 2, 6])), 3)
    [(1, 2, 3), (3, 4, 0), (5, 6, 1)]
    """
    low, high = figures.quantiles[0], figures.quantiles[-1]
    width = -(-(high - low + 1) // most)
    counts = Counter[int]()
    for value, often in figures.values:
        counts[(value - low) // width] += often
    return [
        (low + n * width, low + (n + 1) * width - 1, counts[n])
        for n in range((high - low) // width + 1)
    ]


def advantage(tally: Tally, deed: str, group: Collection[str]) -> Estimate | None:
    """Return the win rate of players who did a deed, relative to those who did any of its `group`.

    None if no player did it, or none of the group won.
    """
    won, doers = (sum(counts[name] for name in group) for counts in (tally.won, tally.doers))
    if not won or not tally.doers[deed]:
        return None
    return wilson(tally.won[deed], tally.doers[deed]).scaled(doers / won)


# --- measures for targets: functions from a tally to figures by name ------------------------------


def _nothing(tally: Tally, fact: str) -> bool:
    return fact not in tally.facts or not tally.facts[fact].count


def mean_of(*facts: str) -> Measure:
    """Return a measure of the mean of each fact."""
    return lambda tally: {
        fact: mean(tally.facts[fact]) for fact in facts if not _nothing(tally, fact)
    }


def means_under(prefix: str) -> Measure:
    """Return a measure of the mean of each fact whose name begins with `prefix`."""
    return lambda tally: {
        fact.removeprefix(prefix).removesuffix(PERCENT): mean(samples)
        for fact, samples in tally.facts.items()
        if fact.startswith(prefix)
    }


def median_of(fact: str) -> Measure:
    """Return a measure of the median of a fact."""
    return lambda tally: (
        {} if _nothing(tally, fact) else {fact: quantile_estimate(tally.facts[fact].values, 0.5)}
    )


def length_at(*parts: float) -> Measure:
    """Return a measure of quantiles of the length of games."""
    return lambda tally: {
        f"{100 * part:g} %": quantile_estimate(tally.lengths, part) for part in parts
    }


def lengths_within(low: int, high: int) -> Measure:
    """Return a measure of the share of games with a length from `low` to `high`."""
    return lambda tally: {
        "": wilson(sum(tally.lengths[n] for n in range(low, high + 1)), tally.games)
    }


def advantages_of(deeds: Collection[str]) -> Measure:
    """Return a measure of the advantage of each deed in a group."""
    return lambda tally: {
        deed: estimate for deed in deeds if (estimate := advantage(tally, deed, deeds))
    }


def seat_rates(tally: Tally) -> dict[str, Estimate]:
    """Return each seat's share of the wins; a win of n seats counts 1/n for each."""
    shares = [0.0] * tally.players
    for winners, count in sorted(tally.winners.items()):
        for seat in winners:
            shares[seat] += count / len(winners)
    return {f"seat {seat}": wilson(share, tally.games) for seat, share in enumerate(shares, 1)}


def seat_edges(tally: Tally) -> dict[str, Estimate]:
    """Return each seat's share of the wins above a fair share."""
    return {seat: rate.scaled(1, -1 / tally.players) for seat, rate in seat_rates(tally).items()}


def team_rates(tally: Tally) -> dict[str, Estimate]:
    """Return how often a team wins, by the name ""."""
    won = sum(count for winners, count in tally.winners.items() if winners)
    return {"": wilson(won, tally.games)}


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
    - `rows`: which groups are rows of the deck file, in its order: group -> key of the rows.
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
    rows: Mapping[str, str] = field(default_factory=dict)
    lower: bool = False
    team: bool = False

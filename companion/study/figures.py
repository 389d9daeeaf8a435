"""The figures of a tally: estimates with 95 % intervals, quantiles, measures; and a game's `Study`.

Intervals are Wilson's for win rates, those of a ratio over games for means, and those of order
statistics for quantiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, floor, inf, sqrt
from typing import Generic, TypeAlias

from companion.play import D, M, Seat, StateT
from companion.study.tally import Samples, Tally

Z = 1.959964  # standard errors to each side of a 95 % interval
PERCENT = ", %"  # the end of the name of a fact whose values are 0 and 1
MARKS = (0.0, 0.1, 0.5, 0.9, 1.0)  # the quantiles of a spread


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def scaled(self, factor: float, shift: float = 0.0) -> Estimate:
        """Return the estimate times `factor` plus `shift`."""
        return Estimate(
            self.value * factor + shift, self.low * factor + shift, self.high * factor + shift
        )


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
    return Estimate(
        share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))
    )


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
    return next(
        (value for value, upto in zip(ordered, reached, strict=True) if upto >= rank), ordered[-1]
    )


def spread(values: Mapping[int, int]) -> Spread:
    """Return the spread of at least one value, given the count of each."""
    count = sum(values.values())
    average = sum(value * often for value, often in values.items()) / count
    return Spread(
        tuple(quantile(values, part) for part in MARKS), average, tuple(sorted(values.items()))
    )


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


def seat_rate(tally: Tally, seat: Seat) -> Estimate:
    """Return a seat's share of wins; a win of n seats counts 1/n for each."""
    wins = sum(
        count / len(winners) for winners, count in sorted(tally.winners.items()) if seat in winners
    )
    return wilson(wins, tally.games)


def team_rate(tally: Tally) -> Estimate:
    """Return how often a team wins."""
    return wilson(sum(count for winners, count in tally.winners.items() if winners), tally.games)


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
        "": wilson(
            sum(often for length, often in tally.lengths.items() if low <= length <= high),
            tally.games,
        )
    }


def advantages_of(deeds: Collection[str]) -> Measure:
    """Return a measure of the advantage of each deed in a group."""
    return lambda tally: {
        deed: estimates for deed in deeds if (estimates := advantage(tally, deed, deeds))
    }


def seat_rates(tally: Tally) -> dict[str, Estimate]:
    """Return each seat's share of the wins."""
    return {f"seat {seat + 1}": seat_rate(tally, seat) for seat in range(tally.players)}


def seat_edges(tally: Tally) -> dict[str, Estimate]:
    """Return each seat's share of the wins above a fair share."""
    return {seat: rate.scaled(1, -1 / tally.players) for seat, rate in seat_rates(tally).items()}


def team_rates(tally: Tally) -> dict[str, Estimate]:
    """Return how often a team wins, by the name ""."""
    return {"": team_rate(tally)}


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

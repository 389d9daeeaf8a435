"""The figures of a tally: estimates with the interval that holds the truth 95 times in 100,
quantiles, and measures.

Win rates have Wilson's interval, means that of a ratio over whole games, quantiles that of the
order statistics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor, sqrt

from companion.play import Seat
from companion.study.tally import Samples, Tally

Z = 1.959964  # standard errors within which a normal variable lies 95 times in 100
PERCENT = ", %"  # ends the name of a fact that is of 0 and 1
MARKS = (0.0, 0.1, 0.5, 0.9, 1.0)  # the quantiles of a spread


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def scaled(self, factor: float, shift: float = 0.0) -> Estimate:
        """Return the estimate in another measure: `factor` times and `shift` more."""
        return Estimate(
            self.value * factor + shift, self.low * factor + shift, self.high * factor + shift
        )


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of whole numbers: quantiles (MARKS: least, 10 %, median, 90 %, most), mean, and a
    count of each.
    """

    quantiles: tuple[int, ...]
    mean: float
    values: tuple[tuple[int, int], ...]


def wilson(part: float, of: int) -> Estimate:
    """Return the share `part` of `of` with Wilson's interval: right for small counts too, and never
    outside 0 to 1.

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
    """Return the mean of a fact and its standard error, with games as the independent samples; 0
    for a single game.
    """
    if not samples.count:
        return 0.0, 0.0
    mean = samples.total / samples.count
    if samples.games < 2:
        return mean, 0.0
    # of what each game strays from the mean
    square = samples.ss - 2 * mean * samples.sn + mean * mean * samples.nn
    return mean, sqrt(max(0.0, square) * samples.games / (samples.games - 1)) / samples.count


def mean(samples: Samples) -> Estimate:
    """Return the mean of a fact; of a yes or no a game, the share of the games."""
    if samples.values.keys() <= {0, 1} and samples.count == samples.games:
        return wilson(samples.total, samples.games)
    value, error = mean_error(samples)
    return Estimate(value, value - Z * error, value + Z * error)


def quantile(values: Mapping[int, int], part: float) -> int:
    """Return the least value that at least `part` of all reach or stay below; the least of all for
    0.

    >>> quantile(Counter([1, 2, 2, 9]), 0.5), quantile(Counter([1, 2, 2, 9]), 0.9)
    (2, 9)
    """
    return _ranked(values, ceil(part * sum(values.values()) - 1e-9))


def quantile_estimate(values: Mapping[int, int], part: float) -> Estimate:
    """Return a quantile with the interval of the order statistics."""
    count = sum(values.values())
    reach = Z * sqrt(part * (1 - part) * count)
    low, high = (
        _ranked(values, floor(part * count - reach)),
        _ranked(values, ceil(part * count + reach)),
    )
    value = quantile(values, part)
    return Estimate(value, min(low, value), max(high, value))


def _ranked(values: Mapping[int, int], rank: int) -> int:
    """Return the value at a rank from 1, the nearest end for a rank beyond."""
    ordered = sorted(values)
    reached = accumulate(values[value] for value in ordered)
    return next(
        (value for value, upto in zip(ordered, reached, strict=True) if upto >= rank), ordered[-1]
    )


def spread(values: Mapping[int, int]) -> Spread:
    """Return quantiles, mean and histogram of at least one number."""
    count = sum(values.values())
    average = sum(value * often for value, often in values.items()) / count
    return Spread(
        tuple(quantile(values, part) for part in MARKS), average, tuple(sorted(values.items()))
    )


def bins(figures: Spread, most: int) -> list[tuple[int, int, int]]:
    """Return a histogram of at most `most` bins of one width: first and last number of each, and
    its count.

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
    """Return a seat's share of wins; a shared win counts in parts."""
    wins = sum(
        count / len(winners) for winners, count in sorted(tally.winners.items()) if seat in winners
    )
    return wilson(wins, tally.games)


def team_rate(tally: Tally) -> Estimate:
    """Return how often anyone wins: of a team, all do."""
    return wilson(sum(count for winners, count in tally.winners.items() if winners), tally.games)


def advantage(tally: Tally, deed: str, group: Collection[str]) -> Estimate | None:
    """Return the win rate of a deed's doers against the average doer of its `group`; None for
    nobody.
    """
    won, doers = (sum(counts[name] for name in group) for counts in (tally.won, tally.doers))
    if not won or not tally.doers[deed]:
        return None
    return wilson(tally.won[deed], tally.doers[deed]).scaled(doers / won)


# --- measures: what a target may be held against; each gives a function from a tally to named figur


def _nothing(tally: Tally, fact: str) -> bool:
    return fact not in tally.facts or not tally.facts[fact].count


def mean_of(*facts: str) -> Callable[[Tally], dict[str, Estimate]]:
    """Return a measure: the mean of each fact."""
    return lambda tally: {
        fact: mean(tally.facts[fact]) for fact in facts if not _nothing(tally, fact)
    }


def means_under(prefix: str) -> Callable[[Tally], dict[str, Estimate]]:
    """Return a measure: the mean of each fact whose name has this beginning."""
    return lambda tally: {
        fact.removeprefix(prefix).removesuffix(PERCENT): mean(samples)
        for fact, samples in tally.facts.items()
        if fact.startswith(prefix)
    }


def median_of(fact: str) -> Callable[[Tally], dict[str, Estimate]]:
    """Return a measure: the median of a fact."""
    return lambda tally: (
        {} if _nothing(tally, fact) else {fact: quantile_estimate(tally.facts[fact].values, 0.5)}
    )


def length_at(*parts: float) -> Callable[[Tally], dict[str, Estimate]]:
    """Return a measure: quantiles of a game's length."""
    return lambda tally: {
        f"{100 * part:g} %": quantile_estimate(tally.lengths, part) for part in parts
    }


def lengths_within(low: int, high: int) -> Callable[[Tally], dict[str, Estimate]]:
    """Return a measure: the share of games whose length lies from `low` to `high`."""
    return lambda tally: {
        "": wilson(
            sum(often for length, often in tally.lengths.items() if low <= length <= high),
            tally.games,
        )
    }


def advantages_of(deeds: Collection[str]) -> Callable[[Tally], dict[str, Estimate]]:
    """Return a measure: the advantage of each of a group of deeds that anyone did."""
    return lambda tally: {
        deed: estimates for deed in deeds if (estimates := advantage(tally, deed, deeds))
    }


def seat_rates(tally: Tally) -> dict[str, Estimate]:
    """Return each seat's share of the wins."""
    return {f"seat {seat + 1}": seat_rate(tally, seat) for seat in range(tally.players)}


def seat_edges(tally: Tally) -> dict[str, Estimate]:
    """Return each seat's wins beyond a fair share."""
    return {seat: rate.scaled(1, -1 / tally.players) for seat, rate in seat_rates(tally).items()}


def team_rates(tally: Tally) -> dict[str, Estimate]:
    """Return a team's share of wins."""
    return {"": team_rate(tally)}

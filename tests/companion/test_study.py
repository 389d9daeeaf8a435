"""Games add up exactly, whatever the order and the split; estimates, quantiles and measures, held
against other ways to reckon them.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import sqrt
from statistics import NormalDist, fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.study import (
    Played,
    Samples,
    Tally,
    Z,
    advantage,
    advantages_of,
    bins,
    length_at,
    lengths_within,
    mean,
    mean_error,
    mean_of,
    means_under,
    median_of,
    quantile,
    quantile_estimate,
    samples,
    seat_edges,
    seat_rates,
    spread,
    tally,
    team_rates,
    total,
    wilson,
)

names = st.sampled_from(["hop", "stay", "rob"])
counts = st.lists(st.integers(0, 30), min_size=1, max_size=60)


@st.composite
def played(draw: st.DrawFn) -> Played:
    """A game of three that someone, several or nobody won."""
    return Played(
        winners=tuple(sorted(draw(st.sets(st.integers(0, 2))))),
        points=tuple(draw(st.lists(st.integers(-5, 40), min_size=3, max_size=3))),
        length=draw(st.integers(1, 60)),
        moves=draw(st.integers(1, 500)),
        deeds=tuple(draw(st.dictionaries(names, st.integers(1, 9), max_size=3)) for _ in range(3)),
        facts={
            name: tuple(draw(st.lists(st.integers(0, 5), max_size=3)))
            for name in draw(st.sets(names))
        },
    )


@given(
    st.lists(played(), max_size=8),
    st.randoms(use_true_random=False),
    st.lists(st.integers(0, 8), max_size=3),
)
def test_the_sum_hangs_neither_on_order_nor_on_split(
    games: list[Played], chance: object, cuts: list[int]
) -> None:
    """Cut anywhere and added in any order, the same games are the same tally."""
    whole = total(map(tally, games))
    ends = sorted({0, len(games), *(min(cut, len(games)) for cut in cuts)})
    parts = [total(map(tally, games[low:high])) for low, high in pairwise(ends)]
    chance.shuffle(parts)  # type: ignore[attr-defined]  # hypothesis doesn't name its type
    assert total(parts) == whole
    assert Tally() + whole == whole + Tally() == whole


def test_one_game() -> None:
    """Its winners and points, and of each deed how often, by how many, and how many of them won."""
    game = Played((1,), (3, 6), 12, 80, ({"hop": 2, "stay": 1}, {"hop": 5}), {"robbed": (0, 2)})
    found = tally(game)
    assert (found.players, found.games, found.longest) == (2, 1, 80)
    assert found.winners == {(1,): 1}
    assert found.points == Counter([3, 6])
    assert found.lengths == {12: 1}
    assert found.done == {"hop": 7, "stay": 1}
    assert found.doers == {"hop": 2, "stay": 1}
    assert found.won == {"hop": 1}
    assert found.facts == {"robbed": samples((0, 2))}


def test_samples_of_a_game() -> None:
    """The sums from which the error of a mean is reckoned; a game that saw nothing isn't a game."""
    found = samples((1, 2, 2)) + samples(()) + samples((4,))
    assert (found.games, found.count, found.total) == (2, 4, 9)
    assert (found.ss, found.sn, found.nn) == (25 + 16, 15 + 4, 9 + 1)


def test_z_is_that_of_95_percent() -> None:
    """The number of standard errors is the normal distribution's."""
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-6) == Z


@given(st.integers(0, 300), st.integers(1, 300))
def test_wilson_solves_its_equation(part: int, of: int) -> None:
    """At the ends of the interval the share lies just Z errors away, the error being that of the
    end itself.
    """
    part = min(part, of)
    found = wilson(part, of)
    assert 0 <= found.low <= found.value <= found.high <= 1
    for end in (found.low, found.high):
        if 1e-9 < end < 1 - 1e-9:
            assert abs(found.value - end) == pytest.approx(Z * sqrt(end * (1 - end) / of))


def test_wilson_of_nothing() -> None:
    """Of no games nothing is known."""
    found = wilson(0, 0)
    assert (found.value, found.low, found.high) == (0, 0, 1)


def test_wilson_covers() -> None:
    """The true share lies in the interval about 95 times in 100."""
    chance = random.Random(1)
    inside = 0
    for _ in range(2000):
        found = wilson(sum(chance.random() < 0.3 for _ in range(40)), 40)
        inside += found.low <= 0.3 <= found.high
    assert 0.93 < inside / 2000 < 0.97


@given(counts)
def test_mean_of_one_number_a_game_is_the_usual_one(values: list[int]) -> None:
    """With one number a game the error is the standard error of the textbook."""
    found = sum((samples((value,)) for value in values), Samples())
    average, error = mean_error(found)
    assert average == pytest.approx(fmean(values))
    assert error == pytest.approx(
        stdev(values) / sqrt(len(values)) if len(values) > 1 else 0, abs=1e-9
    )


def test_players_of_one_game_are_one_witness() -> None:
    """Four equal numbers in each game say no more than one: the error doesn't shrink."""
    single = sum((samples((value,)) for value in (1, 5, 3, 8)), Samples())
    fourfold = sum((samples((value,) * 4) for value in (1, 5, 3, 8)), Samples())
    assert mean_error(single) == pytest.approx(mean_error(fourfold))


def test_mean_of_yes_or_no_has_wilsons_interval() -> None:
    """Never seen in 300 games is not the same as impossible."""
    found = mean(sum((samples((0,)) for _ in range(300)), Samples()))
    assert found.value == found.low == 0
    assert found.high == pytest.approx(wilson(0, 300).high)
    assert mean_error(Samples()) == (0, 0)


@given(counts, st.sampled_from([0.1, 0.25, 0.5, 0.9]))
def test_quantile_is_the_least_that_enough_stay_below(values: list[int], part: float) -> None:
    """At least that part is at most the quantile, and less than it is below."""
    found = quantile(Counter(values), part)
    assert found in values
    assert sum(value <= found for value in values) >= part * len(values) - 1e-9
    assert sum(value < found for value in values) < part * len(values) + 1e-9
    estimate = quantile_estimate(Counter(values), part)
    assert min(values) <= estimate.low <= estimate.value <= estimate.high <= max(values)


@given(counts, st.integers(1, 12))
def test_bins_hold_everything(values: list[int], most: int) -> None:
    """Bins touch, are equally wide, at most so many, and hold each number once."""
    found = bins(spread(Counter(values)), most)
    assert 1 <= len(found) <= most
    assert len({last - first for first, last, _ in found}) == 1
    assert all(
        count == sum(first <= value <= last for value in values) for first, last, count in found
    )
    assert sum(count for _, _, count in found) == len(values)


def _game(
    winners: tuple[int, ...], length: int = 10, deeds: tuple[dict[str, int], ...] = ({}, {})
) -> Tally:
    return tally(
        Played(winners, (1, 2), length, 9, deeds, {"met: a, %": (1, 0), "late": (length,)})
    )


def test_a_shared_win_counts_in_parts() -> None:
    """Two games won by the first, one shared, one draw: 2.5 and 0.5 of 4."""
    found = total([_game((0,)), _game((0,)), _game((0, 1)), _game(())])
    rates = seat_rates(found)
    assert [rate.value for rate in rates.values()] == [2.5 / 4, 0.5 / 4]
    assert [edge.value for edge in seat_edges(found).values()] == [2.5 / 4 - 1 / 2, 0.5 / 4 - 1 / 2]
    assert team_rates(found)[""].value == 3 / 4


def test_advantage_is_against_the_average_user() -> None:
    """Doers of a won 2 of 3, of both together 3 of 6: a wins 4/3 as often as the average."""
    games = [
        _game((0,), deeds=({"a": 5}, {"b": 1})),
        _game((1,), deeds=({"a": 1}, {"a": 1, "b": 1})),
        _game((1,), deeds=({"b": 1}, {})),
    ]
    found = advantage(total(games), "a", ("a", "b"))
    assert found is not None
    assert found.value == pytest.approx((2 / 3) / (3 / 6))
    assert found.low < found.value < found.high
    assert advantage(total(games), "c", ("a", "c")) is None
    assert advantage(_game((), deeds=({"a": 1}, {})), "a", ("a",)) is None
    assert advantages_of(("a", "c"))(total(games)).keys() == {"a"}


def test_measures() -> None:
    """Each names its figures; what was not seen is left out."""
    found = total([_game((0,), length) for length in (5, 10, 10, 40)])
    assert mean_of("late", "never")(found).keys() == {"late"}
    assert median_of("late")(found)["late"].value == 10
    assert median_of("never")(found) == {}
    assert means_under("met: ")(found)["a"].value == 0.5
    assert {name: found.value for name, found in length_at(0.1, 0.9)(found).items()} == {
        "10 %": 5,
        "90 %": 40,
    }
    assert lengths_within(10, 30)(found)[""].value == 0.5

"""Turn order, tie-breaks and hands (giza R3, R4, R9, R13)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.giza.state import GATHER, NUMBERS, carry_out, from_chief, hand, ranking, turn_order

# a Chief taken in this round counts later
FIRST, NEXT = "tie: held the Chief", "tie: next clockwise"
NEAREST = "tie: nearest clockwise from the Chief's holder"


@pytest.mark.parametrize(
    ("choices", "chief", "expected"),
    [
        (
            {"luke": 1, "peter": 4, "michelle": 4},
            "luke",
            [("luke", 1, ""), ("peter", 4, NEAREST), ("michelle", 4, NEXT)],
        ),
        (
            {"luke": 1, "peter": 4, "michelle": 4},
            "michelle",
            [("luke", 1, ""), ("michelle", 4, FIRST), ("peter", 4, NEXT)],
        ),
        (
            {"luke": 2, "peter": 2, "michelle": 2},
            "peter",
            [("peter", 2, FIRST), ("michelle", 2, NEXT), ("luke", 2, NEXT)],
        ),
        (
            {"luke": 5, "peter": 3, "michelle": 1},
            "luke",
            [("michelle", 1, ""), ("peter", 3, ""), ("luke", 5, "")],
        ),
    ],
    ids=["the rulebook's example", "the Chief's holder first", "all tied", "no tie"],
)
def test_giza_r3_the_lowest_number_goes_first_and_ties_start_at_the_chief(
    choices: dict[str, int], chief: str, expected: list[tuple[str, int, str]]
) -> None:
    """Giza R3, with the reason for each place in a tie."""
    order = turn_order(choices, chief, ["luke", "peter", "michelle"])
    assert [(turn.seat, turn.number, turn.why) for turn in order] == expected


@given(st.lists(st.sampled_from(NUMBERS), min_size=2, max_size=4), st.integers(0, 3))
def test_giza_r3_everybody_has_one_turn_and_numbers_never_fall(
    numbers: list[int], start: int
) -> None:
    """A permutation of the seats, sorted by number; within a number, by distance from the Chief."""
    seats = range(len(numbers))
    chief = start % len(numbers)
    order = turn_order(dict(enumerate(numbers)), chief, seats)
    assert sorted(turn.seat for turn in order) == list(seats)
    keys = [(turn.number, (turn.seat - chief) % len(numbers)) for turn in order]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    ("chief", "among", "winner"),
    [("a", {"a", "b"}, "a"), ("c", {"a", "b"}, "a"), ("b", {"a", "d"}, "d")],
)
def test_giza_r13_a_tie_goes_to_the_chief_or_the_nearest_clockwise(
    chief: str, among: set[str], winner: str
) -> None:
    """Giza R13: the holder if tied, else the first tied player met clockwise."""
    totals = {seat: int(seat in among) for seat in "abcd"}
    assert ranking(totals, chief, "abcd")[0] == winner
    assert from_chief(chief, "abcd")[0] == chief


def test_giza_r4_a_played_action_stays_out_of_hand_until_gather_takes_all_back() -> None:
    """Giza R4, R9: #4 returns everything, itself included."""
    assert hand((1, 3)) == (2, 4, 5)
    assert carry_out((1, 3), 3) == (1, 3)
    assert hand(carry_out((1, 3, GATHER), GATHER)) == NUMBERS


@given(st.lists(st.integers(0, 4), max_size=30))
def test_giza_r4_a_hand_never_empties(picks: list[int]) -> None:
    """Whatever is chosen, there is something to choose next: the last card of a hand is #4 or
    leaves one.
    """
    out: tuple[int, ...] = ()
    for pick in picks:
        options = hand(out)
        assert options
        number = options[pick % len(options)]
        out = carry_out((*out, number), number)


@pytest.mark.parametrize(
    ("totals", "chief", "expected"),
    [
        ([10, 12, 11], 0, (1, 2, 0)),
        ([12, 12, 11], 0, (0, 1, 2)),
        ([12, 12, 11], 1, (1, 0, 2)),
        ([12, 12, 11], 2, (0, 1, 2)),
        ([12, 11, 12, 12], 1, (2, 3, 0, 1)),
    ],
)
def test_ranking(totals: list[int], chief: int, expected: tuple[int, ...]) -> None:
    """giza R13: the highest total wins; a tie goes to the Chief's holder or the nearest clockwise
    from there.
    """
    assert ranking(dict(enumerate(totals)), chief, range(len(totals))) == expected

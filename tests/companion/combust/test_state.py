"""What the engine and the phones share: who starts, who is next, who is out, who has won."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.combust.state import (
    after,
    clan,
    first_player,
    ranking,
)

SEATS = st.integers(3, 8).map(lambda count: tuple("abcdefgh"[:count]))
LINES = st.lists(st.integers(1, 20), max_size=6)


@given(SEATS, st.data())
def test_r2_the_first_player_has_the_lowest_sum(
    seats: tuple[str, ...], data: st.DataObject
) -> None:
    """combust R2, R2.D1: no sum is lower, and no tied player stands between the dealer and the
    first.
    """
    sums = {seat: data.draw(st.integers(6, 12)) for seat in seats}
    dealer = data.draw(st.sampled_from(seats))
    first = first_player(sums, dealer, seats)
    assert sums[first] == min(sums.values())
    tied = [seat for seat in after(dealer, seats) if sums[seat] == sums[first]]
    assert tied[0] == first


@given(SEATS, st.data())
def test_r7_the_last_round_is_everybody_once(seats: tuple[str, ...], data: st.DataObject) -> None:
    """combust R7: each living player once, from the next one on; the active one is last, if still
    there.
    """
    out = data.draw(st.sets(st.sampled_from(seats), max_size=len(seats) - 1))
    active = data.draw(st.sampled_from(seats))
    turns = after(active, seats, out)
    assert sorted(turns) == sorted(set(seats) - out)
    assert active in out or turns[-1] == active


@given(st.dictionaries(st.sampled_from("abcd"), LINES), st.permutations("efgh"))
def test_r7_ranking_orders_by_sum_then_count_then_highest(
    lines: dict[str, list[int]], gone: list[str]
) -> None:
    """combust R7, R7.D2: every seat once; equal clans share a place, and who went out last comes
    first of those.
    """
    places = ranking({seat: clan(line) for seat, line in lines.items()}, [gone[:2], gone[2:]])
    assert sorted(seat for place in places for seat in place) == sorted([*lines, *gone])
    assert places[-2:] == (tuple(gone[2:]), tuple(gone[:2]))
    worths = [
        {(sum(lines[s]), len(lines[s]), max(lines[s], default=0)) for s in place}
        for place in places[:-2]
    ]
    assert all(len(worth) == 1 for worth in worths)
    flat = [worth.pop() for worth in worths]
    assert flat == sorted(set(flat), reverse=True)

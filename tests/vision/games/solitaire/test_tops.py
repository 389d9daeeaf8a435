"""What tops tell of the stacks below: sound bounds, and certainty only where there is
no other way.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.solitaire.board import standard
from companion.solitaire.state import Position, full
from vision.games.solitaire.tops import UNREAD, conclude, differences


def played(rows: int, columns: int, hops: int, seed: int) -> Position:
    """A position of a random game, after so many hops or when none is left."""
    rng = random.Random(seed)
    position = full(standard().sized(rows, columns))
    for _ in range(hops):
        if not position.hops:
            break
        position = position.after(rng.choice(position.hops))
    return position


games = st.builds(
    played,
    st.sampled_from([3, 4]),
    st.sampled_from([4, 5]),
    st.integers(0, 59),
    st.integers(0, 10_000),
)


@settings(max_examples=40)
@given(games, st.data())
def test_bounds_hold_for_every_position_of_a_game(position: Position, data: st.DataObject) -> None:
    """Whatever a game comes to, and whichever squares can't be read: the pips lie within what its
    tops tell.
    """
    blind = data.draw(st.sets(st.integers(0, position.board.squares - 1), max_size=4))
    tops = [UNREAD if square in blind else top for square, top in enumerate(position.tops)]
    told = conclude(position.board, tops)
    low, high = told.score_range
    assert low <= position.pips <= high
    assert told.position in (None, position)
    assert {*told.hops} <= {*position.hops}
    stacked = {square for square, stack in enumerate(position.stacks) if len(stack) > 1}
    assert told.position is not None or stacked <= {*told.hiding}


@settings(max_examples=20)
@given(games)
def test_all_tops_read_tell_all_hops(position: Position) -> None:
    """Only tops count for a hop (R1, R2)."""
    assert conclude(position.board, position.tops).hops == position.hops


def test_a_board_of_large_tops_is_the_start() -> None:
    """The first hop takes a large one away for good, so that no later position shows twelve."""
    told = conclude(standard(), ["L"] * 12)
    assert (told.position, told.reachable, told.score_range) == (full(standard()), True, (72, 72))


@pytest.mark.parametrize(
    ("tops", "single", "hiding", "score"),
    [
        # two more small ones can be on squares of that kind
        ("S.S.........", False, (0, 2), (2, 4)),
        ("SSSSSSSSSSSS", False, (), (12, 12)),  # all small ones there are
        ("M...........", False, (0,), (2, 9)),  # four medium ones, one small
        ("M...........", True, (), (2, 2)),
        ("L?..........", False, (0, 1), (3, 39)),
    ],
)
def test_what_can_stand_below(
    tops: str, single: bool, hiding: tuple[int, ...], score: tuple[int, int]
) -> None:
    """The supply of each kind of squares, and the forms of stacks, bound it."""
    told = conclude(standard(), [top.strip(".") for top in tops], single=single)
    assert told.hiding == hiding
    assert told.score_range == score
    assert (told.position is None) == bool(hiding)


def test_a_log_of_moves_is_compared_by_tops() -> None:
    """Unread squares contradict nothing."""
    start = full(standard())
    after = start.after(start.hops[0])
    changed = differences(start, after.tops)
    assert [standard().grid.names[square] for square in changed] == ["a1", "a2"]
    assert differences(start, [UNREAD] * 12) == ()


def test_tops_of_another_board_are_refused() -> None:
    """As many tops as squares."""
    with pytest.raises(ValueError, match="20 squares"):
        conclude(standard(), [""] * 20)

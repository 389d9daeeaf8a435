"""The inner loops: what they leave out can't lead to a single pyramid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.solitaire.board import PYRAMIDS, read_size, standard
from companion.solitaire.solver import kernel
from companion.solitaire.solver.problem import fuels, problem
from companion.solitaire.solver.search import PLAIN, tables
from companion.solitaire.state import Position, full, parse_position, position_text
from tests.companion.solitaire.lines import LINES
from tests.companion.solitaire.solver import brute

some = st.dictionaries(
    st.integers(0, 11), st.sampled_from(["S", "M", "L", "SM", "LS"]), min_size=1, max_size=5
)


def _parted(position: Position) -> bool:
    task = problem(position)
    found = tables(task, PLAIN, task.images[:1], fuels(task.jumps))
    found.stacks[:] = task.stacks
    return kernel.parted(found)


@given(some)
def test_what_is_parted_leaves_more_than_one_pyramid(found: dict[int, str]) -> None:
    """solitaire R4: of few pyramids every game is tried, and none ends with a single one."""
    position = Position(standard(), tuple(found.get(square, "") for square in range(12)))
    if _parted(position):
        assert not any(brute.lone(position_text(position), size) for size in PYRAMIDS)


def test_a_game_that_leaves_one_pyramid_is_never_parted() -> None:
    """solitaire R4: all along perfect games of 3x4, 4x5 and 5x6."""
    for line in LINES:
        position = full(line.board)
        for hop in line.hops:
            assert not _parted(position)
            position = position.after(hop)
        assert position.count.total() == 1


@pytest.mark.parametrize("size", ["3x3", "3x4", "4x5"])
def test_a_single_pyramid_is_never_parted(size: str) -> None:
    """solitaire R4: it is an end that nothing beats, also on a square where no hop lands."""
    board = standard().sized(*read_size(size))
    for square in range(board.squares):
        stacks = tuple("S" if other == square else "" for other in range(board.squares))
        assert not _parted(Position(board, stacks))


def test_columns_that_never_meet_are_parted() -> None:
    """Nothing stands between two columns, so that each keeps a pyramid; with a bridge they may
    meet.
    """
    assert _parted(parse_position("SM,,,S/S,,,S/S,,,SML", standard()))
    assert not _parted(parse_position("SM,S,,S/S,,S,S/S,,,SML", standard()))

"""Facts of the puzzle that the rules notes state (games.md): each is found again by playing."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.solitaire.board import Board, Hop, read_size, standard
from companion.solitaire.state import Position, full
from tests.companion.solitaire.lines import LINES, PERFECT, Line
from tests.companion.solitaire.symmetry import move_hop, move_position, symmetries

FORMS = re.compile(r"S*|M+|L+|SM+|SML+")  # of stacks, from the bottom up
MIDDLE = "2"  # the row of 3x4 in the middle


every_line = pytest.mark.parametrize(
    "line", LINES, ids=lambda line: f"{line.board.size} {line.left} {line.hops[0]}"
)
sizes = st.sampled_from(["3x3", "3x4", "4x5", "5x6"])
chances = st.randoms(use_true_random=False)


def _replay(board: Board, hops: tuple[Hop, ...]) -> Position:
    """The end of a game each of whose hops is one that can be made."""
    position = full(board)
    for hop in hops:
        assert hop in position.hops
        position = position.after(hop)
    return position


def _class(hop: Hop) -> Hop:
    return min(move_hop(hop, symmetry) for symmetry in symmetries(standard()))


@pytest.mark.parametrize(
    ("size", "openings"), [("3x3", 16), ("3x4", 28), ("4x5", 68), ("5x6", 124)]
)
def test_openings(size: str, openings: int) -> None:
    """solitaire R1: 28 opening hops on 3x4 and 68 on 4x5; with nests everywhere every jump can be
    made.
    """
    board = standard().sized(*read_size(size))
    assert len(full(board).hops) == len(board.grid.jumps) == openings


def test_openings_fall_into_eight_classes(board: Board) -> None:
    """solitaire R1: turned and mirrored, the 28 openings of 3x4 are 8, four of each but for two
    pairs.
    """
    openings = full(board).hops
    classes = {_class(hop) for hop in openings}
    assert sorted(sum(_class(hop) == named for hop in openings) for named in classes) == [
        2,
        2,
        4,
        4,
        4,
        4,
        4,
        4,
    ]


@every_line
def test_a_recorded_line_ends_with_one_pyramid(line: Line) -> None:
    """solitaire R3, R4: one point after 35 hops on 3x4 and 59 on 4x5; a lone medium and a lone
    large can be had too.
    """
    end = _replay(line.board, line.hops)
    assert end.over
    assert end.lone == line.left
    assert end.pips == line.board.pips[line.left]
    assert len(line.hops) == 3 * line.board.squares - 1


def test_one_point_can_be_had_from_every_opening(board: Board) -> None:
    """solitaire R4: a recorded line opens each of the 8 classes; laid otherwise it is a line for
    the rest of it.
    """
    solved = set()
    for line in PERFECT:
        for symmetry in symmetries(board):
            hops = tuple(move_hop(hop, symmetry) for hop in line.hops)
            assert _replay(board, hops).pips == board.perfect
            solved.add(hops[0])
    assert solved == set(full(board).hops)


@every_line
def test_a_lone_survivor_never_stands_in_the_middle_row(line: Line) -> None:
    """Of 3x4; here in the recorded lines, and for all games in the next test."""
    end = _replay(line.board, line.hops)
    (square,) = (name for name in line.board.grid.names if end.at(name))
    assert line.board.size != "3x4" or square[1] != MIDDLE


def test_the_outer_rows_are_never_emptied(board: Board) -> None:
    """So nobody survives alone in the middle row of 3x4: whoever removes a pyramid of an outer row
    lands in one.
    """
    for hop, _, over, end in board.grid.jumps:
        names = board.grid.names
        assert names[over][1] == MIDDLE or (
            names[end][1] != MIDDLE and hop.start[1] == names[end][1]
        )


@pytest.mark.parametrize("size", ["3x3", "3x4", "4x5", "8x10"])
def test_corners_are_never_hopped_over(size: str) -> None:
    """Nothing lies behind them. A pyramid keeps the parity of its row and of its column, whatever
    it does.
    """
    board = standard().sized(*read_size(size))
    rows, columns = board.rows, board.columns
    corners = {0, columns - 1, (rows - 1) * columns, rows * columns - 1}
    assert not corners & {jump.over for jump in board.grid.jumps}
    for _, start, _, end in board.grid.jumps:
        (row, column), (to_row, to_column) = divmod(start, columns), divmod(end, columns)
        assert row % 2 == to_row % 2
        assert column % 2 == to_column % 2


@given(sizes, chances)
def test_a_game_takes_one_pyramid_a_hop(size: str, chance: random.Random) -> None:
    """solitaire R3: no hop without removal, and the stacks keep to few forms: all of one size, or
    such on S or SM.
    """
    position = full(standard().sized(*read_size(size)))
    for hops_made in range(3 * position.board.squares):
        assert position.count.total() == 3 * position.board.squares - hops_made
        assert all(FORMS.fullmatch(stack) for stack in position.stacks)
        hops = position.hops
        if not hops:
            break
        position = position.after(chance.choice(hops))
    assert position.over
    assert position.count.total()


@given(sizes, chances, st.integers(0, 3))
def test_a_board_laid_otherwise_plays_the_same(
    size: str, chance: random.Random, number: int
) -> None:
    """solitaire R1: the rules know no direction; hops and pips of a position and of its image are
    images.
    """
    position = full(standard().sized(*read_size(size)))
    symmetry = symmetries(position.board)[number]
    for _ in range(15):
        hops = position.hops
        image = move_position(position, symmetry)
        assert {move_hop(hop, symmetry) for hop in hops} == set(image.hops)
        assert image.pips == position.pips
        if not hops:
            break
        hop = chance.choice(hops)
        assert move_position(position.after(hop), symmetry) == image.after(move_hop(hop, symmetry))
        position = position.after(hop)

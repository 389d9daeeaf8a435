"""Scores of solitaire against others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.solitaire.board import Board
from companion.solitaire.state import king_tut, pips_of, winners


@pytest.mark.parametrize(
    ("seconds", "points", "total"),
    [(60, 1, 60), (60, 2, 63), (60, 5, 72), (0, 72, 213)],
)
def test_king_tut_adds_three_seconds_a_point(
    board: Board, seconds: int, points: int, total: int
) -> None:
    """solitaire R5: for each point over 1; a perfect score adds nothing."""
    assert king_tut(board, 1000 * seconds, points) == 1000 * total


def test_the_penalty_is_data(board: Board) -> None:
    """solitaire R5: a table may agree on another one."""
    assert king_tut(replace(board, penalty=10), 1000, 3) == 21_000


def test_pips_count_wherever_they_are(board: Board) -> None:
    """solitaire R4, R6: on the board, on the tally mat or in a hand."""
    assert pips_of(board, {"S": 1, "M": 1, "L": 1}) == 6
    assert pips_of(board, {}) == 0


@pytest.mark.parametrize(
    ("points", "expected"), [((1,), (0,)), ((2,), ()), ((5, 3, 3), (1, 2)), ((9, 1), (1,))]
)
def test_winners(board: Board, points: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """solitaire R6: the lowest; alone only a perfect score wins."""
    assert winners(board, points) == expected

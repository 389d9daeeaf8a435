"""Zones: what can not be emptied any more is not emptied in any game."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from companion.solitaire.board import Board, standard
from companion.solitaire.position import Position, full
from companion.solitaire.solver.problem import problem
from companion.solitaire.solver.zones import zones

ROW_1, ROW_2, ROW_3 = 0b1111, 0b1111 << 4, 0b1111 << 8
jumps = problem(full(standard())).jumps


def _occupied(position: Position) -> int:
    return sum(1 << square for square, stack in enumerate(position.stacks) if stack)


def test_the_outer_rows_are_a_zone() -> None:
    """Of a full 3x4: only pyramids of the outer rows hop over them, and they never leave."""
    assert zones(ROW_1 | ROW_2 | ROW_3, jumps) == (ROW_1 | ROW_3,)


def test_without_a_middle_row_there_are_two() -> None:
    """Nothing can cross it any more."""
    assert zones(ROW_1 | ROW_3, jumps) == (ROW_1, ROW_3)


@given(st.integers(0, 40), st.randoms(use_true_random=False))
def test_a_zone_is_never_emptied(hops: int, chance: random.Random) -> None:
    """Whatever is played, a pyramid stays in each zone that a position has; so the bound holds at every end."""
    position = full(standard())
    found = [zones(_occupied(position), jumps)]
    for _ in range(hops):
        if position.hops:
            position = position.after(chance.choice(position.hops))
            found.append(zones(_occupied(position), jumps))
    while position.hops:
        position = position.after(chance.choice(position.hops))
    for squares in set().union(*found):
        assert squares & _occupied(position)


def test_the_bound_counts_what_is_stuck(board: Board) -> None:
    """Two lone stacks far from each other keep all that they hold; two that can meet keep the smallest one."""
    apart, together = ("SM", *[""] * 10, "ML"), ("SM", "L", *[""] * 10)
    for stacks, least in ((apart, 3 + 5), (together, 1)):
        position = Position(board, stacks)
        task = problem(position)
        assert task.bound(task.stacks, zones(_occupied(position), task.jumps)) == least

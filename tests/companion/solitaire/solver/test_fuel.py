"""Fuel: what is bound to stay in corners stays there in every game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.solitaire.board import read_size, standard
from companion.solitaire.solver import solve
from companion.solitaire.solver.problem import Fuel, fuels, problem
from companion.solitaire.state import Position, full, parse_position

sizes = st.sampled_from(["3x3", "3x4", "4x4", "4x5"])


def _held(position: Position, fuel: Fuel) -> tuple[int, int]:
    """How many pyramids stand in its corners, and on its squares."""
    corners, squares = (
        sum(len(position.stacks[n]) for n in some) for some in (fuel.corners, fuel.squares)
    )
    return corners, squares


@given(sizes, st.randoms(use_true_random=False))
def test_corners_that_hold_more_than_their_fuel_keep_it(size: str, chance: random.Random) -> None:
    """Whatever is played, what they held more is held by them to the end; so the bound holds at
    every end.
    """
    position = full(standard().sized(*read_size(size)))
    found = dict.fromkeys(fuels(problem(position).jumps), 0)
    while position.hops:
        position = position.after(chance.choice(position.hops))
        for fuel, most in found.items():
            corners, squares = _held(position, fuel)
            assert corners >= most
            found[fuel] = max(most, corners - squares)


def test_a_corner_without_fuel() -> None:
    """Three pyramids in a corner, one to hop over, and one that can come to nothing: two stay, and
    it is proven.
    """
    position = parse_position("SML,S,,/,,,/,,,S", standard())
    fuel = next(fuel for fuel in fuels(problem(position).jumps) if fuel.corners == {0})
    assert _held(position, fuel)[0] == 3
    answer = solve(position, engine="plain")
    assert answer.proven
    assert answer.best is not None
    assert answer.best >= 1 + 2


@pytest.mark.parametrize("size", ["3x4", "4x5", "5x6"])
def test_each_corner_has_fuel(size: str) -> None:
    """No set of fuel holds a corner that it is for, nor is part of another one for the same
    corners.
    """
    board = standard().sized(*read_size(size))
    found = fuels(problem(full(board)).jumps)
    for corner in (0, board.columns - 1, board.squares - board.columns, board.squares - 1):
        some = [fuel.squares for fuel in found if fuel.corners == {corner}]
        assert some
        assert all(corner not in squares for squares in some)
        assert not any(squares < other for squares in some for other in some)

"""Forms of stacks: all that can occur are listed, and hops change them as the rules say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.solitaire.board import Board, read_size, standard
from companion.solitaire.solver.problem import NO_LANDING, SIZES, Forms, forms_of, game_forms
from companion.solitaire.state import Position, full

stacks = st.text("SML", max_size=4)
boards = st.lists(stacks, min_size=12, max_size=12).filter(
    lambda found: 0 < len("".join(found)) <= 36
)


@pytest.mark.parametrize(
    ("size", "count", "bits"), [("3x4", 21, 5), ("4x5", 31, 5), ("5x5", 46, 6), ("5x6", 46, 6)]
)
def test_forms_of_a_game(size: str, count: int, bits: int) -> None:
    """Five bits hold all forms of 3x4 and 4x5: the empty square and five piles up to the squares of
    a parity class.
    """
    forms = forms_of(full(standard().sized(*read_size(size))))
    assert (len(forms.stacks), forms.bits) == (count, bits)
    assert forms.stacks[0] == ""


def _holds(forms: Forms, stack: str, highest: int) -> None:
    form = forms.number[stack]
    assert forms.stacks[forms.pop[form]] == stack[:-1]
    assert forms.top[form] == (SIZES.index(stack[-1]) + 1 if stack else 0)
    for number, size in enumerate(SIZES, 1):
        landed = forms.push[form][number]
        legal = not stack or stack[-1] == size
        run = len(stack) - len(stack.rstrip(size))
        assert landed == (forms.number[stack + size] if legal and run < highest else NO_LANDING)


def test_hops_change_forms_as_the_rules_say() -> None:
    """solitaire R2, R3: the top goes, and a size lands on an empty square or on its own size."""
    forms = game_forms(standard())
    for stack in forms.stacks:
        _holds(forms, stack, highest=4)


@given(boards)
def test_any_stacks_have_forms(found: list[str]) -> None:
    """A board that someone set up is a position too: its stacks, what is below them, and what can
    land on them.
    """
    position = Position(standard(), tuple(found))
    forms = forms_of(position)
    for hop in position.hops:
        assert set(position.after(hop).stacks) <= set(forms.stacks)
    assert set(found) <= set(forms.stacks)


def test_stacks_of_a_game_that_no_game_can_pile_so_high(board: Board) -> None:
    """Five small ones on squares of one class are more than a game brings together, and its forms
    are too few.
    """
    position = Position(board, ("SSS", "S", "SS", *[""] * 9))
    assert "SSSSS" in forms_of(position).number
    assert "SSSSS" not in game_forms(board).number

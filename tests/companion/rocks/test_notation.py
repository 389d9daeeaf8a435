"""Texts of positions and moves: exact round trips, and messages that quote what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from companion.errors import IllegalMoveError, NotationError
from companion.rocks.board import Board
from companion.rocks.notation import parse_move, parse_state, state_text
from companion.rocks.state import State

Table: TypeAlias = Callable[..., State]
GOOD = "5.0.1 3 pa4 - a1:1,qa:5,qb:6,qc:6,qd:5 - - 9 1 pa4+;a0! pb6;b0"


def test_a_position_reads_back(board: Board) -> None:
    """Text and back is the same text."""
    assert state_text(parse_state(GOOD, board)) == GOOD


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (" pb6;b0", "", "1 players"),
        ("5.0.1", "5.0.3", "no turn and flags"),
        (" 3 ", " three ", "'three' is no number"),
        (" 3 ", " 7 ", "nobody has rolled"),
        (" pa4 -", " pa5 -", "the mover stands where it has not been"),
        ("pa4 -", "zz -", "no place 'zz'"),
        ("qa:5", "qa:4", "the rocks are not 24"),
        ("qa:5,qb:6", "qa:7,qb:4", "7 rocks on qa"),
        ("a1:1,qa:5", "a1:3,qa:3", "3 rocks on a1"),
        ("a1:1,qa:5", "qa:5,a1:1", "not in the board's order"),
        ("pb6;b0", "pa4;b0", "two penguins share a space"),
        ("pb6;b0", "pb6;b1", "penguin 2 is not free"),
        ("pb6;b0", "a0;b0", "two penguins share a space"),
        ("pa4+;a0!", "pa4+;c0!", "a penguin of player 0 is in another's centre"),
        ("pb6;b0", "pb6-b0", "'pb6-b0' is no player"),
        ("5.0.1", "5.2.1", "the turn of nobody here"),
        ("5.0.1", "5.1.2", "a penguin rolls that is not free"),
        ("5.0.1", "41.0.1", "round 41 can't be"),
        ("- - 9", "0 - 9", "round 5 can't be"),
        ("- - 9", "- x 9", "the game is over and nobody has won"),
        ("- - 9", "0,0 x 9", "somebody has finished twice"),
        ("- - 9", "0 x 9", "the game is over and yet goes on"),
    ],
)
def test_what_no_game_can_come_to_is_refused(board: Board, old: str, new: str, problem: str) -> None:
    """The message quotes the text and names what is wrong."""
    text = GOOD.replace(old, new)
    with pytest.raises(NotationError, match=problem) as caught:
        parse_state(text, board)
    assert text in str(caught.value)


def test_an_illegal_move_is_refused_with_rule_and_position(table: Table) -> None:
    """The message quotes move and position, names the rule, and says what to do."""
    state = table("pa4;a0", "pa5;b0")
    with pytest.raises(IllegalMoveError, match="rocks R6: two penguins never share a space") as caught:
        parse_move(state, 0, "pa5")
    assert caught.value.source == "pa5"
    assert state_text(state) in str(caught.value)
    with pytest.raises(NotationError, match="no move"):
        parse_move(state, 0, "elsewhere")

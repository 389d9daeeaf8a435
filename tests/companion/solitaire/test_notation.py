"""Texts of positions and hops: exact round trips, and messages that quote what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotationError
from companion.solitaire.board import MOST_COLUMNS, MOST_ROWS, Board, standard
from companion.solitaire.state import Position, full, parse_position, position_text, read_move
from companion.solitaire.tracker import is_position
from tests.companion.texts import quoted

GOOD = "SML,SML,,S/SM,,,L/,,,"
stacks = st.lists(st.text("SML", max_size=3), min_size=12, max_size=12).filter(any)


def test_a_position_in_words(board: Board) -> None:
    """Rows from the top, squares from the left, stacks from the bottom up."""
    position = parse_position(GOOD, board)
    assert [position.at(square) for square in ("a1", "c1", "d1", "a2", "d2", "d3")] == [
        "SML",
        "",
        "S",
        "SM",
        "L",
        "",
    ]
    assert position_text(position) == GOOD


@given(stacks)
def test_any_stacks_read_back(found: list[str]) -> None:
    """Also those that no game can come to: a photo may show them."""
    position = Position(standard(), tuple(found))
    if max(position.count.values()) <= standard().squares:
        assert parse_position(position_text(position), standard()) == position


def test_the_largest_board_fits_an_event() -> None:
    """A file may allow 9 rows of 26 squares: its phones can tell of a full one, and of nothing
    longer.
    """
    largest = replace(standard(), largest=(MOST_ROWS, MOST_COLUMNS)).sized(MOST_ROWS, MOST_COLUMNS)
    text = position_text(full(largest))
    assert parse_position(text, largest) == full(largest)
    assert is_position(text)
    assert not is_position(f"{text}S")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a position on a 3x4 board; write 3 rows separated by /, each with 4 squares"),
        (",,,/,,,", "not a position on a 3x4 board"),
        (",,,/,,,/,,", "not a position on a 3x4 board: row 3 has 3 squares"),
        (",,,,/,,,,/,,,,", "not a position on a 3x4 board"),
        (
            ",,,/,X,,/,,,",
            "no position: 'X' on b2 isn't a stack; write S, M and L from the bottom up",
        ),
        (",,,/,,,/,,,sml", "no position: 'sml' on d3 isn't a stack"),
        (",,,/,,,/,,,", "no position: no pyramid is left"),
        (f"{13 * 'S'},,,/,,,/,,,", "no position: 13 small pyramids, but a set has 12"),
    ],
)
def test_what_no_board_can_hold_is_refused(board: Board, text: str, message: str) -> None:
    """The message quotes the text and names what is wrong; the last pyramid is never removed
    (solitaire R3).
    """
    with pytest.raises(NotationError, match=message) as caught:
        parse_position(text, board)
    assert caught.value.source == quoted(text)


@given(st.text("SML,/0 ax\n\u0660", max_size=40) | st.text(max_size=40))
def test_nonsense_is_refused_or_reads_back(text: str) -> None:
    """Whatever the text, it is the one way to write a position, or is refused with what
    to write.
    """
    try:
        position = parse_position(text, standard())
    except NotationError:
        return
    assert position_text(position) == text


def test_every_jump_reads_back(board: Board) -> None:
    """Whether or not it can be made now."""
    assert all(read_move(str(jump.hop), board) == jump.hop for jump in board.grid.jumps)


@pytest.mark.parametrize(
    "text", ["", "a1", "a1a3", "a1-", "A1-A3", "a1-a33", "a1-a4", "e1-c1", "a1-a3 "]
)
def test_what_is_no_hop(board: Board, text: str) -> None:
    """Both squares must be on the board."""
    with pytest.raises(
        NotationError, match="no hop; write two squares of the 3x4 board, a1 to d3, as in a1-a3"
    ):
        read_move(text, board)

"""What a solitaire file may say, and on which boards the game can be played."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from companion.errors import DeckError, UsageError
from companion.solitaire.board import Board, read_board, read_size, standard

TEXT = files("companion.solitaire").joinpath("solitaire.toml").read_text("utf-8")


def test_the_standard_board(board: Board) -> None:
    """solitaire R4, R5, R6: 3x4, 1, 2 and 3 pips, 3 seconds a point, 1 to 5 minutes."""
    assert (board.size, board.squares, board.perfect) == ("3x4", 12, 1)
    assert dict(board.pips) == {"S": 1, "M": 2, "L": 3}
    assert board.penalty == 3
    assert board.limits == (60, 300)


@pytest.mark.parametrize("size", ["3x3", "3x4", "4x5", "8x10", "4x3"])
def test_sizes_of_boards(board: Board, size: str) -> None:
    """solitaire R4: a larger board has the same rules."""
    larger = board.sized(*read_size(size))
    assert larger.size == size
    assert len(larger.grid.names) == larger.squares == len(set(larger.grid.names))
    assert larger == replace(board, rows=larger.rows, columns=larger.columns)


@pytest.mark.parametrize("size", ["2x4", "4x2", "9x10", "8x11", "10x8"])
def test_too_small_and_too_large(board: Board, size: str) -> None:
    """In two rows nothing hops across; what doesn't fit on paper is refused too."""
    with pytest.raises(
        UsageError, match=f"{size}: no board for this game; use 3x3 to 8x10, rows x columns"
    ):
        board.sized(*read_size(size))


def test_a_table_is_offered_the_rulebooks_boards(board: Board) -> None:
    """That of the file first, none twice, and none that its file calls too large."""
    assert board.sizes == ("3x4", "4x5")
    assert board.sized(4, 5).sizes == ("4x5", "3x4")
    assert board.sized(5, 5).sizes == ("5x5", "3x4", "4x5")
    assert replace(board, largest=(3, 4)).sizes == ("3x4",)


@pytest.mark.parametrize(
    "text", ["", "3", "3x", "x4", "3X4", "3 x 4", "03x4", "3x4x5", "100x4", "-3x4"]
)
def test_no_size(text: str) -> None:
    """The message quotes it and says how to write one."""
    with pytest.raises(UsageError, match="not a board size; write rows x columns, such") as caught:
        read_size(text)
    assert caught.value.source == text


def test_fingerprint_tells_rules_apart(board: Board) -> None:
    """Size, pips, penalty and limits are rules; title, largest board and colours are not."""
    assert len(board.fingerprint) == 64
    others = [
        board.sized(4, 3),
        board.sized(4, 5),
        replace(board, pips={"S": 1, "M": 3, "L": 5}),
        replace(board, penalty=4),
        replace(board, limits=(60, 120)),
    ]
    assert len({board.fingerprint, *(other.fingerprint for other in others)}) == 6
    assert replace(board, title="Ours", largest=(9, 9)).fingerprint == board.fingerprint
    assert replace(board, colours=board.colours[::-1]).fingerprint == board.fingerprint
    assert read_board(TEXT, "again").fingerprint == standard().fingerprint


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "rows = 3",
            "rows = 2",
            "line 8, board.rows: 2 is out of range; use a whole number from 3 to 8",
        ),
        ("columns = 4\n", "columns = 11\n", "line 9, board.columns: 11 is out of range"),
        (
            "most_columns = 10",
            "most_columns = 27",
            "line 11, board.most_columns: 27 is out of range",
        ),
        (
            "medium = 2",
            "medium = 1",
            (
                r"line 16, pips.large: \[1, 1, 3\] is not valid; a larger "
                r"pyramid has more pips"
            ),
        ),
        ("small = 1", "small = 0", "line 14, pips.small: 0 is out of range"),
        (
            "large = 3",
            "large = 7",
            "line 16, pips.large: 7 is out of range; use a whole number from 1 to 6",
        ),
        ("seconds = 3 ", "seconds = -1", "line 19, king_tut.seconds: -1 is out of range"),
        (
            "longest = 300",
            "longest = 59",
            "line 23, quicksand.longest: 59 is out of range; .* from 60 to 3600",
        ),
        ("shortest = 60", "", "quicksand.shortest: missing"),
        ("small = 1", "small = 1\nhuge = 4", "line 15, pips.huge: no such field"),
        ("rows = 3", "rows = 3\ncolour = 4", "line 9, board.colour: no such field"),
        ("title", "tilte", "title: missing"),
        (
            '"gold"',
            '"ruby"',
            (
                r"line 35, colour\[2\].id: 'ruby' is there twice; give each row one "
                r"of its own"
            ),
        ),
        (
            '"gold"',
            '"Gold!"',
            r"line 35, colour\[2\].id: 'Gold!' is not valid; use up to 40 of a-z",
        ),
        ('"sun"', '"feather"', r"line 38, colour\[2\].symbol: 'feather' is there twice"),
        ('"dots"', '"zigzag"', r"line 39, colour\[2\].pattern: 'zigzag' is there twice"),
        (
            '"dots"',
            '"plaid"',
            (
                r"line 39, colour\[2\].pattern: 'plaid' is unknown; use one of: "
                r"bricks, dots"
            ),
        ),
        (
            "#f5b52e",
            "yellow",
            (
                r"line 37, colour\[2\].ink: 'yellow' isn't a colour; use six "
                r"hexadecimal digits"
            ),
        ),
        ('name = "Gold"', 'nick = "Gold"', r"colour\[2\].name: missing"),
        ('"sun"', '"sun"\nshade = 1', r"colour\[2\].shade: no such field"),
        ("[[colour]]", "[[hue]]", r"colour: 4 rows; use 5 rows headed \[\[colour\]\]"),
    ],
)
def test_what_is_wrong_with_a_file(old: str, new: str, message: str) -> None:
    """The message names file, line and field, and what to write instead."""
    assert old in TEXT
    with pytest.raises(DeckError, match=f"my.toml: .*{message}"):
        read_board(TEXT.replace(old, new, 1), "my.toml")

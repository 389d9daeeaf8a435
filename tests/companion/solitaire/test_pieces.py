"""The printed pieces of solitaire."""

from __future__ import annotations

import pytest

from companion.solitaire import GAME
from companion.solitaire.board import Board


@pytest.mark.parametrize(("size", "nests"), [((3, 4), 12), ((4, 5), 20)])
def test_what_is_printed(board: Board, size: tuple[int, int], nests: int) -> None:
    """solitaire R1: a board, and a nest for each of its squares; the tally mat is for photos (solitaire D1)."""
    pieces = {piece.id: piece for piece in GAME.pieces(board.sized(*size))}
    name = f"board-{size[0]}x{size[1]}"
    assert list(pieces) == [name, "tally", "pyramid-large", "pyramid-medium", "pyramid-small"]
    assert [piece.count for piece in pieces.values()] == [1, 1, nests, nests, nests]
    assert [piece.kind for piece in pieces.values()] == ["board", "mat", "pyramid", "pyramid", "pyramid"]
    assert (pieces[name].size.width, pieces[name].size.height) == (38 * size[1], 38 * size[0])
    assert pieces["pyramid-medium"].data == {"pyramid": "M", "pips": 2, "height": 34.9}


def test_a_large_pyramid_stands_in_a_square(board: Board) -> None:
    """With room for fingers on both sides."""
    pieces = {piece.id: piece for piece in GAME.pieces(board)}
    square = pieces["board-3x4"].size.width / board.columns
    assert square - pieces["pyramid-large"].size.width > 10

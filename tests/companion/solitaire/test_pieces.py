"""The printed pieces of solitaire."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.game import Piece
from companion.solitaire import GAME
from companion.solitaire.board import Board, standard
from companion.tags import tag_ids

SIZES = ("large", "medium", "small")
COLOURS = ("ruby", "gold", "jade", "lapis", "onyx")


def _pieces(board: Board) -> dict[str, Piece]:
    return {piece.id: piece for piece in GAME.pieces(board)}


@pytest.mark.parametrize(
    ("size", "nests"), [((3, 3), 9), ((3, 4), 12), ((4, 5), 20), ((8, 10), 80)]
)
def test_what_is_printed(board: Board, size: tuple[int, int], nests: int) -> None:
    """solitaire R1: a board, the mat for photos (D1), and as tokens and as nets one of each size
    for each square.
    """
    pieces = _pieces(board.sized(*size))
    kinds = [f"{size}-{colour}" for size in SIZES for colour in COLOURS]
    names = [f"{kind}-{name}" for kind in ("token", "pyramid") for name in kinds]
    assert list(pieces) == [f"board-{size[0]}x{size[1]}", "tally", *names]
    counts: Counter[str] = Counter()
    for name in names:
        counts[name.rpartition("-")[0]] += pieces[name].count
    assert counts == Counter(
        {f"{kind}-{size}": nests for kind in ("token", "pyramid") for size in SIZES}
    )
    assert {piece.kind for piece in pieces.values()} == {"board", "mat", "token", "pyramid"}


def test_colours_are_even(board: Board) -> None:
    """No colour of a size has more than one pyramid more than another."""
    for rows, columns in ((3, 3), (3, 4), (4, 5), (7, 8)):
        counts = {
            piece.count
            for piece in GAME.pieces(board.sized(rows, columns))
            if piece.kind == "token"
        }
        assert max(counts) - min(counts) <= 1


def test_only_nets_are_printed_on_demand(board: Board) -> None:
    """Tokens are quick to cut; who wants pyramids to fold asks for them."""
    assert {piece.kind for piece in GAME.pieces(board) if piece.extra} == {"pyramid"}


def test_tags_go_clockwise_and_by_size_and_colour(board: Board) -> None:
    """Board and mat: nw, ne, se, sw. Pyramids: small ones first, then by colour; a token has its
    pyramid's tag.
    """
    pieces = _pieces(board)
    for name, kind in (("board-3x4", "board"), ("tally", "mat")):
        tags = pieces[name].faces["front"]
        assert tuple(tag.id for tag in tags) == tag_ids("solitaire", kind, count=4)
        middle = (pieces[name].size.width / 2, pieces[name].size.height / 2)
        ways = [(tag.x > middle[0], tag.y > middle[1]) for tag in tags]
        assert ways == [(False, False), (True, False), (True, True), (False, True)]
    found = {
        name: piece.faces["front"][0].id
        for name, piece in pieces.items()
        if "-" in name and piece.kind != "board"
    }
    order = [f"{size}-{colour}" for size in reversed(SIZES) for colour in COLOURS]
    for kind in ("token", "pyramid"):
        assert [found[f"{kind}-{name}"] for name in order] == [288 + n for n in range(15)]


def test_what_is_known_of_a_pyramid() -> None:
    """Its size, pips and colour; a paper one also how high its tag lies."""
    pieces = _pieces(standard())
    known = {"pyramid": "M", "pips": 2, "colour": "jade", "symbol": "palm"}
    assert pieces["token-medium-jade"].data == known
    assert pieces["pyramid-medium-jade"].data == {**known, "base": 19.8, "height": 16.22}

"""The printed pieces of rocks."""

from __future__ import annotations

from companion.rocks import GAME
from companion.rocks.board import Board


def test_what_is_printed(board: Board) -> None:
    """The board, 8 penguins, 24 rocks and a die, each with a size and an id of its own."""
    pieces = {piece.id: piece for piece in GAME.pieces(board)}
    kinds = [piece.kind for piece in pieces.values() for _ in range(piece.count)]
    assert {kind: kinds.count(kind) for kind in kinds} == {"board": 1, "penguin": 8, "rock": 24, "die": 1}
    assert len(pieces) == len(GAME.pieces(board))
    assert all(piece.size.width > 0 < piece.size.height for piece in pieces.values())
    assert pieces["penguin-coral-2"].data == {"colour": "coral", "symbol": "fish", "number": 2, "start": "a0"}


def test_the_board_tells_its_graph(board: Board) -> None:
    """`rookery games` knows where each space and pile lies and what it touches, both ways: the edges, no more."""
    found = GAME.pieces(board)[0].data
    places, nests = found["places"], found["nests"]
    assert isinstance(places, list)
    assert isinstance(nests, list)
    assert {(place["place"], *place["at"]) for place in places} == {(place.id, *place.at) for place in board.places}
    pairs = {(place["place"], other) for place in places for other in place["touches"]}
    assert pairs == {*board.edges, *((other, one) for one, other in board.edges)}
    assert {place["place"] for place in places if place["kind"] == "pile"} == {nest["pile"] for nest in nests}

"""The printed pieces of rocks."""

from __future__ import annotations

from companion.layout import TOKEN_TAG
from companion.rocks import GAME
from companion.rocks.board import Board
from companion.tags import registry


def test_what_is_printed(board: Board) -> None:
    """The board, 8 penguins, 24 rocks and a die, each with a size and an id of its own."""
    pieces = {piece.id: piece for piece in GAME.pieces(board)}
    kinds = [piece.kind for piece in pieces.values() for _ in range(piece.count)]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "board": 1,
        "penguin": 8,
        "rock": 24,
        "die": 1,
    }
    assert len(pieces) == len(GAME.pieces(board))
    assert all(piece.size.width > 0 < piece.size.height for piece in pieces.values())
    assert pieces["penguin-coral-2"].data == {
        "colour": "coral",
        "symbol": "fish",
        "number": 2,
        "start": "a0",
    }


def test_the_board_tells_its_graph(board: Board) -> None:
    """`rookery games` knows where each space and pile lies and what it touches, both ways: the
    edges, no more.
    """
    found = GAME.pieces(board)[0].data
    places, nests = found["places"], found["nests"]
    assert isinstance(places, list)
    assert isinstance(nests, list)
    assert {(place["place"], *place["at"]) for place in places} == {
        (place.id, *place.at) for place in board.places
    }
    pairs = {(place["place"], other) for place in places for other in place["touches"]}
    assert pairs == {*board.edges, *((other, one) for one, other in board.edges)}
    assert {place["place"] for place in places if place["kind"] == "pile"} == {
        nest["pile"] for nest in nests
    }


def test_every_registered_id_is_printed_once(board: Board) -> None:
    """All that the registry keeps for rocks is used, on one piece each: 8 of the board, 8 penguins,
    the rocks' one.
    """
    ids = [tag.id for piece in GAME.pieces(board) for face in piece.faces.values() for tag in face]
    wanted = [
        tag
        for row in registry()
        if row.game == "rocks"
        for tag in range(row.start, row.start + row.count)
    ]
    assert sorted(ids) == wanted
    by_kind = {piece.id: [tag.id for tag in piece.faces["front"]] for piece in GAME.pieces(board)}
    assert by_kind["board"] == list(range(263, 271))
    assert [
        by_kind[f"penguin-{nest.id}-{number}"] for nest in board.nests for number in (1, 2)
    ] == [[number] for number in range(271, 279)]  # seat by seat


def test_tags_lie_on_their_pieces(board: Board) -> None:
    """Each 12 mm large with one module of quiet zone."""
    reach = TOKEN_TAG * (1 / 2 + 1 / 8)
    for piece in GAME.pieces(board):
        for tag in (tag for face in piece.faces.values() for tag in face):
            assert tag.size == TOKEN_TAG
            assert reach <= tag.x <= piece.size.width - reach, piece.id
            assert reach <= tag.y <= piece.size.height - reach, piece.id


def test_who_needs_which_penguins(board: Board) -> None:
    """Two players take the first two seats' colours; each further player one colour more. The rest
    is always needed.
    """
    players = {piece.id: piece.players for piece in GAME.pieces(board)}
    assert [
        players[f"penguin-{nest.id}-{number}"] for nest in board.nests for number in (1, 2)
    ] == [
        2,
        2,
        2,
        2,
        3,
        3,
        4,
        4,
    ]
    assert {players[name] for name in ("board", "rock", "die")} == {1}


def test_the_die_tells_its_net(board: Board) -> None:
    """Six faces, worth 1 to 6, on squares of their own."""
    die = next(piece for piece in GAME.pieces(board) if piece.id == "die")
    net = die.data["net"]
    assert isinstance(net, list)
    assert die.data["faces"] == 6
    assert [face["pips"] for face in net] == [1, 2, 3, 4, 5, 6]
    assert len({(face["column"], face["row"]) for face in net}) == 6

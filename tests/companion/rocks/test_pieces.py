"""The printed pieces of rocks, and how large they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist, hypot

import pytest

from companion.errors import DeckError
from companion.layout import TOKEN_TAG
from companion.rocks import GAME
from companion.rocks.board import Board, Drawing
from companion.rocks.pieces import (
    DIE,
    MODULE,
    ROCK,
    STAND,
    Obstacle,
    Point,
    board_tags,
    obstacles,
    paths,
    width,
)
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


# --- measures -------------------------------------------------------------------------------------


def test_two_rocks_go_on_a_space_and_all_of_a_pile_on_it(board: Board) -> None:
    """Rocks R9, R1: side by side, so that a photo sees each of them."""
    assert hypot(2 * ROCK.width, ROCK.height) <= board.drawing.space
    rows, columns = 2, board.rules.rocks // 2
    assert hypot(columns * ROCK.width, rows * ROCK.height) <= board.drawing.pile
    assert ROCK.width >= TOKEN_TAG + 2 * MODULE


def test_a_stand_goes_on_a_space_with_its_rock(board: Board) -> None:
    """Its base lies within a space; tag with quiet zone and rock lie on it side by side."""
    half = (STAND.base.width / 2, STAND.base.height / 2)
    across = 2 * (hypot(*(length - STAND.corner for length in half)) + STAND.corner)
    assert across <= board.drawing.space
    (tag_x, tag_y), (pad_x, pad_y) = STAND.tag, STAND.pad
    assert pad_x - tag_x >= TOKEN_TAG / 2 + MODULE + ROCK.width / 2
    assert tag_x >= TOKEN_TAG / 2 + MODULE
    assert pad_x + ROCK.width / 2 <= STAND.base.width
    top = STAND.size.height - STAND.base.height
    assert tag_y == pad_y
    assert top + ROCK.height / 2 <= pad_y <= STAND.size.height - ROCK.height / 2
    assert STAND.tab.height <= STAND.base.height  # it disappears under the base
    assert STAND.fold < STAND.foot <= STAND.base.width


def test_board_tags_spread_over_the_quarters(board: Board) -> None:
    """Four near the corners and four near the middle, each quarter with one of both, by rows from
    the top left.
    """
    tags = board_tags(board)
    signs = [(x > 0, y > 0) for x, y in tags]
    assert signs == [(False, False), (True, False), (False, True), (True, True)] * 2
    half = board.drawing.side / 2
    assert all(half - max(abs(x), abs(y)) == 12 for x, y in tags[:4])
    for tag in tags:
        assert clearance(obstacles(board), tag) > TOKEN_TAG / 2 + MODULE
    assert min(dist(one, other) for one, other in combinations(tags, 2)) > 2 * TOKEN_TAG


def clearance(around: list[Obstacle], at: Point) -> float:
    """The distance from a spot to the nearest obstacle; negative inside one."""
    return min(obstacle.distance(at) for obstacle in around)


def test_a_tag_gives_way_to_a_place(board: Board) -> None:
    """A space in the corner of an own board moves the tag there, by no more than it must; the
    others stay.
    """
    moved = replace(board.places[4], at=(-180, 180))
    own = replace(
        board, places=tuple(moved if place is board.places[4] else place for place in board.places)
    )
    before, after = board_tags(board), board_tags(own)
    assert [one == other for one, other in zip(before, after, strict=True)] == [
        True,
        True,
        False,
    ] + [True] * 5
    assert clearance(obstacles(own), after[2]) > TOKEN_TAG / 2 + MODULE
    assert dist(before[2], after[2]) < 60
    assert after[2][0] < 0 < after[2][1]


def test_a_board_without_room_for_tags_is_refused(board: Board) -> None:
    """Where places cover everything, the message says what to do."""
    full = replace(board, drawing=Drawing(400, 150, 150))
    with pytest.raises(DeckError, match="no room for its two tags; move spaces apart"):
        board_tags(full)


def test_clearance_is_measured_from_edges(board: Board) -> None:
    """From a place's rim and from a path's side; below 0 on them."""
    around, first = obstacles(board), board.places[0]
    x, y = first.at
    assert clearance(around, (x, y)) == pytest.approx(-width(board, first) / 2)
    assert clearance(around, (x, y + 1e4)) == pytest.approx(1e4, rel=0.05)
    one, other = max(paths(board), key=lambda pair: dist(pair[0].at, pair[1].at))
    middle = ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)
    assert clearance(around, middle) < 0


def test_paths_are_what_trails_say(board: Board) -> None:
    """Rocks O: every pair that touches but those within a nest."""
    nests = [{nest.centre, *nest.ring} for nest in board.nests]
    wanted = {pair for pair in board.edges if not any(set(pair) <= nest for nest in nests)}
    assert {(one.id, other.id) for one, other in paths(board)} == wanted


def test_the_die_s_squares_and_tabs_fit_its_box() -> None:
    """A cross of four by three squares with tabs."""
    assert sorted(DIE.faces) == [1, 2, 3, 4, 5, 6]
    assert len(set(DIE.faces.values())) == 6
    assert (DIE.size.width, DIE.size.height) == (
        4 * DIE.edge + DIE.flap,
        3 * DIE.edge + 2 * DIE.flap,
    )
    assert len({(flap.cell, flap.side) for flap in DIE.flaps}) == 7

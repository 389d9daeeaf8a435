"""What pirates prints: every piece with its size and its tags."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from companion.layout import POKER, TOKEN_TAG
from companion.pirates import GAME
from companion.pirates.deck import Deck, standard
from companion.pirates.pieces import (
    CAPTAIN,
    HEX_SIDE,
    MARKER,
    SHIP,
    TrackerPlan,
    board_box,
    board_edges,
    board_hexes,
    board_middle,
    pieces,
)
from companion.tags import registry

MODULE = TOKEN_TAG / 8  # mm


def _tags(deck: Deck, face: str) -> dict[str, list[int]]:
    return {piece.id: [tag.id for tag in piece.faces.get(face, ())] for piece in pieces(deck)}


def test_tags_of_the_standard_deck() -> None:
    """Boards have one on each side, trackers two, tokens and ships one; cards carry none."""
    front, back = _tags(standard(), "front"), _tags(standard(), "back")
    assert [front[f"tile-{board.id}"] for board in standard().boards] == [
        [232 + n] for n in range(13)
    ]
    assert (back["tile-blue"], back["tile-yellow-1"], back["tile-red-7"]) == ([245], [246], [247])
    assert (front["ship-penguins"], front["ship-pirates"]) == ([248], [249])
    assert (front["tracker-sails-speed"], front["tracker-water"]) == ([250, 252], [251, 253])
    assert [front[name] for name in ("wave", "crab", "anchor", "fish", "captain")] == [
        [254],
        [255],
        [256],
        [257],
        [262],
    ]
    assert [front[f"penguin-{look.id}"] for look in standard().penguins] == [
        [258],
        [259],
        [260],
        [261],
    ]
    assert all(not ids for name, ids in front.items() if name.startswith(("handicap", "event")))


def test_backs_of_a_colour_share_a_tag() -> None:
    """Pirates R1: a face-down board shows its colour and nothing else."""
    back = _tags(standard(), "back")
    seen = {(board.back, *back[f"tile-{board.id}"]) for board in standard().boards}
    assert sorted(seen) == [("blue", 245), ("red", 247), ("yellow", 246)]


def test_every_registered_id_is_printed_once() -> None:
    """All that the registry keeps for pirates is used, and no id stands on two different faces but
    the backs'.
    """
    ids = [tag.id for piece in pieces(standard()) for tag in piece.faces["front"]]
    ids += {tag.id for piece in pieces(standard()) for tag in piece.faces.get("back", ())}
    wanted = [
        tag
        for row in registry()
        if row.game == "pirates"
        for tag in range(row.start, row.start + row.count)
    ]
    assert sorted(ids) == wanted


def test_tags_lie_on_their_pieces() -> None:
    """Each with one module of quiet zone inside the box; all are 12 mm."""
    for piece in pieces(standard()):
        for tag in (tag for face in piece.faces.values() for tag in face):
            reach = tag.size / 2 + MODULE
            assert tag.size == TOKEN_TAG
            assert reach <= tag.x <= piece.size.width - reach, piece.id
            assert reach <= tag.y <= piece.size.height - reach, piece.id


def test_sizes() -> None:
    """Cards are poker size; the small tokens are all alike, the captain larger; a hex is 30 mm
    across or more.
    """
    sizes = {piece.id: piece.size for piece in pieces(standard())}
    assert {sizes[p.id] for p in pieces(standard()) if p.kind in {"handicap", "event"}} == {POKER}
    assert {sizes[p.id] for p in pieces(standard()) if p.kind == "token" and p.id != "captain"} == {
        MARKER
    }
    assert sizes["captain"] == CAPTAIN
    assert HEX_SIDE * 3**0.5 >= 30
    # two boards with the gap between them on any paper
    assert 2 * sizes["tile-red-1"].height + 13 <= 264


def test_outlines_are_closed_and_clockwise() -> None:
    """A board's edges follow each other round it; each is a hex's side and belongs to a hex of its
    own.
    """
    deck = standard()
    for board in deck.boards:
        edges = board_edges(deck, board)
        assert all(one.end == other.start for one, other in pairwise((*edges, edges[0])))
        assert all(
            hypot(e.end.x - e.start.x, e.end.y - e.start.y) == pytest.approx(HEX_SIDE, abs=0.01)
            for e in edges
        )
        area = sum(e.start.x * e.end.y - e.end.x * e.start.y for e in edges) / 2
        assert area == pytest.approx(len(board.faces) * 1.5 * 3**0.5 * HEX_SIDE**2, rel=1e-3)
        assert {edge.hex for edge in edges} == set(range(1, len(board_hexes(deck, board))))


def test_the_back_is_turned_left_for_right() -> None:
    """A board's middle lies as far from the right edge on its back as from the left one on its
    front.
    """
    deck = standard()
    for board in deck.boards:
        front, back = board_middle(deck, board), board_middle(deck, board, "back")
        assert front.x + back.x == pytest.approx(board_box(deck, board)[1].width)
        assert front.y == back.y


def test_a_ship_knows_where_its_tag_lies() -> None:
    """The tag is on the base, astern of its middle, with its quiet zone; the base goes on a hex."""
    astern = SHIP.tag.y - (SHIP.size.height - SHIP.base.height / 2)
    assert SHIP.base.height / 2 - astern > TOKEN_TAG / 2 + MODULE
    assert astern > 0
    assert SHIP.creases == (
        SHIP.tab.height,
        SHIP.tab.height + SHIP.sail.height,
        SHIP.size.height - SHIP.base.height,
    )
    assert max(SHIP.base.width, SHIP.base.height) <= 34


def test_a_tracker_has_a_cell_for_each_step() -> None:
    """Rows of eight; a track begins a row of its own; cells don't overlap."""
    plan = TrackerPlan((("sails", 7), ("speed", 15)))
    cells = [plan.step(verb, value) for verb, most in plan.tracks for value in range(most + 1)]
    assert len(set(cells)) == len(cells) == 24
    assert plan.step("speed", 0).y - plan.step("sails", 7).y == TrackerPlan.cell.height
    assert plan.rows == 3
    assert TrackerPlan((("water", 8),)).rows == 2


def test_data_for_the_list_of_pieces() -> None:
    """`rookery games` can tell a hex's dots, a card's spots and an event's effects."""
    by_id = {piece.id: piece for piece in GAME.pieces(standard())}
    assert by_id["tile-blue"].data["back"] == "blue"
    assert by_id["event-01"].data["order"] == standard().events[0].order
    assert by_id["handicap-coral-01"].data["number"] == 1

"""The printed pieces of pirates, as `rookery games` tells of them."""

from __future__ import annotations

from typing import Any

from companion.pirates.crew import ACTIONS
from companion.pirates.deck import standard
from companion.pirates.pieces import pieces


def _of_kind(kind: str) -> list[dict[str, Any]]:
    return [dict(piece.data) for piece in pieces(standard()) if piece.kind == kind]


def test_boards_hex_by_hex() -> None:
    """Thirteen boards, each hex with its dots by colour and what is on it; the blue one has the pier too."""
    for board, data in zip(standard().boards, _of_kind("tile"), strict=True):
        told = [(row["yellow"], row["red"], row["special"]) for row in data["hexes"]]
        assert told == [(face.dots.yellow, face.dots.red, face.special) for face in board.faces]
        assert data["dots"] == sum(yellow + red for yellow, red, _ in told)
        names = [row["hex"] for row in data["hexes"]]
        assert names == ["m", "n", "ne", "se", "s", "sw", "nw", "pier"][: len(names)]


def test_handicap_cards_spot_by_spot() -> None:
    """Each of the six actions has one colour on each card."""
    cards = [card for deck in standard().handicaps for card in deck]
    for card, data in zip(cards, _of_kind("handicap"), strict=True):
        assert sorted((*data["white"], *data["yellow"], *data["red"])) == sorted(ACTIONS)
        assert all(action in data[card.colour(action)] for action in ACTIONS)


def test_events_with_their_effects() -> None:
    """In words, and as the rules read them."""
    for event, data in zip(standard().events, _of_kind("event"), strict=True):
        assert (data["order"], data["distance"]) == (event.order, event.distance)
        assert tuple((row["track"], row["by"]) for row in data["changes"]) == event.changes
        assert (data["turn"], data["pirates"]) == (event.turn, event.spawns)
        assert len(data["text"]) == len(event.changes) + bool(event.turn) + event.spawns

"""The text of combust's moves."""

from __future__ import annotations

import pytest

from companion.combust.moves import HAND, Discard, Keep, Mean, Move, Pass, Place, Take, read_move, sort_key
from companion.errors import NotationError

CARDS, SEATS = range(1, 33), range(8)


def _all_moves() -> list[Move]:
    """Every move there is, in sorted order."""
    return [
        *map(Keep, CARDS),
        *map(Place, CARDS),
        *map(Discard, CARDS),
        *(Take(seat, card) for seat in (HAND, *SEATS) for card in CARDS),
        *map(Mean, SEATS),
        Pass(),
    ]


def test_round_trip() -> None:
    """Every move has a text of its own that reads back as the same move."""
    texts = [str(move) for move in _all_moves()]
    assert len(set(texts)) == len(texts)
    assert [read_move(text) for text in texts] == _all_moves()


def test_sorted_by_kind_then_seat_then_card() -> None:
    """`sort_key` puts moves in the order in which they are listed above."""
    upside_down = _all_moves()[::-1]
    assert sorted(upside_down, key=sort_key) == _all_moves()


@pytest.mark.parametrize(
    "text", ["", "place", "place 0", "place 07", "place 100", "pick 7", "pick 9x:1", "pick hands:1", "name", "name 12",
             "Pass", "pass 1", "discard -1", "keep 1 2"],
)  # fmt: skip
def test_no_move(text: str) -> None:
    """Any other text is refused, quoted, with what could be written."""
    with pytest.raises(NotationError, match="no move; write keep 7") as caught:
        read_move(text)
    assert caught.value.source == (text or "(nothing)")

"""The text of giza's moves."""

from __future__ import annotations

import random

import pytest

from companion.errors import NotationError
from companion.giza.deck import Deck
from companion.giza.moves import (
    Choose,
    End,
    Flip,
    Lay,
    Move,
    Place,
    Swap,
    TakeChief,
    Train,
    read_move,
    slot_text,
    sort_key,
)
from companion.giza.pyramid import SLOTS


def _all_moves(deck: Deck) -> list[Move]:
    """Every move there is, in sorted order."""
    return [
        *map(Choose, range(1, 6)),
        *map(Lay, SLOTS),
        TakeChief(),
        *map(Flip, SLOTS),
        *map(Swap, deck.penguins),
        Train(),
        *(Place(p, slot, grey) for p in deck.penguins for grey in (False, True) for slot in SLOTS),
        End(),
    ]


def test_round_trip(plain: Deck) -> None:
    """Every move has a text of its own that reads back as the same move."""
    moves = _all_moves(plain)
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(moves)
    assert [read_move(text, plain) for text in texts] == moves


def test_sorted_by_kind_then_number_then_slot(plain: Deck) -> None:
    """`sort_key` puts moves in the order in which they are listed above."""
    moves = _all_moves(plain)
    assert sorted(random.Random(1).sample(moves, len(moves)), key=sort_key) == moves


def test_slots_read_from_the_base_up() -> None:
    """a1 to a4 is the base from the left, d1 the top."""
    assert [slot_text(slot) for slot in SLOTS] == ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "c1", "c2", "d1"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no move"),
        ("pass", "no move"),
        ("#0", "no move"),
        ("#6", "no move"),
        ("07", "no move"),
        ("7-a1", "no move"),
        ("99-a1", "no move"),
        ("07+1-a1", "no move"),
        ("07-e1", "'e1' is no slot"),
        ("07-b4", "'b4' is no slot"),
        ("07g-", "'' is no slot"),
        ("+a9", "'a9' is no slot"),
        ("flip 07", "'07' is no slot"),
        ("swap 07g", "no move"),
        ("swap a1", "no move"),
        ("End", "no move"),
        ("\uff17-a1", "no move"),
    ],
)
def test_what_is_no_move(plain: Deck, text: str, says: str) -> None:
    """A wrong text is refused with itself quoted, the reason and how to write it."""
    with pytest.raises(NotationError) as caught:
        read_move(text, plain)
    assert caught.value.source == text
    assert says in caught.value.problem
    assert caught.value.remedy

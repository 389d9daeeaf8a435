"""The text of giza's moves."""

from __future__ import annotations

import pytest

from companion.errors import NotationError
from companion.giza.deck import Deck
from companion.giza.moves import (
    read_move,
    slot_text,
)
from companion.giza.pyramid import SLOTS
from companion.texts import quoted


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
    assert caught.value.source == quoted(text)
    assert says in caught.value.problem
    assert caught.value.remedy

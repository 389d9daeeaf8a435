"""One text for each position of combust."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.combust.deck import Deck
from companion.combust.notation import parse_state, state_text
from companion.combust.state import State
from companion.errors import NotationError

Table = Callable[..., State]
Go = Callable[..., State]


def test_round_trip_of_every_kind_of_task(table: Table, go: Go, plain: Deck) -> None:
    """Decisions, verbs in the middle, checks and turns: what is to do reads back as it was."""
    state = table("3,4;1,11,16,19", "5,8;9;1", "7,9;12", draw=(28, 26, 10, 2, 9), declined=(1,))
    seen = set()
    for moves in [("discard 11",), ("discard 16",), ("discard 19", "pick 2:9")]:
        after = go(state, *moves)
        text = state_text(after)
        assert parse_state(text, plain) == after
        seen |= {part.split(".")[0] for part in text.split(" ")[12].split("/")}
    assert {"next", "check", "pick", "name"} <= seen
    last = go(table("3;9", "5;", "7;8", last=[0, 1, 2]))
    assert parse_state(state_text(last), plain) == last


def test_the_text_of_a_position(table: Table, go: Go) -> None:
    """Fields parted by spaces, as the head of the module says."""
    state = go(table("3;1,12", "5;6;1", "7;8,9", draw=(26, 10, 2)), "discard 12", "name 2")
    fields = state_text(state).split(" ")
    assert fields[:7] == ["turns", "9", "0", "0,0,0", "-", "-", "2"]
    assert fields[8:] == ["0,0,0", "0>2", "0", "0", "next/check/play.0", "3;1,10;0", "5;6;1", "7;8,9;0"]


FAULTS = [
    (r"^turns ", "noon ", "'noon' is no phase"),
    (r"^turns 9", "turns 09", "'09' is no number"),
    (r"^turns 9", "turns x", "'x' is no number"),
    (r"3;1,4;0", "3;1,5;0", "the cards are not those of this deck"),
    (r"3;1,4;0", "3;4,1;0", "4,1 is not sorted"),
    (r"3;1,4;0", "3;1,4", "'3;1,4' is no player"),
    (r" 3;1,4;0", "", "15 fields, so 2 players"),
    (r"^turns 9 0", "turns 9 5", "a seat or a count that can't be"),
    (r"0,0,0 - -", "0,0 - -", "0,0 is not a number for each player"),
    (r"next/play.0", "next/play.7", "play.7: no such player"),
    (r"next/play.0", "next/jump.0", "'jump.0' is nothing to do"),
    (r"next/play.0", "next/play", "'play' is nothing to do"),
    (r"next/play.0", "next/carry.0.99.0/play.0", "carry.0.99.0: no such card or verb"),
    (r"next/play.0", "next/carry.0.1.1/play.0", "carry.0.1.1: no such card or verb"),
    (r"next/play.0", "next", "turns does not go with what is to do"),
    (r"next/play.0", "-", "turns does not go with what is to do"),
    (r"0,0,0 - - ", "0,0,0 - 0 ", "player 0 is out"),
    (r"0,0,0 - - ", "1,1,1 - - ", "all have kept a card"),
    (r"0,0,0 - 0 0", "9,0,0 - 0 0", "more cards were peeked at than there are"),
    (r"0,0,0 - 0 0", "0,0,0 2>1,0>1 0 0", "are not sorted"),
]


@pytest.mark.parametrize(("old", "new", "says"), FAULTS, ids=[says[:40] for _, _, says in FAULTS])
def test_what_cannot_be_is_refused(table: Table, plain: Deck, old: str, new: str, says: str) -> None:
    """The message quotes the text and names what is wrong."""
    text, changes = re.subn(old, new, state_text(table("3;1,4", "5;6", "7;8", draw=(9, 2))), count=1)
    assert changes
    with pytest.raises(NotationError) as caught:
        parse_state(text, plain)
    assert caught.value.source == text
    assert says in caught.value.problem

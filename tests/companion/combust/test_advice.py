"""What a combust deck may say but hardly means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.combust.deck import Deck, advice, standard


def _events(deck: Deck, **changes: object) -> Deck:
    events = tuple(replace(event, **changes) for event in deck.events)  # type: ignore[arg-type]  # the fields of a kind
    return replace(deck, events=events)


def test_our_own_deck_needs_none() -> None:
    """Nothing to say of the deck that ships with Rookery."""
    assert list(advice(standard())) == []


OURS = standard()
DECKS = [
    ("names alike", _events(OURS, name="Noon"), "sandstorm and noon have the same name: Noon"),
    (
        "events alike",
        _events(OURS, ability=OURS.events[0].ability),
        "sandstorm and noon, two events, do the same: ",
    ),
    ("too many events", _events(OURS, copies=9), "an event for every two penguins"),
    (
        "penguins alike",
        replace(
            OURS,
            penguins=tuple(
                replace(kind, ability=OURS.penguins[0].ability) for kind in OURS.penguins
            ),
        ),
        "all penguins do the same",
    ),
]


@pytest.mark.parametrize(
    ("deck", "words"), [row[1:] for row in DECKS], ids=[row[0] for row in DECKS]
)
def test_advice(deck: Deck, words: str) -> None:
    """Cards that players take for one another, and a deck that plays itself."""
    assert any(words in line for line in advice(deck)), list(advice(deck))

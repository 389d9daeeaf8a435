"""What a giza deck may say but hardly means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.giza.advice import advice
from companion.giza.deck import Deck, Goal, standard


def _with_goal(**changes: object) -> Deck:
    deck = standard()
    first = replace(deck.goals[0], **changes)  # type: ignore[arg-type]  # the fields of a goal
    return replace(deck, goals=(first, *deck.goals[1:]))


def _all_penguins(**changes: object) -> Deck:
    deck = standard()
    return replace(deck, penguins=tuple(replace(p, **changes) for p in deck.penguins))  # type: ignore[arg-type]  # as above


def test_our_own_deck_needs_none() -> None:
    """Nothing to say of the deck that ships with Rookery."""
    assert list(advice(standard())) == []


DECKS = [
    (
        "goals alike",
        _with_goal(kind="no-grey"),
        "goal-zeroes and goal-bright ask for the same: No grey penguin",
    ),
    (
        "names alike",
        _with_goal(name="No grey"),
        "goal-zeroes and goal-bright have the same name: No grey",
    ),
    (
        "symbols alike",
        replace(
            standard(),
            colours=(
                standard().colours[0],
                replace(standard().colours[1], symbol="sun"),
                *standard().colours[2:],
            ),
        ),
        "have the same symbol: sun",
    ),
    (
        "inks alike",
        replace(
            standard(),
            players=(
                standard().players[0],
                replace(standard().players[1], ink="#A75D28"),
                *standard().players[2:],
            ),
        ),
        "have the same ink: #a75d28",
    ),
    (
        "too heavy a top",
        replace(_all_penguins(weight=2), goals=(Goal("g", "n", "top-weight", 3, 3),)),
        "g: nobody can meet this goal: the heaviest penguin weighs 2",
    ),
    (
        "too heavy in all",
        replace(standard(), goals=(Goal("g", "n", "total-weight", 3, 50),)),
        "g: nobody can meet this goal: the 10 heaviest weigh 44 in all",
    ),
    ("no zeroes", _all_penguins(weight=1), "every penguin weighs something"),
    (
        "no colour",
        replace(
            _all_penguins(colour="ruby"),
            goals=(Goal("g", "n", "most-colour", 3, 0, "jade", "Jade"),),
        ),
        "g: nobody can meet this goal: no penguin is Jade",
    ),
    (
        "one colour",
        replace(_all_penguins(colour="ruby"), goals=(Goal("g", "n", "base-colours", 3, 2),)),
        "the penguins have 1 colour",
    ),
    (
        "few of a colour",
        replace(
            standard(), penguins=standard().penguins[::26], goals=(Goal("g", "n", "corners", 3),)
        ),
        "no colour has 3 penguins",
    ),
    ("all alike", _all_penguins(weight=3), "all penguins weigh the same"),
]


@pytest.mark.parametrize(
    ("deck", "words"), [row[1:] for row in DECKS], ids=[row[0] for row in DECKS]
)
def test_advice(deck: Deck, words: str) -> None:
    """Giza R12: a goal that no ten penguins can meet is reported with the reason; so is what looks
    alike.
    """
    assert any(words in line for line in advice(deck)), list(advice(deck))

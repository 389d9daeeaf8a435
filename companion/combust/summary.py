"""The deck's numbers in combust's rules (`summary.toml`)."""

from __future__ import annotations

from companion.combust.deck import Deck
from companion.combust.state import DEALT, KEPT, LINED
from companion.combust.verbs import HIGHEST, LOWEST
from companion.language import say_many
from companion.summary import Details


def details(deck: Deck) -> Details:
    """Return the value of each `$name`."""
    return {
        "cards": len(deck.cards),
        "penguins": sum(kind.copies for kind in deck.penguins),
        "events": say_many("{n} event", "{n} events", sum(kind.copies for kind in deck.events)),
        "kinds": len(deck.penguins),
        "lowest": LOWEST,
        "highest": HIGHEST,
        "dealt": DEALT,
        "kept": KEPT,
        "lined": LINED,
        "event": deck.events[0].name,
        "drawn": deck.penguins[0].name,
    }

"""The deck's numbers that combust's rules speak of (`summary.toml`)."""

from __future__ import annotations

from companion.combust.deck import Deck
from companion.combust.order import DEALT, KEPT, LINED
from companion.combust.verbs import HIGHEST, LOWEST
from companion.language import say_many
from companion.summary import Details


def details(deck: Deck) -> Details:
    """What `$name` stands for."""
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

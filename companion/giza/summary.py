"""The deck's numbers and names that giza's page of rules speaks of (`summary.toml`)."""

from __future__ import annotations

from companion.giza.deck import Deck
from companion.giza.order import FLIP, GATHER, GOALS_IN_PLAY, LEAD, ROUNDS, SWAP, TRAIN
from companion.giza.pyramid import GREY_STRENGTH, GREY_WEIGHT, TOKEN_STRENGTH, WIDTHS
from companion.language import say_many
from companion.summary import Details


def details(deck: Deck) -> Details:
    """What `$name` stands for; an action is called what its card says."""
    names = dict(zip(("lead", "flip", "swap", "gather", "train"), (LEAD, FLIP, SWAP, GATHER, TRAIN), strict=True))
    verbs = {action.number: action.verb for action in deck.actions}
    return {
        "penguins": len(deck.penguins),
        "colours": len(deck.colours),
        "actions": len(deck.actions),
        "goals": len(deck.goals),
        "shown": GOALS_IN_PLAY,
        "tokens": say_many("{n} strength token", "{n} strength tokens", deck.tokens),
        "token": TOKEN_STRENGTH,
        "rounds": ROUNDS,
        "grey_weight": GREY_WEIGHT,
        "grey_strength": GREY_STRENGTH,
        **{f"level{level}": width for level, width in enumerate(WIDTHS, 1)},
        **{name: f"#{number} {verbs[number]}" for name, number in names.items()},
    }

"""The verbs of combust: what cards can do, in deck files and in print.

A way of a verb is who chooses, where the cards come from, and whose they are. `WAYS` has every way
with the sentence printed for it, so that cards and docs/combust-verbs.md can't disagree with rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.fields import Table
from companion.language import Phrase, say, say_many
from companion.wording import quoted

LOWEST, HIGHEST = 1, 20  # the values of penguins (combust O)
Way: TypeAlias = tuple[str, str, str]  # chooser, source, target


@dataclass(frozen=True, slots=True)
class Form:
    """A verb's meaning, and the limits of its `count`, by source, and of its `duration`."""

    meaning: str
    count: Mapping[str, tuple[int, int]]
    duration: tuple[int, int] | None = None
    narrows: bool = False  # whether the field `which` can limit it to some penguins


FORMS: Mapping[str, Form] = {
    "combust": Form(
        "Puts penguins from a line on the discard pile. Their own abilities do not happen.",
        {"line": (1, 3)},
        narrows=True,
    ),
    "draw": Form(
        "Draws penguins into the hand, with events carried out as they come, then plays one card.",
        {"deck": (1, 2)},
    ),
    "switch-hands": Form("Hands change owners, empty ones too.", {}),
    "steal": Form(
        "Takes cards from another player: from a line to the own line, "
        "from a hand to the own hand.",
        {"line": (1, 2), "hand": (1, 2)},
        narrows=True,
    ),
    "swap": Form("Exchanges two penguins: each goes where the other was.", {}),
    "peek": Form("Shows cards to the player and to nobody else.", {"deck": (1, 5)}),
    "protect": Form(
        "No card of another player takes anything from the own line.", {}, duration=(1, 3)
    ),
}

WAYS: Mapping[str, Mapping[Way, Phrase]] = {
    "combust": {
        ("you", "line", "any"): say("COMBUST {what} on any line."),
        ("you", "line", "rival"): say("COMBUST {what} on another player's line."),
        ("you", "line", "leader"): say("COMBUST {what} on the line with the highest sum."),
        ("you", "line", "own"): say("COMBUST {what} on your own line."),
        ("you", "line", "left"): say("COMBUST {what} on the line to your left."),
        ("you", "line", "right"): say("COMBUST {what} on the line to your right."),
        ("you", "line", "others"): say("COMBUST {what} on each other line."),
        ("you", "line", "every"): say("COMBUST {what} on every line."),
        ("owner", "line", "rival"): say(
            "Name another player, who COMBUSTS {what} on their own line."
        ),
        ("owner", "line", "others"): say("Every other player COMBUSTS {what} on their own line."),
        ("owner", "line", "every"): say("Every player COMBUSTS {what} on their own line."),
    },
    "draw": {
        ("nobody", "deck", "own"): say_many(
            "Draw a card and play again.", "Draw {n} cards, then play one card.", 1
        )
    },
    "switch-hands": {
        ("nobody", "hand", "left"): say("SWITCH HANDS: every hand moves on to the left."),
        ("nobody", "hand", "right"): say("SWITCH HANDS: every hand moves on to the right."),
        ("you", "hand", "rival"): say("SWITCH HANDS with another player."),
    },
    "steal": {
        ("you", "line", "rival"): say("Steal {what} from another line for yours."),
        ("you", "line", "left"): say("Steal {what} from the line to your left for yours."),
        ("you", "line", "leader"): say(
            "Steal {what} from the line with the highest sum for yours."
        ),
        ("chance", "hand", "rival"): say_many(
            "Draw a card unseen from another player's hand into yours.",
            "Draw {n} cards unseen from another player's hand into yours.",
            1,
        ),
        ("chance", "hand", "left"): say_many(
            "Draw a card unseen from the hand to your left into yours.",
            "Draw {n} cards unseen from the hand to your left into yours.",
            1,
        ),
    },
    "swap": {
        ("you", "line", "rival"): say("Swap a penguin of your line for one of another line."),
        ("you", "hand", "own"): say("Swap a card of your hand for one of your line."),
        ("you", "hand", "rival"): say("Swap a card of your hand for one of another line."),
    },
    "peek": {
        ("you", "hand", "rival"): say("Look at another player's hand."),
        ("nobody", "hand", "others"): say("Look at all other hands."),
        ("nobody", "deck", "own"): say_many(
            "Look at the deck's top card.", "Look at the deck's top {n} cards.", 1
        ),
    },
    "protect": {
        ("nobody", "line", "own"): say_many(
            "No other player's card touches your line until your next turn begins.",
            "No other player's card touches your line until you have started {n} more turns.",
            1,
        )
    },
}


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of an ability: a name from `FORMS` with a way from `WAYS`.

    It is about penguins with a value from `least` to `most`, and only the "lowest" or "highest" of
    them if `extreme` says so. `count` is the number of cards, and `duration` the number of the
    player's turns that must begin until it ends.
    """

    name: str
    chooser: str
    source: str
    target: str
    count: int = 0
    duration: int = 0
    extreme: str = ""
    least: int = LOWEST
    most: int = HIGHEST

    @property
    def text(self) -> Phrase:
        """The sentence printed on the card."""
        return sentence(
            WAYS[self.name][self.chooser, self.source, self.target],
            self.penguins,
            self.count or self.duration,
        )

    @property
    def penguins(self) -> Phrase:
        """The penguins that the verb is about, in words."""
        if self.extreme == "lowest":
            return say_many("the lowest penguin", "the {n} lowest penguins", self.count)
        if self.extreme:
            return say_many("the highest penguin", "the {n} highest penguins", self.count)
        if self.most < HIGHEST:
            return say_many(
                "a penguin worth {value} or less",
                "{n} penguins worth {value} or less",
                self.count,
                value=self.most,
            )
        if self.least > LOWEST:
            return say_many(
                "a penguin worth {value} or more",
                "{n} penguins worth {value} or more",
                self.count,
                value=self.least,
            )
        return say_many("a penguin", "{n} penguins", self.count)


def sentence(way: Phrase, what: Phrase, number: int = 1) -> Phrase:
    """Return the sentence of a way, with `what` and a `number` of cards or turns filled in."""
    return Phrase(way.template, {"what": what, "n": number}, way.many, number)


def read_verb(row: Table) -> Verb:
    """Read a verb of an ability; raises `DeckError`."""
    name = row.take_str("verb", FORMS)
    form, ways = FORMS[name], WAYS[name]
    chooser = row.take_str("chooser", {way[0] for way in ways})
    source = row.take_str("source", {way[1] for way in ways if way[0] == chooser})
    target = row.take_str("target", {way[2] for way in ways if way[:2] == (chooser, source)})
    count = row.take_int("count", *form.count[source]) if source in form.count else 0
    duration = row.take_int("duration", *form.duration) if form.duration else 0
    extreme, least, most = "", LOWEST, HIGHEST
    if form.narrows and source == "line":
        which = row.take_str("which")
        limit = re.fullmatch(r"at (most|least) ([1-9]|1[0-9]|20)", which)
        if which in ("lowest", "highest"):
            extreme = which
        elif limit and limit[1] == "most":
            most = int(limit[2])
        elif limit:
            least = int(limit[2])
        elif which != "any":
            problem = say("{value} is unknown", value=quoted(which))
            remedy = say('use "any", "lowest", "highest", "at most 6" or "at least 12"')
            row.report("which", problem, remedy)
    row.done()
    return Verb(name, chooser, source, target, count, duration, extreme, least, most)

"""The closed vocabulary of combust: what a card may do, how a deck file writes it and how a card prints it.

A verb has a way: who chooses, where the cards are taken from, whose they are. `WAYS` holds every way there is with
the sentence printed for it, so that card and rule can not disagree. docs/combust-verbs.md is made from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.decks import Table

LOWEST, HIGHEST = 1, 20  # the values of penguins (combust O)
Way: TypeAlias = tuple[str, str, str]  # chooser, source, target


@dataclass(frozen=True, slots=True)
class Form:
    """What a verb means and which further fields it takes: `count` by source, from and to; `which` where it narrows."""

    meaning: str
    count: Mapping[str, tuple[int, int]]
    duration: tuple[int, int] | None = None
    narrows: bool = False


FORMS: Mapping[str, Form] = {
    "combust": Form(
        "Puts penguins from a line on the discard pile. Their own abilities do not happen.",
        {"line": (1, 3)}, narrows=True,
    ),
    "draw": Form(
        "Draws penguins into the hand, with events carried out as they come, then plays one card.", {"deck": (1, 2)}
    ),
    "switch-hands": Form("Hands change owners, empty ones too.", {}),
    "steal": Form(
        "Takes cards from another player: from a line to the own line, from a hand to the own hand.",
        {"line": (1, 2), "hand": (1, 2)}, narrows=True,
    ),
    "swap": Form("Exchanges two penguins: each goes where the other was.", {}),
    "peek": Form("Shows cards to the player and to nobody else.", {"deck": (1, 5)}),
    "protect": Form("No card of another player takes anything from the own line.", {}, duration=(1, 3)),
}  # fmt: skip

WAYS: Mapping[str, Mapping[Way, str]] = {
    "combust": {
        ("you", "line", "any"): "COMBUST {what} on any line.",
        ("you", "line", "rival"): "COMBUST {what} on another player's line.",
        ("you", "line", "leader"): "COMBUST {what} on the line with the highest sum.",
        ("you", "line", "own"): "COMBUST {what} on your own line.",
        ("you", "line", "left"): "COMBUST {what} on the line to your left.",
        ("you", "line", "right"): "COMBUST {what} on the line to your right.",
        ("you", "line", "others"): "COMBUST {what} on each other line.",
        ("you", "line", "every"): "COMBUST {what} on every line.",
        ("owner", "line", "rival"): "Name another player, who COMBUSTS {what} on their own line.",
        ("owner", "line", "others"): "Every other player COMBUSTS {what} on their own line.",
        ("owner", "line", "every"): "Every player COMBUSTS {what} on their own line.",
    },
    "draw": {("nobody", "deck", "own"): "Draw {cards} and play again."},
    "switch-hands": {
        ("nobody", "hand", "left"): "SWITCH HANDS: every hand moves on to the left.",
        ("nobody", "hand", "right"): "SWITCH HANDS: every hand moves on to the right.",
        ("you", "hand", "rival"): "SWITCH HANDS with another player.",
    },
    "steal": {
        ("you", "line", "rival"): "Steal {what} from another line for yours.",
        ("you", "line", "left"): "Steal {what} from the line to your left for yours.",
        ("you", "line", "leader"): "Steal {what} from the line with the highest sum for yours.",
        ("chance", "hand", "rival"): "Draw {cards} unseen from another player's hand into yours.",
        ("chance", "hand", "left"): "Draw {cards} unseen from the hand to your left into yours.",
    },
    "swap": {
        ("you", "line", "rival"): "Swap a penguin of your line for one of another line.",
        ("you", "hand", "own"): "Swap a card of your hand for one of your line.",
        ("you", "hand", "rival"): "Swap a card of your hand for one of another line.",
    },
    "peek": {
        ("you", "hand", "rival"): "Look at another player's hand.",
        ("nobody", "hand", "others"): "Look at all other hands.",
        ("nobody", "deck", "own"): "Look at the deck's top {cards}.",
    },
    "protect": {("nobody", "line", "own"): "No other player's card touches your line until {when}."},
}


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that a card does: a name of `FORMS` in a way of `WAYS`.

    Only penguins of a value from `least` to `most` are meant, and of these only the lowest or highest when
    `extreme` says so. `count` is how many cards, `duration` how many of the player's next turns it takes to end.
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
    def text(self) -> str:
        """The sentence printed on the card."""
        template = WAYS[self.name][self.chooser, self.source, self.target]
        return template.format(what=_what(self), cards=_cards(self), when=_when(self.duration))


def read_verb(row: Table) -> Verb:
    """Check one verb of an ability; raises `DeckError`."""
    name = row.take_str("verb", FORMS)
    form, ways = FORMS[name], WAYS[name]
    chooser = row.take_str("chooser", {way[0] for way in ways})
    source = row.take_str("source", {way[1] for way in ways if way[0] == chooser})
    target = row.take_str("target", {way[2] for way in ways if way[:2] == (chooser, source)})
    count = row.take_int("count", *form.count[source]) if source in form.count else 0
    duration = row.take_int("duration", *form.duration) if form.duration else 0
    extreme, least, most = _which(row) if form.narrows and source == "line" else ("", LOWEST, HIGHEST)
    row.done()
    return Verb(name, chooser, source, target, count, duration, extreme, least, most)


def _which(row: Table) -> tuple[str, int, int]:
    text = row.take_str("which")
    if text in ("any", "lowest", "highest"):
        return "" if text == "any" else text, LOWEST, HIGHEST
    found = re.fullmatch(r"at (most|least) ([1-9]|1[0-9]|20)", text)
    if not found:
        row.report("which", f"{text!r} is unknown", 'use "any", "lowest", "highest", "at most 6" or "at least 12"')
        return "", LOWEST, HIGHEST
    value = int(found[2])
    return ("", LOWEST, value) if found[1] == "most" else ("", value, HIGHEST)


def _what(verb: Verb) -> str:
    if verb.extreme:
        return f"the {verb.extreme} penguin" if verb.count == 1 else f"the {verb.count} {verb.extreme} penguins"
    few = "a penguin" if verb.count == 1 else f"{verb.count} penguins"
    if verb.most < HIGHEST:
        return f"{few} worth {verb.most} or less"
    return f"{few} worth {verb.least} or more" if verb.least > LOWEST else few


def _cards(verb: Verb) -> str:
    if verb.name == "draw" and verb.count == 1:
        return "a card"
    if verb.name == "peek":
        return "card" if verb.count == 1 else f"{verb.count} cards"
    return "a card" if verb.count == 1 else f"{verb.count} cards"


def _when(duration: int) -> str:
    return "your next turn begins" if duration == 1 else f"{duration} turns of yours have begun"

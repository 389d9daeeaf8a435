"""The moves of pirates and their text: `2@port`, `2`, `2:fish`, `2:c1`, `sail`, `scout c1`.

Penguins are written 1 to 4. A placing names its penguin and spot (`2@port`); taking penguin 2 off its card again is
`2`, with a choice where its action has one: what to do instead of bailing, which board to scout.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from companion.pirates.crew import ACTIONS, BAIL_OR_FISH, PENGUINS, Action, Penguin
from companion.pirates.deck import Deck
from companion.texts import no_move


@dataclass(frozen=True, slots=True)
class Put:
    """Place a penguin on a spot of its handicap card (pirates R2)."""

    penguin: Penguin
    action: Action

    def __str__(self) -> str:
        return f"{self.penguin + 1}@{self.action}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a penguin off its card: its action happens (pirates R3, R5). `choice`: a place's id, "bail" or "fish"."""

    penguin: Penguin
    choice: str = ""

    def __str__(self) -> str:
        return f"{self.penguin + 1}:{self.choice}" if self.choice else f"{self.penguin + 1}"


@dataclass(frozen=True, slots=True)
class Sail:
    """Move the ship one hex ahead (pirates R3)."""

    def __str__(self) -> str:
        return "sail"


@dataclass(frozen=True, slots=True)
class Scout:
    """Turn up the board at a place, by the sextant just entered (pirates R6)."""

    site: str

    def __str__(self) -> str:
        return f"scout {self.site}"


Move: TypeAlias = Put | Take | Sail | Scout
_ORDER = (Put, Take, Sail, Scout)


def sort_key(move: Move, _deck: Deck) -> tuple[int, int, int, str]:
    """Moves are listed by kind, then by penguin, then by spot in the order of `ACTIONS`, or by choice."""
    penguin = move.penguin if isinstance(move, Put | Take) else 0
    spot = ACTIONS.index(move.action) if isinstance(move, Put) else 0
    choice = move.choice if isinstance(move, Take) else move.site if isinstance(move, Scout) else ""
    return _ORDER.index(type(move)), penguin, spot, choice


def read_move(text: str, deck: Deck) -> Move:
    """The move that `text` writes, legal or not; raises `NotationError` that quotes it.

    >>> from companion.pirates.deck import standard
    >>> [str(read_move(text, standard())) for text in ("2@port", "2:fish", "sail", "scout c1")]
    ['2@port', '2:fish', 'sail', 'scout c1']
    """
    choices = (*BAIL_OR_FISH, *deck.sites_by_id)
    if text == "sail":
        return Sail()
    if text.removeprefix("scout ") in deck.sites_by_id and text.startswith("scout "):
        return Scout(text.removeprefix("scout "))
    found = re.fullmatch(rf"([1-{PENGUINS}])(?:@([a-z]+)|:([a-z0-9]+))?", text)
    action = next((action for action in ACTIONS if found and action == found[2]), None)
    if not found or (found[2] and not action) or (found[3] and found[3] not in choices):
        raise no_move(text, "write 2@port to place, 2, 2:fish or 2:c1 to act, sail or scout c1")
    penguin = int(found[1]) - 1
    return Put(penguin, action) if action else Take(penguin, found[3] or "")

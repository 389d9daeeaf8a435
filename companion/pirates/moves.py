"""The moves of pirates and their text: `2@port`, `2`, `2:fish`, `2:c1`, `sail`, `scout c1`.

Penguins are written 1 to 4. A placing names its penguin and spot (`2@port`); taking penguin 2 off
its card again is `2`, with a choice where its action has one: what to do instead of bailing, which
board to scout.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.pirates.crew import ACTIONS, Action, Penguin
from companion.pirates.deck import Deck


@dataclass(frozen=True, slots=True)
class Put:
    """Place a penguin on a spot of its handicap card (pirates R2)."""

    penguin: Penguin
    action: Action

    def __str__(self) -> str:
        return f"{self.penguin + 1}@{self.action}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a penguin off its card: its action happens (pirates R3, R5). `choice`: a place's id,
    "bail" or "fish".
    """

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
    """Moves are listed by kind, then by penguin, then by spot in the order of `ACTIONS`, or by
    choice.
    """
    penguin = move.penguin if isinstance(move, Put | Take) else 0
    spot = ACTIONS.index(move.action) if isinstance(move, Put) else 0
    choice = move.choice if isinstance(move, Take) else move.site if isinstance(move, Scout) else ""
    return _ORDER.index(type(move)), penguin, spot, choice

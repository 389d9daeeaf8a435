"""The moves of giza and their text: `#3`, `07-b2`, `07g-b2`, `flip b2`, `swap 07`, `chief`,
`train`, `+b2`, `end`.

A slot is written by its level, `a` for the base to `d` for the top, and its place from the left, 1
to 4. A turn (giza R5) is several moves in any order; `end` closes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.giza.deck import Deck, Penguin
from companion.giza.pyramid import Slot

_LEVELS = "abcd"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose an action card in secret (giza R3)."""

    number: int

    def __str__(self) -> str:
        return f"#{self.number}"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a strength token on one's penguin in `slot` (giza R10)."""

    slot: Slot

    def __str__(self) -> str:
        return f"+{slot_text(self.slot)}"


@dataclass(frozen=True, slots=True)
class TakeChief:
    """Action #1: take the Chief (giza R9)."""

    def __str__(self) -> str:
        return "chief"


@dataclass(frozen=True, slots=True)
class Flip:
    """Action #2: flip one's penguin in `slot` to grey (giza R9)."""

    slot: Slot

    def __str__(self) -> str:
        return f"flip {slot_text(self.slot)}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Action #3: put an available penguin under the deck and the deck's top card in its place (giza
    R9).
    """

    penguin: Penguin

    def __str__(self) -> str:
        return f"swap {self.penguin.number:02d}"


@dataclass(frozen=True, slots=True)
class Train:
    """Action #5: take a strength token (giza R9)."""

    def __str__(self) -> str:
        return "train"


@dataclass(frozen=True, slots=True)
class Place:
    """Take an available penguin and place it (giza R5), grey side up when forced or with action #2
    (R8, R9).
    """

    penguin: Penguin
    slot: Slot
    grey: bool = False

    def __str__(self) -> str:
        return f"{self.penguin.number:02d}{'g' if self.grey else ''}-{slot_text(self.slot)}"


@dataclass(frozen=True, slots=True)
class End:
    """End one's turn."""

    def __str__(self) -> str:
        return "end"


Move: TypeAlias = Choose | Lay | TakeChief | Flip | Swap | Train | Place | End
_ORDER = (Choose, Lay, TakeChief, Flip, Swap, Train, Place, End)


def sort_key(move: Move, _deck: Deck) -> tuple[int, int, bool, Slot]:
    """Moves are listed by kind, then by number, colour side before grey, then by slot."""
    number = move.number if isinstance(move, Choose) else 0
    if isinstance(move, Swap | Place):
        number = move.penguin.number
    slot = move.slot if isinstance(move, Lay | Flip | Place) else (0, 0)
    return _ORDER.index(type(move)), number, isinstance(move, Place) and move.grey, slot


def slot_text(slot: Slot) -> str:
    """A slot in notation.

    >>> slot_text((0, 0)), slot_text((3, 0))
    ('a1', 'd1')
    """
    return f"{_LEVELS[slot[0]]}{slot[1] + 1}"

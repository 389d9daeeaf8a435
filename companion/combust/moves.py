"""The moves of combust and their text: `keep 7`, `place 7`, `discard 7`, `pick 2:7`, `pick hand:7`,
`name 2`, `pass`.

A card is written by its number, so a penguin by its value; a seat by its own, from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.combust.deck import MAX_NUMBER, CardNo, Deck
from companion.play import Seat


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep this one of the four dealt cards in hand (combust R2)."""

    card: CardNo

    def __str__(self) -> str:
        return f"keep {self.card}"


@dataclass(frozen=True, slots=True)
class Place:
    """Put a hand card on the own line, without its ability (combust R3)."""

    card: CardNo

    def __str__(self) -> str:
        return f"place {self.card}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a hand card for its ability (combust R3)."""

    card: CardNo

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Take:
    """Pick a card of the line of `seat`, or of the own hand when that is -1, for the verb that is
    carried out.
    """

    seat: Seat
    card: CardNo

    def __str__(self) -> str:
        return f"pick {'hand' if self.seat == HAND else self.seat}:{self.card}"


@dataclass(frozen=True, slots=True)
class Mean:
    """Name the player whom the verb is about."""

    seat: Seat

    def __str__(self) -> str:
        return f"name {self.seat}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline to play: when extinct (combust R6), or in the last round (R7)."""

    def __str__(self) -> str:
        return "pass"


HAND: Seat = -1  # the own hand, where a card is picked
Move: TypeAlias = Keep | Place | Discard | Take | Mean | Pass
# by card: these come up in every turn, so they are made once
PLACES = tuple(map(Place, range(MAX_NUMBER + 1)))
DISCARDS, PASS = tuple(map(Discard, range(MAX_NUMBER + 1))), Pass()
_ORDER = (Keep, Place, Discard, Take, Mean, Pass)


def sort_key(move: Move, _deck: Deck) -> tuple[int, Seat, CardNo]:
    """Moves are listed by kind, then by seat, then by card."""
    seat = move.seat if isinstance(move, Take | Mean) else 0
    card = 0 if isinstance(move, Mean | Pass) else move.card
    return _ORDER.index(type(move)), seat, card

"""Who is captain, who places which penguin and what a handicap card allows (pirates R2, R5, R10).

Shared by the engine and the phones. Penguins and seats count from 0; penguin n belongs to seat n.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.pirates.tracks import ANCHOR, BAIL, FISH, FULL_SAIL, Change

Action: TypeAlias = Literal["scout", "anchor", "full", "bail", "port", "starboard"]
Colour: TypeAlias = Literal["white", "yellow", "red"]
Penguin: TypeAlias = int

ACTIONS: tuple[Action, ...] = ("scout", "anchor", "full", "bail", "port", "starboard")  # pirates R5
COLOURS: tuple[Colour, ...] = ("white", "yellow", "red")
PENGUINS = 4
TURNS = 12  # pirates R9: as many as there are events, and handicap cards in a deck

BAIL_OR_FISH: dict[str, tuple[Change, ...]] = {"bail": BAIL, "fish": FISH}
ACTION_CHANGES: dict[str, tuple[Change, ...]] = {"anchor": ANCHOR, "full": FULL_SAIL}
ACTION_TURNS: dict[str, int] = {"port": -1, "starboard": 1}  # 60 degrees clockwise each


@dataclass(frozen=True, slots=True)
class Handicap:
    """A handicap card: which colour its six spots have."""

    id: str
    deck: Penguin
    number: int
    white: tuple[Action, ...]
    yellow: tuple[Action, ...]

    def colour(self, action: Action) -> Colour:
        """White is free, yellow costs a fish, red is barred (pirates R2)."""
        return "white" if action in self.white else "yellow" if action in self.yellow else "red"

    @property
    def open(self) -> tuple[Action, ...]:
        """The spots that a penguin may be placed on, in the order of `ACTIONS`."""
        return tuple(action for action in ACTIONS if action in self.white or action in self.yellow)


def captain(turn: int, players: int, first: int = 0) -> int:
    """The captain's seat in a turn, from 1: it passes left, which is clockwise (pirates R10).

    >>> [captain(turn, 3) for turn in (1, 2, 3, 4)]
    [0, 1, 2, 0]
    """
    return (first + turn - 1) % players


def placer(penguin: Penguin, captain_seat: int, players: int) -> int:
    """The seat that places a penguin: its own, or the captain's for the fourth of three players
    (pirates R10).

    >>> [placer(penguin, 1, players=3) for penguin in range(4)]
    [0, 1, 2, 1]
    """
    return penguin if penguin < players else captain_seat

"""What the lines of a combust table are made of, and what is unclear about them (combust R2).

Points are complex, as in `vision.games.pose`; turns are degrees counter-clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from vision.games.pose import Pose, way

Group: TypeAlias = tuple[int, ...]  # indices of cards


@dataclass(frozen=True, slots=True)
class Card(Pose):
    """A card. Events are never part of a line (combust R3): one at an end lies beside it.

    `first` and `second` are whether these tags were read: something may lie on one that wasn't.
    `cut` is whether the other one is past the edge of the photo.
    """

    event: bool = False
    first: bool = True
    second: bool = True
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line's cards from the left as its owner sees them, its pose, and where it may go on.

    `left` and `right` are the places at its ends; `between` are where inside it a card may be
    unread, as numbers of cards to the left. `crooked` are cards that may have been dropped on it.
    `order` is how neighbours lie: 1 if the right one is on the left one, -1 if not, 0 if unknown.
    """

    cards: Group
    middle: complex
    turn: float
    left: Pose
    right: Pose
    between: tuple[int, ...] = ()
    crooked: Group = ()
    order: tuple[int, ...] = ()

    @property
    def up(self) -> complex:
        """Direction from the owner across the table, a unit vector."""
        return way(self.turn + 90)


class Doubt(NamedTuple):
    """Why it is unclear which cards are a line."""

    text: str  # with the placeholder {cards}
    cards: Group
    remedy: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines clockwise from the bottom, other cards in the middle and elsewhere, and doubts.

    `close` are pairs of lines, by index, that may be one clan's. `beside` are groups that aren't
    lines, each with the line on or beside which it lies. `free` are places at sides of the table
    without a line.
    """

    lines: tuple[Line, ...] = ()
    middle: tuple[Group, ...] = ()
    apart: tuple[Group, ...] = ()
    close: frozenset[frozenset[int]] = frozenset()
    beside: tuple[tuple[int, Group], ...] = ()
    free: tuple[Pose, ...] = ()
    doubts: tuple[Doubt, ...] = ()

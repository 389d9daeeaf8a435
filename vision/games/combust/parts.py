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
    """A line's cards from the left as its owner sees them, its pose, and places for more cards.

    `left` and `right` are the places at its ends, `between` those inside it, each with the number
    of cards to its left. `crooked` are cards that may have been dropped on it.
    """

    cards: Group
    middle: complex
    turn: float
    left: Pose
    right: Pose
    between: tuple[tuple[int, Pose], ...] = ()
    crooked: Group = ()

    @property
    def up(self) -> complex:
        """Direction from the owner across the table, a unit vector."""
        return way(self.turn + 90)


class Gap(NamedTuple):
    """Room between two lines of one row (indices, left to right), and the place for a card."""

    left: int
    right: int
    pose: Pose | None


class Doubt(NamedTuple):
    """Why it is unclear which cards are a line."""

    text: str  # with the placeholder {cards}
    cards: Group
    remedy: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines clockwise from the bottom, other cards in the middle and elsewhere, and doubts.

    `gaps` are between lines of one row. `behind` are pairs of lines, by index, of which one is
    behind the other or is a single crooked card at the other's end. `beside` are groups that aren't
    lines, each with the line on or beside which it lies. `free` are places at sides of the table
    without a line.
    """

    lines: tuple[Line, ...] = ()
    middle: tuple[Group, ...] = ()
    apart: tuple[Group, ...] = ()
    gaps: tuple[Gap, ...] = ()
    behind: tuple[tuple[int, int], ...] = ()
    beside: tuple[tuple[int, Group], ...] = ()
    free: tuple[Pose, ...] = ()
    doubts: tuple[Doubt, ...] = ()

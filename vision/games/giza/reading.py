"""What one photo of a giza table says: the fields of every reading, and the pyramid
with its score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.giza import pyramid as rules
from companion.giza.pyramid import Pyramid
from companion.giza.scoring import GoalScore
from companion.language import say
from vision.games.reading import Reading, Slot, Violation

FIELDS = (
    "rookery",
    "photo",
    "game",
    "deck",
    "verdict",
    "pieces",
    "pyramid",
    "tokens",
    "violations",
    "unsure",
    "notes",
    "levels",
    "goals",
    "score",
    "score_range",
)
PART = (
    "verdict",
    "pyramid",
    "tokens",
    "violations",
    "unsure",
    "levels",
    "goals",
    "score",
    "score_range",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GizaReading(Reading):
    """All that one photo shows. `score` is None when it could differ: `score_range` then says how
    far.

    Goals that compare pyramids have no points in a photo of one pyramid (None): they are left out
    of the lower end of `score_range`, and are in its upper end.

    Where several pyramids lie in the photo, `pyramids` has a reading of each, in the order of
    `giza_camps`; the other fields are then those of the first, but for the verdict, and for what is
    wrong or unsure, which are of all. `lies` is where: x and y of its cards' mean (mm) and its turn
    (degrees) in the table's frame. `suspects` are numbers of pieces on which something lies that
    may be a token. `goals_open` says that not just these goals may be in play.
    """

    game: str = "giza"
    pyramid: Pyramid
    slots: Mapping[rules.Slot, int]  # which of `pieces` stands in a slot
    levels: tuple[int, int, int, int]
    goals: tuple[GoalScore, ...]
    score: int | None
    score_range: tuple[int, int]
    lies: tuple[float, float, float] = (0.0, 0.0, 0.0)
    pyramids: tuple[GizaReading, ...] = ()
    suspects: tuple[int, ...] = ()
    goals_open: bool = False

    def __post_init__(self) -> None:
        Reading.__post_init__(self)  # a slotted class is made again, and super() would not know it
        low, high = self.score_range
        if low > high or (self.score is not None and not low <= self.score <= high):
            raise ValueError(f"score {self.score} outside {self.score_range}")

    def where(self, slot: Slot | None) -> str:
        """A slot in words."""
        return place_name(slot) if isinstance(slot, tuple) else ""

    def inferred(self, slot: rules.Slot) -> bool:
        """Return whether the card in a slot is known by its picture alone."""
        return slot in self.slots and self.pieces[self.slots[slot]].source == "inferred"

    def overloaded(self, slot: rules.Slot) -> bool:
        """Return whether both are there that carry a slot's card, and can't as read: tokens may lie
        unread on them.
        """
        placed = self.pyramid.at(slot)
        there = all(self.pyramid.at(below) for below in rules.supporters(slot))
        return bool(
            slot[0] and placed and there and placed.weight > rules.support(self.pyramid, slot)
        )

    def own(self) -> dict[str, object]:
        """Pyramid (base first), tokens, levels, goals and score."""
        cells = [cell for _, cell in self.pyramid.placed() if cell.tokens]
        return {
            "pyramid": [
                [cell.penguin.id if cell else None for cell in row] for row in self.pyramid.rows
            ],
            "tokens": [{"penguin": cell.penguin.id, "count": cell.tokens} for cell in cells],
            "levels": list(self.levels),
            "goals": [{"id": goal.id, "points": goal.points} for goal in self.goals],
            "score": self.score,
            "score_range": list(self.score_range),
        }

    def to_json(self) -> dict[str, Any]:
        """The scan result of giza, version 1: exactly the fields of the contract, in its order."""
        data = Reading.to_json(self)
        each = {"pyramids": [pyramid.part() for pyramid in self.pyramids]} if self.pyramids else {}
        return {name: data[name] for name in FIELDS} | each

    def part(self) -> dict[str, object]:
        """Return what the scan result says of one pyramid of several."""
        data = Reading.to_json(self)
        x, y, turn = (round(value, 1) for value in self.lies)
        return {"x": x, "y": y, "rotation": turn} | {name: data[name] for name in PART}


def violation(broken: rules.Violation) -> Violation:
    """The rules' own violation as a reading has it."""
    return Violation(broken.rule, broken.slot, broken.text)


def place_name(slot: rules.Slot) -> str:
    """A slot in words.

    >>> place_name((1, 0)), place_name((3, 0))
    ('row 2, place 1', 'the top')
    """
    return (
        say("the top")
        if slot[0] == 3
        else say("row {level}, place {n}", level=slot[0] + 1, n=slot[1] + 1)
    )

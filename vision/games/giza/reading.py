"""What one photo of a giza table shows: the pyramid with its score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.giza import pyramid as rules
from companion.giza.pyramid import Pyramid
from companion.giza.scoring import GoalScore
from companion.language import say
from vision.games.pose import Pose
from vision.games.reading import Reading, Slot

LAST = ("violations", "unsure", "notes", "levels", "goals", "score", "score_range")
OF_PHOTO = ("rookery", "photo", "game", "deck", "pieces", "notes")


@dataclass(frozen=True, slots=True, kw_only=True)
class GizaReading(Reading):
    """Everything that one photo shows. `score` is None if it is uncertain; `score_range` has its
    limits.

    Goals that compare pyramids have no points in a photo of one pyramid (None): they don't count in
    the lower limit of `score_range`, but do in the upper.

    If there are several pyramids in the photo, `pyramids` has a reading of each, in the order of
    `camps`. The other fields are then those of the first, except verdict, violations, unsure and
    notes, which cover all. `lies` is the mean of its cards' poses. `suspects` are indices of pieces
    with something on them that may be a token. `goals_open` is set if the goals in play may differ
    from `goals`.
    """

    game: str = "giza"
    pyramid: Pyramid
    slots: Mapping[rules.Slot, int]  # index into `pieces`
    levels: tuple[int, int, int, int]
    goals: tuple[GoalScore, ...]
    score: int | None
    score_range: tuple[int, int]
    lies: Pose = Pose(0j, 0.0)  # noqa: RUF009 - frozen
    pyramids: tuple[GizaReading, ...] = ()
    suspects: tuple[int, ...] = ()
    goals_open: bool = False

    def __post_init__(self) -> None:
        Reading.__post_init__(self)  # super() fails: slots=True replaces the class
        low, high = self.score_range
        if low > high or (self.score is not None and not low <= self.score <= high):
            raise ValueError(f"score {self.score} outside {self.score_range}")

    def where(self, slot: Slot | None) -> str:
        """Return a slot in words, "" for the whole table."""
        return place_name(slot) if isinstance(slot, tuple) else ""

    def inferred(self, slot: rules.Slot) -> bool:
        """Return whether the card in a slot was only recognised by its art."""
        return slot in self.slots and self.pieces[self.slots[slot]].source == "inferred"

    def overloaded(self, slot: rules.Slot) -> bool:
        """Return whether a card's supporters are known and too weak without unread tokens."""
        placed = self.pyramid.at(slot)
        supported = all(self.pyramid.at(below) for below in rules.supporters(slot))
        return bool(
            slot[0] and placed and supported and placed.weight > rules.support(self.pyramid, slot)
        )

    def own(self) -> dict[str, object]:
        """Return pyramid (base first), tokens, levels, goals and score."""
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
        """Return giza's scan result, version 1: exactly the documented fields, in their order."""
        data = Reading.to_json(self)
        data |= {name: data.pop(name) for name in LAST}
        if self.pyramids:
            data["pyramids"] = [pyramid.part() for pyramid in self.pyramids]
        return data

    def part(self) -> dict[str, object]:
        """Return the scan result's entry for one of several pyramids."""
        at = self.lies.at
        place = {"x": at.real, "y": at.imag, "rotation": self.lies.turn}
        own = {name: value for name, value in self.to_json().items() if name not in OF_PHOTO}
        return {name: round(value, 1) for name, value in place.items()} | own


def place_name(slot: rules.Slot) -> str:
    """Return a slot in words.

    >>> place_name((1, 0)), place_name((3, 0))
    ('row 2, place 1', 'the top')
    """
    level, place = slot
    return (
        say("the top")
        if level == 3
        else say("row {level}, place {n}", level=level + 1, n=place + 1)
    )

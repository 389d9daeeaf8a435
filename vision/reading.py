"""Reading: what one photo of a giza table says, in the shape that other programs rely on (design.md, scan result)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.giza.doubt import Stake, Verdict
from companion.giza.pyramid import Pyramid, Slot, Violation
from companion.giza.scoring import GoalScore
from vision.layout import Laid

VERSION = 1
EXIT: Mapping[Verdict, int] = {"legal": 0, "unsure": 3, "illegal": 4}
Outline: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Unsure:
    """One thing that the photo does not tell: what, for what it is needed, and how to shoot again.

    `slot` is None for the photo as a whole. `outline` is where it is in the picture, px, when that is known.
    """

    slot: Slot | None
    text: str
    could_change: Stake
    remedy: str
    outline: Outline = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one photo tells. `score` is None when it could differ: `score_range` then says how far.

    Goals that compare pyramids have no points in a photo of one pyramid (None): they are left out of the lower end of
    `score_range`, and are in its upper end.
    """

    photo: str
    deck: str
    verdict: Verdict
    pieces: tuple[Laid, ...]
    pyramid: Pyramid
    slots: Mapping[Slot, int]  # which of `pieces` stands in a slot
    violations: tuple[Violation, ...]
    unsure: tuple[Unsure, ...]
    notes: tuple[str, ...]  # what is worth saying and changes nothing
    levels: tuple[int, int, int, int]
    goals: tuple[GoalScore, ...]
    score: int | None
    score_range: tuple[int, int]
    game: Literal["giza"] = "giza"

    def __post_init__(self) -> None:
        low, high = self.score_range
        if low > high or (self.score is not None and not low <= self.score <= high):
            raise ValueError(f"score {self.score} outside {self.score_range}")
        if self.verdict == "illegal" and not self.violations:
            raise ValueError("an illegal table names what is wrong")
        if self.verdict == "unsure" and not self.unsure:
            raise ValueError("an unsure reading says what is missing")

    @property
    def exit_code(self) -> int:
        """What `rookery scan` ends with for this photo alone."""
        return EXIT[self.verdict]

    def to_json(self) -> dict[str, Any]:
        """The scan result, version 1: exactly the fields of the contract."""
        return {
            "rookery": VERSION,
            "photo": self.photo,
            "game": self.game,
            "deck": self.deck,
            "verdict": self.verdict,
            "pieces": [_piece(piece) for piece in self.pieces],
            "pyramid": [[cell.penguin.id if cell else None for cell in row] for row in self.pyramid.rows],
            "tokens": [
                {"penguin": cell.penguin.id, "count": cell.tokens} for _, cell in self.pyramid.placed() if cell.tokens
            ],
            "violations": [{"rule": v.rule, "slot": _slot(v.slot), "text": v.text} for v in self.violations],
            "unsure": [_unsure(item) for item in self.unsure],
            "levels": list(self.levels),
            "goals": [{"id": goal.id, "points": goal.points} for goal in self.goals],
            "score": self.score,
            "score_range": list(self.score_range),
        }


def _piece(piece: Laid) -> dict[str, Any]:
    return {
        "id": piece.id,
        "face": piece.face,
        "x": piece.x,
        "y": piece.y,
        "rotation": piece.rotation,
        "source": piece.source,
        "confidence": piece.confidence,
        "outline": [list(point) for point in piece.outline],
    }


def _unsure(item: Unsure) -> dict[str, Any]:
    return {
        "slot": _slot(item.slot), "text": item.text, "could_change": item.could_change, "remedy": item.remedy,
    }  # fmt: skip


def _slot(slot: Slot | None) -> list[int] | None:
    return None if slot is None else list(slot)

"""Reading: what one photo of a table says, whatever the game, in the shape that other programs rely
on.

The fields here are those of every game (design.md, scan result); a row of `vision.games` adds its
own in a subclass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from vision.table.layout import Laid, Outline

Verdict: TypeAlias = Literal["legal", "illegal", "unsure"]
Stake: TypeAlias = Literal["legality", "score", "nothing"]
Slot: TypeAlias = tuple[int, int] | str

VERSION = 1
EXIT: Mapping[Verdict, int] = {"legal": 0, "unsure": 3, "illegal": 4}


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that is broken, where (None for the table as a whole), and the
    arithmetic in words.
    """

    rule: str
    slot: Slot | None
    text: str


@dataclass(frozen=True, slots=True)
class Unsure:
    """One thing that the photo doesn't tell: what, for what it is needed, and how to shoot again.

    `slot` is None for the photo as a whole. `outline` is where it is in the picture, px, when that
    is known.
    """

    slot: Slot | None
    text: str
    could_change: Stake
    remedy: str
    outline: Outline = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that one photo shows of any game; `deck` is the fingerprint, "" where no game was
    recognised.
    """

    photo: str
    game: str
    deck: str
    verdict: Verdict
    pieces: tuple[Laid, ...]
    violations: tuple[Violation, ...] = ()
    unsure: tuple[Unsure, ...] = ()
    notes: tuple[str, ...] = ()  # what is worth saying and changes nothing

    def __post_init__(self) -> None:
        if self.verdict == "illegal" and not self.violations:
            raise ValueError("an illegal table names what is wrong")
        if self.verdict == "unsure" and not self.unsure:
            raise ValueError("an unsure reading says what is missing")

    @property
    def doubts(self) -> tuple[Unsure, ...]:
        """Return what is unsure and could change the verdict or a score: what people are asked
        about.
        """
        return tuple(item for item in self.unsure if item.could_change != "nothing")

    def by_remedy(self) -> dict[str, list[Unsure]]:
        """Return the doubts, without repetitions, by what to do about them."""
        groups: dict[str, dict[str, Unsure]] = {}
        for item in self.doubts:
            groups.setdefault(item.remedy, {}).setdefault(item.text, item)
        return {remedy: list(items.values()) for remedy, items in groups.items()}

    @property
    def exit_code(self) -> int:
        """Return what `rookery scan` ends with for this photo alone."""
        return EXIT[self.verdict]

    def where(self, slot: Slot | None) -> str:
        """A slot in words, "" for the table as a whole; a game whose slots are numbers names them
        itself.
        """
        return slot if isinstance(slot, str) else ""

    def own(self) -> dict[str, object]:
        """The fields that only this game's readings have, ready for JSON."""
        return {}

    def to_json(self) -> dict[str, Any]:
        """The scan result, version 1."""
        return {
            "rookery": VERSION,
            "photo": self.photo,
            "game": self.game,
            "deck": self.deck,
            "verdict": self.verdict,
            "pieces": [_piece(piece) for piece in self.pieces],
            "violations": [
                {"rule": v.rule, "slot": _slot(v.slot), "text": v.text} for v in self.violations
            ],
            "unsure": [_unsure(item) for item in self.unsure],
            "notes": list(self.notes),
            **self.own(),
        }


def _piece(piece: Laid) -> dict[str, object]:
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


def _unsure(item: Unsure) -> dict[str, object]:
    return {
        "slot": _slot(item.slot),
        "text": item.text,
        "could_change": item.could_change,
        "remedy": item.remedy,
    }


def _slot(slot: Slot | None) -> list[int] | str | None:
    return list(slot) if isinstance(slot, tuple) else slot

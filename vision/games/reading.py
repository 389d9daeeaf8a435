"""What one photo of a table shows, in any game, and as the JSON that other programs rely on.

The fields here are those of every game (docs/formats.md); games add their own in subclasses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from vision.table.layout import Laid, Outline

Verdict: TypeAlias = Literal["legal", "illegal", "unsure"]
Stake: TypeAlias = Literal["legality", "score", "nothing"]
Slot: TypeAlias = tuple[int, int] | str
Side: TypeAlias = Literal["left", "right", "top", "bottom"]

VERSION = 1
EXIT: Mapping[Verdict, int] = {"legal": 0, "unsure": 3, "illegal": 4}


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its number, the slot (None: the whole table), and the arithmetic in words."""

    rule: str
    slot: Slot | None
    text: str


@dataclass(frozen=True, slots=True)
class Unsure:
    """Something that the photo doesn't show, what it could change, and how to retake the photo.

    `slot` is None for the photo as a whole. `outline` is the place in the photo, px, if it is
    known.
    """

    slot: Slot | None
    text: str
    could_change: Stake
    remedy: str
    outline: Outline = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Everything that one photo shows; `deck` is the fingerprint, "" if no game was recognised.

    The verdict is about what was read. `complete` is whether that is all that must be there, None
    if nobody said how much that is. `beyond` are sides of the photo beyond which more may lie.
    """

    photo: str
    game: str
    deck: str
    verdict: Verdict
    complete: bool | None = None
    beyond: tuple[Side, ...] = ()
    pieces: tuple[Laid, ...]
    violations: tuple[Violation, ...] = ()
    unsure: tuple[Unsure, ...] = ()
    notes: tuple[str, ...] = ()  # worth knowing, but without consequences

    def __post_init__(self) -> None:
        if self.verdict == "illegal" and not self.violations:
            raise ValueError("an illegal table names what is wrong")
        if self.verdict == "unsure" and not self.unsure:
            raise ValueError("an unsure reading says what is missing")

    @property
    def doubts(self) -> tuple[Unsure, ...]:
        """The unsure items that could change verdict or score; players are asked about them."""
        return tuple(item for item in self.unsure if item.could_change != "nothing")

    def by_remedy(self) -> dict[str, list[Unsure]]:
        """Return the doubts, without repetitions, by what to do about them."""
        groups: dict[str, dict[str, Unsure]] = {}
        for item in self.doubts:
            groups.setdefault(item.remedy, {}).setdefault(item.text, item)
        return {remedy: list(items.values()) for remedy, items in groups.items()}

    @property
    def exit_code(self) -> int:
        """The exit status of `rookery scan` for this photo alone."""
        return EXIT[self.verdict]

    def where(self, slot: Slot | None) -> str:
        """Return a slot in words, "" for the whole table; overridden where slots are numbers."""
        return slot if isinstance(slot, str) else ""

    def own(self) -> dict[str, object]:
        """Return the fields that only this game's readings have, ready for JSON."""
        return {}

    def to_json(self) -> dict[str, Any]:
        """Return the scan result, format version 1."""
        return {
            "rookery": VERSION,
            "photo": self.photo,
            "game": self.game,
            "deck": self.deck,
            "verdict": self.verdict,
            "complete": self.complete,
            "beyond": list(self.beyond),
            "pieces": [
                {
                    "id": piece.id,
                    "face": piece.face,
                    "x": piece.x,
                    "y": piece.y,
                    "rotation": piece.rotation,
                    "source": piece.source,
                    "confidence": piece.confidence,
                    "outline": [list(point) for point in piece.outline],
                }
                for piece in self.pieces
            ],
            "violations": [
                {"rule": v.rule, "slot": _slot(v.slot), "text": v.text} for v in self.violations
            ],
            "unsure": [
                {
                    "slot": _slot(item.slot),
                    "text": item.text,
                    "could_change": item.could_change,
                    "remedy": item.remedy,
                }
                for item in self.unsure
            ],
            "notes": list(self.notes),
            **self.own(),
        }


def all_of(parts: Sequence[bool | None]) -> bool | None:
    """Return whether all parts are complete: not if one isn't, None if one may not be.

    >>> all_of([True, None]), all_of([None, False]), all_of([True])
    (None, False, True)
    """
    return False if False in parts else None if None in parts else True


def _slot(slot: Slot | None) -> list[int] | str | None:
    return list(slot) if isinstance(slot, tuple) else slot

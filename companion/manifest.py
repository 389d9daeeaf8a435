"""The manifest: the places of all pieces on the pages of a printed PDF, for programs that read
photos of it.

A contract (design.md, version 1): lengths in mm, page origin top left, y down. `trim` is in the
page's frame; `rotation` is the piece's turn on the page, degrees clockwise; a tag's x, y are its
centre in the upright piece from its top left, y down. (id, face, copy) is unique.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from companion.errors import RookeryError
from companion.layout import TagSpot

VERSION = 1


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """One face of one copy of a piece on page `page` (from 1); `trim` is x, y, width,
    height in mm.
    """

    id: str
    kind: str
    face: str
    copy: int
    page: int
    trim: tuple[float, float, float, float]
    rotation: int
    tags: tuple[TagSpot, ...] = ()

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the trim box on the page, mm."""
        x, y, w, h = self.trim
        return (x + w / 2, y + h / 2)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The pieces printed in one PDF; `page` is the page's width and height, mm."""

    game: str
    deck: str
    paper: str
    page: tuple[float, float]
    pieces: tuple[PrintedPiece, ...]

    def __post_init__(self) -> None:
        keys = [(piece.id, piece.face, piece.copy) for piece in self.pieces]
        if len(set(keys)) != len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise RookeryError(
                "manifest", f"{twice} stands in it twice", remedy="give each copy its own number"
            )

    def to_json(self) -> str:
        """Return the manifest file's text, one line a piece so that a person can read it."""
        head = {
            "rookery": VERSION,
            "game": self.game,
            "deck": self.deck,
            "paper": self.paper,
            "page": self.page,
        }
        rows = ",\n ".join(json.dumps(_rounded(asdict(piece))) for piece in self.pieces)
        return f'{json.dumps(_rounded(head))[:-1]}, "pieces": [\n {rows}\n]}}\n'

    @classmethod
    def from_json(cls, text: str, source: str = "manifest") -> Manifest:
        """Read `to_json` back; raises `RookeryError` for another version or shape."""
        try:
            data = json.loads(text)
            if data["rookery"] != VERSION:
                raise RookeryError(
                    source, f"manifest version {data['rookery']}", remedy="update Rookery"
                )
            pieces = tuple(_piece(row) for row in data["pieces"])
            return cls(data["game"], data["deck"], data["paper"], tuple(data["page"]), pieces)
        except (ValueError, KeyError, TypeError) as error:
            raise RookeryError(
                source, f"no manifest: {error}", remedy="print the PDF again"
            ) from error


def _piece(row: dict[str, Any]) -> PrintedPiece:
    tags = tuple(TagSpot(**tag) for tag in row["tags"])
    return PrintedPiece(**{**row, "trim": tuple(row["trim"]), "tags": tags})


def _rounded(value: object) -> object:
    """Round to micrometres, which keeps the file free of 0.30000000000000004."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(item) for item in value]
    return value

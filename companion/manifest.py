"""The manifest: where all pieces are on the pages of a printed PDF, for programs that scan them.

It is a contract (docs/formats.md). Lengths are in mm; `trim` is on the page, from its top left, y
down. `rotation` is how far the piece is turned on the page, degrees clockwise. A tag's x and y are
its centre on the upright piece, from its top left, y down. (id, face, copy) is unique. `files` has
the SHA-256 of the PDF and of its cut files, by the end of their names, such as ".pdf". `fields` has
the cells of a card game's spreadsheet by piece and column, if its cards have tags.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from companion.errors import RookeryError
from companion.layout import TagSpot

VERSION = 1


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """A face of a copy of a piece on `page`, from 1; `trim` is x, y, width and height, mm."""

    id: str
    kind: str
    face: str
    copy: int
    page: int
    trim: tuple[float, float, float, float]
    rotation: int
    tags: tuple[TagSpot, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """The pieces in a PDF; `page` is the width and height of its pages, mm."""

    game: str
    deck: str
    paper: str
    page: tuple[float, float]
    pieces: tuple[PrintedPiece, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        keys = [(piece.id, piece.face, piece.copy) for piece in self.pieces]
        if len(set(keys)) != len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            remedy = "give each copy its own number"
            raise RookeryError("manifest", f"{twice} stands in it twice", remedy=remedy)

    def to_json(self) -> str:
        """Return the text of the manifest file, with a line for each piece, for people to read."""
        head = {
            "rookery": VERSION,
            "game": self.game,
            "deck": self.deck,
            "paper": self.paper,
            "page": self.page,
        }
        head |= {"files": self.files} if self.files else {}
        head |= {"fields": self.fields} if self.fields else {}
        rows = ",\n ".join(_json(asdict(piece)) for piece in self.pieces)
        return f'{_json(head)[:-1]}, "pieces": [\n {rows}\n]}}\n'

    @classmethod
    def from_json(cls, text: str, source: str = "manifest") -> Manifest:
        """Return the manifest that `to_json` wrote; raises `RookeryError` for any other text."""
        try:
            data = json.loads(text)
            if data["rookery"] != VERSION:
                problem = f"manifest version {data['rookery']}"
                raise RookeryError(source, problem, remedy="update Rookery")
            pieces = []
            for row in data["pieces"]:
                tags = tuple(TagSpot(**tag) for tag in row["tags"])
                names = {name: str(row[name]) for name in ("id", "kind", "face")}
                row |= {**names, "trim": tuple(row["trim"]), "tags": tags}
                pieces.append(PrintedPiece(**row))
            page, files = tuple(data["page"]), dict(data.get("files", {}))
            fields = {name: dict(cells) for name, cells in data.get("fields", {}).items()}
            head = (data["game"], data["deck"], data["paper"], page)
            return cls(*head, tuple(pieces), files, fields)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            remedy = "print the PDF again"
            raise RookeryError(source, f"no manifest: {error}", remedy=remedy) from error


def _json(value: object) -> str:
    """Return JSON with numbers rounded to micrometres, to avoid 0.30000000000000004."""
    exact = json.dumps(value)
    return json.dumps(json.loads(exact, parse_float=lambda text: round(float(text), 3)))

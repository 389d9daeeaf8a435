"""Marks: what a reading says of a generated photo, beside what lies there. Pure; all about being
wrong as sure.

A piece is wrong as sure when it is reported as read by its tags and none of its kind lies there. A
statement about the game (`tests.vision.truths`, as for all other photographs) is wrong as sure when
it is made and is not so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bench.photos.lab import TruePiece
from companion.tags import TagId
from tests.vision.truths import statements
from vision.games import row
from vision.games.reading import Reading
from vision.scan.pipeline import standard
from vision.table.layout import Laid

Tags: TypeAlias = Mapping[tuple[str, str], tuple[TagId, ...]]
Points: TypeAlias = NDArray[np.floating[Any]]

NEAR = 0.2  # of a piece's diagonal: what is reported farther off lies somewhere else
NEARLY = 12.0  # px, for small pieces


@dataclass(frozen=True, slots=True)
class Marks:
    """One photo: `readable` and `read` are numbers of true pieces; `wrong` is said and not so,
    `missing` is not said.

    Readable is what shows a whole tag with its quiet zone. Read may be more: a tag half covered, a
    card by its art.
    """

    readable: tuple[int, ...]
    read: tuple[int, ...]
    wrong: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether the table is wholly right: all that shows was read, all that should be said was,
        nothing else.
        """
        return not self.wrong and not self.missing and set(self.readable) <= set(self.read)


def mark(
    pieces: Sequence[TruePiece], truth: Mapping[str, Any], reading: Reading, game: str
) -> Marks:
    """Compare a reading with the pieces that lie there, and with the layout's truth."""
    read, wrong = _matched(pieces, reading.pieces, tags_of(game))
    told = statements(reading, truth, game)
    wrong += [f"{each.name}: {each.said}, is {each.so}" for each in told if each.wrong]
    missing = tuple(f"{each.name}: {each.so}" for each in told if each.missing)
    readable = tuple(n for n, piece in enumerate(pieces) if piece.readable)
    return Marks(readable, tuple(sorted(read)), tuple(wrong), missing)


@cache
def tags_of(game: str) -> Tags:
    """The tags on each face of a game's pieces: faces with the same ones (backs of boards) look
    alike.
    """
    printed = row(game).printed(standard(game))
    return {
        (piece.id, face): tuple(tag.id for tag in tags)
        for piece in printed
        for face, tags in piece.faces.items()
    }


def _matched(
    pieces: Sequence[TruePiece], told: Sequence[Laid], tags: Tags
) -> tuple[set[int], list[str]]:
    """Which true pieces were read, and what was reported as read and doesn't lie there."""
    read: set[int] = set()
    wrong = []
    for laid in told:
        found = _lying(pieces, laid, read, tags)
        read.update(found)
        if not found and laid.source != "inferred":
            middle = np.array(laid.outline).mean(0).round().tolist()
            wrong.append(
                f"{laid.id} {laid.face} ({laid.source}, {laid.confidence:.2f}) at px "
                f"{middle} lies not there"
            )
    return read, wrong


def _lying(pieces: Sequence[TruePiece], laid: Laid, taken: set[int], tags: Tags) -> set[int]:
    """The true piece that a reported one is; of a board in panels, all of them."""
    outline = np.array(laid.outline)
    mine = tags.get((laid.id, laid.face), laid.id)
    names = [(_plain(piece.id), piece.face) for piece in pieces]
    alike = [
        n
        for n, (name, face) in enumerate(names)
        if face == laid.face and tags.get((name, face), name) == mine
    ]
    if any(pieces[n].id != names[n][0] for n in alike):  # panels
        middle = np.mean([pieces[n].centre for n in alike], 0)
        return set(alike) if _close(outline, middle) else set()
    free = [n for n in alike if n not in taken]
    near = [n for n in free if any(_close(outline, middle) for middle in pieces[n].middles)]
    best = min(
        near, key=lambda n: float(np.linalg.norm(outline.mean(0) - pieces[n].centre)), default=None
    )
    return set() if best is None else {best}


def _close(outline: Points, middle: Points) -> bool:
    diagonal = float(np.linalg.norm(outline[2] - outline[0]))
    return float(np.linalg.norm(outline.mean(0) - middle)) <= max(NEARLY, NEAR * diagonal)


def _plain(name: str) -> str:
    """A panel's id without its number.

    >>> _plain("board.3"), _plain("tile-red-1")
    ('board', 'tile-red-1')
    """
    return re.sub(r"\.\d+$", "", name)

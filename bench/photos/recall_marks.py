"""Marks: what a reading says of a generated photo, beside what lies there. Pure.

A piece is wrong as sure when it is reported as read by its tags and none of its kind lies there. A
statement about the game (`tests.vision.truths`, as for all other photographs) is wrong as sure when
it is made and is not so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from bench.photos.lab import TruePiece
from bench.photos.lab_scene import Floats
from companion.tags import TagId
from tests.vision.truths import statements
from vision.games import row
from vision.games.reading import Reading
from vision.scan.pipeline import standard
from vision.table.layout import Laid

NEAR = 0.2  # of a piece's diagonal: what is reported farther off lies somewhere else
NEARLY = 12.0  # px, for small pieces
PANEL = re.compile(r"\.\d+$")  # the number of a board's panel, in its id


@dataclass(frozen=True, slots=True)
class Marks:
    """One photo: `readable` (they show a whole tag) and `read` are numbers of true pieces; what is
    `wrong` is stated and not so, what is `missing` is not stated.

    Read may be more than readable: a tag half covered, a card by its art.
    """

    readable: tuple[int, ...]
    read: tuple[int, ...]
    wrong: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether all that shows was read, all that should be stated was, and nothing else."""
        return not self.wrong and not self.missing and set(self.readable) <= set(self.read)


def mark(
    pieces: Sequence[TruePiece], truth: Mapping[str, Any], reading: Reading, game: str
) -> Marks:
    """Compare a reading with the pieces that lie there, and with the layout's truth."""
    read: set[int] = set()
    wrong = []
    for laid in reading.pieces:
        lying = _lying(pieces, laid, read, game)
        read.update(lying)
        if not lying and laid.source != "inferred":
            middle = np.array(laid.outline).mean(0).round().tolist()
            what = f"{laid.id} {laid.face} ({laid.source}, {laid.confidence:.2f})"
            wrong.append(f"{what} at px {middle} lies not there")
    made = statements(reading, truth, game)
    wrong += [f"{each.name}: {each.said}, is {each.so}" for each in made if each.wrong]
    missing = tuple(f"{each.name}: {each.so}" for each in made if each.missing)
    readable = tuple(n for n, piece in enumerate(pieces) if piece.readable)
    return Marks(readable, tuple(sorted(read)), tuple(wrong), missing)


@cache
def _tags_of(game: str) -> Mapping[tuple[str, str], tuple[TagId, ...]]:
    """The tags on each face of a game's pieces; faces with the same ones look alike."""
    return {
        (piece.id, face): tuple(tag.id for tag in tags)
        for piece in row(game).printed(standard(game))
        for face, tags in piece.faces.items()
    }


def _lying(pieces: Sequence[TruePiece], laid: Laid, taken: set[int], game: str) -> set[int]:
    """The true piece that a reported one is; of a board in panels, all of them."""
    tags, outline = _tags_of(game), np.array(laid.outline)
    mine, middle = tags.get((laid.id, laid.face), laid.id), outline.mean(0)
    close = max(NEARLY, NEAR * float(np.linalg.norm(outline[2] - outline[0])))

    def off(points: Floats) -> float:
        return float(np.linalg.norm(middle - points.mean(0)))

    names = [PANEL.sub("", piece.id) for piece in pieces]
    alike = [
        n
        for n, (name, piece) in enumerate(zip(names, pieces, strict=True))
        if piece.face == laid.face and tags.get((name, piece.face), name) == mine
    ]
    if any(pieces[n].id != names[n] for n in alike):  # panels
        whole = np.array([pieces[n].outline.mean(0) for n in alike])
        return set(alike) if off(whole) <= close else set()
    near = {
        n: off(pieces[n].outline)
        for n in alike
        if n not in taken and min(off(pieces[n].outline), off(pieces[n].flat)) <= close
    }
    return {min(near, key=near.__getitem__)} if near else set()

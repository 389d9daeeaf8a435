"""Fiducials: AprilTag 36h11, which id means which piece, and what an id looks like.

The registry is `tags.toml`, append-only. The 587 code words of the family (E. Olson, "AprilTag: a
robust and flexible visual fiducial system", 2011) stand in `tag36h11.txt`, one a line, 36 bits as nine
hexadecimal digits, rows from the top left, 1 is white.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

TagId: TypeAlias = int
End: TypeAlias = Literal["first", "second", "both"]

FAMILY_SIZE = 587
DATA_MODULES = 6
BLACK_MODULES = 8  # the data and its black border; a white quiet zone of one module lies around it


@dataclass(frozen=True, slots=True)
class TagRange:
    """Ids `start` to `start + count - 1`: the tags at one `end` of a game's pieces of one kind."""

    game: str
    kind: str
    face: str
    end: End
    start: TagId
    count: int

    def id_at(self, index: int, rotation: int = 0) -> TagId:
        """The id of piece `index` (from 0); a deck of one's own rotates second ids by `rotation`.

        >>> TagRange("giza", "penguin", "front", "second", 52, 52).id_at(50, rotation=3)
        53
        """
        if not 0 <= index < self.count:
            raise IndexError(f"{self.game} {self.kind}: piece {index} of {self.count}")
        return self.start + (index + rotation) % self.count


@cache
def registry() -> tuple[TagRange, ...]:
    """All ranges of the registry, in the order of their ids."""
    table = tomllib.loads(files("companion").joinpath("tags.toml").read_text("utf-8"))
    return tuple(TagRange(**row) for row in table["range"])


def tag_range(game: str, kind: str, face: str = "front", end: End = "both") -> TagRange:
    """The one range registered for these pieces; `KeyError` when there is none."""
    for row in registry():
        if (row.game, row.kind, row.face, row.end) == (game, kind, face, end):
            return row
    raise KeyError(f"no tags registered for {game} {kind} {face} {end}")


@cache
def codes() -> tuple[int, ...]:
    """The family's 587 code words, 36 bits each."""
    return tuple(int(line, 16) for line in files("companion").joinpath("tag36h11.txt").read_text("ascii").split())


def modules(tag: TagId) -> tuple[tuple[bool, ...], ...]:
    """The tag's picture: 8 rows of 8 modules from the top left, True is black, border included.

    >>> print("".join(".#"[black] for black in modules(0)[0]))
    ########
    """
    code, n = codes()[tag], DATA_MODULES
    border = (True,) * BLACK_MODULES
    rows = ((True, *(not code >> (n * n - 1 - r * n - c) & 1 for c in range(n)), True) for r in range(n))
    return (border, *rows, border)

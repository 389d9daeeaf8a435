"""Fiducials: AprilTag 36h11, the piece of each id, and the picture of each id.

The registry is `tags.toml`, append-only. The 587 code words of the family (E. Olson, "AprilTag: a
robust and flexible visual fiducial system", 2011) stand in `tag36h11.txt`, one a line, 36 bits as
nine hexadecimal digits, rows from the top left, 1 is white.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from companion.errors import UsageError

TagId: TypeAlias = int
End: TypeAlias = Literal["first", "second", "both"]

FAMILY_SIZE = 587
DATA_MODULES = 6
BLACK_MODULES = 8  # the data and its black border; a white quiet zone of one module lies around it


@dataclass(frozen=True, slots=True)
class TagRange:
    """Ids `start` to `start + count - 1`: tags at one `end` of a game's pieces of one kind."""

    game: str
    kind: str
    face: str
    end: End
    start: TagId
    count: int


@cache
def registry() -> tuple[TagRange, ...]:
    """Return all ranges of the registry, in the order of their addition."""
    table = tomllib.loads(files("companion").joinpath("tags.toml").read_text("utf-8"))
    return tuple(TagRange(**row) for row in table["range"])


def tag_ids(
    game: str,
    kind: str,
    face: str = "front",
    end: End = "both",
    *,
    count: int = 1,
    rotation: int = 0,
) -> tuple[TagId, ...]:
    """Return the ids of a deck's `count` pieces of a kind, in their order; an own deck turns second
    ids by `rotation`.

    Where a kind has several ranges, ids go on from one to the next. They turn within as many whole
    ranges as the deck needs: a range that is added later changes no tag that was printed before.
    Raises `UsageError` when there are too few ids.

    >>> tag_ids("giza", "penguin", "front", "second", count=52, rotation=3)[48:]
    (103, 52, 53, 54)
    """
    ids: list[TagId] = []
    for row in registry():
        if (row.game, row.kind, row.face, row.end) == (game, kind, face, end):
            ids += range(row.start, row.start + row.count)
            if len(ids) >= count:
                # never back to where our own deck's are
                turn = rotation % len(ids) or min(rotation, 1)
                return tuple(ids[turn:] + ids[:turn])[:count]
    remedy = "leave some out, or add a range for them to companion/tags.toml"
    raise UsageError(
        f"{game} {kind}",
        f"{count} pieces, but tags for only {len(ids)} are registered",
        remedy=remedy,
    )


@cache
def codes() -> tuple[int, ...]:
    """Return the family's 587 code words, 36 bits each."""
    return tuple(
        int(line, 16)
        for line in files("companion").joinpath("tag36h11.txt").read_text("ascii").split()
    )


def modules(tag: TagId) -> tuple[tuple[bool, ...], ...]:
    """Return the tag's picture: 8 rows of 8 modules from the top left, True is black, border
    included.

    >>> print("".join(".#"[black] for black in modules(0)[0]))
    ########
    """
    code, n = codes()[tag], DATA_MODULES
    border = (True,) * BLACK_MODULES
    rows = (
        (True, *(not code >> (n * n - 1 - r * n - c) & 1 for c in range(n)), True) for r in range(n)
    )
    return (border, *rows, border)

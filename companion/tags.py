"""Fiducials: the AprilTags (36h11) of all pieces, and their images.

The registry is `tags.toml`, append-only. The 587 code words of the family (E. Olson, "AprilTag: a
robust and flexible visual fiducial system", 2011) are in `tag36h11.txt`, one a line: 36 bits as
nine hexadecimal digits, by rows from the top left, 1 is white.
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
BLACK_MODULES = 8  # the data with its black border, without the white quiet zone of one module


@dataclass(frozen=True, slots=True)
class TagRange:
    """Ids `start` to `start + count - 1`: tags at one `end` of a kind of piece of a game."""

    game: str
    kind: str
    face: str
    end: End
    start: TagId
    count: int


@cache
def registry() -> tuple[TagRange, ...]:
    """Return all ranges of the registry, oldest first."""
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
    """Return the ids for `count` pieces of a kind, in order, rotated by `rotation` for other decks.

    If a kind has several ranges, ids continue from one to the next. They are rotated within as many
    whole ranges as the deck needs, so that adding a range doesn't change printed tags. Raises
    `UsageError` if there are too few ids.

    >>> tag_ids("giza", "penguin", "front", "second", count=52, rotation=3)[48:]
    (103, 52, 53, 54)
    """
    ids: list[TagId] = []
    for row in registry():
        if (row.game, row.kind, row.face, row.end) == (game, kind, face, end):
            ids += range(row.start, row.start + row.count)
            if len(ids) >= count:
                # not 0, which is the standard deck's
                turn = rotation % len(ids) or min(rotation, 1)
                return tuple(ids[turn:] + ids[:turn])[:count]
    problem = f"{count} pieces, but tags for only {len(ids)} are registered"
    remedy = "leave some out, or add a range for them to companion/tags.toml"
    raise UsageError(f"{game} {kind}", problem, remedy=remedy)


@cache
def codes() -> tuple[int, ...]:
    """Return the family's 587 code words, 36 bits each."""
    return tuple(
        int(line, 16)
        for line in files("companion").joinpath("tag36h11.txt").read_text("ascii").split()
    )


def modules(tag: TagId) -> tuple[tuple[bool, ...], ...]:
    """Return a tag's 8 rows of 8 modules with its border, from the top left; True is black."""
    code, n = codes()[tag], DATA_MODULES
    border = (True,) * BLACK_MODULES
    rows = (
        (True, *(not code >> (n * n - 1 - r * n - c) & 1 for c in range(n)), True) for r in range(n)
    )
    return (border, *rows, border)

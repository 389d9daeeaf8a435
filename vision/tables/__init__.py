"""From the pieces that lie on the table to a game state, one row (`vision.table.Row`) a game."""

from __future__ import annotations

from functools import cache

from companion.game import game, games, part
from vision.table import Row
from vision.tables import plain


@cache
def row(slug: str) -> Row:
    """The row of the game called `slug`; raises `UsageError` for a name that is no game."""
    if "scan" not in game(slug).offers:
        return plain.row(slug)
    found = part(slug, "photo")
    if not isinstance(found, Row):
        raise TypeError(f"{slug}.photo is not a Row")
    return found


def rows() -> tuple[Row, ...]:
    """All rows, in the order of the games."""
    return tuple(row(found.slug) for found in games())

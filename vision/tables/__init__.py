"""From the pieces that lie on the table to a game state, one row (`vision.table.Row`) a game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from companion.errors import UsageError
from companion.game import SLUGS, game
from vision.table import Row


@cache
def row(slug: str) -> Row:
    """The row of the game called `slug`; raises `UsageError` for a name that is no game, or one not read yet."""
    known = game(slug).slug
    if not _there(known):
        readable = ", ".join(filter(_there, SLUGS))
        raise UsageError(slug, "photos of this game can not be read yet", remedy=f"these can: {readable}")
    found = import_module(f"vision.tables.{known}.row").ROW
    if not isinstance(found, Row):
        raise TypeError(f"vision.tables.{known}.row.ROW is no Row")
    return found


def rows() -> tuple[Row, ...]:
    """All rows that there are, in the order of the games."""
    return tuple(row(slug) for slug in SLUGS if _there(slug))


def _there(slug: str) -> bool:
    return find_spec(f"vision.tables.{slug}") is not None

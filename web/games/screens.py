"""A game's row for phones, which `screens(slug)` finds."""

from __future__ import annotations

from functools import cache

from companion.game import game_for, part
from web.games.base import Screens, TableScreens


@cache
def screens(slug: str) -> Screens:
    """Return the row of the game called `slug`; raise `UsageError` for an unknown game."""
    return part(game_for("table", slug).slug, "screens", TableScreens)

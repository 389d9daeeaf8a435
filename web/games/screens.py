"""Which row a game has for the phones: `screens(slug)` finds it."""

from __future__ import annotations

from functools import cache

from companion.game import game_for, part
from web.games.base import Screens, TableScreens


@cache
def screens(slug: str) -> Screens:
    """The row of the game called `slug`; raises `UsageError` for a name that is no game of ours."""
    return part(game_for("table", slug).slug, "screens", TableScreens)

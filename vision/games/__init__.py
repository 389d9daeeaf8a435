"""Games: the pieces on the table in, a game's `Reading` out; a package for each game.

`base` says what a game gives (a `Row`) and how it looks at the photo (an `Eye`), `reading` is what
all readings share, `marks` what a game can have drawn on the photo, `foreign_cards` what is said of
another deck's cards. `plain` serves games without photo reading of their own. Places are mm in the
table's frame, y up.
"""

from __future__ import annotations

from functools import cache

from companion.game import game, games, part
from vision.games import plain
from vision.games.base import Row


@cache
def row(slug: str) -> Row:
    """The row of the game called `slug`; raises `UsageError` for a name that isn't a game."""
    if "scan" not in game(slug).offers:
        return plain.row(slug)
    return part(slug, "photo", Row)


def rows() -> tuple[Row, ...]:
    """All rows, in the order of the games."""
    return tuple(row(each.slug) for each in games())

"""One package per game turns the pieces on the table into the game's `Reading`.

`base` has what a game provides (a `Row`) and how it examines the photo (an `Eye`); `reading` and
`words` what all readings have in common; `pose` where pieces lie; `foreign_cards` the messages
about cards of another deck. `plain` serves games without photo reading of their own. Positions are
mm in the table's frame, y up.
"""

from __future__ import annotations

from functools import cache

from companion.game import game, games, part
from vision.games import plain
from vision.games.base import Row


@cache
def row(slug: str) -> Row:
    """Return the row of the game `slug`; raise `UsageError` if there is no such game."""
    if "scan" not in game(slug).offers:
        return plain.row(slug)
    return part(slug, "photo", Row)


def rows() -> tuple[Row, ...]:
    """Return all rows, in the order of the games."""
    return tuple(row(each.slug) for each in games())

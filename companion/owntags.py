"""Tags for other people's games: each game has all ids of 36h11, and its manifest names it.

A card has two tags at opposite corners of its front: the first is its number, the second that
number turned by a share of all numbers that depends on the game. So a card of another game isn't
one of this game, although both use the same ids.
"""

from __future__ import annotations

import hashlib

from companion.errors import UsageError
from companion.layout import Size, TagSpot
from companion.tags import FAMILY_SIZE, TagId

MOST = FAMILY_SIZE // 2  # different cards of a game: each end has its own half of the ids
TAG = 10.0  # side of the black square, mm
INSET = 9.25  # of its centre from the edges, mm
LEAST_SIDE, MOST_SIDE = 40.0, 150.0  # of a card: it has room for two, and isn't a board, mm


def takes_tags(size: Size) -> bool:
    """Return whether a rectangle is a card that gets tags."""
    return min(size.width, size.height) >= LEAST_SIDE and max(size.width, size.height) <= MOST_SIDE


def turn_of(key: str) -> int:
    """Return by how much a game's second tags are turned, 0 to `MOST` - 1.

    >>> turn_of("otters") == turn_of("ferrets")
    False
    """
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") % MOST


def own_ids(number: int, turn: int) -> tuple[TagId, TagId]:
    """Return the two ids of card `number` (from 0); raises `UsageError` if there are too many.

    >>> own_ids(0, 3), own_ids(292, 3)
    ((0, 296), (292, 295))
    """
    if number >= MOST:
        remedy = "print them without --tags, or as two games"
        raise UsageError("--tags", f"over {MOST} different cards", remedy=remedy)
    return number, MOST + (number + turn) % MOST


def own_tags(number: int, turn: int, size: Size) -> tuple[TagSpot, TagSpot]:
    """Return the two tags of a card: at its top left and its bottom right."""
    first, second = own_ids(number, turn)
    return (
        TagSpot(first, INSET, INSET, TAG),
        TagSpot(second, size.width - INSET, size.height - INSET, TAG),
    )


def turn_between(first: TagId, second: TagId) -> int:
    """Return the turn of the game that has a card with these two ids.

    >>> turn_between(*own_ids(100, 250))
    250
    """
    return (second - MOST - first) % MOST

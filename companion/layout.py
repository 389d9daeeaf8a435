"""Sizes of pieces and places of their tags, shared by printing and scanning.

Lengths are in mm on the upright piece, from its top left, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.tags import TagId


@dataclass(frozen=True, slots=True)
class Size:
    """The width and height of an upright piece, mm."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class TagSpot:
    """A tag on a face: its id, its centre and the side of its black square, mm."""

    id: TagId
    x: float
    y: float
    size: float


PAPER_SIZES = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "a3": Size(297, 420),
    "tabloid": Size(279.4, 431.8),
}

POKER = Size(63, 88)
CARD_TAG = 14.0
CARD_TAG_INSET = 12.75  # with less, drift or bad cuts would leave too little quiet zone

TOKEN = Size(20, 30)
TOKEN_TAG = 12.0


def card_tags(first: TagId, second: TagId) -> tuple[TagSpot, TagSpot]:
    """Return the two tags of a card: the first at its top left, the second at its bottom right.

    >>> [(tag.x, tag.y) for tag in card_tags(0, 52)]
    [(12.75, 12.75), (50.25, 75.25)]
    """
    inset = CARD_TAG_INSET
    return (
        TagSpot(first, inset, inset, CARD_TAG),
        TagSpot(second, POKER.width - inset, POKER.height - inset, CARD_TAG),
    )


def token_tag(tag: TagId, size: Size = TOKEN) -> tuple[TagSpot]:
    """Return the single tag in the middle of a token."""
    return (TagSpot(tag, size.width / 2, size.height / 2, TOKEN_TAG),)

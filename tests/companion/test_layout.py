"""Where tags sit: geometry that printing and scanning share."""

from __future__ import annotations

import pytest

from companion.layout import CARD_TAG, POKER, TOKEN, TOKEN_TAG, Size, TagSpot, card_tags, token_tag
from companion.tags import BLACK_MODULES

SAFE = 3.0  # mm that a miscut or drift may cost


def _margins(tag: TagSpot, size: Size) -> list[float]:
    """From the tag's black square to the four edges, mm."""
    half = tag.size / 2
    return [tag.x - half, tag.y - half, size.width - tag.x - half, size.height - tag.y - half]


@pytest.mark.parametrize("tag", card_tags(0, 1))
def test_card_tag_keeps_its_quiet_zone(tag: TagSpot) -> None:
    """Even a card cut 3 mm wrong keeps one white module, 1.75 mm, round each of its tags."""
    assert min(_margins(tag, POKER)) >= CARD_TAG / BLACK_MODULES + SAFE


def test_card_tags_are_each_others_mirror() -> None:
    """The second tag is the first, turned half round the card's centre: a card upside down looks
    the same.
    """
    first, second = card_tags(7, 59)
    assert (first.id, second.id) == (7, 59)
    assert (first.x + second.x, first.y + second.y) == (POKER.width, POKER.height)
    assert first.size == second.size == CARD_TAG


def test_card_tags_leave_each_other_alone() -> None:
    """Between the two black squares lies more than both quiet zones, both ways."""
    first, second = card_tags(0, 1)
    assert second.x - first.x - CARD_TAG > 2 * CARD_TAG / BLACK_MODULES
    assert second.y - first.y - CARD_TAG > 2 * CARD_TAG / BLACK_MODULES


def test_token_tag_is_central() -> None:
    """A token's one tag lies in its middle, with its quiet zone."""
    (tag,) = token_tag(167)
    assert (tag.x, tag.y, tag.size) == (TOKEN.width / 2, TOKEN.height / 2, TOKEN_TAG)
    assert min(_margins(tag, TOKEN)) >= TOKEN_TAG / BLACK_MODULES

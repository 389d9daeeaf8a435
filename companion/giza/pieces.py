"""The printed pieces of giza with sizes, mm, and tags, for printing and scanning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from companion.game import Piece
from companion.giza.deck import CHIEF, TOKEN, Deck, action_id
from companion.giza.pyramid import SLOTS, Slot
from companion.layout import CARD_TAG, POKER, Size, TagSpot, card_tags, token_tag
from companion.layout import TOKEN as TOKEN_SIZE
from companion.tags import tag_ids

STRIP = "strip"
STRIP_SIZE = Size(4 * POKER.width, 152.0)  # fits a page of A4 or Letter
STRIP_FOOT = 6.0  # below its slots, mm
STRIP_SLOTS = tuple(slot for slot in SLOTS if slot[0] < 2)  # with a tag: the lower two rows


def strip_place(slot: Slot) -> tuple[float, float]:
    """Return the middle of a slot on the strip, where its tag is, mm; upper rows are above it.

    >>> strip_place((0, 0)), strip_place((1, 2)), strip_place((2, 0))
    ((31.5, 102.0), (189.0, 14.0), (94.5, -74.0))
    """
    level, place = slot
    x = (place + (level + 1) / 2) * POKER.width
    return x, STRIP_SIZE.height - STRIP_FOOT - (level + 0.5) * POKER.height


def pieces(deck: Deck) -> tuple[Piece, ...]:
    """Return all pieces of `deck` in the order of printing."""
    (chief,) = tag_ids("giza", "chief")
    faces = {"front": token_tag(tag_ids("giza", "token")[0]), "back": ()}
    ids = tag_ids("giza", STRIP, count=len(STRIP_SLOTS))
    spots = (
        TagSpot(tag, *strip_place(at), CARD_TAG) for tag, at in zip(ids, STRIP_SLOTS, strict=True)
    )
    return (
        *_penguins(deck),
        *_actions(deck),
        *_goals(deck),
        Piece(CHIEF, "chief", POKER, {"front": card_tags(chief, chief), "back": ()}),
        Piece(TOKEN, "token", TOKEN_SIZE, faces, count=deck.tokens, data={"strength": 1}),
        Piece(STRIP, STRIP, STRIP_SIZE, {"front": tuple(spots)}, extra=True),
    )


def _penguins(deck: Deck) -> Iterator[Piece]:
    """Yield the penguins; the front is the colour side, the back the grey side (giza R8)."""
    count = len(deck.penguins)
    firsts = tag_ids("giza", "penguin", "front", "first", count=count)
    seconds = tag_ids("giza", "penguin", "front", "second", count=count, rotation=deck.tag_rotation)
    greys = tag_ids("giza", "penguin", "back", count=count)
    for penguin, first, second, grey in zip(deck.penguins, firsts, seconds, greys, strict=True):
        faces = {"front": card_tags(first, second), "back": card_tags(grey, grey)}
        data = {key: getattr(penguin, key) for key in ("colour", "weight", "arms", "strength")}
        yield Piece(penguin.id, "penguin", POKER, faces, data=data)


def _actions(deck: Deck) -> Iterator[Piece]:
    """Yield a hand in each colour; with fewer players the last ones aren't needed (giza R1)."""
    for seats, player in enumerate(deck.players, start=1):
        for action in deck.actions:
            data = {"player": player.id, **asdict(action)}
            name, faces = action_id(player, action), {"front": (), "back": ()}
            yield Piece(name, "action", POKER, faces, data=data, players=seats)


def _goals(deck: Deck) -> Iterator[Piece]:
    for goal, tag in zip(deck.goals, tag_ids("giza", "goal", count=len(deck.goals)), strict=True):
        data = {key: getattr(goal, key) for key in ("name", "points", "text")}
        data |= {"goal": goal.kind, "amount": goal.amount, "colour": goal.colour}
        faces = {"front": card_tags(tag, tag), "back": ()}
        yield Piece(goal.id, "goal", POKER, faces, data=data)

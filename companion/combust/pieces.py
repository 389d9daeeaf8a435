"""Every printed piece of combust: a card a kind, with its copies and the two tags that all copies
share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.combust.deck import Deck, Kind
from companion.combust.verbs import FORMS, HIGHEST, LOWEST, Verb
from companion.game import Piece
from companion.layout import POKER, card_tags
from companion.tags import tag_ids


def pieces(deck: Deck) -> tuple[Piece, ...]:
    """All pieces of `deck` in the order of printing: penguins by value, then events."""
    return (
        *_cards("penguin", deck.penguins, deck.tag_rotation),
        *_cards("event", deck.events, deck.tag_rotation),
    )


def _cards(group: str, kinds: Sequence[Kind], rotation: int) -> Iterator[Piece]:
    """However many play, they play with all cards."""
    firsts = tag_ids("combust", group, "front", "first", count=len(kinds))
    seconds = tag_ids("combust", group, "front", "second", count=len(kinds), rotation=rotation)
    for kind, first, second in zip(kinds, firsts, seconds, strict=True):
        value: dict[str, object] = {"value": kind.value} if kind.value else {}
        data = {
            "name": kind.name,
            **value,
            "text": kind.text,
            "ability": list(map(_verb, kind.ability)),
        }
        yield Piece(
            kind.id,
            group,
            POKER,
            {"front": card_tags(first, second), "back": ()},
            count=kind.copies,
            data=data,
        )


def _verb(verb: Verb) -> dict[str, object]:
    """A verb as a deck file writes it."""
    narrows = FORMS[verb.name].narrows and verb.source == "line"
    further = {
        "which": _which(verb) if narrows else "",
        "count": verb.count,
        "duration": verb.duration,
    }
    fields = {
        "verb": verb.name,
        "chooser": verb.chooser,
        "source": verb.source,
        "target": verb.target,
    }
    return {**fields, **{name: value for name, value in further.items() if value}}


def _which(verb: Verb) -> str:
    if verb.extreme or (verb.least, verb.most) == (LOWEST, HIGHEST):
        return verb.extreme or "any"
    return f"at most {verb.most}" if verb.most < HIGHEST else f"at least {verb.least}"

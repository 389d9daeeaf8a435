"""Every printed piece of combust: a card a kind, with its copies and the two tags that all copies share."""

from __future__ import annotations

from companion.combust.deck import FIRST_EVENT, Deck, Kind
from companion.combust.verbs import FORMS, HIGHEST, LOWEST, Verb
from companion.game import Piece
from companion.layout import POKER, TagSpot, card_tags
from companion.tags import tag_range


def pieces(deck: Deck) -> tuple[Piece, ...]:
    """All pieces of `deck` in the order of printing: penguins by value, then events."""
    return tuple(_card(kind, deck.tag_rotation) for kind in deck.kinds)


def _card(kind: Kind, rotation: int) -> Piece:
    """However many play, they play with all cards."""
    group = "penguin" if kind.value else "event"
    value: dict[str, object] = {"value": kind.value} if kind.value else {}
    data = {"name": kind.name, **value, "text": kind.text, "ability": list(map(_verb, kind.ability))}
    return Piece(kind.id, group, POKER, {"front": _tags(kind, rotation), "back": ()}, count=kind.copies, data=data)


def _tags(kind: Kind, rotation: int) -> tuple[TagSpot, TagSpot]:
    group, index = ("penguin", kind.number - LOWEST) if kind.value else ("event", kind.number - FIRST_EVENT)
    first, second = tag_range("combust", group, "front", "first"), tag_range("combust", group, "front", "second")
    return card_tags(first.id_at(index), second.id_at(index, rotation))


def _verb(verb: Verb) -> dict[str, object]:
    """A verb as a deck file writes it."""
    narrows = FORMS[verb.name].narrows and verb.source == "line"
    further = {"which": _which(verb) if narrows else "", "count": verb.count, "duration": verb.duration}
    fields = {"verb": verb.name, "chooser": verb.chooser, "source": verb.source, "target": verb.target}
    return {**fields, **{name: value for name, value in further.items() if value}}


def _which(verb: Verb) -> str:
    if verb.extreme or (verb.least, verb.most) == (LOWEST, HIGHEST):
        return verb.extreme or "any"
    return f"at most {verb.most}" if verb.most < HIGHEST else f"at least {verb.least}"

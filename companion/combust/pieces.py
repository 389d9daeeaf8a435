"""The printed pieces of combust with sizes, mm, and tags, and the deck's numbers in the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.combust.deck import Deck, Kind
from companion.combust.state import DEALT, KEPT, LINED
from companion.combust.verbs import FORMS, HIGHEST, LOWEST, Verb
from companion.game import Piece
from companion.language import say_many
from companion.layout import POKER, card_tags
from companion.summary import Details
from companion.tags import tag_ids


def pieces(deck: Deck) -> tuple[Piece, ...]:
    """Return all pieces in the order of printing: penguins by value, then events."""
    return (
        *_cards("penguin", deck.penguins, deck.tag_rotation),
        *_cards("event", deck.events, deck.tag_rotation),
    )


def _cards(group: str, kinds: Sequence[Kind], rotation: int) -> Iterator[Piece]:
    firsts = tag_ids("combust", group, "front", "first", count=len(kinds))
    seconds = tag_ids("combust", group, "front", "second", count=len(kinds), rotation=rotation)
    for kind, first, second in zip(kinds, firsts, seconds, strict=True):
        data: dict[str, object] = {"name": kind.name}
        if kind.value:
            data["value"] = kind.value
        data |= {"text": kind.text, "ability": list(map(_verb, kind.ability))}
        faces = {"front": card_tags(first, second), "back": ()}
        yield Piece(kind.id, group, POKER, faces, count=kind.copies, data=data)


def _verb(verb: Verb) -> dict[str, object]:
    """Return a verb as in a deck file."""
    which = ""
    if FORMS[verb.name].narrows and verb.source == "line":
        which = verb.extreme or "any"
        if verb.most < HIGHEST:
            which = f"at most {verb.most}"
        elif verb.least > LOWEST:
            which = f"at least {verb.least}"
    fields = {
        "verb": verb.name,
        "chooser": verb.chooser,
        "source": verb.source,
        "target": verb.target,
    }
    further = {"which": which, "count": verb.count, "duration": verb.duration}
    return {**fields, **{name: value for name, value in further.items() if value}}


def details(deck: Deck) -> Details:
    """Return the value of each `$name`."""
    return {
        "cards": len(deck.cards),
        "penguins": sum(kind.copies for kind in deck.penguins),
        "events": say_many("{n} event", "{n} events", sum(kind.copies for kind in deck.events)),
        "kinds": len(deck.penguins),
        "lowest": LOWEST,
        "highest": HIGHEST,
        "dealt": DEALT,
        "kept": KEPT,
        "lined": LINED,
        "event": deck.events[0].name,
        "drawn": deck.penguins[0].name,
    }

"""What a deck file of combust may say, but hardly means: cards taken for one another, too many
events.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.combust.deck import Deck
from companion.language import say


def advice(deck: Deck) -> Iterator[str]:
    """A sentence for each."""
    names: dict[str, str] = {}
    for kind in deck.kinds:
        name = kind.name.lower()
        if name in names:
            yield say(
                "{one} and {other} have the same name: {name}",
                one=names[name],
                other=kind.id,
                name=kind.name,
            )
        names.setdefault(name, kind.id)
    texts: dict[str, str] = {}
    for event in deck.events:
        if event.text in texts:
            one, other = texts[event.text], event.id
            yield say(
                "{one} and {other}, two events, do the same: {text}",
                one=one,
                other=other,
                text=event.text,
            )
        texts.setdefault(event.text, event.id)
    if len({kind.text for kind in deck.penguins}) == 1:
        yield say("all penguins do the same: nobody has anything to choose")
    if sum(event.copies for event in deck.events) > sum(kind.copies for kind in deck.penguins) / 2:
        yield say("there is an event for every two penguins, or more: hands shrink fast")

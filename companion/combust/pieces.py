"""Every printed piece of combust: a card a kind, with its copies.

Tags come with printing (see `companion/tags.toml`); until then every face has none.
"""

from __future__ import annotations

from companion.combust.deck import Deck, Kind
from companion.game import Piece
from companion.layout import POKER


def pieces(deck: Deck) -> tuple[Piece, ...]:
    """All pieces of `deck` in the order of printing: penguins by value, then events."""
    return tuple(map(_card, deck.kinds))


def _card(kind: Kind) -> Piece:
    group = "penguin" if kind.value else "event"
    value: dict[str, object] = {"value": kind.value} if kind.value else {}
    data = {"name": kind.name, **value, "text": kind.text, "verbs": [verb.name for verb in kind.ability]}
    return Piece(kind.id, group, POKER, {"front": (), "back": ()}, count=kind.copies, data=data)

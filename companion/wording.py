"""A deck in another language: only fields marked `READ`, texts for people, are translated.

They are texts or tuples of texts.

Ids, numbers, tags and the fingerprint stay the same, so that photos of cards in any language show
the same deck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, partial
from typing import TypeVar, cast

from companion.language import ENGLISH, translated

T = TypeVar("T")

# used as `name: str = field(metadata=READ)`
READ: Mapping[str, bool] = {"read": True}
DECKS = 16  # cached, each in a language


def spoken(deck: T, language: str) -> T:
    """Return the deck with its texts in a language; texts without a translation stay.

    >>> from companion.giza.deck import standard
    >>> spoken(standard(), "de").fingerprint == standard().fingerprint
    True
    """
    return deck if language == ENGLISH else cast("T", _spoken(deck, language))


@lru_cache(maxsize=DECKS)
def _spoken(deck: object, language: str) -> object:
    return reworded(deck, partial(translated, language=language))


def reworded(value: T, change: Callable[[str], str]) -> T:
    """Return a dataclass, or a tuple of them, with all texts for people changed, at any depth."""
    if isinstance(value, tuple):
        parts = tuple(reworded(part, change) for part in value)
        same = all(part is before for part, before in zip(parts, value, strict=True))
        return value if same else cast("T", parts)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {}
    for field in fields(value):
        before = after = getattr(value, field.name)
        if "read" not in field.metadata:
            after = reworded(before, change)
        elif before:
            after = change(before) if isinstance(before, str) else tuple(map(change, before))
        if after is not before:
            changes[field.name] = after
    return replace(value, **changes) if changes else value

"""Parts of a view that never change, such as decks or lines of the history, and a cache."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Generic, TypeAlias, TypeVar

ThingT = TypeVar("ThingT")
Json: TypeAlias = dict[str, Any]


class Fixed(Json):
    """A part of a view that never changes; `texts` caches its JSON by language."""

    __slots__ = ("texts",)

    def __init__(self, part: Json) -> None:
        super().__init__(part)
        self.texts: dict[str, str] = {}


class Cache(Generic[ThingT]):
    """The `most` newest values, by key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, ThingT] = OrderedDict()
        # the value of a key, or None; called a hundred times per tap, hence without a wrapper
        self.find = self._held.get

    def keep(self, key: Hashable, thing: ThingT) -> ThingT:
        """Store a value, and return it."""
        self._held[key] = thing
        if len(self._held) > self._most:
            self._held.popitem(last=False)
        return thing

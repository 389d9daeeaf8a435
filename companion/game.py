"""What a game is: one `Game` row that says where its rules, pieces and tracker are, and what it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from companion.errors import UsageError
from companion.layout import Size, TagSpot

SLUGS = ("giza",)


class Deck(Protocol):
    """What every game's deck can tell of itself."""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the canonical rule fields (not art or text), hexadecimal."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One printed piece: `count` identical copies of size `size` mm, with the tags of each face.

    `faces` maps "front" (and "back", where that is more than a decoration) to its tags, first one
    first. `data` is what the rules know of it, for `rookery games`.
    """

    id: str
    kind: str
    size: Size
    faces: Mapping[str, tuple[TagSpot, ...]]
    count: int = 1
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """One row of the house: `read_deck(text, source)` checks a deck file, `pieces(deck)` lists what to print.

    Both speak of the game's own deck type, a `Deck`, which only its own row knows.
    """

    slug: str
    title: str
    players: tuple[int, int]
    deck_file: str
    read_deck: Callable[[str, str], Any]
    pieces: Callable[[Any], tuple[Piece, ...]]
    offers: frozenset[str]


@cache
def game(slug: str) -> Game:
    """The game called `slug`; raises `UsageError` for a name that is no game of ours."""
    if slug not in SLUGS:
        raise UsageError(slug, "no such game", remedy=f"use one of: {', '.join(SLUGS)}")
    found = import_module(f"companion.{slug}").GAME
    if not isinstance(found, Game):
        raise TypeError(f"companion.{slug}.GAME is no Game")
    return found

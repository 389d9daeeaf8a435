"""What a game is: one `Game` row that says where its rules, pieces and tracker are, and what it offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from companion.decks import ReadDeck
from companion.errors import UsageError
from companion.events import Tracker
from companion.layout import Size, TagSpot
from companion.play import Bot, Engine, Notation
from companion.study.study import Study
from companion.summary import Details

SLUGS = ("giza", "rocks", "combust", "solitaire", "pirates")


class Deck(Protocol):
    """What every game's deck can tell of itself."""

    @property
    def title(self) -> str:
        """Its name."""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the canonical rule fields (not art or text), hexadecimal."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One printed piece: `count` identical copies of size `size` mm, with the tags of each face.

    `faces` maps "front" (and "back", where that is more than a decoration) to its tags, first one
    first. `data` is what the rules know of it, for `rookery games`. `seams` are the x and the y, mm, of the lines that
    a piece larger than the paper may be cut along, none where any will do. An `extra` is printed when it is asked for.
    """

    id: str
    kind: str
    size: Size
    faces: Mapping[str, tuple[TagSpot, ...]]
    count: int = 1
    data: Mapping[str, object] = field(default_factory=dict)
    players: int = 1
    each: bool = False
    seams: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    extra: bool = False


def _no_advice(_deck: Any) -> Iterator[str]:
    """For games whose deck file can not say what nobody would want."""
    yield from ()


@dataclass(frozen=True, slots=True)
class Game:
    """One row of the house: `read_deck(text, source)` checks a deck file, `pieces(deck)` lists what to print.

    `rules` plays it, `notation` writes it down, `tracker` keeps what the phones of a physical table know, and `bots`
    play it by name ("random" and "sensible" at least); `study` says what to count in their games. `details(deck)` are
    what the page of rules (`summary.toml`) takes from the deck. `offers` names the commands that know it. All speak of
    the game's own deck type, a `Deck`, which only its own row knows. `advice(deck)` says what is allowed in a deck of
    one's own, but hardly meant.
    """

    slug: str
    title: str
    players: tuple[int, int]
    deck_file: str
    read_deck: ReadDeck
    pieces: Callable[[Any], tuple[Piece, ...]]
    rules: Engine
    notation: Notation
    tracker: Tracker[Any]
    bots: Mapping[str, Bot]
    study: Study
    details: Callable[[Any], Details]
    offers: frozenset[str]
    advice: Callable[[Any], Iterator[str]] = _no_advice


@cache
def game(slug: str) -> Game:
    """The game called `slug`; raises `UsageError` for a name that is no game of ours."""
    if slug not in SLUGS:
        raise UsageError(slug, "no such game", remedy=f"use one of: {', '.join(SLUGS)}")
    found = import_module(f"companion.{slug}").GAME
    if not isinstance(found, Game):
        raise TypeError(f"companion.{slug}.GAME is no Game")
    return found


def offering(what: str) -> tuple[Game, ...]:
    """The games that the command called `what` knows."""
    return tuple(found for found in map(game, SLUGS) if what in found.offers)


def game_for(what: str, slug: str) -> Game:
    """The game called `slug`, for the command `what`; raises `UsageError` when the command does not know it."""
    found = game(slug)
    if what not in found.offers:
        known = ", ".join(other.slug for other in offering(what))
        raise UsageError(slug, f"rookery {what} does not know this game yet", remedy=f"it knows: {known}")
    return found

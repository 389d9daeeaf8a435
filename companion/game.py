"""The installed games and their parts.

A game is a `Game` named by an entry point of the group `rookery.games` ("giza" =
"companion.giza:GAME"). Its optional parts are in the same group: "giza.faces" draws its pieces,
"giza.cover" its box and label, "giza.photo" reads photos, "giza.screens" shows it on phones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, Protocol

from typing_extensions import TypeVar

from companion.decks import ReadDeck
from companion.errors import RookeryError, UsageError
from companion.events import Tracker
from companion.layout import Size, TagSpot
from companion.play import Bot, D, Engine, M, StateT, ViewT
from companion.study import Study
from companion.summary import Details
from companion.tracking import AnyTable
from companion.wording import near, one_of

GROUP = "rookery.games"
DISTRIBUTION = "rookery-games"
# the part of a game that each command needs, besides its pieces
PARTS = {"print": "faces", "scan": "photo", "table": "screens"}


class Deck(Protocol):
    """What the decks of all games have in common."""

    @property
    def title(self) -> str:
        """The name of the deck."""

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the fields that matter in the rules (not art or text), hexadecimal."""

    def __hash__(self) -> int:
        """Return a hash, because results are cached by deck."""


# A game's own deck. A `Game` without a parameter has any `Deck`, which callers pass only to the
# game that read it; so games with their own type of deck are a `Game`, too.
DeckT = TypeVar("DeckT", bound=Deck, default=Deck)
DeckT_co = TypeVar("DeckT_co", bound=Deck, default=Deck, covariant=True)
PartT = TypeVar("PartT")


@dataclass(frozen=True, slots=True)
class Piece:
    """A printed piece: `count` identical copies of size `size` mm, with the tags of each face.

    `faces` maps "front", and "back" if it is printed too, to its tags in order. `data` is what the
    rules say about it, for `rookery games`. `seams` are the x and the y, mm, of the lines along
    which a piece larger than the paper may be cut; empty if it may be cut anywhere. An `extra` is
    printed only on request.
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
    base: Size | None = None


@dataclass(frozen=True, slots=True)
class Play(Generic[D, StateT, ViewT, M]):
    """What it takes for bots to play a game; `bots` has at least "random" and "sensible"."""

    rules: Engine[D, StateT, ViewT, M]
    bots: Mapping[str, Bot[ViewT, M]]
    study: Study[D, StateT, M]


def _no_advice(_deck: object) -> Iterator[str]:
    return iter(())


def _no_details(_deck: object) -> Details:
    return {}


@dataclass(frozen=True, slots=True)
class Game(Generic[DeckT_co]):
    """A game: `read_deck(text, source)` reads a deck file, `pieces(deck)` lists what to print.

    `package` has its data files: `deck_file` and, if there are rules to show, `summary.toml`.
    `details(deck)` are the deck's numbers in these rules, and `advice(deck)` warns of likely
    mistakes in a deck file. `play` is for bots, and `tracker` for the phones of a real table; None
    if the game doesn't have it.
    """

    slug: str
    title: str
    players: tuple[int, int]
    package: str
    read_deck: ReadDeck[DeckT_co]
    pieces: Callable[[DeckT_co], tuple[Piece, ...]]
    deck_file: str = "deck.toml"
    play: Play[DeckT_co, Any, Any, Any] | None = None
    tracker: Tracker[Any] | None = None
    details: Callable[[DeckT_co], Details] = _no_details
    advice: Callable[[DeckT_co], Iterator[str]] = _no_advice

    @property
    def offers(self) -> frozenset[str]:
        """The commands that support the game."""
        shown = {command for command, part in PARTS.items() if self.has(part)}
        return frozenset(shown | {"simulate"} if self.play else shown)

    def has(self, name: str) -> bool:
        """Return whether the game has the part called `name`."""
        return f"{self.slug}.{name}" in _entries()

    def need_play(self) -> Play[DeckT_co, object, object, object]:
        """Return `play`; raises `UsageError` for a game without bots."""
        if self.play is None:
            problem = "no bot can play this game"
            raise UsageError(self.slug, problem, remedy="add `play` to its Game")
        return self.play

    def need_tracker(self) -> Tracker[AnyTable]:
        """Return `tracker`; raises `UsageError` for a game without one."""
        if self.tracker is None:
            problem = "phones can't keep score of this game"
            raise UsageError(self.slug, problem, remedy="add `tracker` to its Game")
        return self.tracker


@cache
def _entries() -> Mapping[str, EntryPoint]:
    """Return every entry point of the group, Rookery's own first."""
    points = entry_points(group=GROUP)
    own = {each.name: each for each in points if each.dist and each.dist.name == DISTRIBUTION}
    if not own:
        remedy = "install it again, with `pip install`"
        raise RookeryError("rookery", "its games are not installed", remedy=remedy)
    return own | {each.name: each for each in points} | own  # own ones first, and never replaced


def is_ours(slug: str) -> bool:
    """Return whether a game is one of Rookery's own, not of another package."""
    dist = _entries()[slug].dist
    return dist is not None and dist.name == DISTRIBUTION


@cache
def slugs() -> tuple[str, ...]:
    """Return the slugs of all installed games."""
    return tuple(name for name in _entries() if "." not in name)


@cache
def game(slug: str) -> Game:
    """Return the game called `slug`; raises `UsageError` for an unknown name."""
    if slug not in slugs():
        raise UsageError(slug, "no such game", remedy=near(slug, slugs(), one_of(slugs())))
    row = _load(slug, Game)
    if row.slug != slug:
        remedy = f'give the entry point and the Game the same name, such as "{row.slug}"'
        raise UsageError(slug, f"its Game has the slug {row.slug!r}", remedy=remedy)
    return row


def games() -> tuple[Game, ...]:
    """Return all installed games."""
    return tuple(map(game, slugs()))


def part(slug: str, name: str, kind: type[PartT]) -> PartT:
    """Return the part at entry point "slug.name"; raises `UsageError` for a game without it."""
    if not game(slug).has(name):
        remedy = f'add the entry point "{slug}.{name}" in the group {GROUP}'
        raise UsageError(slug, f"this game has no {name}", remedy=remedy)
    return _load(f"{slug}.{name}", kind)


def _load(name: str, kind: type[PartT]) -> PartT:
    """Return the object at an entry point; raises `UsageError` if it isn't a `kind`."""
    value, wanted = _entries()[name].value, kind.__name__
    remedy = f'let the entry point "{name}" in the group {GROUP} name a {wanted}'
    try:
        loaded = _entries()[name].load()
    except (ImportError, AttributeError) as error:
        raise UsageError(name, f"can't load {value} ({error})", remedy=remedy) from error
    if not isinstance(loaded, kind):
        raise UsageError(name, f"{value} is not a {wanted}", remedy=remedy)
    return loaded


def offering(command: str) -> tuple[Game, ...]:
    """Return the games that a command supports."""
    return tuple(each for each in games() if command in each.offers)


def game_for(command: str, slug: str) -> Game:
    """Return the game called `slug`; raises `UsageError` if the command doesn't support it."""
    row = game(slug)
    if command not in row.offers:
        known = ", ".join(other.slug for other in offering(command))
        add = "`play` to its Game"
        if command in PARTS:
            add = f'the entry point "{slug}.{PARTS[command]}"'
        remedy = f"use one of: {known}; or add {add}"
        raise UsageError(slug, f"`rookery {command}` doesn't know this game", remedy=remedy)
    return row

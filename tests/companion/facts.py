"""What the shared tests must know of a game: its row of the tests, tests/companion/<game>/facts.py,
says it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from companion.deckfile import load_deck
from companion.game import Game, Play, game
from companion.play import Seat

STANDARD = "standard"  # the deck that ships with Rookery


@dataclass(frozen=True, slots=True)
class Setting:
    """What the recorded game starts from, as the head of playthrough.txt says it.

    `deck` is `STANDARD` or a deck file beside the recording.
    """

    deck: str
    players: int
    seed: int
    variants: tuple[str, ...] = ()


@runtime_checkable
class Facts(Protocol):
    """A module tests/companion/<game>/facts.py. States, moves and decks are of types that only its
    row knows.
    """

    LONGEST: int  # no game that `start` begins has more moves
    SECRETS: bool  # whether anything is hidden from anyone, if only what chance will bring
    RECORDED: Setting

    def decks(self, deck: Any) -> Sequence[Any]:
        """The decks that random games are played with by turns: the standard one, and
        its variants.
        """

    def start(self, deck: Any, players: int, seed: int) -> Any:
        """A game to play at random; variants and late starts come by turns of the seed."""

    def wander(self, state: Any, moves: Sequence[Any], chance: random.Random) -> Any:
        """One of the moves at random, some preferred where random games would get nowhere."""

    def scarce(self, state: Any) -> Any:
        """The same position with everything gone that can run out, such as the deck, whether or not
        a game gets there.
        """

    def check(self, state: Any) -> None:
        """Assert what must hold in every position that rules lead to: no piece lost, nothing where
        it can't be.
        """

    def check_end(self, state: Any, result: Any) -> None:
        """Assert what the end and its result have to do with each other."""

    def every_move(self, deck: Any) -> list[Any]:
        """Every move there is, legal or not, in the order in which legal moves are listed."""

    def disguise(self, state: Any, seat: Seat, chance: random.Random) -> Any:
        """Another state, with the same for `seat` to know: other chance to come, other secrets of
        the others.

        The same state where there are no `SECRETS`.
        """

    def open_changes(self, deck: Any) -> tuple[Any, list[Any]]:
        """A state, and others that differ from it in one thing each that lies open to everyone."""

    def begin(self, deck: Any, setting: Setting) -> Any:
        """The first state of the recorded game."""

    def record(self, state: Any, chance: random.Random) -> tuple[Seat, Any]:
        """The player to move in a game worth recording, and which move."""

    def ending(self, state: Any, result: Any) -> Iterable[str]:
        """What the recording says of the end beyond winners and points, `key  text` a line."""

    def shown(self, moves: Sequence[str], positions: Sequence[str]) -> Mapping[str, bool]:
        """What must occur in the recording for it to be worth keeping, and whether it does."""


def one_deck(deck: Any) -> tuple[Any, ...]:
    """The `decks` of a game without variants."""
    return (deck,)


def any_move(_state: Any, moves: Sequence[Any], chance: random.Random) -> Any:
    """How to `wander` where no move is better than another."""
    return chance.choice(moves)


@runtime_checkable
class Notation(Protocol):
    """A module tests/companion/<game>/notation.py: one text for each position and each move, with
    exact round trips.
    """

    def state_text(self, state: Any) -> str:
        """All of a state on one line."""

    def parse_state(self, text: str, deck: Any) -> Any:
        """Read it back; raises `NotationError`."""

    def read_move(self, text: str, deck: Any) -> Any:
        """The move that a text writes, legal or not; raises `NotationError`."""

    def parse_move(self, state: Any, player: Seat, text: str) -> Any:
        """A legal move; raises `NotationError` or `IllegalMoveError`."""

    def move_text(self, move: Any) -> str:
        """A move as `read_move` reads it."""

    def refusal(self, state: Any, player: Seat, move: Any) -> str | None:
        """Why the rules forbid a move, the rule's number first; None for a legal one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A game, its standard deck and what the shared tests know of it."""

    game: Game
    deck: Any
    facts: Facts

    @property
    def notation(self) -> Notation:
        """How its positions and moves are written in tests."""
        notation = import_module(f"tests.companion.{self.game.slug}.notation")
        assert isinstance(notation, Notation)
        return notation

    @property
    def play(self) -> Play[Any, Any, Any, Any]:
        """How bots play it."""
        return self.game.need_play()

    @property
    def folder(self) -> Path:
        """Where the game's tests and their data are."""
        return Path(__file__).parent / self.game.slug

    def read_deck(self, name: str) -> Any:
        """The deck of a `Setting`."""
        return self.deck if name == STANDARD else load_deck(self.game, str(self.folder / name))


@cache
def row(slug: str) -> Row:
    """All of one game; raises where the game has no facts, or not all of them."""
    facts = import_module(f"tests.companion.{slug}.facts")
    if not isinstance(facts, Facts):
        wanted = [
            *Facts.__annotations__,
            *(name for name in vars(Facts) if not name.startswith("_")),
        ]
        missing = [name for name in wanted if not hasattr(facts, name)]
        raise TypeError(f"tests/companion/{slug}/facts.py lacks {', '.join(missing)}")
    found = game(slug)
    return Row(found, load_deck(found), facts)

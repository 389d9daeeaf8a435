"""The interface of a game's rules, and of bots.

Rules are pure functions: no state is changed. Several players may have to move at once (a secret
choice). Random numbers come from a seed in the state. A view of the state leaves out what a player
may not know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from companion.errors import UsageError

Seat: TypeAlias = int  # from 0, clockwise
D = TypeVar("D")
D_contra = TypeVar("D_contra", contravariant=True)
M = TypeVar("M")
T = TypeVar("T")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")
ViewT_co = TypeVar("ViewT_co", covariant=True)

# A bot: returns one of the legal moves, given its view and its own random numbers, so that games
# can be repeated.
Bot: TypeAlias = Callable[[ViewT, Sequence[M], random.Random], M]
AnyBot: TypeAlias = Bot[Any, Any]  # of any game, which knows the types of its views and moves


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: the winners and the scores by seat; a game's own type can have more.

    The winners are one player, several who share the win, or a whole team; empty if no one wins.
    """

    winners: tuple[Seat, ...]
    points: tuple[int, ...]


class Engine(Protocol[D_contra, StateT, ViewT_co, M]):
    """The functions of a game's `rules.py`, for its own deck, states, views and moves."""

    def setup(self, deck: D_contra, players: int, seed: int) -> StateT:
        """Return the first state, which depends only on the arguments.

        Raises `UsageError` for a number of players that the game isn't for.
        """

    def to_move(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats that may move now, in any order; empty if the game is over."""

    def legal_moves(self, state: StateT, player: Seat) -> Sequence[M]:
        """Return the moves of `player`, each once, in a fixed order; empty out of turn."""

    def apply(self, state: StateT, player: Seat, move: M) -> StateT:
        """Return the state after a legal move, without checking that it is one."""

    def view(self, state: StateT, player: Seat) -> ViewT_co:
        """Return what `player` may know about the state."""

    def result(self, state: StateT) -> Result:
        """Return the result of a game; raises `ValueError` for one that isn't over."""


def check_players(game: str, players: int, limits: tuple[int, int]) -> None:
    """Raise `UsageError` unless the number of players is within `limits`: fewest and most."""
    fewest, most = limits
    if not fewest <= players <= most:
        way = "or" if most == fewest + 1 else "to"
        raise UsageError(game, f"{players} players", remedy=f"play with {fewest} {way} {most}")


def random_bot(_view: object, moves: Sequence[M], chance: random.Random) -> M:
    """Return any legal move."""
    return chance.choice(moves)


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])

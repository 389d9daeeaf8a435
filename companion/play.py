"""The interface of a game's rules, and lazy collections of legal moves.

Rules are pure functions of frozen states. Several players may have to move at once (a secret
choice). Random numbers come from a seed in the state. A view of the state leaves out what a player
may not know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int  # from 0, clockwise
D = TypeVar("D")
D_contra = TypeVar("D_contra", contravariant=True)
M = TypeVar("M")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")
ViewT_co = TypeVar("ViewT_co", covariant=True)

# A bot: returns one of the legal moves, given its view and its own random numbers, so that games
# can be repeated.
Bot: TypeAlias = Callable[[ViewT, Iterable[M], random.Random], M]
AnyBot: TypeAlias = Bot[Any, Any]  # of any game, which knows the types of its views and moves


class Result(Protocol):
    """The result of a game; a game's own type has more."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winners: one, several who share the win, or all of a team; empty if no player
        wins.
        """

    @property
    def points(self) -> tuple[int, ...]:
        """The scores by seat."""


class Engine(Protocol[D_contra, StateT, ViewT_co, M]):
    """The functions of a game's `rules.py`, for its own deck, states, views and moves."""

    def setup(self, deck: D_contra, players: int, seed: int) -> StateT:
        """Return the first state, which depends only on the arguments."""

    def to_move(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats that may move now, in any order; empty if the game is over."""

    def legal_moves(self, state: StateT, player: Seat) -> LegalMoves[M]:
        """Return the moves of `player`, sorted by `sort_key`; empty if it isn't their move."""

    def sort_key(self, move: M, deck: D_contra) -> tuple[object, ...]:
        """Return the sort key of a move."""

    def refusal(self, state: StateT, player: Seat, move: M) -> str | None:
        """Return why a move isn't legal, in words; None if it is."""

    def apply(self, state: StateT, player: Seat, move: M) -> StateT:
        """Return the state after a legal move, without checking that it is one."""

    def view(self, state: StateT, player: Seat) -> ViewT_co:
        """Return what `player` may know about the state."""

    def result(self, state: StateT) -> Result:
        """Return the result of a game; raises `ValueError` for one that isn't over."""


class LegalMoves(Collection[M], Generic[M]):
    """The legal moves in a position, sorted; `in` checks one move without listing all.

    >>> evens = LegalMoves(lambda move: move in (2, 4), lambda: [2, 4])
    >>> 2 in evens, 3 in evens, len(evens), evens
    (True, False, 2, <LegalMoves: 2, 4>)
    """

    __slots__ = ("_generate", "_is_legal", "_listed")

    def __init__(
        self, is_legal: Callable[[object], bool], generate: Callable[[], Iterable[M]]
    ) -> None:
        self._is_legal, self._generate = is_legal, generate
        # not a cached_property, which takes longer than listing most moves
        self._listed: tuple[M, ...] | None = None

    @property
    def _all(self) -> tuple[M, ...]:
        if self._listed is None:
            self._listed = tuple(self._generate())
        return self._listed

    def __contains__(self, move: object) -> bool:
        return self._is_legal(move)

    def __iter__(self) -> Iterator[M]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self._all)) or 'none'}>"


def random_bot(_view: object, moves: Iterable[M], chance: random.Random) -> M:
    """Return any legal move."""
    return chance.choice(tuple(moves))

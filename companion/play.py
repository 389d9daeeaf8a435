"""What the engines of all games share: the shape of a game's rules, and a lazy view of the legal
moves.

A game is played by pure functions over frozen states. Several players may be to move at once (a
secret choice); chance is drawn from a seed that lives in the state; a view strips what a player may
not know.
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

# A player: moves on what the view shows and one of the legal moves; chance is its own, so that
# games can be repeated.
Bot: TypeAlias = Callable[[ViewT, Iterable[M], random.Random], M]
AnyBot: TypeAlias = Bot[Any, Any]  # of a game that alone knows its views and moves


class Result(Protocol):
    """How a game ended; a row's own type tells more."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won: one, several who share it, all or none of a team; nobody in a draw."""

    @property
    def points(self) -> tuple[int, ...]:
        """By seat, the number that the table compares."""


class Engine(Protocol[D_contra, StateT, ViewT_co, M]):
    """The functions of a game's `rules.py`, for its own deck, states, views and moves."""

    def setup(self, deck: D_contra, players: int, seed: int) -> StateT:
        """The first state; the same deck, players and seed give the same."""

    def to_move(self, state: StateT) -> tuple[Seat, ...]:
        """Who may move now, in any order; nobody when the game is over."""

    def legal_moves(self, state: StateT, player: Seat) -> LegalMoves[M]:
        """The moves of `player`, sorted by `sort_key`; none if it is not theirs to move."""

    def sort_key(self, move: M, deck: D_contra) -> tuple[object, ...]:
        """Where a move stands among others in a list of legal moves."""

    def refusal(self, state: StateT, player: Seat, move: M) -> str | None:
        """Why a move is not legal now, in words; None when it is."""

    def apply(self, state: StateT, player: Seat, move: M) -> StateT:
        """The state after a legal move; it is trusted to be one."""

    def view(self, state: StateT, player: Seat) -> ViewT_co:
        """What `player` may know of the state."""

    def result(self, state: StateT) -> Result:
        """How it ended; raises `ValueError` for a game that is not over."""


class LegalMoves(Collection[M], Generic[M]):
    """The legal moves of one position, in sorted order: tested one by one with `in`, listed only
    when asked for.

    >>> evens = LegalMoves(lambda move: move in (2, 4), lambda: [2, 4])
    >>> 2 in evens, 3 in evens, len(evens), evens
    (True, False, 2, <LegalMoves: 2, 4>)
    """

    __slots__ = ("_generate", "_is_legal", "_listed")

    def __init__(
        self, is_legal: Callable[[object], bool], generate: Callable[[], Iterable[M]]
    ) -> None:
        self._is_legal, self._generate = is_legal, generate
        # by hand: a cached_property costs more than most lists of moves
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
    """Any legal move."""
    return chance.choice(tuple(moves))

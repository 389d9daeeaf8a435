"""The rules of rocks, R1 to R10 of games.md: pure functions from state to state.

A penguin's move is a roll of the die and then one move a space, each perhaps with a rock taken or
dropped. The die rolls by itself as soon as a penguin's turn comes, from the seed and the count of
throws. `legality.py` says which moves are legal, `turns.py` what they do; this is the door to both.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from companion.errors import UsageError
from companion.play import LegalMoves, Seat
from companion.rocks import legality
from companion.rocks.board import Board
from companion.rocks.moves import Move, sort_key
from companion.rocks.order import winner
from companion.rocks.state import DIE, Position, State, View, to_move
from companion.rocks.turns import first_position, go, rolled

__all__ = [
    "Result",
    "apply",
    "die",
    "legal_moves",
    "refusal",
    "result",
    "setup",
    "sort_key",
    "to_move",
    "view",
]


@dataclass(frozen=True, slots=True)
class Result:
    """The end: who won, None for nobody; the outer spaces of each seat's nest that hold a rock;
    rounds played.
    """

    winner: Seat | None
    filled: tuple[int, ...]
    rounds: int

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won; nobody when the rounds ran out."""
        return () if self.winner is None else (self.winner,)

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's filled spaces."""
        return self.filled


def setup(board: Board, players: int, seed: int) -> State:
    """A game of 2 to 4; who starts has rolled. Seats are neighbours on the board (rocks R1, R3)."""
    if not 2 <= players <= len(board.nests):
        raise UsageError("rocks", f"{players} players", remedy=f"play with 2 to {len(board.nests)}")
    return _roll(first_position(board, players), seed)


def die(seed: int, rolls: int) -> int:
    """What the die shows after `rolls` throws of the game with that seed: 1 to 6.

    A hash draws as fairly as a generator seeded again for each throw, in a fifth of the time.
    """
    drawn = blake2b(f"{seed}/{rolls}".encode(), digest_size=8).digest()
    return int.from_bytes(drawn, "big") % DIE + 1


def apply(state: State, _player: Seat, move: Move) -> State:
    """The state after a legal move; whether it is legal is not asked."""
    return _roll(go(state.position, move), state.seed)


def _roll(position: Position, seed: int) -> State:
    """The die rolls by itself as soon as a penguin's turn comes (rocks R3)."""
    if position.left or position.over:
        return State(position, seed)
    return State(rolled(position, die(seed, position.rolls)), seed)


def view(state: State, _player: Seat) -> View:
    """All but the seed of the die: nothing on the board is hidden from anybody."""
    return state.position


def refusal(state: State, player: Seat, move: Move) -> str | None:
    """Why the rules do not allow a move here, the rule's number first; None for a legal one."""
    if player not in to_move(state):
        return "R3: it is not this player's move"
    return legality.refusal(state.position, move)


def legal_moves(state: State, player: Seat) -> LegalMoves[Move]:
    """The moves of `player`, sorted by `sort_key`; none when it is not theirs to move."""
    mine = player in to_move(state)
    return LegalMoves(
        lambda move: isinstance(move, Move) and refusal(state, player, move) is None,
        lambda: legality.generate(state.position) if mine else (),
    )


def result(state: State) -> Result:
    """How a game that is over ended (rocks R10)."""
    position = state.position
    if not position.over:
        raise ValueError("the game is not over")
    return Result(winner(position.finished), filled(position), position.now.round)


def filled(position: Position) -> tuple[int, ...]:
    """How many outer spaces of each seat's nest hold a rock."""
    nests = position.board.graph.nests[: position.players]
    return tuple(sum(position.rocks[place] > 0 for place in nest.ring) for nest in nests)

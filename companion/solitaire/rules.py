"""The rules of solitaire, R1 to R4 and R6 of games.md: pure functions from state to state.

All players hop at once, each on an own board, until no hop is left. When one says "Done" before
that (King Tut, R5) or a timer ends the game (R6) is the business of the phones, see `tracker.py`:
rules have no clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import UsageError
from companion.play import LegalMoves, Seat
from companion.solitaire import legality
from companion.solitaire.board import Board, Pyramid
from companion.solitaire.moves import Hop, SquareName
from companion.solitaire.position import full
from companion.solitaire.scoring import winners
from companion.solitaire.state import State, View, to_move

__all__ = [
    "PLAYERS",
    "Result",
    "apply",
    "legal_moves",
    "refusal",
    "result",
    "setup",
    "sort_key",
    "to_move",
    "view",
]

PLAYERS = (1, 8)  # solitaire R6: as many as there are boards and pyramids; ours is the upper limit


@dataclass(frozen=True, slots=True)
class Result:
    """The end: who won, the pips left by seat, and the pyramid that alone is left, by seat (R4)."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    lone: tuple[Pyramid | None, ...]


def setup(board: Board, players: int, seed: int) -> State:  # noqa: ARG001 - every game's; here nothing is drawn
    """A game of 1 to 8, each with a full board. There is no chance in it: every seed gives the
    same.
    """
    fewest, most = PLAYERS
    if not fewest <= players <= most:
        raise UsageError("solitaire", f"{players} players", remedy=f"play with {fewest} to {most}")
    return State((full(board),) * players)


def apply(state: State, player: Seat, hop: Hop) -> State:
    """The state after a legal hop; whether it is legal is not asked."""
    positions = list(state.positions)
    positions[player] = positions[player].after(hop)
    return State(tuple(positions))


def view(state: State, player: Seat) -> View:
    """Everything, for nothing is hidden; a seat that plays must know which board is its own."""
    return View(state.positions, player)


def refusal(state: State, player: Seat, hop: Hop) -> str | None:
    """Why the rules don't allow a hop here; None for a legal one."""
    return legality.refusal(state.positions[player], hop)


def legal_moves(state: State, player: Seat) -> LegalMoves[Hop]:
    """The hops of `player`, sorted by `sort_key`; none when none is left (solitaire R4)."""
    position = state.positions[player]
    return LegalMoves(
        lambda hop: isinstance(hop, Hop) and legality.refusal(position, hop) is None,
        lambda: position.hops,
    )


def sort_key(hop: Hop, _board: Board) -> tuple[SquareName, SquareName]:
    """Hops are listed as by their texts: by the square they start from, then by the one they land
    on.
    """
    return hop.start, hop.end


def result(state: State) -> Result:
    """How a game that is over ended (solitaire R4, R6)."""
    if to_move(state):
        raise ValueError("the game is not over")
    points = tuple(position.pips for position in state.positions)
    lone = tuple(position.lone for position in state.positions)
    return Result(winners(state.positions[0].board, points), points, lone)

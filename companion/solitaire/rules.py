"""The rules of solitaire, R1 to R4 and R6 of games.md: pure functions from state to state.

All players play at once, each on a board of their own, until no hop is left. There is no clock
here: games ended early, by "Done" (King Tut, R5) or a timer (Quicksand, R6), are the tracker's.
"""

from __future__ import annotations

from companion.play import Result, Seat, check_players
from companion.solitaire.board import Board, Hop
from companion.solitaire.state import PLAYERS, State, View, full, winners


def setup(board: Board, players: int, seed: int) -> State:  # noqa: ARG001 - every game's; here nothing is drawn
    """Return a game in which each player has a full board; the seed makes no difference."""
    check_players("solitaire", players, PLAYERS)
    return State((full(board),) * players)


def apply(state: State, player: Seat, hop: Hop) -> State:
    """Return the state after a legal hop, without checking that it is one."""
    positions = list(state.positions)
    positions[player] = positions[player].after(hop)
    return State(tuple(positions))


def view(state: State, player: Seat) -> View:
    """Return all boards, because nothing is hidden, and the player's seat."""
    return View(state.positions, player)


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the seats that have a hop left (solitaire R4); none when the game is over."""
    return tuple([seat for seat, position in enumerate(state.positions) if position.hops])


def legal_moves(state: State, player: Seat) -> tuple[Hop, ...]:
    """Return the hops of `player`, sorted by their texts; empty at the end (solitaire R4)."""
    return state.positions[player].hops


def result(state: State) -> Result:
    """Return the winners and the pips left (solitaire R4, R6)."""
    if to_move(state):
        raise ValueError("the game is not over")
    points = tuple(position.pips for position in state.positions)
    return Result(winners(state.positions[0].board, points), points)

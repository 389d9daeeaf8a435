"""The boards of all players on one line, separated by spaces, and the parser of moves."""

from __future__ import annotations

from companion.play import Seat
from companion.solitaire.board import Board, Hop
from companion.solitaire.state import State, parse_position, position_text, read_move, refuse_hop
from tests.companion.texts import illegal_move

__all__ = ["move_text", "parse_move", "parse_state", "read_move", "refusal", "state_text"]


def state_text(state: State) -> str:
    """All of a state, but not the figures of its rules."""
    return " ".join(map(position_text, state.positions))


def parse_state(text: str, board: Board) -> State:
    """Read `state_text` back; raises `NotationError`."""
    return State(tuple(parse_position(part, board) for part in text.split(" ")))


def move_text(hop: Hop) -> str:
    """A hop as `read_move` reads it."""
    return str(hop)


def refusal(state: State, player: Seat, hop: Hop) -> str | None:
    """Why the rules forbid a hop; None for a legal one."""
    return refuse_hop(state.positions[player], hop)


def parse_move(state: State, player: Seat, text: str) -> Hop:
    """The legal hop that `text` writes; raises `NotationError` or, with rule and position,
    `IllegalMoveError`.
    """
    hop = read_move(text, state.positions[player].board)
    if reason := refusal(state, player, hop):
        raise illegal_move("solitaire", text, reason, player, state_text(state))
    return hop

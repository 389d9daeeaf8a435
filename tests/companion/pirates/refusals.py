"""Why the rules of pirates forbid a move: written apart from `legal_moves`, which must list all
others.
"""

from __future__ import annotations

from companion.pirates import rules
from companion.pirates.boards import OFF
from companion.pirates.rules import _choices, _sites, can_sail, to_move
from companion.pirates.state import Move, Put, Sail, Scout, State, Take, ahead, to_place
from companion.play import Seat


def refusal(state: State, player: Seat, move: Move) -> str | None:
    """Return why the rules forbid a move, the rule's number first; None for a legal one."""
    if player not in to_move(state):
        return "R2: it is not this player's move"
    if isinstance(move, Put):
        return _refuse_put(state, player, move)
    if state.phase in ("captain", "place"):
        return "R2: first all penguins are placed"
    if isinstance(move, Scout):
        return _refuse_scout(state, move)
    if state.phase == "scout":
        return "R6: the sextant comes first"
    if isinstance(move, Sail):
        return _refuse_sail(state)
    return _refuse_take(state, move)


def _refuse_sail(state: State) -> str | None:
    if can_sail(state):
        return None
    there = ahead(state)
    if there == OFF:
        return "R7: the edge of the map stops the ship"
    if rules.FACE_DOWN_STOPS and not state.is_up(there):
        return "R7: a face-down board stops the ship"
    return f"R3: speed {state.tracks.speed} does not cover the {state.face(there).cost} dots ahead"


def _refuse_put(state: State, player: Seat, move: Put) -> str | None:
    if state.phase not in ("captain", "place"):
        return "R2: all penguins are placed"
    if move.penguin not in to_place(state, player):
        return f"R2: penguin {move.penguin + 1} is not this player's to place now"
    barred = state.card(move.penguin).colour(move.action) == "red"
    return f"R2: {move.action} is red on {state.card(move.penguin).id}" if barred else None


def _refuse_scout(state: State, move: Scout) -> str | None:
    if state.phase != "scout":
        return "R6: no sextant has been entered"
    if move.site in _sites(state):
        return None
    return f"R5: {move.site} is not face down next to a face-up board"


def _refuse_take(state: State, move: Take) -> str | None:
    if state.spots[move.penguin] is None:
        return f"R3: penguin {move.penguin + 1} is off its card"
    choices = _choices(state, move.penguin)
    if move.choice in choices:
        return None
    shown = ", ".join(choices) if any(choices) else "nothing"
    return f"R5: to {state.spots[move.penguin]} choose {shown}"

"""Why the rules of combust forbid a move: written apart from `legal_moves`, which must list all
others.
"""

from __future__ import annotations

from companion.combust.effects import options
from companion.combust.rules import may_pass, to_move
from companion.combust.state import (
    Keep,
    Move,
    Name,
    NamePlayer,
    Pass,
    Pick,
    State,
    Take,
    decision,
)
from companion.play import Seat


def refusal(state: State, player: Seat, move: Move) -> str | None:  # noqa: PLR0911 - one return a rule
    """Return why the rules forbid a move, the rule's number first; None for a legal one."""
    if player not in to_move(state):
        return "R2: it is not this player's move"
    hand, task = state.hands[player], decision(state.todo)
    if isinstance(move, Keep):
        if state.phase != "keep":
            return "R2: the lines lie already"
        return None if move.card in hand else f"R2: {move.card} was not dealt to this player"
    if task is None:
        return "R2: first everybody keeps one card"
    if isinstance(move, Take):
        if not isinstance(task, Pick):
            return "R4: no card is to be picked now"
        if (move.seat, move.card) in options(state, task):
            return None
        return f"R4: the card can't take {move.card} there"
    if isinstance(move, NamePlayer):
        named = isinstance(task, Name) and move.seat in task.seats
        return None if named else "R4: the card names no such player"
    if isinstance(task, Pick | Name):
        return "R3: first the card takes its effect"
    if isinstance(move, Pass):
        return None if may_pass(task) else "R3: a card must be placed or discarded"
    return None if move.card in hand else f"R3: {move.card} is not in hand"

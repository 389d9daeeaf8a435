"""Why the rules of rocks forbid a move: written apart from `legal_moves`, which must list all
others.
"""

from __future__ import annotations

from companion.play import Seat
from companion.rocks.board import PlaceNo
from companion.rocks.rules import generate, go, may_drop, to_move, walk
from companion.rocks.state import DROP, TAKE, Act, Move, State, Stay, Step


def refusal(state: State, player: Seat, move: Move) -> str | None:
    """Return why the rules forbid a move, the rule's number first; None for a legal one."""
    if player not in to_move(state):
        return "R3: it is not this player's move"
    if isinstance(move, Stay):
        return "R6: the whole roll can be used" if move not in generate(state) else None
    if isinstance(move, Step):
        return _refuse_step(state, move)
    if not state.starting or state.acted:
        return "R4: only once, before the first step"
    return _refuse_act(state, state.at, move.act)


def _refuse_step(state: State, move: Step) -> str | None:
    way, place = walk(state), state.board.graph.number.get(move.place)
    if place is None:
        return "R3: there is no such place"
    if way.graph.closed[state.now.seat] >> place & 1:
        return "R10: only its owner may enter a centre"
    if way.shut >> place & 1:
        return "R6: two penguins never share a space"
    if not move.hop and not way.steps() >> place & 1:
        return "R3: that is not the next space"
    if move.hop and way.is_free_landing and way.graph.centre_set >> place & 1:
        return "R10: a free landing does not reach into the centre"
    if move.hop and not way.hops() >> place & 1:
        return "R6: that is not past a run of others, or was visited on this move"
    if way.goals >> place & 1:
        return "R10: arriving there wins at once" if move.act else None
    if reason := _refuse_act(state, place, move.act):
        return reason
    if move.hop and way.dead_ends(1 << place) and state.now.seat not in go(state, move).finished:
        return "R6: from there the whole roll can't be used"
    return None


def _refuse_act(state: State, place: PlaceNo, act: Act) -> str | None:
    """Return why the mover may not do `act` at a place; None if it may (rocks R7, R9)."""
    carries = state.carries[state.mover]
    if act == TAKE and carries:
        return "R7: one rock at a time"
    if act == TAKE and not state.rocks[place]:
        return "R7: no rock lies there"
    if act == DROP and not carries:
        return "R7: it carries no rock"
    may = act != DROP or may_drop(state, place)
    return None if may else "R9: no rock can be dropped there"

"""Which moves of rocks are legal, and why others are not: R3 to R10."""

from __future__ import annotations

from companion.rocks import handling
from companion.rocks.graph import PlaceNo, members
from companion.rocks.moves import DROP, HANDLES, NOTHING, STAY, TAKE, Act, Handle, Move, Stay, Step, steps
from companion.rocks.state import Position
from companion.rocks.turns import go
from companion.rocks.walking import Walk, walk

_NO_ACT: tuple[Act, ...] = (NOTHING,)
_TAKING: tuple[Act, ...] = (NOTHING, TAKE)
_DROPPING: tuple[Act, ...] = (NOTHING, DROP)
_WHOLE_ROLL = "R6: from there the whole roll can not be used"


def refusal(position: Position, move: Move) -> str | None:
    """Why the rules do not allow a move of the penguin that has rolled, the rule's number first; None if they do."""
    if isinstance(move, Handle):
        return _refuse_handle(position, move)
    if isinstance(move, Stay):
        return "R6: the whole roll can be used" if _steps(position) else None
    return _refuse_step(position, move)


def generate(position: Position) -> list[Move]:
    """All legal moves of the penguin that has rolled, in the order of `moves.sort_key`."""
    found: list[Move] = []
    if position.starting and not position.acted:
        found += [HANDLES[act] for act in _acts(position, position.at) if act]
    return found + (_steps(position) or [STAY])


def _steps(position: Position) -> list[Move]:
    """All legal steps and hops; a place may be reached both ways, which differ in what they take of the roll."""
    way = walk(position)
    near, far, names = way.steps(), way.hops(), way.graph.names
    found: list[Move] = []
    for place in members(near | far):
        acts = _NO_ACT if way.goals >> place & 1 else _acts(position, place)
        if near >> place & 1:
            found += steps(names[place], False, acts)
        if far >> place & 1:
            landings = steps(names[place], True, acts)
            found += landings if way.lets_land(place) else (move for move in landings if _wins(position, move))
    return found


def _acts(position: Position, place: PlaceNo) -> tuple[Act, ...]:
    """What the mover may do with a rock when it stands on `place`."""
    graph, rocks = position.board.graph, position.rocks
    if position.carries[position.mover]:
        return _NO_ACT if handling.refuse_drop(graph, rocks, place, carries=True) else _DROPPING
    return _TAKING if rocks[place] else _NO_ACT


def _wins(position: Position, move: Step) -> bool:
    return position.seat in go(position, move).finished


def _refuse_handle(position: Position, move: Handle) -> str | None:
    if not position.starting or position.acted:
        return "R4: only once, before the first step"
    return _refuse_act(position, position.at, move.act)


def _refuse_act(position: Position, place: PlaceNo, act: Act) -> str | None:
    carries = position.carries[position.mover]
    return handling.refuse(position.board.graph, position.rocks, place, act, carries=carries)


def _refuse_step(position: Position, move: Step) -> str | None:
    way, place = walk(position), position.board.graph.number.get(move.place)
    if place is None:
        return "R3: there is no such place"
    if reason := _refuse_way(way, place, hop=move.hop):
        return reason
    if way.goals >> place & 1:
        return "R10: arriving there wins at once" if move.act else None
    if reason := _refuse_act(position, place, move.act):
        return reason
    if move.hop and not way.lets_land(place) and not _wins(position, move):
        return _WHOLE_ROLL
    return None


def _refuse_way(way: Walk, place: PlaceNo, *, hop: bool) -> str | None:
    if way.closed >> place & 1:
        return "R10: only its owner may enter a centre"
    if way.taken >> place & 1:
        return "R6: two penguins never share a space"
    if hop:
        return None if way.hops() >> place & 1 else "R6: that is not past a run of others, or was visited on this move"
    return None if way.steps() >> place & 1 else "R3: that is not the next space"

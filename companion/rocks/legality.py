"""Which moves of rocks are legal, and why others are not: R3 to R10."""

from __future__ import annotations

from functools import lru_cache

from companion.rocks import handling
from companion.rocks.graph import Graph, PlaceNo, PlaceSet, members, place_set
from companion.rocks.moves import DROP, HANDLES, NOTHING, STAY, TAKE, Act, Handle, Move, Stay, Step
from companion.rocks.state import Position
from companion.rocks.turns import go
from companion.rocks.walking import Walk, walk

_WHOLE_ROLL = "R6: from there the whole roll can't be used"


def refusal(position: Position, move: Move) -> str | None:
    """Why the rules do not allow a move of the penguin that has rolled, the rule's number first;
    None if they do.
    """
    if isinstance(move, Handle):
        return _refuse_handle(position, move)
    if isinstance(move, Stay):
        return "R6: the whole roll can be used" if _steps(position) else None
    return _refuse_step(position, move)


def generate(position: Position) -> tuple[Move, ...]:
    """All legal moves of the penguin that has rolled, sorted by `moves.sort_key`."""
    found = _steps(position) or (STAY,)
    if position.starting and not position.acted:
        act = _act(position)
        if _allowing(position, 1 << position.at, act):
            return (HANDLES[act], *found)
    return found


def _steps(position: Position) -> tuple[Move, ...]:
    """All legal steps and hops; a place may be reached both ways, which differ in what they take of
    the roll.
    """
    way, act = walk(position), _act(position)
    near, far = way.steps(), way.hops()
    acting = _allowing(position, (near | far) & ~way.goals, act)
    stuck = way.dead_ends(far)
    wins = (
        place_set(place for place in acting if stuck >> place & 1 and _wins(position, place, act))
        if stuck
        else 0
    )
    return _listed(way.graph, near, far & ~stuck, wins, acting, act)


def _act(position: Position) -> Act:
    """All that the mover can do with a rock: a carrier drops, others take (rocks R7)."""
    return DROP if position.carries[position.mover] else TAKE


def _allowing(position: Position, places: PlaceSet, act: Act) -> tuple[PlaceNo, ...]:
    """Where among `places` the mover may do that with a rock."""
    graph, rocks = position.board.graph, position.rocks
    if act == TAKE:
        return tuple([place for place in members(places) if rocks[place]])
    return tuple(
        p for p in members(places) if not handling.refuse_drop(graph, rocks, p, carries=True)
    )


@lru_cache(maxsize=1 << 14)
def _listed(  # noqa: PLR0917 - all that a list depends on: games share it
    graph: Graph,
    near: PlaceSet,
    far: PlaceSet,
    wins: PlaceSet,
    acting: tuple[PlaceNo, ...],
    act: Act,
) -> tuple[Step, ...]:
    """The steps to `near` and the hops to `far` places, bare and where `acting` with `act`; to
    `wins` only with it.
    """
    found: list[Step] = []
    for place in members(near | far | wins):
        acts = (NOTHING, act) if place in acting else (NOTHING,)
        if near >> place & 1:
            found += [Step(graph.names[place], False, done) for done in acts]
        if (far | wins) >> place & 1:
            found += [
                Step(graph.names[place], True, done)
                for done in (acts if far >> place & 1 else (act,))
            ]
    return tuple(found)


def _wins(position: Position, place: PlaceNo, act: Act) -> bool:
    """Whether landing there to do that with a rock ends the mover's game (rocks R10)."""
    return (
        position.seat in go(position, Step(position.board.graph.names[place], True, act)).finished
    )


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
    if reason := _refuse_way(position, way, place, hop=move.hop):
        return reason
    if way.goals >> place & 1:
        return "R10: arriving there wins at once" if move.act else None
    if reason := _refuse_act(position, place, move.act):
        return reason
    if move.hop and way.dead_ends(1 << place) and not _wins(position, place, move.act):
        return _WHOLE_ROLL
    return None


def _refuse_way(position: Position, way: Walk, place: PlaceNo, *, hop: bool) -> str | None:
    if way.graph.closed[position.seat] >> place & 1:
        return "R10: only its owner may enter a centre"
    if way.shut >> place & 1:
        return "R6: two penguins never share a space"
    if hop and way.is_free_landing and way.graph.centre_set >> place & 1:
        return "R10: a free landing does not reach into the centre"
    if hop:
        return (
            None
            if way.hops() >> place & 1
            else ("R6: that is not past a run of others, or was visited on this move")
        )
    return None if way.steps() >> place & 1 else "R3: that is not the next space"

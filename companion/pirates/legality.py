"""Which moves of pirates are legal, and why others are not: R2, R3, R5 to R7, one question a
function.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.pirates.chart import OFF
from companion.pirates.crew import BAIL_OR_FISH
from companion.pirates.moves import Move, Put, Sail, Scout, Take
from companion.pirates.state import State, ahead, scoutable, to_move, to_place
from companion.play import Seat

# pirates R7 (D); False: a board that the ship runs into is turned up, and it goes on if it can
FACE_DOWN_STOPS = True


def refusal(state: State, player: Seat, move: Move) -> str | None:  # noqa: PLR0911 - one return a kind of move
    """Why the rules do not allow a move here, the rule's number first; None for a legal one."""
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
        return stopped(state)
    return _refuse_take(state, move)


def stopped(state: State) -> str | None:
    """Why the ship can't move ahead now, the rule's number first; None when it can (pirates R3,
    R7).
    """
    there = ahead(state)
    if there == OFF:
        return "R7: the edge of the map stops the ship"
    if not state.up(there):
        if FACE_DOWN_STOPS:
            return "R7: a face-down board stops the ship"
        return None if state.tracks.speed else "R3: speed 0 moves nothing"
    cost, speed = state.face(there).cost, state.tracks.speed
    return None if speed >= cost else f"R3: speed {speed} does not cover the {cost} dots ahead"


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
    return (
        None
        if move.site in _sites(state)
        else (f"R5: {move.site} is not face down next to a face-up board")
    )


def _refuse_take(state: State, move: Take) -> str | None:
    if state.spots[move.penguin] is None:
        return f"R3: penguin {move.penguin + 1} is off its card"
    choices = _choices(state, move.penguin)
    if move.choice in choices:
        return None
    shown = ", ".join(choices) if any(choices) else "nothing"
    return f"R5: to {state.spots[move.penguin]} choose {shown}"


def _choices(state: State, penguin: int) -> tuple[str, ...]:
    """What the captain may choose for a penguin's action: just "" where there is
    nothing to choose.
    """
    action = state.spots[penguin]
    if action == "bail":
        return tuple(sorted(BAIL_OR_FISH))
    if action == "scout":
        return tuple(sorted(_sites(state))) or ("",)
    return ("",)


def _sites(state: State) -> tuple[str, ...]:
    return tuple(state.deck.sites[place].id for place in scoutable(state.deck, state.face_up))


def generate(state: State, player: Seat) -> Iterator[Move]:
    """All legal moves of `player`, sorted by `moves.sort_key`."""
    if state.phase in ("captain", "place"):
        for penguin in to_place(state, player):
            yield from (Put(penguin, action) for action in state.card(penguin).open)
    elif player in to_move(state):
        if state.phase == "scout":
            yield from map(Scout, sorted(_sites(state)))
            return
        for penguin, action in enumerate(state.spots):
            if action is not None:
                yield from (Take(penguin, choice) for choice in _choices(state, penguin))
        if stopped(state) is None:
            yield Sail()

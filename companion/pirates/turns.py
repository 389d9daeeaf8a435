"""What each move of pirates does to the state, and what follows of itself: R2 to R10.

Nothing waits that nobody decides: when the last penguin is placed all are revealed, and when no
penguin is left and the ship can't move, the event happens and the next turn begins.
"""

from __future__ import annotations

from dataclasses import replace

from companion.hexes import heading
from companion.pirates import tracks
from companion.pirates.boards import SEXTANT
from companion.pirates.chart import OFF
from companion.pirates.crew import (
    ACTION_CHANGES,
    ACTION_TURNS,
    BAIL_OR_FISH,
    PENGUINS,
    TURNS,
    Action,
)
from companion.pirates.entering import Crew, End, Entry, enter, sunk, wanted
from companion.pirates.legality import stopped
from companion.pirates.moves import Move, Put, Sail, Scout, Take
from companion.pirates.state import Spots, State, Vessel, ahead, scoutable
from companion.play import Seat

NOBODY: Spots = (None,) * PENGUINS


def apply(state: State, _player: Seat, move: Move) -> State:
    """The state after a legal move; whether it is legal is not asked."""
    match move:
        case Put(penguin, action):
            return _put(state, penguin, action)
        case Take(penguin, choice):
            return _settle(_act(state, penguin, choice))
        case Scout(site):
            return _settle(replace(_turn_up(state, site), phase="sail"))
        case Sail():
            return _settle(_sail(state))


def _with_spot(state: State, penguin: int, action: Action | None) -> Spots:
    return (*state.spots[:penguin], action, *state.spots[penguin + 1 :])


# --- planning (pirates R2) ------------------------------------------------------------------------


def _put(state: State, penguin: int, action: Action) -> State:
    """The captain's yellow spot is paid at once, those placed in secret when all are revealed."""
    placed = replace(state, spots=_with_spot(state, penguin, action))
    if state.phase == "captain":
        return _lost(replace(_pay(placed, [penguin]), phase="place"))
    return placed if None in placed.spots else _reveal(placed)


def _pay(state: State, penguins: list[int]) -> State:
    now, most = state.tracks, state.deck.most
    for penguin in penguins:
        spot = state.spots[penguin]
        if spot and state.card(penguin).colour(spot) == "yellow":
            now = tracks.pay_for_yellow(now, most)
    return replace(state, tracks=now)


def _reveal(state: State) -> State:
    """All are known: yellow is paid, then speed grows by the sails (pirates R2, R3)."""
    paid = _lost(_pay(state, [penguin for penguin in range(PENGUINS) if penguin != state.captain]))
    if paid.end:
        return paid
    return replace(paid, phase="sail", tracks=tracks.gain_speed(paid.tracks, paid.deck.most))


# --- movement (pirates R3 to R7) ------------------------------------------------------------------


def _act(state: State, penguin: int, choice: str) -> State:
    """A penguin's action (pirates R5)."""
    action = state.spots[penguin]
    state = replace(state, spots=_with_spot(state, penguin, None))
    if action in ACTION_TURNS:
        return replace(state, ship=state.ship.turn(ACTION_TURNS[action]))
    if action == "scout":
        return _turn_up(state, choice) if choice else state
    changes = BAIL_OR_FISH[choice] if action == "bail" else ACTION_CHANGES.get(action or "", ())
    return replace(state, tracks=state.tracks.change(state.deck.most, changes))


def _turn_up(state: State, site: str) -> State:
    return replace(state, face_up=state.face_up | {state.deck.sites_by_id[site]})


def _sail(state: State) -> State:
    """Enter the hex ahead (pirates R3, R6): first what the crew has of it, then what the hex does
    to the ship.
    """
    there = ahead(state)
    if not state.up(there):
        state = replace(state, face_up=state.face_up | {state.deck.chart.place[there]})
        if stopped(state):
            return state
    face, met = state.face(there), state.pirate is not None and state.pirate.hex == there
    entry = Entry(state.deck, face.dots, face.special, wanted(state.variants), met)
    crew = enter(Crew(state.tracks, state.rescued), entry)
    ship, phase = Vessel(there, state.ship.facing).turn(face.whirl), state.phase
    if crew.end:
        phase = "over"
    elif face.special == SEXTANT and scoutable(state.deck, state.face_up):
        phase = "scout"
    return replace(
        state, ship=ship, tracks=crew.tracks, rescued=crew.rescued, end=crew.end, phase=phase
    )


def _lost(state: State) -> State:
    """Lost with water at the skull or the two ships in one hex, at any time (pirates R9)."""
    if sunk(state.tracks, state.deck.most):
        return _over(state, "skull")
    return _over(state, "pirates") if state.pirate and state.pirate.hex == state.ship.hex else state


def _over(state: State, end: End) -> State:
    return replace(state, phase="over", end=end)


def _settle(state: State) -> State:
    """When nobody can do anything more, the event phase comes (pirates R3)."""
    if state.phase != "sail" or state.spots != NOBODY or stopped(state) is None:
        return state
    return _event_phase(state)


# --- event phase (pirates R8 to R10) --------------------------------------------------------------


def _event_phase(state: State) -> State:
    for step in (_event, _lost, _pirate_sails):
        state = step(state)
        if state.end:
            return state
    if state.turn == TURNS:
        return _over(state, "events")
    return replace(state, turn=state.turn + 1, phase="captain")


def _event(state: State) -> State:
    """The event's effect; pirates appear only if none are on the map (pirates R8)."""
    event, deck = state.event, state.deck
    pirate = state.pirate
    if event.spawns and pirate is None:
        pirate = Vessel(deck.chart.pier, deck.pier_facing)
    now = state.tracks.change(deck.most, event.changes)
    return replace(state, tracks=now, ship=state.ship.turn(event.turn), pirate=pirate)


def _pirate_sails(state: State) -> State:
    """Straight ahead, turned by whirlwinds that are face up, then towards the penguins (pirates
    R8).
    """
    pirate = state.pirate
    if pirate is None:
        return state
    for _ in range(state.event.distance):
        there = state.deck.chart.ahead[pirate.hex][pirate.facing]
        if there == OFF:
            return replace(state, pirate=None)
        pirate = Vessel(there, pirate.facing)
        if there == state.ship.hex:
            return _lost(replace(state, pirate=pirate))
        if state.up(there):
            pirate = pirate.turn(state.face(there).whirl)
    return replace(state, pirate=turn_towards(state, pirate))


def turn_towards(state: State, pirate: Vessel) -> Vessel:
    """The pirate ship turned to face the penguin ship, or as near as possible (pirates R8, D)."""
    spots = state.deck.chart.spots
    return Vessel(pirate.hex, heading(spots[pirate.hex], spots[state.ship.hex], pirate.facing))

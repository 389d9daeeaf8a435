"""The rules of pirates, R1 to R10 of games.md: pure functions from state to state.

In a turn, the captain places a penguin openly (`Put`), then the others theirs in secret, all at
once. Then the captain takes penguins off (`Take`) and moves the ship (`Sail`) in any order, until
neither is possible. Everything else happens automatically: the reveal after the last penguin, and
after the movement the event, the pirates' move and the next turn.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TypeAlias

from companion.errors import UsageError
from companion.hexes import heading
from companion.pirates.boards import COUSIN, OFF, SEXTANT
from companion.pirates.deck import (
    ACTION_CHANGES,
    ACTION_TURNS,
    BAIL_OR_FISH,
    PENGUINS,
    TURNS,
    Action,
    Deck,
)
from companion.pirates.state import (
    NOBODY,
    PLAYERS,
    VARIANTS,
    End,
    Move,
    Put,
    Sail,
    Scout,
    State,
    Take,
    Vessel,
    View,
    ahead,
    enter,
    is_sunk,
    placer,
    scoutable,
    to_place,
)
from companion.pirates.tracks import gain_speed, pay_for_yellow
from companion.play import Result, Seat, check_players, replaced

Cards: TypeAlias = tuple[int, ...]
# pirates R2 (D): until the reveal, a handicap card is also known only to its player
CARD_SECRET = True
# pirates R7 (D); False: a face-down board ahead is turned up, and the ship goes on if it can
FACE_DOWN_STOPS = True


def setup(deck: Deck, players: int, seed: int, variants: Collection[str] = ()) -> State:
    """Return the first turn, with seat 0 as captain (pirates R1).

    Raises `UsageError` also for variants that there aren't, or not with this deck.
    """
    check_players("pirates", players, PLAYERS)
    unknown = sorted(set(variants) - VARIANTS)
    if unknown:
        remedy = f"use one of: {', '.join(sorted(VARIANTS))}"
        raise UsageError("pirates", f"no variant {unknown[0]!r}", remedy=remedy)
    if COUSIN in variants and not deck.cousin:
        problem = "Bob's cousin is on no board of this deck"
        raise UsageError("pirates", problem, remedy="leave the variant out")
    chance, piles = random.Random(seed), dict[str, list[int]]()
    for index in chance.sample(range(len(deck.boards)), len(deck.boards)):
        piles.setdefault(deck.boards[index].back, []).append(index)
    boards = tuple(piles[site.back].pop() for site in deck.sites)
    events, hands = shuffle(deck, chance)
    return State(
        deck=deck,
        seed=seed,
        variants=frozenset(variants),
        players=players,
        boards=boards,
        events=events,
        hands=hands,
        turn=1,
        phase="captain",
        face_up=frozenset({0}),
        spots=NOBODY,
        tracks=deck.start,
        ship=Vessel(deck.chart.pier, deck.pier_facing),
        pirate=None,
        rescued=frozenset(),
    )


def shuffle(deck: Deck, chance: random.Random) -> tuple[Cards, tuple[Cards, ...]]:
    """Return shuffled events, which ascend, and each penguin's handicap cards, as indices (R1)."""
    drawn = chance.sample(range(TURNS), TURNS)
    events = tuple(sorted(drawn, key=lambda event: deck.events[event].order))
    return events, tuple(tuple(chance.sample(range(TURNS), TURNS)) for _ in range(PENGUINS))


def view(state: State, player: Seat) -> View:
    """Return what `player` may know (pirates R1, R2)."""
    secret = state.phase == "place"
    captain = state.captain
    known = [
        not secret or penguin == captain or placer(penguin, captain, state.players) == player
        for penguin in range(PENGUINS)
    ]
    # cards of past turns, and of this one once drawn; the captain draws first, openly
    if state.phase == "captain":
        taken = [penguin == captain for penguin in range(PENGUINS)]
    else:
        taken = known if CARD_SECRET else [True] * PENGUINS
    known_state = replace(
        state,
        seed=0,
        boards=state.known_boards,
        events=state.events[: state.turn],
        hands=tuple(
            hand[: state.turn if taken[penguin] else state.turn - 1]
            for penguin, hand in enumerate(state.hands)
        ),
        spots=tuple(spot if known[penguin] else None for penguin, spot in enumerate(state.spots)),
    )
    return View(player, known_state, tuple(spot is not None for spot in state.spots))


def apply(state: State, _player: Seat, move: Move) -> State:
    """Return the state after a legal move, without checking that it is one."""
    match move:
        case Put(penguin, action):
            return put(state, penguin, action)
        case Take(penguin, choice):
            state = act(state, penguin, choice)
        case Scout(site):
            state = replace(_turn_up(state, site), phase="sail")
        case Sail():
            state = sail(state)
    if state.phase == "sail" and state.spots == NOBODY and not can_sail(state):
        return end_turn(state)
    return state


def result(state: State) -> Result:
    """Return the result, in which all win or all lose (pirates R9)."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    won = state.end == "home"
    return Result(tuple(range(state.players)) if won else (), (int(won),) * state.players)


# --- which moves are legal ------------------------------------------------------------------------


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the captain, or in phase "place" all seats that must still place (pirates R2, R3)."""
    if state.phase == "place":
        return tuple(seat for seat in range(state.players) if to_place(state, seat))
    return () if state.phase == "over" else (state.captain,)


def legal_moves(state: State, player: Seat) -> list[Move]:
    """Return the moves of `player`, sorted by kind, penguin, spot and choice; empty out of turn."""
    if state.phase in ("captain", "place"):
        penguins = to_place(state, player)
        return [Put(penguin, action) for penguin in penguins for action in state.card(penguin).open]
    if player not in to_move(state):
        return []
    if state.phase == "scout":
        return [Scout(site) for site in sorted(_sites(state))]
    moves: list[Move] = [
        Take(penguin, choice)
        for penguin, action in enumerate(state.spots)
        if action is not None
        for choice in _choices(state, penguin)
    ]
    return [*moves, Sail()] if can_sail(state) else moves


def can_sail(state: State) -> bool:
    """Return whether the ship can move ahead (pirates R3, R7)."""
    there, speed = ahead(state), state.tracks.speed
    if there == OFF:
        return False
    if not state.is_up(there):
        return not FACE_DOWN_STOPS and speed > 0
    return speed >= state.face(there).cost


def _choices(state: State, penguin: int) -> tuple[str, ...]:
    """Return the choices for a penguin's action; only "" if it has none."""
    action = state.spots[penguin]
    if action == "bail":
        return tuple(sorted(BAIL_OR_FISH))
    return (tuple(sorted(_sites(state))) if action == "scout" else ()) or ("",)


def _sites(state: State) -> tuple[str, ...]:
    return tuple(state.deck.sites[place].id for place in scoutable(state.deck, state.face_up))


# --- planning (pirates R2) ------------------------------------------------------------------------


def put(state: State, penguin: int, action: Action) -> State:
    """Place a penguin; the captain pays for a yellow spot now, the others at the reveal (R2)."""
    placed = replace(state, spots=replaced(state.spots, penguin, action))
    if state.phase == "captain":
        return _check_lost(replace(_pay(placed, [penguin]), phase="place"))
    if None in placed.spots:
        return placed
    paid = _check_lost(
        _pay(placed, [penguin for penguin in range(PENGUINS) if penguin != state.captain])
    )
    if paid.end:
        return paid
    return replace(paid, phase="sail", tracks=gain_speed(paid.tracks, paid.deck.most))


def _pay(state: State, penguins: Iterable[int]) -> State:
    """Pay for each of `penguins` on a yellow spot (pirates R2)."""
    spots = [(state.card(penguin), state.spots[penguin]) for penguin in penguins]
    yellow = sum(spot is not None and card.colour(spot) == "yellow" for card, spot in spots)
    return replace(state, tracks=pay_for_yellow(state.tracks, state.deck.most, yellow))


# --- movement (pirates R3 to R7) ------------------------------------------------------------------


def act(state: State, penguin: int, choice: str) -> State:
    """Take a penguin off its card and apply its action (pirates R5)."""
    action = state.spots[penguin]
    state = replace(state, spots=replaced(state.spots, penguin, None))
    if action in ACTION_TURNS:
        return replace(state, ship=state.ship.turn(ACTION_TURNS[action]))
    if action == "scout":
        return _turn_up(state, choice) if choice else state
    changes = BAIL_OR_FISH[choice] if action == "bail" else ACTION_CHANGES.get(action or "", ())
    return replace(state, tracks=state.tracks.change(state.deck.most, changes))


def _turn_up(state: State, site: str) -> State:
    return replace(state, face_up=state.face_up | {state.deck.sites_by_id[site]})


def sail(state: State) -> State:
    """Enter the hex ahead, with its effects on the crew, then on the ship (pirates R3, R6)."""
    there = ahead(state)
    if not state.is_up(there):
        state = replace(state, face_up=state.face_up | {state.deck.chart.place[there]})
        if not can_sail(state):
            return state
    face, met = state.face(there), state.pirate is not None and state.pirate.hex == there
    tracks, rescued, end = enter(
        state.deck, state.tracks, state.rescued, face, state.variants, pirates=met
    )
    ship, phase = Vessel(there, state.ship.facing).turn(face.whirl), state.phase
    if end:
        phase = "over"
    elif face.special == SEXTANT and scoutable(state.deck, state.face_up):
        phase = "scout"
    return replace(state, ship=ship, tracks=tracks, rescued=rescued, end=end, phase=phase)


def _check_lost(state: State) -> State:
    """End the game if the water is at the skull or both ships are in one hex (pirates R9)."""
    if is_sunk(state.tracks, state.deck.most):
        return _over(state, "skull")
    return _over(state, "pirates") if state.pirate and state.pirate.hex == state.ship.hex else state


def _over(state: State, end: End) -> State:
    return replace(state, phase="over", end=end)


# --- event phase (pirates R8 to R10) --------------------------------------------------------------


def end_turn(state: State) -> State:
    """Apply the event, move the pirates and begin the next turn (pirates R8 to R10)."""
    state = happen(state)
    if not state.end:
        state = sail_pirates(state)
    if state.end:
        return state
    if state.turn == TURNS:
        return _over(state, "events")
    return replace(state, turn=state.turn + 1, phase="captain")


def happen(state: State) -> State:
    """Apply the event's effects; pirates appear only if none are on the map (pirates R8)."""
    event, deck, pirate = state.event, state.deck, state.pirate
    if event.spawns and pirate is None:
        pirate = Vessel(deck.chart.pier, deck.pier_facing)
    tracks = state.tracks.change(deck.most, event.changes)
    turned = state.ship.turn(event.turn)
    return _check_lost(replace(state, tracks=tracks, ship=turned, pirate=pirate))


def sail_pirates(state: State) -> State:
    """Move the pirates ahead, turned by face-up whirlwinds, then turn them to the penguins (R8)."""
    pirate = state.pirate
    if pirate is None:
        return state
    for _ in range(state.event.distance):
        there = state.deck.chart.ahead[pirate.hex][pirate.facing]
        if there == OFF:
            return replace(state, pirate=None)
        pirate = Vessel(there, pirate.facing)
        if there == state.ship.hex:
            return _check_lost(replace(state, pirate=pirate))
        if state.is_up(there):
            pirate = pirate.turn(state.face(there).whirl)
    return replace(state, pirate=turn_towards(state, pirate))


def turn_towards(state: State, pirate: Vessel) -> Vessel:
    """Return the pirates turned towards the penguins' ship as far as possible (pirates R8, D)."""
    spots = state.deck.chart.spots
    return Vessel(pirate.hex, heading(spots[pirate.hex], spots[state.ship.hex], pirate.facing))

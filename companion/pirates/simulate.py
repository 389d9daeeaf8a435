"""Two bots for pirates, one random and one sensible, and statistics and targets of games (O).

The sensible bot imagines a state that fits its view. To place a penguin, it guesses what the others
will place, tries what the captain could do with all actions, and chooses the best. It values a
state by the cost of the way left, over hexes and facings to Bob and then home, as far as a player
knows the map. A way costs speed, 1 for each dot; a face-down hex costs an average, and more on a
new board.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, combinations
from operator import attrgetter
from typing import TypeAlias

from companion.hexes import distance
from companion.pirates.boards import BOB, COUSIN, HOME, OFF, SEXTANT, Face, HexId, boards_with
from companion.pirates.deck import ACTIONS, PENGUINS, TURNS, Action, Deck
from companion.pirates.rules import apply, can_sail, setup
from companion.pirates.state import (
    FACE_DOWN,
    NOBODY,
    Move,
    Put,
    Sail,
    Scout,
    Spots,
    State,
    Take,
    View,
    scoutable,
    wanted,
)
from companion.pirates.tracks import gain_speed
from companion.play import Bot, Seat, random_bot
from companion.study import Study, Target, team_rates

Boards: TypeAlias = tuple[int, ...]  # by place; `FACE_DOWN` if unknown
Way: TypeAlias = tuple[float, ...]  # cost to the goal from hex h facing d, at index 6 * h + d

SAILS_WORTH = (-9.0, -4.0, 0.0, 2.6, 4.2, 3.4, 1.8, 0.5)  # by sails, with 4 or more turns left
WATER_COST = (0.0, 0.4, 1.0, 2.0, 3.8, 7.0, 14.0)
SPEED_WORTH, FISH_WORTH, DANGER = 0.7, 0.25, 1.2
SCOUT_WORTH, SEXTANT_WORTH, HIDING_WORTH = 1.0, 1.0, 2.5
YELLOW_COST = 0.3
TURN_COST, UNKNOWN_HEX, UNKNOWN_BOARD, SEARCH = 2.2, 2.8, 2.0, 5.0
RED_COST = 0.8  # of a red dot, besides its speed
LIKED = {"kraken": 1.0, "bucket": -0.8, "fish": -0.3, SEXTANT: -0.6}
LEAST = 0.3  # of a step; if steps could be free, the way would go in circles
FAR = 1000.0
WON, LOST = 300.0, -300.0


def sensible_bot(view: View, moves: Sequence[Move], chance: random.Random) -> Move:
    """Return the move that is worth most to the crew."""
    state = imagine(view)
    if isinstance(moves[0], Put):
        puts = [move for move in moves if isinstance(move, Put)]
        return max(puts, key=lambda move: _put_value(state, move) + chance.random() / 100)
    scouting = [
        move
        for move in moves
        if isinstance(move, Scout)
        or (isinstance(move, Take) and state.spots[move.penguin] == "scout")
    ]
    if scouting:
        return max(scouting, key=lambda move: _board_value(state, move) + chance.random() / 100)
    return _best_ending(state, {})[1] or moves[0]


def imagine(view: View) -> State:
    """Return a state that fits the view.

    Hidden boards and cards are in the deck's order, hidden penguins on their first allowed spot.
    """
    state, deck = view.state, view.state.deck
    hands = tuple(map(_all_cards, state.hands))
    cards = [deck.handicaps[penguin][hand[state.turn - 1]] for penguin, hand in enumerate(hands)]
    spots = tuple(
        spot or (card.open[0] if placed else None)
        for spot, placed, card in zip(state.spots, view.placed, cards, strict=True)
    )
    boards, events = imagine_boards(deck, state.boards), _all_cards(state.events)
    return replace(state, boards=boards, events=events, hands=hands, spots=spots)


def _all_cards(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return known cards, followed by the others of their deck."""
    return (*cards, *(card for card in range(TURNS) if card not in cards))


@lru_cache(maxsize=64)
def imagine_boards(deck: Deck, boards: Boards) -> tuple[int, ...]:
    """Return the boards, with face-down ones taken from the deck by their backs."""
    piles: dict[str, list[int]] = {}
    for index, board in enumerate(deck.boards):
        if index not in boards:
            piles.setdefault(board.back, []).append(index)
    return tuple(
        piles[site.back].pop(0) if board == FACE_DOWN else board
        for site, board in zip(deck.sites, boards, strict=True)
    )


def _mates(state: State) -> tuple[str, ...]:
    return tuple(sorted(wanted(state.variants)))


# --- placing --------------------------------------------------------------------------------------


def _put_value(state: State, move: Put) -> float:
    """Return a spot's worth less its price, if the others take the best spots, even barred ones."""
    price = YELLOW_COST if state.card(move.penguin).colour(move.action) == "yellow" else 0.0
    if price and not state.tracks.fish:
        price = WATER_COST[min(state.tracks.water + 1, 6)] - WATER_COST[min(state.tracks.water, 6)]
    base = replace(
        state, spots=tuple(s if p == state.captain else None for p, s in enumerate(state.spots))
    )
    wishes = (*(spot for spot in base.spots if spot), *_wishes(base))
    # wishes are clockwise from the captain
    others = [
        spot
        for steps, spot in enumerate(wishes[:PENGUINS])
        if (state.captain + steps) % PENGUINS != move.penguin
    ]
    return crew_value(replace(base, spots=NOBODY), tuple(sorted((*others, move.action)))) - price


@lru_cache(maxsize=256)
def _wishes(state: State) -> tuple[Action, ...]:
    """Return the best actions for unplaced penguins, one by one; none before the captain placed."""
    placed = [spot for spot in state.spots if spot]
    if not placed:
        return ()
    bare, crew = replace(state, spots=NOBODY), list(placed)
    while len(crew) < PENGUINS:
        crew.append(
            max(ACTIONS, key=lambda action: crew_value(bare, tuple(sorted((*crew, action)))))
        )
    return tuple(crew[len(placed) :])


@lru_cache(maxsize=4096)
def crew_value(bare: State, actions: tuple[Action, ...]) -> float:
    """Return the worth of these actions to the captain in the movement phase.

    `bare` is the turn before any penguin is placed. Scouts are valued separately, so that the
    search is short enough to reach the event and the pirates.
    """
    spots: Spots = (*(action for action in actions if action != "scout"), *NOBODY)[:PENGUINS]
    speed = gain_speed(bare.tracks, bare.deck.most)
    near = frozenset(scoutable(bare.deck, bare.face_up))
    scout = SCOUT_WORTH + (HIDING_WORTH if near & _places_wanted(bare) else 0.0)
    scouts = scout * min(actions.count("scout"), len(near))
    return scouts + _best_ending(replace(bare, phase="sail", tracks=speed, spots=spots), {})[0]


# --- the captain's movement phase -----------------------------------------------------------------


def _best_ending(
    state: State, memo: dict[object, tuple[float, Move | None]]
) -> tuple[float, Move | None]:
    """Return the worth of the best end of this turn without scouting, and the move towards it."""
    known = memo.get(key := (state.spots, state.ship, state.tracks, state.rescued))
    if known:
        return known
    best: tuple[float, Move | None] = (LOST * 2, None)
    for move in _moves_but_scouting(state):
        after = apply(state, state.captain, move)
        value = 0.0
        if after.phase == "scout":
            after, value = replace(after, phase="sail"), SEXTANT_WORTH
        ended = (
            after.turn != state.turn
            or after.phase == "over"
            or not any(True for _ in _moves_but_scouting(after))
        )
        value += worth(after) if ended else _best_ending(after, memo)[0]
        if value > best[0]:
            best = (value, move)
    if best[1] is None:
        best = (worth(state), None)
    memo[key] = best
    return best


def _moves_but_scouting(state: State) -> Iterator[Move]:
    """Yield the captain's moves except scouting, sail first; bail is used to fish without water."""
    if can_sail(state):
        yield Sail()
    seen = set()
    for penguin, action in enumerate(state.spots):
        if action and action != "scout" and action not in seen:
            seen.add(action)
            choice = ("bail" if state.tracks.water else "fish") if action == "bail" else ""
            yield Take(penguin, choice)


def worth(state: State) -> float:
    """Return the worth of a state at the end of its turn."""
    if state.phase == "over":
        return WON if state.end == "home" else LOST
    boards = state.known_boards
    way = ways(state.deck, boards, _mates(state))[state.rescued][
        6 * state.ship.hex + state.ship.facing
    ]
    danger, spots = 0.0, state.deck.chart.spots
    if state.pirate is not None:  # the pirates face the ship at this time
        danger = DANGER * max(0, 5 - distance(spots[state.pirate.hex], spots[state.ship.hex]))
    sails = (
        SAILS_WORTH[min(state.tracks.sails, len(SAILS_WORTH) - 1)] * min(TURNS - state.turn, 4) / 4
    )
    wealth = SPEED_WORTH * min(state.tracks.speed, 6) + FISH_WORTH * state.tracks.fish
    return sails + wealth - way - WATER_COST[min(state.tracks.water, len(WATER_COST) - 1)] - danger


# --- scouting -------------------------------------------------------------------------------------


def _places_wanted(state: State) -> frozenset[int]:
    """Return the places that may hide someone missing; home if all are aboard."""
    boards, missing = state.known_boards, [m for m in _mates(state) if m not in state.rescued]
    return frozenset().union(
        *(hiding(state.deck, boards, special) for special in missing or [HOME])
    )


def _board_value(state: State, move: Move) -> float:
    """Return the worth of the board that a move turns up: higher if it is near or may be wanted."""
    site = move.site if isinstance(move, Scout) else move.choice if isinstance(move, Take) else ""
    if not site:
        return 0.0
    place = state.deck.sites_by_id[site]
    hidden = place in _places_wanted(state)
    middle = state.deck.sites[place].middle
    return 6.0 * hidden - distance(middle, state.deck.chart.spots[state.ship.hex])


# --- the way home ---------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def ways(deck: Deck, boards: Boards, mates: tuple[str, ...]) -> dict[frozenset[str], Way]:
    """Return the way home past the missing `mates`, by the set of those aboard."""
    best: dict[frozenset[str], Way] = {}
    faces = known_faces(deck, boards)
    crowds = (combinations(mates, size) for size in range(len(mates), -1, -1))
    for aboard in map(frozenset, chain.from_iterable(crowds)):
        nexts: list[tuple[str, Way | None]] = [
            (mate, best[aboard | {mate}]) for mate in mates if mate not in aboard
        ]
        goals: dict[int, float] = {}
        for special, beyond in nexts or [(HOME, None)]:
            places = hiding(deck, boards, special)
            for hex_id, face in enumerate(faces):
                maybe = deck.chart.place[hex_id] in places
                if maybe or (face and face.special == special):
                    for spot in range(6 * hex_id, 6 * hex_id + 6):
                        value = (SEARCH if maybe else 0.0) + (beyond[spot] if beyond else 0.0)
                        goals[spot] = min(value, goals.get(spot, FAR))
        best[aboard] = _flood(deck, faces, goals)
    return best


@lru_cache(maxsize=64)
def known_faces(deck: Deck, boards: Boards) -> tuple[Face | None, ...]:
    """Return the face of each hex; None on a face-down board."""
    chart = deck.chart
    lying = [boards[place] for place in chart.place]
    return tuple(
        None if board == FACE_DOWN else deck.boards[board].faces[petal]
        for board, petal in zip(lying, chart.petal, strict=True)
    )


def hiding(deck: Deck, boards: Boards, special: str) -> frozenset[int]:
    """Return the places that may hide `special`; empty if it is face up."""
    if any(face and face.special == special for face in known_faces(deck, boards)):
        return frozenset()
    backs = {board.back for board in boards_with(deck.boards, special)}
    return frozenset(
        place
        for place, board in enumerate(boards)
        if board == FACE_DOWN and deck.sites[place].back in backs
    )


def _flood(deck: Deck, faces: Sequence[Face | None], goals: dict[int, float]) -> Way:
    """Return the cheapest way to the goals, searched backwards from them."""
    best = [FAR] * (6 * len(faces))
    for spot, value in goals.items():
        best[spot] = value
    changed = deque(sorted(goals, key=lambda spot: goals[spot]))
    while changed:
        spot = changed.popleft()
        for cost, before in _before(deck, faces, *divmod(spot, 6)):
            if best[spot] + cost < best[before]:
                best[before] = best[spot] + cost
                changed.append(before)
    return tuple(best)


def _before(
    deck: Deck, faces: Sequence[Face | None], here: HexId, facing: int
) -> Iterator[tuple[float, int]]:
    """Yield each turn or step that leads to `here` and `facing`: its cost and where it starts."""
    chart, face = deck.chart, faces[here]
    yield TURN_COST, 6 * here + (facing + 1) % 6
    yield TURN_COST, 6 * here + (facing + 5) % 6
    entry = (facing - (face.whirl if face else 0)) % 6
    start = chart.ahead[here][(entry + 3) % 6]
    if start == OFF:
        return
    if face is None:
        cost = UNKNOWN_HEX + (UNKNOWN_BOARD if chart.place[here] != chart.place[start] else 0.0)
    else:
        cost = face.cost + RED_COST * face.red + LIKED.get(face.special, 0.0)
    yield max(LEAST, cost), 6 * start + entry


BOTS: Mapping[str, Bot[View, Move]] = {"random": random_bot, "sensible": sensible_bot}


ENDS = {"skull": "lost: water, %", "pirates": "lost: pirates, %", "events": "lost: turn 12 over, %"}
RESCUED, HEXES, YELLOW, UP = "Bob rescued, %", "hexes sailed", "yellow spots", "boards turned up"

TARGETS = (Target("games that a crew wins", team_rates, 0.25, 0.50, percent=True),)


def _deeds(before: State, seat: Seat, move: Move, after: State) -> Iterator[tuple[Seat, str]]:
    """Yield the deeds of a move; an event counts for the seat whose move caused it."""
    if isinstance(move, Put):
        yield seat, move.action
        if before.card(move.penguin).colour(move.action) == "yellow":
            yield seat, YELLOW
    if isinstance(move, Sail):
        yield seat, HEXES
    if after.turn > before.turn or after.phase == "over":
        yield seat, before.event.id


def _facts(end: State, deeds: Sequence[Mapping[str, int]]) -> dict[str, tuple[int, ...]]:
    return {
        **{words: (int(end.end == name),) for name, words in ENDS.items()},
        RESCUED: (int(BOB in end.rescued),),
        HEXES: (sum(done.get(HEXES, 0) for done in deeds),),
        YELLOW: (sum(done.get(YELLOW, 0) for done in deeds),),
        UP: (len(end.face_up),),
    }


STUDY = Study(
    unit="turns",
    points="",
    tables=(4, 3),
    cards=lambda deck: {
        "spots": {action: action for action in ACTIONS},
        "events": {event.id: event.name for event in deck.events},
    },
    rows={"events": "event"},
    deeds=_deeds,
    length=attrgetter("turn"),
    facts=_facts,
    targets=TARGETS,
    variants={COUSIN: partial(setup, variants=(COUSIN,))},
    team=True,
)

"""Two crews of pirates: one plays at random, one sensibly. Both see a `View` and the legal moves,
no more.

The sensible one imagines a state that fits its view, tries in it what the captain could make of a
set of actions, and places what helps most beside what the others will probably place. That is all
that tuning the data needs.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from companion.hexes import distance
from companion.pirates import tracks
from companion.pirates.boards import HOME
from companion.pirates.crew import ACTIONS, PENGUINS, TURNS, Action
from companion.pirates.deck import Deck
from companion.pirates.entering import wanted
from companion.pirates.legality import stopped
from companion.pirates.moves import Move, Put, Sail, Scout, Take
from companion.pirates.state import Spots, State, View, scoutable
from companion.pirates.turns import NOBODY, apply
from companion.pirates.voyage import Boards, hiding, ways
from companion.play import Bot, random_bot

SAILS_WORTH = (-9.0, -4.0, 0.0, 2.6, 4.2, 3.4, 1.8, 0.5)  # by sails, with some turns to go
WATER_COST = (0.0, 0.4, 1.0, 2.0, 3.8, 7.0, 14.0)
SPEED_WORTH, FISH_WORTH, DANGER = 0.7, 0.25, 1.2
SCOUT_WORTH, SEXTANT_WORTH, HIDING_WORTH = 1.0, 1.0, 2.5
YELLOW_COST = 0.3
WON, LOST = 300.0, -300.0


def sensible_bot(view: View, moves: Iterable[Move], chance: random.Random) -> Move:
    """What promises most for the crew."""
    listed = tuple(moves)
    state = imagine(view)
    if isinstance(listed[0], Put):
        puts = [move for move in listed if isinstance(move, Put)]
        return max(puts, key=lambda move: _put_value(state, move) + chance.random() / 100)
    scouting = [move for move in listed if isinstance(move, Scout) or _scouts(state, move)]
    if scouting:
        return max(scouting, key=lambda move: _board_value(state, move) + chance.random() / 100)
    return _best(state, {})[1] or listed[0]


def imagine(view: View) -> State:
    """A state that fits the view: what is hidden lies in the order of the deck, and on the first
    spot that may be.
    """
    deck = view.deck
    hands = tuple(_filled(hand) for hand in view.hands)
    cards = [deck.handicaps[penguin][hand[view.turn - 1]] for penguin, hand in enumerate(hands)]
    spots = tuple(
        view.spots[p] or (card.open[0] if view.placed[p] else None) for p, card in enumerate(cards)
    )
    return State(
        deck=deck,
        seed=0,
        variants=view.variants,
        players=view.players,
        boards=_imagined_boards(deck, view.boards),
        events=_filled(view.events),
        hands=hands,
        turn=view.turn,
        phase=view.phase,
        face_up=view.face_up,
        spots=spots,
        tracks=view.tracks,
        ship=view.ship,
        pirate=view.pirate,
        rescued=view.rescued,
        end=view.end,
    )


def _filled(cards: tuple[int, ...]) -> tuple[int, ...]:
    return (*cards, *(card for card in range(TURNS) if card not in cards))


@lru_cache(maxsize=64)
def _imagined_boards(deck: Deck, boards: Boards) -> tuple[int, ...]:
    piles: dict[str, list[int]] = {}
    for index, board in enumerate(deck.boards):
        if index not in boards:
            piles.setdefault(board.back, []).append(index)
    return tuple(
        piles[site.back].pop(0) if board is None else board
        for site, board in zip(deck.sites, boards, strict=True)
    )


def _known(state: State) -> Boards:
    return tuple(
        [board if place in state.face_up else None for place, board in enumerate(state.boards)]
    )


def _mates(state: State) -> tuple[str, ...]:
    return tuple(sorted(wanted(state.variants)))


# --- placing --------------------------------------------------------------------------------------


def _put_value(state: State, move: Put) -> float:
    """A spot's worth beside what the others would best place (they may be barred from it), less its
    price.
    """
    price = YELLOW_COST if state.card(move.penguin).colour(move.action) == "yellow" else 0.0
    if price and not state.tracks.fish:
        price = WATER_COST[min(state.tracks.water + 1, 6)] - WATER_COST[min(state.tracks.water, 6)]
    base = replace(
        state, spots=tuple(s if p == state.captain else None for p, s in enumerate(state.spots))
    )
    wishes = (*(spot for spot in base.spots if spot), *_wishes(base))
    others = [
        spot
        for penguin, spot in enumerate(_seated(state, wishes))
        if penguin != move.penguin and spot
    ]
    return crew_value(replace(base, spots=NOBODY), tuple(sorted((*others, move.action)))) - price


def _seated(state: State, wishes: tuple[Action, ...]) -> Spots:
    """The wishes go round from the captain, clockwise."""
    spots: list[Action | None] = [None] * PENGUINS
    for steps, action in enumerate(wishes):
        spots[(state.captain + steps) % PENGUINS] = action
    return tuple(spots)


@lru_cache(maxsize=256)
def _wishes(state: State) -> tuple[Action, ...]:
    """What the penguins after the captain would best place, one after the other: anybody can work
    it out.

    Before the captain has placed, nothing: who follows will look at that first.
    """
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
    """What the captain can make of these actions in the movement phase of a turn whose penguins are
    not placed.

    Scouts come off first and count by themselves, so that the turn is thought through to the event
    and the pirates.
    """
    spots: Spots = (*(action for action in actions if action != "scout"), *NOBODY)[:PENGUINS]
    speed = tracks.gain_speed(bare.tracks, bare.deck.most)
    scouts = _scout_value(bare) * min(
        actions.count("scout"), len(scoutable(bare.deck, bare.face_up))
    )
    return scouts + _best(replace(bare, phase="sail", tracks=speed, spots=spots), {})[0]


# --- the captain's movement phase -----------------------------------------------------------------


def _scouts(state: State, move: Move) -> bool:
    return isinstance(move, Take) and state.spots[move.penguin] == "scout"


def _best(state: State, memo: dict[object, tuple[float, Move | None]]) -> tuple[float, Move | None]:
    """The best end of this turn from here, and the move towards it. What scouting shows is left out
    of it.
    """
    known = memo.get(key := (state.spots, state.ship, state.tracks, state.rescued))
    if known:
        return known
    found: tuple[float, Move | None] = (LOST * 2, None)
    for move in _options(state):
        after = apply(state, state.captain, move)
        value = 0.0
        if after.phase == "scout":
            after, value = replace(after, phase="sail"), SEXTANT_WORTH
        ended = (
            after.turn != state.turn
            or after.phase == "over"
            or not any(True for _ in _options(after))
        )
        value += worth(after) if ended else _best(after, memo)[0]
        if value > found[0]:
            found = (value, move)
    if found[1] is None:
        found = (worth(state), None)
    memo[key] = found
    return found


def _options(state: State) -> Iterator[Move]:
    """The captain's moves but for scouting, sailing first, each action once; bail or fish as the
    water stands.
    """
    if stopped(state) is None:
        yield Sail()
    seen = set()
    for penguin, action in enumerate(state.spots):
        if action and action != "scout" and action not in seen:
            seen.add(action)
            choice = ("bail" if state.tracks.water else "fish") if action == "bail" else ""
            yield Take(penguin, choice)


def worth(state: State) -> float:
    """What the crew has of a state at the end of its turn."""
    if state.phase == "over":
        return WON if state.end == "home" else LOST
    boards = _known(state)
    way = ways(state.deck, boards, _mates(state))[state.rescued][
        6 * state.ship.hex + state.ship.facing
    ]
    sails = (
        SAILS_WORTH[min(state.tracks.sails, len(SAILS_WORTH) - 1)] * min(TURNS - state.turn, 4) / 4
    )
    wealth = SPEED_WORTH * min(state.tracks.speed, 6) + FISH_WORTH * state.tracks.fish
    return (
        sails
        + wealth
        - way
        - WATER_COST[min(state.tracks.water, len(WATER_COST) - 1)]
        - _danger(state)
    )


def _danger(state: State) -> float:
    """Pirates who are near, and face the ship by now, will be upon it soon."""
    if state.pirate is None:
        return 0.0
    spots = state.deck.chart.spots
    return DANGER * max(0, 5 - distance(spots[state.pirate.hex], spots[state.ship.hex]))


# --- scouting -------------------------------------------------------------------------------------


def _scout_value(state: State) -> float:
    """Scouting counts most while somebody who is wanted next may be on a board within reach."""
    near = set(scoutable(state.deck, state.face_up))
    boards = _known(state)
    looked_for = [mate for mate in _mates(state) if mate not in state.rescued] or [HOME]
    hidden = any(near & hiding(state.deck, boards, special) for special in looked_for)
    return (SCOUT_WORTH + (HIDING_WORTH if hidden else 0.0)) if near else 0.0


def _board_value(state: State, move: Move) -> float:
    """Which board to turn up: one that may hide who is wanted, and on the way."""
    site = move.site if isinstance(move, Scout) else move.choice if isinstance(move, Take) else ""
    if not site:
        return 0.0
    place, boards = state.deck.sites_by_id[site], _known(state)
    looked_for = [mate for mate in _mates(state) if mate not in state.rescued] or [HOME]
    hidden = any(place in hiding(state.deck, boards, special) for special in looked_for)
    middle = state.deck.sites[place].middle
    return 6.0 * hidden - distance(middle, state.deck.chart.spots[state.ship.hex])


BOTS: Mapping[str, Bot[View, Move]] = {"random": random_bot, "sensible": sensible_bot}

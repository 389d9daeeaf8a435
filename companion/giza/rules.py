"""The rules of giza, R1 to R13 of games.md: pure functions from state to state.

A round is a secret choice (`Choose`, all at once), then a turn for each player in the order of the
reveal. In a turn a player makes these moves in any order, then `End`: `Place` once, the action at
most once, and tokens.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion import play
from companion.giza.deck import PLAYERS, Deck, Penguin
from companion.giza.pyramid import Placed, Pyramid, Slot, open_slots, slots_above, support
from companion.giza.scoring import Score, score
from companion.giza.state import (
    FLIP,
    GOALS_IN_PLAY,
    LEAD,
    ROUNDS,
    SWAP,
    TRAIN,
    Choose,
    End,
    Flip,
    Lay,
    Move,
    Place,
    Player,
    State,
    Swap,
    TakeChief,
    Train,
    View,
    carry_out,
    ranking,
    turn_order,
)
from companion.play import Seat, check_players

ORDER_FIXED_AT_REVEAL = True  # giza R3 (D): taking the Chief changes the order from the next round
FLIP_IN_HAND = True  # giza R9 (D): with #2 the new penguin may be flipped before it is placed


@dataclass(frozen=True, slots=True)
class Result(play.Result):
    """Also the scores by seat, and the seats from first to last; ties are broken (R11 to R13)."""

    scores: tuple[Score, ...]
    ranking: tuple[Seat, ...]


def setup(deck: Deck, players: int, seed: int) -> State:
    """Return a game in round 1; seat 0, the youngest, has the Chief (giza R1)."""
    check_players("giza", players, PLAYERS)
    chance = random.Random(seed)
    goals = chance.sample(deck.goals, GOALS_IN_PLAY)
    draw = chance.sample(deck.penguins, len(deck.penguins))
    state = State(
        deck=deck,
        seed=seed,
        round=0,
        phase="choose",
        goals=tuple(goals),
        chief=0,
        players=(Player(),) * players,
        row=(),
        draw=tuple(draw),
        seen=0,
        supply=deck.tokens,
    )
    return _next_round(state)


def result(state: State) -> Result:
    """Return the result of a game (giza R11, R13)."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    pyramids = [player.pyramid for player in state.players]
    scores = tuple(
        score(own, state.goals, [*pyramids[:s], *pyramids[s + 1 :]])
        for s, own in enumerate(pyramids)
    )
    totals = tuple(own_score.total or 0 for own_score in scores)
    places = ranking(dict(enumerate(totals)), state.chief, range(len(totals)))
    return Result(places[:1], totals, scores, places)


def view(state: State, player: Seat) -> View:
    """Return what `player` may see: not the order of the deck, nor choices before the reveal."""
    cut, players = len(state.draw) - state.seen, state.players
    chosen = tuple([other.choice is not None for other in players])
    if state.phase == "choose":
        players = tuple(
            own if seat == player else replace(own, choice=None) for seat, own in enumerate(players)
        )
    shown = replace(state, seed=0, players=players, draw=(), seen=0)
    return View(player, shown, chosen, frozenset(state.draw[:cut]), state.draw[cut:])


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the seats yet to choose, or the one whose turn it is (giza R3)."""
    if state.phase == "choose":
        return tuple([seat for seat, player in enumerate(state.players) if player.choice is None])
    return state.order[:1]


def legal_moves(state: State, player: Seat) -> list[Move]:
    """Return the moves of `player`, sorted by kind, number and slot; empty out of turn."""
    if player not in to_move(state):
        return []
    own = state.players[player]
    slots = [slot for slot, _ in own.pyramid.placed()]
    moves: list[Move] = [Lay(slot) for slot in slots] if own.tokens else []
    if state.phase == "choose":
        return [*map(Choose, own.hand), *moves]
    if not state.acted:
        if own.choice == LEAD:
            moves.append(TakeChief())
        elif own.choice == FLIP:
            moves += [Flip(slot) for slot in slots if _may_flip(own.pyramid, slot)]
        elif own.choice == SWAP and state.draw and not state.placed:
            moves += map(Swap, state.row)
        elif own.choice == TRAIN and state.supply:
            moves.append(Train())
    if state.placed:
        return [*moves, End()]
    strengths = _strengths(own.pyramid)
    highest, forced = max(strengths.values()), _nobody_fits(state.row, strengths)
    greys = forced or (FLIP_IN_HAND and own.choice == FLIP and not state.acted)
    for penguin in state.row:
        moves += [
            Place(penguin, slot) for slot, most in strengths.items() if penguin.weight <= most
        ]
        if greys and (forced or penguin.weight <= highest):
            moves += [Place(penguin, slot, grey=True) for slot in strengths]
    return moves


def _may_flip(pyramid: Pyramid, slot: Slot) -> bool:
    """Return whether #2 may flip a penguin: as a grey it must carry what stands on it (R9)."""
    placed = pyramid.at(slot)
    if placed is None or placed.grey:
        return False
    flipped = alter(pyramid, slot, grey=True)
    return not any(map(flipped.is_too_heavy, slots_above(slot)))


def _strengths(pyramid: Pyramid) -> dict[Slot, float]:
    """Return the slots open to the next penguin (giza R6), with the strength below each."""
    return {slot: support(pyramid, slot) for slot in open_slots(pyramid)}


def _nobody_fits(row: tuple[Penguin, ...], strengths: Mapping[Slot, float]) -> bool:
    """Return whether no available penguin can be placed but grey side up (giza R8)."""
    most = max(strengths.values())
    return all(penguin.weight > most for penguin in row)


def apply(state: State, player: Seat, move: Move) -> State:
    """Return the state after a legal move of `player`, without checking that it is one."""
    own = state.players[player]
    match move:
        case Choose(number):
            chosen = _with(state, player, replace(own, choice=number))
            players = chosen.players
            if any(other.choice is None for other in players):
                return chosen
            # all have chosen: reveal, and fix the order (giza R3)
            revealed = tuple(replace(p, played=(*p.played, p.choice)) for p in players if p.choice)
            order = _turn_order(players, state.chief, range(len(players)))
            return replace(chosen, players=revealed, phase="turn", order=order)
        case Place(penguin, slot, grey):
            # a forced grey doesn't use the action, one with #2 does (giza R8, R9)
            forced = grey and _nobody_fits(state.row, _strengths(own.pyramid))
            after = replace(own, pyramid=own.pyramid.put(slot, Placed(penguin, grey)))
            row = tuple([other for other in state.row if other != penguin])
            state = replace(state, row=row, placed=True, acted=state.acted or (grey and not forced))
            return _with(state, player, after)
        case End():  # #4 always takes effect, at any time in the turn (giza R9, D)
            after = replace(own, played=carry_out(own.played, own.choice or 0))
            state = replace(state, order=state.order[1:], placed=False, acted=False)
            ended = _with(state, player, after)
            return ended if ended.order else _next_round(ended)
        case Lay(slot):
            pyramid = alter(own.pyramid, slot, tokens=1)
            return _with(state, player, replace(own, tokens=own.tokens - 1, pyramid=pyramid))
        case Flip(slot):
            after = replace(own, pyramid=alter(own.pyramid, slot, grey=True))
            return _with(replace(state, acted=True), player, after)
        case Train():
            state = replace(state, supply=state.supply - 1, acted=True)
            return _with(state, player, replace(own, tokens=own.tokens + 1))
        case TakeChief():
            order = state.order
            if not ORDER_FIXED_AT_REVEAL:
                order = (order[0], *_turn_order(state.players, player, order[1:]))
            return replace(state, chief=player, acted=True, order=order)
        case Swap(penguin):  # the replaced penguin goes to the bottom face up (giza R9)
            top, *rest = state.draw
            row = tuple(sorted({*state.row, top} - {penguin}, key=lambda p: p.number))
            seen = min(state.seen, len(rest)) + 1
            return replace(state, row=row, draw=(*rest, penguin), seen=seen, acted=True)


def alter(pyramid: Pyramid, slot: Slot, *, grey: bool = False, tokens: int = 0) -> Pyramid:
    """Return the pyramid with the penguin in `slot` flipped to grey, or with more tokens on it.

    Raises `ValueError` for an empty slot.
    """
    placed = pyramid.at(slot)
    if placed is None:
        raise ValueError(f"nobody stands in {slot}")
    return pyramid.put(slot, Placed(placed.penguin, placed.grey or grey, placed.tokens + tokens))


def _with(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _turn_order(players: Sequence[Player], chief: Seat, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    choices = {seat: choice for seat in seats if (choice := players[seat].choice)}
    return tuple(turn.seat for turn in turn_order(choices, chief, range(len(players))))


def _next_round(state: State) -> State:
    """Reveal as many penguins as there are players, or end the game after ten rounds (giza R2)."""
    players = tuple(replace(player, choice=None) for player in state.players)
    if state.round == ROUNDS:
        return replace(state, players=players, phase="over")
    count = len(players)
    row = tuple(sorted(state.draw[:count], key=lambda penguin: penguin.number))
    draw = state.draw[count:]
    seen = min(state.seen, len(draw))
    return replace(
        state, round=state.round + 1, phase="choose", players=players, row=row, draw=draw, seen=seen
    )

"""The rules of giza, R1 to R13 of games.md: pure functions from state to state.

A round is a secret choice (`Choose`, all at once), then each player's turn in the order of the reveal. A turn is
moves in any order: `Place` once, the action at most once, tokens, and `End`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.errors import UsageError
from companion.giza.deck import Deck, Penguin
from companion.giza.moves import Choose, End, Flip, Lay, Move, Place, Swap, TakeChief, Train
from companion.giza.pyramid import Placed, Pyramid, Slot, carried, open_slots, support
from companion.giza.scoring import Score, ranking, score
from companion.giza.state import (
    FLIP,
    GATHER,
    GOALS_SHOWN,
    LEAD,
    ROUNDS,
    SWAP,
    TRAIN,
    Player,
    State,
    View,
)
from companion.play import LegalMoves, Seat

FLIP_IN_HAND = True  # giza R9 (D): with #2 the new penguin may be flipped before it is placed
ORDER_FIXED_AT_REVEAL = True  # giza R3 (D): a Chief taken this round counts from the next


@dataclass(frozen=True, slots=True)
class Result:
    """The end: each seat's score, and the seats from first to last (giza R11-R13)."""

    scores: tuple[Score, ...]
    ranking: tuple[Seat, ...]


def setup(deck: Deck, players: int, seed: int) -> State:
    """The first round of a game of 2 to 4; seat 0, the youngest, holds the Chief (giza R1)."""
    if not 2 <= players <= len(deck.players):
        raise UsageError("giza", f"{players} players", remedy=f"play with 2 to {len(deck.players)}")
    chance = random.Random(seed)
    goals = chance.sample(deck.goals, GOALS_SHOWN)
    draw = chance.sample(deck.penguins, len(deck.penguins))
    state = State(
        deck=deck, seed=seed, round=0, phase="choose", goals=tuple(goals), chief=0,
        players=(Player(),) * players, row=(), draw=tuple(draw), seen=0, supply=deck.tokens,
    )  # fmt: skip
    return _next_round(state)


def to_move(state: State) -> tuple[Seat, ...]:
    """All who have not chosen, or the one whose turn it is (giza R3)."""
    if state.phase == "choose":
        return tuple(seat for seat, player in enumerate(state.players) if player.choice is None)
    return state.order[:1]


def result(state: State) -> Result:
    """The scores of a game that is over; ties go clockwise from the Chief (giza R11, R13)."""
    if state.phase != "over":
        raise ValueError("the game is not over")
    pyramids = [player.pyramid for player in state.players]
    scores = tuple(score(own, state.goals, [*pyramids[:s], *pyramids[s + 1 :]]) for s, own in enumerate(pyramids))
    totals = {seat: found.total or 0 for seat, found in enumerate(scores)}
    return Result(scores, ranking(totals, state.chief, range(len(totals))))


def view(state: State, player: Seat) -> View:
    """What `player` may know: choices of others are hidden until all have chosen, and so is the deck."""
    hidden = state.phase == "choose"
    cut = len(state.draw) - state.seen
    return View(
        seat=player, deck=state.deck, round=state.round, phase=state.phase, goals=state.goals, chief=state.chief,
        players=tuple(replace(p, choice=None) if hidden and s != player else p for s, p in enumerate(state.players)),
        chosen=tuple(p.choice is not None for p in state.players),
        row=state.row, unseen=frozenset(state.draw[:cut]), bottom=state.draw[cut:], supply=state.supply,
        order=state.order, placed=state.placed, acted=state.acted,
    )  # fmt: skip


# --- which moves are legal -------------------------------------------------------------------------------------------


def legal_moves(state: State, player: Seat) -> LegalMoves[Move]:
    """The moves of `player`, sorted as by `moves.sort_key`; none when it is not theirs to move."""
    return LegalMoves(lambda move: refusal(state, player, move) is None, lambda: _generate(state, player))


def refusal(state: State, player: Seat, move: Move) -> str | None:
    """Why the rules do not allow a move here, the rule's number first; None for a legal one."""
    if player not in to_move(state):
        return "R3: it is not this player's move"
    own = state.players[player]
    if isinstance(move, Lay):
        return _refuse_lay(own, move)
    if isinstance(move, Choose):
        return _refuse_choose(state, own, move)
    if state.phase == "choose":
        return "R3: first everybody chooses an action"
    if isinstance(move, Place):
        return _refuse_place(state, own, move)
    if isinstance(move, End):
        return None if state.placed else "R5: take a penguin and place it first"
    return _refuse_action(state, own, move)


def _refuse_lay(own: Player, move: Lay) -> str | None:
    if not own.tokens:
        return "R10: no strength token in hand"
    return None if own.pyramid.at(move.slot) else "R10: nobody stands there"


def _refuse_choose(state: State, own: Player, move: Choose) -> str | None:
    if state.phase != "choose":
        return "R3: the actions of this round are revealed"
    return None if move.number in own.hand else f"R4: #{move.number} is not in hand"


def _refuse_action(state: State, own: Player, move: TakeChief | Flip | Swap | Train) -> str | None:
    number = {TakeChief: LEAD, Flip: FLIP, Swap: SWAP, Train: TRAIN}[type(move)]
    if own.choice != number:
        return f"R9: #{number} was not played this round"
    if state.acted:
        return "R9: the action is done"
    if isinstance(move, Flip):
        return _refuse_flip(own.pyramid, move.slot)
    if isinstance(move, Swap):
        return _refuse_swap(state, move)
    return "R10: no strength token is left" if isinstance(move, Train) and not state.supply else None


def _refuse_flip(pyramid: Pyramid, slot: Slot) -> str | None:
    placed = pyramid.at(slot)
    if placed is None or placed.grey:
        return "R9: no coloured penguin of yours stands there"
    flipped = pyramid.put(slot, replace(placed, grey=True))
    loads = ((above.weight, support(flipped, s)) for s in carried(slot) if (above := flipped.at(s)))
    heavy = [f"weight {weight} on {strength}" for weight, strength in loads if weight > strength]
    return f"R9: as a grey it can not carry what stands on it: {heavy[0]}" if heavy else None


def _refuse_swap(state: State, move: Swap) -> str | None:
    if state.placed:
        return "R9: a swap comes before the penguin is chosen"
    return None if move.penguin in state.row else f"R9: {move.penguin.id} is not available"


def _refuse_place(state: State, own: Player, move: Place) -> str | None:
    if state.placed:
        return "R5: one penguin a turn"
    if move.penguin not in state.row:
        return f"R5: {move.penguin.id} is not available"
    footing = _footing(own.pyramid)
    if move.slot not in footing:
        return "R6: no free slot next to a penguin of the base or on two"
    if _nobody_fits(state.row, footing):
        return None if move.grey else "R8: no available penguin can be placed but grey side up"
    if not _fits(move.penguin, footing):
        return "R8: another available penguin can be placed, so take that"
    if move.grey:
        return None if _may_flip_in_hand(state, own) else "R8: it can be placed, so not grey side up"
    strength = footing[move.slot]
    fits = move.penguin.weight <= strength
    return None if fits else f"R7: weight {move.penguin.weight} on {strength:g}: too heavy"


def _footing(pyramid: Pyramid) -> dict[Slot, float]:
    """Where the next penguin may stand (giza R6), and the strength below; the base carries anything."""
    return {slot: support(pyramid, slot) if slot[0] else float("inf") for slot in open_slots(pyramid)}


def _fits(penguin: Penguin, footing: Mapping[Slot, float]) -> bool:
    return penguin.weight <= max(footing.values())


def _nobody_fits(row: tuple[Penguin, ...], footing: Mapping[Slot, float]) -> bool:
    return not any(_fits(penguin, footing) for penguin in row)


def _may_flip_in_hand(state: State, own: Player) -> bool:
    return FLIP_IN_HAND and own.choice == FLIP and not state.acted


def _generate(state: State, player: Seat) -> Iterator[Move]:
    if player not in to_move(state):
        return
    own = state.players[player]
    if state.phase == "choose":
        yield from map(Choose, own.hand)
    if own.tokens:
        yield from (Lay(slot) for slot, _ in own.pyramid.placed())
    if state.phase == "turn":
        if not state.acted:
            yield from _actions(state, own)
        if state.placed:
            yield End()
        else:
            yield from _placements(state, own)


def _actions(state: State, own: Player) -> Iterator[Move]:
    if own.choice == LEAD:
        yield TakeChief()
    elif own.choice == FLIP:
        yield from (Flip(s) for s, _ in own.pyramid.placed() if _refuse_flip(own.pyramid, s) is None)
    elif own.choice == SWAP and not state.placed:
        yield from map(Swap, state.row)
    elif own.choice == TRAIN and state.supply:
        yield Train()


def _placements(state: State, own: Player) -> Iterator[Move]:
    footing = _footing(own.pyramid)
    forced = _nobody_fits(state.row, footing)
    greys = forced or _may_flip_in_hand(state, own)
    for penguin in state.row:
        yield from (Place(penguin, slot) for slot, strength in footing.items() if penguin.weight <= strength)
        if greys and (forced or _fits(penguin, footing)):
            yield from (Place(penguin, slot, grey=True) for slot in footing)


# --- what a move does ------------------------------------------------------------------------------------------------


def apply(state: State, player: Seat, move: Move) -> State:
    """The state after a legal move of `player`; whether it is legal is not asked."""
    own = state.players[player]
    match move:
        case Choose(number):
            return _chosen(_with(state, player, replace(own, choice=number)))
        case Lay(slot):
            laid = replace(own, tokens=own.tokens - 1, pyramid=_change(own.pyramid, slot, tokens=1))
            return _with(state, player, laid)
        case Place(penguin, slot, grey):
            return _place(state, player, Placed(penguin, grey), slot)
        case TakeChief():
            return _take_chief(replace(state, chief=player, acted=True))
        case Flip(slot):
            flipped = replace(own, pyramid=_change(own.pyramid, slot, grey=True))
            return replace(_with(state, player, flipped), acted=True)
        case Swap(penguin):
            return _swap(state, penguin)
        case Train():
            trained = _with(state, player, replace(own, tokens=own.tokens + 1))
            return replace(trained, supply=state.supply - 1, acted=True)
        case End():
            return _end_turn(state, player)


def _with(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _change(pyramid: Pyramid, slot: Slot, *, grey: bool = False, tokens: int = 0) -> Pyramid:
    placed = pyramid.at(slot)
    if placed is None:
        raise ValueError(f"nobody stands in {slot}")
    return pyramid.put(slot, replace(placed, grey=placed.grey or grey, tokens=placed.tokens + tokens))


def _chosen(state: State) -> State:
    """Once all have chosen: reveal, and fix the order of the round (giza R3)."""
    if any(player.choice is None for player in state.players):
        return state
    players = tuple(
        replace(p, hand=tuple(n for n in p.hand if n != p.choice), played=(*p.played, p.choice or 0))
        for p in state.players
    )
    return replace(state, players=players, phase="turn", order=_turn_order(state, range(len(players))))


def _turn_order(state: State, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Lowest action first; ties start with the Chief or the nearest clockwise, and go on clockwise (giza R3)."""
    count = len(state.players)
    return tuple(sorted(seats, key=lambda seat: (state.players[seat].choice, (seat - state.chief) % count)))


def _place(state: State, player: Seat, placed: Placed, slot: Slot) -> State:
    """Grey side up by force costs nothing; with #2 it is the action (giza R8, R9)."""
    own = state.players[player]
    forced = placed.grey and _nobody_fits(state.row, _footing(own.pyramid))
    after = _with(state, player, replace(own, pyramid=own.pyramid.put(slot, placed)))
    row = tuple(penguin for penguin in state.row if penguin is not placed.penguin)
    return replace(after, row=row, placed=True, acted=state.acted or (placed.grey and not forced))


def _take_chief(state: State) -> State:
    if ORDER_FIXED_AT_REVEAL:
        return state
    first, *others = state.order
    return replace(state, order=(first, *_turn_order(state, others)))


def _swap(state: State, penguin: Penguin) -> State:
    """The deck's top card comes into the row; the replaced one goes to the bottom, seen by all (giza R9)."""
    top, *rest = state.draw
    row = tuple(sorted({*state.row, top} - {penguin}, key=lambda p: p.number))
    seen = min(state.seen, len(rest)) + 1
    return replace(state, row=row, draw=(*rest, penguin), seen=seen, acted=True)


def _end_turn(state: State, player: Seat) -> State:
    own = state.players[player]
    if own.choice == GATHER:
        own = replace(own, hand=tuple(sorted((*own.hand, *own.played))), played=())
    state = replace(_with(state, player, own), order=state.order[1:], placed=False, acted=False)
    return state if state.order else _next_round(state)


def _next_round(state: State) -> State:
    """Reveal as many penguins as there are players; after ten rounds the game is over (giza R2)."""
    players = tuple(replace(player, choice=None) for player in state.players)
    if state.round == ROUNDS:
        return replace(state, players=players, phase="over")
    count = len(players)
    row = tuple(sorted(state.draw[:count], key=lambda penguin: penguin.number))
    draw = state.draw[count:]
    return replace(
        state, round=state.round + 1, phase="choose", players=players, row=row, draw=draw,
        seen=min(state.seen, len(draw)),
    )  # fmt: skip

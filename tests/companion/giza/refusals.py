"""Why the rules of giza forbid a move: written apart from `legal_moves`, which must list all
others.
"""

from __future__ import annotations

from companion.giza import rules
from companion.giza.pyramid import Placed, Pyramid, Slot, slots_above, support
from companion.giza.rules import _nobody_fits, _strengths, to_move
from companion.giza.state import (
    FLIP,
    LEAD,
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
)
from companion.play import Seat


def refusal(state: State, player: Seat, move: Move) -> str | None:
    """Return why the rules forbid a move, the rule's number first; None for a legal one."""
    if player not in to_move(state):
        return "R3: it is not this player's move"
    own = state.players[player]
    if isinstance(move, Lay):
        if not own.tokens:
            return "R10: no strength token in hand"
        return None if own.pyramid.at(move.slot) else "R10: nobody stands there"
    if isinstance(move, Choose):
        if state.phase != "choose":
            return "R3: the actions of this round are revealed"
        return None if move.number in own.hand else f"R4: #{move.number} is not in hand"
    if state.phase == "choose":
        return "R3: first everybody chooses an action"
    if isinstance(move, Place):
        return _refuse_place(state, own, move)
    if isinstance(move, End):
        return None if state.placed else "R5: take a penguin and place it first"
    return _refuse_action(state, own, move)


def _refuse_action(state: State, own: Player, move: TakeChief | Flip | Swap | Train) -> str | None:
    number = {TakeChief: LEAD, Flip: FLIP, Swap: SWAP, Train: TRAIN}[type(move)]
    if own.choice != number:
        return f"R9: #{number} was not played this round"
    if state.acted:
        return "R9: the action is done"
    if isinstance(move, Flip):
        return _refuse_flip(own.pyramid, move.slot)
    if isinstance(move, Swap):
        if state.placed:
            return "R9: a swap comes before the penguin is chosen"
        if not state.draw:
            return "R9: the deck is empty, so no card can be swapped for its top one"
        return None if move.penguin in state.row else f"R9: {move.penguin.name} is not available"
    empty = isinstance(move, Train) and not state.supply
    return "R10: no strength token is left" if empty else None


def _refuse_flip(pyramid: Pyramid, slot: Slot) -> str | None:
    placed = pyramid.at(slot)
    if placed is None or placed.grey:
        return "R9: no coloured penguin of yours stands there"
    resting = [(s, above) for s in slots_above(slot) if (above := pyramid.at(s))]
    if not resting:
        return None
    flipped = pyramid.put(slot, Placed(placed.penguin, grey=True, tokens=placed.tokens))
    for s, above in resting:
        if above.weight > (strength := support(flipped, s)):
            load = f"weight {above.weight} on {strength}"
            return f"R9: as a grey it can't carry what stands on it: {load}"
    return None


def _refuse_place(state: State, own: Player, move: Place) -> str | None:
    if state.placed:
        return "R5: one penguin a turn"
    if move.penguin not in state.row:
        return f"R5: {move.penguin.name} is not available"
    strengths = _strengths(own.pyramid)
    if move.slot not in strengths:
        return "R6: no free slot next to a penguin of the base or on two"
    if _nobody_fits(state.row, strengths):
        return None if move.grey else "R8: no available penguin can be placed but grey side up"
    if move.penguin.weight > max(strengths.values()):
        return "R8: another available penguin can be placed, so take that"
    if move.grey:
        flips = rules.FLIP_IN_HAND and own.choice == FLIP and not state.acted
        return None if flips else "R8: it can be placed, so not grey side up"
    strength = strengths[move.slot]
    if move.penguin.weight > strength:
        return f"R7: weight {move.penguin.weight} on {strength:g}: too heavy"
    return None

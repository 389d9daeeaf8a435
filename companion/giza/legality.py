"""Which moves of giza are legal, and why others are not: R3 to R10, one question a function."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from companion.giza.deck import Penguin
from companion.giza.moves import Choose, End, Flip, Lay, Move, Place, Swap, TakeChief, Train
from companion.giza.order import FLIP, LEAD, NUMBERS, SWAP, TRAIN
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, carried, open_slots, support
from companion.giza.state import FLIP_IN_HAND, Player, State, to_move
from companion.play import Seat

# These come up in every turn, so they are made once.
CHOOSES, LAYS, FLIPS = (
    {n: Choose(n) for n in NUMBERS},
    {s: Lay(s) for s in SLOTS},
    {s: Flip(s) for s in SLOTS},
)
TAKE_CHIEF, TRAINS, END = TakeChief(), Train(), End()
BASE_STRENGTH = float("inf")  # the base carries anything


def refusal(state: State, player: Seat, move: Move) -> str | None:  # noqa: PLR0911 - one return a rule
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


def must_be_grey(row: tuple[Penguin, ...], pyramid: Pyramid) -> bool:
    """Whether none of the available penguins can be placed but grey side up (giza R8)."""
    return _nobody_fits(row, _footing(pyramid))


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
    return (
        "R10: no strength token is left" if isinstance(move, Train) and not state.supply else None
    )


def _refuse_flip(pyramid: Pyramid, slot: Slot) -> str | None:
    placed = pyramid.at(slot)
    if placed is None or placed.grey:
        return "R9: no coloured penguin of yours stands there"
    resting = [(s, above) for s in carried(slot) if (above := pyramid.at(s))]
    if not resting:
        return None
    flipped = pyramid.put(slot, Placed(placed.penguin, grey=True, tokens=placed.tokens))
    loads = ((above.weight, support(flipped, s)) for s, above in resting)
    heavy = [f"weight {weight} on {strength}" for weight, strength in loads if weight > strength]
    return f"R9: as a grey it can't carry what stands on it: {heavy[0]}" if heavy else None


def _refuse_swap(state: State, move: Swap) -> str | None:
    if state.placed:
        return "R9: a swap comes before the penguin is chosen"
    return None if move.penguin in state.row else f"R9: {move.penguin.id} is not available"


def _refuse_place(state: State, own: Player, move: Place) -> str | None:  # noqa: PLR0911 - one return a rule
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
        return (
            None if _may_flip_in_hand(state, own) else ("R8: it can be placed, so not grey side up")
        )
    strength = footing[move.slot]
    fits = move.penguin.weight <= strength
    return None if fits else f"R7: weight {move.penguin.weight} on {strength:g}: too heavy"


def _footing(pyramid: Pyramid) -> dict[Slot, float]:
    """Where the next penguin may stand (giza R6), and the strength below."""
    return {
        slot: support(pyramid, slot) if slot[0] else BASE_STRENGTH for slot in open_slots(pyramid)
    }


def _fits(penguin: Penguin, footing: Mapping[Slot, float]) -> bool:
    return penguin.weight <= max(footing.values())


def _nobody_fits(row: tuple[Penguin, ...], footing: Mapping[Slot, float]) -> bool:
    most = max(footing.values())
    return all(penguin.weight > most for penguin in row)


def _may_flip_in_hand(state: State, own: Player) -> bool:
    return FLIP_IN_HAND and own.choice == FLIP and not state.acted


def generate(state: State, player: Seat) -> list[Move]:
    """All legal moves of `player`, sorted by `moves.sort_key`."""
    if player not in to_move(state):
        return []
    own = state.players[player]
    found: list[Move] = [CHOOSES[number] for number in own.hand] if state.phase == "choose" else []
    if own.tokens:
        found += [LAYS[slot] for slot, _ in own.pyramid.placed()]
    if state.phase == "turn":
        if not state.acted:
            found += _actions(state, own)
        found += [END] if state.placed else _placements(state, own)
    return found


def _actions(state: State, own: Player) -> list[Move]:
    if own.choice == LEAD:
        return [TAKE_CHIEF]
    if own.choice == FLIP:
        return [
            FLIPS[slot]
            for slot, _ in own.pyramid.placed()
            if _refuse_flip(own.pyramid, slot) is None
        ]
    if own.choice == SWAP and not state.placed:
        return [_swap(penguin) for penguin in state.row]
    return [TRAINS] if own.choice == TRAIN and state.supply else []


def _placements(state: State, own: Player) -> list[Move]:
    footing = _footing(own.pyramid)
    forced = _nobody_fits(state.row, footing)
    greys = forced or _may_flip_in_hand(state, own)
    found: list[Move] = []
    for penguin in state.row:
        found += _places(
            penguin,
            tuple([slot for slot, strength in footing.items() if penguin.weight <= strength]),
        )
        if greys and (forced or _fits(penguin, footing)):
            found += _places(penguin, tuple(footing), grey=True)
    return found


_swap = cache(Swap)


@lru_cache(maxsize=1 << 14)
def _places(penguin: Penguin, slots: tuple[Slot, ...], *, grey: bool = False) -> tuple[Place, ...]:
    """A penguin in each of the slots; most rows of slots come again."""
    return tuple(Place(penguin, slot, grey) for slot in slots)

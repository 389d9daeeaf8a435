"""What each move of giza does to the state, from the secret choice to the next round: R2 to R5, R8
to R10.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.giza.deck import Penguin
from companion.giza.legality import must_be_grey
from companion.giza.moves import Choose, End, Flip, Lay, Move, Place, Swap, TakeChief, Train
from companion.giza.order import ROUNDS, carry_out, in_order
from companion.giza.pyramid import Placed, Pyramid, Slot
from companion.giza.state import ORDER_FIXED_AT_REVEAL, Player, State
from companion.play import Seat


def apply(state: State, player: Seat, move: Move) -> State:  # noqa: PLR0911 - one return a kind of move
    """The state after a legal move of `player`; whether it is legal is not asked."""
    own = state.players[player]
    match move:
        case Choose(number):
            return _chosen(state, player, own.choosing(number))
        case Place(penguin, slot, grey):
            return _place(state, player, Placed(penguin, grey), slot)
        case End():
            return _end_turn(state, player)
        case Lay(slot):
            laid = Player(
                own.played, own.choice, own.tokens - 1, changed(own.pyramid, slot, tokens=1)
            )
            return _with(state, player, laid)
        case TakeChief():
            return _take_chief(replace(state, chief=player, acted=True))
        case Flip(slot):
            flipped = Player(
                own.played, own.choice, own.tokens, changed(own.pyramid, slot, grey=True)
            )
            return _with(state, player, flipped, acted=True)
        case Swap(penguin):
            return _swap(state, penguin)
        case Train():
            trained = Player(own.played, own.choice, own.tokens + 1, own.pyramid)
            return replace(
                state,
                players=_seated(state.players, player, trained),
                supply=state.supply - 1,
                acted=True,
            )


def _with(state: State, seat: Seat, player: Player, *, acted: bool = False) -> State:
    """The state with another `player` in that seat, who has perhaps done the action now."""
    players = _seated(state.players, seat, player)
    return _going_on(
        state, players, state.row, state.order, placed=state.placed, acted=state.acted or acted
    )


def _going_on(
    s: State,
    players: tuple[Player, ...],
    row: tuple[Penguin, ...],
    order: tuple[Seat, ...],
    *,
    placed: bool = False,
    acted: bool = False,
) -> State:
    """What most moves change, written out: `replace` would take twice the time."""
    return State(
        s.deck,
        s.seed,
        s.round,
        s.phase,
        s.goals,
        s.chief,
        players,
        row,
        s.draw,
        s.seen,
        s.supply,
        order,
        placed,
        acted,
    )


def _seated(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def changed(pyramid: Pyramid, slot: Slot, *, grey: bool = False, tokens: int = 0) -> Pyramid:
    """The pyramid with the penguin in `slot` flipped to grey, or with so many more tokens on it."""
    placed = pyramid.at(slot)
    if placed is None:
        raise ValueError(f"nobody stands in {slot}")
    return pyramid.put(slot, Placed(placed.penguin, placed.grey or grey, placed.tokens + tokens))


def _chosen(state: State, player: Seat, own: Player) -> State:
    """Once all have chosen: reveal, and fix the order of the round (giza R3)."""
    players = _seated(state.players, player, own)
    if any(other.choice is None for other in players):
        return _going_on(state, players, state.row, state.order)
    revealed = tuple(
        Player((*p.played, p.choice), p.choice, p.tokens, p.pyramid) for p in players if p.choice
    )
    order = _turn_order(players, state.chief, range(len(players)))
    return replace(state, players=revealed, phase="turn", order=order)


def _turn_order(players: Sequence[Player], chief: Seat, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    choices = {seat: choice for seat in seats if (choice := players[seat].choice)}
    return tuple(in_order(choices, chief, range(len(players))))


def _place(state: State, player: Seat, placed: Placed, slot: Slot) -> State:
    """Grey side up by force costs nothing; with #2 it is the action (giza R8, R9)."""
    own = state.players[player]
    forced = placed.grey and must_be_grey(state.row, own.pyramid)
    after = Player(own.played, own.choice, own.tokens, own.pyramid.put(slot, placed))
    row = tuple([penguin for penguin in state.row if penguin != placed.penguin])
    acted = state.acted or (placed.grey and not forced)
    return _going_on(
        state, _seated(state.players, player, after), row, state.order, placed=True, acted=acted
    )


def _take_chief(state: State) -> State:
    if ORDER_FIXED_AT_REVEAL:
        return state
    first, *others = state.order
    return replace(state, order=(first, *_turn_order(state.players, state.chief, others)))


def _swap(state: State, penguin: Penguin) -> State:
    """The deck's top card comes into the row; the replaced one goes to the bottom, seen by all
    (giza R9).
    """
    top, *rest = state.draw
    row = tuple(sorted({*state.row, top} - {penguin}, key=lambda p: p.number))
    seen = min(state.seen, len(rest)) + 1
    return replace(state, row=row, draw=(*rest, penguin), seen=seen, acted=True)


def _end_turn(state: State, player: Seat) -> State:
    """#4 is always carried out, and any time in the turn will do (giza R9, D)."""
    own = state.players[player]
    own = Player(carry_out(own.played, own.choice or 0), own.choice, own.tokens, own.pyramid)
    players, order = _seated(state.players, player, own), state.order[1:]
    after = _going_on(state, players, state.row, order)
    return after if order else next_round(after)


def next_round(state: State) -> State:
    """Reveal as many penguins as there are players; after ten rounds the game is over (giza R2)."""
    players = tuple([player.choosing(None) for player in state.players])
    if state.round == ROUNDS:
        return replace(state, players=players, phase="over")
    count = len(players)
    row = tuple(sorted(state.draw[:count], key=lambda penguin: penguin.number))
    draw = state.draw[count:]
    return replace(
        state, round=state.round + 1, phase="choose", players=players, row=row, draw=draw,
        seen=min(state.seen, len(draw)),
    )  # fmt: skip

"""The tracker of a rocks table: whose roll it is, the die, free penguins and rocks in nests.

A roll is an event with a face, whether the app rolls or someone enters a real roll, so nothing here
is random.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.events import Event, Refusal
from companion.language import say, say_many
from companion.lobby import LOBBY_KINDS, open_kind, seat_kind, start_kind
from companion.payload import Form, expecting, is_bool, is_text, one_of, whole
from companion.play import replaced
from companion.rocks.board import AT_ONCE, NESTS, PLAY_OUT, RING, Board
from companion.rocks.boardfile import read_board
from companion.rocks.sight import agree, leave, see, set_up, stand, vague
from companion.rocks.state import (
    DIE,
    PLAYERS,
    SECOND,
    Roll,
    frees,
    is_over,
    next_roll,
    refuse_on_top,
)
from companion.rocks.table import Seat, TableState
from companion.tracking import Kind, TableTracker, in_play

# --- before the game ------------------------------------------------------------------------------


def open_table(state: TableState, board: Board, event: Event) -> TableState | Refusal:
    """Set the board, with the ending in the options or else its own."""
    finish = event.payload["options"].get("finish", board.rules.finish)
    if finish not in (AT_ONCE, PLAY_OUT):
        known = say('The ending is "{one}" or "{other}".', one=AT_ONCE, other=PLAY_OUT)
        return Refusal("malformed", known)
    return replace(state, board=board.finishing(finish))


def set_finish(state: TableState, event: Event) -> TableState | Refusal:
    """Choose another ending before the game starts."""
    if state.started:
        return Refusal("locked", "The game has started, so its ending can't change any more.")
    return replace(state, board=state.board.finishing(event.payload["finish"]))


def take_seat(state: TableState, event: Event) -> TableState | Refusal:
    """Add a player at a nest that no other player has; seats are in the order of the board."""
    seat = Seat(*(event.payload[field] for field in ("seat", "name", "colour")))
    if seat.colour not in state.colours:
        return Refusal("malformed", "This board doesn't have a nest of that colour.")
    if any(other.colour == seat.colour for other in state.seats):
        return Refusal("taken", "Someone already has that nest. Pick another.")
    seats = sorted((*state.seats, seat), key=lambda s: state.colours.index(s.colour))
    return replace(state, seats=tuple(seats))


def start(state: TableState, event: Event) -> TableState | Refusal:
    """Start with a player (R3); two players must have neighbouring nests (R1)."""
    if state.seat(event.payload["first"]) is None:
        return Refusal("malformed", "That seat is empty.")
    if len(state.seats) == PLAYERS[0]:
        one, other = state.nests
        if (other - one) % NESTS not in (1, NESTS - 1):
            return Refusal(
                "not-now",
                "Two players need nests that are next to each other, not across the board.",
            )
    first, freed = state.clockwise.index(event.payload["first"]), state.freed
    seats = tuple(replace(seat, free=seat.id == freed) for seat in state.seats)
    return set_up(replace(state, seats=seats[first:] + seats[:first]))


# --- play -----------------------------------------------------------------------------------------


def guard(state: TableState, event: Event) -> Refusal | None:
    """Allow events of play only during play, and only in the move that they expect."""
    if event.kind in _PLAY and state.phase != "play":
        return Refusal(
            "not-now", "The game is over." if state.over else "The game hasn't started yet."
        )
    if "expects" in event.payload and event.payload["expects"]["moves"] != state.moves:
        return Refusal("stale", "That move is already done. Check the table.")
    return None


def roll(state: TableState, event: Event) -> TableState | Refusal:
    """Set the die, once for each penguin's move (rocks R3)."""
    if state.die is not None:
        return Refusal("stale", "This penguin's die is already rolled.")
    origin = state.mover.place if state.mover else None
    return replace(state, die=event.payload["face"], origin=origin)


def drop_rock(state: TableState, event: Event) -> TableState | Refusal:
    """Add a rock where it fits, while some are left (R9); it may free penguin 2 (R8).

    Unless the penguin is known to have carried it, it came from anywhere outside the nests.
    """
    seat, active, space = state.seat_of(event), state.active, event.payload["space"]
    if reason := refuse_on_top(seat.rocks[space], in_building=not seat.complete):
        return Refusal("not-there", say("That rock doesn't fit ({reason}).", reason=reason))
    lying = sum(sum(seat.rocks) for seat in state.seats)
    if lying >= state.board.rules.rocks * len(state.board.nests):
        return Refusal("not-there", "All rocks are already in nests.")
    own = active is not None and active.id == seat.id
    free = seat.free or frees(state.now.penguin, own_ring=own)
    rocks = replaced(seat.rocks, space, seat.rocks[space] + 1)
    if not (own and state.mover and state.mover.rock):
        state = replace(state, loose=vague(state.loose))
    state = _settled(state, seat.id, space).change(seat.id, rocks=rocks, free=free)
    return state.moving(rock=False) if own else state


def take_rock(state: TableState, event: Event) -> TableState | Refusal:
    """Take a rock out of a nest, from a space that has one (rocks R7)."""
    seat, space = state.seat_of(event), event.payload["space"]
    if not seat.rocks[space]:
        return Refusal("not-there", "There's no rock there. Take one from another space or a pile.")
    rocks = replaced(seat.rocks, space, seat.rocks[space] - 1)
    # in the own nest it may be a correction
    robbed = True if state.active is not None and state.active.id != seat.id else None
    return _settled(state, seat.id, space).change(seat.id, rocks=rocks).moving(rock=robbed)


def _settled(state: TableState, seat: str, space: int) -> TableState:
    """Return the table without the question of a photo about a space: a tap has answered it."""
    return replace(state, fewer=tuple(each for each in state.fewer if each[:2] != (seat, space)))


def set_free(state: TableState, event: Event) -> TableState | Refusal:
    """Correct whether penguin 2 is free, but don't lock it in its own turn."""
    seat, active, free = event.payload["seat"], state.active, event.payload["free"]
    due = active is not None and active.id == seat and state.now.penguin == SECOND
    if due and not free:
        return Refusal("not-now", "Penguin 2 must move now.")
    return state.change(seat, free=free)


def complete_nest(state: TableState, event: Event) -> TableState | Refusal:
    """Add one of `movers` with a complete nest to `finished` (rocks R10).

    The players check that a penguin stands in its centre. The next penguin rolls if it is this
    seat's move.
    """
    seat = state.seat_of(event)
    if seat not in state.movers:
        return Refusal("stale", "It's someone else's turn.")
    if not seat.complete:
        empty = say_many(
            "{n} outer space of this nest still needs a rock.",
            "{n} outer spaces of this nest still need a rock.",
            seat.rocks.count(0),
        )
        return Refusal("not-there", empty)
    place = state.clockwise.index(seat.id)
    state = replace(state, finished=(*state.finished, place))
    if place != state.now.seat:
        return _go_on(state, state.now)
    centre = state.nest(seat).centre
    home = any(penguin.place == centre for penguin in seat.penguins)
    moved = state if home else leave(state, centre).moving(place=centre)
    moved = replace(moved, loose=vague(moved.loose), last=None)
    return _pass_on(moved)


def finish_move(state: TableState, event: Event) -> TableState | Refusal:
    """Stand the penguin where the move ended, if known, and let the next one roll."""
    moved = stand(state, event.payload.get("to"))
    return moved if isinstance(moved, Refusal) else _pass_on(moved)


def _pass_on(state: TableState) -> TableState:
    """Let the next penguin roll (rocks R3, R8)."""
    return _go_on(state, next_roll(state.now, [seat.free for seat in state.seats], state.finished))


def _go_on(state: TableState, then: Roll) -> TableState:
    """Continue with the roll `then`, or end the game (rocks R10)."""
    over = is_over(state.board.rules, then, state.finished)
    now = state.now if over else then
    return replace(state, now=now, die=None, origin=None, moves=state.moves + 1, over=over)


_LOBBY: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind("rocks", read_board, open_table, what="board"),
    "seat.take": seat_kind(PLAYERS[1], take_seat, colour=is_text),
    "finish.set": in_play(set_finish, finish=one_of(AT_ONCE, PLAY_OUT)),
    "game.start": start_kind(PLAYERS[0], start, {"first": is_text}),
}

_MOVES, _SPACE = expecting(moves=whole()), whole(0, RING - 1)

# by place, the fewest and the most rocks there; by penguin, such as "coral-1", what is known of it
_ROCKS = Form(
    type="object",
    additionalProperties={"type": "array", "items": whole().schema, "minItems": 2, "maxItems": 2},
)
_PENGUINS = Form(
    type="object",
    additionalProperties={
        "type": "object",
        "properties": {
            "place": {"type": ["string", "null"]},
            "rock": {"type": ["boolean", "null"]},
        },
        "required": ["place", "rock"],
    },
)

_PLAY: Mapping[str, Kind[TableState]] = {
    "die.roll": in_play(roll, face=whole(1, DIE), expects=_MOVES),
    "rock.drop": in_play(drop_rock, seat=is_text, space=_SPACE),
    "rock.take": in_play(take_rock, seat=is_text, space=_SPACE),
    "penguin.free": in_play(set_free, seat=is_text, free=is_bool),
    "move.done": in_play(finish_move, expects=_MOVES, **{"to?": is_text}),
    "nest.done": in_play(complete_nest, seat=is_text, expects=_MOVES),
    "board.read": in_play(
        see, seat=is_text, photo=is_text, penguins=_PENGUINS, rocks=_ROCKS, complete=is_bool
    ),
    "board.agree": in_play(agree, photo=is_text, agree=is_bool),
}
KINDS = {**_LOBBY, **_PLAY}
TRACKER = TableTracker(TableState(), KINDS, guard)

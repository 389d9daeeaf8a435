"""The tracker of a rocks table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `KINDS`. A die thrown by the app comes as an event with its face,
like a real one that somebody types in: nothing here is left to chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.events import Event, Refusal
from companion.language import Phrase, say, say_many
from companion.lobby import DOOR, opening, starting, taking
from companion.payload import expecting, is_bool, is_text, one_of, whole
from companion.rocks.board import AT_ONCE, NESTS, PLAY_OUT, RING, Board
from companion.rocks.boardfile import read_board
from companion.rocks.handling import frees, refuse_on_top
from companion.rocks.order import is_over, next_roll
from companion.rocks.state import DIE, SECOND, Roll
from companion.rocks.track_state import MAX_SEATS, MIN_SEATS, Seat, TableState
from companion.tracking import Kind, TableTracker, in_play, no_objection, until_play_goes_on

# --- before the game ------------------------------------------------------------------------------


def _check_finish(_state: TableState, event: Event) -> Refusal | None:
    if event.payload["options"].get("finish", AT_ONCE) not in (AT_ONCE, PLAY_OUT):
        return Refusal(
            "malformed", say('The ending is "{one}" or "{other}".', one=AT_ONCE, other=PLAY_OUT)
        )
    return None


def _lay(state: TableState, board: Board, event: Event) -> TableState:
    """The board's own end of a game, unless the table was opened with another."""
    return replace(
        state, board=board.finishing(event.payload["options"].get("finish", board.rules.finish))
    )


def _refuse_finish(state: TableState, _event: Event) -> Refusal | None:
    return (
        Refusal("locked", "The game has started, so its ending can't change any more.")
        if state.started
        else None
    )


def _finish(state: TableState, event: Event) -> TableState:
    """At once, or with the round played out (rocks O)."""
    return replace(state, board=state.board.finishing(event.payload["finish"]))


def _refuse_nest(state: TableState, event: Event) -> Refusal | None:
    colour = event.payload["colour"]
    if colour not in state.colours:
        return Refusal("malformed", "This board doesn't have a nest of that colour.")
    if any(other.colour == colour for other in state.seats):
        return Refusal("taken", "Someone already has that nest. Pick another.")
    return None


def _take(state: TableState, event: Event) -> TableState:
    """Where a nest is on the board is where its owner sits."""
    seat, colours = (
        Seat(*(event.payload[field] for field in ("seat", "name", "colour"))),
        state.colours,
    )
    return replace(
        state, seats=tuple(sorted((*state.seats, seat), key=lambda s: colours.index(s.colour)))
    )


def _refuse_start(state: TableState, event: Event) -> Refusal | None:
    if state.seat(event.payload["first"]) is None:
        return Refusal("malformed", "That seat is empty.")
    if len(state.seats) == MIN_SEATS and not _are_neighbours(state):
        return Refusal(
            "not-now", "Two players need nests that are next to each other, not across the board."
        )
    return None


def _are_neighbours(state: TableState) -> bool:
    one, other = state.nests
    return (other - one) % NESTS in (1, NESTS - 1)


def _start(state: TableState, event: Event) -> TableState:
    """The player named rolls first, then clockwise (rocks R3); of three, one has penguin 2 free
    (O).
    """
    first, freed = state.clockwise.index(event.payload["first"]), state.freed
    seats = tuple(replace(seat, free=seat.id == freed) for seat in state.seats)
    return replace(state, seats=seats[first:] + seats[:first], started=True)


# --- play -----------------------------------------------------------------------------------------


def _guard(state: TableState, event: Event) -> Refusal | None:
    if event.kind in _PLAY and state.phase != "play":
        return Refusal(
            "not-now", "The game is over." if state.over else "The game hasn't started yet."
        )
    if "expects" in event.payload and event.payload["expects"]["moves"] != state.moves:
        return Refusal("stale", "That move is already done. Check the table.")
    return None


def _check_roll(state: TableState, _event: Event) -> Refusal | None:
    return None if state.die is None else Refusal("stale", "This penguin's die is already rolled.")


def _roll(state: TableState, event: Event) -> TableState:
    return replace(state, die=event.payload["face"])


def _check_drop(state: TableState, event: Event) -> Refusal | None:
    rocks = _rocks(state, event)
    if reason := refuse_on_top(
        rocks[event.payload["space"]], in_building=not state.seat_of(event).complete
    ):
        return Refusal("not-there", say("That rock doesn't fit ({reason}).", reason=reason))
    lying = sum(sum(seat.rocks) for seat in state.seats)
    if lying >= state.board.rules.rocks * len(state.board.nests):
        return Refusal("not-there", "All rocks are already in nests.")
    return None


def _drop(state: TableState, event: Event) -> TableState:
    """A rock more; penguin 1's first one for its own nest frees penguin 2 (rocks R8)."""
    seat, active = state.seat_of(event), state.active
    own = active is not None and active.id == seat.id
    free = seat.free or frees(state.now.penguin, own_ring=own)
    return state.change(seat.id, rocks=_counted(state, event, 1), free=free)


def _check_take_rock(state: TableState, event: Event) -> Refusal | None:
    lies = _rocks(state, event)[event.payload["space"]]
    return (
        None
        if lies
        else Refusal("not-there", "There's no rock there. Take one from another space or a pile.")
    )


def _take_rock(state: TableState, event: Event) -> TableState:
    return state.change(event.payload["seat"], rocks=_counted(state, event, -1))


def _check_free(state: TableState, event: Event) -> Refusal | None:
    """A correction by hand; not while that penguin's own roll is due."""
    due = (
        state.active is not None
        and state.active.id == event.payload["seat"]
        and state.now.penguin == SECOND
    )
    return (
        Refusal("not-now", "Penguin 2 must move now.")
        if due and not event.payload["free"]
        else None
    )


def _free(state: TableState, event: Event) -> TableState:
    return state.change(event.payload["seat"], free=event.payload["free"])


def _check_nest(state: TableState, event: Event) -> Refusal | None:
    """Only the mover wins, with a complete nest; that a penguin stands in the centre the phones
    believe (R10).

    Who tapped "Moved" before the last rock may still say so until the next throw.
    """
    seat = state.seat_of(event)
    if seat not in state.movers:
        return Refusal("stale", "It's someone else's turn.")
    if not seat.complete:
        return Refusal("not-there", _empty(seat.rocks.count(0)))
    return None


def _empty(n: int) -> Phrase:
    return say_many(
        "{n} outer space of this nest still needs a rock.",
        "{n} outer spaces of this nest still need a rock.",
        n,
    )


def _nest(state: TableState, event: Event) -> TableState:
    """Built in one's own move it passes on; told after it, whoever is to roll still is."""
    place = state.clockwise.index(event.payload["seat"])
    built = replace(state, finished=(*state.finished, place))
    return _pass_on(built, event) if place == state.now.seat else _go_on(built, state.now)


def _pass_on(state: TableState, _event: Event) -> TableState:
    """The next penguin is to roll (rocks R3, R8)."""
    return _go_on(state, next_roll(state.now, [seat.free for seat in state.seats], state.finished))


def _go_on(state: TableState, then: Roll) -> TableState:
    """With `then`, or the game is over (rocks R10)."""
    over = is_over(state.board.rules, then, state.finished)
    now = state.now if over else then
    return replace(state, now=now, die=None, moves=state.moves + 1, over=over)


def _rocks(state: TableState, event: Event) -> tuple[int, ...]:
    return state.seat_of(event).rocks


def _counted(state: TableState, event: Event, change: int) -> tuple[int, ...]:
    return tuple(
        n + change * (space == event.payload["space"])
        for space, n in enumerate(_rocks(state, event))
    )


# --- the table of kinds ---------------------------------------------------------------------------

_LOBBY: Mapping[str, Kind[TableState]] = {
    **DOOR,
    "table.open": opening("rocks", read_board, _lay, what="board", refuse=_check_finish),
    "seat.take": taking(MAX_SEATS, _take, refuse=_refuse_nest, colour=is_text),
    "finish.set": Kind(
        {"finish": one_of(AT_ONCE, PLAY_OUT)}, _refuse_finish, _finish, until_play_goes_on
    ),
    "game.start": starting(MIN_SEATS, _start, refuse=_refuse_start, first=is_text),
}

_MOVES, _SPACE = expecting(moves=whole()), whole(0, RING - 1)

_PLAY: Mapping[str, Kind[TableState]] = {
    "die.roll": in_play(_check_roll, _roll, face=whole(1, DIE), expects=_MOVES),
    "rock.drop": in_play(_check_drop, _drop, seat=is_text, space=_SPACE),
    "rock.take": in_play(_check_take_rock, _take_rock, seat=is_text, space=_SPACE),
    "penguin.free": in_play(_check_free, _free, seat=is_text, free=is_bool),
    "move.done": in_play(no_objection, _pass_on, expects=_MOVES),
    "nest.done": in_play(_check_nest, _nest, seat=is_text, expects=_MOVES),
}
KINDS = {**_LOBBY, **_PLAY}
TRACKER = TableTracker(TableState(), KINDS, _guard)
check, fold = TRACKER.check, TRACKER.fold

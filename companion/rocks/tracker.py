"""The tracker of a rocks table: whose roll it is, the die, free penguins and rocks in nests.

A roll is an event with a face, whether the app rolls or someone enters a real roll, so nothing here
is random.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion import tracking
from companion.events import Event, Refusal
from companion.language import say, say_many
from companion.lobby import LOBBY_KINDS, open_kind, seat_kind, start_kind
from companion.payload import expecting, is_bool, is_text, one_of, whole
from companion.play import replaced
from companion.rocks.board import AT_ONCE, NESTS, PLAY_OUT, RING, Board, Drawing, Rules
from companion.rocks.boardfile import read_board
from companion.rocks.state import (
    DIE,
    FIRST_ROLL,
    PLAYERS,
    SECOND,
    Roll,
    frees,
    is_over,
    next_roll,
    refuse_on_top,
)
from companion.tracking import Kind, Table, TableTracker, in_play

Phase: TypeAlias = Literal["lobby", "play", "done"]

NO_BOARD = Board("", Rules(), Drawing(0, 0, 0), (), (), ())


@dataclass(frozen=True, slots=True)
class Seat(tracking.Seat):
    """A player. `rocks` counts those on each outer space of the nest, clockwise from where the path
    begins; `free` says whether penguin 2 may move (rocks R8).
    """

    colour: str
    rocks: tuple[int, ...] = (0,) * RING
    free: bool = False

    @property
    def complete(self) -> bool:
        """True if each outer space has a rock (rocks R10)."""
        return all(self.rocks)


@dataclass(frozen=True, slots=True)
class TableState(Table[Seat]):
    """A rocks table. `seats` are clockwise, from the player who starts once the game has started.

    `now` and `finished` count seats in that order; `finished` are those with a complete nest, by
    time. `die` is the face rolled, None before the roll and for a real roll that isn't entered.
    `moves` counts the penguins' moves.
    """

    board: Board = NO_BOARD
    now: Roll = FIRST_ROLL
    die: int | None = None
    moves: int = 0
    finished: tuple[int, ...] = ()
    over: bool = False

    @property
    def phase(self) -> Phase:
        """The phase of play."""
        if not self.started:
            return "lobby"
        return "done" if self.over else "play"

    @property
    def progress(self) -> tuple[bool, int, int | None]:
        """A value that changes with every roll and every penguin's move."""
        return self.started, self.moves, self.die

    @property
    def colours(self) -> list[str]:
        """The board's nests, clockwise."""
        return [nest.id for nest in self.board.nests]

    @property
    def nests(self) -> tuple[int, ...]:
        """The number of each seat's nest on the board."""
        return tuple(self.colours.index(seat.colour) for seat in self.seats)

    @property
    def starter(self) -> str | None:
        """The seat that starts, None if the youngest player does (rocks O)."""
        return self._owner(self.board.rules.starter(self.nests))

    @property
    def freed(self) -> str | None:
        """The seat whose penguin 2 is free from the start; None if there is none (rocks O)."""
        return self._owner(self.board.rules.freed(self.nests))

    def _owner(self, nest: int | None) -> str | None:
        return None if nest is None else self.seats[self.nests.index(nest)].id

    @property
    def active(self) -> Seat | None:
        """The player whose penguin rolls or moves; None before and after play."""
        return self.seats[self.now.seat] if self.phase == "play" else None

    @property
    def movers(self) -> tuple[Seat, ...]:
        """The active player and, before a roll, the last: both may report a complete nest."""
        if self.phase != "play":
            return ()
        now, last = self.now, self.now.seat
        if self.die is None and now != FIRST_ROLL and now.penguin != SECOND:
            last = (now.seat - 1) % len(self.seats)
        places = {now.seat, last} - set(self.finished)
        return tuple(seat for place, seat in enumerate(self.seats) if place in places)

    @property
    def winner(self) -> Seat | None:
        """The last to finish, who wins (rocks R10); None before the end, or if nobody has."""
        return self.seats[self.finished[-1]] if self.over and self.finished else None


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
    return replace(state, seats=seats[first:] + seats[:first])


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
    return replace(state, die=event.payload["face"])


def drop_rock(state: TableState, event: Event) -> TableState | Refusal:
    """Add a rock where it fits, while some are left (R9); it may free penguin 2 (R8)."""
    seat, active, space = state.seat_of(event), state.active, event.payload["space"]
    if reason := refuse_on_top(seat.rocks[space], in_building=not seat.complete):
        return Refusal("not-there", say("That rock doesn't fit ({reason}).", reason=reason))
    lying = sum(sum(seat.rocks) for seat in state.seats)
    if lying >= state.board.rules.rocks * len(state.board.nests):
        return Refusal("not-there", "All rocks are already in nests.")
    own = active is not None and active.id == seat.id
    free = seat.free or frees(state.now.penguin, own_ring=own)
    rocks = replaced(seat.rocks, space, seat.rocks[space] + 1)
    return state.change(seat.id, rocks=rocks, free=free)


def take_rock(state: TableState, event: Event) -> TableState | Refusal:
    """Take a rock out of a nest, from a space that has one (rocks R7)."""
    seat, space = state.seat_of(event), event.payload["space"]
    if not seat.rocks[space]:
        return Refusal("not-there", "There's no rock there. Take one from another space or a pile.")
    return state.change(seat.id, rocks=replaced(seat.rocks, space, seat.rocks[space] - 1))


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
    return pass_on(state, event) if place == state.now.seat else _go_on(state, state.now)


def pass_on(state: TableState, _event: Event) -> TableState:
    """Let the next penguin roll (rocks R3, R8)."""
    return _go_on(state, next_roll(state.now, [seat.free for seat in state.seats], state.finished))


def _go_on(state: TableState, then: Roll) -> TableState:
    """Continue with the roll `then`, or end the game (rocks R10)."""
    over = is_over(state.board.rules, then, state.finished)
    now = state.now if over else then
    return replace(state, now=now, die=None, moves=state.moves + 1, over=over)


_LOBBY: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind("rocks", read_board, open_table, what="board"),
    "seat.take": seat_kind(PLAYERS[1], take_seat, colour=is_text),
    "finish.set": in_play(set_finish, finish=one_of(AT_ONCE, PLAY_OUT)),
    "game.start": start_kind(PLAYERS[0], start, {"first": is_text}),
}

_MOVES, _SPACE = expecting(moves=whole()), whole(0, RING - 1)

_PLAY: Mapping[str, Kind[TableState]] = {
    "die.roll": in_play(roll, face=whole(1, DIE), expects=_MOVES),
    "rock.drop": in_play(drop_rock, seat=is_text, space=_SPACE),
    "rock.take": in_play(take_rock, seat=is_text, space=_SPACE),
    "penguin.free": in_play(set_free, seat=is_text, free=is_bool),
    "move.done": in_play(pass_on, expects=_MOVES),
    "nest.done": in_play(complete_nest, seat=is_text, expects=_MOVES),
}
KINDS = {**_LOBBY, **_PLAY}
TRACKER = TableTracker(TableState(), KINDS, guard)

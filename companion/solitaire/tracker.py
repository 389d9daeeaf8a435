"""The tracker of a solitaire table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `KINDS`. No clock is read here: how long a game took and that a
timer ran out are told by the server's events. What the phones hold is in `track_state`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.errors import NotationError, UsageError
from companion.events import Event, Refusal
from companion.language import say
from companion.lobby import DOOR, opening, ordering, starting, taking
from companion.payload import Fits, expecting, is_bool, is_object, is_text, one_of, whole
from companion.solitaire import legality
from companion.solitaire.board import PYRAMIDS, Board, read_board, read_size
from companion.solitaire.moves import Hop
from companion.solitaire.notation import parse_position, position_text, read_move
from companion.solitaire.position import Position, full
from companion.solitaire.track_payload import is_count, is_hop, is_position
from companion.solitaire.track_state import (
    FREE,
    KING_TUT,
    MAX_SEATS,
    MIN_SEATS,
    QUICKSAND,
    RIVALS,
    Left,
    Sand,
    Seat,
    TableState,
    Task,
)
from companion.tracking import Check, Effect, Kind, TableTracker, in_play

MOST_ROUNDS = 20
# s; a limit that all may see is the table's own affair, but a mistyped one is not
SHORTEST, LONGEST = 10, 3600
DAY = 24 * 3600 * 1000  # ms; no game is longer
_OTHER_BOARD = Refusal("stale", "That board has changed. Check it and try again.")
CLOCKS = ("server", "host")  # who may say that a timer has run out


# --- before the game ------------------------------------------------------------------------------


def _lay(state: TableState, board: Board, _event: Event) -> TableState:
    return replace(state, board=board)


def _take(state: TableState, event: Event) -> TableState:
    seat = Seat(event.payload["seat"], event.payload["name"], full(state.board))
    return replace(state, seats=(*state.seats, seat))


def _refuse_start(state: TableState, event: Event) -> Refusal | None:
    mode, rounds = event.payload["mode"], event.payload["rounds"]
    if mode != FREE and len(state.seats) < RIVALS:
        return Refusal("not-now", say("Still missing: at least {number} players.", number=RIVALS))
    if mode == FREE and rounds != 1:
        return Refusal("malformed", "Free play has no rounds. Take a new board whenever you like.")
    try:
        _sized(state.board, event)
    except UsageError as error:
        return Refusal("malformed", say("{reason}.", reason=error))
    return None


def _sized(board: Board, event: Event) -> Board:
    """The board of the file, or one with the same rules in the size that was chosen."""
    return board.sized(*read_size(event.payload.get("board", board.size)))


def _start(state: TableState, event: Event) -> TableState:
    board = _sized(state.board, event)
    seats = tuple(replace(seat, position=full(board)) for seat in state.seats)
    mode, rounds = event.payload["mode"], event.payload["rounds"]
    return replace(state, started=True, mode=mode, rounds=rounds, board=board, seats=seats)


def _guard(state: TableState, event: Event) -> Refusal | None:
    if event.kind in _PLAY and not state.started:
        return Refusal("not-now", "The game hasn't started yet.")
    if event.kind in _MODES and _MODES[event.kind] != state.mode:
        return Refusal("not-now", "That doesn't work in this mode.")
    expects = event.payload.get("expects", {})
    if "round" in expects and expects["round"] != state.round:
        return Refusal("stale", "That round is over or hasn't started yet.")
    return None


# --- boards on the phone --------------------------------------------------------------------------


def _check_hop(state: TableState, event: Event) -> Refusal | None:
    """The engine says whether it is legal (solitaire R1, R2, R3)."""
    seat, text = state.seat_of(event), event.payload["hop"]
    if event.payload["expects"]["changes"] != seat.changes:
        return _OTHER_BOARD
    if not state.may_hop(seat.id):
        return Refusal("not-now", "This game's clock isn't running.")
    try:
        reason = legality.refusal(seat.position, read_move(text, state.board))
    except NotationError as error:
        return Refusal("malformed", say("{reason}.", reason=error))
    return Refusal("illegal", say("{reason}.", reason=reason)) if reason else None


def _hop(state: TableState, event: Event) -> TableState:
    """What was told of a real board is no longer of this game."""
    seat, hop = state.seat_of(event), _read_hop(event, state.board)
    return state.change(
        seat.id, position=seat.position.after(hop), changes=seat.changes + 1, left=Left()
    )


def _read_hop(event: Event, board: Board) -> Hop:
    return read_move(event.payload["hop"], board)


def _check_new(state: TableState, event: Event) -> Refusal | None:
    stale = event.payload["expects"]["changes"] != state.seat_of(event).changes
    return _OTHER_BOARD if stale else None


def _new(state: TableState, event: Event) -> TableState:
    """A full board; the one put aside counts if it was played to its end."""
    seat = state.seat_of(event)
    return _seated(state, seat, seat.fresh(keep=state.over(seat)))


def _seated(state: TableState, seat: Seat, fresh: Seat) -> TableState:
    return replace(state, seats=tuple(fresh if other is seat else other for other in state.seats))


def _check_puzzle(state: TableState, event: Event) -> Refusal | None:
    """The server makes puzzles from their names; a phone can't say what stands on them."""
    try:
        parse_position(event.payload["position"], state.board)
    except NotationError as error:
        return Refusal("malformed", say("{reason}.", reason=error))
    return _check_new(state, event)


def _puzzle(state: TableState, event: Event) -> TableState:
    """Its position on the player's board; a game that stood there counts if it was played to its
    end.
    """
    seat, payload = state.seat_of(event), event.payload
    position, task = (
        parse_position(payload["position"], state.board),
        Task(payload["puzzle"], payload["best"]),
    )
    return _seated(state, seat, seat.given(position, task, keep=state.over(seat)))


# --- clocks ---------------------------------------------------------------------------------------


def _check_begin(state: TableState, event: Event) -> Refusal | None:
    if state.running is not None:
        return Refusal("stale", "A game is already being timed.")
    if state.due != event.payload["seat"]:
        return Refusal("not-now", "It's someone else's turn.")
    return None


def _begin(state: TableState, event: Event) -> TableState:
    return replace(state, running=event.payload["seat"], since=event.at)


def _check_done(state: TableState, event: Event) -> Refusal | None:
    return (
        None
        if state.running == event.payload["seat"]
        else Refusal("stale", "That game isn't being timed.")
    )


def _done(state: TableState, event: Event) -> TableState:
    """Somebody says "Done", perhaps while hops are left (solitaire R5)."""
    timed = state.change(event.payload["seat"], time=event.payload["ms"])
    return replace(timed, running=None, since="")


def _check_sand(state: TableState, event: Event) -> Refusal | None:
    """A hidden limit is drawn by the server, within those of the rules (solitaire R6)."""
    if state.sand is not None:
        return Refusal("stale", "The timer is already running.")
    shortest, longest = state.board.limits if event.payload["hidden"] else (SHORTEST, LONGEST)
    if not shortest <= event.payload["limit"] <= longest:
        return Refusal(
            "malformed",
            say(
                "The time must be {shortest} to {longest} seconds.",
                shortest=shortest,
                longest=longest,
            ),
        )
    if event.payload["hidden"] and event.actor != "server":
        return Refusal("not-yours", "Only the server can pick a hidden time.")
    return None


def _sand(state: TableState, event: Event) -> TableState:
    sand = Sand(event.payload["limit"], event.payload["hidden"], event.at, version=event.version)
    return replace(state, sand=sand)


def _check_out(state: TableState, event: Event) -> Refusal | None:
    if event.actor not in CLOCKS:
        return Refusal("not-yours", "Only the timer or the host can end the game.")
    if state.sand is None or state.sand.out:
        return Refusal("stale", "The timer isn't running.")
    if event.payload["expects"].get("sand", state.sand.version) != state.sand.version:
        return Refusal("stale", "Another timer is running.")
    return None


def _out(state: TableState, _event: Event) -> TableState:
    return replace(state, sand=replace(state.sand, out=True)) if state.sand else state


# --- scores ---------------------------------------------------------------------------------------


def _check_score(state: TableState, event: Event) -> Refusal | None:
    """Whether a score can be told now at all."""
    seat = state.seat_of(event)
    if seat.task:
        return Refusal("not-now", "Puzzles don't score. Take a new board for a game.")
    if state.mode != FREE and not state.over(seat):
        return Refusal("not-now", "That game isn't over yet.")
    expects = event.payload.get("expects", {})
    if "version" in expects and expects["version"] != seat.left.version:
        return Refusal(
            "stale", "Someone else just changed this score. Check it before you change it again."
        )
    return None


def _check_type(state: TableState, event: Event) -> Refusal | None:
    least, most = state.board.perfect, full(state.board).pips
    if not least <= event.payload["pips"] <= most:
        return Refusal(
            "malformed", say("A score is {least} to {most} pips.", least=least, most=most)
        )
    return _check_score(state, event)


def _type(state: TableState, event: Event) -> TableState:
    return _told(state, event, Left(typed=event.payload["pips"]))


def _check_count(state: TableState, event: Event) -> Refusal | None:
    """No more pyramids than there are, and one at least: the last one is never removed (solitaire
    R3).
    """
    count = _count(event)
    if not any(count) or max(count) > state.board.squares:
        most = say(
            "Enter at least one pyramid, and at most {most} of each size.", most=state.board.squares
        )
        return Refusal("malformed", most)
    return _check_score(state, event)


def _count(event: Event) -> tuple[int, ...]:
    """Those on the board, or laid out beside it, and those in a hand (solitaire R6)."""
    lying, held = event.payload["count"], event.payload["hand"]
    return tuple(lying[size] + held[size] for size in PYRAMIDS)


def _tell_count(state: TableState, event: Event) -> TableState:
    return _told(state, event, Left(count=_count(event)))


def _check_tally(state: TableState, event: Event) -> Refusal | None:
    """What is left is laid out un-nested: a photo sees only the tops of stacks (solitaire D1)."""
    try:
        position = parse_position(event.payload["tally"], state.board)
    except NotationError as error:
        return Refusal("malformed", say("{reason}.", reason=error))
    if max(map(len, position.stacks)) > 1:
        return Refusal(
            "nested", "Put each pyramid on its own square, because covered ones can't be seen."
        )
    return _check_score(state, event)


def _tally(state: TableState, event: Event) -> TableState:
    return _read(state, event, parse_position(event.payload["tally"], state.board))


def _check_tops(state: TableState, event: Event) -> Refusal | None:
    """A photo of a running game shows the tops, and the hops on the phone tell the rest (solitaire
    D1).
    """
    try:
        seen = parse_position(event.payload["tops"], state.board)
    except NotationError as error:
        return Refusal("malformed", say("{reason}.", reason=error))
    position = state.seat_of(event).position
    if seen.stacks != position.tops:
        wanted = position_text(Position(state.board, position.tops))
        other = say(
            "The photo shows {seen}, but the hops lead to {wanted}.",
            seen=event.payload["tops"],
            wanted=wanted,
        )
        return Refusal("other-board", other)
    return _check_score(state, event)


def _tops(state: TableState, event: Event) -> TableState:
    return _read(state, event, state.seat_of(event).position)


def _read(state: TableState, event: Event, position: Position) -> TableState:
    """What a photo showed: all pyramids of a position."""
    unsure = bool(event.payload["reading"].get("unsure"))
    count = tuple(position.count[size] for size in PYRAMIDS)
    return _told(state, event, Left(count=count, photo=event.payload["photo"], unsure=unsure))


def _told(state: TableState, event: Event, left: Left) -> TableState:
    return state.change(event.payload["seat"], left=replace(left, version=event.version))


# --- rounds ---------------------------------------------------------------------------------------


def _check_next(state: TableState, _event: Event) -> Refusal | None:
    if state.round == state.rounds:
        return Refusal("not-now", "That was the last round.")
    return (
        None if state.scored else Refusal("not-now", "Some games of this round aren't scored yet.")
    )


def _next(state: TableState, _event: Event) -> TableState:
    seats = tuple(seat.fresh(keep=True) for seat in state.seats)
    return replace(state, seats=seats, round=state.round + 1, sand=None)


# --- the table of kinds ---------------------------------------------------------------------------

_ROUND, _BOARD = expecting(round=whole(1)), expecting(changes=whole())
# older logs do not say which sand ran out
_SAND = expecting(**{"round": whole(1), "sand?": whole(1)})
_SCORE = expecting(version=whole())

_BEGIN = starting(
    MIN_SEATS,
    _start,
    refuse=_refuse_start,
    mode=one_of(FREE, KING_TUT, QUICKSAND),
    rounds=whole(1, MOST_ROUNDS),
)
_LOBBY: Mapping[str, Kind[TableState]] = {
    **DOOR,
    "table.open": opening("solitaire", read_board, _lay, what="board"),
    "seat.take": taking(MAX_SEATS, _take),
    "seats.order": ordering(),
    # older logs choose no size
    "game.start": replace(_BEGIN, fields={**_BEGIN.fields, "board?": is_text}),
}


def _telling(
    check: Check[TableState], apply: Effect[TableState], **fields: Fits
) -> Kind[TableState]:
    return Kind({"seat": is_text, **fields}, check, apply)


_PLAY: Mapping[str, Kind[TableState]] = {
    "hop": in_play(_check_hop, _hop, seat=is_text, hop=is_hop, expects=_BOARD),
    "board.new": in_play(_check_new, _new, seat=is_text, expects=_BOARD),
    "puzzle.set": in_play(
        _check_puzzle,
        _puzzle,
        seat=is_text,
        puzzle=is_text,
        position=is_position,
        best=whole(1),
        expects=_BOARD,
    ),
    "clock.start": in_play(_check_begin, _begin, seat=is_text, expects=_ROUND),
    "clock.done": in_play(_check_done, _done, seat=is_text, ms=whole(0, DAY), expects=_ROUND),
    "sand.start": in_play(_check_sand, _sand, limit=whole(1), hidden=is_bool, expects=_ROUND),
    "sand.out": in_play(_check_out, _out, expects=_SAND),
    "score.type": _telling(_check_type, _type, pips=whole(1), expects=_SCORE),
    "score.count": _telling(
        _check_count, _tell_count, count=is_count, hand=is_count, expects=_SCORE
    ),
    "tally.read": _telling(
        _check_tally, _tally, photo=is_text, tally=is_position, reading=is_object
    ),
    "board.read": _telling(_check_tops, _tops, photo=is_text, tops=is_position, reading=is_object),
    "round.next": in_play(_check_next, _next, expects=_ROUND),
}
_MODES = {
    "board.new": FREE,
    "puzzle.set": FREE,
    "clock.start": KING_TUT,
    "clock.done": KING_TUT,
    "sand.start": QUICKSAND,
    "sand.out": QUICKSAND,
}
KINDS = {**_LOBBY, **_PLAY}
TRACKER = TableTracker(TableState(), KINDS, _guard)
check, fold = TRACKER.check, TRACKER.fold

"""The tracker of a solitaire table: folds events into the state in `table`.

No clock is read here: times come with the events, and a timer ends with one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from companion.events import Event, Refusal
from companion.language import say
from companion.lobby import LOBBY_KINDS, ORDER, open_kind, seat_kind, start_kind
from companion.payload import Fits, expecting, form, is_bool, is_object, is_text, one_of, whole
from companion.solitaire.board import (
    MOST_COLUMNS,
    MOST_ROWS,
    NEST,
    PYRAMIDS,
    Board,
    read_board,
    read_size,
)
from companion.solitaire.state import (
    Position,
    full,
    parse_position,
    position_text,
    read_move,
    refuse_hop,
)
from companion.solitaire.table import (
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
# s; limits of a timer that everyone can see, against typing errors
SHORTEST, LONGEST = 10, 3600
DAY = 24 * 3600 * 1000  # ms; no game is longer
_OTHER_BOARD = Refusal("stale", "That board has changed. Check it and try again.")
CLOCKS = ("server", "host")  # actors who may end a timer


# --- forms of payloads ----------------------------------------------------------------------------

is_count: Fits = expecting(**{pyramid: whole() for pyramid in PYRAMIDS})  # by size

# the length of the largest board's text, with a separator after each square but the last
_LONGEST = MOST_ROWS * MOST_COLUMNS * (len(NEST) + 1) - 1
_HOP, _POSITION = r"[a-z][1-9]-[a-z][1-9]", rf"[SML,/]{{5,{_LONGEST}}}"


@form(type="string", pattern=f"^{_HOP}$")
def is_hop(value: object) -> bool:
    """Return whether a value is written as a hop, on a board of any size.

    >>> is_hop("a1-a3"), is_hop("a1")
    (True, False)
    """
    return isinstance(value, str) and re.fullmatch(_HOP, value) is not None


@form(type="string", pattern=f"^{_POSITION}$")
def is_position(value: object) -> bool:
    """Return whether a value looks like a position on a board of any size; stacks aren't checked.

    >>> is_position("S,,/,L,/,,"), is_position("a1-a3")
    (True, False)
    """
    return isinstance(value, str) and re.fullmatch(_POSITION, value) is not None


# --- before the game ------------------------------------------------------------------------------


def take_seat(state: TableState, event: Event) -> TableState:
    """Add a player with a full board."""
    seat = Seat(event.payload["seat"], event.payload["name"], full(state.board))
    return replace(state, seats=(*state.seats, seat))


def check_start(state: TableState, event: Event) -> Refusal | None:
    """Allow a start with enough players, and with rounds and a size that are possible."""
    mode, rounds = event.payload["mode"], event.payload["rounds"]
    if mode != FREE and len(state.seats) < RIVALS:
        return Refusal("not-now", say("Still missing: at least {number} players.", number=RIVALS))
    if mode == FREE and rounds != 1:
        return Refusal("malformed", "Free play has no rounds. Take a new board whenever you like.")
    _sized_board(state.board, event)
    return None


def _sized_board(board: Board, event: Event) -> Board:
    """Return the board in the chosen size, by default that of its file."""
    return board.sized(*read_size(event.payload.get("board", board.size)))


def start(state: TableState, event: Event) -> TableState:
    """Start with full boards of the chosen size."""
    board = _sized_board(state.board, event)
    seats = tuple(replace(seat, position=full(board)) for seat in state.seats)
    mode, rounds = event.payload["mode"], event.payload["rounds"]
    return replace(state, started=True, mode=mode, rounds=rounds, board=board, seats=seats)


def guard(state: TableState, event: Event) -> Refusal | None:
    """Allow events of play only after the start, in their mode, and in the round they expect."""
    if event.kind in _PLAY and not state.started:
        return Refusal("not-now", "The game hasn't started yet.")
    if event.kind in _MODES and _MODES[event.kind] != state.mode:
        return Refusal("not-now", "That doesn't work in this mode.")
    expects = event.payload.get("expects", {})
    if "round" in expects and expects["round"] != state.round:
        return Refusal("stale", "That round is over or hasn't started yet.")
    return None


# --- boards on the phone --------------------------------------------------------------------------


def check_hop(state: TableState, event: Event) -> Refusal | None:
    """Allow a legal hop (solitaire R1 to R3) while the player may play."""
    seat, text = state.seat_of(event), event.payload["hop"]
    if event.payload["expects"]["changes"] != seat.changes:
        return _OTHER_BOARD
    if not state.may_hop(seat.id):
        return Refusal("not-now", "This game's clock isn't running.")
    reason = refuse_hop(seat.position, read_move(text, state.board))
    return Refusal("illegal", say("{reason}.", reason=reason)) if reason else None


def hop(state: TableState, event: Event) -> TableState:
    """Make a hop, and drop any report from the real table."""
    seat, hop = state.seat_of(event), read_move(event.payload["hop"], state.board)
    return state.change(
        seat.id, position=seat.position.after(hop), changes=seat.changes + 1, left=Left()
    )


def check_new(state: TableState, event: Event) -> Refusal | None:
    """Allow another board only if the sender saw the present one."""
    stale = event.payload["expects"]["changes"] != state.seat_of(event).changes
    return _OTHER_BOARD if stale else None


def take_new_board(state: TableState, event: Event) -> TableState:
    """Give the player a full board; the game before counts if it was over."""
    seat = state.seat_of(event)
    return _with_seat(state, seat, seat.fresh(keep=state.over(seat)))


def _with_seat(state: TableState, seat: Seat, fresh: Seat) -> TableState:
    """Return the table with `fresh` in place of `seat`."""
    return replace(state, seats=tuple(fresh if other is seat else other for other in state.seats))


def check_puzzle(state: TableState, event: Event) -> Refusal | None:
    """Allow a puzzle whose position fits the board; the server made it from its name."""
    parse_position(event.payload["position"], state.board)
    return check_new(state, event)


def set_puzzle(state: TableState, event: Event) -> TableState:
    """Put a puzzle on the player's board; the game before counts if it was over."""
    seat, payload = state.seat_of(event), event.payload
    position = parse_position(payload["position"], state.board)
    task, fresh = Task(payload["puzzle"], payload["best"]), seat.fresh(keep=state.over(seat))
    return _with_seat(state, seat, replace(fresh, position=position, task=task))


# --- clocks ---------------------------------------------------------------------------------------


def check_begin(state: TableState, event: Event) -> Refusal | None:
    """Allow the clock to start for the player who is due (solitaire R5)."""
    if state.running is not None:
        return Refusal("stale", "A game is already being timed.")
    if state.due != event.payload["seat"]:
        return Refusal("not-now", "It's someone else's turn.")
    return None


def check_done(state: TableState, event: Event) -> Refusal | None:
    """Allow an end only of the game that is being timed (solitaire R5)."""
    late = Refusal("stale", "That game isn't being timed.")
    return None if state.running == event.payload["seat"] else late


def stop_clock(state: TableState, event: Event) -> TableState:
    """Stop the clock; the player may say "Done" while hops are left (solitaire R5)."""
    timed = state.change(event.payload["seat"], time=event.payload["ms"])
    return replace(timed, running=None, since="")


def check_sand(state: TableState, event: Event) -> Refusal | None:
    """Allow a timer within its limits; a hidden one only from the server (solitaire R6)."""
    if state.sand is not None:
        return Refusal("stale", "The timer is already running.")
    shortest, longest = state.board.limits if event.payload["hidden"] else (SHORTEST, LONGEST)
    if not shortest <= event.payload["limit"] <= longest:
        limits = {"shortest": shortest, "longest": longest}
        seconds = say("The time must be {shortest} to {longest} seconds.", **limits)
        return Refusal("malformed", seconds)
    if event.payload["hidden"] and event.actor != "server":
        return Refusal("not-yours", "Only the server can pick a hidden time.")
    return None


def start_sand(state: TableState, event: Event) -> TableState:
    """Start the timer (solitaire R6)."""
    sand = Sand(event.payload["limit"], event.payload["hidden"], event.at, version=event.version)
    return replace(state, sand=sand)


def check_out(state: TableState, event: Event) -> Refusal | None:
    """Allow the server or the host to end the running timer (solitaire R6)."""
    if event.actor not in CLOCKS:
        return Refusal("not-yours", "Only the timer or the host can end the game.")
    if state.sand is None or state.sand.out:
        return Refusal("stale", "The timer isn't running.")
    if event.payload["expects"].get("sand", state.sand.version) != state.sand.version:
        return Refusal("stale", "Another timer is running.")
    return None


def end_sand(state: TableState, _event: Event) -> TableState:
    """End the timer, and with it the game (solitaire R6)."""
    return replace(state, sand=replace(state.sand, out=True)) if state.sand else state


# --- scores ---------------------------------------------------------------------------------------


def _check_score(state: TableState, event: Event) -> Refusal | None:
    """Allow a score of a game that is over, unless someone else has just changed it."""
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


def check_type(state: TableState, event: Event) -> Refusal | None:
    """Allow a possible number of pips (solitaire R4)."""
    least, most = state.board.perfect, full(state.board).pips
    if not least <= event.payload["pips"] <= most:
        limits = say("A score is {least} to {most} pips.", least=least, most=most)
        return Refusal("malformed", limits)
    return _check_score(state, event)


def check_count(state: TableState, event: Event) -> Refusal | None:
    """Allow at least one pyramid, because the last is never removed (R3), and no more than all."""
    count = _count(event)
    if not any(count) or max(count) > state.board.squares:
        most = say(
            "Enter at least one pyramid, and at most {most} of each size.", most=state.board.squares
        )
        return Refusal("malformed", most)
    return _check_score(state, event)


def _count(event: Event) -> tuple[int, ...]:
    """Return the pyramids by size, on the table and in hand (solitaire R6)."""
    lying, held = event.payload["count"], event.payload["hand"]
    return tuple(lying[size] + held[size] for size in PYRAMIDS)


def check_tally(state: TableState, event: Event) -> Refusal | None:
    """Allow pyramids laid out one a square, because a photo shows only the tops of stacks (D1)."""
    position = parse_position(event.payload["tally"], state.board)
    if max(map(len, position.stacks)) > 1:
        return Refusal(
            "nested", "Put each pyramid on its own square, because covered ones can't be seen."
        )
    return _check_score(state, event)


def check_tops(state: TableState, event: Event) -> Refusal | None:
    """Allow a photo that agrees with the phone's board, which knows the covered pyramids (D1)."""
    seen = parse_position(event.payload["tops"], state.board)
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


def _keep_photo(state: TableState, event: Event, position: Position) -> TableState:
    """Report all pyramids of a position, read from a photo."""
    unsure = bool(event.payload["reading"].get("unsure"))
    count = tuple(position.count[size] for size in PYRAMIDS)
    left = Left(count=count, photo=event.payload["photo"], unsure=unsure)
    return _keep_report(state, event, left)


def _keep_report(state: TableState, event: Event, left: Left) -> TableState:
    """Set the report of a game on the real table, with the version of its event."""
    return state.change(event.payload["seat"], left=replace(left, version=event.version))


# --- rounds ---------------------------------------------------------------------------------------


def check_next(state: TableState, _event: Event) -> Refusal | None:
    """Allow another round once this one is scored, unless it was the last."""
    if state.round == state.rounds:
        return Refusal("not-now", "That was the last round.")
    early = Refusal("not-now", "Some games of this round aren't scored yet.")
    return None if state.scored else early


def start_round(state: TableState, _event: Event) -> TableState:
    """Start the next round with full boards."""
    seats = tuple(seat.fresh(keep=True) for seat in state.seats)
    return replace(state, seats=seats, round=state.round + 1, sand=None)


# --- the table of kinds ---------------------------------------------------------------------------

_ROUND, _BOARD = expecting(round=whole(1)), expecting(changes=whole())
# optional, because older logs don't name the timer that ran out
_SAND = expecting(**{"round": whole(1), "sand?": whole(1)})
_SCORE = expecting(version=whole())

_BEGIN = start_kind(
    MIN_SEATS,
    start,
    refuse=check_start,
    mode=one_of(FREE, KING_TUT, QUICKSAND),
    rounds=whole(1, MOST_ROUNDS),
)
_LOBBY: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind(
        "solitaire",
        read_board,
        lambda state, board, _event: replace(state, board=board),
        what="board",
    ),
    "seat.take": seat_kind(MAX_SEATS, take_seat),
    "seats.order": ORDER,
    # optional, because older logs don't name a size
    "game.start": replace(_BEGIN, fields={**_BEGIN.fields, "board?": is_text}),
}


def _report(
    check: Check[TableState], apply: Effect[TableState], **fields: Fits
) -> Kind[TableState]:
    """Return the kind of an event that reports a score."""
    return Kind({"seat": is_text, **fields}, check, apply)


_PLAY: Mapping[str, Kind[TableState]] = {
    "hop": in_play(check_hop, hop, seat=is_text, hop=is_hop, expects=_BOARD),
    "board.new": in_play(check_new, take_new_board, seat=is_text, expects=_BOARD),
    "puzzle.set": in_play(
        check_puzzle,
        set_puzzle,
        seat=is_text,
        puzzle=is_text,
        position=is_position,
        best=whole(1),
        expects=_BOARD,
    ),
    "clock.start": in_play(
        check_begin,
        lambda state, event: replace(state, running=event.payload["seat"], since=event.at),
        seat=is_text,
        expects=_ROUND,
    ),
    "clock.done": in_play(check_done, stop_clock, seat=is_text, ms=whole(0, DAY), expects=_ROUND),
    "sand.start": in_play(check_sand, start_sand, limit=whole(1), hidden=is_bool, expects=_ROUND),
    "sand.out": in_play(check_out, end_sand, expects=_SAND),
    "score.type": _report(
        check_type,
        lambda state, event: _keep_report(state, event, Left(typed=event.payload["pips"])),
        pips=whole(1),
        expects=_SCORE,
    ),
    "score.count": _report(
        check_count,
        lambda state, event: _keep_report(state, event, Left(count=_count(event))),
        count=is_count,
        hand=is_count,
        expects=_SCORE,
    ),
    "tally.read": _report(
        check_tally,
        lambda state, event: _keep_photo(
            state, event, parse_position(event.payload["tally"], state.board)
        ),
        photo=is_text,
        tally=is_position,
        reading=is_object,
    ),
    "board.read": _report(
        check_tops,
        lambda state, event: _keep_photo(state, event, state.seat_of(event).position),
        photo=is_text,
        tops=is_position,
        reading=is_object,
    ),
    "round.next": in_play(check_next, start_round, expects=_ROUND),
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
TRACKER = TableTracker(TableState(), KINDS, guard)

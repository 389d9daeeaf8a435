"""What the phones know of a solitaire table, folded from its events.

Players hop on the phone, or on the real table and then report what is left, by hand or with a
photo. No clock is read here: times come with the events, and a timer ends with one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.events import Event, Refusal
from companion.language import say
from companion.lobby import LOBBY_KINDS, ORDER, open_kind, seat_kind, start_kind
from companion.payload import Form, expecting, is_bool, is_object, is_text, one_of, whole
from companion.solitaire.board import MOST_COLUMNS, MOST_ROWS, NEST, read_board, read_size
from companion.solitaire.state import PLAYERS, full, parse_position, read_move, refuse_hop
from companion.solitaire.table import FREE, KING_TUT, QUICKSAND, Left, Sand, Seat, TableState, Task
from companion.tracking import CHANGED, Kind, TableTracker, in_play

RIVALS = 2  # the fewest players of King Tut or Quicksand
MOST_ROUNDS = 20
# s; limits of a timer that everyone can see, against typing errors
SHORTEST, LONGEST = 10, 3600
DAY = 24 * 3600 * 1000  # ms; no game is longer
_OTHER_BOARD = Refusal("stale", "That board has changed. Check it and try again.")


# --- forms of payloads ----------------------------------------------------------------------------

is_hop = Form(type="string", pattern="^[a-z][1-9]-[a-z][1-9]$")  # on a board of any size
# a position on a board of any size, up to the largest one's text with all separators
_LONGEST = MOST_ROWS * MOST_COLUMNS * (len(NEST) + 1) - 1
is_position = Form(type="string", pattern=rf"^[SML,/]{{5,{_LONGEST}}}$")


# --- before the game ------------------------------------------------------------------------------


def take_seat(state: TableState, event: Event) -> TableState:
    """Add a player with a full board."""
    seat = Seat(event.payload["seat"], event.payload["name"], full(state.board))
    return replace(state, seats=(*state.seats, seat))


def start(state: TableState, event: Event) -> TableState | Refusal:
    """Start with enough players, rounds that are possible, and full boards of the chosen size."""
    mode, rounds = event.payload["mode"], event.payload["rounds"]
    if mode != FREE and len(state.seats) < RIVALS:
        return Refusal("not-now", say("Still missing: at least {number} players.", number=RIVALS))
    if mode == FREE and rounds != 1:
        return Refusal("malformed", "Free play has no rounds. Take a new board whenever you like.")
    board = state.board.sized(*read_size(event.payload.get("board", state.board.size)))
    seats = tuple(replace(seat, position=full(board)) for seat in state.seats)
    return replace(state, mode=mode, rounds=rounds, board=board, seats=seats)


def guard(state: TableState, event: Event) -> Refusal | None:
    """Allow events of play only after the start, in their mode, and in the round they expect."""
    if event.kind in _PLAY and not state.started:
        return Refusal("not-now", "The game hasn't started yet.")
    if event.kind in _BOARDS and state.ended:
        return Refusal("not-now", "The game is over. Undo its end to play on.")
    if event.kind in _MODES and _MODES[event.kind] != state.mode:
        return Refusal("not-now", "That doesn't work in this mode.")
    expects = event.payload.get("expects", {})
    if "round" in expects and expects["round"] != state.round:
        return Refusal("stale", "That round is over or hasn't started yet.")
    return None


# --- boards on the phone --------------------------------------------------------------------------


def hop(state: TableState, event: Event) -> TableState | Refusal:
    """Make a legal hop (solitaire R1 to R3), and drop any report from the real table."""
    seat = state.seat_of(event)
    if event.payload["expects"]["changes"] != seat.changes:
        return _OTHER_BOARD
    if not state.may_hop(seat.id):
        return Refusal("not-now", "This game's clock isn't running.")
    hop = read_move(event.payload["hop"], state.board)
    if reason := refuse_hop(seat.position, hop):
        return Refusal("illegal", say("{reason}.", reason=reason))
    return state.change(
        seat.id, position=seat.position.after(hop), changes=seat.changes + 1, left=Left()
    )


def take_board(state: TableState, event: Event) -> TableState | Refusal:
    """Give the player a full board, or a puzzle, if the sender saw the present one.

    The game before counts if it was over. The server made a puzzle's position from its name.
    """
    seat, payload = state.seat_of(event), event.payload
    fresh = seat.fresh(keep=state.over(seat))
    if "puzzle" in payload:
        position = parse_position(payload["position"], state.board)
        fresh = replace(fresh, position=position, task=Task(payload["puzzle"], payload["best"]))
    if payload["expects"]["changes"] != seat.changes:
        return _OTHER_BOARD
    return replace(state, seats=tuple(fresh if other is seat else other for other in state.seats))


# --- clocks ---------------------------------------------------------------------------------------


def start_clock(state: TableState, event: Event) -> TableState | Refusal:
    """Start the clock for the player who is due (solitaire R5)."""
    if state.running is not None:
        return Refusal("stale", "A game is already being timed.")
    if state.due != event.payload["seat"]:
        return Refusal("not-now", "It's someone else's turn.")
    return replace(state, running=event.payload["seat"], since=event.at)


def stop_clock(state: TableState, event: Event) -> TableState | Refusal:
    """Stop the clock; the player may say "Done" while hops are left (solitaire R5)."""
    if state.running != event.payload["seat"]:
        return Refusal("stale", "That game isn't being timed.")
    timed = state.change(event.payload["seat"], time=event.payload["ms"])
    return replace(timed, running=None, since="")


def start_sand(state: TableState, event: Event) -> TableState | Refusal:
    """Start a timer within its limits; a hidden one only from the server (solitaire R6)."""
    limit, hidden = event.payload["limit"], event.payload["hidden"]
    if state.sand is not None:
        return Refusal("stale", "The timer is already running.")
    shortest, longest = state.board.limits if hidden else (SHORTEST, LONGEST)
    if not shortest <= limit <= longest:
        limits = {"shortest": shortest, "longest": longest}
        seconds = say("The time must be {shortest} to {longest} seconds.", **limits)
        return Refusal("malformed", seconds)
    if hidden and event.actor != "server":
        return Refusal("not-yours", "Only the server can pick a hidden time.")
    return replace(state, sand=Sand(limit, hidden, event.at, version=event.version))


def end_sand(state: TableState, event: Event) -> TableState | Refusal:
    """Let the server or the host end the running timer, and with it the game (solitaire R6)."""
    if event.actor not in {"server", "host"}:
        return Refusal("not-yours", "Only the timer or the host can end the game.")
    if state.sand is None or state.sand.out:
        return Refusal("stale", "The timer isn't running.")
    if event.payload["expects"].get("sand", state.sand.version) != state.sand.version:
        return Refusal("stale", "Another timer is running.")
    return replace(state, sand=replace(state.sand, out=True))


# --- scores ---------------------------------------------------------------------------------------


def type_score(state: TableState, event: Event) -> TableState | Refusal:
    """Report a possible number of pips (solitaire R4)."""
    pips, least, most = event.payload["pips"], state.board.perfect, full(state.board).pips
    if not least <= pips <= most:
        limits = say("A score is {least} to {most} pips.", least=least, most=most)
        return Refusal("malformed", limits)
    return _report(state, event, Left(typed=pips))


def read_tally(state: TableState, event: Event) -> TableState | Refusal:
    """Report pyramids laid out one a square: a photo shows only the tops of stacks (D1)."""
    position = parse_position(event.payload["tally"], state.board)
    if max(map(len, position.stacks)) > 1:
        return Refusal(
            "nested", "Put each pyramid on its own square, because covered ones can't be seen."
        )
    return _report(state, event, Left(count=position.count, photo=event.payload["photo"]))


def _report(state: TableState, event: Event, left: Left) -> TableState | Refusal:
    """Set the report of a game that is over, unless someone else has just changed it."""
    seat = state.seat_of(event)
    if seat.task:
        return Refusal("not-now", "Puzzles don't score. Take a new board for a game.")
    if state.mode != FREE and not state.over(seat):
        return Refusal("not-now", "That game isn't over yet.")
    expects = event.payload.get("expects", {})
    if "version" in expects and expects["version"] != seat.left.version:
        return CHANGED
    return state.change(seat.id, left=replace(left, version=event.version))


def end_game(state: TableState, _event: Event) -> TableState | Refusal:
    """End free play, in which everyone's best board counts, once there is one."""
    if all(state.total(seat) is None for seat in state.seats):
        return Refusal("not-now", "Nobody has finished a board yet.")
    return replace(state, ended=True)


def start_round(state: TableState, _event: Event) -> TableState | Refusal:
    """Start the next round with full boards, once this one is scored, unless it was the last."""
    if state.round == state.rounds:
        return Refusal("not-now", "That was the last round.")
    if not state.scored:
        return Refusal("not-now", "Some games of this round aren't scored yet.")
    seats = tuple(seat.fresh(keep=True) for seat in state.seats)
    return replace(state, seats=seats, round=state.round + 1, sand=None)


_ROUND, _BOARD = expecting(round=whole(1)), expecting(changes=whole())
_SCORE = expecting(version=whole())

_LOBBY: Mapping[str, Kind[TableState]] = {
    **LOBBY_KINDS,
    "table.open": open_kind(
        "solitaire",
        read_board,
        lambda state, board, _event: replace(state, board=board),
        what="board",
    ),
    "seat.take": seat_kind(PLAYERS[1], take_seat),
    "seats.order": ORDER,
    "game.start": start_kind(  # older logs don't name a size
        PLAYERS[0],
        start,
        {
            "mode": one_of(FREE, KING_TUT, QUICKSAND),
            "rounds": whole(1, MOST_ROUNDS),
            "board?": is_text,
        },
    ),
}

_PLAY: Mapping[str, Kind[TableState]] = {
    "hop": in_play(hop, seat=is_text, hop=is_hop, expects=_BOARD),
    "board.new": in_play(take_board, seat=is_text, expects=_BOARD),
    "puzzle.set": in_play(
        take_board,
        seat=is_text,
        puzzle=is_text,
        position=is_position,
        best=whole(1),
        expects=_BOARD,
    ),
    "clock.start": in_play(start_clock, seat=is_text, expects=_ROUND),
    "clock.done": in_play(stop_clock, seat=is_text, ms=whole(0, DAY), expects=_ROUND),
    "sand.start": in_play(start_sand, limit=whole(1), hidden=is_bool, expects=_ROUND),
    # older logs don't name the timer that ran out
    "sand.out": in_play(end_sand, expects=expecting(**{"round": whole(1), "sand?": whole(1)})),
    "score.type": Kind({"seat": is_text, "pips": whole(1), "expects": _SCORE}, type_score),
    "tally.read": Kind(
        {"seat": is_text, "photo": is_text, "tally": is_position, "reading": is_object}, read_tally
    ),
    "round.next": in_play(start_round, expects=_ROUND),
    "play.end": in_play(end_game),
}
_BOARDS = frozenset({"hop", "board.new", "puzzle.set", "play.end"})  # no more after the end
_MODES = {
    "board.new": FREE,
    "puzzle.set": FREE,
    "play.end": FREE,
    "clock.start": KING_TUT,
    "clock.done": KING_TUT,
    "sand.start": QUICKSAND,
    "sand.out": QUICKSAND,
}
KINDS = {**_LOBBY, **_PLAY}
TRACKER = TableTracker(TableState(), KINDS, guard)

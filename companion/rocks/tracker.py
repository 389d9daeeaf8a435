"""The tracker of a rocks table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `_KINDS`: a check, which names the reason against it, and an effect. A die thrown by
the app comes as an event with its face, like a real one that somebody types in: nothing here is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion import events
from companion.errors import DeckError
from companion.events import Event, Refusal
from companion.rocks.board import AT_ONCE, PLAY_OUT, Board, read_board
from companion.rocks.handling import frees, refuse_on_top
from companion.rocks.order import is_over, next_roll
from companion.rocks.state import SECOND
from companion.rocks.track_payload import malformed
from companion.rocks.track_state import MAX_SEATS, MIN_SEATS, Seat, TableState

START = TableState()


def fold(log: Sequence[Event]) -> TableState:
    """The table after any sequence of events; what makes no sense in its place changes nothing."""
    return events.fold(TRACKER, log)


def check(state: TableState, event: Event) -> Refusal | None:
    """Why `event` can not come next (an undo is the log's business, see `events.Log`); None when it can."""
    if refusal := malformed(event.kind, event.payload):
        return refusal
    if event.kind != "table.open" and not state.board.nests:
        return Refusal("not-now", "There is no table yet.")
    if event.kind in _IN_PLAY and state.phase != "play":
        return Refusal("not-now", "The game is over." if state.over else "The game has not started yet.")
    if event.kind in _TO_A_SEAT and state.seat(event.payload["seat"]) is None:
        return Refusal("malformed", "Nobody sits on that seat.")
    if "expects" in event.payload and event.payload["expects"]["moves"] != state.moves:
        return Refusal("stale", "That move is done already: look again.")
    return _KINDS[event.kind].check(state, event)


def apply(state: TableState, event: Event) -> TableState:
    """The state after an event that `check` lets pass."""
    return _KINDS[event.kind].apply(state, event)


def can_undo(state: TableState, event: Event) -> Refusal | None:
    """Why this event is never taken back in the present `state`; None when it may be."""
    if event.kind == "table.open":
        return Refusal("undo", "The opening of a table stays.")
    if event.kind == "seat.take" and state.started:
        return Refusal("undo", "A seat stays once the game has started.")
    if event.kind in {"game.start", *_IN_PLAY} and event.version < state.moved:
        return Refusal("undo", "Play has gone on since: take back what came after it first.")
    return None


class _Tracker:
    """Rocks' row for `events.Log`."""

    def start(self) -> TableState:
        return START

    def check(self, state: TableState, event: Event) -> Refusal | None:
        return check(state, event)

    def apply(self, state: TableState, event: Event) -> TableState:
        return apply(state, event)

    def can_undo(self, state: TableState, event: Event) -> Refusal | None:
        return can_undo(state, event)


TRACKER: events.Tracker[TableState] = _Tracker()
_IN_PLAY = frozenset({"die.roll", "rock.drop", "rock.take", "penguin.free", "move.done", "nest.done"})
_TO_A_SEAT = frozenset({"rock.drop", "rock.take", "penguin.free", "nest.done"})


# --- before the game -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _board(text: str) -> Board | None:
    try:
        return read_board(text, "board")
    except DeckError:
        return None


def _check_open(state: TableState, event: Event) -> Refusal | None:
    if state.board.nests:
        return Refusal("not-now", "This table is open already.")
    if event.payload["game"] != "rocks" or _board(event.payload["deck"]) is None:
        return Refusal("malformed", "That is no rocks board.")
    if event.payload["options"].get("finish", AT_ONCE) not in (AT_ONCE, PLAY_OUT):
        return Refusal("malformed", f'A game may finish "{AT_ONCE}" or "{PLAY_OUT}".')
    return None


def _open(state: TableState, event: Event) -> TableState:
    """The board's own end of a game, unless the table chose another."""
    board = _board(event.payload["deck"]) or state.board
    finish = event.payload["options"].get("finish", board.rules.finish)
    return replace(state, board=replace(board, rules=replace(board.rules, finish=finish)))


def _check_take(state: TableState, event: Event) -> Refusal | None:
    seat, name, colour = (event.payload[field] for field in ("seat", "name", "colour"))
    if state.started:
        return Refusal("locked", "The game has started: nobody can sit down any more.")
    if len(state.seats) >= MAX_SEATS:
        return Refusal("full", f"All {MAX_SEATS} seats are taken.")
    if state.seat(seat) or any(other.name.casefold() == name.casefold() for other in state.seats):
        return Refusal("taken", f"Somebody here is called {name} already: pick another name.")
    if colour not in _nests(state):
        return Refusal("malformed", "There is no nest of that colour.")
    if any(other.colour == colour for other in state.seats):
        return Refusal("taken", "Somebody has that nest already: pick another one.")
    return None


def _take(state: TableState, event: Event) -> TableState:
    """Where a nest is on the board is where its owner sits."""
    seat, nests = Seat(*(event.payload[field] for field in ("seat", "name", "colour"))), _nests(state)
    return replace(state, seats=tuple(sorted((*state.seats, seat), key=lambda s: nests.index(s.colour))))


def _nests(state: TableState) -> list[str]:
    return [nest.id for nest in state.board.nests]


def _check_start(state: TableState, event: Event) -> Refusal | None:
    if state.started:
        return Refusal("not-now", "The game has started already.")
    if len(state.seats) < MIN_SEATS:
        return Refusal("not-now", f"Still missing: at least {MIN_SEATS} players.")
    if state.seat(event.payload["first"]) is None:
        return Refusal("malformed", "Nobody sits on that seat.")
    if len(state.seats) == MIN_SEATS and not _are_neighbours(state):
        return Refusal("not-now", "Two players need nests that are next to each other, not across the board.")
    return None


def _are_neighbours(state: TableState) -> bool:
    one, other = (_nests(state).index(seat.colour) for seat in state.seats)
    return (other - one) % len(_nests(state)) in (1, len(_nests(state)) - 1)


def _start(state: TableState, event: Event) -> TableState:
    """The youngest rolls first, then clockwise (rocks R3)."""
    first = [seat.id for seat in state.seats].index(event.payload["first"])
    return replace(state, seats=state.seats[first:] + state.seats[:first], started=True, moved=event.version)


# --- play ------------------------------------------------------------------------------------------------------------


def _check_roll(state: TableState, _event: Event) -> Refusal | None:
    return None if state.die is None else Refusal("stale", "The die is thrown already for this penguin.")


def _roll(state: TableState, event: Event) -> TableState:
    return replace(state, die=event.payload["face"], moved=event.version)


def _check_drop(state: TableState, event: Event) -> Refusal | None:
    rocks = _rocks(state, event)
    if reason := refuse_on_top(rocks[event.payload["space"]], in_building=not _seat(state, event).complete):
        return Refusal("not-there", f"There is no room for that rock ({reason}).")
    lying = sum(sum(seat.rocks) for seat in state.seats)
    if lying >= state.board.rules.rocks * len(state.board.nests):
        return Refusal("not-there", "All rocks lie in nests already.")
    return None


def _drop(state: TableState, event: Event) -> TableState:
    """A rock more; penguin 1's first one for its own nest frees penguin 2 (rocks R8)."""
    seat, active = _seat(state, event), state.active
    own = active is not None and active.id == seat.id
    free = seat.free or frees(state.now.penguin, own_ring=own)
    return state.change(seat.id, rocks=_counted(state, event, 1), free=free)


def _check_take_rock(state: TableState, event: Event) -> Refusal | None:
    lies = _rocks(state, event)[event.payload["space"]]
    return None if lies else Refusal("not-there", "No rock lies there (R7: take one from another space or a pile).")


def _take_rock(state: TableState, event: Event) -> TableState:
    return state.change(_seat(state, event).id, rocks=_counted(state, event, -1))


def _check_free(state: TableState, event: Event) -> Refusal | None:
    """A correction by hand; not while that penguin's own roll is due."""
    due = state.active is not None and state.active.id == event.payload["seat"] and state.now.penguin == SECOND
    return Refusal("not-now", "Penguin 2 is to move right now.") if due and not event.payload["free"] else None


def _free(state: TableState, event: Event) -> TableState:
    return state.change(event.payload["seat"], free=event.payload["free"])


def _check_nest(state: TableState, event: Event) -> Refusal | None:
    """Only the mover wins, with a complete nest; that a penguin stands in the centre the phones believe (R10)."""
    seat = _seat(state, event)
    if state.active is None or state.active.id != seat.id:
        return Refusal("stale", "It is somebody else's turn.")
    if not seat.complete:
        return Refusal("not-there", f"{seat.rocks.count(0)} outer spaces of this nest have no rock yet (R10).")
    return None


def _nest(state: TableState, event: Event) -> TableState:
    return _pass_on(replace(state, finished=(*state.finished, state.now.seat)), event)


def _pass_on(state: TableState, event: Event) -> TableState:
    """The next penguin is to roll, or the game is over (rocks R3, R8, R10)."""
    then = next_roll(state.now, [seat.free for seat in state.seats], state.finished)
    over = is_over(state.board.rules, then, state.finished)
    now = state.now if over else then
    return replace(state, now=now, die=None, moves=state.moves + 1, over=over, moved=event.version)


def _seat(state: TableState, event: Event) -> Seat:
    return next(seat for seat in state.seats if seat.id == event.payload["seat"])


def _rocks(state: TableState, event: Event) -> tuple[int, ...]:
    return _seat(state, event).rocks


def _counted(state: TableState, event: Event, change: int) -> tuple[int, ...]:
    return tuple(n + change * (space == event.payload["space"]) for space, n in enumerate(_rocks(state, event)))


# --- the table of kinds ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kind:
    check: Callable[[TableState, Event], Refusal | None]
    apply: Callable[[TableState, Event], TableState]


def _always(_state: TableState, _event: Event) -> None:
    """Nothing speaks against it."""


_KINDS: Mapping[str, _Kind] = {
    "table.open": _Kind(_check_open, _open),
    "seat.take": _Kind(_check_take, _take),
    "game.start": _Kind(_check_start, _start),
    "die.roll": _Kind(_check_roll, _roll),
    "rock.drop": _Kind(_check_drop, _drop),
    "rock.take": _Kind(_check_take_rock, _take_rock),
    "penguin.free": _Kind(_check_free, _free),
    "move.done": _Kind(_always, _pass_on),
    "nest.done": _Kind(_check_nest, _nest),
}

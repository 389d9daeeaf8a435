"""The tracker of a pirates table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `_KINDS`: a check, which names the reason against it, and an effect. Tracks move by the
very functions that the engine uses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from companion import events
from companion.errors import DeckError
from companion.events import Event, Refusal
from companion.pirates import tracks
from companion.pirates.boards import COUSIN
from companion.pirates.crew import ACTION_CHANGES, BAIL_OR_FISH, PENGUINS, TURNS
from companion.pirates.deck import Deck, read_deck
from companion.pirates.entering import Crew, End, Entry, enter, sunk, wanted
from companion.pirates.track_payload import malformed
from companion.pirates.track_state import MAX_SEATS, MIN_SEATS, Placed, Seat, TableState
from companion.pirates.tracks import Dots, Tracks

Payload: TypeAlias = Mapping[str, Any]
START = TableState()
NOBODY: tuple[Placed | None, ...] = (None,) * PENGUINS


def fold(log: Sequence[Event]) -> TableState:
    """The table after any sequence of events; what makes no sense in its place changes nothing."""
    return events.fold(TRACKER, log)


def check(state: TableState, event: Event) -> Refusal | None:
    """Why `event` can not come next (an undo is the log's business, see `events.Log`); None when it can."""
    if refusal := malformed(event.kind, event.payload):
        return refusal
    if event.kind != "table.open" and not state.deck.boards:
        return Refusal("not-now", "There is no table yet.")
    turn = event.payload.get("expects", {}).get("turn")
    if turn is not None and (not state.started or state.end or turn != state.turn):
        return Refusal("stale", "That turn is over, or has not come yet.")
    return _KINDS[event.kind].check(state, event.payload, event.actor)


def apply(state: TableState, event: Event) -> TableState:
    """The state after an event that `check` lets pass."""
    after = _KINDS[event.kind].apply(state, event.payload)
    if after.tracks != state.tracks:
        after = replace(after, changed=event.version)
    moved = (after.turn, after.phase) != (state.turn, state.phase)
    return replace(after, moved=event.version) if moved else after


def can_undo(state: TableState, event: Event) -> Refusal | None:
    """Why this event is never taken back in the present `state`; None when it may be."""
    if event.kind == "table.open":
        return Refusal("undo", "The opening of a table stays.")
    if event.kind == "seat.take" and state.started:
        return Refusal("undo", "A seat stays once the game has started.")
    if event.kind not in ("seat.take", "track.set") and event.version < state.moved:
        return Refusal("undo", "Play has gone on since: take back what came after it first.")
    if event.kind == "penguin.place" and state.phase not in ("captain", "place", "over"):
        return Refusal("undo", "The penguins are revealed: nobody chooses anew with all spots in sight.")
    return None


class _Tracker:
    """The row of pirates for `events.Log`."""

    def start(self) -> TableState:
        return START

    def check(self, state: TableState, event: Event) -> Refusal | None:
        return check(state, event)

    def apply(self, state: TableState, event: Event) -> TableState:
        return apply(state, event)

    def can_undo(self, state: TableState, event: Event) -> Refusal | None:
        return can_undo(state, event)


TRACKER: events.Tracker[TableState] = _Tracker()
_LOCKED = Refusal("locked", "The game has started: nobody can sit down or change places any more.")


# --- before the game -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _deck(text: str) -> Deck | None:
    try:
        return read_deck(text, "deck")
    except DeckError:
        return None


def _check_open(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    if state.deck.boards:
        return Refusal("not-now", "This table is open already.")
    if payload["game"] != "pirates" or _deck(payload["deck"]) is None:
        return Refusal("malformed", "That is no pirates deck.")
    return None


def _open(state: TableState, payload: Payload) -> TableState:
    deck = _deck(payload["deck"]) or state.deck
    return replace(state, deck=deck, tracks=deck.start)


def _check_take(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    if state.started:
        return _LOCKED
    if len(state.seats) >= MAX_SEATS:
        return Refusal("full", f"All {MAX_SEATS} seats are taken.")
    name = payload["name"]
    if state.seat(payload["seat"]) or any(seat.name.casefold() == name.casefold() for seat in state.seats):
        return Refusal("taken", f"Somebody here is called {name} already: pick another name.")
    return None


def _take(state: TableState, payload: Payload) -> TableState:
    return replace(state, seats=(*state.seats, Seat(payload["seat"], payload["name"])))


def _check_order(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    if state.started:
        return _LOCKED
    if sorted(payload["order"]) != sorted(state.clockwise):
        return Refusal("stale", "Somebody has sat down or left meanwhile: look again and put all seats in order.")
    return None


def _order(state: TableState, payload: Payload) -> TableState:
    places = {seat: place for place, seat in enumerate(payload["order"])}
    return replace(state, seats=tuple(sorted(state.seats, key=lambda seat: places[seat.id])))


def _check_variants(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    if state.started:
        return Refusal("locked", "The game has started: variants stay as they are.")
    if COUSIN in payload["variants"] and not state.deck.cousin:
        return Refusal("malformed", "Bob's cousin is on no board of this deck.")
    return None


def _variants(state: TableState, payload: Payload) -> TableState:
    return replace(state, variants=frozenset(payload["variants"]))


def _check_captain(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    if state.started:
        return Refusal("locked", "The game has started: the captain passes left by itself.")
    return None if state.seat(payload["seat"]) else Refusal("malformed", "Nobody sits on that seat.")


def _captain(state: TableState, payload: Payload) -> TableState:
    return replace(state, first=payload["seat"])


def _check_start(state: TableState, _payload: Payload, _actor: str) -> Refusal | None:
    if state.started:
        return Refusal("not-now", "The game has started already.")
    missing = [
        *(["at least three players"] if len(state.seats) < MIN_SEATS else []),
        *(["the first captain"] if state.seat(state.first) is None else []),
    ]
    return Refusal("not-now", f"Still missing: {', '.join(missing)}.") if missing else None


def _start(state: TableState, _payload: Payload) -> TableState:
    return replace(state, started=True, turn=1, phase="event")


# --- planning (pirates R2) -------------------------------------------------------------------------------------------


def _check_reveal(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    if state.phase != "event":
        return Refusal("not-now", "The event of this turn is turned up already.")
    orders = {event.id: event.order for event in state.deck.events}
    if payload["event"] not in orders:
        return Refusal("malformed", "There is no such event card.")
    if payload["event"] in state.events:
        return Refusal("used", "That event has been turned up before.")
    due = sorted(orders.values())[len(state.events)]
    if orders[payload["event"]] != due:
        return Refusal("order", f"The event deck ascends: the next card must bear a {due}.")
    return None


def _reveal_event(state: TableState, payload: Payload) -> TableState:
    return replace(state, events=(*state.events, payload["event"]), phase="captain")


def _check_place(state: TableState, payload: Payload, actor: str) -> Refusal | None:
    penguin, card = payload["penguin"], payload["card"]
    if state.phase not in ("captain", "place"):
        return Refusal("not-now", "Nobody places a penguin now.")
    if actor not in state.clockwise or penguin not in state.to_place(actor):
        return Refusal("not-yours", "That penguin is not yours to place now.")
    if card in state.cards[penguin]:
        return Refusal("used", f"Handicap card {card} has been used before.")
    if state.colour(penguin, card, payload["action"]) == "red":
        return Refusal("red", "That spot is red on this card.")
    return None


def _place(state: TableState, payload: Payload) -> TableState:
    penguin, card = payload["penguin"], payload["card"]
    placed = _put(state, penguin, Placed(card, payload["action"]))
    placed = replace(placed, cards=tuple((*used, card) if p == penguin else used for p, used in enumerate(state.cards)))
    if state.phase == "captain":
        return _lost(replace(_pay(placed, [penguin]), phase="place"))
    return placed if None in placed.placed else _reveal(placed)


def _put(state: TableState, penguin: int, spot: Placed) -> TableState:
    return replace(state, placed=(*state.placed[:penguin], spot, *state.placed[penguin + 1 :]))


def _pay(state: TableState, penguins: Sequence[int]) -> TableState:
    now = state.tracks
    for penguin in penguins:
        spot = state.placed[penguin]
        if spot and state.colour(penguin, spot.card, spot.action) == "yellow":
            now = tracks.pay_for_yellow(now, state.deck.most)
    return replace(state, tracks=now)


def _reveal(state: TableState) -> TableState:
    """The others' yellow spots are paid together, then speed grows by the sails (pirates R2, R3)."""
    captain = state.clockwise.index(state.captain or "")
    paid = _lost(_pay(state, [penguin for penguin in range(PENGUINS) if penguin != captain]))
    return paid if paid.end else replace(paid, phase="sail", tracks=tracks.gain_speed(paid.tracks, paid.deck.most))


# --- movement (pirates R3 to R6) -------------------------------------------------------------------------------------


def _check_act(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    spot = state.placed[payload["penguin"]]
    if state.phase != "sail" or spot is None:
        return Refusal("not-now", "Penguins are taken off in the movement phase.")
    if spot.done:
        return Refusal("done", "That penguin is off its card already.")
    if (spot.action == "bail") != (payload["choice"] in BAIL_OR_FISH):
        return Refusal("malformed", "Bail water or fish: only that action takes a choice, and needs one.")
    return None


def _act(state: TableState, payload: Payload) -> TableState:
    """What an action does to the tracks; ships and boards are turned on the table."""
    spot = state.placed[payload["penguin"]]
    if spot is None:
        return state
    changes = BAIL_OR_FISH[payload["choice"]] if spot.action == "bail" else ACTION_CHANGES.get(spot.action, ())
    done = _put(state, payload["penguin"], replace(spot, done=True))
    return replace(done, tracks=state.tracks.change(state.deck.most, changes))


def _check_enter(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    dots = Dots(payload["yellow"], payload["red"])
    if state.phase != "sail":
        return Refusal("not-now", "The ship moves in the movement phase.")
    if not dots.cost:
        return Refusal("malformed", "Every hex has at least one dot.")
    if payload["pirates"] and not state.pirates:
        return Refusal("malformed", "There are no pirates on the map.")
    if dots.cost > state.tracks.speed:
        return Refusal("too-slow", f"Speed {state.tracks.speed} does not cover {dots.cost} dots.")
    return None


def _enter(state: TableState, payload: Payload) -> TableState:
    dots = Dots(payload["yellow"], payload["red"])
    entry = Entry(state.deck, dots, payload["special"], wanted(state.variants), payload["pirates"])
    crew = enter(Crew(state.tracks, state.rescued), entry)
    phase = "over" if crew.end else state.phase
    return replace(state, tracks=crew.tracks, rescued=crew.rescued, end=crew.end, phase=phase)


def _check_movement_done(state: TableState, _payload: Payload, _actor: str) -> Refusal | None:
    if state.phase != "sail":
        return Refusal("not-now", "The movement phase is not on.")
    if any(spot and not spot.done for spot in state.placed):
        return Refusal("not-now", "All penguins come off their cards first.")
    return None


def _movement_done(state: TableState, _payload: Payload) -> TableState:
    """The event's effect (pirates R8); the ship's turn and the pirates' way are made on the table."""
    event = state.event
    if event is None:
        return state
    after = replace(
        state, tracks=state.tracks.change(state.deck.most, event.changes), pirates=state.pirates or event.spawns,
        phase="pirates",
    )  # fmt: skip
    after = _lost(after)
    return after if after.end or after.pirates else _next_turn(after)


# --- the end of a turn (pirates R8 to R10) ---------------------------------------------------------------------------


def _check_pirates(state: TableState, _payload: Payload, _actor: str) -> Refusal | None:
    return None if state.phase == "pirates" else Refusal("not-now", "It is not the pirates' time.")


def _pirates(state: TableState, payload: Payload) -> TableState:
    if payload["outcome"] == "met":
        return _over(state, "pirates")
    return _next_turn(replace(state, pirates=payload["outcome"] == "here"))


def _next_turn(state: TableState) -> TableState:
    if state.turn == TURNS:
        return _over(state, "events")
    return replace(state, turn=state.turn + 1, phase="event", placed=NOBODY)


def _over(state: TableState, end: End) -> TableState:
    return replace(state, phase="over", end=end)


def _lost(state: TableState) -> TableState:
    return _over(state, "skull") if sunk(state.tracks, state.deck.most) else state


def _check_set(state: TableState, payload: Payload, _actor: str) -> Refusal | None:
    if not state.started or state.end:
        return Refusal("not-now", "The markers are moved while the game is on.")
    if payload["expects"]["version"] != state.changed:
        return Refusal("stale", "Somebody has moved a marker meanwhile: look again before you set one.")
    most = getattr(state.deck.most, payload["track"])
    return Refusal("malformed", f"That track ends at {most}.") if payload["value"] > most else None


def _set(state: TableState, payload: Payload) -> TableState:
    """A marker put right by hand; at the skull it is lost like any other way there."""
    now = {verb: getattr(state.tracks, verb) for verb in tracks.VERBS} | {payload["track"]: payload["value"]}
    return _lost(replace(state, tracks=Tracks(**now)))


# --- the table of kinds ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kind:
    check: Callable[[TableState, Payload, str], Refusal | None]
    apply: Callable[[TableState, Payload], TableState]


_KINDS: Mapping[str, _Kind] = {
    "table.open": _Kind(_check_open, _open),
    "seat.take": _Kind(_check_take, _take),
    "seats.order": _Kind(_check_order, _order),
    "variants.set": _Kind(_check_variants, _variants),
    "captain.give": _Kind(_check_captain, _captain),
    "game.start": _Kind(_check_start, _start),
    "event.reveal": _Kind(_check_reveal, _reveal_event),
    "penguin.place": _Kind(_check_place, _place),
    "penguin.act": _Kind(_check_act, _act),
    "ship.enter": _Kind(_check_enter, _enter),
    "movement.done": _Kind(_check_movement_done, _movement_done),
    "pirates.done": _Kind(_check_pirates, _pirates),
    "track.set": _Kind(_check_set, _set),
}

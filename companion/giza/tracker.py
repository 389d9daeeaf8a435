"""The tracker of a giza table: which event makes sense in which state, and what it changes.

Each kind of event is one row of `_KINDS`: a check, which names the reason against it, and an effect. The cards
are on the table and stay the players' business; what the phones hold is in `track_state`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from companion import events
from companion.errors import DeckError, NotationError
from companion.events import Event, Refusal
from companion.giza.deck import Deck, read_deck
from companion.giza.doubt import candidates
from companion.giza.order import LEAD, TRAIN, carry_out, turn_order
from companion.giza.pyramid import Placed, Pyramid, Slot, parse_placed
from companion.giza.track_payload import malformed
from companion.giza.track_payload import slot as read_slot
from companion.giza.track_state import GOALS_IN_PLAY, MAX_SEATS, MIN_SEATS, Doubt, Known, Seat, TableState

Payload: TypeAlias = Mapping[str, Any]
START = TableState()


def fold(log: Sequence[Event]) -> TableState:
    """The table after any sequence of events; what makes no sense in its place changes nothing."""
    return events.fold(TRACKER, log)


def check(state: TableState, event: Event) -> Refusal | None:
    """Why `event` can not come next (an undo is the log's business, see `events.Log`); None when it can."""
    if refusal := malformed(event.kind, event.payload):
        return refusal
    if event.kind != "table.open" and not state.deck.penguins:
        return Refusal("not-now", "There is no table yet.")
    if "seat" in event.payload and event.kind != "seat.take" and state.seat(event.payload["seat"]) is None:
        return Refusal("malformed", "Nobody sits on that seat.")
    return _KINDS[event.kind].check(state, event)


def apply(state: TableState, event: Event) -> TableState:
    """The state after an event that `check` lets pass."""
    return _KINDS[event.kind].apply(state, event)


def can_undo(state: TableState, event: Event) -> Refusal | None:
    """Why this event is never taken back in the present `state`; None when it may be."""
    if event.kind == "table.open":
        return Refusal("undo", "The opening of a table stays.")
    if event.kind == "seat.return":
        return Refusal("undo", "Let the host bring the seat to another phone instead.")
    if event.kind == "seat.take" and state.started:
        return Refusal("undo", "A seat stays once the game has started.")
    if event.kind == "action.choose" and event.payload.get("expects") != {"round": state.round}:
        return _BUILT_ON
    if event.kind in ("game.start", "turn.done") and event.version < state.moved:
        return _BUILT_ON
    return None


class _Tracker:
    """Giza's row for `events.Log`."""

    def start(self) -> TableState:
        return START

    def check(self, state: TableState, event: Event) -> Refusal | None:
        return check(state, event)

    def apply(self, state: TableState, event: Event) -> TableState:
        return apply(state, event)

    def can_undo(self, state: TableState, event: Event) -> Refusal | None:
        return can_undo(state, event)


TRACKER: events.Tracker[TableState] = _Tracker()
_BUILT_ON = Refusal("undo", "Play has gone on since: take back what came after it first.")
_LOBBY_ONLY = Refusal("locked", "The game has started: nobody can sit down or change places any more.")


# --- before the game -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _deck(text: str) -> Deck | None:
    try:
        return read_deck(text, "deck")
    except DeckError:
        return None


def _check_open(state: TableState, event: Event) -> Refusal | None:
    if state.deck.penguins:
        return Refusal("not-now", "This table is open already.")
    if event.payload["game"] != "giza" or _deck(event.payload["deck"]) is None:
        return Refusal("malformed", "That is no giza deck.")
    return None


def _open(state: TableState, event: Event) -> TableState:
    return replace(state, deck=_deck(event.payload["deck"]) or state.deck)


def _check_take(state: TableState, event: Event) -> Refusal | None:
    seat, name, colour = (event.payload[field] for field in ("seat", "name", "colour"))
    if state.started:
        return _LOBBY_ONLY
    if len(state.seats) >= MAX_SEATS:
        return Refusal("full", f"All {MAX_SEATS} seats are taken.")
    if state.seat(seat) or any(other.name.casefold() == name.casefold() for other in state.seats):
        return Refusal("taken", f"Somebody here is called {name} already: pick another name.")
    if colour not in {player.id for player in state.deck.players}:
        return Refusal("malformed", "There is no such colour of cards.")
    if any(other.colour == colour for other in state.seats):
        return Refusal("taken", "Somebody has that colour already: pick another one.")
    return None


def _take(state: TableState, event: Event) -> TableState:
    seat = Seat(event.payload["seat"], event.payload["name"], event.payload["colour"])
    return replace(state, seats=(*state.seats, seat))


def _check_order(state: TableState, event: Event) -> Refusal | None:
    if state.started:
        return _LOBBY_ONLY
    if sorted(event.payload["order"]) != sorted(state.clockwise):
        return Refusal("stale", "Somebody has sat down or left meanwhile: look again and put all seats in order.")
    return None


def _order(state: TableState, event: Event) -> TableState:
    places = {seat: place for place, seat in enumerate(event.payload["order"])}
    return replace(state, seats=tuple(sorted(state.seats, key=lambda seat: places[seat.id])))


def _check_goals(state: TableState, event: Event) -> Refusal | None:
    goals = event.payload["goals"]
    if len(goals) != GOALS_IN_PLAY or not set(goals) <= set(state.deck.goals_by_id):
        return Refusal("malformed", f"Name {GOALS_IN_PLAY} different goals of this deck.")
    return None


def _goals(state: TableState, event: Event) -> TableState:
    return replace(state, goal_ids=tuple(event.payload["goals"]))


def _give_chief(state: TableState, event: Event) -> TableState:
    return replace(state, chief=event.payload["seat"])


def _check_start(state: TableState, _event: Event) -> Refusal | None:
    missing = [
        *(["at least two players"] if len(state.seats) < MIN_SEATS else []),
        *(["three goals"] if not state.goal_ids else []),
        *(["who is the youngest and holds the Chief"] if state.seat(state.chief) is None else []),
    ]
    if state.started:
        return Refusal("not-now", "The game has started already.")
    return Refusal("not-now", f"Still missing: {', '.join(missing)}.") if missing else None


def _start(state: TableState, event: Event) -> TableState:
    return replace(state, started=True, moved=event.version)


# --- rounds ----------------------------------------------------------------------------------------------------------


def _check_choose(state: TableState, event: Event) -> Refusal | None:
    seat = state.seat(event.actor)
    if seat is None:
        return Refusal("not-yours", "Only who sits at the table chooses an action.")
    if state.phase != "choose" or event.payload["expects"]["round"] != state.round:
        return Refusal("stale", "The cards of that round are on the table already.")
    if event.payload["number"] not in seat.hand:
        return Refusal("not-in-hand", f"Action {event.payload['number']} is not in your hand.")
    return None


def _choose(state: TableState, event: Event) -> TableState:
    chosen = state.change(event.actor, chosen=event.payload["number"])
    return _reveal(chosen) if all(seat.chosen for seat in chosen.seats) else chosen


def _reveal(state: TableState) -> TableState:
    """All cards are turned up at once, and the order is fixed (giza R3); what was played is out of hand (R4)."""
    choices = {seat.id: seat.chosen for seat in state.seats if seat.chosen is not None}
    chief = state.chief or state.clockwise[0]
    seats = tuple(replace(seat, out=(*seat.out, choices[seat.id])) for seat in state.seats)
    return replace(state, seats=seats, order=turn_order(choices, chief, state.clockwise))


def _check_turn(state: TableState, event: Event) -> Refusal | None:
    active, payload = state.active, event.payload
    if active is None or payload["expects"] != {"round": state.round, "seat": active.seat}:
        return Refusal("stale", "That turn is over, or has not come yet.")
    if payload["seat"] != active.seat:
        return Refusal("stale", "It is somebody else's turn.")
    if payload["took"] and active.number == TRAIN and not state.supply:
        return Refusal("no-token", "No strength token is left in the supply: end the turn without one.")
    return None


def _turn(state: TableState, event: Event) -> TableState:
    seat, number = state.seat(event.payload["seat"]), state.active.number if state.active else 0
    if seat is None:
        return state
    took = event.payload["took"]
    gained = int(took and number == TRAIN)
    after = state.change(seat.id, done=True, out=carry_out(seat.out, number), tokens=seat.tokens + gained)
    after = replace(after, chief=seat.id if took and number == LEAD else state.chief, moved=event.version)
    return after if after.active else _end_round(after)


def _end_round(state: TableState) -> TableState:
    seats = tuple(replace(seat, chosen=None, done=False) for seat in state.seats)
    return replace(state, seats=seats, order=(), rounds_done=state.rounds_done + 1)


def _check_token(state: TableState, event: Event) -> Refusal | None:
    seat = state.seat(event.payload["seat"])
    if seat is None or event.payload["count"] > seat.tokens:
        return Refusal("no-token", "There are not that many strength tokens in hand.")
    return None


def _token(state: TableState, event: Event) -> TableState:
    seat, count = state.seat(event.payload["seat"]), event.payload["count"]
    return state.change(seat.id, tokens=seat.tokens - count, placed=seat.placed + count) if seat else state


# --- pyramids and scores ---------------------------------------------------------------------------------------------


def _check_read(state: TableState, event: Event) -> Refusal | None:
    try:
        Pyramid.parse(event.payload["pyramid"], state.deck)
    except NotationError as error:
        return Refusal("malformed", f"{error}.")
    return None


def _read(state: TableState, event: Event) -> TableState:
    pyramid = Pyramid.parse(event.payload["pyramid"], state.deck)
    reading = event.payload["reading"]
    known = Known(
        pyramid, _unread(reading, pyramid, state.deck), _doubts(reading), event.payload["photo"],
        goals=_kept_goals(state, event.payload["seat"]), version=event.version,
    )  # fmt: skip
    return state.change(event.payload["seat"], known=known)


def _check_fix(state: TableState, event: Event) -> Refusal | None:
    text = event.payload["placed"]
    try:
        placed = parse_placed(text, state.deck) if text else None
    except NotationError as error:
        return Refusal("malformed", f"{error}.")
    if placed and placed.tokens > state.deck.tokens:
        return Refusal("malformed", f"There are only {state.deck.tokens} strength tokens.")
    seat, slot = state.seat(event.payload["seat"]), read_slot(event.payload["slot"])
    pyramid = (seat.known.pyramid if seat else None) or Pyramid()
    twin = next((s for s, cell in pyramid.placed() if placed and cell.penguin == placed.penguin and s != slot), None)
    if placed and twin:
        where = f"level {twin[0] + 1}, place {twin[1] + 1}"
        return Refusal("twin", f"Penguin {placed.penguin.number} lies at {where} already: clear that place first.")
    return None


def _fix(state: TableState, event: Event) -> TableState:
    seat, slot, text = state.seat(event.payload["seat"]), read_slot(event.payload["slot"]), event.payload["placed"]
    if seat is None or slot is None:
        return state
    placed = parse_placed(text, state.deck) if text else None
    known = seat.known
    fixed = replace(
        known,
        pyramid=(known.pyramid or Pyramid()).put(slot, placed),
        unread=tuple((s, options) for s, options in known.unread if s != slot),
        doubts=tuple(doubt for doubt in known.doubts if doubt.slot not in (slot, None)),
        by_hand=True, levels=None, goals=_kept_goals(state, seat.id), version=event.version,
    )  # fmt: skip
    return state.change(seat.id, known=fixed)


def _kept_goals(state: TableState, seat_id: str) -> tuple[tuple[str, int], ...]:
    """Typed points that a new look at the pyramid does not settle: those of comparisons."""
    seat, goals = state.seat(seat_id), state.deck.goals_by_id
    return tuple((goal, points) for goal, points in (seat.known.goals if seat else ()) if goals[goal].compares)


def _unsure(reading: Payload) -> list[Payload]:
    """The rows of what the photo's reading calls unsure; anything of another shape is left out."""
    rows = reading.get("unsure")
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, (list, tuple)) else []


def _doubts(reading: Payload) -> tuple[Doubt, ...]:
    fields = ("text", "could_change", "remedy")
    rows = _unsure(reading)
    return tuple(Doubt(read_slot(row.get("slot")), *(str(row.get(f, ""))[:300] for f in fields)) for row in rows)


def _unread(reading: Payload, pyramid: Pyramid, deck: Deck) -> tuple[tuple[Slot, tuple[Placed, ...]], ...]:
    """The slots that the photo saw occupied and could not read, each with what may lie there."""
    seen = _seen(reading)
    unseen = tuple(placed for placed in candidates(deck, pyramid) if placed.penguin.id not in seen)
    found: dict[Slot, tuple[Placed, ...]] = {}
    for row in _unsure(reading):
        slot = read_slot(row.get("slot"))
        if slot is not None and pyramid.at(slot) is None:
            found[slot] = _candidates(row.get("candidates"), deck) or unseen or candidates(deck, pyramid)
    return tuple(sorted(found.items(), key=lambda item: item[0]))


def _seen(reading: Payload) -> set[str]:
    """The pieces that the photo shows somewhere: none of them is the unread one."""
    rows = reading.get("pieces")
    rows = rows if isinstance(rows, (list, tuple)) else []
    return {str(row.get("id")) for row in rows if isinstance(row, Mapping)}


def _candidates(listed: object, deck: Deck) -> tuple[Placed, ...]:
    try:
        return tuple(parse_placed(str(text), deck) for text in listed) if isinstance(listed, (list, tuple)) else ()
    except NotationError:
        return ()


def _check_type(state: TableState, event: Event) -> Refusal | None:
    seat, goals = state.seat(event.payload["seat"]), state.deck.goals_by_id
    for goal, points in event.payload["goals"].items():
        if goal not in state.goal_ids:
            return Refusal("malformed", "That goal is not in play.")
        if points not in (0, goals[goal].points):
            return Refusal("malformed", f"{goals[goal].name} gives 0 or {goals[goal].points} points.")
    if seat is None or event.payload["expects"]["version"] != seat.known.version:
        return Refusal("stale", "Somebody has changed this score meanwhile: look again before you type over it.")
    return None


def _type(state: TableState, event: Event) -> TableState:
    seat, levels = state.seat(event.payload["seat"]), event.payload["levels"]
    if seat is None:
        return state
    goals = tuple(sorted(event.payload["goals"].items()))
    typed = None if levels is None else (levels[0], levels[1], levels[2], levels[3])
    return state.change(seat.id, known=replace(seat.known, levels=typed, goals=goals, version=event.version))


# --- the table of kinds ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kind:
    check: Callable[[TableState, Event], Refusal | None]
    apply: Callable[[TableState, Event], TableState]


def _always(_state: TableState, _event: Event) -> None:
    """Nothing speaks against it."""


def _nothing(state: TableState, _event: Event) -> TableState:
    """Worth telling, and changes nothing on the table."""
    return state


_KINDS: Mapping[str, _Kind] = {
    "table.open": _Kind(_check_open, _open),
    "seat.take": _Kind(_check_take, _take),
    "seat.return": _Kind(_always, _nothing),
    "seats.order": _Kind(_check_order, _order),
    "goals.set": _Kind(_check_goals, _goals),
    "chief.give": _Kind(_always, _give_chief),
    "game.start": _Kind(_check_start, _start),
    "action.choose": _Kind(_check_choose, _choose),
    "turn.done": _Kind(_check_turn, _turn),
    "token.place": _Kind(_check_token, _token),
    "pyramid.read": _Kind(_check_read, _read),
    "pyramid.fix": _Kind(_check_fix, _fix),
    "score.type": _Kind(_check_type, _type),
}

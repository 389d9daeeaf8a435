"""Trackers made of a table: each kind of event is one row, a `Kind`, that says what the event
holds, when it makes sense, what it changes and until when it may be taken back.

What the phones of a table know is a frozen dataclass: a game extends `Seat` and `Table` by its own
fields and writes its kinds down (`companion/<game>/tracker.py`); what happens before a game comes
from `companion.lobby`::

    KINDS: Mapping[str, Kind[TableState]] = {
        "table.open": opening("giza", read_deck, _lay),
        "seat.take": taking(MAX_SEATS, _sit),
        "game.start": starting(MIN_SEATS),
        "turn.done": in_play(_check_turn, _turn, seat=is_text, expects=expecting(turn=whole(1))),
        "score.type": Kind({"seat": is_text, "points": whole()}, _check_type, _type),
    }
    TRACKER = TableTracker(TableState(), KINDS)

A check is given the state and an event of the right form; an effect, an event that its check let
pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeAlias, TypeVar

from companion import events
from companion.events import Event, Refusal, Version
from companion.language import say
from companion.payload import Fields, Fits, malformed

SeatId: TypeAlias = str

OPEN, TAKE = "table.open", "seat.take"
BUILT_ON = Refusal("undo", "The game has moved on. Undo the later moves first.")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table; a game adds what it knows of each."""

    id: SeatId
    name: str


SeatT_co = TypeVar("SeatT_co", bound=Seat, covariant=True)


@dataclass(frozen=True, slots=True)
class Table(Generic[SeatT_co]):
    """What any table knows; a game adds its own. `seats` stand in clockwise order.

    `moved` is the version of the last event that moved play on: that changed `progress`. `shut` is
    that of the event by which the host locked the table, 0 while others may sit down.
    """

    seats: tuple[SeatT_co, ...] = ()
    started: bool = False
    moved: Version = 0
    shut: Version = 0

    @property
    def progress(self) -> object:
        """What differs whenever play has moved on; a game tells how far it is."""
        return self.started

    @property
    def locked(self) -> bool:
        """Whether the host lets nobody else sit down."""
        return self.shut > 0

    @property
    def clockwise(self) -> tuple[SeatId, ...]:
        """The seats' ids round the table."""
        return tuple(seat.id for seat in self.seats)

    def seat(self, seat: object) -> SeatT_co | None:
        """The seat with that id, if there is one."""
        return next((s for s in self.seats if s.id == seat), None)

    def seat_of(self, event: Event) -> SeatT_co:
        """The seat that an event names in its payload, once `TableTracker.check` has found it
        there.
        """
        return next(s for s in self.seats if s.id == event.payload["seat"])

    def change(self, seat: SeatId, **changes: Any) -> Self:
        """The same table with other fields in one seat."""
        return replace(
            self, seats=tuple(replace(s, **changes) if s.id == seat else s for s in self.seats)
        )


AnyTable: TypeAlias = Table[Seat]  # of whichever game
TableT = TypeVar("TableT", bound=AnyTable)
Check: TypeAlias = Callable[[TableT, Event], Refusal | None]
Effect: TypeAlias = Callable[[TableT, Event], TableT]


def no_objection(_state: AnyTable, _event: Event) -> None:
    """A check that lets all pass."""


def unchanged(state: TableT, _event: Event) -> TableT:
    """An effect for what is worth telling and changes nothing."""
    return state


def until_play_goes_on(state: AnyTable, event: Event) -> Refusal | None:
    """An undo rule: what play has moved on from stays, until what came after it is taken back."""
    return BUILT_ON if event.version < state.moved else None


@dataclass(frozen=True, slots=True)
class Kind(Generic[TableT]):
    """One kind of event: the form of its payload, a reason against it in a state, what it changes,
    and a reason against taking it back in the table's present state (asked of any event of the
    kind, also of one that was refused).
    """

    fields: Fields
    check: Check[TableT] = no_objection
    apply: Effect[TableT] = unchanged
    undo: Check[TableT] = no_objection


def in_play(check: Check[TableT], apply: Effect[TableT], **fields: Fits) -> Kind[TableT]:
    """A kind of event that play builds on: it is taken back until play goes on."""
    return Kind(fields, check, apply, until_play_goes_on)


@dataclass(frozen=True, slots=True)
class TableTracker(Generic[TableT]):
    """The `events.Tracker` of a game's `kinds`; `empty` is the state before its table is opened.

    `guard` is a check that goes before those of all kinds, such as whether what the sender expects
    still holds.
    """

    empty: TableT
    kinds: Mapping[str, Kind[TableT]]
    guard: Check[TableT] = no_objection

    def start(self) -> TableT:
        """The state before the first event."""
        return self.empty

    def check(self, state: TableT, event: Event) -> Refusal | None:
        """Why `event` can't come next (an undo is the log's business, see `events.Log`); None when
        it can.
        """
        kind = self.kinds.get(event.kind)
        if kind is None:
            return Refusal(
                "malformed",
                say("This game doesn't have an event {kind}.", kind=repr(event.kind[:40])),
            )
        if refusal := malformed(event.kind, event.payload, kind.fields):
            return refusal
        if (event.kind == OPEN) != (state == self.empty):
            return Refusal(
                "not-now",
                "This table is already open."
                if event.kind == OPEN
                else "This table isn't open yet.",
            )
        if (
            event.kind != TAKE
            and "seat" in event.payload
            and state.seat(event.payload["seat"]) is None
        ):
            return Refusal("malformed", "That seat is empty.")
        return self.guard(state, event) or kind.check(state, event)

    def apply(self, state: TableT, event: Event) -> TableT:
        """The state after an event that `check` lets pass."""
        after = self.kinds[event.kind].apply(state, event)
        return after if after.progress == state.progress else replace(after, moved=event.version)

    def can_undo(self, state: TableT, event: Event) -> Refusal | None:
        """Why this event is never taken back in the present `state`; None when it may be."""
        kind = self.kinds.get(event.kind)
        return kind.undo(state, event) if kind else None

    def fold(self, log: Sequence[Event]) -> TableT:
        """The table after any sequence of events; what makes no sense in its place
        changes nothing.
        """
        return events.fold(self, log)

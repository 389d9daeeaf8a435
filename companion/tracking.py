"""Trackers as data: each kind of event has its fields, a step and a check of its undo.

What phones know of a table is a frozen dataclass. A game extends `Seat` and `Table` with its own
fields and lists its kinds, as in `companion/rocks/tracker.py`; those before a game are in
`companion.lobby`. A step gets the state and an event with valid fields. It returns the next state
or a `Refusal`, and may raise `NotationError` or `UsageError` for a text in the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeAlias, TypeVar

from companion.errors import NotationError, UsageError
from companion.events import Actor, Event, Refusal, Version
from companion.language import say
from companion.payload import Fields, Form, malformed

SeatId: TypeAlias = str

OPEN, TAKE = "table.open", "seat.take"
MOVED_ON = Refusal("undo", "The game has moved on. Undo the later moves first.")
CHANGED = Refusal("stale", "Someone else just changed this. Check it before you change it again.")
FOR_OTHERS = Refusal("not-yours", "The others decide that: another player, or the host's screen.")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table; games add fields."""

    id: SeatId
    name: str


SeatT_co = TypeVar("SeatT_co", bound=Seat, covariant=True)


@dataclass(frozen=True, slots=True)
class Table(Generic[SeatT_co]):
    """The state of any table; games add fields. `seats` are clockwise.

    `moved` is the version of the last event that changed `progress`. `shut` is that of the event
    that locked the table, 0 while it isn't locked. `sequel` is the code of the table where the
    same people play their next game, "" before there is one.
    """

    seats: tuple[SeatT_co, ...] = ()
    started: bool = False
    moved: Version = 0
    shut: Version = 0
    sequel: str = ""

    @property
    def progress(self) -> object:
        """A value that changes when play moves on; games override it."""
        return self.started

    @property
    def phase(self) -> str:
        """The phase of the game, "done" at its end; games override it."""
        return "lobby"

    @property
    def locked(self) -> bool:
        """True if the host has locked the table."""
        return self.shut > 0

    @property
    def clockwise(self) -> tuple[SeatId, ...]:
        """The seats' ids, clockwise."""
        return tuple(seat.id for seat in self.seats)

    def seat(self, seat: object) -> SeatT_co | None:
        """Return the seat with that id; None if there is none."""
        return next((s for s in self.seats if s.id == seat), None)

    def seat_of(self, event: Event) -> SeatT_co:
        """Return the seat in an event's payload, which must exist (`TableTracker.step`)."""
        return next(s for s in self.seats if s.id == event.payload["seat"])

    def change(self, seat: SeatId, **changes: Any) -> Self:
        """Return the table with changed fields of one seat."""
        return replace(
            self, seats=tuple(replace(s, **changes) if s.id == seat else s for s in self.seats)
        )


AnyTable: TypeAlias = Table[Seat]  # of any game
TableT = TypeVar("TableT", bound=AnyTable)
Check: TypeAlias = Callable[[TableT, Event], Refusal | None]
Step: TypeAlias = Callable[[TableT, Event], TableT | Refusal]


def no_objection(_state: AnyTable, _event: Event) -> None:
    """Allow every event."""


def unchanged(state: TableT, _event: Event) -> TableT:
    """Return the state unchanged."""
    return state


def until_play_goes_on(state: AnyTable, event: Event) -> Refusal | None:
    """Refuse to undo an event after play has moved on, until the later events are undone."""
    return MOVED_ON if event.version < state.moved else None


@dataclass(frozen=True, slots=True)
class Kind(Generic[TableT]):
    """A kind of event: the fields of its payload, its step, and a check of its undo.

    `undo` gets the present state, and must handle events of the kind that were refused too. While
    it `judges` the seat in its payload, the player there can neither send nor undo it: an event to
    undo has a version of the log, one to send a later one.
    """

    fields: Fields
    step: Step[TableT] = unchanged
    undo: Check[TableT] = no_objection
    judges: Callable[[TableT, Event], bool] = lambda _state, _event: False


def in_play(step: Step[TableT], **fields: Form) -> Kind[TableT]:
    """Return a kind of event that can be undone until play moves on."""
    return Kind(fields, step, until_play_goes_on)


@dataclass(frozen=True, slots=True)
class TableTracker(Generic[TableT]):
    """An `events.Tracker` for `kinds`; `empty` is the state before the table is opened.

    `guard` is a check before the steps of all kinds, such as that the sender's view is up to date.
    """

    empty: TableT
    kinds: Mapping[str, Kind[TableT]]
    guard: Check[TableT] = no_objection

    def start(self) -> TableT:
        """Return the state before the first event."""
        return self.empty

    def step(self, state: TableT, event: Event) -> TableT | Refusal:
        """Return the state after `event`, or why it can't come next; `events.Log` handles undos."""
        kind = self.kinds.get(event.kind)
        if kind is None:
            return Refusal(
                "malformed",
                say("This game doesn't have an event {kind}.", kind=repr(event.kind[:40])),
            )
        if refusal := malformed(event.kind, event.payload, kind.fields):
            return refusal
        if (event.kind == OPEN) != (state == self.empty):
            opened = state != self.empty
            return Refusal(
                "not-now", "This table is already open." if opened else "This table isn't open yet."
            )
        seated = event.kind != TAKE and "seat" in event.payload
        if seated and state.seat(event.payload["seat"]) is None:
            return Refusal("malformed", "That seat is empty.")
        try:
            after = self.guard(state, event) or kind.step(state, event)
        except (NotationError, UsageError) as error:  # a text in the payload can't be read
            return Refusal("malformed", say("{reason}.", reason=error))
        if isinstance(after, Refusal) or after.progress == state.progress:
            return after
        return replace(after, moved=event.version)

    def can_undo(self, state: TableT, event: Event) -> Refusal | None:
        """Return why `event` can't be undone in the present `state`; None if it can."""
        kind = self.kinds.get(event.kind)
        return kind.undo(state, event) if kind else None

    def bar(self, state: TableT, actor: Actor, event: Event) -> Refusal | None:
        """Return why `actor` may neither send nor undo `event`; None if it may."""
        kind = self.kinds.get(event.kind)
        own = actor == event.payload.get("seat")
        return FOR_OTHERS if own and kind is not None and kind.judges(state, event) else None

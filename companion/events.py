"""The event log of a table: its events in order, undo and redo, and the events allowed next.

A log is append-only. Undo is an event that names its target, and undoing an undo is a redo, so
nothing is ever lost. The game gives events their meaning: its `Tracker` checks and applies one at a
time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from companion.errors import NotationError

Version: TypeAlias = int  # the place of an event in its table's log, from 1
Actor: TypeAlias = str  # the sender: a seat's id, "host" or "server"

UNDO = "undo"
REMEMBERED = 12  # newest events of which a log keeps how it would be without them


@dataclass(frozen=True, slots=True)
class Event:
    """One event at a table.

    `at` is ISO 8601 in UTC. `payload` is a JSON object that nobody changes. `key` is the
    idempotency key, one a tap, which identifies a tap that is sent again.
    """

    version: Version
    at: str
    actor: Actor
    kind: str
    payload: Mapping[str, Any]
    key: str = ""

    def to_json(self) -> str:
        """Return one line of canonical JSON: equal events give equal text."""
        return canonical({name: getattr(self, name) for name in self.__dataclass_fields__})

    @classmethod
    def from_json(cls, text: str) -> Event:
        """Read `to_json` back; raises `NotationError`.

        >>> event = Event(3, "2026-11-21T20:15:00Z", "s1", "turn.done", {"seat": "s1"}, "k")
        >>> Event.from_json(event.to_json()) == event
        True
        """
        try:
            data = json.loads(text)
            event = cls(**data)
        except (ValueError, TypeError) as error:
            raise NotationError(
                text, f"no event: {error}", remedy="export the log again"
            ) from error
        texts = (event.at, event.actor, event.kind, event.key)
        if (
            type(event.version) is not int
            or not isinstance(event.payload, dict)
            or {*map(type, texts)} != {str}
        ):
            raise NotationError(text, "a field has the wrong type", remedy="export the log again")
        return event


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason against an event: a word for programs and a sentence for people."""

    code: str
    text: str


def canonical(value: object) -> str:
    """Return JSON with sorted keys and without spaces.

    >>> canonical({"b": 1, "a": [True, None]})
    '{"a":[true,null],"b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def target(event: Event) -> Version | None:
    """Return the version that an undo takes back; None for any other event, and for an undo of
    nothing before it.
    """
    wanted = event.payload.get("target") if event.kind == UNDO else None
    return wanted if type(wanted) is int and 0 < wanted < event.version else None


def undone(events: Sequence[Event]) -> frozenset[Version]:
    """Return the versions that later events have taken back.

    An undo names only earlier events, so that, read from the end, the fate of each is known when it
    is reached.

    >>> tap, undo, redo = (Event(v, "", "s1", k, p) for v, k, p in
    ...     [(1, "tap", {}), (2, "undo", {"target": 1}), (3, "undo", {"target": 2})])
    >>> sorted(undone([tap, undo])), sorted(undone([tap, undo, redo]))
    ([1], [2])
    """
    dead: set[Version] = set()
    for undo in reversed([event for event in events if event.kind == UNDO]):
        if undo.version not in dead and (named := target(undo)) is not None:
            dead.add(named)
    return frozenset(dead)


def effective(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events that count, in order: neither taken back nor an undo."""
    dead = undone(events)
    return tuple(event for event in events if event.kind != UNDO and event.version not in dead)


def find(version: Version | None, events: Sequence[Event]) -> Event | None:
    """Return the event of that version; a log that has them all holds it at its place."""
    if version is None:
        return None
    place = version - 1
    if 0 <= place < len(events) and events[place].version == version:
        return events[place]
    return next((event for event in events if event.version == version), None)


def chain(event: Event, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the event, its target, that one's target, and so on: the event that isn't an undo
    comes last.

    >>> tap, undo = Event(1, "", "s1", "tap", {}), Event(2, "", "s1", "undo", {"target": 1})
    >>> [link.kind for link in chain(undo, [tap, undo])]
    ['undo', 'tap']
    """
    links = [event]
    while (earlier := find(target(links[-1]), events)) is not None:
        links.append(earlier)
    return tuple(links)


StateT = TypeVar("StateT")
# the events that count, each with the state before it
Line: TypeAlias = tuple[tuple[Event, StateT], ...]


class Tracker(Protocol[StateT]):
    """A game's rules for its events."""

    def start(self) -> StateT:
        """Return the state before the first event."""

    def check(self, state: StateT, event: Event) -> Refusal | None:
        """Return why `event` makes no sense in `state`, whatever its payload; None if it does."""

    def apply(self, state: StateT, event: Event) -> StateT:
        """Return the state after an event that passed `check`."""

    def can_undo(self, state: StateT, event: Event) -> Refusal | None:
        """Return why `event` can never be undone in the present `state`; None if it can.

        An event to be redone comes with the version of its undo, so that what can no longer be
        undone can no longer be redone either.
        """


def step(tracker: Tracker[StateT], state: StateT, event: Event) -> StateT:
    """Return the state after `event`; an event that makes no sense in its place changes nothing."""
    return state if tracker.check(state, event) else tracker.apply(state, event)


def fold(tracker: Tracker[StateT], events: Sequence[Event]) -> StateT:
    """Return the state after all events that count in any sequence."""
    state = tracker.start()
    for event in effective(events):
        state = step(tracker, state, event)
    return state


@dataclass(frozen=True)
class Log(Generic[StateT]):
    """A table's events with the state after them; grows by `append`, which leaves the old log as it
    is.

    `states[n]` is the state as it was after the first n events, at the time: what a history in
    words says.
    """

    tracker: Tracker[StateT]
    events: tuple[Event, ...] = ()
    states: tuple[StateT, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if not self.states:
            object.__setattr__(self, "states", (self.tracker.start(),))

    @property
    def version(self) -> Version:
        """The version of the last event, 0 for none."""
        return self.events[-1].version if self.events else 0

    @property
    def state(self) -> StateT:
        """The state now."""
        return self.states[-1]

    @cached_property
    def undone(self) -> frozenset[Version]:
        """The versions taken back."""
        return undone(self.events)

    def append(self, event: Event) -> Log[StateT]:
        """Return the log with one more event, whatever it is."""
        log = self._grown(event)
        if event.kind != UNDO:
            log._spared.update({event.version: self.state, **self._spared_after(event, log.state)})  # noqa: SLF001 - one of us
        return log

    def extend(self, events: Iterable[Event]) -> Log[StateT]:
        """Return the log with more events; for one that is new to it, its knowledge of undoing goes
        on.
        """
        log = self
        for event in events:
            log = log.append(event) if self.events else log._grown(event)
        return log

    def _grown(self, event: Event) -> Log[StateT]:
        """Return the log with one event more and the knowledge of its line handed on, so that a tap
        is cheap in a long log too.
        """
        events = (*self.events, event)
        dead = undone(events) if event.kind == UNDO else self.undone
        line, after = self._line_without(dead) if dead != self.undone else (self._line, self.state)
        if event.kind != UNDO:
            line, after = (*line, (event, after)), step(self.tracker, after, event)
        log = Log(self.tracker, events, (*self.states, after))
        vars(log).update(undone=dead, _line=line)
        return log

    def _line_without(self, dead: frozenset[Version]) -> tuple[Line[StateT], StateT]:
        """Return the events that count without those `dead`, and the state after them, replayed
        from the first that differs.
        """
        first = min(dead ^ self.undone)
        state = next((before for live, before in self._line if live.version >= first), self.state)
        line = [(live, before) for live, before in self._line if live.version < first]
        for later in self.events:
            if later.version >= first and later.version not in dead and later.kind != UNDO:
                line.append((later, state))
                state = step(self.tracker, state, later)
        return tuple(line), state

    def check(self, event: Event) -> Refusal | None:
        """Return why `event` can't come next; None if it can."""
        return (
            self._check_undo(event) if event.kind == UNDO else self.tracker.check(self.state, event)
        )

    def undoable(self, version: Version) -> bool:
        """Return whether the event of that version can be undone now."""
        if version not in self._undoable:
            event = find(version, self.events)
            self._undoable[version] = event is not None and self._check_taking_back(event) is None
        return self._undoable[version]

    @cached_property
    def known_undoable(self) -> frozenset[Version]:
        """The versions that can be taken back now, as `undoable` says, but for those of long ago
        whose fate is unknown.

        To know it means to play all that came since without it, too slow to ask of a whole history
        after each tap.
        """
        newest = range(max(1, self.version - REMEMBERED + 1), self.version + 1)
        spared = (version for version, state in self._spared.items() if state is not None)
        return frozenset(version for version in {*newest, *spared} if self.undoable(version))

    def _check_undo(self, event: Event) -> Refusal | None:
        target_event = find(target(event), self.events)
        if target_event is None or set(event.payload) != {"target"}:
            return Refusal(
                "malformed", "An undo needs the version of an earlier event as its target."
            )
        return self._check_taking_back(target_event)

    def _check_taking_back(self, undo: Event) -> Refusal | None:
        """Return why this event of the log can't be undone; None if it can."""
        if undo.version in self.undone:
            return Refusal("undo", "That has already been undone.")
        if refusal := self.tracker.can_undo(self.state, self._at_stake(undo)):
            return refusal
        if (
            self._strands(undo.version)
            if undo.kind == UNDO
            else self._without(undo.version) is None
        ):
            return Refusal("undo", "Later moves depend on that. Undo them first.")
        return None

    def _at_stake(self, event: Event) -> Event:
        """Return the event that comes or goes if `found` is undone. One that comes back was missing
        since its undo: if play has gone on since, that was without it.
        """
        if event.kind != UNDO:
            return event
        links = chain(event, self.events)
        origin, comes_back = links[-1], len(links) % 2 == 0
        return replace(origin, version=event.version) if comes_back else origin

    @cached_property
    def _undoable(self) -> dict[Version, bool]:
        """The answers of `undoable` so far."""
        return {}

    @cached_property
    def _spared(self) -> dict[Version, StateT | None]:
        """The results of `_without` so far; screens ask for many events after each tap, so a log
        hands them on.
        """
        return {}

    def _spared_after(self, event: Event, after: StateT) -> dict[Version, StateT | None]:
        """Return the results after `event`; one that strands a later event still does.

        If a later tap outdid an event, the table is the same with or without it: such states are
        one and go on as one.
        """
        oldest, spared, gone_on = event.version - REMEMBERED, {}, dict[int, StateT | None]()
        for version, state in list(self._spared.items()):
            if state is not None and version <= oldest:
                continue
            if id(state) not in gone_on:
                states = self._unless(state, event)
                gone_on[id(state)] = after if states == after else states
            spared[version] = gone_on[id(state)]
        return spared

    def _without(self, version: Version) -> StateT | None:
        """Return the state without that event, which counts and isn't an undo; None if that strands
        a later one.
        """
        if version not in self._spared:
            before = next(state for event, state in self._line if event.version == version)
            state: StateT | None = before
            for later, _ in self._line:
                state = self._unless(state, later) if later.version > version else state
            self._spared[version] = state
        return self._spared[version]

    def _unless(self, state: StateT | None, event: Event) -> StateT | None:
        """Return the state after `event`; None if it makes no sense there."""
        return (
            None
            if state is None or self.tracker.check(state, event)
            else self.tracker.apply(state, event)
        )

    def _strands(self, undo: Version) -> bool:
        """Return whether undoing that undo would leave an event that counts without sense in its
        place.
        """
        dead = undone((*self.events, Event(self.version + 1, "", "", UNDO, {"target": undo})))
        first, (line, _) = min(dead ^ self.undone), self._line_without(dead)
        return any(
            self.tracker.check(before, later) for later, before in line if later.version >= first
        )

    @cached_property
    def _line(self) -> Line[StateT]:
        """The events that count, each with the state before it."""
        state, line = self.tracker.start(), []
        for event in effective(self.events):
            line.append((event, state))
            state = step(self.tracker, state, event)
        return tuple(line)

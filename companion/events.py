"""The event log of a table: events in order, undo and redo, and which events may come next.

It is append-only: an undo is an event that names its target, and undoing an undo is a redo. The
game's `Tracker` checks and applies events one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

Version: TypeAlias = int  # the place of an event in its table's log, from 1
Actor: TypeAlias = str  # the sender: a seat's id, "host" or "server"

UNDO = "undo"
NEWEST = 12  # events of which a log knows after each tap if they can be undone


@dataclass(frozen=True, slots=True)
class Event:
    """One event at a table.

    `at` is ISO 8601 in UTC. `payload` is a JSON object, which must not be changed. `key` is the
    idempotency key of a tap, which identifies it if it is sent again.
    """

    version: Version
    at: str
    actor: Actor
    kind: str
    payload: Mapping[str, Any]
    key: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason to refuse an event: a word for programs and a sentence for people."""

    code: str
    text: str


def canonical(value: object) -> str:
    """Return JSON with sorted keys and without spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def target(event: Event) -> Version | None:
    """Return the version that an undo undoes; None for other events, or without a valid target."""
    wanted = event.payload.get("target") if event.kind == UNDO else None
    return wanted if type(wanted) is int and 0 < wanted < event.version else None


def undone(events: Sequence[Event]) -> frozenset[Version]:
    """Return the versions that are undone.

    Undos name only earlier events, so reading from the end decides about each event in one pass.

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
    """Return the events that count, in order: neither undone nor an undo."""
    dead = undone(events)
    return tuple(event for event in events if event.kind != UNDO and event.version not in dead)


def find(version: Version | None, events: Sequence[Event]) -> Event | None:
    """Return the event of that version, usually at that place in `events`; None if missing."""
    if version is None:
        return None
    place = version - 1
    if 0 <= place < len(events) and events[place].version == version:
        return events[place]
    return next((event for event in events if event.version == version), None)


def chain(event: Event, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return an event, its target, the target's target and so on, up to one that isn't an undo.

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

    def step(self, state: StateT, event: Event) -> StateT | Refusal:
        """Return the state after `event`, or why it isn't possible, whatever its payload."""

    def can_undo(self, state: StateT, event: Event) -> Refusal | None:
        """Return why `event` can never be undone in the present `state`; None if it can.

        For a redo, `event` has the version of its undo, so what can no longer be undone can no
        longer be redone either.
        """

    def bar(self, state: StateT, actor: Actor, event: Event) -> Refusal | None:
        """Return why `actor` may neither send nor undo `event`; None if it may.

        Only new events are asked about: those in older logs count as they did.
        """


def step(tracker: Tracker[StateT], state: StateT, event: Event) -> StateT:
    """Return the state after `event`, unchanged if the event isn't possible."""
    after = tracker.step(state, event)
    return state if isinstance(after, Refusal) else after


@dataclass(frozen=True)
class Log(Generic[StateT]):
    """A table's events and the states after them; immutable, so `append` returns a new log.

    `states[n]` is the state after the first n events as it was at that time, for the history.
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
        """The present state."""
        return self.states[-1]

    @cached_property
    def undone(self) -> frozenset[Version]:
        """The versions that are undone."""
        return undone(self.events)

    def append(self, event: Event) -> Log[StateT]:
        """Return the log with one more event, without checking it."""
        events = (*self.events, event)
        dead = undone(events) if event.kind == UNDO else self.undone
        line, after = self._line, self.state
        if dead != self.undone:
            line, after, _ = self._line_without(dead)
        if event.kind != UNDO:
            line, after = (*line, (event, after)), step(self.tracker, after, event)
        log = Log(self.tracker, events, (*self.states, after))
        vars(log).update(undone=dead, _line=line)  # so that a tap is cheap in a long log too
        if event.kind != UNDO and "_without" in vars(self):
            newest = {v: s for v, s in self._without.items() if v > event.version - NEWEST}
            later = {v: self.tracker.step(state, event) for v, state in newest.items()}
            possible = {v: state for v, state in later.items() if not isinstance(state, Refusal)}
            vars(log)["_without"] = {**possible, event.version: self.state}
        return log

    def extend(self, events: Iterable[Event]) -> Log[StateT]:
        """Return the log with more events."""
        log = self
        for event in events:
            log = log.append(event)
        return log

    def _line_without(self, dead: frozenset[Version]) -> tuple[Line[StateT], StateT, bool]:
        """Return the line without `dead`, the state after it, and if all of it is still possible.

        It is replayed from the first change.
        """
        first, possible = min(dead ^ self.undone), True
        state = next((before for live, before in self._line if live.version >= first), self.state)
        line = [(live, before) for live, before in self._line if live.version < first]
        for later in self.events:
            if later.version >= first and later.version not in dead and later.kind != UNDO:
                line.append((later, state))
                after = self.tracker.step(state, later)
                if isinstance(after, Refusal):
                    possible = False
                else:
                    state = after
        return tuple(line), state, possible

    def check(self, event: Event) -> Refusal | None:
        """Return why `event` can't come next; None if it can."""
        if event.kind != UNDO:
            after = self.tracker.step(self.state, event)
            return after if isinstance(after, Refusal) else self.bar(event.actor, event)
        named = find(target(event), self.events)
        if named is None or set(event.payload) != {"target"}:
            return Refusal(
                "malformed", "An undo needs the version of an earlier event as its target."
            )
        return self._check_target(named) or self.bar(event.actor, event)

    def bar(self, actor: Actor, event: Event) -> Refusal | None:
        """Return why `actor` may not send `event`, nor undo what it undoes; None if it may."""
        return self.tracker.bar(self.state, actor, chain(event, self.events)[-1])

    def undoable(self, version: Version) -> bool:
        """Return whether the event of a version can be undone now."""
        event = find(version, self.events)
        return event is not None and self._check_target(event) is None

    @cached_property
    def known_undoable(self) -> frozenset[Version]:
        """The newest versions that can be undone; to look at all after each tap would be slow."""
        named = (event for event in self.events[-NEWEST:] if event.version in self._without)
        without = self._without
        return frozenset(
            each.version for each in named if not self._objection(each, without[each.version])
        )

    @cached_property
    def _without(self) -> Mapping[Version, StateT]:
        """The state once each of the newest versions is undone, if later events stay possible."""
        standing = [each for each in self.events[-NEWEST:] if each.version not in self.undone]
        replayed = {each.version: self._line_without(self._dead(each)) for each in standing}
        return {v: state for v, (_, state, possible) in replayed.items() if possible}

    def _check_target(self, event: Event) -> Refusal | None:
        """Return why this event of the log can't be undone; None if it can."""
        if event.version in self.undone:
            return Refusal("undo", "That has already been undone.")
        _, after, possible = self._line_without(self._dead(event))
        if refusal := self._objection(event, after):
            return refusal
        if not possible:
            return Refusal("undo", "Later moves depend on that. Undo them first.")
        return None

    def _objection(self, event: Event, after: StateT) -> Refusal | None:
        """Return why the tracker lets nobody undo this event of the log now; None if it does.

        What comes back to the state `after` must be such that it can be taken back again.
        """
        links = chain(event, self.events)
        affected = links[-1]
        if len(links) % 2:
            return self.tracker.can_undo(self.state, affected)
        # it comes back, after play has gone on without it since its undo
        back = replace(affected, version=event.version)
        return self.tracker.can_undo(self.state, back) or self.tracker.can_undo(after, affected)

    def _dead(self, event: Event) -> frozenset[Version]:
        """Return the versions that are undone once this event of the log is."""
        undo = Event(self.version + 1, "", "", UNDO, {"target": event.version})
        return undone((*self.events, undo))

    @cached_property
    def _line(self) -> Line[StateT]:
        """The events that count, each with the state before it."""
        state, line = self.tracker.start(), []
        for event in effective(self.events):
            line.append((event, state))
            state = step(self.tracker, state, event)
        return tuple(line)

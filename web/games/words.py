"""What happened at a table, one sentence an event, for the history that everybody may read.

What all games share is said here; a game adds its own kinds of events, and what they are called
when they are taken back (`briefs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias

from companion.events import UNDO, Event, chain, find, target
from companion.language import Phrase, listed, say
from companion.photos import DELETE
from companion.tracking import OPEN, TAKE, AnyTable, TableT

Log: TypeAlias = Sequence[Event]
# the event, and the table before and after it
Sentence: TypeAlias = Callable[[Event, TableT, TableT], str]
RETURN = "seat.return"


def name_of(state: AnyTable, who: object) -> str:
    """A seat's name; for the rest, who acts."""
    seat = state.seat(who)
    return str(seat.name) if seat else say("The host") if who == "host" else "Rookery"


def own(event: Event) -> bool:
    """Whether the one who tapped is the seat that an event is about."""
    return bool(event.actor == event.payload["seat"])


def with_tapper(told: Phrase, event: Event, state: AnyTable) -> Phrase:
    """A sentence, with who tapped where it was somebody else than the seat that the
    event is about.
    """
    return (
        told
        if own(event)
        else say("{what} (tapped by {name})", what=told, name=name_of(state, event.actor))
    )


def _open(_event: Event, _before: AnyTable, _after: AnyTable) -> str:
    return say("The table opened")


def _take(event: Event, _before: AnyTable, _after: AnyTable) -> str:
    return say("{name} joined", name=event.payload["name"])


def _return(event: Event, _before: AnyTable, after: AnyTable) -> str:
    return say("{name} moved to another phone", name=name_of(after, event.payload["seat"]))


def _revoke(event: Event, _before: AnyTable, after: AnyTable) -> str:
    return say("{name}'s phone was removed", name=name_of(after, event.payload["seat"]))


def _hand(_event: Event, _before: AnyTable, _after: AnyTable) -> str:
    return say("The host's screen moved to another device")


def _look_on(_event: Event, _before: AnyTable, _after: AnyTable) -> str:
    return say("Another screen now shows the table")


def _lock(event: Event, _before: AnyTable, _after: AnyTable) -> str:
    return say("The table was locked") if event.payload["locked"] else say("The table was unlocked")


def _delete_photo(event: Event, _before: AnyTable, after: AnyTable) -> str:
    return say("{name} deleted a photo", name=name_of(after, event.actor))


def _order(_event: Event, _before: AnyTable, after: AnyTable) -> str:
    return say("Seats clockwise: {names}", names=listed(seat.name for seat in after.seats))


def _start(_event: Event, _before: AnyTable, _after: AnyTable) -> str:
    return say("The game started")


SHARED: Mapping[str, Sentence[AnyTable]] = {
    OPEN: _open,
    TAKE: _take,
    RETURN: _return,
    "seat.revoke": _revoke,
    "host.hand": _hand,
    "screen.hand": _look_on,
    "table.lock": _lock,
    "seats.order": _order,
    "game.start": _start,
    DELETE: _delete_photo,
}
BRIEFS: Mapping[str, str] = {
    TAKE: say("{who} joining"),
    "seats.order": say("the order of the seats"),
    "game.start": say("the start of the game"),
}


@dataclass(frozen=True, slots=True)
class Words(Generic[TableT]):
    """A game's sentences by kind of event, and in `briefs` a few words for one that is taken back.

    In a brief `{who}` is the seat that the event is about and `{actor}` who did it.
    """

    sentences: Mapping[str, Sentence[TableT]] = field(default_factory=dict)
    briefs: Mapping[str, str] = field(default_factory=dict)

    def say(self, event: Event, before: TableT, after: TableT, log: Log) -> str:
        """The event in words; `before` and `after` are the table around it, at the time."""
        if event.kind == UNDO:
            return self._undo(event, log, after)
        sentence = self.sentences.get(event.kind) or SHARED.get(event.kind)
        return sentence(event, before, after) if sentence else event.kind

    def _undo(self, event: Event, log: Log, state: AnyTable) -> str:
        taken = find(target(event), log)
        who = name_of(state, event.actor)
        if taken is None:
            return say("{name} undid something", name=who)
        if taken.kind == UNDO:
            return say(
                "{name} redid: {what}", name=who, what=self._brief(chain(taken, log)[-1], state)
            )
        return say("{name} undid: {what}", name=who, what=self._brief(taken, state))

    def _brief(self, event: Event, state: AnyTable) -> str:
        who = event.payload.get("name") or name_of(state, event.payload.get("seat", event.actor))
        brief = {**BRIEFS, **self.briefs}.get(event.kind, Phrase(event.kind))
        return say(brief, who=who, actor=name_of(state, event.actor))

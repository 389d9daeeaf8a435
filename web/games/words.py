"""The history of a table in words: one sentence per event, fit for everyone to read.

This module has the events of all games; a game adds those of its own kinds, and their names in undo
lines (`briefs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from companion.events import UNDO, Event, chain, find, target
from companion.language import Phrase, listed, say
from companion.tracking import TAKE, AnyTable, TableT

Log: TypeAlias = Sequence[Event]
# takes the event, and the table before and after it; returns None for kinds of other games
Sentence: TypeAlias = Callable[[Event, TableT, TableT], str | None]
RETURN = "seat.return"


def name_of(state: AnyTable, who: object) -> str:
    """Return a seat's name; "The host" or "Rookery" for others who act."""
    seat = state.seat(who)
    return str(seat.name) if seat else say("The host") if who == "host" else "Rookery"


def own(event: Event) -> bool:
    """Return whether a player tapped for their own seat."""
    return bool(event.actor == event.payload["seat"])


def with_tapper(sentence: Phrase, event: Event, state: AnyTable) -> Phrase:
    """Add to a sentence who tapped, unless it was the seat that the event is about."""
    if own(event):
        return sentence
    return say("{what} (tapped by {name})", what=sentence, name=name_of(state, event.actor))


def shared_sentence(event: Event, _before: AnyTable, after: AnyTable) -> str | None:
    """Return a sentence for an event that any game may have; None for other kinds."""
    payload = event.payload
    match event.kind:
        case "table.open":
            return say("The table opened")
        case "seat.take":
            return say("{name} joined", name=payload["name"])
        case "seat.return":
            return say("{name} moved to another phone", name=name_of(after, payload["seat"]))
        case "photo.delete":
            return say("{name} deleted a photo", name=name_of(after, event.actor))
        case "seat.revoke":
            return say("{name}'s phone was removed", name=name_of(after, payload["seat"]))
        case "host.hand":
            return say("The host's screen moved to another device")
        case "screen.hand":
            return say("Another screen now shows the table")
        case "table.lock":
            locked, unlocked = say("The table was locked"), say("The table was unlocked")
            return locked if payload["locked"] else unlocked
        case "seats.order":
            return say("Seats clockwise: {names}", names=listed(seat.name for seat in after.seats))
        case "game.start":
            return say("The game started")
    return None


BRIEFS: Mapping[str, str] = {
    TAKE: say("{who} joining"),
    "seats.order": say("the order of the seats"),
    "game.start": say("the start of the game"),
}


@dataclass(frozen=True, slots=True)
class Words(Generic[TableT]):
    """A game's sentences for its own kinds of events, and `briefs`: a few words for an undone one.

    In a brief, `{who}` is the seat that the event is about and `{actor}` the player who did it.
    """

    sentence: Sentence[TableT]
    briefs: Mapping[str, str]

    def say(self, event: Event, before: TableT, after: TableT, log: Log) -> str:
        """Return the event in words; `before` and `after` are the table around it, at the time."""
        if event.kind != UNDO:
            own_words = self.sentence(event, before, after)
            return own_words or shared_sentence(event, before, after) or event.kind
        undone, name = find(target(event), log), name_of(after, event.actor)
        if undone is None:
            return say("{name} undid something", name=name)
        template = say("{name} undid: {what}")
        if undone.kind == UNDO:
            undone, template = chain(undone, log)[-1], say("{name} redid: {what}")
        who = undone.payload.get("name")
        who = who or name_of(after, undone.payload.get("seat", undone.actor))
        brief = {**BRIEFS, **self.briefs}.get(undone.kind, Phrase(undone.kind))
        what = say(brief, who=who, actor=name_of(after, undone.actor))
        return say(template, name=name, what=what)

"""The photos in a table's events, kept until they are deleted or undone for an hour; and whose is
what in a photo that shows what several players own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from companion.events import UNDO, Event, Refusal, chain
from companion.language import say
from companion.tracking import AnyTable, SeatId

DELETE = "photo.delete"
GRACE = timedelta(hours=1)  # how long an undone photo can be redone


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """A photo: the event with its reading, and when that was undone; None if it counts."""

    event: Event
    undone_at: datetime | None = None

    @property
    def owners(self) -> frozenset[str]:
        """The seats that may delete it, besides the host: its sender and the owner of its cards."""
        actor = self.event.actor
        return frozenset({actor, str(self.event.payload.get("seat", actor))})

    def expired(self, now: datetime) -> bool:
        """Return whether it was undone so long ago that its file is deleted."""
        return self.undone_at is not None and now - self.undone_at >= GRACE


def photos(events: Sequence[Event]) -> dict[str, TablePhoto]:
    """Return a table's photos by id, oldest first.

    Photos deleted, or expired before a redo, are left out. `events` needs only undos and photos.
    """
    kept: dict[str, TablePhoto] = {}
    for event in events:
        if event.kind == DELETE:
            kept.pop(event.payload["photo"], None)
        elif event.kind == UNDO:
            origin, at = chain(event, events)[-1], datetime.fromisoformat(event.at)
            name = str(origin.payload.get("photo", ""))
            photo = kept.get(name)
            if photo is None or photo.event.version != origin.version:
                continue
            if photo.expired(at):
                del kept[name]
            else:  # undos of one event alternate between undo and redo
                kept[name] = replace(photo, undone_at=None if photo.undone_at else at)
        elif "photo" in event.payload:
            kept.setdefault(str(event.payload["photo"]), TablePhoto(event))
    return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one of several players owns in a photo; `seat` is the owner, None until assigned."""

    photo: str
    seat: SeatId | None = None


PartT = TypeVar("PartT", bound=Part)


def give(
    table: AnyTable, parts: Sequence[PartT], event: Event
) -> tuple[PartT, tuple[PartT, ...]] | Refusal:
    """Return the part of the latest photo that an event assigns to a seat, and all parts then.

    A seat has only one of them.
    """
    seat, number = event.payload["seat"], event.payload["number"]
    if not parts or parts[0].photo != event.payload["photo"]:
        return Refusal("stale", "Someone has taken a newer photo. Check again.")
    if number > len(parts):
        return Refusal("malformed", "That isn't in the photo.")
    one = parts[number - 1]
    owner = table.seat(one.seat)
    if owner and owner.id != seat:
        taken = say("That's already {name}'s. Undo that first.", name=owner.name)
        return Refusal("taken", taken)
    return one, tuple(
        replace(each, seat=seat if each is one else None if each.seat == seat else each.seat)
        for each in parts
    )

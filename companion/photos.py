"""The photos in a table's events, kept until they are deleted or undone for an hour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from companion.events import UNDO, Event, chain

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

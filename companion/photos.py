"""The photos named by a table's events, and how long each is kept: until someone deletes it, or
until its event has been undone for an hour. Its reading stays in the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from companion.events import UNDO, Event, chain

DELETE = "photo.delete"
GRACE = timedelta(hours=1)  # during which a photo that was taken back can still be put back


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """A photo: the event that it was read in, and when that was undone, None while it counts."""

    event: Event
    undone_at: datetime | None = None

    @property
    def owners(self) -> frozenset[str]:
        """The seats that may delete it, besides the host: its sender, and the player whose cards it
        shows.
        """
        actor = self.event.actor
        return frozenset({actor, str(self.event.payload.get("seat", actor))})

    @property
    def counts(self) -> bool:
        """True if its event counts."""
        return self.undone_at is None

    def expired(self, now: datetime) -> bool:
        """Return whether it has been undone for so long that its file is deleted."""
        return self.undone_at is not None and now - self.undone_at >= GRACE


def photos(events: Sequence[Event]) -> dict[str, TablePhoto]:
    """Return a table's photos by their ids, oldest first.

    Those that were deleted, or had expired before a redo, are left out. Of the table's events, only
    the undos and those that name a photo are needed.
    """
    by_pyramid: dict[str, TablePhoto] = {}
    for event in events:
        if event.kind == DELETE:
            by_pyramid.pop(event.payload["photo"], None)
        elif event.kind == UNDO:
            origin, at = chain(event, events)[-1], datetime.fromisoformat(event.at)
            name = str(origin.payload.get("photo", ""))
            photo = by_pyramid.get(name)
            if photo is None or photo.event.version != origin.version:
                continue
            if photo.expired(at):
                del by_pyramid[name]
            else:  # an undo of an undo is a redo: each one that the log accepted takes turns
                by_pyramid[name] = replace(photo, undone_at=None if photo.undone_at else at)
        elif "photo" in event.payload:
            by_pyramid.setdefault(str(event.payload["photo"]), TablePhoto(event))
    return by_pyramid

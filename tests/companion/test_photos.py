"""Which of a table's photos are kept, by its events alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.events import Event
from companion.photos import GRACE, photos

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def events(*later: tuple[str, float, dict[str, Any]]) -> list[Event]:
    """A log of these kinds, minutes and payloads, after a photo "p" that Ben (s2) took of Anna's
    seat (s1).
    """
    rows = [("pyramid.read", 0.0, {"photo": "p", "seat": "s1"}), *later]
    return [
        Event(
            version,
            (START + minute * MINUTE).isoformat().replace("+00:00", "Z"),
            "s2",
            kind,
            payload,
        )
        for version, (kind, minute, payload) in enumerate(rows, 1)
    ]


def undo(target: int, minute: float) -> tuple[str, float, dict[str, Any]]:
    return "undo", minute, {"target": target}


@pytest.mark.parametrize(
    ("later", "minute", "kept"),
    [
        ([], 1e6, True),  # a photo that counts has no age
        ([("pyramid.give", 1, {"photo": "p", "seat": "s2"})], 1e6, True),
        ([("photo.delete", 1, {"photo": "p"})], 2, False),
        ([("photo.delete", 1, {"photo": "another"})], 2, True),
        ([undo(1, 1)], 60, True),
        ([undo(1, 1)], 61, False),
        ([undo(1, 1), undo(2, 30)], 1e6, True),  # put back in time
        ([undo(1, 1), undo(2, 30), undo(3, 40)], 99, True),
        ([undo(1, 1), undo(2, 30), undo(3, 40)], 100, False),
        ([undo(1, 1), undo(2, 61)], 61, False),  # put back too late: the file is gone
        ([undo(1, 1), ("photo.delete", 2, {"photo": "p"}), undo(2, 3)], 4, False),
        ([("turn.done", 1, {}), undo(2, 2)], 1e6, True),  # something else was taken back
    ],
)
def test_a_photo_is_kept_until_it_is_deleted_or_was_undone_for_an_hour(
    later: list[tuple[str, float, dict[str, Any]]],
    minute: float,
    kept: bool,
) -> None:
    """Also where the events between are left out, as the sweep of the disk reads them."""
    log = events(*later)
    few = [event for event in log if event.kind == "undo" or "photo" in event.payload]
    for each in (log, few):
        found = photos(each)
        assert ("p" in found and not found["p"].expired(START + minute * MINUTE)) == kept


def test_a_photo_belongs_to_who_took_it_and_to_whose_seat_it_shows() -> None:
    """Of a photo of the whole table, to who took it alone."""
    whole = Event(2, "2026-11-21T20:00:00Z", "s3", "map.read", {"photo": "q"})
    found = photos([*events(), whole])
    assert {name: photo.owners for name, photo in found.items()} == {"p": {"s1", "s2"}, "q": {"s3"}}


def test_the_grace_is_an_hour() -> None:
    """As the how-to says."""
    assert timedelta(hours=1) == GRACE

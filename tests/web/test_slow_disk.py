"""A disk that takes its time, or a database that is locked, makes only those wait who write."""

from __future__ import annotations

import contextlib
import http.client
import json
import sqlite3
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
import sqlalchemy as sa

from tests.web.conftest import Visitor
from tests.web.test_serving import listening, start
from web.storage.database import Sqlite

TAPS = 260  # more than may wait, and more than there are threads
PHONES = 4
# who sent it, its body and its connection
Tap: TypeAlias = tuple[Any, Any, http.client.HTTPConnection]


def send_all(code: str, phones: list[Any]) -> list[Tap]:
    """Taps on their way, none of them answered yet."""
    taps = []
    for number in range(TAPS):
        phone, seat = phones[number % len(phones)], f"s{1 + number % 2}"
        body = {"kind": "chief.give", "payload": {"seat": seat}, "key": f"tap-{number:06}"}
        taps.append((phone, body, phone.send("POST", f"/t/{code}/events", body)))
    return taps


def answers(phone: Any, code: str) -> list[int]:
    """What others ask for meanwhile: a page, a script, the state and a stream's first words, each
    by its status.
    """
    found = []
    for path in ("/", f"/t/{code}", "/static/js/store.js", f"/t/{code}/state"):
        with contextlib.closing(phone.send("GET", path)) as line, line.getresponse() as answer:
            answer.read()
            found.append(answer.status)
    with (
        contextlib.closing(phone.send("GET", f"/t/{code}/stream")) as line,
        line.getresponse() as answer,
    ):
        assert answer.readline().startswith(b"retry")
        found.append(answer.status)
    return found


def finish(code: str, taps: list[Tap]) -> list[int]:
    """The version that each tap has at last: one that was asked to come again does, with the same
    key.
    """
    versions = []
    for phone, body, line in taps:
        with contextlib.closing(line), line.getresponse() as answer:
            status, told = answer.status, json.loads(answer.read())
        while status == 503:
            status, told = phone.ask("POST", f"/t/{code}/events", body)
        assert status == 200, told
        versions.append(told["version"])
    return versions


def test_pages_are_answered_while_another_process_holds_the_databases_write_lock(
    server: Any,
) -> None:
    """All taps wait or are asked to come again, and none is lost or counted twice when the lock is
    gone.
    """
    (code, phones), (elsewhere, others) = start(server, PHONES), start(server, 2)
    with contextlib.closing(
        sqlite3.connect(server.data / "tables.sqlite3", isolation_level=None)
    ) as db:
        db.execute("BEGIN IMMEDIATE")
        taps = send_all(code, phones)
        statuses = answers(others[0], elsewhere) + answers(phones[0], code)
        stored = db.execute("SELECT count(*) FROM event WHERE key LIKE 'tap-%'").fetchone()
        db.execute("ROLLBACK")
        assert (set(statuses), stored) == ({200}, (0,))
        versions = finish(code, taps)
        assert len(set(versions)) == TAPS
        assert db.execute("SELECT count(*) FROM event WHERE key LIKE 'tap-%'").fetchone() == (TAPS,)


class SlowDisk(Sqlite):
    """Every write takes until the disk is `quick`."""

    quick = threading.Event()

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes."""
        with super().writing() as db:
            yield db
            self.quick.wait()


def test_pages_are_answered_while_each_write_waits_for_the_disk(
    configured: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long: the disk is quick again only after they were."""
    monkeypatch.setattr("web.storage.store.database", SlowDisk)
    SlowDisk.quick.set()
    house = configured(TRUST_LOOPBACK=True)
    with listening(house.app) as port:
        place: Any = SimpleNamespace(port=port, visitor=lambda: Visitor(place))
        (code, phones), (elsewhere, others) = start(place, PHONES), start(place, 2)
        SlowDisk.quick.clear()
        taps = send_all(code, phones)
        statuses = answers(others[0], elsewhere) + answers(phones[0], code)
        SlowDisk.quick.set()
        assert set(statuses) == {200}
        assert len(set(finish(code, taps))) == TAPS

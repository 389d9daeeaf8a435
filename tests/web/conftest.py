"""A phone table in this process (`house`), and one in a process of its own that may be killed
(`server`).
"""

from __future__ import annotations

import http.client
import io
import json
import os
import secrets
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from bench.wire import free_port
from tests.programs import need
from web.app import close, create_app

NAMES = ("Anna", "Ben", "Cleo", "Dora")
COLOURS = {
    "giza": ("copper", "violet", "rose", "slate"),
    "rocks": ("coral", "jade", "amber", "violet"),
}
PATIENCE_S = 120.0
START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
Json = dict[str, Any]


@dataclass
class Shot:
    """What the reader of these tests makes of any photo; `reading` is set by the test."""

    reading: Json
    overlay: bytes = b"\xff\xd8overlay"
    photo: bytes = b"\xff\xd8photo"


def a_reading(*base: str, unsure: Any = ()) -> Json:
    """A scan result with these penguins in the base."""
    row = [*base, None, None, None, None][:4]
    pieces = [{"id": name, "face": "front"} for name in base]
    pyramid = [row, [None] * 3, [None] * 2, [None]]
    return {
        "photo": "x.jpg",
        "pyramid": pyramid,
        "pieces": pieces,
        "tokens": [],
        "unsure": list(unsure),
    }


class Phone:
    """One browser at the table, from its own address in the network."""

    def __init__(self, house: House, number: int) -> None:
        self.house, self.address = house, f"192.168.1.{number}"
        self.client = house.app.test_client()
        self.seat = ""

    @property
    def base(self) -> str:
        """How it calls the server: at the server itself by its own name."""
        return "http://127.0.0.1:8000" if self.address == "127.0.0.1" else self.house.base

    def get(self, path: str, **headers: str) -> TestResponse:
        """GET with this phone's cookies."""
        return self.client.get(path, base_url=self.base, headers=headers, environ_base=self._from())

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        """POST JSON with this phone's cookies, whatever a phone may send."""
        sent = (
            {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        )
        return self.client.post(
            path, base_url=self.base, headers=headers, environ_base=self._from(), **sent
        )

    def photo(self, seat: str, data: bytes = b"jpeg", key: str = "") -> TestResponse:
        """Send a photo of that seat's pyramid."""
        form = {
            "photo": (io.BytesIO(data), "table.jpg"),
            "seat": seat,
            "key": key or secrets.token_hex(8),
        }
        path = f"/t/{self.house.code}/photos"
        answer = self.client.post(path, base_url=self.base, data=form, environ_base=self._from())
        answer.request.input_stream.close()  # the test client's own temporary file
        return answer

    def join(self, name: str, colour: str, key: str = "") -> TestResponse:
        """Sit down."""
        body = {"name": name, "colour": colour, "key": key or secrets.token_hex(8)}
        answer = self.post(f"/t/{self.house.code}/seats", body)
        self.seat = (answer.json or {}).get("seat", "")
        return answer

    def tap(
        self, kind: str, payload: Any = None, expects: Any = None, key: str = "", query: str = ""
    ) -> TestResponse:
        """One tap, with a key of its own unless one is given."""
        body = {
            "kind": kind,
            "payload": payload if payload is not None else {},
            "key": key or secrets.token_hex(8),
        }
        if expects is not None:
            body["expects"] = expects
        return self.post(f"/t/{self.house.code}/events{query}", body)

    def state(self, query: str = "") -> Json:
        """The table as this phone sees it."""
        answer = self.get(f"/t/{self.house.code}/state{query}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})

    def choose(self, number: int) -> TestResponse:
        """Choose an action for the round that is on."""
        return self.tap("action.choose", {"number": number}, {"round": self.state()["round"]})

    def _from(self) -> dict[str, str]:
        return {"REMOTE_ADDR": self.address}


@dataclass
class House:
    """An app, its open table, the host and the phones round it; `clock` holds the seconds since the
    test began.
    """

    app: Flask
    shot: Shot
    clock: list[float]
    base: str = "http://192.168.1.2:8000"
    code: str = ""
    game: str = "giza"
    phones: list[Phone] = field(default_factory=list)

    def phone(self) -> Phone:
        """One more phone, with an address of its own and no cookies."""
        self.phones.append(Phone(self, 10 + len(self.phones)))
        return self.phones[-1]

    def open(self) -> Phone:
        """Open the table; its host."""
        host = self.phone()
        answer = host.post("/tables", {"game": self.game})
        self.code = (answer.json or {})["code"]
        return host

    def sit(self, count: int) -> list[Phone]:
        """Open the table and seat that many."""
        self.host = self.open()
        seated = [self.phone() for _ in range(count)]
        colours = COLOURS.get(self.game, ("",) * count)
        for phone, name, colour in zip(seated, NAMES, colours, strict=False):
            assert phone.join(name, colour).status_code == 201
        return seated

    def play(self, count: int = 2) -> list[Phone]:
        """A game that has begun."""
        seated = self.sit(count)
        for kind, payload in (
            ("goals.draw", {}),
            ("chief.give", {"seat": "s1"}),
            ("game.start", {}),
        ):
            assert self.host.tap(kind, payload).status_code == 200
        return seated


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds since the test began, for the app and for its limits; they pass when a test says
    so.
    """
    seconds = [0.0]
    monkeypatch.setattr("web.auth.throttle.time", SimpleNamespace(monotonic=lambda: seconds[0]))
    return seconds


@pytest.fixture
def configured(tmp_path: Path, clock: list[float]) -> Iterator[Any]:
    """Makes houses with some configuration changed: `configured(STREAMS=1)`."""
    houses: list[House] = []

    def build(**changes: Any) -> House:
        shot = Shot(a_reading("penguin-01", "penguin-02"))
        config: Mapping[str, Any] = {
            "DATA": tmp_path / "data",
            "READ_PHOTO": lambda *_: shot,
            "RANDOM": Random(7),
            "NOW": lambda: START + timedelta(seconds=clock[0]),
            "TRUST_LOOPBACK": False,
        }
        houses.append(House(create_app({**config, **changes}), shot, clock))
        return houses[-1]

    build.folder = tmp_path  # type: ignore[attr-defined]  # for tests that need several data folders
    yield build
    for house in houses:
        close(house.app)


def damage(folder: Path, code: str, version: int = 2) -> None:
    """Make a table one that nobody can read, past the store: that event isn't JSON any more."""
    of_it = "table_id = (SELECT id FROM game_table WHERE code = ?) AND version = ?"
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as db:
        broken = f"UPDATE event SET payload = '{{' WHERE {of_it}"  # noqa: S608 - ours
        assert db.execute(broken, (code, version)).rowcount == 1
        db.commit()


@pytest.fixture
def house(configured: Any) -> House:
    """One house with the usual configuration."""
    made: House = configured()
    return made


@pytest.fixture
def house_of(house: House) -> Callable[[str], House]:
    """The house with a table of another game: `house_of("rocks")`."""

    def at(game: str) -> House:
        house.game = game
        return house

    return at


class Server:
    """`rookery table` as a process of its own."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        self.start()

    def start(self) -> None:
        """Start it, on the same port each time, and wait for its greeting."""
        command = [
            sys.executable,
            "-m",
            "rookery",
            "table",
            "--host",
            "127.0.0.1",
            "--data",
            str(self.data),
            "--port",
            str(self.port),
        ]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=environment,
        )
        assert self.process.stdout is not None
        if not any("Stop with" in line for line in self.process.stdout):
            self.process.stdout.close()
            pytest.fail(f"{command} ended with {self.process.wait()}")

    def end(self, number: int) -> int:
        """Send a signal and wait; the exit status."""
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE_S)
        if self.process.stdout:
            self.process.stdout.close()
        return status

    def kill(self) -> None:
        """As a crash would: no chance to tidy up."""
        self.end(signal.SIGKILL)

    def visitor(self) -> Visitor:
        """A browser without cookies."""
        return Visitor(self)


class Visitor:
    """A client over real HTTP; each request has a connection of its own."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookies = server, dict[str, str]()

    def send(self, method: str, path: str, body: Any = None) -> http.client.HTTPConnection:
        """Send a request; the connection to read the answer from."""
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/json"
        line.request(method, path, None if body is None else json.dumps(body), headers)
        return line

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Json]:
        """Status and JSON of the answer."""
        line = self.send(method, path, body)
        try:
            answer = line.getresponse()
            data = answer.read()
            for header in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = header.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, json.loads(data)
        finally:
            line.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server process."""
    running = Server(tmp_path / "data")
    yield running
    if running.process.poll() is None:
        running.end(signal.SIGTERM)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of these tests' own."""
    from bench.services import HASTY, Postgres  # where there is no PostgreSQL, only this test knows

    need("postgresql")
    with Postgres(HASTY) as running:
        yield running.address


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty place for a store, of each kind: a folder, and a database."""
    if request.param == "sqlite":
        return tmp_path
    from tests.web.databases import new_database  # see above

    return new_database(request.getfixturevalue("postgres"))

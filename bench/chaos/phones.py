"""Phones that send each tap, by its key, until it is answered, as our page does (`js/outbox.js`).

Each phone of a game of rocks lays a rock on a space of its own nest and takes it away again, in
turn, so a tap that was lost or doubled shows twice: in the log, and in the next tap that the table
refuses.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any, TypeAlias

from bench.chaos.ledger import Ledger, Tables, Tap, folded
from bench.wire import Device, events, read_head
from companion.events import Event
from web.live.publisher import Recipient, StateTexts

COLOURS = {
    "rocks": ("coral", "jade", "amber", "violet"),
    "giza": ("copper", "violet", "rose", "slate"),
}
# what the host taps before the first move
BEGIN: Mapping[str, Sequence[tuple[str, dict[str, Any]]]] = {
    "rocks": [("game.start", {"first": "s1"})],
    "giza": [
        ("goals.set", {"goals": ["goal-zeroes", "goal-total", "goal-top"]}),
        ("chief.give", {"seat": "s1"}),
        ("game.start", {}),
    ],
}
PATIENCE_S = 20.0  # a server waits up to 10 s for its turn at the database
# the connection was cut before or in an answer
FAILED = (OSError, EOFError, ValueError, IndexError, asyncio.LimitOverrunError)
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})  # worth another try, as in js/outbox.js
PAUSES_S = (0.4, 0.8, 1.6, 3.0, 5.0)  # js/outbox.js
STREAM_PAUSES_S = (0.5, 1.0, 2.0, 3.0)  # js/stream.js
PULSE_S = 20.0  # a stream without even a heartbeat is dead

Pause: TypeAlias = Callable[[int], Awaitable[object]]  # before the n-th new try


def at_once(_failures: int) -> Awaitable[None]:
    """Wait just long enough for other phones to go on."""
    return asyncio.sleep(0.005)


def as_our_page(failures: int) -> Awaitable[None]:
    """Wait as our page does, longer each time."""
    return asyncio.sleep(PAUSES_S[min(failures, len(PAUSES_S)) - 1])


@dataclass
class Phone:
    """A seat's page."""

    device: Device
    code: str
    ledger: Ledger
    random: Random
    pause: Pause = at_once
    seat: str = ""
    taps: int = 0
    retries: int = 0
    troubles: list[tuple[int, bytes]] = field(default_factory=list)  # answers worth another try

    async def ask(
        self, method: str, path: str, body: Any = b"", kind: str = "application/json"
    ) -> tuple[int, Any]:
        """Ask until there is an answer; return its status and JSON. Bytes are sent as they are."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        for failures in count(1):
            try:
                async with asyncio.timeout(PATIENCE_S):
                    status, answer = await self.device.ask(method, path, data, kind)
                if status not in AGAIN:
                    return status, json.loads(answer)
                self.troubles.append((status, answer))
            except FAILED:
                pass
            self.retries += 1
            await self.pause(failures)
        raise AssertionError

    async def play(self, *, doubling: float = 0.1) -> None:
        """Make the next tap; a share is sent again, as if its answer was lost."""
        key = f"{self.code}-{self.seat}-{self.taps:05}-tap"
        kind = "rock.take" if self.taps % 2 else "rock.drop"
        self.taps += 1
        tap = Tap(self.code, kind, {"seat": self.seat, "space": 0}, key)
        await self.tap(tap)
        if self.random.random() < doubling:
            await self.tap(tap)

    async def tap(self, tap: Tap, view: str = "") -> None:
        """Send a tap until it is answered."""
        self.ledger.send(tap)
        body = {"kind": tap.kind, "payload": tap.payload, "key": tap.key}
        self.ledger.answer(tap.key, *await self.ask("POST", f"/t/{self.code}/events{view}", body))

    async def photograph(self, picture: bytes, key: str) -> None:
        """Send a photo until it is answered."""
        self.ledger.send(Tap(self.code, "pyramid.read", None, key))
        part = f'--{key}\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s'
        fields = part % ("seat", f"{self.seat}\r\n") + part % ("key", f"{key}\r\n")
        photo = part % ('photo"; filename="table.jpg', "")
        body = (fields + photo).encode() + picture + f"\r\n--{key}--\r\n".encode()
        kind = f"multipart/form-data; boundary={key}"
        self.ledger.answer(key, *await self.ask("POST", f"/t/{self.code}/photos", body, kind))

    async def shows(self, events: Sequence[Event]) -> list[str]:
        """Return what this phone is shown that doesn't follow from the events."""
        _, answer = await self.ask("GET", f"/t/{self.code}/state")
        log, wrong = folded(events)
        recipient = Recipient(self.seat or None, "en")
        text = StateTexts(self.code, log).text(recipient, datetime.now(UTC))
        follows, shown = _sure(json.loads(text)), _sure(answer)
        if odd := [name for name in follows if follows[name] != shown.get(name)]:
            wrong.append(f"{self.seat} at {self.code} is shown another state: {', '.join(odd)}")
        return wrong


def _sure(view: dict[str, Any]) -> dict[str, Any]:
    """Leave out the time, and what can be undone, which depends on a server's memory."""
    for line in view["history"]:
        line.pop("undoable", None)
    view.pop("now", None)
    return view


class Follower:
    """A phone's stream, opened again whenever it breaks; `version` is what the phone shows."""

    def __init__(self, phone: Phone, pauses_s: Sequence[float] = STREAM_PAUSES_S) -> None:
        self.phone, self._pauses_s = phone, pauses_s
        self.shown: dict[str, float] = {}  # by version ("v1"), when this phone had it
        self.version = self._failures = 0
        self.connected = asyncio.Event()  # set once there is a state

    async def follow(self) -> None:
        """Follow until cancelled."""
        while True:
            with contextlib.suppress(*FAILED):
                await self._listen()
            await asyncio.sleep(self._pauses_s[min(self._failures, len(self._pauses_s) - 1)])
            self._failures += 1

    async def _listen(self) -> None:
        reader, writer = await self.phone.device.stream(f"/t/{self.phone.code}/stream")
        with contextlib.closing(writer):
            async with asyncio.timeout(PULSE_S):
                status, _ = await read_head(reader)
            if status != 200:
                return
            self._failures, stream = 0, events(reader)
            while True:
                async with asyncio.timeout(PULSE_S):
                    event = await anext(stream, None)
                if event is None:
                    return
                if event.get("event") == "state":
                    now, version = time.perf_counter(), int(event["id"])
                    news = range(self.version + 1, version + 1)
                    self.shown |= {f"v{each}": now for each in news}
                    self.version = max(self.version, version)
                    self.connected.set()


@dataclass
class Table:
    """A table, its host's screen and its phones."""

    code: str
    host: Phone
    phones: list[Phone]


@dataclass
class Club:
    """Opens tables, at the `ports` of servers or proxies in turn."""

    ports: list[int]
    ledger: Ledger
    random: Random
    pause: Pause = at_once
    opened: int = 0
    phones: list[Phone] = field(default_factory=list)  # of all tables

    async def table(self, seats: int = 4, game: str = "rocks") -> Table:
        """Open a table and start its game."""
        number, self.opened = self.opened, self.opened + 1
        host = self._phone(number, 1, "")
        status, answer = await host.ask("POST", "/tables", {"game": game})
        assert status == 201, answer
        host.code = str(answer["code"])
        phones = [self._phone(number, 2 + seat, host.code) for seat in range(seats)]
        for phone, colour in zip(phones, COLOURS[game], strict=False):
            seat = {"name": colour.title(), "colour": colour, "key": f"sit-{host.code}-{colour}"}
            self.ledger.send(Tap(host.code, "seat.take", None, seat["key"]))
            status, answer = await phone.ask("POST", f"/t/{host.code}/seats", seat)
            assert status in {200, 201}, answer
            phone.seat = answer["seat"]
        for kind, payload in BEGIN[game]:
            key = f"{kind.replace('.', '-')}-{host.code}"
            await host.tap(Tap(host.code, kind, payload, key), "?view=host")
        return Table(host.code, host, phones)

    async def shows(self, log: Tables, tables: Iterable[Table]) -> list[str]:
        """Return what these tables' screens are shown that doesn't follow from the events."""
        screens = [each for table in tables for each in (table.host, *table.phones)]
        return [wrong for each in screens for wrong in await each.shows(log[each.code])]

    async def leave(self) -> None:
        """Close all phones' connections."""
        for phone in self.phones:
            phone.device.close()
        self.phones.clear()
        await asyncio.sleep(0)  # closes them, so that no server waits

    def _phone(self, table: int, place: int, code: str) -> Phone:
        address = f"127.{1 + table // 250}.{table % 250}.{place}"
        device = Device(self.ports[table % len(self.ports)], address)
        phone = Phone(device, code, self.ledger, Random(self.random.random()), self.pause)
        self.phones.append(phone)
        return phone

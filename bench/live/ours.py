"""Rookery under load: the server as users start it or host it, and phones that do what our page
does.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.live.wire import Device, events, read_head
from bench.ports import free_port
from bench.services import listens, rookery_table, wait_for
from docs.hosted_house import House

COLOURS = ("copper", "violet", "rose", "slate")
AT_ONCE = 8  # tables that open at a time
STREAMS = 4000  # of a worker: one may get nearly all phones
WORKERS = 2
NETWORKS = 250  # tables with addresses 127.1.x.*, the next ones have 127.2.x.*


class Server:
    """`rookery table` on a data folder; of another checkout, if one is named."""

    name = "Rookery"
    pids: Sequence[int]
    ports: Sequence[int]  # each table's phones come to one of them

    def __init__(self, folder: Path, checkout: Path | None = None) -> None:
        self.ports = [free_port()]
        command = rookery_table(folder, self.ports[0])
        self._process = subprocess.Popen(command, cwd=checkout, stdout=subprocess.DEVNULL)
        self.pids = [self._process.pid]
        wait_for("rookery table", lambda: listens(self.ports[0]), self._process)

    def kill(self) -> None:
        """As a power cut would, as far as a process can tell."""
        self._process.kill()
        self._process.wait()

    async def seat(self, tables: int, seats: int) -> list[list[Phone]]:
        """Open that many tables of giza, begin to play, and connect every phone."""
        few = asyncio.Semaphore(AT_ONCE)

        async def table(number: int) -> list[Phone]:
            async with few:
                return await self._table(number, seats)

        return await asyncio.gather(*map(table, range(tables)))

    async def _table(self, number: int, seats: int) -> list[Phone]:
        network = f"127.{1 + number // NETWORKS}.{number % NETWORKS}"
        port = self.ports[number % len(self.ports)]
        host = Device(port, f"{network}.1")
        code = json.loads((await host.ask("POST", "/tables", b'{"game": "giza"}'))[1])["code"]
        phones = [Phone(Device(port, f"{network}.{2 + seat}"), code) for seat in range(seats)]
        for phone, colour in zip(phones, COLOURS, strict=False):
            await phone.sit(colour)
        opening = {"goals.draw": {}, "chief.give": {"seat": "s1"}, "game.start": {}}
        for kind, payload in opening.items():
            tap = {"kind": kind, "payload": payload, "key": secrets.token_hex(8)}
            path = f"/t/{code}/events?view=host"
            status, _ = await host.ask("POST", path, json.dumps(tap).encode())
            assert status == 200, f"{kind}: {status}"
        host.close()
        for phone in phones:
            await phone.follow()
        return phones


class Hosted(Server):
    """Gunicorn, PostgreSQL and Redis as in docs/hosting.md: one gunicorn with two workers, or,
    `apart`, two with one each, between which nginx would share out the tables.
    """

    name = "Rookery, hosted"

    def __init__(self, folder: Path, *, apart: bool = False) -> None:
        folder.mkdir(parents=True)
        self._house = House(folder)
        self._house.environment |= {"ROOKERY_PROXIES": "0", "ROOKERY_STREAMS": str(STREAMS)}
        self._house.postgres()
        self._house.redis()
        self._house.command("migrate")
        self.ports = [free_port() for _ in range(WORKERS if apart else 1)]
        for port in self.ports:
            self._house.web(WORKERS // len(self.ports), port)
        self.pids = self._house.web_workers()

    def kill(self) -> None:
        """End all of it."""
        self._house.close()


class Phone:
    """A seat's page: it taps by POST and learns of taps by its stream, also of its own."""

    def __init__(self, device: Device, code: str) -> None:
        self._device, self._base = device, f"/t/{code}"
        self.shown: dict[str, float] = {}
        self._version = 0
        self._seat = ""

    async def sit(self, colour: str) -> None:
        """Take a seat."""
        body = {"name": f"P {colour}", "colour": colour, "key": secrets.token_hex(8)}
        status, answer = await self._post("/seats", body)
        assert status == 201, answer
        self._seat = answer["seat"]

    async def follow(self) -> None:
        """Look at the state and open the stream."""
        self._version = await self.count()
        reader, self._writer = await self._device.stream(f"{self._base}/stream")
        status, _ = await read_head(reader)
        assert status == 200, f"no stream: {status}"
        self._task = asyncio.create_task(self._listen(reader))

    async def tap(self, mark: str) -> str:
        """Give the Chief to oneself: a tap that always may be made. The mark is its key."""
        tap = {"kind": "chief.give", "payload": {"seat": self._seat}, "key": f"{mark:_<8}"}
        status, answer = await self._post("/events", tap)
        return f"v{answer['version']}" if status == 200 else ""

    async def count(self) -> int:
        """The table's version: one more with each tap."""
        status, body = await self._device.ask("GET", f"{self._base}/state")
        assert status == 200, body[:300]
        return int(json.loads(body)["version"])

    def leave(self) -> None:
        """Close the page."""
        self._task.cancel()
        self._writer.close()
        self._device.close()

    async def _post(self, path: str, body: Any) -> tuple[int, Any]:
        data = json.dumps(body).encode()
        status, answer = await self._device.ask("POST", self._base + path, data)
        return status, json.loads(answer)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        async for event in events(reader):
            if event.get("event") == "state":
                now, version = time.perf_counter(), int(event["id"])
                for news in range(self._version + 1, version + 1):
                    self.shown[f"v{news}"] = now
                self._version = max(self._version, version)

"""Rookery under load: the server as users start it, and phones that do what our page does."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.live import watch
from bench.live.wire import Device, chunks, events, read_head

COLOURS = ("copper", "violet", "rose", "slate")
STREAM = {"Accept": "text/event-stream"}
AT_ONCE = 8  # tables that open at a time
NETWORKS = 250  # tables with addresses 127.1.x.*, the next ones have 127.2.x.*


class Server:
    """`rookery table` on a data folder, on a port of its own choice; of another checkout, if one is
    named.
    """

    name = "Rookery"

    def __init__(self, folder: Path, checkout: Path | None = None) -> None:
        self._folder, self._checkout, self.port = folder, checkout, 0
        self.pids: list[int] = []
        self.ports: list[int] = []  # of several servers: each table's phones come to one of them
        self.start()

    def start(self) -> None:
        """Start it, on the same port again if it has had one."""
        port = ["--port", str(self.port)] if self.port else []
        command = [
            sys.executable,
            "-m",
            "rookery",
            "table",
            "--host",
            "127.0.0.1",
            "--data",
            str(self._folder),
        ]
        self.process = subprocess.Popen(
            [*command, *port],
            cwd=self._checkout,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.pids = [self.process.pid]
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"open at .*?:(\d+)", line):
                self.port = int(found[1])
            if "Stop with" in line:
                return
        raise SystemExit("rookery table did not start")

    def kill(self) -> None:
        """As a power cut would, as far as a process can tell."""
        watch.kill(self.process)

    async def seat(self, tables: int, seats: int) -> list[list[Phone]]:
        """Open that many tables of giza, begin to play, and connect every phone."""
        few = asyncio.Semaphore(AT_ONCE)

        async def table(number: int) -> list[Phone]:
            async with few:
                return await self._table(number, seats)

        return await asyncio.gather(*(table(number) for number in range(tables)))

    async def _table(self, number: int, seats: int) -> list[Phone]:
        network = f"127.{1 + number // NETWORKS}.{number % NETWORKS}"
        port = self.ports[number % len(self.ports)] if self.ports else self.port
        host = Device(port, f"{network}.1")
        code = json.loads((await host.ask("POST", "/tables", b'{"game": "giza"}'))[1])["code"]
        phones = [Phone(Device(port, f"{network}.{2 + seat}"), code) for seat in range(seats)]
        for phone, colour in zip(phones, COLOURS, strict=False):
            await phone.sit(colour)
        for kind, payload in (
            ("goals.draw", {}),
            ("chief.give", {"seat": "s1"}),
            ("game.start", {}),
        ):
            tap = {"kind": kind, "payload": payload, "key": secrets.token_hex(8)}
            status, _ = await host.ask(
                "POST", f"/t/{code}/events?view=host", json.dumps(tap).encode()
            )
            assert status == 200, f"{kind}: {status}"
        host.close()
        for phone in phones:
            await phone.follow()
        return phones


class Phone:
    """A seat's page: it taps by POST and learns of taps by its stream, also of its own."""

    def __init__(self, device: Device, code: str) -> None:
        self._device, self._base = device, f"/t/{code}"
        self.shown: dict[str, float] = {}
        self._version = 0
        self._seat = ""
        self._task: asyncio.Task[None] | None = None

    async def sit(self, colour: str) -> None:
        """Take a seat."""
        body = {"name": f"P {colour}", "colour": colour, "key": secrets.token_hex(8)}
        status, told = await self._device.ask(
            "POST", f"{self._base}/seats", json.dumps(body).encode()
        )
        assert status == 201, told[:300]
        self._seat = json.loads(told)["seat"]

    async def follow(self) -> None:
        """Look at the state and open the stream."""
        self._version = (await self._state())["version"]
        reader, writer = await self._device.connect()
        writer.write(self._device.head("GET", f"{self._base}/stream", STREAM))
        status, _ = await read_head(reader)
        assert status == 200, f"no stream: {status}"
        self._task = asyncio.create_task(self._listen(reader))
        self._writer = writer

    async def tap(self, mark: str) -> str:
        """Give the Chief to oneself: a tap that always may be made. The mark is the key of
        idempotency.
        """
        tap = {"kind": "chief.give", "payload": {"seat": self._seat}, "key": f"{mark:_<8}"}
        status, told = await self._device.ask(
            "POST", f"{self._base}/events", json.dumps(tap).encode()
        )
        return f"v{json.loads(told)['version']}" if status == 200 else ""

    async def count(self) -> int:
        """The table's version: one more with each tap."""
        return int((await self._state())["version"])

    def leave(self) -> None:
        """Close the page."""
        if self._task:
            self._task.cancel()
            self._writer.close()
        self._device.close()

    async def _state(self) -> Any:
        status, body = await self._device.ask("GET", f"{self._base}/state")
        assert status == 200, body[:300]
        return json.loads(body)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        async for event in events(chunks(reader)):
            if event.get("event") == "state":
                self._learn(int(event["id"]))

    def _learn(self, version: int) -> None:
        """Note each tap that is new in a state of that version."""
        now = time.perf_counter()
        for news in range(self._version + 1, version + 1):
            self.shown[f"v{news}"] = now
        self._version = max(self._version, version)

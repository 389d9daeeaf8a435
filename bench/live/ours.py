"""Rookery under load: the server as users start it or host it, and phones that do what our page
does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

from bench.chaos import phones
from bench.chaos.houses import House, hosted
from bench.chaos.ledger import Ledger
from bench.live.load import Served
from bench.services import rookery_table
from bench.wire import events, read_head

AT_ONCE = 8  # tables that open at a time


@contextlib.asynccontextmanager
async def at_home(folder: Path, tables: int, checkout: Path | None = None) -> AsyncIterator[Served]:
    """`rookery table` on a data folder; of another checkout, if one is named."""
    async with House(rookery_table, folder, cwd=checkout) as house:
        yield Served([house.pid], await seated([house.port], tables))


@contextlib.asynccontextmanager
async def on_a_host(folder: Path, tables: int, *workers: int) -> AsyncIterator[Served]:
    """Gunicorn, PostgreSQL and Redis as in docs/hosting.md: a gunicorn for each number of workers,
    between which nginx would share out the tables.
    """
    with hosted(folder, *workers) as (house, ports):
        yield Served(house.web_workers(), await seated(ports, tables))


async def seated(ports: Sequence[int], tables: int) -> list[list[Phone]]:
    """Open that many tables of giza, begin to play, and connect every phone."""
    club, few = phones.Club([*ports], Ledger(), Random(0)), asyncio.Semaphore(AT_ONCE)

    async def table() -> list[Phone]:
        async with few:
            opened = await club.table(game="giza")
            pages = [Phone(phone) for phone in opened.phones]
            for page in pages:
                await page.follow()
            return pages

    return await asyncio.gather(*(table() for _ in range(tables)))


class Phone:
    """A seat's page: it taps by POST and learns of taps by its stream, also of its own."""

    def __init__(self, phone: phones.Phone) -> None:
        self._device, self._seat, self._base = phone.device, phone.seat, f"/t/{phone.code}"
        self.shown: dict[str, float] = {}
        self._version = 0

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
        body = json.dumps(tap).encode()
        status, answer = await self._device.ask("POST", f"{self._base}/events", body)
        return f"v{json.loads(answer)['version']}" if status == 200 else ""

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

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        async for event in events(reader):
            if event.get("event") == "state":
                now, version = time.perf_counter(), int(event["id"])
                for news in range(self._version + 1, version + 1):
                    self.shown[f"v{news}"] = now
                self._version = max(self._version, version)

"""Rookery under load: who taps when, phones that do what our page does, the server as users start
it or host it, and how long each tap took to every other phone.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

from bench import pages
from bench.chaos import phones
from bench.chaos.houses import House, hosted
from bench.chaos.ledger import Ledger
from bench.services import rookery_table
from bench.wire import events, read_head

SEATS = 4
AT_ONCE = 8  # tables that open at a time
GRACE_S = 3.0  # after the last tap: what has not come by then doesn't come
CLOSE_S = 0.002  # two phones at once: within this


class Phone(Protocol):
    """One phone at a table. It fills `shown` as the taps of the table reach it."""

    # when this phone had the state with a tap in it, by the tap's name there
    shown: dict[str, float]

    async def tap(self, mark: str) -> str:
        """Tap; how the table calls this tap, "" when the server refused it in words."""

    async def count(self) -> int:
        """How many taps the table holds, asked again."""

    def leave(self) -> None:
        """Close the page."""


@dataclass(frozen=True, slots=True)
class Served:
    """A server's processes, and the phones at each of its tables."""

    pids: Sequence[int]
    tables: Sequence[Sequence[Phone]]

    async def leave(self) -> None:
        """Close all pages."""
        for phone in (phone for table in self.tables for phone in table):
            phone.leave()
        await asyncio.sleep(0)  # the loop hangs up, so that no server has to wait for them


class Page:
    """A seat's page of ours: it taps by POST and learns of all taps by its stream."""

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


@contextlib.asynccontextmanager
async def at_home(folder: Path, tables: int, checkout: Path | None = None) -> AsyncIterator[Served]:
    """`rookery table` on a data folder; of another checkout, if one is named."""
    async with House(rookery_table, folder, cwd=checkout) as house:
        yield Served([house.pid], await seated([house.port], tables))


@contextlib.asynccontextmanager
async def on_a_host(folder: Path, tables: int, *workers: int) -> AsyncIterator[Served]:
    """As in docs/hosting.md; nginx would share out the tables between these gunicorns."""
    with hosted(folder, *workers) as (house, ports):
        yield Served(house.web_workers(), await seated(ports, tables))


async def seated(ports: Sequence[int], tables: int) -> list[list[Page]]:
    """Open that many tables of giza, begin to play, and connect every phone."""
    club, few = phones.Club([*ports], Ledger(), Random(0)), asyncio.Semaphore(AT_ONCE)

    async def table() -> list[Page]:
        async with few:
            opened = await club.table(game="giza")
            pages = [Page(phone) for phone in opened.phones]
            for page in pages:
                await page.follow()
            return pages

    return await asyncio.gather(*(table() for _ in range(tables)))


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap to come: `at` seconds from the start."""

    at: float
    table: int
    seat: int
    mark: str


def evening(tables: int, rate: float, seconds: float, seed: int) -> Iterator[Tap]:
    """Taps as people make them: any phone, any moment, `rate` a second over all tables."""
    random, at, number = Random(seed), 0.0, 0
    while (at := at + random.expovariate(rate)) < seconds:
        yield Tap(at, random.randrange(tables), random.randrange(SEATS), f"e{seed}-{number}")
        number += 1


def rushes(tables: int, pairs: int, apart_s: float, seed: int) -> Iterator[Tap]:
    """Two phones of one table within 2 ms of each other, again and again."""
    random = Random(seed)
    for number in range(pairs):
        table = random.randrange(tables)
        for seat in random.sample(range(SEATS), 2):
            late = random.uniform(0, CLOSE_S)
            yield Tap(number * apart_s + late, table, seat, f"r{seed}-{number}-{seat}")


@dataclass
class Figures:
    """What a load did to a server; latencies in s, from a tap to each other phone at its table."""

    latencies: list[float] = field(default_factory=list)
    taps: int = 0
    lost: int = 0
    doubled: int = 0

    def at(self, percent: float) -> float:
        """The latency that so many of a hundred don't exceed, in ms."""
        return 1000 * pages.at(self.latencies, percent)

    def cells(self) -> tuple[list[str], list[str]]:
        """Cells of a table: p50, p95 and p99; lost and doubled."""
        times = [f"{self.at(percent):.1f} ms" for percent in (50, 95, 99)]
        return times, [f"{self.lost} of {self.taps}", str(self.doubled)]

    def add(self, more: Figures) -> None:
        """Count another load's in."""
        self.latencies += more.latencies
        self.taps += more.taps
        self.lost += more.lost
        self.doubled += more.doubled


async def play(tables: Sequence[Sequence[Phone]], taps: Iterable[Tap]) -> Figures:
    """Make all taps at their time and say what came of them."""
    plan = sorted(taps, key=lambda tap: tap.at)
    before = [await table[0].count() for table in tables]
    gc.collect()
    gc.freeze()  # the phones' own pauses are not the server's
    start = time.perf_counter() + 0.2

    async def send(tap: Tap) -> tuple[float, str]:
        await asyncio.sleep(start + tap.at - time.perf_counter())
        at = time.perf_counter()
        return at, await tables[tap.table][tap.seat].tap(tap.mark)

    sent = await asyncio.gather(*map(send, plan))
    await asyncio.sleep(GRACE_S)
    figures = Figures(taps=len(plan))
    for tap, (at, name) in zip(plan, sent, strict=True):
        others = [phone for seat, phone in enumerate(tables[tap.table]) if seat != tap.seat]
        shown = [phone.shown[name] - at for phone in others if name in phone.shown]
        figures.latencies += shown
        figures.lost += len(shown) < len(others)
    held = sum([await table[0].count() for table in tables]) - sum(before)
    names = {(tap.table, name) for tap, (_, name) in zip(plan, sent, strict=True)}
    figures.lost = max(figures.lost, len(plan) - held)
    figures.doubled = max(0, held - len(plan)) + len(plan) - len(names)
    return figures

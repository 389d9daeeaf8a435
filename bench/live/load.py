"""Load for a server: who taps when, phones that do what our page does, and how long each tap took
to every other phone.
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from bench import pages
from bench.chaos.ledger import Ledger
from bench.chaos.phones import PULSE_S, Follower
from bench.chaos.phones import Phone as Seat
from bench.live.tables import Opened
from web.refusal import BUSY_S

SEATS = 4
AT_ONCE = 8  # tables whose phones connect at a time
GRACE_S = 3.0  # after the last tap: what hasn't come by then counts as lost
CLOSE_S = 0.002  # two phones at once: within this
MOST_S = 60.0  # for an answer
# no answer, or an unexpected one
FAILED = (OSError, TimeoutError, AssertionError, asyncio.IncompleteReadError, ValueError)


class Phone(Protocol):
    """One phone at a table."""

    shown: dict[str, float]  # when this phone had the state with a tap in it, by the tap's name

    async def tap(self, mark: str) -> str:
        """Tap; return the name of the tap in `shown`, "" when the server refused it."""

    async def count(self) -> int:
        """Ask the server how many taps the table holds."""

    def leave(self) -> None:
        """Close the page."""


class Page(Follower):
    """A seat's page of ours: taps by POST, and follows its table's stream."""

    async def open(self) -> None:
        """Follow the stream, and wait for the first state."""
        self._task = asyncio.create_task(self.follow())
        await asyncio.wait_for(self.connected.wait(), PULSE_S)

    async def tap(self, mark: str) -> str:
        """Give the Chief to this seat, which is always allowed; the mark is the tap's key."""
        phone = self.phone
        tap = {"kind": "chief.give", "payload": {"seat": phone.seat}, "key": f"{mark:_<8}"}
        body = json.dumps(tap).encode()
        status, answer = await phone.device.ask("POST", f"/t/{phone.code}/events", body)
        return f"v{json.loads(answer)['version']}" if status == 200 else ""

    async def count(self) -> int:
        """Return the table's version: one more with each tap."""
        status, body = await self.phone.device.ask("GET", f"/t/{self.phone.code}/state")
        assert status == 200, body[:300]
        return int(json.loads(body)["version"])

    def leave(self) -> None:
        """Close the page."""
        self._task.cancel()
        self.phone.device.close()


def one_core() -> None:
    """Keep this process, and all that it starts, on one core: a slow machine."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


async def seated(ports: Sequence[int], tables: Sequence[Opened]) -> list[list[Page]]:
    """Connect every phone of these tables of giza, at the servers' ports in turn."""
    few = asyncio.Semaphore(AT_ONCE)

    async def connected(number: int, table: Opened) -> list[Page]:
        pages, port = [], ports[number % len(ports)]
        async with few:
            for place in range(1, 1 + SEATS):
                address = f"127.{1 + number // 250}.{number % 250}.{1 + place}"
                device = table.device(f"s{place}", port, address)
                page = Page(Seat(device, table.code, Ledger(), Random(0), seat=f"s{place}"))
                await page.open()
                pages.append(page)
        return pages

    return await asyncio.gather(*(connected(*each) for each in enumerate(tables)))


@dataclass(frozen=True, slots=True)
class Tap:
    """A planned tap, `at` seconds from the start."""

    at: float
    table: int
    seat: int
    mark: str


def steady_taps(tables: int, rate: float, seconds: float, seed: int) -> Iterator[Tap]:
    """Yield taps of any phone at any moment, `rate` a second over all tables."""
    random, at, number = Random(seed), 0.0, 0
    while (at := at + random.expovariate(rate)) < seconds:
        yield Tap(at, random.randrange(tables), random.randrange(SEATS), f"e{seed}-{number}")
        number += 1


def rushes(tables: int, pairs: int, apart_s: float, seed: int) -> Iterator[Tap]:
    """Yield pairs of taps by two phones of one table, within 2 ms of each other."""
    random = Random(seed)
    for number in range(pairs):
        table = random.randrange(tables)
        for seat in random.sample(range(SEATS), 2):
            late = random.uniform(0, CLOSE_S)
            yield Tap(number * apart_s + late, table, seat, f"r{seed}-{number}-{seat}")


@dataclass
class Figures:
    """Latencies in s, from a tap to each other phone at its table, and what went wrong."""

    latencies: list[float] = field(default_factory=list)
    taps: int = 0
    lost: int = 0
    doubled: int = 0

    def at(self, percent: float) -> float:
        """Return a percentile of the latencies, ms."""
        return 1000 * pages.at(self.latencies, percent)

    def cells(self) -> list[str]:
        """Return the cells of a table: p50, p95 and p99; lost and doubled."""
        times = [f"{self.at(percent):.1f} ms" for percent in (50, 95, 99)]
        return [*times, f"{self.lost} of {self.taps}", str(self.doubled)]


async def play(tables: Sequence[Sequence[Phone]], taps: Iterable[Tap], figures: Figures) -> None:
    """Make all taps at their time; add to `figures` when they arrived and what went wrong."""
    plan = sorted(taps, key=lambda tap: tap.at)
    before = [await table[0].count() for table in tables]
    gc.collect()
    gc.freeze()  # the phones' own pauses are not the server's
    start = time.perf_counter() + 0.2

    async def send(tap: Tap) -> tuple[float, str]:
        await asyncio.sleep(start + tap.at - time.perf_counter())
        at = time.perf_counter()
        while not (name := await tables[tap.table][tap.seat].tap(tap.mark)):  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(BUSY_S)  # refused by a busy server: our page taps again, too
        return at, name

    sent = await asyncio.gather(*map(send, plan))
    await asyncio.sleep(GRACE_S)
    lost = 0
    for tap, (at, name) in zip(plan, sent, strict=True):
        others = [phone for seat, phone in enumerate(tables[tap.table]) if seat != tap.seat]
        shown = [phone.shown[name] - at for phone in others if name in phone.shown]
        figures.latencies += shown
        lost += len(shown) < len(others)
    held = sum([await table[0].count() for table in tables]) - sum(before)
    names = {(tap.table, name) for tap, (_, name) in zip(plan, sent, strict=True)}
    figures.taps += len(plan)
    figures.lost += max(lost, len(plan) - held)
    figures.doubled += max(0, held - len(plan)) + len(plan) - len(names)


async def played(tables: Sequence[Sequence[Phone]], taps: Iterable[Tap]) -> Figures:
    """Make all taps at their time; everything counts as lost if a phone gets no answer."""
    plan, figures = list(taps), Figures()
    try:
        async with asyncio.timeout(plan[-1].at + MOST_S):
            await play(tables, plan, figures)
    except FAILED:
        return Figures([math.inf], len(plan), len(plan))
    return figures


async def flood(tables: Sequence[Sequence[Phone]], taps: Iterable[Tap]) -> int:
    """Make all taps at their time, whatever comes of them; return how many were refused."""
    start = time.perf_counter()

    async def send(tap: Tap) -> str:
        await asyncio.sleep(start + tap.at - time.perf_counter())
        async with asyncio.timeout(MOST_S):
            return await tables[tap.table][tap.seat].tap(tap.mark)

    sent = await asyncio.gather(*map(send, taps), return_exceptions=True)
    return sum(not isinstance(name, str) or not name for name in sent)

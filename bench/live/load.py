"""What the phones do, and what comes of it: who taps when, and how long each tap took to every
other phone.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from bench import pages

SEATS = 4
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


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap to come: `at` seconds from the start."""

    at: float
    table: int
    seat: int
    mark: str


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

    def add(self, more: Figures) -> None:
        """Count another load's in."""
        self.latencies += more.latencies
        self.taps += more.taps
        self.lost += more.lost
        self.doubled += more.doubled


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

"""kill -9 of the whole server under load, and the server started again on the same data.

No share of a start is skipped: each is the command that people type, from nothing to an answered
request for a table's state. Most kills come after a random number of acknowledged taps; one in ten
comes while the server still starts.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

from bench import pages
from bench.chaos import ledger, report
from bench.chaos.houses import House
from bench.chaos.ledger import Ledger
from bench.chaos.phones import Club, Phone, Table
from bench.services import cpu_s, rookery_table

TABLES = 4
CYCLES = 50  # on one data folder; then everyone moves to a new one, as people do
MOST_TAPS = 60  # acknowledged from one kill to the next
UNREADY = 0.1  # share of starts that are killed before they are ready
START_S = 1.0  # within which such a kill comes
READY_S = 2.0  # what a table may have to wait
TAIL_S = 0.02  # a kill comes up to so long after the last tap that it waited for


class Evening:
    """One data folder: tables round which phones tap while their server is killed."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random, self.ledger = folder, random, Ledger()
        self.house = House(rookery_table, folder)
        self.club = Club([self.house.port], self.ledger, random, lambda _: self.house.up.wait())
        self.ready: list[float] = []
        self.worked: list[float] = []  # processor time of each start
        self.retries = 0
        self.problems: list[str] = []
        self._over = False
        self._acknowledged = asyncio.Condition()

    async def play(self, cycles: int, killed: Callable[[], None]) -> None:
        """So many kills, with every promise checked after each of them."""
        async with self.house:
            tables = [await self.club.table() for _ in range(TABLES)]
            async with asyncio.TaskGroup() as playing:
                for phone in (phone for table in tables for phone in table.phones):
                    playing.create_task(self._tap(phone))
                for _ in range(cycles):
                    await self._cycle(self.random.choice(tables))
                    killed()
                self._over = True
            events = ledger.read(self.folder)
            self.problems += self.ledger.check(events)
            for table in tables:
                self.problems += await table.shows(events)
            self.retries = sum(phone.retries for phone in self.club.phones)
            await self.club.leave()

    async def _tap(self, phone: Phone) -> None:
        while not self._over:
            await phone.play()
            async with self._acknowledged:
                self._acknowledged.notify_all()

    async def _cycle(self, table: Table) -> None:
        """Taps, a kill in the middle of them, a start, and a look at the promises."""
        goal = len(self.ledger.acknowledged) + self.random.randint(1, MOST_TAPS)
        async with self._acknowledged:
            await self._acknowledged.wait_for(lambda: len(self.ledger.acknowledged) >= goal)
        await asyncio.sleep(self.random.uniform(0, TAIL_S))
        await self.house.kill()
        if self.random.random() < UNREADY:
            await self.house.spawn()
            await asyncio.sleep(self.random.uniform(0, START_S))
            await self.house.kill()
        self.ready.append(await self.house.start(f"/t/{table.code}/state?view=host"))
        self.worked.append(cpu_s([self.house.pid]))
        self.problems += self.ledger.check(ledger.read(self.folder)) + ledger.integrity(self.folder)


async def run(
    scratch: Path, cycles: int, seed: int, killed: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """So many kills; `killed` is called after each."""
    random, evenings = Random(seed), list[Evening]()
    for done in range(0, cycles, CYCLES):
        evenings.append(Evening(scratch / f"evening-{len(evenings)}", random))
        await evenings[-1].play(min(CYCLES, cycles - done), killed)
    ready = [seconds for evening in evenings for seconds in evening.ready]
    worked = [seconds for evening in evenings for seconds in evening.worked]
    problems = [problem for evening in evenings for problem in evening.problems]
    soon = sum(seconds <= READY_S for seconds in ready)
    figures: report.Figures = {
        "taps acknowledged": sum(len(evening.ledger.acknowledged) for evening in evenings),
        "sent again": sum(evening.retries for evening in evenings),
        **report.harm(problems),
        "ready again, p50 (s)": pages.at(ready, 50),
        "ready again, p95 (s)": pages.at(ready, 95),
        "ready again, max (s)": max(ready),
        f"ready within {READY_S:g} s": f"{soon} of {len(ready)}",
        "processor time of a start, p50 (s)": pages.at(worked, 50),
    }
    yield report.Result("SQLite", cycles, "kills -9", figures, problems)

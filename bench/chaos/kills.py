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
from bench.chaos.ledger import Ledger
from bench.chaos.phones import Club, Phone
from bench.chaos.servers import Server
from bench.services import cpu_s, rookery_table

TABLES = 4
CYCLES = 50  # on one data folder; then everyone moves to a new one, as people do
MOST_TAPS = 60  # acknowledged from one kill to the next
UNREADY = 0.1  # share of starts that are killed before they are ready
START_S = 1.0  # within which such a kill comes
READY_S = 2.0  # what a table may have to wait
TAIL_S = 0.02  # a kill comes up to so long after the last tap that it waited for


class Evenings:
    """Tables round which phones tap while their server is killed, on one folder after another."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.ready: list[float] = []
        self.worked: list[float] = []  # processor time of each start
        self.acknowledged = self.retries = 0
        self.problems: list[str] = []

    async def play(self, folder: Path, cycles: int, killed: Callable[[], None]) -> None:
        """So many kills on a new folder, with every promise checked after each of them."""
        random, book, over = self.random, Ledger(), False
        async with Server(rookery_table, folder) as server:
            club = Club([server.port], book, random, lambda _: server.up.wait())
            tables = [await club.table() for _ in range(TABLES)]

            async def tap(phone: Phone) -> None:
                while not over:
                    await phone.play()

            async with asyncio.TaskGroup() as playing:
                for phone in (phone for table in tables for phone in table.phones):
                    playing.create_task(tap(phone))
                for _ in range(cycles):
                    table = random.choice(tables)
                    await book.grown(random.randint(1, MOST_TAPS))
                    await asyncio.sleep(random.uniform(0, TAIL_S))
                    await server.kill()
                    if random.random() < UNREADY:
                        await server.spawn()
                        await asyncio.sleep(random.uniform(0, START_S))
                        await server.kill()
                    self.ready.append(await server.start(f"/t/{table.code}/state?view=host"))
                    self.worked.append(cpu_s([server.pid]))
                    self.problems += book.check(ledger.read(folder)) + ledger.integrity(folder)
                    killed()
                over = True
            log = ledger.read(folder)
            self.problems += book.check(log) + await club.shows(log, tables)
            self.acknowledged += len(book.acknowledged)
            self.retries += sum(phone.retries for phone in club.phones)
            await club.leave()


async def run(
    scratch: Path, cycles: int, seed: int, killed: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """So many kills; `killed` is called after each."""
    evenings = Evenings(Random(seed))
    for done in range(0, cycles, CYCLES):
        await evenings.play(scratch / f"evening-{done}", min(CYCLES, cycles - done), killed)
    ready = evenings.ready
    figures: report.Figures = {
        "taps acknowledged": evenings.acknowledged,
        "sent again": evenings.retries,
        **report.harm(evenings.problems),
        "ready again, p50 (s)": pages.at(ready, 50),
        "ready again, p95 (s)": pages.at(ready, 95),
        "ready again, max (s)": max(ready),
        f"ready within {READY_S:g} s": f"{sum(s <= READY_S for s in ready)} of {len(ready)}",
        "processor time of a start, p50 (s)": pages.at(evenings.worked, 50),
    }
    yield report.Result("SQLite", cycles, "kills -9", figures, evenings.problems)

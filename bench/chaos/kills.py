"""kill -9 of the whole server under load, and the server started again on the same data.

Each start is the command that people type, timed from nothing to an answered request for a table's
state. Most kills come after a random number of acknowledged taps; one in ten comes while the server
still starts.
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


async def run(
    scratch: Path, cycles: int, seed: int, killed: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """Kill the server so many times; call `killed` after each."""
    random, problems = Random(seed), list[str]()
    starts: list[tuple[float, float]] = []  # s until it was ready, and of processor time
    acknowledged = retries = 0
    up = asyncio.Event()  # phones wait for it
    up.set()
    for done in range(0, cycles, CYCLES):
        folder = scratch / f"evening-{done}"
        with Server(rookery_table, folder) as server:
            club = Club([server.port], Ledger(), random, lambda _: up.wait())
            tables = [await club.table() for _ in range(TABLES)]
            phones = [phone for table in tables for phone in table.phones]
            async with asyncio.TaskGroup() as playing:
                over = asyncio.Event()
                for phone in phones:
                    playing.create_task(_tap(phone, over))
                for _ in range(min(CYCLES, cycles - done)):
                    path = f"/t/{random.choice(tables).code}/state?view=host"
                    starts.append(await _kill(server, club.ledger, random, path, up))
                    problems += club.ledger.check(ledger.read(folder)) + ledger.integrity(folder)
                    killed()
                over.set()
            log = ledger.read(folder)
            problems += club.ledger.check(log) + await club.shows(log, tables)
            acknowledged += len(club.ledger.acknowledged)
            retries += sum(phone.retries for phone in club.phones)
            await club.leave()
    ready, worked = zip(*starts, strict=True)
    figures: report.Figures = {
        "taps acknowledged": acknowledged,
        "sent again": retries,
        **report.harm(problems),
        "ready again, p50 (s)": pages.at(ready, 50),
        "ready again, p95 (s)": pages.at(ready, 95),
        "ready again, max (s)": max(ready),
        f"ready within {READY_S:g} s": f"{sum(s <= READY_S for s in ready)} of {len(ready)}",
        "processor time of a start, p50 (s)": pages.at(worked, 50),
    }
    yield report.Result("SQLite", cycles, "kills -9", figures, problems)


async def _tap(phone: Phone, over: asyncio.Event) -> None:
    while not over.is_set():
        await phone.play()


async def _kill(
    server: Server, book: Ledger, random: Random, path: str, up: asyncio.Event
) -> tuple[float, float]:
    """Kill a server some taps later and start it again; return the seconds until it answers for
    `path`, and its processor time.
    """
    await book.grown(random.randint(1, MOST_TAPS))
    await asyncio.sleep(random.uniform(0, TAIL_S))
    up.clear()
    server.kill()
    if random.random() < UNREADY:
        server.spawn()
        await asyncio.sleep(random.uniform(0, START_S))
        server.kill()
    ready = await asyncio.to_thread(server.restart, path)
    up.set()
    return ready, cpu_s([server.pid])

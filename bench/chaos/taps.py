"""Many taps by 64 phones through a bad Wi-Fi (`proxy.py`), at home and hosted.

A hosted table's four phones reach four processes on one database, so each tap is in a race with the
taps of its own table that come to another process. Everyone moves to a new table after as many
taps as a long game has.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.chaos import ledger, report
from bench.chaos.hosted import Hosted
from bench.chaos.houses import House, rookery_table
from bench.chaos.ledger import Ledger, Place
from bench.chaos.phones import Club, Phone, Table
from bench.chaos.proxy import CUT, NONE, Proxy, bad_luck, settled
from bench.ports import free_port

HOUSES = 4
TABLES = 16  # at a time, with four phones each
A_GAME = 400  # taps at a table
UNLUCKY = 0.2  # share of requests that meet a fault


async def run(taps: int, seed: int, tapped: Callable[[], None]) -> list[report.Result]:
    """Make so many taps on each database that is installed; `tapped` is called after each."""
    size, results = (taps, seed), []
    with tempfile.TemporaryDirectory(prefix="rookery-taps-") as name:
        folder, port = Path(name) / "data", free_port()
        house = House(rookery_table(folder, port), port, Path(name) / "server.log")
        try:
            await house.start()
            results.append(await campaign("SQLite, one process", house, folder, size, tapped))
        finally:
            await house.kill()
    if Hosted.installed():
        with tempfile.TemporaryDirectory(prefix="rookery-taps-") as name:
            async with Hosted(Path(name), HOUSES) as hosted:
                subject, place = f"PostgreSQL, {HOUSES} gunicorn workers", hosted.postgres.address
                results.append(await campaign(subject, hosted.house, place, size, tapped))
    return results


async def campaign(
    subject: str,
    house: House,
    place: Place,
    size: tuple[int, int],
    tapped: Callable[[], None],
) -> report.Result:
    """Make so many taps (`size`: how many, and the seed) at this house, and check them."""
    (taps, seed), began = size, time.monotonic()
    random = Random(seed)
    async with Proxy(house.port, bad_luck(UNLUCKY, Random(random.random())), random) as proxy:
        club = Club([proxy.port], Ledger(), random)
        evening = Evening(club, place, tapped)
        while evening.taps < taps:
            left, games = taps - evening.taps, list[int]()
            while left and len(games) < TABLES:
                games.append(min(A_GAME, left))
                left -= games[-1]
            await evening.play(games)
    met = proxy.met
    figures: dict[str, report.Figure] = {
        "phones": 4 * min(TABLES, evening.tables),
        "tables": evening.tables,
        "acknowledged": evening.acknowledged,
        "applied": evening.applied,
        **report.harm(evening.problems),
        "sent again": sum(met[name] for name in CUT),
        "answers of 500 and more": evening.faults,
        "met a fault": f"{1 - met[NONE] / met.total():.0%}",
        **{f"requests {name}": count for name, count in sorted(met.items()) if name != NONE},
    }
    took, wrong = time.monotonic() - began, tuple(evening.problems)
    return report.Result("taps", subject, evening.taps, "taps", took, seed, figures, wrong)


@dataclass
class Evening:
    """The phones of one campaign, and what became of their taps."""

    club: Club
    place: Place
    tapped: Callable[[], None]
    taps: int = 0
    tables: int = 0
    acknowledged: int = 0
    applied: int = 0
    faults: int = 0  # answers of 500 and more
    problems: list[str] = field(default_factory=list)

    async def play(self, games: list[int]) -> None:
        """Play tables of so many taps each, all at once; check all promises, and leave."""
        tables = [await self.club.table() for _ in games]
        going = []
        for table, taps in zip(tables, games, strict=True):
            seats = len(table.phones)
            for number, phone in enumerate(table.phones):
                going.append(self._tap(phone, taps // seats + (number < taps % seats)))
        await asyncio.gather(*going)
        await settled()
        await self._check(tables)

    async def _tap(self, phone: Phone, taps: int) -> None:
        """Each phone taps as fast as it is answered."""
        for _ in range(taps):
            await phone.play(doubling=0)
            self.tapped()

    async def _check(self, tables: list[Table]) -> None:
        """Applied is what was acknowledged, once; every phone is shown what follows from it."""
        book, codes = self.club.ledger, {table.code for table in tables}
        lying = {c: events for c, events in ledger.read(self.place).items() if c in codes}
        self.problems += book.check(lying)
        later = [event for events in lying.values() for event in events[1:]]
        applied = {event.key for event in later if event.kind != "seat.take"}
        if applied != book.acknowledged.keys():
            counts = f"{len(applied)} were applied, {len(book.acknowledged)} acknowledged"
            self.problems.append(counts)
        for table in tables:
            for phone in (table.host, *table.phones):
                self.problems += await phone.shows(lying[table.code])
                self.faults += sum(status >= 500 for status, _ in phone.troubles)
            self.taps += sum(phone.taps for phone in table.phones)
        self.tables += len(tables)
        self.acknowledged += len(book.acknowledged)
        self.applied += len(applied)
        book.forget(codes)
        self.club.leave()

"""Many taps by 64 phones through a bad Wi-Fi (`proxy.py`), at home and hosted.

A hosted table's four phones reach four processes on one database, so each tap is in a race with the
taps of its own table that come to another process. Everyone moves to a new table after as many
taps as a long game has.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

from bench.chaos import ledger, report
from bench.chaos.houses import House, can_host, hosted
from bench.chaos.ledger import Ledger, Place
from bench.chaos.phones import Club, Phone
from bench.chaos.proxy import CUT, NONE, Proxy, bad_luck
from bench.services import rookery_table

HOUSES = 4
TABLES = 16  # at a time, with four phones each
A_GAME = 400  # taps at a table
UNLUCKY = 0.2  # share of requests that meet a fault


async def run(
    scratch: Path, taps: int, seed: int, tapped: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """Make so many taps on each database that is installed; `tapped` is called after each."""
    async with House(rookery_table, scratch / "data") as house:
        at_home = Campaign(house.port, house.folder, Random(seed), tapped)
        yield await at_home.run("SQLite, one process", taps)
    if can_host():
        with hosted(scratch / "hosted", HOUSES) as (servers, (port,)):
            campaign = Campaign(port, servers.database.address, Random(seed), tapped)
            yield await campaign.run(f"PostgreSQL, {HOUSES} gunicorn workers", taps)


class Campaign:
    """The phones at one server, and what became of their taps."""

    def __init__(self, port: int, place: Place, random: Random, tapped: Callable[[], None]) -> None:
        self.proxy = Proxy(port, bad_luck(UNLUCKY, Random(random.random())), random)
        self.place, self.random, self.tapped, self.ledger = place, random, tapped, Ledger()
        self.faults = 0
        self.problems: list[str] = []

    async def run(self, subject: str, taps: int) -> report.Result:
        """Make so many taps, and check that applied is what was acknowledged, once."""
        games = [min(A_GAME, taps - start) for start in range(0, taps, A_GAME)]
        async with self.proxy:
            self.club = Club([self.proxy.port], self.ledger, self.random)
            for first in range(0, len(games), TABLES):
                await self._play(games[first : first + TABLES])
        log = ledger.read(self.place)
        later = [event for events in log.values() for event in events[1:]]
        applied = {event.key for event in later if event.kind != "seat.take"}
        acknowledged = self.ledger.acknowledged.keys()
        problems = [*self.problems, *self.ledger.check(log)]
        if applied != acknowledged:
            problems.append(f"{len(applied)} were applied, {len(acknowledged)} acknowledged")
        met = self.proxy.met
        figures: report.Figures = {
            "phones": 4 * min(TABLES, len(games)),
            "tables": len(games),
            "acknowledged": len(acknowledged),
            "applied": len(applied),
            **report.harm(problems),
            "sent again": sum(met[name] for name in CUT),
            "answers of 500 and more": self.faults,
            "met a fault": f"{1 - met[NONE] / met.total():.0%}",
            **{f"requests {name}": count for name, count in sorted(met.items()) if name != NONE},
        }
        return report.Result(subject, taps, "taps", figures, problems)

    async def _play(self, games: list[int]) -> None:
        """Play tables of so many taps each, all at once; every phone is shown what follows from
        them, and leaves.
        """
        tables = [await self.club.table() for _ in games]
        going = []
        for table, taps in zip(tables, games, strict=True):
            each, more = divmod(taps, len(table.phones))
            for number, phone in enumerate(table.phones):
                going.append(self._tap(phone, each + (number < more)))
        await asyncio.gather(*going)
        await self.proxy.settled()
        events = ledger.read(self.place)
        for table in tables:
            self.problems += await table.shows(events)
        for phone in self.club.phones:
            self.faults += sum(status >= 500 for status, _ in phone.troubles)
        await self.club.leave()

    async def _tap(self, phone: Phone, taps: int) -> None:
        """Each phone taps as fast as it is answered."""
        for _ in range(taps):
            await phone.play(doubling=0)
            self.tapped()

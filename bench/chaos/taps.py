"""Many taps by 64 phones through a bad Wi-Fi (`proxy.py`), at a kitchen table's server and at a hosted one.

A hosted table's four phones speak to four processes on one database, so each tap is in a race with the taps of its own
table that come to another process. Everybody moves to a new table after as many taps as a long game has.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from bench.chaos import ledger, report
from bench.chaos.hosted import Hosted
from bench.chaos.houses import House, free_port, rookery_table
from bench.chaos.ledger import Ledger, Place
from bench.chaos.phones import Club, Phone, Table
from bench.chaos.proxy import CUT, NONE, Proxy, bad_luck, settled

HOUSES = 4
TABLES = 16  # at a time, with four phones each
A_GAME = 400  # taps at a table
UNLUCKY = 0.2  # share of requests that meet a fault


async def run(taps: int, seed: int, tapped: Callable[[], None]) -> list[report.Result]:
    """So many taps on each database; `tapped` is called after each."""
    return [await on_sqlite(taps, seed, tapped), *await on_postgres(taps, seed, tapped)]


async def on_sqlite(taps: int, seed: int, tapped: Callable[[], None]) -> report.Result:
    """One `rookery table`, which has its data folder for itself."""
    with tempfile.TemporaryDirectory(prefix="rookery-taps-") as name:
        folder = Path(name) / "data"
        port = free_port()
        house = House(rookery_table(folder, port), port, Path(name) / "server.log")
        try:
            await house.start()
            return await campaign("SQLite, one process", [house], folder, (taps, seed), tapped)
        finally:
            await house.kill()


async def on_postgres(taps: int, seed: int, tapped: Callable[[], None]) -> list[report.Result]:
    """A hosted server with four workers; nothing where PostgreSQL or Redis is not installed."""
    if not Hosted.installed():
        return []
    with tempfile.TemporaryDirectory(prefix="rookery-taps-") as name:
        async with Hosted(Path(name), HOUSES) as hosted:
            subject, place = f"PostgreSQL, {HOUSES} gunicorn workers", hosted.postgres.address
            return [await campaign(subject, [hosted.house], place, (taps, seed), tapped)]


async def campaign(
    subject: str, houses: list[House], place: Place, size: tuple[int, int], tapped: Callable[[], None]
) -> report.Result:
    """So many taps (`size`: how many, and the seed) at these houses, and what came of them."""
    (taps, seed), began = size, time.monotonic()
    random, book = Random(seed), Ledger()
    async with AsyncExitStack() as open_things:
        proxies = [
            await open_things.enter_async_context(Proxy(house.port, bad_luck(UNLUCKY, Random(random.random())), random))
            for house in houses
        ]
        club = Club([proxy.port for proxy in proxies], book, random)
        evening = Taps(club, place, taps, tapped)
        await evening.play()
    met = Counter[str]()
    for proxy in proxies:
        met += proxy.met
    figures: dict[str, report.Figure] = {
        "phones": 4 * min(TABLES, evening.tables),
        "tables": evening.tables,
        "acknowledged": evening.acknowledged,
        "applied": evening.applied,
        **report.harm(evening.problems),
        "sent again": sum(met[name] for name in CUT),
        "answers of 500 and more": sum(n for status, n in evening.troubles.items() if status >= 500),
        "met a fault": f"{1 - met[NONE] / met.total():.0%}",
        **{f"requests {name}": count for name, count in sorted(met.items()) if name != NONE},
    }
    took = time.monotonic() - began
    return report.Result("taps", subject, evening.taps, "taps", took, seed, figures, tuple(evening.problems))


class Taps:
    """The phones of one campaign: games of `A_GAME` taps, `TABLES` at a time, until `taps` are made."""

    def __init__(self, club: Club, place: Place, taps: int, tapped: Callable[[], None]) -> None:
        self._club, self._place, self._left, self._tapped = club, place, taps, tapped
        self.taps = self.tables = self.acknowledged = self.applied = 0
        self.troubles: Counter[int] = Counter()
        self.problems: list[str] = []

    async def play(self) -> None:
        """Round by round; after each all promises are checked to the end, and the tables left."""
        while self._left:
            games = self._plan()
            tables = [await self._club.table() for _ in games]
            await asyncio.gather(*(self._game(table, taps) for table, taps in zip(tables, games, strict=True)))
            await settled()
            await self._check(tables)

    def _plan(self) -> list[int]:
        """How many taps each table of the next round makes."""
        games: list[int] = []
        while self._left and len(games) < TABLES:
            games.append(min(A_GAME, self._left))
            self._left -= games[-1]
        return games

    async def _game(self, table: Table, taps: int) -> None:
        """The phones of a table tap all at once, and each as fast as it is answered."""
        shares = [taps // len(table.phones) + (n < taps % len(table.phones)) for n in range(len(table.phones))]
        await asyncio.gather(*(self._tap(phone, share) for phone, share in zip(table.phones, shares, strict=True)))

    async def _tap(self, phone: Phone, taps: int) -> None:
        for _ in range(taps):
            await phone.play(doubling=0)
            self._tapped()

    async def _check(self, tables: list[Table]) -> None:
        """Applied is what was acknowledged, once each; and every phone is shown what follows from it."""
        book, codes = self._club.ledger, {table.code for table in tables}
        lying = {code: events for code, events in ledger.read(self._place).items() if code in codes}
        self.problems += book.check(lying)
        applied = {event.key for events in lying.values() for event in events[1:] if event.kind != "seat.take"}
        if applied != book.acknowledged.keys():
            self.problems.append(f"{len(applied)} were applied, {len(book.acknowledged)} acknowledged")
        for table in tables:
            for phone in (table.host, *table.phones):
                self.problems += await phone.shows(lying[table.code])
                self.troubles.update(status for status, _ in phone.troubles)
            self.taps += sum(phone.taps for phone in table.phones)
        self.tables += len(tables)
        self.acknowledged += len(book.acknowledged)
        self.applied += len(applied)
        book.forget(codes)
        self._club.leave()

"""PostgreSQL, Redis and web workers killed in the middle of moves, and how soon phones catch up.

32 phones at 8 tables follow their tables' streams and tap, over two web workers. One of the
three gets kill -9; a service is started again within a second, a worker by its server. From then on
no new tap begins; what is under way is sent until it is answered. A table has caught up when each
of its phones has its newest version by the stream.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

from bench import pages
from bench.chaos import ledger, report
from bench.chaos.ledger import Ledger
from bench.chaos.phones import Club, Follower, Phone, as_our_page
from bench.chaos.servers import hosted
from docs.hosted_house import House

TABLES = 8
WORKERS = 2
OUTAGES = 50  # then everyone moves to new tables
MOST_TAPS = 40  # acknowledged from one outage to the next
DOWN_S = 1.0  # a service is down for at most so long
CAUGHT_UP_S, GIVEN_UP_S = 5.0, 30.0
LOOK_S = 0.01  # between checks whether all have caught up
POSTGRES, REDIS, WORKER = "PostgreSQL", "Redis", "a web worker"


class Season:
    """A hosted Rookery and its phones through many games and outages."""

    def __init__(self, house: House, port: int, random: Random) -> None:
        self.house, self.random, self.ledger = house, random, Ledger()
        self.club = Club([port], self.ledger, random, as_our_page)
        self.problems: list[str] = []
        self.took: dict[str, list[float]] = {POSTGRES: [], REDIS: [], WORKER: []}
        self.troubles: Counter[int] = Counter()
        self._may_tap = asyncio.Event()
        self._tapping = 0

    async def game(self, outages: int, survived: Callable[[], None]) -> None:
        """Open new tables, cause so many outages, and check all promises."""
        self._tapping = 0
        self._may_tap.clear()
        tables = [await self.club.table() for _ in range(TABLES)]
        followers = [Follower(phone) for table in tables for phone in table.phones]
        async with asyncio.TaskGroup() as playing:
            going = [playing.create_task(follower.follow()) for follower in followers]
            going += [playing.create_task(self._tap(follower.phone)) for follower in followers]
            for _ in range(outages):
                await self._outage(followers)
                survived()
            for task in going:
                task.cancel()
        log = ledger.read(self.house.database.address)
        self.problems += self.ledger.check(log) + await self.club.shows(log, tables)
        self.troubles.update(status for phone in self.club.phones for status, _ in phone.troubles)
        await self.club.leave()

    async def _tap(self, phone: Phone) -> None:
        while True:
            await self._may_tap.wait()
            self._tapping += 1
            await phone.play()
            self._tapping -= 1

    async def _outage(self, followers: list[Follower]) -> None:
        """Kill one of the three in the middle of moves; wait until all phones have caught up."""
        self._may_tap.set()
        await self.ledger.grown(self.random.randint(1, MOST_TAPS))
        who = self.random.choice(list(self.took))
        if who == WORKER:  # its server starts another
            os.kill(self.random.choice(self.house.web_workers()), signal.SIGKILL)
        else:
            service = self.house.database if who == POSTGRES else self.house.queue
            service.kill()
            await asyncio.sleep(self.random.uniform(0, DOWN_S))
            await asyncio.to_thread(service.start)  # phones go on meanwhile
        self._may_tap.clear()
        back = time.monotonic()
        while (late := self._behind(followers)) or self._tapping:
            if time.monotonic() - back > GIVEN_UP_S:
                self.problems.append(f"after {who} was killed: {late}")
                break
            await asyncio.sleep(LOOK_S)
        took = time.monotonic() - back
        self.took[who].append(took)
        if took > CAUGHT_UP_S:
            self.problems.append(f"after {who} was killed phones needed {took:.1f} s")

    def _behind(self, followers: list[Follower]) -> str:
        """Return which phones lack what was acknowledged at their table."""
        newest: dict[str, int] = {}
        for key, version in self.ledger.acknowledged.items():
            code = self.ledger.sent[key].code
            newest[code] = max(version, newest.get(code, 0))
        late = [each.phone for each in followers if each.version < newest.get(each.phone.code, 0)]
        return ", ".join(f"{phone.seat} at {phone.code}" for phone in late)


async def run(
    scratch: Path, outages: int, seed: int, survived: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """Cause so many outages; call `survived` after each."""
    with hosted(scratch, WORKERS) as (house, (port,)):
        season = Season(house, port, Random(seed))
        for done in range(0, outages, OUTAGES):
            await season.game(min(OUTAGES, outages - done), survived)
    figures: report.Figures = {
        "taps acknowledged": len(season.ledger.acknowledged),
        **report.harm(season.problems),
    }
    for who, times in season.took.items():
        figures |= {f"kills of {who}": len(times)}
        if times:
            figures |= {f"caught up after {who}, p50 (s)": pages.at(times, 50)}
            figures |= {f"caught up after {who}, max (s)": max(times)}
    figures |= {f"answers {name}": times for name, times in sorted(season.troubles.items())}
    subject = f"{WORKERS} web workers"
    yield report.Result(subject, outages, "kills -9", figures, season.problems)

"""Many taps by 64 phones through a bad Wi-Fi (`proxy.py`), at home and hosted.

A hosted table's four phones reach four processes on one database, so each tap races with taps of
its own table in other processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

from bench.chaos import ledger, report
from bench.chaos.ledger import Ledger, Place
from bench.chaos.phones import Club, Phone
from bench.chaos.proxy import CUT, NONE, Proxy, bad_luck
from bench.chaos.servers import Server, can_host, hosted
from bench.services import rookery_table

WORKERS = 4
TABLES = 16  # at a time, with four phones each
GAME = 400  # taps at a table; then its phones move to a new one
UNLUCKY = 0.2  # share of requests that meet a fault


async def run(
    scratch: Path, taps: int, seed: int, tapped: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """Make so many taps on each database that is installed; call `tapped` after each."""
    with Server(rookery_table, scratch / "data") as server:
        subject, address = "SQLite, one process", server.data
        yield await campaign(subject, server.port, address, taps, seed=seed, tapped=tapped)
    if can_host():
        with hosted(scratch / "hosted", WORKERS) as (servers, (port,)):
            subject, place = f"PostgreSQL, {WORKERS} web workers", servers.database.address
            yield await campaign(subject, port, place, taps, seed=seed, tapped=tapped)


async def campaign(
    subject: str, port: int, place: Place, taps: int, *, seed: int, tapped: Callable[[], None]
) -> report.Result:
    """Make so many taps at one server, each phone as fast as it is answered; check that what was
    acknowledged was applied once, and that every phone shows what follows.
    """
    random, book, faults, problems = Random(seed), Ledger(), 0, list[str]()
    proxy = Proxy(port, bad_luck(UNLUCKY, Random(random.random())), random)

    async def play(phone: Phone, times: int) -> None:
        for _ in range(times):
            await phone.play(doubling=0)
            tapped()

    games = [min(GAME, taps - start) for start in range(0, taps, GAME)]
    async with proxy:
        club = Club([proxy.port], book, random)
        for first in range(0, len(games), TABLES):
            share = games[first : first + TABLES]
            tables = [await club.table() for _ in share]
            going = []
            for table, times in zip(tables, share, strict=True):
                each, more = divmod(times, len(table.phones))
                for number, phone in enumerate(table.phones):
                    going.append(play(phone, each + (number < more)))
            await asyncio.gather(*going)
            await proxy.settled()
            problems += await club.shows(ledger.read(place), tables)
            answers = [status for phone in club.phones for status, _ in phone.troubles]
            faults += sum(status >= 500 for status in answers)
            await club.leave()
    log = ledger.read(place)
    later = [event for events in log.values() for event in events[1:]]
    applied = {event.key for event in later if event.kind != "seat.take"}
    problems += book.check(log)
    if applied != book.acknowledged.keys():
        problems.append(f"{len(applied)} were applied, {len(book.acknowledged)} acknowledged")
    met = proxy.met
    figures: report.Figures = {
        "phones": 4 * min(TABLES, len(games)),
        "tables": len(games),
        "acknowledged": len(book.acknowledged),
        "applied": len(applied),
        **report.harm(problems),
        "sent again": sum(met[name] for name in CUT),
        "answers of 500 and more": faults,
        "met a fault": f"{1 - met[NONE] / met.total():.0%}",
        **{f"requests {name}": count for name, count in sorted(met.items()) if name != NONE},
    }
    return report.Result(subject, taps, "taps", figures, problems)

"""`python -m bench.live.guest`: one guest attacks the server while ten tables play.

Forty phones tap ten times a second in all, at tables with long logs, while the guest attacks
(`bench/live/attacks.py`) and in the seconds after it has hung up. Meanwhile newcomers join tables,
one after the other: each loads the join page, takes a seat, loads its page and waits for the first
state. The first row is boardgame.io with the same phones and nobody who attacks.

It fails if the other phones' taps took longer than 100 ms at p95 and than five times as long as
without an attack, if a tap was lost or a newcomer couldn't join within 10 s, or if the server took
more than 300 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from bench import pages
from bench.chaos.phones import COLOURS
from bench.chaos.servers import Server, hosted
from bench.live import boardgame
from bench.live.attacks import ATTACKS, attack, tools
from bench.live.load import FAILED, one_core, played, seated, steady_taps
from bench.live.tables import LONG, Opened, open_lobbies, open_tables
from bench.services import memory_mb, rookery_table
from bench.wire import Device, events, read_head

NEWCOMER = "127.0.0.88"
NOBODY = "nobody"
TABLES, RATE = 10, 10.0
BEFORE_S, AFTER_S, PAUSE_S = 4.0, 5.0, 1.0
MOST_MS, MOST_TIMES, MOST_MB, MOST_JOIN_S = 100.0, 5.0, 300.0, 10.0  # what a row may reach
ASSETS = re.compile(r'(?:src|href)="(/(?:packed|static)/[^"]+)"')
NAME = "bench/live/guest"  # of its marks in docs/
HEAD = (
    "one guest", "taps p50", "p95", "x boardgame.io", "p95 after", "lost",
    "slowest join", "joins failed", "memory",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """What the other phones noticed of an attack; times in ms, infinite where nothing came."""

    name: str
    p50: float
    p95: float
    after: float  # p95 once the guest has hung up
    lost: int
    taps: int
    joins: Sequence[float]  # s, infinite for one that failed
    memory: float  # MB, of each process of the server

    @property
    def failed(self) -> int:
        """How many joins failed."""
        return self.joins.count(math.inf)

    def cells(self, peer: float) -> list[str]:
        """Return the cells of the report; `peer` is boardgame.io's p95, ms."""
        joined = 1000 * max(self.joins, default=math.inf)
        return [
            self.name, _ms(self.p50), _ms(self.p95), f"{self.p95 / peer:.1f}", _ms(self.after),
            f"{self.lost} of {self.taps}", _ms(joined), f"{self.failed} of {len(self.joins)}",
            f"{self.memory:.0f} MB",
        ]  # fmt: skip


def _ms(time: float) -> str:
    return f"{time:.1f} ms" if math.isfinite(time) else "no answer"


def faults(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what went beyond the limits; the first row is the one without an attack."""
    most = max(MOST_MS, MOST_TIMES * rows[0].p95)
    for row in rows:
        slow = {"during": row.p95, "after": row.after}
        yield from (
            f"{row.name}: p95 {when} the attack is {_ms(ms)}, more than {most:.0f} ms"
            for when, ms in slow.items()
            if not ms <= most
        )
        if row.lost:
            yield f"{row.name}: {row.lost} taps lost"
        if row.failed:
            yield f"{row.name}: {row.failed} newcomers couldn't join within {MOST_JOIN_S:g} s"
        if row.memory > MOST_MB:
            yield f"{row.name}: {row.memory:.0f} MB of memory, more than {MOST_MB:g} MB"


async def join(device: Device, code: str) -> None:
    """Join a table as a phone does, from the join page to the first state."""

    async def load(path: str) -> None:
        status, page = await device.ask("GET", path)
        assert status == 200, page[:200]
        parts = dict.fromkeys(ASSETS.findall(page.decode()))
        answers = await asyncio.gather(*(device.ask("GET", part) for part in parts))
        assert parts
        assert {status for status, _ in answers} == {200}

    await load(f"/j/{code}")
    seat = {"name": "Nora", "colour": COLOURS["giza"][0], "key": f"newcomer-{code}"}
    status, answer = await device.ask("POST", f"/t/{code}/seats", json.dumps(seat).encode())
    assert status == 201, answer[:200]
    await load(f"/t/{code}")
    reader, writer = await device.stream(f"/t/{code}/stream")
    with contextlib.closing(writer):
        status, _ = await read_head(reader)
        assert status == 200
        async for event in events(reader):
            if event.get("event") == "state":
                return
    raise AssertionError("the stream ended")


async def joining(port: int, lobbies: Sequence[Opened], joins: list[float]) -> None:
    """Let a newcomer join each of these tables, one after the other; note how long each took."""
    for lobby in lobbies:
        device, began = Device(port, NEWCOMER), time.perf_counter()
        try:
            async with asyncio.timeout(MOST_JOIN_S):
                await join(device, lobby.code)
            joins.append(time.perf_counter() - began)
        except FAILED:
            joins.append(math.inf)
        device.close()
        await asyncio.sleep(PAUSE_S)


async def measure(name: str, folder: Path, seconds: float, *, on_hosting: bool = False) -> Row:
    """Play while the guest attacks and after it has hung up; return a row of the report."""
    lobbies = int(2 * (BEFORE_S + seconds + AFTER_S + 10))
    with contextlib.ExitStack() as stack:
        place: Path | str = folder / "data"
        pids, port = list[int](), 0
        if on_hosting:
            house, (port,) = stack.enter_context(hosted(folder / "data", 2))
            place, pids = house.database.address, house.web_workers()
        opened, rooms = open_tables(place, TABLES, LONG), open_lobbies(place, lobbies)
        own = tools(place)
        if not on_hosting:
            server = stack.enter_context(Server(rookery_table, folder / "data"))
            pids, port = [server.pid], server.port
        tables, joins = await seated([port], opened), list[float]()
        longest = BEFORE_S + 2 * seconds + 60
        guest = get_context("spawn").Process(target=attack, args=(name, port, own, longest))
        guest.start()
        stack.callback(guest.join)
        stack.callback(guest.kill)
        newcomers = asyncio.create_task(joining(port, rooms, joins))
        await asyncio.sleep(BEFORE_S)
        during = await played(tables, steady_taps(TABLES, RATE, seconds, 1))
        guest.kill()
        after = await played(tables, steady_taps(TABLES, RATE, AFTER_S, 2))
        newcomers.cancel()
        memory = memory_mb(pids) / len(pids)
        for phones in tables:
            for phone in phones:
                phone.leave()
        await asyncio.sleep(0)  # closes the connections
    lost, taps = during.lost + after.lost, during.taps + after.taps
    latencies = during.at(50), during.at(95), after.at(95)
    return Row(name, *latencies, lost, taps, joins, memory)


async def peer_p95(folder: Path, seconds: float) -> float:
    """Return how long boardgame.io's taps take at p95 with nobody who attacks, ms; nan without."""
    if why_not := boardgame.install(folder / "peer"):
        print(f"boardgame.io: not measured, {why_not}.")
        return math.nan
    serve = boardgame.serving(TABLES, LONG)
    with Server(serve, folder / "data", cwd=folder / "peer") as server:
        tables = await boardgame.seated(server.port, TABLES)
        figures = await played(tables, steady_taps(TABLES, RATE, seconds, 1))
        for phones in tables:
            for phone in phones:
                phone.leave()
        await asyncio.sleep(0)  # closes the connections
    return figures.at(95)


def main() -> None:
    """Measure all attacks; exit with 1 if one went beyond the limits."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.live.guest",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=8.0, help="of each attack")
    parser.add_argument("--only", nargs="+", default=[], help="attacks whose name has this word")
    parser.add_argument("--hosted", action="store_true", help="two workers, PostgreSQL and Redis")
    parser.add_argument("--one-core", action="store_true", help="everything on one core")
    parser.add_argument("--write", action="store_true", help="into bench/results/durability.md")
    args = parser.parse_args()
    if args.one_core:
        one_core()
    names = [
        name
        for name in ATTACKS
        if name == NOBODY or not args.only or any(word in name for word in args.only)
    ]
    with tempfile.TemporaryDirectory(prefix="rookery-bench-") as folder:
        peer = asyncio.run(peer_p95(Path(folder), args.seconds))
    rows = []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="rookery-bench-") as folder:
            measured = measure(name, Path(folder), args.seconds, on_hosting=args.hosted)
            rows.append(asyncio.run(measured))
            print(*rows[-1].cells(peer), sep="  ", file=sys.stderr, flush=True)
    cores = "everything on one core" if args.one_core else "all cores"
    busy = "/".join(f"{load:.1f}" for load in os.getloadavg())
    where = f"{pages.where()}, Python {platform.python_version()}, {cores}, load {busy}"
    wrong = list(faults(rows))
    report = "\n\n".join((
        f"{where}, {args.seconds:g} s each; boardgame.io without a guest: p95 {peer:.1f} ms",
        pages.table(HEAD, (row.cells(peer) for row in rows)),
        "\n".join(f"- {each}" for each in wrong) or "All within the limits.",
    ))  # fmt: skip
    print(report)
    if args.write:
        name = f"{NAME} hosted" if args.hosted else NAME
        page = pages.RESULTS / "durability.md"
        pages.put(report, page, *pages.marks(name, one_core=args.one_core))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

"""`python -m bench.live`: how long a tap takes to the other phones, on Rookery and boardgame.io.

Four phones a table, each with an address of its own (127.1.x.x), tap at random moments, 50 times a
second over all tables. A tap's latency runs from its sending until each other phone at the table
has the state with the tap in it. Rookery has every tap on the disk before anyone is answered;
boardgame.io's FlatFile storage writes after it answers, without fsync. With `--hosted`: gunicorn,
PostgreSQL and Redis, without boardgame.io.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from bench import pages
from bench.chaos.servers import Server, hosted
from bench.live import boardgame
from bench.live.load import SEATS, Figures, Phone, play, rushes, seated, steady_taps
from bench.services import cpu_s, memory_mb, rookery_table

ROOKERY, HOSTED, BOARDGAME = "Rookery", "Rookery, hosted", "boardgame.io"
TAPS_A_TABLE = 0.5  # a second: a lively round
APART_S = 0.05  # between two rushes
MARKS = ("<!-- bench/live -->", "<!-- end of bench/live -->")
HEAD = ("p50", "p95", "p99", "lost", "doubled", "memory", "CPU a tap")


@dataclass
class Load:
    """One server at one rate (taps a second over all tables), and its figures over all rounds."""

    server: str
    rate: float
    steady: Figures = field(default_factory=Figures)
    rush: Figures = field(default_factory=Figures)
    memory_mb: float = 0.0
    cpu_s: float = 0.0  # for the steady taps

    @property
    def tables(self) -> int:
        """How many tables make that many taps."""
        return max(1, round(self.rate / TAPS_A_TABLE))

    @property
    def name(self) -> str:
        """The first cell of its rows."""
        return f"{self.server}, {self.rate:g} taps/s at {self.tables} tables"


def main() -> None:
    """Run the rounds and print the report."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--rates", type=float, nargs="+", default=[50.0], help="taps a second")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3, help="of each server, in turn")
    parser.add_argument("--pairs", type=int, default=200, help="of phones that tap within 2 ms")
    parser.add_argument("--write", action="store_true", help="into docs/speed.md or scale.md")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument("--hosted", action="store_true", help="gunicorn, PostgreSQL and Redis")
    parser.add_argument("--apart", action="store_true", help="hosted: a table's phones together")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rookery-bench-") as name:
        folder = Path(name)
        servers = [HOSTED if args.hosted else ROOKERY]
        alone = args.alone or args.hosted
        why_not = "left out" if alone else boardgame.install(folder / "peer")
        if not why_not:
            servers.append(BOARDGAME)
        loads = [Load(server, rate) for rate in args.rates for server in servers]
        for number in range(args.rounds):
            for n, load in enumerate(loads):
                data = folder / f"{n}-{number}"
                asyncio.run(_round(load, data, number, args))
    busy = "/".join(f"{load:.1f}" for load in os.getloadavg())
    head = (
        f"{pages.where()}, Python {platform.python_version()}, load of the machine {busy}; "
        f"{SEATS} phones a table, {args.rounds} x {args.seconds:g} s"
    )
    steady, rush = [], []
    for load in loads:
        cpu = f"{1000 * load.cpu_s / max(1, load.steady.taps):.1f} ms"
        steady.append([load.name, *load.steady.cells(), f"{load.memory_mb:.0f} MB", cpu])
        rush.append([load.name, *load.rush.cells()])
    report = "\n\n".join((
        head,
        pages.table(("tap to every other phone", *HEAD), steady),
        pages.table(("two phones within 2 ms", *HEAD[:5]), rush),
    ))  # fmt: skip
    if not why_not:
        ratio = loads[0].steady.at(95) / loads[1].steady.at(95)
        report += f"\n\np95 against boardgame.io: {ratio:.2f}x"
    elif not args.hosted:
        report += f"\n\nboardgame.io: not measured, {why_not}."
    print(report)
    if args.write:
        pages.put(report, pages.DOCS / ("scale.md" if args.hosted else "speed.md"), *MARKS)


async def _round(load: Load, data: Path, number: int, args: argparse.Namespace) -> None:
    """Open new tables on the folder `data`, tap at them, and add what was measured to `load`."""
    count, tables = load.tables, list[Sequence[Phone]]()
    with contextlib.ExitStack() as stack:
        if load.server == BOARDGAME:
            peer = Server(boardgame.command, data, cwd=data.with_name("peer"))
            server = stack.enter_context(peer)
            tables += await boardgame.seated(server.port, count)
            pids = [server.pid]
        elif load.server == HOSTED:  # nginx would share out the tables between gunicorns
            workers = (1, 1) if args.apart else (2,)
            servers, ports = stack.enter_context(hosted(data, *workers))
            tables += await seated(ports, count)
            pids = servers.web_workers()
        else:
            server = stack.enter_context(Server(rookery_table, data))
            tables += await seated([server.port], count)
            pids = [server.pid]
        await play(tables, steady_taps(count, load.rate, 2.0, 1000 + number), Figures())  # warm-up
        before = cpu_s(pids)
        await play(tables, steady_taps(count, load.rate, args.seconds, number), load.steady)
        load.cpu_s += cpu_s(pids) - before
        await play(tables, rushes(count, args.pairs, APART_S, number), load.rush)
        for phone in chain(*tables):
            phone.leave()
        await asyncio.sleep(0)  # closes the connections, so that no server has to wait for them
        load.memory_mb = max(load.memory_mb, memory_mb(pids))


if __name__ == "__main__":
    main()

"""`python -m bench.live`: phones round 100 tables, on Rookery and on boardgame.io in turn, and how
long a tap takes.

Four phones a table, each with an address of its own (127.1.x.x), 50 taps a second over all tables
at random moments. A tap's latency is from its sending until each other phone at the table has the
state with the tap in it. Rookery has every tap on the disk before anyone is answered;
boardgame.io's FlatFile storage writes after it answers, without fsync. With `--hosted`: gunicorn,
PostgreSQL and Redis, alone. The machine's pace drifts within minutes: what a change brings is
measured by `--alone --against CHECKOUT --rounds 8 --seconds 8`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench import pages
from bench.live import boardgame
from bench.live.load import (
    SEATS,
    Figures,
    at_home,
    evening,
    on_a_host,
    play,
    rushes,
)
from bench.services import cpu_s, memory_mb

HOME, HOSTED, BOARDGAME = "Rookery", "Rookery, hosted", "boardgame.io"
WORKERS = 2
APART_S = 0.05  # between two rushes
# in speed.md, and in scale.md for the hosted one
MARKS = ("<!-- bench/live -->", "<!-- end of bench/live -->")
HEAD = ("p50", "p95", "p99", "p95 of each round", "lost", "doubled", "memory", "CPU a tap")


@dataclass
class Result:
    """One server's figures over all rounds; `checkout` of another Rookery than this one."""

    name: str
    checkout: Path | None = None
    evening: Figures = field(default_factory=Figures)
    rush: Figures = field(default_factory=Figures)
    rounds: list[float] = field(default_factory=list)  # p95 of each
    memory_mb: float = 0.0
    cpu_s: float = 0.0  # during the evenings


def main() -> None:
    """Run the rounds and print the report."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=50.0, help="taps a second, over all tables")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3, help="of each server, in turn")
    parser.add_argument("--pairs", type=int, default=200, help="of phones that tap within 2 ms")
    parser.add_argument("--write", action="store_true", help="into docs/speed.md or scale.md")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout, in turn")
    parser.add_argument("--hosted", action="store_true", help="gunicorn, PostgreSQL and Redis")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rookery-bench-") as name:
        folder = Path(name)
        results = [Result(HOSTED if args.hosted else HOME)]
        if args.against:
            results.append(Result(f"Rookery of {args.against.resolve().name}", args.against))
        alone = args.alone or args.hosted
        why_not = "left out" if alone else boardgame.install(folder / "peer")
        if not why_not:
            results.append(Result(BOARDGAME))
        for number in range(args.rounds):
            for result in results:
                asyncio.run(_round(result, args, folder, number))
    load = f"{args.tables * SEATS} phones at {args.tables} tables, {args.rate:g} taps/s"
    busy = "/".join(f"{load:.1f}" for load in os.getloadavg())
    machine = f"{pages.where()}, Python {platform.python_version()}, load of the machine {busy}"
    evenings, rush = [], []
    for result in results:
        each = ", ".join(f"{p95:.1f}" for p95 in result.rounds)
        memory = f"{result.memory_mb:.0f} MB"
        cpu = f"{1000 * result.cpu_s / max(1, result.evening.taps):.1f} ms"
        times, harm = result.evening.cells()
        evenings.append([result.name, *times, each, *harm, memory, cpu])
        times, harm = result.rush.cells()
        rush.append([result.name, *times, *harm])
    tables = (
        pages.table(("tap to every other phone", *HEAD), evenings),
        pages.table(("two phones within 2 ms", *HEAD[:3], *HEAD[4:6]), rush),
    )
    report = "\n\n".join((f"{machine}\n{load}, {args.rounds} x {args.seconds:g} s", *tables))
    if not args.hosted and why_not:
        report += f"\n\nboardgame.io: not measured, {why_not}."
    elif not args.hosted:
        ratio = results[0].evening.at(95) / results[-1].evening.at(95)
        report += f"\n\np95 against boardgame.io: {ratio:.2f}x"
    print(report)
    if args.write:
        pages.put(report, pages.DOCS / ("scale.md" if args.hosted else "speed.md"), *MARKS)


async def _round(result: Result, args: Any, folder: Path, number: int) -> None:
    """New tables on a data folder of the round, and phones that play at them and go."""
    data = folder / f"{result.name.partition(',')[0]}-{number}"
    if result.name == BOARDGAME:
        server = boardgame.served(folder / "peer", data, args.tables)
    elif result.name == HOSTED:
        server = on_a_host(data, args.tables, WORKERS)
    else:
        server = at_home(data, args.tables, result.checkout)
    async with server as served:
        pids, tables = served.pids, served.tables
        await play(tables, evening(args.tables, args.rate, 2.0, 1000 + number))  # warm
        before = cpu_s(pids)
        figures = await play(tables, evening(args.tables, args.rate, args.seconds, number))
        result.cpu_s += cpu_s(pids) - before
        result.rounds.append(figures.at(95))
        result.evening.add(figures)
        result.rush.add(await play(tables, rushes(args.tables, args.pairs, APART_S, number)))
        await served.leave()
        result.memory_mb = max(result.memory_mb, memory_mb(pids))


if __name__ == "__main__":
    main()

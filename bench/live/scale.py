"""`python -m bench.live.scale`: the hosted server at rising rates, a queueing model held against
it, and what follows.

The machine is taken for a queue with as many servers as it has cores (M/M/c). Its service time is
all the CPU that a tap costs here, of web workers, PostgreSQL, Redis and these phones themselves:
they share the cores.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import tempfile
from dataclasses import dataclass
from math import exp, inf, isclose
from pathlib import Path

from bench import pages
from bench.live.load import evening, on_a_host, play
from bench.services import TICK, cpu_s, memory_mb

RATES = (25.0, 50.0, 100.0, 150.0, 200.0)
TAPS_A_TABLE = 0.5  # a second: a lively round
WARM_S = 2.0
MARKS = ("<!-- bench/live/scale -->", "<!-- end of bench/live/scale -->")
TABLES = (100, 1000, 10_000)
BUSY = 0.5  # how much of the cores' time is planned for: what is left keeps the waits short
TIMES = ("CPU a tap, web", "CPU a tap, all", "p50", "model", "p95", "model")
NEEDED = ("tables", "taps/s", "web cores", "p95 by the model", "memory of the web workers")


@dataclass(frozen=True)
class Point:
    """What was measured at one rate: times and CPU a tap (of web workers, of everything) in ms."""

    rate: float
    tables: int
    p50: float
    p95: float
    lost: int
    web_ms: float
    all_ms: float
    memory_mb: float


def main() -> None:
    """Measure, compare and report."""
    parser = argparse.ArgumentParser(prog="python -m bench.live.scale", description=__doc__)
    parser.add_argument("--rates", type=float, nargs="+", default=RATES, help="taps a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="at each rate")
    parser.add_argument("--apart", action="store_true", help="a table's phones at one gunicorn")
    parser.add_argument("--write", action="store_true", help="into docs/scale.md")
    args = parser.parse_args()
    workers = (1, 1) if args.apart else (2,)
    points = [asyncio.run(measured(workers, rate, args.seconds)) for rate in args.rates]
    compared = []  # the model knows the CPU that a tap costs, and no measured time
    for point in points:
        queue = point.rate, point.all_ms / 1000, os.cpu_count() or 1
        p50, p95 = (1000 * percentile_s(*queue, percent) for percent in (50, 95))
        times = (point.web_ms, point.all_ms, point.p50, p50, point.p95, p95)
        cells = [f"{time:.1f} ms" for time in times]
        compared.append([f"{point.rate:g}", str(point.tables), *cells, str(point.lost)])
    # what more tables need: cores for the web workers at half their time, and memory
    web_s = sorted(point.web_ms for point in points)[len(points) // 2] / 1000
    most, needs = max(points, key=lambda point: point.rate), []
    for tables in TABLES:
        rate = tables * TAPS_A_TABLE
        cores = max(1, -int(-rate * web_s // BUSY))
        wait = f"{1000 * percentile_s(rate / cores, web_s, 1, 95):.0f} ms"
        memory = f"{most.memory_mb * max(1.0, tables / most.tables) / 1024:.1f} GB"
        needs.append([f"{tables:,}", f"{rate:,.0f}", str(cores), wait, memory])
    machine = f"{pages.where()}, Python {platform.python_version()}"
    head = f"{machine}, {args.seconds:g} s at each rate"
    measurements = pages.table(("taps/s", "tables", *TIMES, "lost"), compared)
    report = "\n\n".join([head, measurements, pages.table(NEEDED, needs)])
    print(report)
    if args.write:
        pages.put(report, pages.DOCS / "scale.md", *MARKS)


async def measured(workers: tuple[int, ...], rate: float, seconds: float) -> Point:
    """An evening at that rate."""
    count = round(rate / TAPS_A_TABLE)
    with tempfile.TemporaryDirectory(prefix="rookery-scale-") as name:
        async with on_a_host(Path(name) / "house", count, *workers) as served:
            pids, tables = served.pids, served.tables
            await play(tables, evening(count, rate, WARM_S, 1000))
            before, began = cpu_s(pids), _busy_s()
            figures = await play(tables, evening(count, rate, seconds, 1))
            each = 1000 / max(1, figures.taps)
            web, everything = each * (cpu_s(pids) - before), each * (_busy_s() - began)
            memory = memory_mb(pids)
            await served.leave()
    p50, p95 = figures.at(50), figures.at(95)
    return Point(rate, count, p50, p95, figures.lost, web, everything, memory)


def _busy_s() -> float:
    """Seconds of CPU that anything on this machine has used."""
    ticks = [int(word) for word in Path("/proc/stat").read_text("utf-8").split()[1:8]]
    user, nice, system, _idle, _waiting, irq, soft = ticks
    return (user + nice + system + irq + soft) / TICK


def percentile_s(rate: float, service_s: float, servers: int, percent: float) -> float:
    """The time in an M/M/c queue that so many of a hundred don't exceed, in s."""
    load, blocked = rate * service_s, 1.0  # Erlang's B, built up server by server
    for n in range(1, servers + 1):
        blocked = load * blocked / (n + load * blocked)
    if load >= servers:
        return inf
    busy = blocked / (1 - load / servers * (1 - blocked))  # all servers are (Erlang's C)
    served, freed = 1 / service_s, servers / service_s - rate
    if isclose(freed, served, rel_tol=1e-6):  # the formula below has no value where they are equal
        freed *= 1 + 1e-6

    def longer(time_s: float) -> float:
        """The chance that service, and a wait where all servers are busy, takes longer."""
        waited = freed * exp(-served * time_s) - served * exp(-freed * time_s)
        return (1 - busy) * exp(-served * time_s) + busy * waited / (freed - served)

    low, high = 0.0, 1000 * service_s
    while high - low > 1e-6:
        middle = (low + high) / 2
        late = longer(middle) > 1 - percent / 100
        low, high = (middle, high) if late else (low, middle)
    return high


if __name__ == "__main__":
    main()

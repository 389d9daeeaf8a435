"""`python -m bench.live.scale`: the hosted server at rising rates, a queueing model held against
it, and what follows.

The machine is taken for a queue with as many servers as it has cores (`queueing`). Its service time
is all the CPU that a tap costs here, of web workers, PostgreSQL, Redis and these phones themselves:
they share the cores.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.live import hosted, queueing, watch
from bench.live.load import SEATS, evening, play

RATES = (25.0, 50.0, 100.0, 150.0, 200.0)
TAPS_A_TABLE = 0.5  # a second: a lively round
WARM_S = 2.0
PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
MARKS = ("<!-- bench/live/scale -->", "<!-- end of bench/live/scale -->")
TABLES = (100, 1000, 10_000)
BUSY = 0.5  # how much of the cores' time is planned for: what is left keeps the waits short


@dataclass(frozen=True)
class Point:
    """What was measured at one rate: times in ms, CPU in ms a tap of the web workers and of
    everything.
    """

    rate: float
    p50: float
    p95: float
    lost: int
    web_ms: float
    all_ms: float
    memory_mb: float

    @property
    def tables(self) -> int:
        """How many tables tap so often."""
        return round(self.rate / TAPS_A_TABLE)


def main() -> None:
    """Measure, compare and report."""
    parser = argparse.ArgumentParser(prog="python -m bench.live.scale", description=__doc__)
    parser.add_argument(
        "--rates", type=float, nargs="+", default=RATES, metavar="TAPS", help="taps a second"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="at each rate")
    parser.add_argument(
        "--apart", action="store_true", help="each table's phones at one of two gunicorns"
    )
    parser.add_argument("--write", action="store_true", help="into docs/scale.md")
    asked = parser.parse_args()
    points = []
    for rate in asked.rates:
        points.append(measured(rate, asked.seconds, apart=asked.apart))
        print(
            f"{rate:g} taps/s: p50 {points[-1].p50:.1f} ms, p95 {points[-1].p95:.1f} ms", flush=True
        )
    report = "\n".join(
        (*_head(asked.seconds), *table(points, os.cpu_count() or 1), "", *needs(points))
    )
    print(report)
    if asked.write:
        before, _, rest = PAGE.read_text("utf-8").partition(MARKS[0])
        PAGE.write_text(
            f"{before}{MARKS[0]}\n{report}\n{MARKS[1]}{rest.partition(MARKS[1])[2]}", "utf-8"
        )


def measured(rate: float, seconds: float, *, apart: bool) -> Point:
    """An evening at that rate on a server of its own."""
    with tempfile.TemporaryDirectory(prefix="rookery-scale-") as name:
        Path(name).chmod(0o755)  # PostgreSQL runs as someone else
        server = hosted.Server(Path(name) / "house", apart=apart)
        try:
            return asyncio.run(_measured(server, rate, seconds))
        finally:
            server.kill()


async def _measured(server: hosted.Server, rate: float, seconds: float) -> Point:
    count = round(rate / TAPS_A_TABLE)
    tables = await server.seat(count, SEATS)
    await play(tables, evening(count, rate, WARM_S, 1000))
    before, began = watch.cpu_s(server.pids), _busy_s()
    found = await play(tables, evening(count, rate, seconds, 1))
    web, everything = watch.cpu_s(server.pids) - before, _busy_s() - began
    memory = watch.memory_mb(server.pids)
    for phone in (phone for table in tables for phone in table):
        phone.leave()
    each = 1000 / max(1, found.taps)
    return Point(
        rate, found.at(50), found.at(95), found.lost, web * each, everything * each, memory
    )


def _busy_s() -> float:
    """Seconds of CPU that anything on this machine has used."""
    user, nice, system, _, _, irq, soft, *_ = map(
        int, Path("/proc/stat").read_text("utf-8").split()[1:9]
    )
    return (user + nice + system + irq + soft) / watch.TICK


def _head(seconds: float) -> list[str]:
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return [
        f"{datetime.now(UTC):%Y-%m-%d}, {machine}, {seconds:g} s at each rate",
        "",
        "| taps/s | tables | CPU a tap, web | CPU a tap, all | p50 | model | p95 | model | lost |",
        "|---|---|---|---|---|---|---|---|---|",
    ]


def table(points: list[Point], cores: int) -> list[str]:
    """Measured and predicted, a line for each rate. The model knows the CPU a tap costs, and no
    measured time.
    """
    rows = []
    for p in points:
        p50, p95 = (
            1000 * queueing.percentile_s(p.rate, p.all_ms / 1000, cores, percent)
            for percent in (50, 95)
        )
        rows.append(
            f"| {p.rate:g} | {p.tables} | {p.web_ms:.1f} ms | {p.all_ms:.1f} ms "
            f"| {p.p50:.1f} ms | {p50:.1f} ms | {p.p95:.1f} ms | {p95:.1f} ms | {p.lost} |"
        )
    return rows


def needs(points: list[Point]) -> list[str]:
    """What more tables need: cores for the web workers at half their time, and memory."""
    web_s = sorted(p.web_ms for p in points)[len(points) // 2] / 1000
    most = max(points, key=lambda p: p.rate)
    rows = [
        "| tables | taps/s | web cores | p95 by the model | memory of the web workers |",
        "|---|---|---|---|---|",
    ]
    for tables in TABLES:
        rate = tables * TAPS_A_TABLE
        cores = max(1, -int(-rate * web_s // BUSY))
        p95 = 1000 * queueing.percentile_s(rate / cores, web_s, 1, 95)
        memory = most.memory_mb * max(1.0, tables / most.tables)
        rows.append(
            f"| {tables:,} | {rate:,.0f} | {cores} | {p95:.0f} ms | {memory / 1024:.1f} GB |"
        )
    return rows


if __name__ == "__main__":
    main()

"""`python -m bench.live`: phones round 100 tables, on Rookery and on boardgame.io in turn, and how
long a tap takes.

Four phones a table, each with an address of its own (127.1.x.x), 50 taps a second over all tables
at random moments. A tap's latency is from its sending until each other phone at the table has the
state with the tap in it. Rookery has every tap on the disk before anyone is answered;
boardgame.io's FlatFile storage writes after it answers, without fsync.

With `--hosted`: 1,600 phones and 200 taps a second on gunicorn, PostgreSQL and Redis, alone;
`--rounds 1 --evenings 6 --seconds 300` is a soak, which shows whether memory and open files stay
while tables come and go. The machine's pace drifts within minutes: what a change brings is measured
by `--alone --against CHECKOUT --rounds 8 --seconds 8`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.live import boardgame, hosted, ours, watch
from bench.live.load import SEATS, Figures, evening, play, rushes

AGAINST = "Rookery of "  # so a result of another checkout is called
APART_S = 0.05  # between two rushes
SOAK_S = 60.0  # from which on a round shows how memory and open files went
DOCS = Path(__file__).parents[2] / "docs"
# in speed.md, and in scale.md for the hosted one
MARKS = ("<!-- bench/live -->", "<!-- end of bench/live -->")


@dataclass
class Result:
    """One server's figures over all rounds."""

    name: str
    evening: Figures = field(default_factory=Figures)
    rush: Figures = field(default_factory=Figures)
    rounds: list[tuple[float, float, float]] = field(default_factory=list)  # p50, p95, p99 of each
    memory_mb: float = 0.0
    cpu_s: float = 0.0  # during the evenings
    watch: watch.Watch | None = None  # of the last round


def main() -> None:
    """Run the rounds and print the report."""
    asked = _arguments()
    with tempfile.TemporaryDirectory(prefix="rookery-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as someone else
        results = [Result(hosted.Server.name if asked.hosted else ours.Server.name)]
        (folder / "peer").mkdir()
        if asked.against:
            results.append(Result(f"{AGAINST}{asked.against.resolve().name}"))
        why_not = "left out" if asked.alone or asked.hosted else boardgame.install(folder / "peer")
        if not why_not:
            results.append(Result("boardgame.io"))
        for number in range(asked.rounds):
            for result in results:
                asyncio.run(_round(result, asked, folder, number))
    report = _report(results, asked, why_not)
    print(report)
    if asked.write:
        _write(report, DOCS / ("scale.md" if asked.hosted else "speed.md"))


def _arguments() -> Any:
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--tables", type=int, help="100, hosted 400")
    parser.add_argument("--rate", type=float, help="taps a second, over all tables: 50, hosted 200")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3, help="of each server, in turn")
    parser.add_argument(
        "--evenings", type=int, default=1, help="of a round: each at new tables of the same server"
    )
    parser.add_argument("--pairs", type=int, default=200, help="of phones that tap within 2 ms")
    parser.add_argument(
        "--history", type=int, default=0, help="taps at each table before it is measured"
    )
    parser.add_argument("--write", action="store_true", help="into docs/speed.md")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="another checkout of Rookery, in turn"
    )
    parser.add_argument("--hosted", action="store_true", help="gunicorn, PostgreSQL and Redis")
    parser.add_argument(
        "--apart", action="store_true", help="hosted: each table's phones at one of two gunicorns"
    )
    asked = parser.parse_args()
    asked.tables = asked.tables or (400 if asked.hosted else 100)
    asked.rate = asked.rate or (200.0 if asked.hosted else 50.0)
    return asked


async def _round(result: Result, asked: Any, folder: Path, number: int) -> None:
    data = folder / f"{result.name.partition(',')[0]}-{number}"
    server = _server(result.name, folder, data, asked)
    result.watch = watch.Watch(server.pids)
    watching = asyncio.create_task(result.watch.run())
    try:
        for evening_number in range(asked.evenings):
            await _evening(result, asked, server, number + evening_number)
        result.memory_mb = max(result.memory_mb, watch.memory_mb(server.pids))
    finally:
        watching.cancel()
        server.kill()


async def _evening(
    result: Result, asked: Any, server: ours.Server | boardgame.Server, number: int
) -> None:
    """New tables, and phones that play at them and go."""
    tables = await server.seat(asked.tables, SEATS)
    for table in tables:
        for past in range(asked.history):
            await table[past % SEATS].tap(f"past-{past}-{id(table)}")
    await play(tables, evening(asked.tables, asked.rate, 2.0, 1000 + number))  # warm
    before = watch.cpu_s(server.pids)
    found = await play(tables, evening(asked.tables, asked.rate, asked.seconds, number))
    result.cpu_s += watch.cpu_s(server.pids) - before
    result.rounds.append((found.at(50), found.at(95), found.at(99)))
    _add(result.evening, found)
    _add(result.rush, await play(tables, rushes(asked.tables, asked.pairs, APART_S, number)))
    for table in tables:
        for phone in table:
            phone.leave()


def _server(name: str, folder: Path, data: Path, asked: Any) -> ours.Server | boardgame.Server:
    if name == boardgame.Server.name:
        return boardgame.Server(folder / "peer", data)
    if name == hosted.Server.name:
        return hosted.Server(data, apart=asked.apart)
    return ours.Server(data, asked.against if name.startswith(AGAINST) else None)


def _add(total: Figures, more: Figures) -> None:
    total.latencies += more.latencies
    total.taps += more.taps
    total.lost += more.lost
    total.doubled += more.doubled


def _write(report: str, page: Path) -> None:
    before, _, rest = page.read_text("utf-8").partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    page.write_text(f"{before}{MARKS[0]}\n{report}\n{MARKS[1]}{after}", "utf-8")


def _report(results: list[Result], asked: Any, why_not: str) -> str:
    load = f"{asked.tables * SEATS} phones at {asked.tables} tables, {asked.rate:g} taps/s"
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    busy = "/".join(f"{load:.1f}" for load in os.getloadavg())
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}, {machine}, load of the machine {busy}",
        (
            f"{load}, {asked.rounds * asked.evenings} x {asked.seconds:g} s, {asked.history} taps "
            "a "
            "table before"
        ),
        "",
        (
            "| tap to every other phone | p50 | p95 | p99 | p95 of each round | lost | doubled | "
            "memory | CPU a tap |"
        ),
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for r in results:
        each = ", ".join(f"{p95:.1f}" for _, p95, _ in r.rounds)
        f = r.evening
        lines.append(
            f"| {r.name} | {f.at(50):.1f} ms | {f.at(95):.1f} ms | {f.at(99):.1f} ms | {each} | "
            f"{f.lost} of {f.taps} "
            f"| {f.doubled} | {r.memory_mb:.0f} MB | {1000 * r.cpu_s / max(1, f.taps):.1f} ms |"
        )
    lines += [
        "",
        "| two phones within 2 ms | p50 | p95 | p99 | lost | doubled |",
        "|---|---|---|---|---|---|",
    ]
    for r in results:
        f = r.rush
        times = " | ".join(f"{f.at(percent):.1f} ms" for percent in (50, 95, 99))
        lines.append(f"| {r.name} | {times} | {f.lost} of {f.taps} | {f.doubled} |")
    lines += [
        "",
        *(_flat(r) for r in results if r.watch and asked.evenings * asked.seconds >= SOAK_S),
    ]
    if asked.hosted:
        return "\n".join(lines)
    if why_not:
        lines += ["", f"boardgame.io: not measured, {why_not}."]
    else:
        lines += [
            "",
            (
                "p95 against boardgame.io: "
                f"{results[0].evening.at(95) / results[-1].evening.at(95):.2f}x"
            ),
        ]
    return "\n".join(lines)


def _flat(result: Result) -> str:
    """How memory and open files went, as means over three thirds of the last round."""
    assert result.watch
    memory = " / ".join(f"{value:.0f}" for value in watch.thirds(result.watch.memory))
    files = " / ".join(f"{value:.0f}" for value in watch.thirds(result.watch.files))
    return f"{result.name}, first / second / last third of a round: {memory} MB, {files} open files"


if __name__ == "__main__":
    main()

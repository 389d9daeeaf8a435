"""`python -m bench.live`: how long a tap takes to the other phones, on Rookery and boardgame.io.

Four phones a table, each with an address of its own (127.1.x.x), tap at random moments, 50 times a
second over all tables, whose logs are as long as in a game's first round and in its last. A tap's
latency runs from its sending until each other phone at the table has the state with the tap in it.
Rookery has every tap on the disk before anyone is answered; boardgame.io's FlatFile storage writes
after it answers, without fsync. With `--hosted`: two workers, PostgreSQL and Redis.

Then eight times as many taps come for four seconds, and five seconds later taps are measured again.

It fails if Rookery lost or doubled a tap, took more than three times as long as boardgame.io at p95
or more than 1.4 times its processor time (hosted, more than 100 ms at p95), or hadn't recovered
from too many taps.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from bench import pages
from bench.chaos.servers import Server, hosted
from bench.live import boardgame
from bench.live.load import (
    SEATS,
    Figures,
    Phone,
    flood,
    one_core,
    play,
    played,
    rushes,
    seated,
    steady_taps,
)
from bench.live.tables import LONG, SHORT, open_tables
from bench.services import cpu_s, memory_mb, rookery_table

ROOKERY, HOSTED, BOARDGAME = "Rookery", "Rookery, hosted", "boardgame.io"
TAPS_A_TABLE = 0.5  # a second: a lively round
APART_S = 0.05  # between two rushes
NAME = "bench/live"  # of its marks in docs/
HEAD = ("p50", "p95", "p99", "lost", "doubled", "memory", "CPU a tap")
TIMES = ("p95, x boardgame.io", "CPU, x boardgame.io")
MOST_P95, MOST_CPU = 3.0, 1.4  # times boardgame.io's
FLOOD, FLOOD_S, RECOVERY_S = (
    8,
    4.0,
    5.0,
)  # times as many taps, for so long; their end
MOST_MS = 100.0  # p95 when hosted, and after that
MOST_MB, FLOODED_MB = 150.0, 300.0  # of one process with 400 phones, and after that


@dataclass
class Load:
    """One server at one rate (taps a second over all tables), with logs of so many events, and its
    figures over all rounds.
    """

    server: str
    rate: float
    events: int
    steady: Figures = field(default_factory=Figures)
    rush: Figures = field(default_factory=Figures)
    refused: int = 0  # of too many taps
    after: Figures = field(default_factory=Figures)  # once these have passed
    memory_mb: float = 0.0  # before them
    flooded_mb: float = 0.0  # and with them
    cpu_s: float = 0.0  # for the steady taps

    @property
    def tables(self) -> int:
        """How many tables make that many taps."""
        return max(1, round(self.rate / TAPS_A_TABLE))

    @property
    def name(self) -> str:
        """The first cell of its rows."""
        logs = f"at {self.tables} tables of {self.events} events"
        return f"{self.server}, {self.rate:g} taps/s {logs}"

    @property
    def cpu_ms(self) -> float:
        """The processor time of a tap, ms."""
        return 1000 * self.cpu_s / max(1, self.steady.taps)

    def times(self, peer: Load) -> tuple[float, float]:
        """Return its p95 and its processor time, as multiples of a peer's."""
        return self.steady.at(95) / peer.steady.at(95), self.cpu_ms / peer.cpu_ms

    def cells(self, peer: Load | None) -> list[str]:
        """Return its row of the report, with multiples where there is a peer."""
        p50, p95, *more = self.steady.cells()
        slow, costly = ([f"{each:.1f}"] for each in self.times(peer)) if peer else ([], [])
        memory, cpu = f"{self.memory_mb:.0f} MB", f"{self.cpu_ms:.1f} ms"
        return [self.name, p50, p95, *slow, *more, memory, cpu, *costly]


def faults(ours: Load, peer: Load | None) -> Iterator[str]:
    """Yield what went beyond the limits."""
    for figures, when in ((ours.steady, "at random moments"), (ours.rush, "within 2 ms")):
        if figures.lost or figures.doubled:
            yield f"{ours.name}: {figures.lost} taps {when} lost, {figures.doubled} doubled"
    if ours.server == ROOKERY and (ours.memory_mb > MOST_MB or ours.flooded_mb > FLOODED_MB):
        held = f"{ours.memory_mb:.0f} MB, then {ours.flooded_mb:.0f} MB of memory"
        yield f"{ours.name}: {held}, more than {MOST_MB:g} and {FLOODED_MB:g}"
    if ours.server == HOSTED:
        if not ours.steady.at(95) <= MOST_MS:
            yield f"{ours.name}: p95 is {ours.steady.at(95):.0f} ms, more than {MOST_MS:g} ms"
    elif peer:
        slow, costly = ours.times(peer)
        if not slow <= MOST_P95:
            yield f"{ours.name}: p95 is {slow:.1f} times boardgame.io's, more than {MOST_P95:g}"
        if not costly <= MOST_CPU:
            yield f"{ours.name}: CPU is {costly:.1f} times boardgame.io's, more than {MOST_CPU:g}"
    if not ours.after.at(95) <= MOST_MS:
        late = f"{RECOVERY_S:g} s after too many taps"
        yield f"{ours.name}: p95 is {ours.after.at(95):.0f} ms {late}, more than {MOST_MS:g} ms"


def main() -> None:
    """Run the rounds and print the report; exit with 1 if something went beyond the limits."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.live",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rates", type=float, nargs="+", default=[50.0], help="taps a second")
    parser.add_argument(
        "--events", type=int, nargs="+", default=[SHORT, LONG], help="in each table's log"
    )
    parser.add_argument("--one-core", action="store_true", help="everything on one core")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3, help="of each server, in turn")
    parser.add_argument("--pairs", type=int, default=200, help="of phones that tap within 2 ms")
    parser.add_argument("--write", action="store_true", help="into bench/results/speed.md")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument("--hosted", action="store_true", help="two workers, PostgreSQL and Redis")
    parser.add_argument("--apart", action="store_true", help="hosted: a table's phones together")
    args = parser.parse_args()
    if args.one_core:
        one_core()
    with tempfile.TemporaryDirectory(prefix="rookery-bench-") as name:
        folder = Path(name)
        servers = [HOSTED if args.hosted else ROOKERY]
        why_not = "left out" if args.alone else boardgame.install(folder / "peer")
        if not why_not:
            servers.append(BOARDGAME)
        cases = [(rate, events) for rate in args.rates for events in args.events]
        pairs = [[Load(server, *case) for server in servers] for case in cases]
        for number in range(args.rounds):
            for n, load in enumerate(chain(*pairs)):
                data = folder / f"{n}-{number}"
                asyncio.run(_round(load, data, number, args))
    busy = "/".join(f"{load:.1f}" for load in os.getloadavg())
    cores = "everything on one core" if args.one_core else "all cores"
    head = (
        f"{pages.where()}, Python {platform.python_version()}, {cores}, load of the machine "
        f"{busy}; {SEATS} phones a table, {args.rounds} x {args.seconds:g} s"
    )
    columns = list(HEAD) if why_not else [*HEAD[:2], TIMES[0], *HEAD[2:], TIMES[1]]
    steady, rush, later, wrong = [], [], [], list[str]()
    for ours, *peers in pairs:
        peer = peers[0] if peers else None
        steady += [each.cells(peer) for each in (ours, *peers)]
        rush += [[each.name, *each.rush.cells()] for each in (ours, *peers)]
        memory = f"{ours.flooded_mb:.0f} MB"
        later += [[ours.name, str(ours.refused), *ours.after.cells()[:2], memory]]
        wrong += faults(ours, peer)
    report = "\n\n".join((
        head,
        pages.table(("tap to every other phone", *columns), steady),
        pages.table(("two phones within 2 ms", *HEAD[:5]), rush),
        pages.table((f"after {FLOOD} times as many taps", "refused", *HEAD[:2], "memory"), later),
        "\n".join(f"- {each}" for each in wrong) or "All within the limits.",
    ))  # fmt: skip
    if why_not:
        report += f"\n\nboardgame.io: not measured, {why_not}."
    print(report)
    if args.write:
        name = f"{NAME} hosted" if args.hosted else NAME
        page = pages.RESULTS / "speed.md"
        pages.put(report, page, *pages.marks(name, one_core=args.one_core))
    sys.exit(1 if wrong else 0)


async def _round(load: Load, data: Path, number: int, args: argparse.Namespace) -> None:
    """Open new tables on the folder `data`, tap at them, and add what was measured to `load`."""
    count, tables = load.tables, list[Sequence[Phone]]()
    with contextlib.ExitStack() as stack:
        if load.server == BOARDGAME:
            serve = boardgame.serving(count, load.events)
            server = stack.enter_context(Server(serve, data, cwd=data.with_name("peer")))
            tables += await boardgame.seated(server.port, count)
            pids = [server.pid]
        elif load.server == HOSTED:  # nginx would share out the tables between servers
            workers = (1, 1) if args.apart else (2,)
            servers, ports = stack.enter_context(hosted(data, *workers))
            opened = open_tables(servers.database.address, count, load.events)
            tables += await seated(ports, opened)
            pids = servers.web_workers()
        else:
            opened = open_tables(data, count, load.events)
            server = stack.enter_context(Server(rookery_table, data))
            tables += await seated([server.port], opened)
            pids = [server.pid]
        await play(tables, steady_taps(count, load.rate, 2.0, 1000 + number), Figures())  # warm-up
        before = cpu_s(pids)
        await play(tables, steady_taps(count, load.rate, args.seconds, number), load.steady)
        load.cpu_s += cpu_s(pids) - before
        await play(tables, rushes(count, args.pairs, APART_S, number), load.rush)
        load.memory_mb = max(load.memory_mb, memory_mb(pids))
        if number == 0 and load.server != BOARDGAME:
            many = steady_taps(count, FLOOD * load.rate, FLOOD_S, 2000)
            flooding = asyncio.create_task(flood(tables, many))
            await asyncio.sleep(FLOOD_S + RECOVERY_S)
            load.after = await played(tables, steady_taps(count, load.rate, FLOOD_S, 3000))
            load.refused = await flooding
            load.flooded_mb = memory_mb(pids)
        for phone in chain(*tables):
            phone.leave()
        await asyncio.sleep(0)  # closes the connections, so that no server has to wait for them


if __name__ == "__main__":
    main()

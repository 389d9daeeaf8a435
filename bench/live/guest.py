"""`python -m bench.live.guest`: one guest attacks `rookery table` while ten tables play.

The guest has an address (127.0.0.66) and a process of its own. Forty phones tap ten times a second
in all, and a newcomer opens pages. Measured for each attack are how long taps took to other phones
and pages to the newcomer, how many were lost, and the most memory that the server held.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import platform
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from multiprocessing import get_context
from pathlib import Path

from bench import pages
from bench.chaos.servers import Server
from bench.live.load import Figures, play, seated, steady_taps
from bench.services import memory_mb, rookery_table
from bench.wire import Device, Line

GUEST, NEWCOMER = "127.0.0.66", "127.0.0.88"
TABLES, RATE = 10, 10.0
LARGE = 30_000_000
PAUSE_S = 1.0  # between bytes of a trickle, pages of the newcomer, and connections
HEAD = ("one guest", "taps p50", "p95", "lost", "pages without an answer", "slowest page", "memory")
HOST = b"HTTP/1.1\r\nHost: 127.0.0.1\r\n"


async def trickle(line: Line) -> None:
    """Send a header that never ends."""
    line[1].write(b"GET / HTTP/1.1\r\nHost: ")
    while True:
        line[1].write(b"1")
        await line[1].drain()
        await asyncio.sleep(PAUSE_S)


async def long_header(line: Line) -> None:
    """Send a header of 250 KB, another each time."""
    languages = f"{time.perf_counter_ns()}," + "x" * 250_000
    line[1].write(b"GET / %sAccept-Language: %s\r\n\r\n" % (HOST, languages.encode()))
    await line[0].read(100)


async def body(line: Line, path: bytes) -> None:
    """Send most of 30 MB, then nothing."""
    line[1].write(b"POST %s %sContent-Length: %d\r\n\r\n" % (path, HOST, LARGE))
    for _ in range(LARGE // 2**16):
        line[1].write(bytes(2**16))
        await line[1].drain()
    await line[0].read()


async def page(line: Line) -> None:
    """Ask for one page after the other."""
    line[1].write(b"GET / %s\r\n" % HOST)
    while await line[0].read(1 << 16):
        line[1].write(b"GET / %s\r\n" % HOST)


ATTACKS: Mapping[str, tuple[int, Callable[[Line], Awaitable[None]]]] = {
    "nobody": (0, page),
    "2,000 connections that trickle": (2000, trickle),
    "100 headers of 250 KB at a time": (100, long_header),
    "100 bodies of 30 MB to no page": (100, lambda line: body(line, b"/nowhere")),
    "100 uploads that never end": (100, lambda line: body(line, b"/tables")),
    "pages by 50 connections": (50, page),
}


def attack(name: str, port: int) -> None:
    """Attack until killed, connecting again when cut off."""
    count, do = ATTACKS[name]

    async def attacker() -> None:
        while True:
            with contextlib.suppress(OSError):
                line = await asyncio.open_connection("127.0.0.1", port, local_addr=(GUEST, 0))
                with contextlib.closing(line[1]):
                    await do(line)
            await asyncio.sleep(PAUSE_S)

    async def attackers() -> None:
        await asyncio.gather(asyncio.Event().wait(), *(attacker() for _ in range(count)))

    asyncio.run(attackers())


async def measure(name: str, folder: Path, seconds: float) -> list[str]:
    """Play while the guest attacks; return a row of the report."""
    with Server(rookery_table, folder / "data") as server:
        tables, times = await seated([server.port], TABLES), list[float]()

        async def look() -> None:  # asks for pages; infinite where none came
            while True:
                began, newcomer = time.perf_counter(), Device(server.port, NEWCOMER)
                try:
                    status, _ = await asyncio.wait_for(newcomer.ask("GET", "/s"), 10)
                except (OSError, TimeoutError, asyncio.IncompleteReadError):
                    status = 0
                newcomer.close()
                times.append(time.perf_counter() - began if status == 200 else float("inf"))
                await asyncio.sleep(PAUSE_S)

        guest = get_context("spawn").Process(target=attack, args=(name, server.port))
        guest.start()
        looking = asyncio.create_task(look())
        try:
            await asyncio.sleep(5)
            playing = play(tables, steady_taps(TABLES, RATE, seconds, 1), figures := Figures())
            await asyncio.wait_for(playing, 120)
            latencies = (f"{figures.at(percent):.1f} ms" for percent in (50, 95))
            taps = [*latencies, f"{figures.lost} of {figures.taps}"]
        except (OSError, TimeoutError, AssertionError, asyncio.IncompleteReadError) as error:
            taps = ["none", "none", type(error).__name__]
        finally:
            memory = memory_mb([server.pid])
            looking.cancel()
            guest.kill()
            guest.join()
    missing, slowest = times.count(float("inf")), max(times, default=float("inf"))
    slow = f"{1000 * slowest:.0f} ms"
    return [name, *taps, f"{missing} of {len(times)}", slow, f"{memory:.0f} MB"]


def main() -> None:
    """Measure all attacks."""
    parser = argparse.ArgumentParser(prog="python -m bench.live.guest", description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each attack")
    args, rows = parser.parse_args(), []
    for name in ATTACKS:
        with tempfile.TemporaryDirectory(prefix="rookery-bench-") as folder:
            rows.append(asyncio.run(measure(name, Path(folder), args.seconds)))
    print(f"{pages.where()}, Python {platform.python_version()}, {args.seconds:g} s each\n")
    print(pages.table(HEAD, rows))


if __name__ == "__main__":
    main()

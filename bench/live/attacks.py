"""What one guest may do to a server, from an address and a process of its own.

Each attack is a number of connections that do the same, or several such. All end by themselves: in
time, and after so many requests and bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from bench.live.tables import Opened, open_boards, open_tables
from bench.wire import Line

GUEST = "127.0.0.66"
MOST = 1000  # requests of a connection, and times that it connects again
LARGE = 30_000_000  # bytes of a body
PIECE = 1 << 16  # bytes sent or read at a time
PAUSE_S = 1.0  # between bytes of a trickle, and before connecting again
ASKERS = 24  # for hints, each at a table of its own
PHOTO = Path(__file__).parents[2] / "tests/photos/02-kitchen-legal-tokens.jpg"
HOST = b"HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
LARGEST = b"GET /rules/giza %s\r\n" % HOST  # the page with the most bytes


@dataclass(frozen=True, slots=True)
class Tools:
    """The guest's own tables: of solitaire for hints, and one of giza for photos."""

    boards: Sequence[Opened]
    table: Opened


Do: TypeAlias = Callable[[Line, int, Tools], Awaitable[None]]  # with the connection's number


def tools(place: Path | str) -> Tools:
    """Open the guest's tables."""
    return Tools(open_boards(place, ASKERS), open_tables(place, 1, 1 + 4)[0])


async def trickle(line: Line, _number: int, _tools: Tools, piece: bytes = b"1") -> None:
    """Send a header that never ends, a piece at a time."""
    line[1].write(b"GET / %sX-Long: " % HOST)
    for _ in range(MOST):
        line[1].write(piece)
        await line[1].drain()
        await asyncio.sleep(PAUSE_S)


async def quick_header(line: Line, number: int, own: Tools) -> None:
    """Send a header that never ends, 150 bytes a second."""
    await trickle(line, number, own, b"x" * 150)


async def long_header(line: Line, _number: int, _tools: Tools) -> None:
    """Send a header of 250 KB, another each time."""
    languages = f"{time.perf_counter_ns()}," + "x" * 250_000
    line[1].write(b"GET / %sAccept-Language: %s\r\n\r\n" % (HOST, languages.encode()))
    await line[0].read(100)


async def body(line: Line, _number: int, _tools: Tools, path: bytes = b"/tables") -> None:
    """Send most of 30 MB, then nothing."""
    line[1].write(b"POST %s %sContent-Length: %d\r\n\r\n" % (path, HOST, LARGE))
    for _ in range(LARGE // PIECE):
        line[1].write(bytes(PIECE))
        await line[1].drain()
    await line[0].read()


async def lost_body(line: Line, number: int, own: Tools) -> None:
    """Send most of 30 MB to an address without a page."""
    await body(line, number, own, b"/nowhere")


async def endless(line: Line, _number: int, _tools: Tools) -> None:
    """Send a body in chunks, of unknown length, without an end."""
    line[1].write(b"POST /tables %sTransfer-Encoding: chunked\r\n\r\n" % HOST)
    for _ in range(LARGE // PIECE):
        line[1].write(b"%x\r\n%s\r\n" % (PIECE, bytes(PIECE)))
        await line[1].drain()
    await line[0].read()


async def again(line: Line, request: Callable[[int], bytes]) -> None:
    """Ask for one thing after the other, and read whatever comes."""
    for number in range(MOST):
        line[1].write(request(number))
        if not await line[0].read(PIECE):
            return


async def page(line: Line, _number: int, _tools: Tools) -> None:
    """Ask for the home page, again and again."""
    await again(line, lambda _: b"GET / %s\r\n" % HOST)


async def largest(line: Line, _number: int, _tools: Tools) -> None:
    """Ask for the largest page, again and again."""
    await again(line, lambda _: LARGEST)


async def hint(line: Line, number: int, own: Tools) -> None:
    """Ask for a hint, again and again."""
    await again(line, lambda _: hint_request(own, number))


def hint_request(own: Tools, number: int) -> bytes:
    """Return a request for a hint at one of the guest's boards."""
    board = own.boards[number % len(own.boards)]
    return board.device("s1", 0, GUEST).head("GET", f"/t/{board.code}/advice", {})


async def photo(line: Line, number: int, own: Tools) -> None:
    """Send the photo of a table, another upload each time."""
    await again(line, lambda n: photo_request(own, f"photo-{number:03}-{n:05}"))


def photo_request(own: Tools, key: str) -> bytes:
    """Return an upload of a photo to the guest's own table."""
    device, mark = own.table.device("s1", 0, GUEST), key.encode()
    fields = {"seat": b"s1", "key": mark, 'photo"; filename="table.jpg': PHOTO.read_bytes()}
    parts = [
        b'--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        % (mark, name.encode(), value)
        for name, value in fields.items()
    ]
    data = b"".join(parts) + b"--%s--\r\n" % mark
    kind = f"multipart/form-data; boundary={key}"
    head = {"Content-Type": kind, "Content-Length": str(len(data))}
    return device.head("POST", f"/t/{own.table.code}/photos", head) + data


async def unread(line: Line, _number: int, _tools: Tools) -> None:
    """Ask for the largest page three times at once, and never read."""
    line[1].transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
    line[1].write(3 * LARGEST)
    await asyncio.sleep(MOST * PAUSE_S)


ATTACKS: Mapping[str, Sequence[tuple[int, Do]]] = {
    "nobody": (),
    "2,000 connections that trickle": [(2000, trickle)],
    "100 headers of 250 KB at a time": [(100, long_header)],
    "100 bodies of 30 MB to no page": [(100, lost_body)],
    "100 uploads that stop before their end": [(100, body)],
    "100 uploads in chunks without an end": [(100, endless)],
    "pages by 50 connections": [(50, page)],
    "the largest page by 50 connections": [(50, largest)],
    "3 of the largest page each by 300 connections, never read": [(300, unread)],
    "hints for 24 boards, 8 headers of 150 bytes a second": [(ASKERS, hint), (8, quick_header)],
    "30 photos at a time, pages by 20 connections": [(30, photo), (20, largest)],
}


def attack(name: str, port: int, own: Tools, seconds: float) -> None:
    """Attack for so long, connecting again when cut off."""
    ends = time.monotonic() + seconds

    async def attacker(do: Do, number: int) -> None:
        for _ in range(MOST):
            with contextlib.suppress(OSError):
                line = await asyncio.open_connection("127.0.0.1", port, local_addr=(GUEST, 0))
                with contextlib.closing(line[1]):
                    await do(line, number, own)
            await asyncio.sleep(PAUSE_S)

    async def attackers() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ends - time.monotonic()):
                parts = ATTACKS[name]
                everyone = (attacker(do, n) for count, do in parts for n in range(count))
                await asyncio.gather(*everyone)

    asyncio.run(attackers())

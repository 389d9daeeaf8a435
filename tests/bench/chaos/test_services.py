"""A phone's line down is opened again from where it broke."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random

from bench.chaos.ledger import Ledger
from bench.chaos.phones import Follower, Phone
from bench.chaos.servers import HERE
from bench.wire import Device
from tests.bench.chaos.loops import run

HEAD = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def told(version: int) -> bytes:
    """A state as a chunk of an answer."""
    event = b"id: %d\nevent: state\ndata: {}\n\n" % version
    return b"%x\r\n%s\r\n" % (len(event), event)


async def evening(lines: list[bytes]) -> tuple[int, list[str]]:
    """The version that a phone shows after lines that each say this and break, and what it asked
    for each time.
    """
    asked: list[str] = []
    over = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer):
            asked.append((await reader.readuntil(b"\r\n\r\n")).split()[1].decode())
            writer.write(b"".join(lines[len(asked) - 1 : len(asked)]))
            await writer.drain()
            if len(asked) == len(lines):
                over.set()

    server = await asyncio.start_server(serve, HERE, 0)
    async with server:
        device = Device(server.sockets[0].getsockname()[1], HERE)
        follower = Follower(Phone(device, "T-1", Ledger(), Random(1)), pauses_s=(0.0,))
        following = asyncio.create_task(follower.follow())
        await over.wait()
        for _ in range(6000):
            if follower.version == len(lines):
                break
            await asyncio.sleep(0.01)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
    return follower.version, asked[: len(lines)]  # it goes on asking


def test_a_broken_line_is_opened_again() -> None:
    """Cut in a message, refused, or ended in order: the next one brings the state."""
    lines = [
        HEAD + told(1),
        HEAD + told(2)[:-9],
        b"HTTP/1.1 503 Busy\r\n\r\n",
        HEAD + told(3) + told(4) + b"0\r\n\r\n",
    ]
    version, asked = run(evening(lines))
    assert version == 4
    assert asked == ["/t/T-1/stream"] * 4

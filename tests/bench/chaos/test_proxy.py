"""The bad Wi-Fi does to a request what each fault's name says."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from itertools import islice, repeat
from random import Random

import pytest

from bench.chaos.houses import HERE
from bench.chaos.proxy import FAULTS, NONE, Proxy, bad_luck, read_message
from bench.wire import Device
from tests.bench.chaos.loops import run

ANSWER = b'{"version": 2}'


async def met(fault: str, asked: int, hearing: int) -> tuple[list[bytes], list[bytes]]:
    """What a phone hears of some requests that all meet this fault, and the so many that the server
    hears of.
    """
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer):
            try:
                request = await read_message(reader)
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(ANSWER) + ANSWER
                )
                await writer.drain()
                heard.put_nowait(request.partition(b"\r\n\r\n")[2])
            except EOFError:
                heard.put_nowait(b"half")

    server = await asyncio.start_server(serve, HERE, 0)
    told = []
    async with (
        server,
        Proxy(server.sockets[0].getsockname()[1], repeat(fault), Random(1)) as between,
    ):
        for number in range(asked):
            phone = Device(between.port, "127.1.0.2")
            told.append(await _ask(phone, b"%d" % number))
            phone.close()
        await between.settled()
        found = [await heard.get() for _ in range(hearing)]
        assert heard.empty()
    return told, found


async def _ask(phone: Device, body: bytes) -> bytes:
    try:
        return (await phone.ask("POST", "/t/T-1/events", body))[1]
    except (OSError, EOFError):
        return b"cut"


@pytest.mark.parametrize(
    ("fault", "told", "heard"),
    [
        (NONE, [ANSWER], [b"0"]),
        ("lost", [b"cut"], []),
        ("never answered", [b"cut"], [b"0"]),
        ("cut in half", [b"cut"], [b"half"]),
        ("half answered", [b"cut"], [b"0"]),
        ("doubled", [ANSWER], [b"0", b"0"]),
        ("late", [ANSWER], [b"0"]),
        ("overtaken", [b"cut"], [b"0"]),
    ],
)
def test_a_fault_is_what_its_name_says(fault: str, told: list[bytes], heard: list[bytes]) -> None:
    """To the phone, and to the server."""
    assert run(met(fault, 1, len(heard))) == (told, heard)


def test_an_old_request_comes_once_more() -> None:
    """Someone's, after it was answered; the phone notices nothing."""
    told, heard = run(met("repeated", 3, 5))
    assert told == [ANSWER] * 3
    assert set(heard) == {b"0", b"1", b"2"}


def test_bad_luck_knows_every_fault_and_its_share() -> None:
    """A fifth of the requests, and nothing twice as often as the rest."""
    fates = Counter(islice(bad_luck(0.2, Random(3)), 8000))
    assert fates.keys() == FAULTS.keys()
    assert 6200 < fates.pop(NONE) < 6600
    assert max(fates.values()) < 2 * min(fates.values())

"""The bad Wi-Fi does what each fault's name says, to a request and to a browser's stream."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, islice, repeat
from random import Random

import pytest

from bench.chaos.ledger import Tap
from bench.chaos.proxy import (
    CUT,
    DEAD,
    FAULTS,
    MISHAPS,
    NONE,
    STREAM_BYTES,
    Proxy,
    Wifi,
    bad_luck,
    read_message,
)
from bench.chaos.servers import HERE
from bench.wire import Device
from tests.bench.chaos.loops import run

ANSWER = b'{"version": 2}'
HEAD = b"HTTP/1.1 200 OK\r\n"
EVENT = b"data: " + b"x" * 100 + b"\n\n"
PAGE, TAP, STREAM = "/static/js/live.js", "/t/T-1/events", "/t/T-1/stream"


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


@dataclass
class Met:
    """What a phone heard of a request, and whether its line was open when another one's request had
    come through.
    """

    heard: bytes = b""
    open: bool = True
    faults: Counter[str] = field(default_factory=Counter)
    taps: list[Tap] = field(default_factory=list)


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A stream of more than is ever let through, held open; or an answer."""
    with contextlib.closing(writer), contextlib.suppress(EOFError, ConnectionError):
        asked = await read_message(reader)
        if STREAM.encode() in asked:
            writer.write(HEAD + b"\r\n" + EVENT * (STREAM_BYTES // len(EVENT) + 1))
            await reader.read()
        writer.write(HEAD + b"Content-Length: %d\r\n\r\n" % len(ANSWER) + ANSWER)
        await writer.drain()


async def met_by_browser(fate: str, path: str, *, hears: bool) -> Met:
    """What comes of one request; `hears` says whether the phone waits for something to be heard."""
    found = Met()
    server = await asyncio.start_server(_serve, HERE, 0)
    fates = chain([fate], repeat(NONE))
    async with (
        server,
        Wifi(server.sockets[0].getsockname()[1], fates, Random(1), sent=found.taps.append) as wifi,
    ):
        reader, writer = await asyncio.open_connection(HERE, wifi.port)
        body = b'{"kind": "die.roll", "key": "k-1"}' if path == TAP else b""
        method = "POST" if body else "GET"
        phone = Device(wifi.port, "127.1.0.2")
        writer.write(phone.head(method, path, {"Content-Length": str(len(body))}) + body)
        found.heard = await reader.read(1 << 16) if hears else b""
        assert await phone.ask("GET", PAGE) == (200, ANSWER)
        found.open, found.faults = not reader.at_eof(), wifi.met
        phone.close()
        writer.close()
    return found


@pytest.mark.parametrize(("fate", "hears"), [("stalled", True), ("silent", False)])
def test_an_answer_stops_and_nobody_hangs_up(fate: str, *, hears: bool) -> None:
    """In the middle, or before it has begun: the line is open while others' requests
    come through.
    """
    found = run(met_by_browser(fate, TAP, hears=hears))
    whole = HEAD + b"Content-Length: 14\r\n\r\n" + ANSWER
    assert found.open
    assert len(found.heard) < len(whole)
    assert whole.startswith(found.heard)


@pytest.mark.parametrize("fate", ["silent", NONE])
def test_a_stream_comes_as_it_is_told(fate: str) -> None:
    """Whether or not it goes dead in the end, what is sent is heard at once and the line stays
    open.
    """
    found = run(met_by_browser(fate, STREAM, hears=True))
    assert found.open
    assert found.heard.startswith(HEAD + b"\r\n" + EVENT[:20])


def test_pages_come_through() -> None:
    """A script meets nothing bad; a tap does, and is known by its key, whatever becomes of it."""
    page, tap = (run(met_by_browser("lost", path, hears=True)) for path in (PAGE, TAP))
    assert (page.heard[-len(ANSWER) :], page.faults, page.taps) == (ANSWER, {}, [])
    assert (tap.heard, tap.open, tap.faults) == (b"", False, {"lost": 1})
    assert [each.key for each in tap.taps] == ["k-1"]


def test_every_mishap_comes_now_and_then() -> None:
    """A third of the requests, and nothing twice as often as the rest; some cut the line, some
    leave it dead.
    """
    fates = Counter(islice(bad_luck(0.33, Random(3), MISHAPS), 9000))
    assert fates.keys() == MISHAPS.keys() > CUT | DEAD
    assert 5800 < fates.pop(NONE) < 6300
    assert max(fates.values()) < 2 * min(fates.values())

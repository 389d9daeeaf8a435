"""Fuzz of the wire: broken HTTP, and requests as they should be, to a server in a process of its own.

A third of the connections carry a request as the fuzz of routes asks it; the others break it as HTTP: lines and headers
that are none, lengths that lie, chunks, pipelines, trickles, bytes that are no HTTP at all. The server may refuse or
hang up. It must not answer with a fault, nor let anybody wait; a visitor between them is served, at the end it holds no
more sockets than at the beginning, and its log tells of no fault.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from http.client import HTTPResponse
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from bench.chaos import house
from bench.chaos.fuzz_requests import BASE, BEFORE, COLOURS, HOST, NAMES, PLAYERS, Ask, Author, Table
from bench.chaos.fuzz_spoil import spoilt
from bench.chaos.fuzz_tally import SECONDS, Tally, patience, until_stopped
from bench.chaos.houses import HERE, House, free_port
from bench.live.wire import Device
from companion.game import slugs
from web.photos.reading import MAX_UPLOAD

AT_ONCE = 24  # connections
VISIT = 100  # connections between two visitors
QUIET_S = 0.15  # after which nothing more is expected of a server that was told half of something
WHOLE = 0.34  # requests that are whole
ANSWERED = re.compile(rb"HTTP/1\.[01] (\d{3})")
EXCEPTED = {501: "a transfer coding that the server does not know (RFC 9112, 6.1)", 503: "busy"}
FAULT = re.compile(r"fault in .*|Traceback[^\n]*(?:\n .*)*\n\S.*", re.MULTILINE)


class Case(NamedTuple):
    """What goes over one connection, part by part with `pause` seconds between; `whole` is a request that is one."""

    name: str
    parts: tuple[bytes, ...]
    whole: bool = False
    pause: float = 0.0


async def fuzz(seed: int, count: int, step: Callable[[], None] = lambda: None) -> Tally:
    """So many connections."""
    tally = Tally("every route and broken HTTP, over sockets", seed, step)
    with tempfile.TemporaryDirectory() as folder, until_stopped(tally):
        await _fuzzed(tally, random.Random(f"wire {seed}"), count, Path(folder))
    return tally.done()


async def _fuzzed(tally: Tally, chance: random.Random, count: int, folder: Path) -> None:
    port, log = free_port(), folder / "log"
    server = House(house.command(folder / "data", port), port, log)
    await server.start()
    try:
        cases = await Writer.on(port, chance)
        before = _sockets(server)
        for first in range(0, count, VISIT):
            some = [cases.case(number) for number in range(first, min(first + VISIT, count))]
            gate = asyncio.Semaphore(AT_ONCE)
            await asyncio.gather(*(_tried(tally, port, case, gate) for case in some))
            await _visited(tally, port, first)
        await asyncio.sleep(2 * QUIET_S)
        tally.notes |= {"sockets before and after": f"{before}, {_sockets(server)}", "memory, MB": _memory(server)}
        if _sockets(server) > before + AT_ONCE:
            tally.found("the server", f"{before} sockets at the beginning, {_sockets(server)} at the end")
    finally:
        await server.stop()
    for told in FAULT.findall(log.read_text("utf-8", "replace")):
        tally.found("the server's log", told[-1500:])


async def _tried(tally: Tally, port: int, case: Case, gate: asyncio.Semaphore) -> None:
    """One connection, judged."""
    async with gate:
        began = asyncio.get_running_loop().time()
        try:
            heard = await asyncio.wait_for(_exchange(port, case), 2 * patience())
        except TimeoutError:
            tally.came("hung", SECONDS)
            tally.found(case.name, f"no end after {2 * SECONDS:g} s", repr(case.parts)[:1500])
            return
        took = asyncio.get_running_loop().time() - began
    statuses = [int(code) for code in ANSWERED.findall(heard)]
    tally.came(str(statuses[0]) if statuses else "hung up", took)
    if case.whole and took > patience():
        tally.found(case.name, f"answered after {took:.1f} s", repr(case.parts)[:1500])
    for problem in _problems(case, heard, statuses):
        tally.found(case.name, problem, repr(case.parts)[:1500])


async def _exchange(port: int, case: Case) -> bytes:
    """All that the server says; a whole request's answer, and what comes until a broken one's line is shut."""
    address = f"127.1.{random.randrange(256)}.{random.randrange(1, 255)}"
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(address, 0))
    heard = b""
    try:
        for part in case.parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(case.pause)
        if not case.whole:
            heard = await _within(reader, QUIET_S)
            writer.write_eof()
        while data := await reader.read(1 << 16):
            heard += data
            if case.whole and _ended(heard, bodiless=case.parts[0].startswith(b"HEAD")):
                break
    except (ConnectionError, OSError):
        pass  # it hung up on us, as it may
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return heard


async def _within(reader: asyncio.StreamReader, seconds: float) -> bytes:
    try:
        return await asyncio.wait_for(reader.read(1 << 16), seconds)
    except TimeoutError:
        return b""


def _ended(heard: bytes, *, bodiless: bool) -> bool:
    """Whether an answer is there as a whole, or is a stream that has begun."""
    head, mark, body = heard.partition(b"\r\n\r\n")
    if not mark or bodiless:
        return bool(mark)
    if b"text/event-stream" in head or re.search(rb"\r\nconnection: close", head, re.IGNORECASE):
        return b"text/event-stream" in head
    length = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
    if length is None:
        return body.endswith(b"0\r\n\r\n") or b" 304 " in head[:20] or b" 204 " in head[:20]
    return len(body) >= int(length[1])


def _problems(case: Case, heard: bytes, statuses: Sequence[int]) -> list[str]:
    found = [f"answered {status}: {heard[:300]!r}" for status in statuses if status >= 500 and status not in EXCEPTED]
    if heard and not ANSWERED.match(heard):
        found.append(f"answered no HTTP: {heard[:200]!r}")
    if case.whole and not statuses:
        found.append("no answer")
    if case.whole and statuses and statuses[0] >= 400 and b'"error"' in heard:
        answer = HTTPResponse(_Socket(heard))  # type: ignore[arg-type]  # all of a socket that it asks for
        answer.begin()
        if not {"code", "message"} <= set(json.loads(answer.read())["error"]):
            found.append(f"another shape: {heard[-300:]!r}")
    return found


class _Socket:
    """Bytes that were heard, for http.client."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, _mode: str) -> BytesIO:
        """To be read from the beginning."""
        return BytesIO(self._data)


async def _visited(tally: Tally, port: int, number: int) -> None:
    """A visitor between them."""
    device = Device(port, "127.2.0.1")
    try:
        status, _ = await asyncio.wait_for(device.ask("GET", "/"), patience())
        if status != 200:
            tally.found(f"the visitor after connection {number}", f"answered {status}")
    except (TimeoutError, OSError) as error:
        tally.found(f"the visitor after connection {number}", repr(error))
    device.close()


def _sockets(server: House) -> int:
    """How many sockets the server's process holds; Linux."""
    folder = Path(f"/proc/{server.pid}/fd")
    held = [each for each in folder.iterdir() if each.is_symlink()] if folder.is_dir() else []
    return sum(str(each.readlink()).startswith("socket:") for each in held if each.is_symlink())


def _memory(server: House) -> int:
    """The most that it has held, MB; Linux."""
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{server.pid}/status").read_text("utf-8"))
    return int(found[1]) // 1024 if found else 0


# --- what is sent -----------------------------------------------------------------------------------------------------


class Writer:
    """Writes what goes over the wire."""

    def __init__(self, author: Author, tables: list[Table], port: int, chance: random.Random) -> None:
        self.author, self.tables, self.port, self.chance = author, tables, port, chance

    @classmethod
    async def on(cls, port: int, chance: random.Random) -> Writer:
        """A writer who knows a table of each game, begun."""
        from docs.make_openapi import described  # noqa: PLC0415 - makes an app, which takes a moment

        author = Author(described(), chance)
        return cls(author, [await _opened(port, slug) for slug in slugs()], port, chance)

    def case(self, number: int) -> Case:
        """The next connection."""
        table = self.chance.choice(self.tables)
        well = self.author.ask(table, {})
        if self.chance.random() < WHOLE:
            ask = well if self.chance.random() < 0.5 else spoilt(well, self.chance, [t.jars[HOST] for t in self.tables])
            return Case(f"connection {number}, {ask.endpoint}", (self._bytes(ask),), whole=_proper(ask))
        breaks = self.chance.choice(BREAKS)
        made = breaks(self._bytes(replace(well, method="POST", body=well.body or b"{}")), self.chance)
        return made._replace(name=f"connection {number}, {breaks.__name__.strip('_')}")

    def _bytes(self, ask: Ask) -> bytes:
        heads = [(name, value) for name, value in ask.headers if name != "Host" or value != BASE]
        if len(heads) < len(ask.headers):
            heads.insert(0, ("Host", f"{HERE}:{self.port}"))
        if not any(name == "Content-Length" for name, _ in heads) and ask.method not in ("GET", "HEAD"):
            heads.append(("Content-Length", str(len(ask.body))))
        body = b"" if ask.method in ("GET", "HEAD") else ask.body
        target = re.sub(r"[\x00-\x20\x7f-\U0010ffff]", "_", ask.target)
        lines = [f"{ask.method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in heads), "", ""]
        return "\r\n".join(lines).encode("latin-1", "replace") + body


def _proper(ask: Ask) -> bool:
    """Whether it is a whole request, to be answered: its length is true, and its host says something."""
    heads = dict(ask.headers)
    return "Content-Length" not in heads


async def _opened(port: int, slug: str) -> Table:
    """A table of that game, begun, over the wire."""
    device = Device(port, "127.3.0.1")
    _, told = await device.ask("POST", "/tables", json.dumps({"game": slug}).encode())
    table = Table(json.loads(told)["code"], slug, {HOST: dict(device.cookies)})
    for number in range(PLAYERS[slug]):
        phone = Device(port, f"127.3.0.{2 + number}")
        body = {"name": NAMES[number], "colour": COLOURS.get(slug, ("",) * 4)[number], "key": f"sit-down-{number}"}
        _, told = await phone.ask("POST", f"/t/{table.code}/seats", json.dumps(body).encode())
        table.jars[json.loads(told)["seat"]] = dict(phone.cookies)
        phone.close()
    for number, (kind, payload) in enumerate(BEFORE.get(slug, (("game.start", {"mode": "free", "rounds": 1}),))):
        tap = {"kind": kind, "payload": payload, "key": f"begin-{number}-key"}
        _, told = await device.ask("POST", f"/t/{table.code}/events?view=host", json.dumps(tap).encode())
        table.learn(json.loads(told))
    device.close()
    return table


def _parted(data: bytes) -> tuple[bytes, bytes]:
    head, _, body = data.partition(b"\r\n\r\n")
    return head, body


def _without_length(head: bytes) -> bytes:
    return re.sub(rb"\r\nContent-Length: [^\r]*", b"", head)


def _pipelined(data: bytes, chance: random.Random) -> Case:
    """Several requests at once, the last perhaps broken off."""
    many = data * chance.randint(2, 6)
    return Case("", (many if chance.random() < 0.5 else many[: -chance.randrange(1, len(data))],))


def _chunked(data: bytes, chance: random.Random) -> Case:
    """A body in chunks that are right, or lie, or never end."""
    head, body = _parted(data)
    size = f"{len(body):x}".encode()
    bad = (b"-1", b"g", b"", b"0x5", b"ffffffffffffffffff", b"1" * 5000, size + b";x=" + b"y" * 3000, b" " + size,
           size + b"\n", size + b"\r", b"+" + size, b"\0", size + b"\r\n" + size)  # fmt: skip
    first = size if chance.random() < 0.3 else chance.choice(bad)
    tail = chance.choice(
        (b"\r\n0\r\n\r\n", b"0\r\n\r\n", b"\r\n0\r\nX: y\r\n\r\n", b"\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n", b"")
    )
    code = chance.choice(
        (b"chunked", b"chunked", b"Chunked", b"gzip, chunked", b"chunked, identity", b"x", b"\x0bchunked")
    )
    heads = (_without_length(head) if chance.random() < 0.7 else head) + b"\r\nTransfer-Encoding: " + code
    return Case("", (heads + b"\r\n\r\n" + first + b"\r\n" + body + tail,))


def _length(data: bytes, chance: random.Random) -> Case:
    """Lengths that lie, contradict each other, or are no numbers."""
    head, body = _parted(data)
    lies = (b"0", b"-1", b"+5", b"5,5", b"0x10", b"1e3", b"", b" ", b"99999999999999999999",
            str(MAX_UPLOAD + 2**17).encode(), str(len(body) + 1).encode(), b"5\r\nContent-Length: 6", b"\xb2", b"1_0",
            b"5\0")  # fmt: skip
    return Case("", (_without_length(head) + b"\r\nContent-Length: " + chance.choice(lies) + b"\r\n\r\n" + body,))


def _heads(data: bytes, chance: random.Random) -> Case:
    """Headers that are none, too many, too long, twice."""
    head, body = _parted(data)
    new = (b"no colon", b" folded: line", b": no name", b"X\0: y", b"X: \0", b"X : y", b"X\r: y", b"X: a\nY: b",
           b"X: a\rY: b", b"X: " + b"y" * 300_000, b"\r\n".join(b"X-%d: y" % n for n in range(5000)),
           b"Host: a\r\nHost: b", b"\xff\xfe: \xff", b"Connection: close, upgrade\r\nUpgrade: websocket",
           b"Expect: 100-continue", b"Expect: x", b"Connection: \0", b"Content-Type: " + b"(" * 5000,
           b"Cookie: " + b"a=b; " * 5000, b"Proxy: http://x", b"Transfer_Encoding: chunked",
           b"X-Forwarded-Proto: javascript")  # fmt: skip
    lines = head.split(b"\r\n")
    lines.insert(chance.randrange(1, len(lines) + 1), chance.choice(new))
    return Case("", (b"\r\n".join(lines) + b"\r\n\r\n" + body,))


def _first_line(data: bytes, chance: random.Random) -> Case:
    """A request line of another time, or of none."""
    head, body = _parted(data)
    _, _, rest = head.partition(b"\r\n")
    new = (b"GET /", b"GET / HTTP/0.9", b"GET / HTTP/9.9", b"get / http/1.1", b"GET  /  HTTP/1.1",
           b"GET http://evil.example/ HTTP/1.1", b"GET //evil.example/ HTTP/1.1", b"CONNECT a:1 HTTP/1.1",
           b"OPTIONS * HTTP/1.1", b"GET /\0 HTTP/1.1", b"", b"\r\n", b"GET", b"GET /" + b"a" * 300_000 + b" HTTP/1.1",
           b"GET /%ff%fe%00 HTTP/1.1", b"GET /%u0041%zz% HTTP/1.1", b"G\xc3\x8bT / HTTP/1.1",
           b"GET /?%00=%ff&&&= HTTP/1.1", b"GET /\xff HTTP/1.1", b"GET http://[::1 HTTP/1.1",
           b"GET http://a:b/ HTTP/1.1", b"A" * 9000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /#x HTTP/1.1",
           b"GET ?x HTTP/1.1", b"GET http:///x HTTP/1.1")  # fmt: skip
    return Case("", (chance.choice(new) + b"\r\n" + rest + b"\r\n\r\n" + body,))


def _noise(_data: bytes, chance: random.Random) -> Case:
    """What is no HTTP: TLS's greeting, another protocol's, or nothing in particular."""
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + chance.randbytes(500)
    return Case(
        "", (chance.choice((hello, b"SSH-2.0-x\r\n", chance.randbytes(2000), b"\0" * 5000, b"\r\n" * 500, b"\n", b"")),)
    )


def _broken_off(data: bytes, chance: random.Random) -> Case:
    return Case("", (data[: chance.randrange(len(data))],))


def _flipped(data: bytes, chance: random.Random) -> Case:
    out = bytearray(data)
    for _ in range(chance.choice((1, 3, 10))):
        out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
    return Case("", (bytes(out),))


def _trickled(data: bytes, chance: random.Random) -> Case:
    """A request in small parts, slowly, as from the edge of the Wi-Fi; all of it, or not quite."""
    some = data if chance.random() < 0.6 else data[:-1]
    size = max(1, len(some) // 30)
    return Case("", tuple(some[at : at + size] for at in range(0, len(some), size)), pause=0.005)


BREAKS: tuple[Callable[[bytes, random.Random], Case], ...] = (
    _pipelined, _chunked, _chunked, _length, _heads, _heads, _first_line, _noise, _broken_off, _flipped, _trickled,
)  # fmt: skip

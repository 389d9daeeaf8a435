"""A bad Wi-Fi: a proxy before a server, which does to requests what radio and sleeping phones do.

Each request is read whole and meets one fault of `FAULTS`, or none. What the phone sees of most of
them is the same: the line is cut, and it can't know whether its tap was heard. `Wifi` does that to
browsers: a page also follows a stream, answers and streams stop anywhere, and the line may stay
open, for nobody hangs up on a phone that has walked out of reach.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Self, TypeAlias

from bench.chaos.ledger import Tap
from bench.live.wire import LIMIT, Line

HERE = "127.0.0.1"
LATE_S = 0.05  # a late request waits at most so long: others of the same table pass it
REMEMBERED = 64  # requests that may come once more, long after

Fault: TypeAlias = Callable[["Proxy", "Exchange"], Awaitable[None]]


class CutError(Exception):
    """The line to the phone is cut."""


@dataclass
class Exchange:
    """One request on its way, and the line on which its answer goes back."""

    request: bytes
    address: str  # the phone's
    phone: asyncio.StreamWriter
    line: asyncio.StreamReader  # from the phone


@dataclass
class Proxy:
    """Listens for phones, and asks the server at `target` from each your own address."""

    target: int
    fates: Iterator[str]  # what happens to each request
    random: Random
    port: int = 0
    met: Counter[str] = field(default_factory=Counter)  # how often each fault was met
    _past: deque[Exchange] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _server: asyncio.Server | None = None
    _serving: set[asyncio.Task[None]] = field(default_factory=set)  # holds them

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, HERE, 0, limit=LIMIT)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server:
            self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Requests of one connection, until someone has enough of it."""
        address = writer.get_extra_info("peername")[0]
        with contextlib.closing(writer), contextlib.suppress(OSError, EOFError, CutError):
            while True:
                await self.meet(Exchange(await read_message(reader), address, writer, reader))

    async def meet(self, exchange: Exchange) -> None:
        """What happens to one request."""
        name = next(self.fates)
        self.met[name] += 1
        await FAULTS[name](self, exchange)
        self._past.append(exchange)

    async def answer(self, exchange: Exchange) -> bytes:
        """What the server says to this request, over a line of its own from the phone's address."""
        reader, writer = await self.reach(exchange)
        try:
            writer.write(exchange.request)
            return await read_message(reader)
        finally:
            writer.close()

    async def ask_half(self, exchange: Exchange) -> None:
        """Half of the request arrives, then nothing more."""
        _, writer = await self.reach(exchange)
        writer.write(exchange.request[: len(exchange.request) // 2])
        with contextlib.suppress(OSError):
            await writer.drain()
        writer.close()

    def somebody_elses(self) -> Exchange | None:
        """A request from some time ago."""
        return self.random.choice(self._past) if self._past else None

    async def reach(self, exchange: Exchange) -> Line:
        """A line to the server from the phone's address."""
        here = (exchange.address, 0)
        return await asyncio.open_connection(HERE, self.target, limit=LIMIT, local_addr=here)


# --- what can happen to a request


async def pass_on(proxy: Proxy, exchange: Exchange) -> None:
    """Nothing bad."""
    exchange.phone.write(await proxy.answer(exchange))
    await exchange.phone.drain()


async def lose(_proxy: Proxy, _exchange: Exchange) -> None:
    """It never arrives."""
    raise CutError


async def mute(proxy: Proxy, exchange: Exchange) -> None:
    """It arrives, and the answer doesn't."""
    await proxy.answer(exchange)
    raise CutError


async def halve(proxy: Proxy, exchange: Exchange) -> None:
    """The server gets half a request."""
    await proxy.ask_half(exchange)
    raise CutError


async def tear(proxy: Proxy, exchange: Exchange) -> None:
    """The phone gets half an answer."""
    told = await proxy.answer(exchange)
    exchange.phone.write(told[: proxy.random.randrange(len(told))])
    with contextlib.suppress(OSError):
        await exchange.phone.drain()
    raise CutError


async def double(proxy: Proxy, exchange: Exchange) -> None:
    """It arrives twice in the same moment; the phone hears one of the answers."""
    told = await asyncio.gather(proxy.answer(exchange), proxy.answer(exchange))
    exchange.phone.write(proxy.random.choice(told))
    await exchange.phone.drain()


async def delay(proxy: Proxy, exchange: Exchange) -> None:
    """Others pass it on the way."""
    await asyncio.sleep(proxy.random.uniform(0, LATE_S))
    await pass_on(proxy, exchange)


async def overtake(proxy: Proxy, exchange: Exchange) -> None:
    """The phone gives up, and its request arrives after the one that it sent instead."""
    late = proxy.random.uniform(0, LATE_S)
    _in_background(_later(proxy, exchange, late))
    raise CutError


async def repeat(proxy: Proxy, exchange: Exchange) -> None:
    """Besides, an old request of anyone's comes once more, long after it was answered."""
    if old := proxy.somebody_elses():
        _in_background(_later(proxy, old, 0))
    await pass_on(proxy, exchange)


NONE = "passed on"
FAULTS: Mapping[str, Fault] = {
    NONE: pass_on,
    "lost": lose,
    "never answered": mute,
    "cut in half": halve,
    "half answered": tear,
    "doubled": double,
    "late": delay,
    "overtaken": overtake,
    "repeated": repeat,
}
# after these a phone must send again
CUT = frozenset({"lost", "never answered", "cut in half", "half answered", "overtaken"})


def bad_luck(share: float, random: Random, kinds: Collection[str] = FAULTS) -> Iterator[str]:
    """So many of all requests meet a fault, each of these kinds as often as the others."""
    faults = [name for name in kinds if name != NONE]
    while True:
        yield random.choice(faults) if random.random() < share else NONE


_going: set[asyncio.Task[None]] = set()  # the loop itself holds tasks but loosely


def _in_background(doing: Awaitable[None]) -> None:
    task = asyncio.ensure_future(doing)
    _going.add(task)
    task.add_done_callback(_going.discard)


async def _later(proxy: Proxy, exchange: Exchange, seconds: float) -> None:
    await asyncio.sleep(seconds)
    with contextlib.suppress(OSError, EOFError):
        await proxy.answer(exchange)


async def settled() -> None:
    """Wait until all that is still under way has arrived."""
    while doing := set(_going):
        await asyncio.gather(*doing)
        _going.difference_update(doing)  # since Python 3.12 their own callbacks may come later


async def read_message(reader: asyncio.StreamReader) -> bytes:
    """One whole request or answer, as it came."""
    head = await reader.readuntil(b"\r\n\r\n")
    fields = dict(line.lower().split(b":", 1) for line in head.split(b"\r\n")[1:] if b":" in line)
    if b"chunked" in fields.get(b"transfer-encoding", b""):
        return head + await _chunks(reader)
    return head + await reader.readexactly(int(fields.get(b"content-length", b"0")))


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    read = b""
    while True:
        size = await reader.readline()
        read += size + await reader.readexactly(int(size, 16) + 2)
        if not int(size, 16):
            return read


# --- as browsers meet it


DEAD = frozenset({"stalled", "silent"})  # nobody hangs up
MOST_OF_A_STREAM = 20_000  # bytes that come before it ends
_PLAYED = re.compile(rb"[A-Z]+ /t/([^/]+)/(events|state|stream)[? ]")


async def stall(proxy: Proxy, exchange: Exchange) -> None:
    """The phone gets part of an answer, then nothing more."""
    told = await proxy.answer(exchange)
    exchange.phone.write(told[: proxy.random.randrange(1, len(told))])
    await exchange.phone.drain()
    await _given_up(exchange)


async def silence(proxy: Proxy, exchange: Exchange) -> None:
    """It arrives, and nothing comes back."""
    await proxy.answer(exchange)
    await _given_up(exchange)


MISHAPS: Mapping[str, Fault] = {**FAULTS, "stalled": stall, "silent": silence}


@dataclass
class Wifi(Proxy):
    """Mishaps befall what a page asks of its table, not pages and scripts; `sent` hears of taps."""

    sent: Callable[[Tap], None] = field(kw_only=True)

    async def meet(self, exchange: Exchange) -> None:
        """What happens to one request."""
        played = _PLAYED.match(exchange.request)
        if played is None:
            await pass_on(self, exchange)
            return
        name = next(self.fates)
        self.met[name] += 1
        if played[2] == b"stream":
            await self._follow(exchange, name)
            return
        if exchange.request.startswith(b"POST"):
            self._hear(played[1].decode(), exchange)
        await MISHAPS[name](self, exchange)
        self._past.append(exchange)

    def _hear(self, code: str, exchange: Exchange) -> None:
        asked = json.loads(exchange.request.partition(b"\r\n\r\n")[2])
        self.sent(Tap(code, None, None, asked["key"]))

    async def _follow(self, exchange: Exchange, name: str) -> None:
        """Pass a stream on until the phone hangs up; one that meets a mishap ends somewhere."""
        left = self.random.randrange(MOST_OF_A_STREAM) if name in CUT or name in DEAD else None
        reader, writer = await self.reach(exchange)
        with contextlib.closing(writer):
            writer.write(exchange.request)
            relayed = asyncio.ensure_future(_relay(reader, exchange.phone, left))
            gone = asyncio.ensure_future(exchange.line.read())
            try:
                await asyncio.wait((relayed, gone), return_when=asyncio.FIRST_COMPLETED)
                if name in DEAD:
                    await gone
            finally:
                relayed.cancel()
                gone.cancel()
                await asyncio.gather(relayed, gone, return_exceptions=True)
        raise CutError


async def _relay(
    reader: asyncio.StreamReader,
    phone: asyncio.StreamWriter,
    left: int | None,
) -> None:
    """Pass on so many bytes of what the server says, or all of them."""
    while left != 0 and (data := await reader.read(left or 1 << 16)):
        phone.write(data)
        await phone.drain()
        left = None if left is None else left - len(data)


async def _given_up(exchange: Exchange) -> None:
    """The line stays open until the phone itself hangs up."""
    await exchange.line.read()
    raise CutError

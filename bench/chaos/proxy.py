"""A bad Wi-Fi: a proxy before a server, which does to requests what radio and sleeping phones do.

Each request is read whole and meets one of `FAULTS`, or none. Most look the same to the phone: the
line is cut, and it can't know whether its tap arrived. `Wifi` does that to browsers: a page also
follows a stream, answers and streams stop anywhere, and the line may stay open, as nobody closes
the connection of a phone that is out of reach.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Self

from bench.chaos.ledger import Tap
from bench.wire import LIMIT, Line

HERE = "127.0.0.1"
LATE_S = 0.05  # a late request waits at most so long, while others overtake it
REMEMBERED = 64  # requests that may come once more, long after

NONE = "passed on"
FAULTS = {  # what can happen to a request
    NONE: "nothing bad",
    "lost": "it never arrives",
    "never answered": "it arrives, and the answer doesn't",
    "cut in half": "the server gets half a request",
    "half answered": "the phone gets half an answer",
    "doubled": "it arrives twice at once; the phone hears one of the answers",
    "late": "others pass it on the way",
    "overtaken": "it arrives after the one that the phone sent instead",
    "repeated": "besides, an old request of anyone's comes once more",
}
MISHAPS = {  # to a browser's request
    **FAULTS,
    "stalled": "the phone gets part of an answer, then nothing more",
    "silent": "it arrives, and nothing comes back",
}
# after these a phone must send again
CUT = frozenset({"lost", "never answered", "cut in half", "half answered", "overtaken"})
DEAD = frozenset({"stalled", "silent"})  # the line stays open
STREAM_BYTES = 20_000  # at most, before a stream ends
PLAYED = re.compile(rb"[A-Z]+ /t/([^/]+)/(events|state|stream)[? ]")


class CutError(Exception):
    """The line to the phone is cut."""


@dataclass
class Exchange:
    """One request on its way, and the line on which its answer goes back."""

    request: bytes
    address: str  # the phone's
    phone: asyncio.StreamWriter
    line: asyncio.StreamReader  # from the phone

    async def reply(self, answer: bytes) -> None:
        """Send this to the phone."""
        self.phone.write(answer)
        await self.phone.drain()


@dataclass
class Proxy:
    """Listens for phones, and asks the server on port `target` from each phone's own address."""

    target: int
    fates: Iterator[str]  # the fault of each request
    random: Random
    port: int = 0
    met: Counter[str] = field(default_factory=Counter)  # how often each fault was met
    past: deque[Exchange] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _server: asyncio.Server | None = None
    _serving: set[asyncio.Task[None]] = field(default_factory=set)
    _late: set[asyncio.Task[None]] = field(default_factory=set)

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
        task = asyncio.ensure_future(
            self._serve(reader, writer)
        )  # asyncio's own can't be cancelled
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = writer.get_extra_info("peername")[0]
        with contextlib.closing(writer), contextlib.suppress(OSError, EOFError, CutError):
            while True:
                await self.meet(Exchange(await read_message(reader), address, writer, reader))

    async def meet(self, exchange: Exchange) -> None:
        """Let the next fault happen to a request."""
        name = next(self.fates)
        self.met[name] += 1
        await self.apply(exchange, name)

    async def apply(self, exchange: Exchange, name: str) -> None:
        """Let a fault happen to a request; raise `CutError` if its line is cut."""
        answer = b""
        if name == "overtaken":
            self.send_late(exchange, self.random.uniform(0, LATE_S))
        elif name == "cut in half":
            _, writer = await self.reach(exchange)
            with contextlib.closing(writer), contextlib.suppress(OSError):
                writer.write(exchange.request[: len(exchange.request) // 2])
                await writer.drain()
        elif name == "doubled":
            both = await asyncio.gather(self.answer(exchange), self.answer(exchange))
            answer = self.random.choice(both)
        elif name != "lost":
            if name == "late":
                await asyncio.sleep(self.random.uniform(0, LATE_S))
            if name == "repeated" and self.past:
                self.send_late(self.random.choice(self.past), 0)
            answer = await self.answer(exchange)
        if name in {"half answered", "stalled"}:
            answer = answer[: self.random.randrange(1, len(answer))]
        if name not in {"never answered", "silent"}:
            with contextlib.suppress(OSError):
                await exchange.reply(answer)
        if name in DEAD:
            await exchange.line.read()  # until the phone closes it
        if name in CUT | DEAD:
            raise CutError
        self.past.append(exchange)

    async def answer(self, exchange: Exchange) -> bytes:
        """Return the server's answer, asked for over a line of its own."""
        reader, writer = await self.reach(exchange)
        with contextlib.closing(writer):
            writer.write(exchange.request)
            return await read_message(reader)

    async def reach(self, exchange: Exchange) -> Line:
        """Connect to the server from the phone's address."""
        here = (exchange.address, 0)
        return await asyncio.open_connection(HERE, self.target, limit=LIMIT, local_addr=here)

    def send_late(self, exchange: Exchange, seconds: float) -> None:
        """Let the request arrive after so long, and drop the answer."""

        async def later() -> None:
            await asyncio.sleep(seconds)
            with contextlib.suppress(OSError, EOFError):
                await self.answer(exchange)

        self._late.add(asyncio.ensure_future(later()))

    async def settled(self) -> None:
        """Wait until all late requests have arrived."""
        while self._late:
            await self._late.pop()


def bad_luck(share: float, random: Random, kinds: Collection[str] = FAULTS) -> Iterator[str]:
    """Yield a fault for a share of all requests, each of these kinds as often as the others."""
    faults = [name for name in kinds if name != NONE]
    while True:
        yield random.choice(faults) if random.random() < share else NONE


async def read_message(reader: asyncio.StreamReader) -> bytes:
    """Read one whole request or answer."""
    message = await reader.readuntil(b"\r\n\r\n")
    lines = message.split(b"\r\n")[1:]
    fields = dict(line.lower().split(b":", 1) for line in lines if b":" in line)
    if b"chunked" not in fields.get(b"transfer-encoding", b""):
        return message + await reader.readexactly(int(fields.get(b"content-length", b"0")))
    size = b"1"
    while int(size, 16):
        size = await reader.readline()
        message += size + await reader.readexactly(int(size, 16) + 2)
    return message


@dataclass
class Wifi(Proxy):
    """Lets mishaps happen to what a page asks of its table alone; `sent` notes taps."""

    sent: Callable[[Tap], None] = field(kw_only=True)

    async def meet(self, exchange: Exchange) -> None:
        """Let the next mishap happen to a request, unless it is for a page or script."""
        played = PLAYED.match(exchange.request)
        if played is None:
            await exchange.reply(await self.answer(exchange))
            return
        if exchange.request.startswith(b"POST"):
            key = json.loads(exchange.request.partition(b"\r\n\r\n")[2])["key"]
            self.sent(Tap(played[1].decode(), None, None, key))
        await super().meet(exchange)

    async def apply(self, exchange: Exchange, name: str) -> None:
        """Pass a stream on until the phone closes it; one that meets a mishap ends somewhere."""
        if b"/stream" not in exchange.request.partition(b"\r\n")[0]:
            await super().apply(exchange, name)
            return
        most = self.random.randrange(STREAM_BYTES) if name in CUT | DEAD else 1 << 60
        reader, writer = await self.reach(exchange)

        async def relay(left: int) -> None:
            while left and (data := await reader.read(min(left, 1 << 16))):
                await exchange.reply(data)
                left -= len(data)

        with contextlib.closing(writer):
            writer.write(exchange.request)
            relayed = asyncio.ensure_future(relay(most))
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

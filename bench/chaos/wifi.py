"""The bad Wi-Fi as browsers meet it: besides what it does to requests (`proxy.py`), lines go dead without a word.

A browser's page asks for its table's state, taps, and follows a stream. Answers and streams stop anywhere, and the line
may stay open: nobody hangs up on a phone that has walked out of reach.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bench.chaos.ledger import Tap
from bench.chaos.proxy import CUT, FAULTS, CutError, Exchange, Fault, Proxy, pass_on

DEAD = frozenset({"stalled", "silent"})  # what ends without anybody hanging up
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
    """Mishaps befall what a page asks of its table; pages and scripts come through. `sent` hears of each tap."""

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
        """A stream, as it comes, until the phone hangs up; one that meets a mishap ends somewhere."""
        left = self.random.randrange(MOST_OF_A_STREAM) if name in CUT or name in DEAD else None
        reader, writer = await self.reach(exchange)
        with contextlib.closing(writer):
            writer.write(exchange.request)
            relayed, gone = (
                asyncio.ensure_future(each) for each in (_relay(reader, exchange.phone, left), exchange.line.read())
            )
            try:
                await asyncio.wait((relayed, gone), return_when=asyncio.FIRST_COMPLETED)
                if name in DEAD:
                    await gone
            finally:
                relayed.cancel()
                gone.cancel()
                await asyncio.gather(relayed, gone, return_exceptions=True)
        raise CutError


async def _relay(reader: asyncio.StreamReader, phone: asyncio.StreamWriter, left: int | None) -> None:
    """So many bytes of what the server says, or all of them."""
    while left != 0 and (data := await reader.read(left or 1 << 16)):
        phone.write(data)
        await phone.drain()
        left = None if left is None else left - len(data)


async def _given_up(exchange: Exchange) -> None:
    """The line stays open until the phone itself hangs up."""
    await exchange.line.read()
    raise CutError

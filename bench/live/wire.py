"""Just enough HTTP, server-sent events and WebSocket for phones: one small asyncio client for both
servers.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

LIMIT = 1 << 20  # bytes of a line: a whole state is one
Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # WebSocket opcodes


@dataclass
class Device:
    """A phone as the network sees it: an address of its own, and cookies."""

    port: int
    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    _idle: list[Line] = field(default_factory=list)  # kept connections, as a browser keeps them

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Status and body of the answer; the connection is kept for the next request."""
        asked = (
            self.head(method, path, {"Content-Type": kind, "Content-Length": str(len(body))}) + body
        )
        # the server may have closed one that was idle for long: then ask again, as browsers do
        while self._idle:
            try:
                return await self._ask(asked, *self._idle.pop())
            except (asyncio.IncompleteReadError, ConnectionError):
                continue
        return await self._ask(asked, *await self.connect())

    async def _ask(
        self, asked: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[int, bytes]:
        try:
            writer.write(asked)
            status, headers = await read_head(reader)
            self._heed(headers)
            data = await _body(reader, headers)
        except BaseException:  # cut off, or given up
            writer.close()
            raise
        if "close" in headers.get("connection", ""):
            writer.close()
        else:
            self._idle.append((reader, writer))
        return status, data

    async def connect(self) -> Line:
        """A connection from this phyour own address."""
        return await asyncio.open_connection(
            "127.0.0.1", self.port, limit=LIMIT, local_addr=(self.address, 0)
        )

    def head(self, method: str, path: str, headers: Mapping[str, str]) -> bytes:
        """A request's first lines."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = {
            "Host": f"127.0.0.1:{self.port}",
            **({"Cookie": cookies} if cookies else {}),
            **headers,
        }
        return "\r\n".join(
            [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in own.items()), "", ""]
        ).encode()

    def close(self) -> None:
        """Hang up."""
        for _, writer in self._idle:
            writer.close()

    def _heed(self, headers: Mapping[str, str]) -> None:
        for cookie in headers.get("set-cookie", "").split("\n"):
            name, _, value = cookie.partition(";")[0].partition("=")
            if name:
                self.cookies[name] = value


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Status and headers; of several cookies, one a line."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        name = name.lower()
        headers[name] = f"{headers[name]}\n{value.strip()}" if name in headers else value.strip()
    return int(lines[0].split()[1]), headers


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    return b"".join([chunk async for chunk in chunks(reader)])


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The parts of a chunked answer as they come."""
    while size := int(await reader.readline() or b"0", 16):
        yield (await reader.readexactly(size + 2))[:-2]


async def events(parts: AsyncIterator[bytes]) -> AsyncIterator[dict[str, str]]:
    """Server-sent events: their fields."""
    rest = b""
    async for part in parts:
        *whole, rest = (rest + part).split(b"\n\n")
        for block in whole:
            lines = (line.partition(": ") for line in block.decode().split("\n"))
            yield {name: value for name, _, value in lines if name}


class WebSocket:
    """One WebSocket that sends and receives text."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, device: Device, path: str) -> WebSocket:
        """Connect and shake hands."""
        reader, writer = await device.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key}
        writer.write(device.head("GET", path, {**upgrade, "Sec-WebSocket-Version": "13"}))
        status, _ = await read_head(reader)
        assert status == 101, f"no WebSocket at {path}: {status}"
        return cls(reader, writer)

    def send(self, text: str, opcode: int = TEXT) -> None:
        """Send one message, masked as a client must."""
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | min(126, size))
        longer = struct.pack("!H", size) if size >= 126 else b""
        pad = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data) ^ int.from_bytes(pad)).to_bytes(size)
        self._writer.write(head + longer + mask + masked)

    async def messages(self) -> AsyncIterator[str]:
        """Messages until the server hangs up."""
        while True:
            opcode, data = await self._frame()
            if opcode == CLOSE:
                return
            if opcode == PING:
                self.send(data.decode(), PONG)
            else:
                yield data.decode()

    def close(self) -> None:
        """Hang up."""
        self._writer.close()

    async def _frame(self) -> tuple[int, bytes]:
        first, size = await self._reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8))
        return first & 0x0F, await self._reader.readexactly(size)

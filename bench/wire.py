"""A free port for a server, and a small HTTP client for phones: each has an address of its own,
which no client library that we depend on can give it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import random
import socket
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

LIMIT = 1 << 20  # bytes of a line: a whole state is one
PORTS = (20_000, 32_000)  # systems take the ports of connections out from above
Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def free_port() -> int:
    """Return a port that nobody uses, and that no connection out gets while its server is down."""
    while True:
        port = random.randrange(*PORTS)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("0.0.0.0", port))  # noqa: S104 - as the phone table itself does
            return port


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
        """Return the status and body of an answer; keep the connection for the next request."""
        headers = {"Content-Type": kind, "Content-Length": str(len(body))}
        request = self.head(method, path, headers) + body
        while True:
            kept = bool(self._idle)
            reader, writer = self._idle.pop() if kept else await self.connect()
            try:
                writer.write(request)
                status, answer = await read_head(reader)
                for cookie in answer.get("set-cookie", "").split("\n"):
                    name, _, value = cookie.partition(";")[0].partition("=")
                    self.cookies |= {name: value} if name else {}
                if "content-length" in answer:
                    data = await reader.readexactly(int(answer["content-length"]))
                else:
                    data = b"".join([chunk async for chunk in chunks(reader)])
                if answer.get("content-encoding") == "gzip":
                    data = gzip.decompress(data)
            except BaseException as error:  # cut off, or given up
                writer.close()
                # the server may have closed one that was idle for long: then ask again, as browsers
                if kept and isinstance(error, asyncio.IncompleteReadError | ConnectionError):
                    continue
                raise
            if "close" in answer.get("connection", ""):
                writer.close()
            else:
                self._idle.append((reader, writer))
            return status, data

    async def connect(self) -> Line:
        """Connect from this phone's own address."""
        here = (self.address, 0)
        return await asyncio.open_connection("127.0.0.1", self.port, limit=LIMIT, local_addr=here)

    async def stream(self, path: str) -> Line:
        """Ask for server-sent events; their answer begins on this connection."""
        reader, writer = await self.connect()
        writer.write(self.head("GET", path, {"Accept": "text/event-stream"}))
        return reader, writer

    def head(self, method: str, path: str, headers: Mapping[str, str]) -> bytes:
        """Return the head of a request."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = {"Host": f"127.0.0.1:{self.port}", "Accept-Encoding": "gzip"}
        own |= {"Cookie": cookies} if cookies else {}
        lines = [f"{name}: {value}" for name, value in {**own, **headers}.items()]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode()

    def close(self) -> None:
        """Close the kept connections."""
        for _, writer in self._idle:
            writer.close()


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Return the status and headers of an answer; of several cookies, one a line."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        name, value = name.lower(), value.strip()
        headers[name] = f"{headers[name]}\n{value}" if name in headers else value
    return int(lines[0].split()[1]), headers


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield the parts of a chunked answer as they come."""
    while size := int(await reader.readline() or b"0", 16):
        yield (await reader.readexactly(size + 2))[:-2]


async def events(reader: asyncio.StreamReader) -> AsyncIterator[dict[str, str]]:
    """Yield the fields of each server-sent event after the answer's head."""
    rest = b""
    async for part in chunks(reader):
        *whole, rest = (rest + part).split(b"\n\n")
        for block in whole:
            lines = (line.partition(": ") for line in block.decode().split("\n"))
            yield {name: value for name, _, value in lines if name}

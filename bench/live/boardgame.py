"""boardgame.io under the same load: its own server with FlatFile storage, and phones that speak its
socket.io, over a small WebSocket.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import shutil
import struct
import subprocess
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from bench.live.wire import Device, Line, read_head
from bench.ports import free_port
from bench.services import listens, wait_for

PEER = Path(__file__).with_name("peer")
SPACE = "/bench"  # socket.io's namespace: the game's name
PATIENCE_S = 30
PLAIN = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "")}
TEXT = 0x81  # how a WebSocket message of one part begins


def install(folder: Path) -> str:
    """Put the peer into `folder`; why that can't be done, or "" when it is done."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "node and npm are not installed"
    shutil.copytree(PEER, folder)
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"npm install failed: {done.stderr.strip()[-300:]}"


class Server:
    """The peer's process."""

    name = "boardgame.io"

    def __init__(self, home: Path, data: Path) -> None:
        self._port = free_port()
        command = ["node", "server.mjs", str(self._port), str(data)]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(command, cwd=home, stdout=quiet, stderr=quiet, env=PLAIN)
        self.pids = [self._process.pid]
        wait_for("boardgame.io", lambda: listens(self._port), self._process)

    def kill(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()

    async def seat(self, tables: int, seats: int) -> list[list[Phone]]:
        """That many matches with every phone connected."""
        matches = []
        for table in range(tables):
            devices = [Device(self._port, f"127.1.{table}.{2 + seat}") for seat in range(seats)]
            phones = [Phone(device, table, seat) for seat, device in enumerate(devices)]
            for phone in phones:
                await phone.follow(seats)
            matches.append(phones)
        return matches


class Phone:
    """What boardgame.io's own client says: `sync` once, then `update` for each move."""

    def __init__(self, device: Device, table: int, seat: int) -> None:
        self._device, self._match, self._seat = device, f"match-{table}", str(seat)
        self.shown: dict[str, float] = {}
        self._state: Any = None
        self._joined, self._synced = asyncio.Event(), asyncio.Event()

    async def follow(self, seats: int) -> None:
        """Connect, and wait for the match's state."""
        self._seats = seats
        self._line = await upgraded(self._device, "/socket.io/?EIO=4&transport=websocket")
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self._joined.wait(), PATIENCE_S)
        await self._sync()

    async def tap(self, mark: str) -> str:
        """One move on the state that this phone has; the server acknowledges nothing."""
        payload = {"type": "tap", "args": [mark], "playerID": self._seat}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self._state["_stateID"], self._match, self._seat)
        return mark

    async def count(self) -> int:
        """The moves that the match holds."""
        await self._sync()
        return int(self._state["G"]["taps"])

    def leave(self) -> None:
        """Close the page."""
        self._task.cancel()
        self._line[1].close()

    async def _sync(self) -> None:
        self._synced.clear()
        self._emit("sync", self._match, self._seat, None, self._seats)
        await asyncio.wait_for(self._synced.wait(), PATIENCE_S)

    def _emit(self, *parts: Any) -> None:
        send(self._line, f"42{SPACE},{json.dumps(parts)}")

    async def _listen(self) -> None:
        async for message in messages(self._line):
            if message.startswith("0"):
                send(self._line, f"40{SPACE},")
            elif message.startswith("40"):
                self._joined.set()
            elif message == "2":
                send(self._line, "3")
            elif message.startswith("42"):
                kind, _, state, *_ = json.loads(message.partition(",")[2])
                if kind == "sync":
                    self._state = state["state"]
                    self._synced.set()
                elif kind == "update":
                    self._state = state
                    self.shown.setdefault(state["G"]["last"], time.perf_counter())


async def upgraded(device: Device, path: str) -> Line:
    """Connect and shake hands for a WebSocket."""
    reader, writer = await device.connect()
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key}
    writer.write(device.head("GET", path, {**upgrade, "Sec-WebSocket-Version": "13"}))
    status, _ = await read_head(reader)
    assert status == 101, f"no WebSocket at {path}: {status}"
    return reader, writer


def send(line: Line, text: str) -> None:
    """Send one WebSocket message, masked as a client must."""
    data, mask = text.encode(), os.urandom(4)
    size = len(data)
    head = struct.pack("!BB", TEXT, 0x80 | min(126, size))
    longer = struct.pack("!H", size) if size >= 126 else b""
    pad = (mask * (size // 4 + 1))[:size]
    masked = (int.from_bytes(data) ^ int.from_bytes(pad)).to_bytes(size)
    line[1].write(head + longer + mask + masked)


async def messages(line: Line) -> AsyncIterator[str]:
    """WebSocket messages; raise `asyncio.IncompleteReadError` when the server hangs up."""
    reader = line[0]
    while True:
        first, size = await reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8))
        data = await reader.readexactly(size)
        if first == TEXT:
            yield data.decode()

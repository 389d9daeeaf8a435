"""boardgame.io under the same load: its own server with FlatFile storage, and phones that speak its
socket.io.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from bench.live import watch
from bench.live.wire import Device, WebSocket
from bench.ports import free_port

PEER = Path(__file__).with_name("peer")
SPACE = "/bench"  # socket.io's namespace: the game's name
PATIENCE_S = 30
PLAIN = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "")}


def install(folder: Path) -> str:
    """Put the peer into `folder`; why that can't be done, or "" when it is done."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "node and npm are not installed"
    for part in PEER.iterdir():
        shutil.copy(part, folder)
    done = subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return "" if done.returncode == 0 else f"npm install failed: {done.stderr.strip()[-300:]}"


class Server:
    """The peer's process."""

    name = "boardgame.io"

    def __init__(self, home: Path, data: Path) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(
            ["node", "server.mjs", str(self.port), str(data)],
            cwd=home,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=PLAIN,
        )
        self.pids = [self.process.pid]
        assert self.process.stdout is not None
        if not any(line.startswith("listening") for line in self.process.stdout):
            raise SystemExit("the peer did not start")

    def kill(self) -> None:
        """End it."""
        watch.kill(self.process)

    async def seat(self, tables: int, seats: int) -> list[list[Phone]]:
        """That many matches with every phone connected."""
        return [
            [await self._phone(table, seat, seats) for seat in range(seats)]
            for table in range(tables)
        ]

    async def _phone(self, table: int, seat: int, seats: int) -> Phone:
        phone = Phone(Device(self.port, f"127.1.{table}.{2 + seat}"), f"match-{table}", str(seat))
        await phone.follow(seats)
        return phone


class Phone:
    """What boardgame.io's own client says over the wire: `sync` once, then `update` for
    each move.
    """

    def __init__(self, device: Device, match: str, seat: str) -> None:
        self._device, self._match, self._seat = device, match, seat
        self.shown: dict[str, float] = {}
        self._state: Any = None
        self._joined, self._synced = asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def follow(self, seats: int) -> None:
        """Connect, and wait for the match's state."""
        self._seats = seats
        self._socket = await WebSocket.open(self._device, "/socket.io/?EIO=4&transport=websocket")
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
        if self._task:
            self._task.cancel()
        self._socket.close()

    async def _sync(self) -> None:
        self._synced.clear()
        self._emit("sync", self._match, self._seat, None, self._seats)
        await asyncio.wait_for(self._synced.wait(), PATIENCE_S)

    def _emit(self, *parts: Any) -> None:
        self._socket.send(f"42{SPACE},{json.dumps(parts)}")

    async def _listen(self) -> None:
        async for message in self._socket.messages():
            if message.startswith("0"):
                self._socket.send(f"40{SPACE},")
            elif message.startswith("40"):
                self._joined.set()
            elif message == "2":
                self._socket.send("3")
            elif message.startswith("42"):
                self._heed(*json.loads(message.partition(",")[2]))

    def _heed(self, kind: str, _match: str, told: Any, *_: Any) -> None:
        if kind == "sync":
            self._state = told["state"]
            self._synced.set()
        elif kind == "update":
            self._state = told
            self.shown.setdefault(told["G"]["last"], time.perf_counter())

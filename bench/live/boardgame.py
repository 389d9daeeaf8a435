"""boardgame.io under the same load: its own server with FlatFile storage, and phones that speak its
socket.io over tornado's WebSocket (a part of Dask's `distributed`).
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import time
from itertools import chain
from pathlib import Path
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

from bench.chaos.servers import HERE, Serve
from bench.live.load import SEATS

PEER = Path(__file__).with_name("peer")
SPACE = "/bench"  # socket.io's namespace: the game's name
PATIENCE_S = 30
PLAIN = ("env", "-i", f"PATH={os.environ.get('PATH', '')}", f"HOME={os.environ.get('HOME', '')}")


def install(folder: Path) -> str:
    """Install the peer into `folder`; return why that failed, "" otherwise."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "node and npm are not installed"
    shutil.copytree(PEER, folder)
    words = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"npm install failed: {done.stderr.strip()[-300:]}"


def serving(matches: int, moves: int) -> Serve:
    """Return the command of the installed peer, with so many matches after so many moves."""

    def command(data: Path, port: int) -> list[str]:
        return [*PLAIN, "node", "server.mjs", *map(str, (port, data, matches, moves))]

    return command


async def seated(port: int, tables: int) -> list[list[Phone]]:
    """Return so many matches' phones, each connected."""
    matches = [[Phone(table, seat) for seat in range(SEATS)] for table in range(tables)]
    for phone in chain(*matches):
        await phone.follow(port)
    return matches


class Phone:
    """A phone that speaks as boardgame.io's client: `sync` once, then `update` for each move."""

    def __init__(self, table: int, seat: int) -> None:
        self._match, self._seat = f"match-{table}", str(seat)
        self.shown: dict[str, float] = {}
        self._state: Any = None
        self._joined, self._synced = asyncio.Event(), asyncio.Event()

    async def follow(self, port: int) -> None:
        """Connect, and wait for the match's state."""
        address = f"ws://{HERE}:{port}/socket.io/?EIO=4&transport=websocket"
        self._line: WebSocketClientConnection = await websocket_connect(address)
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self._joined.wait(), PATIENCE_S)
        await self._sync()

    async def tap(self, mark: str) -> str:
        """Move on the state that this phone has; the server acknowledges nothing."""
        payload = {"type": "tap", "args": [mark], "playerID": self._seat}
        action = {"type": "MAKE_MOVE", "payload": payload}
        await self._emit("update", action, self._state["_stateID"], self._match, self._seat)
        return mark

    async def count(self) -> int:
        """Return how many moves the match holds."""
        await self._sync()
        return int(self._state["G"]["taps"])

    def leave(self) -> None:
        """Close the page."""
        self._task.cancel()
        self._line.close()

    async def _sync(self) -> None:
        self._synced.clear()
        await self._emit("sync", self._match, self._seat, None, SEATS)
        await asyncio.wait_for(self._synced.wait(), PATIENCE_S)

    async def _emit(self, *parts: Any) -> None:
        await self._line.write_message(f"42{SPACE},{json.dumps(parts)}")

    async def _listen(self) -> None:
        while message := await self._line.read_message():
            text = str(message)
            if text.startswith("0"):
                await self._line.write_message(f"40{SPACE},")
            elif text.startswith("40"):
                self._joined.set()
            elif text == "2":
                await self._line.write_message("3")
            elif text.startswith("42"):
                kind, _, state, *_ = json.loads(text.partition(",")[2])
                if kind == "sync":
                    self._state = state["state"]
                    self._synced.set()
                elif kind == "update":
                    self._state = state
                    self.shown.setdefault(state["G"]["last"], time.perf_counter())

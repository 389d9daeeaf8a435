"""Servers to be killed: each a process group of its own, started as a user starts it, again and
again on its data.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.live.wire import Device

HERE = "127.0.0.1"
PATIENCE_S = 60.0
TICK = os.sysconf("SC_CLK_TCK")
RETRY_S = 0.01


def rookery_table(folder: Path, port: int) -> list[str]:
    """The command by which people open a phone table."""
    return [
        sys.executable,
        "-m",
        "rookery",
        "table",
        "--host",
        HERE,
        "--port",
        str(port),
        "--data",
        str(folder),
    ]


class House:
    """A server and all that it starts, on a port that it keeps. What it says goes into the file
    `log`.
    """

    def __init__(
        self, command: Sequence[str], port: int, log: Path, env: Mapping[str, str] | None = None
    ) -> None:
        self.command, self.port, self.log = list(command), port, log
        self._env = {**os.environ, **(env or {})}
        self._process: asyncio.subprocess.Process | None = None
        self.up = asyncio.Event()

    async def start(self, path: str = "/") -> float:
        """Start it; the seconds until it has answered a request for `path`."""
        began = time.perf_counter()
        await self.spawn()
        await self.answers(path)
        self.up.set()
        return time.perf_counter() - began

    async def spawn(self) -> None:
        """Start it and don't wait."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self.command, stdout=log, stderr=log, env=self._env, start_new_session=True
            )

    async def answers(self, path: str) -> None:
        """Wait for an answer that isn't a fault; raises `SystemExit` when there is none to come."""
        device, until, told = Device(self.port, HERE), time.monotonic() + PATIENCE_S, b""
        while self._process and self._process.returncode is None and time.monotonic() < until:
            with contextlib.suppress(OSError, EOFError):
                status, told = await device.ask("GET", path)
                if status < 500:
                    device.close()
                    return
            await asyncio.sleep(RETRY_S)
        said = self.log.read_text("utf-8", "replace")[-2000:]
        raise SystemExit(f"{' '.join(self.command)} does not answer {path}: {told[:300]!r}\n{said}")

    @property
    def pid(self) -> int:
        """The process that answers; 0 while it is down."""
        return self._process.pid if self._process else 0

    async def kill(self) -> None:
        """End the whole group by kill -9: as a power cut, as far as processes can tell."""
        self.up.clear()
        await self._end(signal.SIGKILL)

    @property
    def worked(self) -> float:
        """Seconds of processor time that the server itself has used since its start."""
        fields = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    async def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        self.up.clear()
        await self._end(signal.SIGTERM)

    async def _end(self, number: int) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)
        await self._process.wait()
        self._process = None

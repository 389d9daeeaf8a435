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
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self, TypeAlias

from bench.live.wire import Device
from bench.ports import free_port
from bench.services import Postgres, Redis, children, gunicorn

Serve: TypeAlias = Callable[[Path, int], list[str]]  # a server's command for a folder and a port

HERE = "127.0.0.1"
PATIENCE_S = 60.0
RETRY_S = 0.01


class House:
    """A server of a folder and all that it starts, on a port that it keeps, until the context is
    left; its output goes into a log beside the folder.
    """

    def __init__(self, serve: Serve, folder: Path, env: Mapping[str, str] | None = None) -> None:
        self.folder, self.port, self.log = folder, free_port(), folder.with_suffix(".log")
        self.command = serve(folder, self.port)
        self._env = {**os.environ, **(env or {})}
        self._process: asyncio.subprocess.Process | None = None
        self.up = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

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
        device, until, answer = Device(self.port, HERE), time.monotonic() + PATIENCE_S, b""
        while self._process and self._process.returncode is None and time.monotonic() < until:
            with contextlib.suppress(OSError, EOFError):
                status, answer = await device.ask("GET", path)
                if status < 500:
                    device.close()
                    return
            await asyncio.sleep(RETRY_S)
        log = self.log.read_text("utf-8", "replace")[-2000:]
        raise SystemExit(f"{' '.join(self.command)} does not answer {path}: {answer!r}\n{log}")

    @property
    def pid(self) -> int:
        """The process that answers; 0 while it is down."""
        return self._process.pid if self._process else 0

    async def kill(self) -> None:
        """End the whole group by kill -9: as a power cut, as far as processes can tell."""
        self.up.clear()
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
            self._process = None


class Hosted(contextlib.ExitStack):
    """Gunicorn (`house`) with its workers, PostgreSQL and Redis, until the context is left."""

    def __init__(self, folder: Path, workers: int) -> None:
        super().__init__()
        self.folder, self._workers = folder, workers

    @staticmethod
    def installed() -> bool:
        """Whether this machine has what it takes."""
        return bool(Postgres.installed() and Redis.installed())

    async def __aenter__(self) -> Self:
        self.postgres, self.redis = self.enter_context(Postgres()), self.enter_context(Redis())
        metrics = self.folder / "metrics"
        metrics.mkdir()
        env = {
            "DATABASE_URL": self.postgres.address,
            "REDIS_URL": self.redis.address,
            "ROOKERY_DATA": str(self.folder / "data"),
            "ROOKERY_PROXIES": "0",  # phones come straight to us, each from an address of its own
            "WEB_CONCURRENCY": str(self._workers),
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),  # its own one would be left behind by kill -9
        }
        migrating = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "rookery", "migrate"),
            env={**os.environ, **env},
            stdout=asyncio.subprocess.DEVNULL,
        )
        assert await migrating.wait() == 0
        folder = self.folder / "gunicorn"
        self.house = House(lambda _, port: gunicorn(f"{HERE}:{port}"), folder, env)
        await self.house.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.house.kill()
        self.close()

    def workers(self) -> list[int]:
        """The processes of its workers that live."""
        return children(self.house.pid)

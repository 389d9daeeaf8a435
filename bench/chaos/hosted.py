"""A hosted Rookery to be killed: gunicorn with its workers, on PostgreSQL and Redis of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from bench.chaos.houses import HERE, House
from bench.ports import free_port
from bench.services import Postgres, Redis, children, gunicorn


class Hosted:
    """All three, until the end of the context; `house` is gunicorn."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder, self._workers = folder, workers
        self._running = ExitStack()

    @staticmethod
    def installed() -> bool:
        """Whether this machine has what it takes."""
        return bool(Postgres.installed() and Redis.installed())

    async def __aenter__(self) -> Self:
        self.postgres = self._running.enter_context(Postgres())
        self.redis = self._running.enter_context(Redis())
        port, metrics = free_port(), self.folder / "metrics"
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
            sys.executable,
            "-m",
            "rookery",
            "migrate",
            env={**os.environ, **env},
            stdout=asyncio.subprocess.DEVNULL,
        )
        assert await migrating.wait() == 0
        self.house = House(gunicorn(f"{HERE}:{port}"), port, self.folder / "gunicorn.log", env)
        await self.house.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.house.kill()
        self._running.close()

    def workers(self) -> list[int]:
        """The processes of its workers that live."""
        return children(self.house.pid)

    def kill_worker(self, worker: int) -> None:
        """As a crash of that worker would; gunicorn starts another."""
        os.kill(worker, signal.SIGKILL)

"""PostgreSQL and Redis of an experiment's own, to be killed and started again: in a folder of theirs, on Unix sockets.

Debian's or any other that is installed. PostgreSQL refuses to run as root, so root starts it as somebody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import psycopg
import redis

SERVANTS = ("postgres", "nobody")
SETTINGS = {"listen_addresses": "", "jit": "off", "shared_buffers": "64MB", "max_connections": "200"}
PATIENCE_S = 60.0
RETRY_S = 0.02


class Back:
    """A service behind the web servers, in a process group of its own."""

    command: Sequence[object] = ()

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rookery-"))  # short: a socket's path has 107 letters at most
        self._process: asyncio.subprocess.Process | None = None
        self._servant: dict[str, Any] = {}

    async def __aenter__(self) -> Self:
        await self.prepare()
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def prepare(self) -> None:
        """What is to be done once."""

    async def start(self) -> None:
        """Start it, and wait until it answers; raises `TimeoutError`."""
        self._process = await self._run(*self.command, wait=False)
        async with asyncio.timeout(PATIENCE_S):
            while not self.answers():  # noqa: ASYNC110 - another program is waited for, which tells nobody
                await asyncio.sleep(RETRY_S)

    async def kill(self) -> None:
        """End all its processes at once, by kill -9."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
            self._process = None

    def answers(self) -> bool:
        """Whether it serves."""
        raise NotImplementedError

    async def _run(self, *command: object, wait: bool = True) -> asyncio.subprocess.Process:
        with (self.folder / "log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *map(str, command), cwd="/", stdout=log, stderr=log, start_new_session=True, **self._servant
            )
        if wait and await process.wait():
            raise SystemExit(f"{' '.join(map(str, command))} failed: see {self.folder / 'log'}")
        return process


class Postgres(Back):
    """A cluster with everything as it comes: each commit is on the disk when it is answered."""

    @staticmethod
    def installed() -> Path | None:
        """The folder of the newest installed PostgreSQL's programs."""
        debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
        found = str(debian[-1]) if debian else shutil.which("initdb")
        return Path(found).resolve().parent if found else None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"postgresql://rookery@/postgres?host={self.folder}"

    async def prepare(self) -> None:
        """Make the cluster."""
        programs = self.installed()
        assert programs, "no PostgreSQL is installed"
        if os.geteuid() == 0:
            known = {entry.pw_name: entry for entry in pwd.getpwall()}
            servant = next(known[name] for name in SERVANTS if name in known)
            os.chown(self.folder, servant.pw_uid, servant.pw_gid)
            self._servant = {"user": servant.pw_uid, "group": servant.pw_gid, "extra_groups": []}
        data = self.folder / "data"
        await self._run(programs / "initdb", "-D", data, "-U", "rookery", "-A", "trust", "-E", "UTF8", "--locale=C")
        options = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        self.command = [programs / "postgres", "-D", data, "-k", self.folder, *options]

    async def kill(self) -> None:
        """End the postmaster and its children, each a group of its own."""
        if self._process:
            for pid in (*children(self._process.pid), self._process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        await super().kill()

    def answers(self) -> bool:
        """Whether it takes connections."""
        try:
            psycopg.connect(self.address, connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True


class Redis(Back):
    """A Redis that keeps nothing on the disk."""

    @staticmethod
    def installed() -> Path | None:
        """The program."""
        found = shutil.which("redis-server")
        return Path(found) if found else None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"unix://{self.folder}/redis.sock"

    async def prepare(self) -> None:
        """Nothing but its command."""
        self.command = [self.installed(), "--port", 0, "--unixsocket", self.folder / "redis.sock", "--save", ""]

    def answers(self) -> bool:
        """Whether it says PONG."""
        try:
            with contextlib.closing(redis.Redis.from_url(self.address)) as line:
                return bool(line.ping())
        except redis.exceptions.RedisError:
            return False


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]

"""Servers to be killed: each a process group of its own, started as a user starts it, again and
again on its data.

`python -m bench.chaos.houses FOLDER PORT` is the phone table with an eye of glass: as `rookery
table`, but whatever photo comes, one penguin lies there. Photos are kept and told by the table as
always, and an experiment on disks need not wait for the reader.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Self, TypeAlias

import docs.hosted_house
from bench.ports import free_port
from bench.programs import find
from bench.wire import Device
from vision.sandbox.worker import WorkerResult
from web.app import create_app
from web.cli import serve
from web.server.network import bind

Serve: TypeAlias = Callable[[Path, int], list[str]]  # a server's command for a folder and a port

HERE = "127.0.0.1"
PATIENCE_S = 60.0
RETRY_S = 0.01
PENGUIN = "penguin-01"
READING = {
    "photo": "table.jpg",
    "pyramid": [[PENGUIN, None, None, None], [None] * 3, [None] * 2, [None]],
    "pieces": [{"id": PENGUIN, "face": "front"}],
    "tokens": [],
    "unsure": [],
}


class House:
    """A server of a folder, on a port that it keeps; its output goes into a log beside it."""

    def __init__(
        self, serves: Serve, folder: Path, env: Mapping[str, str] = {}, cwd: Path | None = None
    ) -> None:
        self.folder, self.port, self.log = folder, free_port(), folder.with_suffix(".log")
        self.command = serves(folder, self.port)
        self._env, self._cwd = {**os.environ, **env}, cwd
        self._process: asyncio.subprocess.Process | None = None
        self.up = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def start(self, path: str = "/") -> float:
        """Start it; the seconds until it has answered a request for `path`, or `SystemExit`."""
        began = time.perf_counter()
        await self.spawn()
        device, answer = Device(self.port, HERE), b""
        while self._process and self._process.returncode is None:
            with contextlib.suppress(OSError, EOFError):
                status, answer = await device.ask("GET", path)
                if status < 500:
                    device.close()
                    self.up.set()
                    return time.perf_counter() - began
            if time.perf_counter() - began > PATIENCE_S:
                break
            await asyncio.sleep(RETRY_S)
        log = self.log.read_text("utf-8", "replace")[-2000:]
        raise SystemExit(f"{' '.join(self.command)} does not answer {path}: {answer!r}\n{log}")

    async def spawn(self) -> None:
        """Start it and don't wait."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                stdout=log,
                stderr=log,
                env=self._env,
                cwd=self._cwd,
                start_new_session=True,
            )

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


def can_host() -> bool:
    """Whether this machine has what `hosted` takes."""
    return bool(find("postgresql") and find("redis-server"))


@contextlib.contextmanager
def hosted(folder: Path, *workers: int) -> Iterator[tuple[docs.hosted_house.House, list[int]]]:
    """PostgreSQL, Redis, and a gunicorn for each number of workers; yield all and their ports."""
    folder.mkdir(parents=True, exist_ok=True)
    with docs.hosted_house.House(folder) as house:
        # phones come straight to us, each from an address of its own
        house.environment["ROOKERY_PROXIES"] = "0"
        house.environment["ROOKERY_STREAMS"] = "4000"  # one worker may get nearly all phones
        house.postgres()
        house.redis()
        house.command("migrate")
        ports = [free_port() for _ in workers]
        for count, port in zip(workers, ports, strict=True):
            house.web(count, port)
        yield house, ports


def glass_eyed(folder: Path, port: int) -> list[str]:
    """How to start the phone table with an eye of glass."""
    return [sys.executable, "-m", "bench.chaos.houses", str(folder), str(port)]


def main() -> None:
    """Be that table until a signal comes."""
    folder, port = sys.argv[1:]

    def look(photo: bytes, *_: object) -> WorkerResult:
        return WorkerResult(READING, photo, photo)

    limits = {"photos": ""}  # experiments are hastier than people
    app = create_app({"DATA": Path(folder), "LIMITS": limits, "READ_PHOTO": look})
    serve(app, bind(HERE, int(port)))


if __name__ == "__main__":
    main()

"""Servers to be killed: each a process group of its own, started as a user starts it, again and
again on its data.

`python -m bench.chaos.servers FOLDER PORT` is a phone table without a photo reader: every photo
shows the same penguin. Photos are stored and shown as always, and an experiment on disks doesn't
wait for the reader.
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
from bench.programs import find
from bench.wire import Device, free_port
from vision.sandbox.worker import WorkerResult
from web.app import create_app
from web.cli import serve
from web.server.network import bind

Serve: TypeAlias = Callable[[Path, int], list[str]]  # a server's command for a folder and a port

HERE = "127.0.0.1"
PATIENCE_S, RETRY_S = 60.0, 0.01
PENGUIN = "penguin-01"
READING = {
    "photo": "table.jpg",
    "pyramid": [[PENGUIN, None, None, None], [None] * 3, [None] * 2, [None]],
    "pieces": [{"id": PENGUIN, "face": "front"}],
    "tokens": [],
    "unsure": [],
}


class Server:
    """A server of a folder, on a port that it keeps; its log lies beside the folder."""

    def __init__(
        self, serves: Serve, folder: Path, env: Mapping[str, str] = {}, cwd: Path | None = None
    ) -> None:
        self.folder, self.port, self.log = folder, free_port(), folder.with_suffix(".log")
        self.command = serves(folder, self.port)
        self._env, self._cwd = {**os.environ, **env}, cwd
        self._process: asyncio.subprocess.Process | None = None
        self._up = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def start(self, path: str = "/") -> float:
        """Start the server; return the seconds until it answers for `path`, or `SystemExit`."""
        began = time.perf_counter()
        await self.spawn()
        device, answer = Device(self.port, HERE), b""
        while self._process and self._process.returncode is None:
            with contextlib.suppress(OSError, EOFError):
                status, answer = await device.ask("GET", path)
                if status < 500:
                    device.close()
                    self._up.set()
                    return time.perf_counter() - began
            if time.perf_counter() - began > PATIENCE_S:
                break
            await asyncio.sleep(RETRY_S)
        log = self.log.read_text("utf-8", "replace")[-2000:]
        raise SystemExit(f"{' '.join(self.command)} does not answer {path}: {answer!r}\n{log}")

    async def spawn(self) -> None:
        """Start the server without waiting."""
        with self.log.open("ab") as log:
            start, env, cwd = asyncio.create_subprocess_exec, self._env, self._cwd
            self._process = await start(
                *self.command, stdout=log, stderr=log, env=env, cwd=cwd, start_new_session=True
            )

    @property
    def pid(self) -> int:
        """The server's process; 0 while it is down."""
        return self._process.pid if self._process else 0

    async def pause(self, _failures: int) -> None:
        """Let a phone wait until the server answers again."""
        await self._up.wait()

    async def kill(self) -> None:
        """End the whole group by kill -9, as a power cut does."""
        self._up.clear()
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
            self._process = None


def can_host() -> bool:
    """Whether this machine has what `hosted` needs."""
    return bool(find("postgresql") and find("redis-server"))


@contextlib.contextmanager
def hosted(folder: Path, *workers: int) -> Iterator[tuple[docs.hosted_house.House, list[int]]]:
    """Start PostgreSQL, Redis and a gunicorn a number of workers; yield all and their ports."""
    folder.mkdir(parents=True, exist_ok=True)
    with docs.hosted_house.House(folder) as house:
        house.environment["ROOKERY_PROXIES"] = "0"  # each phone has an address of its own
        house.environment["ROOKERY_STREAMS"] = "4000"  # one worker may get nearly all phones
        house.postgres()
        house.redis()
        house.command("migrate")
        ports = [free_port() for _ in workers]
        for count, port in zip(workers, ports, strict=True):
            house.web(count, port)
        yield house, ports


def without_reader(folder: Path, port: int) -> list[str]:
    """Return the command for a phone table without a photo reader."""
    return [sys.executable, "-m", "bench.chaos.servers", str(folder), str(port)]


def main() -> None:
    """Serve that table until a signal comes."""
    folder, port = sys.argv[1:]

    def look(photo: bytes, *_: object) -> WorkerResult:
        return WorkerResult(READING, photo, photo)

    limits = {"photos": ""}  # experiments send more photos than people do
    app = create_app({"DATA": Path(folder), "LIMITS": limits, "READ_PHOTO": look})
    serve(app, bind(HERE, int(port)))


if __name__ == "__main__":
    main()

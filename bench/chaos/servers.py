"""Servers to be killed: each a process group of its own, started as a user starts it, again and
again on its data.

`python -m bench.chaos.servers FOLDER PORT` is a phone table without a photo reader: every photo
shows the same penguin. Photos are stored and shown as always, and an experiment on disks doesn't
wait for the reader.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TypeAlias

import docs.hosted_house
from bench.programs import find
from bench.services import PATIENCE_S, Service
from bench.wire import free_port
from vision.sandbox.worker import WorkerResult
from web.app import create_app
from web.machine import bind
from web.serve import serve

Serve: TypeAlias = Callable[[Path, int], list[str]]  # a server's command for a folder and a port

HERE = "127.0.0.1"
PENGUIN = "penguin-01"
READING = {
    "photo": "table.jpg",
    "pyramid": [[PENGUIN, None, None, None], [None] * 3, [None] * 2, [None]],
    "pieces": [{"id": PENGUIN, "face": "front"}],
    "tokens": [],
    "unsure": [],
}


class Server(Service):
    """A server of the folder `data`, on a port that it keeps, to be killed."""

    name = "the server"

    def __init__(
        self, serves: Serve, data: Path, env: Mapping[str, str] = {}, cwd: Path | None = None
    ) -> None:
        super().__init__()
        self.data, self.port, self._path = data, free_port(), "/"
        self._command = serves(data, self.port)
        self._options = {"env": {**os.environ, **env}, "cwd": cwd}

    def __exit__(self, *_: object) -> None:
        self.kill()
        super().__exit__()

    @property
    def pid(self) -> int:
        """The server's process; 0 while it is down."""
        return self._process.pid if self._process else 0

    def restart(self, path: str = "/") -> float:
        """Start the server again; return the seconds until it answers for `path`."""
        self._path, began = path, time.perf_counter()
        self.start()
        return time.perf_counter() - began

    def _answers(self) -> bool:
        line = HTTPConnection(HERE, self.port, timeout=PATIENCE_S)
        with contextlib.suppress(OSError, HTTPException), contextlib.closing(line):
            line.request("GET", self._path)
            return line.getresponse().status < 500
        return False


def can_host() -> bool:
    """Whether this machine has what `hosted` needs."""
    return bool(find("postgresql") and find("redis-server"))


@contextlib.contextmanager
def hosted(folder: Path, *workers: int) -> Iterator[tuple[docs.hosted_house.House, list[int]]]:
    """Start PostgreSQL, Redis and a web server a number of workers; yield all and their ports."""
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

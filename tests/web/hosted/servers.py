"""A web server with its workers on a Unix socket of the tests' own, and who visits it as a browser
behind a proxy would.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.services import web_server, web_workers

PATIENCE_S = 120.0
Json = dict[str, Any]


@contextlib.contextmanager
def a_folder() -> Iterator[Path]:
    """A temporary folder with a short name: a socket's path has 107 letters at most."""
    folder = Path(tempfile.mkdtemp(prefix="rookery-hosted-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def until(holds: Callable[[], bool]) -> bool:
    """Ask until it is so, or for too long."""
    end = time.monotonic() + PATIENCE_S
    while not (so := holds()) and time.monotonic() < end:
        pass
    return so


class Hosted:
    """`web.hosted.serve` as a process; what it says on stderr is in `said`."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.path, self._log = folder / "web.sock", folder / "web.log"
        self._count = int(environment.get("WEB_CONCURRENCY", "2"))
        settings = {
            "ROOKERY_DATA": str(folder),
            "ROOKERY_HOSTS": "games.example.org",
            **environment,
        }
        with self._log.open("wb") as log, socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.path))
            listener.listen(64)  # who comes before a worker is ready waits
            self.process = subprocess.Popen(
                web_server(),
                env={**os.environ, **settings, "ROOKERY_BIND": f"fd:{listener.fileno()}"},
                stderr=log,
                pass_fds=[listener.fileno()],
            )

    @property
    def said(self) -> str:
        """All lines on stderr so far."""
        return self._log.read_text("utf-8")

    @property
    def workers(self) -> list[int]:
        """The processes of its workers, once all are there: one may answer before another."""
        assert until(lambda: len(web_workers(self.process.pid)) >= self._count)
        Visitor(self).ask("GET", "/health")
        return web_workers(self.process.pid)

    @contextlib.contextmanager
    def only(self, worker: int) -> Iterator[None]:
        """What is asked meanwhile is asked of this worker: the others stand still."""
        others = [each for each in self.workers if each != worker]
        for each in others:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in others:
                os.kill(each, signal.SIGCONT)

    def kill(self, worker: int) -> None:
        """As a crash of that worker would."""
        os.kill(worker, signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)


class Line(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path) -> None:
        super().__init__("games.example.org", timeout=PATIENCE_S)
        self._path = path

    def connect(self) -> None:
        """To the socket, whatever the host."""
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


class Visitor:
    """A browser behind the proxy: an address of its own, and its cookies."""

    def __init__(self, server: Hosted, address: str = "192.0.2.7") -> None:
        self.server, self.address, self.cookies = server, address, dict[str, str]()

    def open(self, method: str, path: str, body: Any = None, **headers: str) -> Line:
        """Send a request; the connection to read the answer from."""
        line = Line(self.server.path)
        own = {"X-Forwarded-For": self.address, "X-Forwarded-Proto": "https"}
        own["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            own["Content-Type"] = "application/json"
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, None if body is None else json.dumps(body), own | told)
        return line

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and what the answer holds: JSON, or text."""
        with contextlib.closing(self.open(method, path, body, **headers)) as line:
            answer = line.getresponse()
            data = answer.read()
            for header in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = header.partition(";")[0].partition("=")
                self.cookies[name] = value
            held = "json" in (answer.getheader("Content-Type") or "")
            return answer.status, json.loads(data) if held else data.decode()

    def tap(self, code: str, kind: str, payload: Any = None, key: str = "") -> tuple[int, Any]:
        """One tap."""
        body = {"kind": kind, "payload": payload or {}, "key": key or secrets.token_hex(8)}
        return self.ask("POST", f"/t/{code}/events", body)

    @contextlib.contextmanager
    def listening(self, code: str) -> Iterator[http.client.HTTPResponse]:
        """An open stream."""
        line = self.open("GET", f"/t/{code}/stream")
        with contextlib.closing(line), line.getresponse() as answer:
            yield answer

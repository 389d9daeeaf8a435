"""A hosted Rookery on this machine, in a temporary folder: PostgreSQL, Redis, web and photo
workers, and nginx.

The same commands as in docs/hosting, on sockets and free ports, and parts that can be killed.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from bench.services import Postgres, Redis, wait_for, web_server, web_workers
from bench.wire import free_port
from vision.sandbox.worker import CHILD

HERE = "127.0.0.1"
HOSTING = Path(__file__).parent / "hosting"


class House(contextlib.ExitStack):
    """All processes, ended when the house is left, in the order in which they lean on
    one another; `database` and `queue` can be killed and started again.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.address = ""  # where phones come: nginx, or the web server itself
        self._web_port = free_port()
        (folder / "data").mkdir()
        folder.chmod(0o755)  # nginx runs as another user when root starts it
        self.database, self.queue = Postgres(), Redis(HOSTING / "redis.conf")
        self.environment = {
            **os.environ,
            "ROOKERY_DATA": str(folder / "data"),
            "DATABASE_URL": self.database.address,
            "REDIS_URL": self.queue.address,
            "ROOKERY_HOSTS": "localhost",
            "ROOKERY_PROXIES": "1" if shutil.which("nginx") else "0",
            "dramatiq_queue_prefetch": "1",
        }
        self.photo_workers: list[subprocess.Popen[bytes]] = []
        self._servers: list[subprocess.Popen[bytes]] = []

    def postgres(self) -> str:
        """Start PostgreSQL with an empty database; its version."""
        return self.enter_context(self.database).version

    def redis(self) -> str:
        """Start Redis with the settings of docs/hosting/redis.conf; its version."""
        return self.enter_context(self.queue).version

    def command(self, *words: str) -> str:
        """Run one of our commands as an administrator would, and return its output."""
        command = [sys.executable, "-m", "rookery", *words]
        done = subprocess.run(
            command, env=self.environment, check=False, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"rookery {words[0]}: {done.stderr.strip()}")
        return done.stdout.strip()

    def web(self, workers: int = 2, port: int = 0) -> None:
        """Start a web server on a port of its own; again for another one beside it."""
        self.address = f"{HERE}:{port or self._web_port}"
        self.environment |= {"ROOKERY_BIND": self.address, "WEB_CONCURRENCY": str(workers)}
        self._servers.append(self._start(f"web-{len(self._servers) + 1}", *web_server()))
        wait_for("the web server", lambda: _get(f"http://{self.address}/ready"), self._servers[-1])

    def web_workers(self) -> list[int]:
        """The processes of all web servers' workers."""
        return [worker for one in self._servers for worker in web_workers(one.pid)]

    def photo_worker(self) -> None:
        """Start one more photo worker."""
        number = len(self.photo_workers) + 1
        module = (
            "-m",
            "dramatiq",
            "web.hosted.photo_worker:set_up",
            "--processes",
            "1",
            "--threads",
            "2",
        )
        self.photo_workers.append(self._start(f"photos-{number}", sys.executable, *module))

    def reader(self) -> subprocess.Popen[bytes]:
        """The photo worker that reads just now."""

        def reads() -> subprocess.Popen[bytes] | None:
            alive = [worker for worker in self.photo_workers if worker.poll() is None]
            return next(
                (
                    one
                    for one in alive
                    if any(CHILD[-1] in _line(child) for child in _below(one.pid))
                ),
                None,
            )

        return wait_for("a photo worker that reads", reads)

    def kill_photo_worker(self, worker: subprocess.Popen[bytes]) -> None:
        """It, and the child that decodes: all at once."""
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    def nginx(self) -> str:
        """Start nginx with the example of docs/hosting, on a port of our own; its version, "" where
        there is none.
        """
        program = shutil.which("nginx")
        if program is None:
            return ""
        port, folder = free_port(), self.folder / "nginx"
        folder.mkdir()
        site = (HOSTING / "nginx.conf").read_text("utf-8")
        for ours, theirs in (
            (r"listen \[::\]:80;", ""),
            ("listen 80;", f"listen {HERE}:{port};"),
            (f"{HERE}:8000", f"{HERE}:{self._web_port}"),
            ("/var/log/nginx/", f"{folder}/"),
        ):
            site = re.sub(ours, theirs, site)
        (folder / "site.conf").write_text(site, "utf-8")
        (folder / "nginx.conf").write_text(_NGINX.format(folder=folder), "utf-8")
        process = self._start(
            "nginx", program, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")
        )
        self.address = f"{HERE}:{port}"
        wait_for("nginx", lambda: _get(f"http://{self.address}/health"), process)
        return subprocess.run(
            [program, "-v"], check=True, capture_output=True, text=True
        ).stderr.strip()

    def log(self, name: str) -> str:
        """What a part has said so far."""
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")

    def _start(self, name: str, *command: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.callback(_end, process)
        return process


_NGINX = """
daemon off;
worker_processes 1;
pid {folder}/pid;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask, and then insist; a process of its own session takes its children along."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(15)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _get(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own http address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _below(pid: int) -> list[int]:
    """All processes that a process has started, and those that they have; a thread may be the one
    that did.
    """
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, task.read_text("utf-8").split()):
                found += [child, *_below(child)]
    return found


def _line(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace").replace("\0", " ")
    return ""

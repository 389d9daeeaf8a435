"""PostgreSQL, Redis, gunicorn and `rookery table` as tests, benches and the demo run them: real,
of their own, and to be killed.

Each service lies in a temporary folder of its own and listens on a Unix socket in it, so nothing
depends on which ports are free; killed and started again it is where it was. PostgreSQL refuses to
run as root, so root starts it as someone else.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import psycopg
import redis

from bench.programs import find, install_command

SERVANTS = ("postgres", "nobody")
AS_IT_COMES = {
    "listen_addresses": "",
    "jit": "off",
    "shared_buffers": "64MB",
    "max_connections": "200",
}
HASTY = {
    **AS_IT_COMES, "shared_buffers": "16MB", "max_connections": "60", "log_min_messages": "panic",
    "fsync": "off", "full_page_writes": "off", "autovacuum": "off",
}  # fmt: skip
PATIENCE_S = 60.0
RETRY_S = 0.02
TICK = os.sysconf("SC_CLK_TCK")
T = TypeVar("T")


class Service:
    """A program that serves until the context is left, at an `address` that it keeps."""

    name: ClassVar[str]
    program: ClassVar[str]  # its name for `find`
    ending = signal.SIGTERM  # leaves nothing behind, and waits for nobody
    address: str

    def __init__(self) -> None:
        # short: a socket's path has 107 letters at most
        self._own = tempfile.TemporaryDirectory(prefix="rookery-")
        self.folder = Path(self._own.name)
        self._command: Sequence[object] = ()
        self._servant: Mapping[str, Any] = {}
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            self._process.send_signal(self.ending)
            self._process.wait(PATIENCE_S)
        self._own.cleanup()

    @classmethod
    def installed(cls) -> Path:
        """The program; raises `SystemExit` where there is none."""
        missing = f"{cls.name} is not installed: {install_command(cls.program)}"
        return find(cls.program) or sys.exit(missing)

    @property
    def version(self) -> str:
        """The program's name and version."""
        return _run({}, self.installed(), "--version").partition(" sha=")[0].strip()

    def start(self) -> None:
        """Start it, and wait until it answers; raises `SystemExit` where it doesn't."""
        self._command = self._command or self._prepared()
        words = [str(word) for word in self._command]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                words, cwd="/", stdout=log, stderr=log, start_new_session=True, **self._servant
            )
        wait_for(self.name, self._answers, self._process)

    def kill(self) -> None:
        """End it and all that it has started, as a crash would."""
        if self._process is None:
            return
        # PostgreSQL's are a group of their own each
        for pid in (*children(self._process.pid), self._process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(PATIENCE_S)
        self._process = None

    def _answers(self) -> bool:
        """Whether it serves."""
        raise NotImplementedError

    def _prepared(self) -> Sequence[object]:
        """The command; what is to be done once is done."""
        raise NotImplementedError


class Postgres(Service):
    """A cluster: each commit is on the disk when it is answered, unless its settings are HASTY."""

    name, program = "PostgreSQL", "postgresql"
    ending = signal.SIGQUIT

    def __init__(self, settings: Mapping[str, str] = AS_IT_COMES) -> None:
        super().__init__()
        self.address = f"postgresql://rookery@/postgres?host={self.folder}"
        self._settings = settings

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.address, connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def _prepared(self) -> Sequence[object]:
        program, data = self.installed(), self.folder / "data"
        if os.geteuid() == 0:
            known = {entry.pw_name: entry for entry in pwd.getpwall()}
            servant = next(known[name] for name in SERVANTS if name in known)
            os.chown(self.folder, servant.pw_uid, servant.pw_gid)
            self._servant = {"user": servant.pw_uid, "group": servant.pw_gid, "extra_groups": []}
        options = ("-U", "rookery", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        _run(self._servant, program.with_name("initdb"), "-D", data, *options)
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        return (program, "-D", data, "-k", self.folder, *settings)


class Redis(Service):
    """A Redis that keeps nothing on the disk, unless its own file of `settings` says so."""

    name, program = "Redis", "redis-server"

    def __init__(self, settings: Path | None = None) -> None:
        super().__init__()
        self.address = f"unix://{self.folder}/redis.sock"
        self._settings = [settings] if settings else []

    def _answers(self) -> bool:
        try:
            with contextlib.closing(redis.Redis.from_url(self.address)) as line:
                return bool(line.ping())
        except redis.exceptions.RedisError:
            return False

    def _prepared(self) -> Sequence[object]:
        where = ("--port", 0, "--unixsocket", self.folder / "redis.sock", "--dir", self.folder)
        keeping = () if self._settings else ("--save", "", "--appendonly", "no")
        return (self.installed(), *self._settings, *where, *keeping)


def rookery_table(folder: Path, port: int) -> list[str]:
    """The command by which people open a phone table."""
    where = ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    return [sys.executable, "-m", "rookery", "table", *where]


def gunicorn(bind: str, *flags: str) -> list[str]:
    """The command of docs/hosting that starts web workers; settings are in the environment."""
    settings = "python:web.hosted.gunicorn_conf"
    return [sys.executable, "-m", "gunicorn", "-c", settings, "-b", bind, *flags]


def children(pid: int) -> list[int]:
    """The processes that a process has started; none of one that is gone."""
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
        return [int(child) for child in text.split()]
    return []


def cpu_s(pids: Sequence[int]) -> float:
    """Seconds of CPU that these processes have used."""
    stats = (Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2] for pid in pids)
    return sum(int(ticks) for stat in stats for ticks in stat.split()[11:13]) / TICK


def memory_mb(pids: Sequence[int]) -> float:
    """The most memory that these processes have held, in MB."""
    texts = (Path(f"/proc/{pid}/status").read_text("utf-8") for pid in pids)
    return sum(int(text.partition("VmHWM:")[2].split()[0]) for text in texts) / 1024


def wait_for(
    what: str, look: Callable[[], T | None], process: subprocess.Popen[bytes] | None = None
) -> T:
    """What `look` finds, as soon as it does; `SystemExit` if it doesn't, or the process ended."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and not (process and process.poll() is not None):
        if it := look():
            return it
        time.sleep(RETRY_S)
    raise SystemExit(f"{what} did not come, or not within {PATIENCE_S:g} s")


def _run(servant: Mapping[str, Any], *command: object) -> str:
    """What a command says; raises `SystemExit` with it when it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd="/", check=False, capture_output=True, text=True, **servant)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return str(done.stdout)

"""PostgreSQL, Redis, web workers and `rookery table` as tests, benches and the demo run them: real
programs of their own, to be killed.

PostgreSQL and Redis have a temporary folder each and listen on a Unix socket in it, so nothing
depends on which ports are free. PostgreSQL refuses to run as root, so root starts it as someone
else.
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

USERS = ("postgres", "nobody")  # whose PostgreSQL is when root starts it
DEFAULTS = {
    "listen_addresses": "",
    "jit": "off",
    "shared_buffers": "64MB",
    "max_connections": "200",
}
HASTY = {  # keeps nothing safe
    **DEFAULTS, "shared_buffers": "16MB", "max_connections": "60", "log_min_messages": "panic",
    "fsync": "off", "full_page_writes": "off", "autovacuum": "off",
}  # fmt: skip
PATIENCE_S, RETRY_S = 60.0, 0.02
TICK = os.sysconf("SC_CLK_TCK")
T = TypeVar("T")


class Service:
    """A program that serves until the context is left; killed and started again it has the same
    `address` and data.
    """

    name: ClassVar[str]
    program: ClassVar[str]  # its name for `find`
    ending = signal.SIGTERM
    address: str

    def __init__(self) -> None:
        self._own = tempfile.TemporaryDirectory(prefix="rookery-")  # short, for a socket's path
        self.folder = Path(self._own.name)
        self._log = self.folder / "log"
        self._command: Sequence[str] = ()
        self._options: dict[str, Any] = {"cwd": "/"}  # of Popen
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
        """Return the program; raise `SystemExit` where there is none."""
        missing = f"{cls.name} is not installed: {install_command(cls.program)}"
        return find(cls.program) or sys.exit(missing)

    @property
    def version(self) -> str:
        """The program's name and version."""
        return _run({}, self.installed(), "--version").partition(" sha=")[0].strip()

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the program without waiting."""
        self._command = self._command or [str(word) for word in self._prepared()]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, start_new_session=True, **self._options
            )
        return self._process

    def start(self) -> None:
        """Start the program and wait until it answers; raise `SystemExit` if it doesn't."""
        process = self.spawn()
        try:
            wait_for(self.name, self._answers, process)
        except SystemExit as error:
            log = self._log.read_text("utf-8", "replace")[-2000:]
            raise SystemExit(f"{error}\n{log}") from None

    def kill(self) -> None:
        """End the program and its children, as a crash would."""
        if self._process is None:
            return
        # each of PostgreSQL's processes is a group of its own
        for pid in (*children(self._process.pid), self._process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(os.getpgid(pid), signal.SIGKILL)
        self._process.wait(PATIENCE_S)
        self._process = None

    def _answers(self) -> bool:
        raise NotImplementedError

    def _prepared(self) -> Sequence[object]:
        """Prepare the folder and return the command; called once."""
        raise NotImplementedError


class Postgres(Service):
    """PostgreSQL: each commit is on the disk when it is answered, unless the settings are HASTY."""

    name, program = "PostgreSQL", "postgresql"
    ending = signal.SIGQUIT

    def __init__(self, settings: Mapping[str, str] = DEFAULTS) -> None:
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
            user = next(known[name] for name in USERS if name in known)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._options |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        options = ("-U", "rookery", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        _run(self._options, program.with_name("initdb"), "-D", data, *options)
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        return (program, "-D", data, "-k", self.folder, *settings)


class Redis(Service):
    """Redis: keeps nothing on the disk, unless the file `settings` says so."""

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
        kept = () if self._settings else ("--save", "", "--appendonly", "no")
        return (self.installed(), *self._settings, *where, *kept)


def rookery_table(folder: Path, port: int) -> list[str]:
    """Return the command that opens a phone table."""
    where = ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    return [sys.executable, "-m", "rookery", "table", *where]


def web_server() -> list[str]:
    """Return docs/hosting's command for web workers; their settings are in the environment."""
    return [sys.executable, "-m", "web.hosted.serve"]


def web_workers(pid: int) -> list[int]:
    """Return the workers of the web server that is this process; a lone one is itself."""
    spawned = []
    for child in children(pid):
        with contextlib.suppress(OSError):
            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text("utf-8"):
                spawned.append(child)
    return spawned or [pid]


def children(pid: int) -> list[int]:
    """Return the processes that a process has started; none if it is gone."""
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
        return [int(child) for child in text.split()]
    return []


def cpu_s(pids: Sequence[int]) -> float:
    """Return the seconds of processor time that these processes have used."""
    stats = (Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2] for pid in pids)
    return sum(int(ticks) for stat in stats for ticks in stat.split()[11:13]) / TICK


def memory_mb(pids: Sequence[int]) -> float:
    """Return the most memory that these processes have held, MB."""
    texts = (Path(f"/proc/{pid}/status").read_text("utf-8") for pid in pids)
    return sum(int(text.partition("VmHWM:")[2].split()[0]) for text in texts) / 1024


def wait_for(
    what: str, look: Callable[[], T | None], process: subprocess.Popen[bytes] | None = None
) -> T:
    """Return what `look` finds; raise `SystemExit` when time is up or the process has ended."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and not (process and process.poll() is not None):
        if found := look():
            return found
        time.sleep(RETRY_S)
    raise SystemExit(f"{what} did not come, or not within {PATIENCE_S:g} s")


def _run(options: Mapping[str, Any], *command: object) -> str:
    """Return a command's output; raise `SystemExit` with it if the command fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, check=False, capture_output=True, text=True, **options)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return str(done.stdout)

"""A PostgreSQL of the tests' own: in a temporary folder, on a Unix socket, gone with the tests.

Debian's or any other that is installed. It refuses to run as root, so root starts it as somebody else. And what lies
in a store's database, read past the store, on either engine.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import psycopg
import pytest

from companion.events import Event

SERVANTS = ("postgres", "nobody")
SETTINGS = {
    "listen_addresses": "''", "fsync": "off", "full_page_writes": "off", "autovacuum": "off", "jit": "off",
    "shared_buffers": "16MB", "max_connections": "60", "log_min_messages": "panic",
}  # fmt: skip
_numbers = count(1)


def give_up(reason: str) -> NoReturn:
    """Skip loudly; where nobody reads skips (CI), fail."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def installed() -> Path | None:
    """The folder of the newest installed PostgreSQL's programs."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which("initdb")
    return Path(found).resolve().parent if found else None


@contextmanager
def cluster() -> Iterator[str]:
    """A running server: the `postgresql://` address of its maintenance database."""
    programs = installed()
    if programs is None:
        give_up("NO TESTS ON POSTGRESQL: none is installed (Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="rookery-postgres-"))  # short: a socket's path has 107 letters at most
    servant = _servant(folder)
    data = folder / "data"
    try:
        _run(servant, programs / "initdb", "-D", data, "-U", "rookery", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        options = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        control = (programs / "pg_ctl", "-D", data, "-w", "-s")
        _run(servant, *control, "start", "-l", folder / "log", "-o", f"{options} -c unix_socket_directories={folder}")
        try:
            yield f"postgresql://rookery@/postgres?host={folder}"
        finally:
            _run(servant, *control, "stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder)


def new_database(server: str) -> str:
    """The address of an empty database."""
    name = f"rookery_{next(_numbers)}"
    with closing(psycopg.connect(server, autocommit=True)) as db:
        db.execute(f"CREATE DATABASE {name} TEMPLATE template0")  # type: ignore[arg-type, unused-ignore]  # our own name
    return server.replace("/postgres?", f"/{name}?")


@contextmanager
def reading(place: Path | str) -> Iterator[Callable[[str], list[Event]]]:
    """Reads a table's events past the store, over a line of its own."""
    line, mark = _line(place)
    query = (
        "SELECT version, at, actor, kind, payload, key FROM event"  # noqa: S608 - a mark, not a value
        f" WHERE table_id = (SELECT id FROM game_table WHERE code = {mark}) ORDER BY version"
    )

    def look(code: str) -> list[Event]:
        found = line.execute(query, (code,))
        return [Event(v, at, actor, kind, json.loads(payload), key) for v, at, actor, kind, payload, key in found]

    with closing(line):
        yield look


def _line(place: Path | str) -> tuple[Any, str]:
    """A connection, and how its engine writes a parameter."""
    if isinstance(place, Path):
        return sqlite3.connect(place / "tables.sqlite3"), "?"
    return psycopg.connect(place, autocommit=True), "%s"


def _servant(folder: Path) -> dict[str, Any]:
    """How to start a process that PostgreSQL accepts, with the folder given to it."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = next(known[name] for name in SERVANTS if name in known)
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _run(servant: dict[str, Any], *command: object) -> None:
    done = subprocess.run(
        [str(part) for part in command], cwd="/", check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, **servant,
    )  # fmt: skip
    if done.returncode:
        pytest.fail(f"{' '.join(map(str, command))} ended with {done.returncode}")

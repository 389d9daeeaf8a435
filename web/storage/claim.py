"""The lock on a data folder: two servers wouldn't notify each other's phones."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from companion.errors import RookeryError

# two files, because on Windows a locked one can't be read
LOCK, OWNER = "server.lock", "server.txt"


@contextmanager
def claim(folder: Path, address: str) -> Iterator[None]:
    """Lock a data folder; raise `RookeryError`, which names the other server, if it is in use.

    The lock ends with the process, however that ends.
    """
    lock, owner = FileLock(folder / LOCK), folder / OWNER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
        owner.write_text(f"process {os.getpid()}, at {address}", "utf-8")
    except Timeout as error:
        other = owner.read_text("utf-8") if owner.exists() else "another process"
        remedy = "play there, stop it, or name another folder with --data"
        problem = f"a Rookery server uses it already ({other})"
        raise RookeryError(str(folder), problem, remedy=remedy) from error
    except OSError as error:
        problem = f"can't be used: {error.strerror or error}"
        remedy = "name another folder with --data"
        raise RookeryError(str(folder), problem, remedy=remedy) from error
    try:
        yield
    finally:
        lock.release()

"""The folder in which the processes of one server put their counts together, as long as one of them
lives.

A lock on the folder, which all workers inherit, says so: the system lets go of it when the last one
ends, however that happens. So a server that was killed leaves a folder behind that the next one may
delete.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

PREFIX = "rookery-metrics-"


def make() -> Path:
    """A new folder, for this process and those that it forks; the folders of servers that are gone
    are deleted.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # another server's, or not ours to touch
            _delete(left)
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        _locked(folder, fcntl.LOCK_SH)  # held until the process ends
        if folder.is_dir():  # else another server, starting just now, took it for one that was left
            return folder


def _delete(folder: Path) -> None:
    """Delete a folder that nobody holds any more; raises `OSError` where somebody does."""
    handle = _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        shutil.rmtree(folder)
    finally:
        os.close(handle)


def _locked(folder: Path, how: int) -> int:
    """The folder, open and locked; raises `OSError` for what is no folder, or is locked
    otherwise.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, how)
    except OSError:
        os.close(handle)
        raise
    return handle

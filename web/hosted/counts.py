"""The folder in which the processes of a server add up their counts, while one of them lives.

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
    """Return a new folder for this process and its forks; delete those of dead servers."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # another server's, or not ours to touch
            handle = _locked(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                shutil.rmtree(left)
            finally:
                os.close(handle)
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        _locked(folder, fcntl.LOCK_SH)  # held until the process ends
        if folder.is_dir():  # else another server, starting just now, took it for one that was left
            return folder


def _locked(folder: Path, how: int) -> int:
    """Return the folder's handle, locked; raises `OSError` if that isn't possible."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, how)
    except OSError:
        os.close(handle)
        raise
    return handle

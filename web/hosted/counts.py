"""The folder in which the processes of a server add up their counts, as long as one of them lives.

All workers inherit a lock on the folder, which the system releases when the last one ends, however
that happens. So the next server can recognise and delete the folder of one that was killed.
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
        with suppress(OSError):  # in use by another server, or no permission
            handle = _locked(left, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                shutil.rmtree(left)
            finally:
                os.close(handle)
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        _locked(folder, fcntl.LOCK_SH)  # held until the process ends
        if folder.is_dir():  # else another server that is starting deleted it as abandoned
            return folder


def _locked(folder: Path, how: int) -> int:
    """Return the folder's locked handle; raise `OSError` if it can't be locked."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, how)
    except OSError:
        os.close(handle)
        raise
    return handle

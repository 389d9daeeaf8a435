"""Writing files whole or not at all.

The data goes to a draft beside the target, which replaces it when all is safely on the disk. After
Ctrl-C or with a full disk, the target is unchanged and the draft is deleted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO


@contextmanager
def whole_file(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` at the end, if `private` for its owner only."""
    with draft_beside(path) as draft:
        with new_file(draft, private=private) as file:
            yield file
        draft.replace(path)  # closed, because Windows can't rename an open file


@contextmanager
def draft_beside(path: Path) -> Iterator[Path]:
    """Yield a new name for a draft beside `path`; a file that has it at the end is deleted."""
    draft = name_beside(path)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Open a new file for writing, which is flushed to disk at the end; raises `OSError`."""
    rights = 0o600 if private else 0o666  # restricted by the umask
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, rights)) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())  # only now do some disks report that they are full


def name_beside(path: Path) -> Path:
    """Return a new, random name in the folder of `path`."""
    return path.parent / f".rookery-{token_hex(8)}.part"

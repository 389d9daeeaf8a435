"""The edge where files are written: whole, or not at all.

What is written goes into a draft beside its target, and takes the target's place when all of it is
safely on the disk. Whatever happens before, Ctrl-C and a full disk included, the target stays as it
was and the draft goes. A draft has a name of its own each time, so that it is never in the way of
another program, or of a file of somebody's.
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
    """A file to write to, which at the end takes the place of `path`; raises `OSError`.

    Whoever may read new files in that folder may read it; nobody but its owner, where it is
    `private`.
    """
    with draft_beside(path) as draft:
        with new_file(draft, private=private) as file:
            yield file
        draft.replace(path)  # closed: Windows renames no open file


@contextmanager
def draft_beside(path: Path) -> Iterator[Path]:
    """The name of a draft of `path`, in the same folder. What still has that name at
    the end goes.
    """
    draft = name_beside(path)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file to write to that is not there yet, and is on the disk at the end; raises `OSError`."""
    rights = 0o600 if private else 0o666  # less what the umask takes away
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, rights)) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())  # some disks tell only now that they are full


def name_beside(path: Path) -> Path:
    """A name that nobody has, in the folder of `path`."""
    return path.parent / f".rookery-{token_hex(8)}.part"

"""The edge where files are written: whole, or not at all.

The text goes into a draft beside its target, and takes its place when all of it is safely on the
disk. Whatever happens before, including Ctrl-C and a full disk, the target stays as it was and the
draft goes. Each draft has a new name, so that it never collides with another program or file.
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
    """Open a file to write to, which at the end takes the place of `path`; raises `OSError`.

    Its readers are those of new files in that folder, or only its owner if it is `private`.
    """
    with draft_beside(path) as draft:
        with new_file(draft, private=private) as file:
            yield file
        draft.replace(path)  # closed: Windows renames no open file


@contextmanager
def draft_beside(path: Path) -> Iterator[Path]:
    """Yield the name of a draft of `path`, in the same folder; a file left with that name at the
    end is deleted.
    """
    draft = name_beside(path)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Open a new file to write to, which is on the disk at the end; raises `OSError`."""
    rights = 0o600 if private else 0o666  # less what the umask takes away
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, rights)) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())  # some disks tell only now that they are full


def name_beside(path: Path) -> Path:
    """Return a name that no file has, in the folder of `path`."""
    return path.parent / f".rookery-{token_hex(8)}.part"

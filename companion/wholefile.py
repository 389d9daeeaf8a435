"""Writing files whole or not at all, and none over another without --force.

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

from companion.errors import UsageError, reason


def check_free(
    path: Path, *, force: bool, problem: str = "already exists", option: str = ""
) -> None:
    """Raise `UsageError` if something has the name of a file to write, unless `force` is set.

    `option` is that which names the file.
    """
    if os.path.lexists(path) and not force:
        another = f"name another file with {option}" if option else "name another file"
        raise UsageError(str(path), problem, remedy=f"replace it with --force, or {another}")


@contextmanager
def whole_file(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` at the end, if `private` for its owner only."""
    with draft_beside(path) as draft:
        with new_file(draft, private=private) as file:
            yield file
        draft.replace(path)  # closed, because Windows can't rename an open file


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that a user named; raises `UsageError`, and leaves nothing half-written."""
    try:
        with whole_file(path) as file:
            file.write(data)
    except OSError as error:
        problem = f"can't be written ({reason(error)})"
        raise UsageError(str(path), problem, remedy="check disk and folder") from error


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

"""Output: files that are there whole or not at all."""

from __future__ import annotations

from pathlib import Path

from companion.errors import PhotoError
from companion.wholefile import whole_file


def write_whole(target: Path, data: bytes) -> None:
    """Write a file; raises `PhotoError` and leaves nothing half-written."""
    try:
        with whole_file(target) as file:
            file.write(data)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PhotoError(
            str(target), f"can't be written ({reason})", remedy="check disk and folder"
        ) from error

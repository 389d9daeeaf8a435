"""Write output files atomically: they exist completely or not at all."""

from __future__ import annotations

from pathlib import Path

from companion.errors import PhotoError, UsageError, reason
from companion.wholefile import whole_file

JPEG = (".jpg", ".jpeg")


def jpeg_path(name: str | Path, source: str) -> Path:
    """Return the path of a JPEG; raise `UsageError` (with `source`) for another suffix."""
    path = Path(name)
    if path.suffix.lower() not in JPEG:
        remedy = f"use a name that ends in .jpg, such as {path.stem}.jpg"
        raise UsageError(source, f"{name} isn't the name of a JPEG", remedy=remedy)
    return path


def write_whole(target: Path, data: bytes) -> None:
    """Write a file; raise `PhotoError` and leave nothing half-written if that fails."""
    try:
        with whole_file(target) as file:
            file.write(data)
    except OSError as error:
        problem = f"can't be written ({reason(error)})"
        raise PhotoError(str(target), problem, remedy="check disk and folder") from error

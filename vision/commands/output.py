"""Names of the pictures that commands write."""

from __future__ import annotations

from pathlib import Path

from companion.errors import UsageError

JPEG = (".jpg", ".jpeg")


def jpeg_path(name: str | Path, source: str) -> Path:
    """Return the path of a JPEG; raise `UsageError` (with `source`) for another suffix."""
    path = Path(name)
    if path.suffix.lower() not in JPEG:
        remedy = f"use a name that ends in .jpg, such as {path.stem}.jpg"
        raise UsageError(source, f"{name} isn't the name of a JPEG", remedy=remedy)
    return path

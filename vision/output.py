"""Output: files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.errors import PhotoError


def write_whole(target: Path, data: bytes) -> None:
    """Write beside `target`, then rename over it; raises `PhotoError` and leaves nothing half-written."""
    temporary = ""
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.stem}-", delete=False) as file:
            temporary = file.name
            file.write(data)
        os.chmod(temporary, 0o644)  # noqa: PTH101 - what open() would give; temporary files are private
        os.replace(temporary, target)  # noqa: PTH105 - replaces on Windows too
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise PhotoError(str(target), f"can not be written ({reason})", remedy="check disk and folder") from error

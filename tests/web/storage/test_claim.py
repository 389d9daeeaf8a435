"""One server a data folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import RookeryError
from web.storage.database import LOCK, claim

HOLDER = """
import sys
from pathlib import Path
from web.storage.database import claim
with claim(Path(sys.argv[1]), "http://localhost:8123"):
    print("ready", flush=True)
    sys.stdin.read()
"""


def test_a_second_server_is_told_of_the_first(tmp_path: Path) -> None:
    """It is named by process and address; when it is gone, however it went, the folder is free."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as first:
        assert first.stdout
        assert first.stdout.readline() == "ready\n"
        with (
            pytest.raises(RookeryError, match=f"process {first.pid}, at http://localhost:8123"),
            claim(tmp_path, ""),
        ):
            pass
        first.kill()
    with claim(tmp_path, "http://localhost:8000"):
        assert (tmp_path / LOCK).exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """One error with the remedy."""
    (tmp_path / "file").touch()
    with pytest.raises(RookeryError, match="--data"), claim(tmp_path / "file" / "data", ""):
        pass

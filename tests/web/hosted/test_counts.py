"""The folder of the counts: one a server, and none for long after a server that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from web.hosted import counts

SERVER = """
import os, signal, sys
from web.hosted import counts
print(counts.make(), flush=True)
if os.fork() == 0:  # a worker, which outlives its server
    sys.stdin.read()
    os._exit(0)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_server_leaves_is_deleted_by_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as long as one of its workers lives; and nothing else is deleted: no other server's
    folder, file or link.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "kept").mkdir()
    (tmp_path / f"{counts.PREFIX}link").symlink_to(tmp_path / "kept")
    (tmp_path / f"{counts.PREFIX}file").touch()
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    ) as server:  # fmt: skip
        assert server.stdin
        assert server.stdout
        left = Path(server.stdout.readline().strip())
        assert server.wait() == -signal.SIGKILL
        (left / "counter_1.db").touch()
        ours = counts.make()
        assert sorted(tmp_path.glob("*/*.db")) == [left / "counter_1.db"]
        server.stdin.close()
        assert server.stdout.read() == ""  # the worker has ended, too
    last = counts.make()
    assert {path.name for path in tmp_path.iterdir()} == {
        ours.name,
        last.name,
        "kept",
        f"{counts.PREFIX}link",
        f"{counts.PREFIX}file",
    }

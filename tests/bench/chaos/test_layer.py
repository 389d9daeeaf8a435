"""The file layer: what it writes down, what it lets fail, and what a power cut leaves."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bench.chaos.layer import (
    CREATED,
    CUT_OFF,
    RENAMED,
    SYNC,
    SYNCED,
    WROTE,
    Dial,
    Disk,
    Record,
    build,
    environment,
    records,
)
from tests.programs import need

KEEP = """
import os, sys
from pathlib import Path
folder = Path(sys.argv[1])
part, whole = folder / "a.part", folder / "a"
handle = os.open(part, os.O_WRONLY | os.O_CREAT)
os.write(handle, b"one")
os.fsync(handle)
os.write(handle, b"two")
os.close(handle)
part.replace(whole)
if "folder" in sys.argv:
    handle = os.open(folder, os.O_RDONLY)
    os.fsync(handle)
"""


@pytest.fixture(scope="module")
def layer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The layer, compiled."""
    need("cc")
    return build(tmp_path_factory.mktemp("layer"))


def kept(layer: Path, folder: Path, *how: str) -> Disk:
    """The disk after a program has kept a file there, above the layer."""
    trace, env = (
        folder.with_suffix(".trace"),
        environment(layer, folder, trace=folder.with_suffix(".trace")),
    )
    folder.mkdir()
    subprocess.run(
        [sys.executable, "-c", KEEP, folder, *how], check=True, env={**os.environ, **env}
    )
    disk = Disk()
    for record in records(trace):
        disk.record(record)
    return disk


def test_a_name_needs_a_sync_of_its_folder(layer: Path, tmp_path: Path) -> None:
    """Synced bytes under a name that is lost are lost; and of the bytes only those are safe that
    were synced.
    """
    assert kept(layer, tmp_path / "one").left() == {}
    assert kept(layer, tmp_path / "two", "folder").left() == {str(tmp_path / "two" / "a"): b"one"}


def test_what_was_not_synced_may_be_left_all_the_same(layer: Path, tmp_path: Path) -> None:
    """By chance, each time another part of it."""
    disk = kept(layer, tmp_path / "one", "folder")
    ends = {data for seed in range(40) for data in disk.left(Random(seed)).values()}
    assert {b"one", b"onetwo"} <= ends


def test_a_write_during_a_sync_is_not_covered_by_it() -> None:
    """A sync promises what was there when it began."""
    story = [(CREATED, b""), (SYNC, b""), (WROTE, b"late"), (SYNCED, b"")]
    disk = Disk()
    for op, data in story:
        disk.record(Record(op, "/data/a", 0, data, 1))
    for op in (SYNC, SYNCED):
        disk.record(Record(op, "/data", 0, b"", 1))
    assert disk.left() == {"/data/a": b""}


def test_a_file_that_was_cut_off_and_renamed() -> None:
    """Cutting off is a change like others; a file keeps what is safe of it under its new name."""
    disk = Disk()
    for op, path, offset, data in (
        (CREATED, "/data/a", 0, b""),
        (WROTE, "/data/a", 0, b"abcdef"),
        (SYNC, "/data/a", 0, b""),
        (SYNCED, "/data/a", 0, b""),
        (CUT_OFF, "/data/a", 2, b""),
        (RENAMED, "/data/a", 0, b"/data/b"),
        (SYNC, "/data", 0, b""),
        (SYNCED, "/data", 0, b""),
    ):
        disk.record(Record(op, path, offset, data, 1))
    assert disk.left() == {"/data/b": b"abcdef"}
    assert b"ab" in {disk.left(Random(seed))["/data/b"] for seed in range(20)}


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_the_nth_change_fails_as_the_dial_says(layer: Path, tmp_path: Path, error: int) -> None:
    """The third change of a program that keeps a file is its sync."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(Dial(tmp_path / "dial")) as dial:
        env = {**os.environ, **environment(layer, folder, dial=tmp_path / "dial")}
        command = [sys.executable, "-c", KEEP, str(folder), "folder"]
        dial.fail(0, 0)
        subprocess.run(command, check=True, env=env)
        assert dial.lift() == (6, 0)
        dial.fail(error, 3)
        failed = subprocess.run(command, check=False, env=env, capture_output=True, text=True)
        assert dial.lift() == (3, 1)
    assert os.strerror(error) in failed.stderr
    assert "os.fsync(handle)" in failed.stderr or f"[Errno {error}]" in failed.stderr

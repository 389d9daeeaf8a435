"""Files are written whole or not at all, and are in nobody's way while they are written."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.wholefile import whole_file

FULL = OSError(28, "No space left on device")
with_rights = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no umask")


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _write(target: Path, *, private: bool = False, trouble: BaseException | None = None) -> None:
    with whole_file(target, private=private) as file:
        file.write(b"new")
        if trouble:
            raise trouble


def test_a_file_takes_the_place_of_the_one_that_was_there(tmp_path: Path) -> None:
    """Until the last moment that one is as it was; afterwards nothing else lies there."""
    target = tmp_path / "plays.csv"
    target.write_bytes(b"old")
    with whole_file(target) as file:
        file.write(b"new")
        file.flush()
        assert target.read_bytes() == b"old"
    assert target.read_bytes() == b"new"
    assert _names(tmp_path) == ["plays.csv"]


@pytest.mark.parametrize("trouble", [FULL, KeyboardInterrupt(), ZeroDivisionError()], ids=type)
@pytest.mark.parametrize("where", ["while it is written", "at its end", "when it takes its place"])
def test_whatever_happens_the_old_one_stays_and_no_draft_is_left(
    where: str, trouble: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, Ctrl-C, and an error in Rookery."""

    def stops(*_: object) -> None:
        raise trouble

    target = tmp_path / "plays.csv"
    target.write_bytes(b"old")
    if where == "at its end":
        monkeypatch.setattr(os, "fsync", stops)
    if where == "when it takes its place":
        monkeypatch.setattr(Path, "replace", stops)
    with pytest.raises(type(trouble)):
        _write(target, trouble=trouble if where == "while it is written" else None)
    assert target.read_bytes() == b"old"
    assert _names(tmp_path) == ["plays.csv"]


def test_nobodys_file_is_taken_for_a_draft(tmp_path: Path) -> None:
    """Also two who write the same file at once have a draft each; the later one's stays."""
    others = ["plays.csv.part", ".plays.csv.part", "plays.part"]
    for name in others:
        (tmp_path / name).write_bytes(b"mine")
    with whole_file(tmp_path / "plays.csv") as first:
        first.write(b"first")
        _write(tmp_path / "plays.csv")
    assert (tmp_path / "plays.csv").read_bytes() == b"first"
    assert _names(tmp_path) == sorted([*others, "plays.csv"])
    assert {(tmp_path / name).read_bytes() for name in others} == {b"mine"}


def test_all_of_it_is_on_the_disk_and_closed_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut leaves the old or the new, and Windows renames no open file."""
    happened: list[str] = []
    sync, rename = os.fsync, Path.replace

    def synced(handle: int) -> None:
        happened.append(f"synced {os.fstat(handle).st_size}")
        sync(handle)

    def renamed(path: Path, target: Path) -> Path:
        happened.append(f"renamed, closed: {file.closed}")
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    with whole_file(tmp_path / "plays.csv") as file:
        file.write(b"new")
    assert happened == ["synced 3", "renamed, closed: True"]


@pytest.mark.parametrize("name", ["", "folder"])
def test_a_folders_name_is_no_files(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused like all that a disk refuses, and nothing is left beside it; "." is such a
    name.
    """
    (tmp_path / "folder" / "full").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError):  # noqa: PT011 - each system has another one
        _write(Path(name))
    assert _names(tmp_path) == ["folder"]


@pytest.fixture
def umask() -> Iterator[Callable[[int], int]]:
    """Sets what new files may not be; put back afterwards."""
    before = os.umask(0)
    os.umask(before)
    yield os.umask
    os.umask(before)


@with_rights
@pytest.mark.parametrize(("mask", "rights"), [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600)])
def test_it_may_be_read_by_whom_its_owner_wants(
    mask: int, rights: int, tmp_path: Path, umask: Callable[[int], int]
) -> None:
    """Like any new file; one that is private, by nobody else."""
    umask(mask)
    for private in (False, True):
        _write(tmp_path / "a", private=private)
        assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == (0o600 if private else rights)

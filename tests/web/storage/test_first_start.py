"""A data folder's first start: cut short at any moment, the next one opens."""

from __future__ import annotations

import logging
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import randrange
from typing import Any

import pytest

from rookery.cli import run
from tests.web.storage.test_store import opened
from web.app import close
from web.backup.backup import back_up, backup, daily_backups, restore
from web.backup.places import SqlitePlace
from web.storage.database import BACKUPS, FILE, WAL

ROOT = Path(__file__).parents[3]
FULL = """
import resource, sys
from rookery.cli import run
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(run(["table", "--data", sys.argv[2]]))
"""


def header(folder: Path) -> None:
    """A database in WAL mode without tables, as the first statements leave it."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA journal_mode = WAL")


def unfinished(folder: Path) -> None:
    """The same, with a log of changes that were never committed."""
    header(folder)
    db = sqlite3.connect(folder / FILE)
    db.execute("PRAGMA cache_size = 1")  # so that changes are written early
    db.execute("BEGIN")
    db.execute("CREATE TABLE game_table (id INTEGER, text TEXT)")
    db.executemany("INSERT INTO game_table VALUES (?, ?)", [(n, "x" * 999) for n in range(99)])
    kept = {name: (folder / name).read_bytes() for name in (FILE, f"{FILE}{WAL}")}
    db.close()
    for name, data in kept.items():
        (folder / name).write_bytes(data)
    assert len(kept[f"{FILE}{WAL}"]) > 0


LEFT: dict[str, Callable[[Path], object]] = {
    "0 bytes": lambda folder: (folder / FILE).touch(),
    "no tables": header,
    "a change that wasn't finished": unfinished,
}


@pytest.fixture(params=LEFT)
def left(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A data folder as a first start leaves it that is cut short."""
    LEFT[request.param](tmp_path)
    return tmp_path


def start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Start the server up to where it would serve, and with its backup; its exit status."""

    def serve(app: Any, listeners: Any) -> None:
        back_up(folder, datetime.now(UTC))
        close(app)
        for listener in listeners:
            listener.close()

    monkeypatch.setattr("web.serve.serve", serve)
    return run(["table", "--data", str(folder)])


def test_what_a_start_that_was_cut_short_left_is_no_obstacle(
    left: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The next start opens without a complaint, and tables can be made."""
    assert start(left, monkeypatch) == 0
    assert caplog.records == []
    with closing(opened(left)) as store:
        store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    with closing(opened(left)) as store:
        assert store.codes() == ["KIWI-42"]


def test_a_folder_that_was_never_opened_has_nothing_to_back_up(
    left: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """The server makes no backup, the command says so, and a restore needs no force."""
    assert back_up(left, datetime.now(UTC)) is None
    assert not (left / BACKUPS).exists()
    other = tmp_path_factory.mktemp("other")
    assert run(["backup", "-o", str(other / "one.zip"), "--data", str(left)]) == 2
    assert "holds no tables; name the folder" in capsys.readouterr().err
    opened(other).close()
    backup(SqlitePlace(other), other / "one.zip")
    assert restore(other / "one.zip", SqlitePlace(left)).tables == 0


def test_a_start_waits_for_another_one_in_the_same_new_folder(tmp_path: Path) -> None:
    """Which holds the file's lock while it makes the first tables."""
    made = sqlite3.connect(tmp_path / FILE, isolation_level=None, check_same_thread=False)
    with closing(made) as other:
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(0.2, other.execute, ("ROLLBACK",))
        timer.start()
        opened(tmp_path).close()
        timer.join()


def test_a_first_start_says_nothing_of_backups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The thread looks once the tables are there, and an empty database isn't backed up."""
    caplog.set_level(logging.INFO)
    with daily_backups(tmp_path) as thread:
        assert not thread.is_alive()
        assert start(tmp_path, monkeypatch) == 0
        thread.start()
    assert [each for each in caplog.records if each.name == "rookery"] == []
    assert not (tmp_path / BACKUPS).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no fork there")
def test_a_first_start_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    """The next one opens. The seed is in the failing command."""
    module = "tests.web.storage.first_start"
    command = [sys.executable, "-m", module, str(tmp_path), f"{randrange(10**6)}", "8"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), command


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size there")
@pytest.mark.parametrize("room", [0, 4_000, 20_000, 40_000])
def test_a_full_disk_at_the_first_start_is_one_message(
    tmp_path: Path, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """White box: no file may be longer than so many bytes. Once there's room, a start succeeds."""
    command = [sys.executable, "-c", FULL, str(room), str(tmp_path / "new")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "can't be used: " in done.stderr
    assert "name another folder with --data" in done.stderr
    assert start(tmp_path / "new", monkeypatch) == 0

"""The backups that the kitchen table makes by itself, and `rookery restore --latest`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rookery.cli import run
from tests.web.storage.test_store import add, opened
from web.app import close
from web.backup.backup import KEPT, back_up, daily_backups
from web.backup.file import DATABASE
from web.storage.database import BACKUP, BACKUPS

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a table."""
    with closing(opened(tmp_path / "data")) as store:
        store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
        store.append("KIWI-42", add("tap-1"))
    return tmp_path / "data"


def backups(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / BACKUPS).glob(BACKUP))


def test_one_a_day_is_made_and_the_newest_are_kept(data: Path) -> None:
    """None within a day of the last one."""
    for days in range(KEPT + 3):
        assert back_up(data, NOW + days * DAY)
        assert back_up(data, NOW + days * DAY + DAY / 2) is None
    assert backups(data) == [
        f"rookery-auto-{NOW + n * DAY:%Y%m%d-%H%M%S}.zip" for n in range(3, KEPT + 3)
    ]


def test_an_older_schema_is_backed_up_before_the_upgrade(data: Path) -> None:
    """Also where the last backup is an hour old."""
    back_up(data, NOW)
    with closing(sqlite3.connect(data / DATABASE)) as db:
        db.execute("PRAGMA user_version = 1")
    assert back_up(data, NOW + DAY / 24)


def test_a_damaged_file_takes_no_good_backups_place(data: Path) -> None:
    """It isn't backed up at all."""
    back_up(data, NOW)
    file = data / DATABASE
    file.write_bytes(b"x" * file.stat().st_size)
    assert back_up(data, NOW + DAY) is None
    assert len(backups(data)) == 1


def test_somebodys_own_backups_beside_them_stay(data: Path) -> None:
    """They count neither for what is due nor for what is deleted, whatever their names."""
    (data / BACKUPS).mkdir()
    own = [
        data / BACKUPS / name
        for name in ("rookery-2026-11-23-120000.zip", "rookery-auto-mine.zip", "a.zip")
    ]
    for path in own:
        path.touch()
    for days in range(KEPT + 1):
        assert back_up(data, NOW + days * DAY)
    assert all(path.exists() for path in own)


def test_a_server_starts_where_no_backup_can_be_written(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The log says why."""
    (data / BACKUPS).touch()
    with daily_backups(data):
        assert "no backup" in caplog.text


def test_nothing_is_backed_up_where_nothing_was_played(tmp_path: Path) -> None:
    """No folder is made for it either."""
    with daily_backups(tmp_path):
        assert list(tmp_path.iterdir()) == []


def test_the_newest_one_is_restored(
    configured: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its time; what came after it is gone."""
    folder = configured.folder / "data"
    data = str(folder)
    for number in range(3):
        house = configured()
        house.sit(2)
        close(house.app)
        if number < 2:
            back_up(folder, NOW + number * DAY)
    assert run(["restore", "--latest", "--data", data]) == 2
    assert run(["restore", "--latest", "--force", "--data", data]) == 0
    said = capsys.readouterr().out
    assert backups(folder)[-1] in said
    assert "2 tables" in said
    assert run(["restore", "--latest", "--data", str(tmp_path / "none")]) == 2
    assert run(["restore", "--data", data]) == 2
    assert run(["restore", "some.zip", "--latest", "--data", data]) == 2

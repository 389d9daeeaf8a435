"""The backups that the kitchen table makes by itself, and `rookery restore --latest`."""

from __future__ import annotations

import sqlite3
import stat
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from rookery.cli import run
from tests.web.storage.test_store import add, opened
from web.app import close
from web.backup.backup import KEPT, back_up, daily_backups
from web.backup.file import DATABASE, BackupError, Member, _copy
from web.photos import Photos
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


def test_a_server_runs_where_no_backup_can_be_written(
    data: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log says why."""
    (data / BACKUPS).touch()
    look_once(data, monkeypatch)
    assert "no backup: " in caplog.text


def look_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the thread of a server until it has looked once."""
    looked = Event()

    def look(*given: Any) -> None:
        try:
            back_up(*given)
        finally:
            looked.set()

    monkeypatch.setattr("web.backup.backup.back_up", look)
    with daily_backups(folder) as thread:
        thread.start()
        assert looked.wait(60)


def test_nothing_is_backed_up_where_nothing_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No folder is made for it either."""
    look_once(tmp_path, monkeypatch)
    assert list(tmp_path.iterdir()) == []


def test_a_server_opens_before_it_backs_up(data: Path) -> None:
    """Hundreds of megabytes take half a minute; only an older schema is backed up first."""
    with daily_backups(data) as thread:
        assert backups(data) == []
        assert not thread.is_alive()
    with closing(sqlite3.connect(data / DATABASE)) as db:
        db.execute("PRAGMA user_version = 1")
    with daily_backups(data):
        assert len(backups(data)) == 1


def test_a_server_that_stops_gives_its_backup_up(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Ctrl-C doesn't wait for hundreds of megabytes, and nothing is left of them."""
    began = Event()

    def late(*given: Any) -> Member:
        began.set()
        assert thread.closed.wait(60)
        return _copy(*given)

    monkeypatch.setattr("web.backup.file._copy", late)
    with daily_backups(data) as thread:
        thread.start()
        assert began.wait(60)
    assert list((data / BACKUPS).iterdir()) == []
    assert "no backup" not in caplog.text


def test_what_killed_processes_left_is_deleted_at_the_start(data: Path) -> None:
    """Copies of everything, for ever; what has another name stays."""
    copies = [data / ".rookery-r35t0re", data / BACKUPS / ".rookery-b4ckup"]
    drafts = [
        data / BACKUPS / ".rookery-0123456789abcdef.part",
        data / "photos/KIWI-42/.rookery-0123456789abcdef.part",
    ]
    stay = [data / ".rookery.toml", data / BACKUPS / "mine.zip", data / "photos/KIWI-42/a.jpg"]
    for path in (*drafts, *stay, *(copy / "photos/KIWI-42/a.jpg" for copy in copies)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    with daily_backups(data):
        assert [path for path in (*copies, *drafts) if path.exists()] == []
        assert all(path.exists() for path in stay)


@pytest.mark.parametrize(
    ("free", "kept"),
    [
        pytest.param(10**9, [1, 2, 3, 4], id="enough"),
        pytest.param(-100, [2, 3, 4], id="for exactly one"),
        pytest.param(-101, [3, 4], id="for two"),
        pytest.param(-200, [3, 4], id="for exactly two"),
        pytest.param(-201, [1, 2, 3], id="not even without all but the newest"),
    ],
)
def test_old_backups_make_room_for_a_new_one(
    data: Path, free: int, kept: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest go first, as they soon would; the newest stays, and all do if that won't suffice.
    `free` is what there is more than is needed, in bytes.
    """
    (data / BACKUPS).mkdir()
    names = [f"rookery-auto-2026112{number}-120000.zip" for number in range(1, 5)]
    for name in names[:3]:
        (data / BACKUPS / name).write_bytes(b"x" * 100)
    needed = 2 * sum(path.stat().st_size for path in data.glob(f"{DATABASE}*"))
    usage = SimpleNamespace(free=needed + free)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    now = datetime(2026, 11, 24, 12, tzinfo=UTC)
    if kept[-1] == 4:
        back_up(data, now)
    else:
        with pytest.raises(BackupError, match="has no room for a backup of 0 MB; make room there"):
            back_up(data, now)
    assert backups(data) == [names[number - 1] for number in kept]


@pytest.mark.skipif(sys.platform == "win32", reason="rights are kept otherwise there")
def test_nobody_else_on_the_computer_can_list_tables_and_backups(tmp_path: Path) -> None:
    """The codes of tables are names of folders; also where an older Rookery made the folders."""
    folder = tmp_path / "data"
    opened(folder).close()
    Photos(folder / "photos").keep("KIWI-42", b"photo", b"overlay")
    back_up(folder, NOW)
    with closing(opened(folder)) as store:
        store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    assert back_up(folder, NOW)
    made = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    assert {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in made} == dict.fromkeys(
        ("data", "photos", "KIWI-42", BACKUPS), "0o700"
    )
    for path in made:
        path.chmod(0o755)
    with daily_backups(folder):
        assert stat.S_IMODE((folder / "photos").stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / BACKUPS).stat().st_mode) == 0o700


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

"""Backups: what they hold while people play, and that a restore is whole or did not happen, on
either engine.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import stat
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from rookery.cli import run
from tests.limits import limited
from tests.web.conftest import House, Shot, a_reading
from tests.web.hosted.servers import until
from web.app import close, create_app
from web.backup.backup import backup, restore
from web.backup.file import DATABASE, LIST, BackupError
from web.backup.places import SqlitePlace, place
from web.games.base import screens
from web.photos import Photos
from web.storage.store import Intent, Store
from web.storage.tokens import digest_of

Files = dict[str, bytes]


def store_at(where: Path | str) -> Store:
    """A store as the app makes one."""
    return Store(where)


def told(where: Path | str) -> tuple[Any, Any, Any]:
    """The only table's events, state and holders, as a server finds them after a start."""
    store = store_at(where)
    try:
        (code,) = store.codes()
        log, holders = store.visit(code)
        return log.events, log.state, holders
    finally:
        store.close()


def photos_of(folder: Path) -> Files:
    """Every picture below a data folder, by its path."""
    found = (path for path in (folder / "photos").rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a table of giza in play, with a photo of each seat."""
    folder = tmp_path_factory.mktemp("played") / "data"
    shot = Shot(a_reading("penguin-01", "penguin-02"))
    config = {
        "DATA": folder,
        "READ_PHOTO": lambda *_: shot,
        "RANDOM": Random(7),
        "LONG_CODES": True,
    }
    house = House(create_app(config), shot, [0.0])
    for phone in house.play(2):
        assert phone.photo(phone.seat).status_code == 200
    close(house.app)
    return folder


@pytest.fixture
def data(once: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(once, tmp_path / "data")


@pytest.fixture
def packed(once: Path, tmp_path: Path) -> Path:
    """A backup of it."""
    backup(SqlitePlace(once), tmp_path / "backup.zip")
    return tmp_path / "backup.zip"


def photographed(store: Store, folder: Path) -> int:
    """One more photo at the only table, kept as the app keeps it; its event's version."""
    (code,) = store.codes()
    last = next(event for event in reversed(store.log(code).events) if event.kind == "pyramid.read")
    name = Photos(folder / "photos").keep(code, b"photo", b"overlay")
    return store.append(
        code, Intent(last.actor, last.kind, {**last.payload, "photo": name}, name)
    ).event.version


def photographs(folder: Path, answered: list[int], going: threading.Event) -> None:
    """One photo after the other until it is time to stop."""
    store = store_at(folder)
    while not going.is_set():
        answered.append(photographed(store, folder))
    store.close()


def named(events: Any) -> set[str]:
    """The photos that events name."""
    return {event.payload["photo"] for event in events if "photo" in event.payload}


def kept(folder: Path) -> set[str]:
    """The photos that are there."""
    return {Path(name).name.partition(".")[0] for name in photos_of(folder)}


def test_a_backup_during_play_holds_all_that_was_acknowledged_and_each_photo_of_its_events(
    data: Path, tmp_path: Path
) -> None:
    """The copy ends with the last event that had been answered before, or a later one, and is the
    log's beginning.
    """
    answered, going, events = [0], threading.Event(), ()
    writer = threading.Thread(target=photographs, args=(data, answered, going))
    writer.start()
    try:
        assert until(lambda: len(answered) > 1)
        for number in range(3):
            before, copy = answered[-1], tmp_path / f"{number}"
            done, missing = backup(SqlitePlace(data), tmp_path / "one.zip")
            restore(tmp_path / "one.zip", SqlitePlace(copy))
            events, _, _ = told(copy)
            assert (missing, len(events)) == (0, done.events)
            assert len(events) >= before
            assert kept(copy) == named(events)
    finally:
        going.set()
        writer.join()
    assert told(data)[0][: len(events)] == events


@pytest.mark.parametrize("target", ["a folder", "postgresql"])
@pytest.mark.parametrize("source", ["a folder", "postgresql"])
def test_what_is_put_back_is_what_was_there(
    source: str, target: str, data: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Events, state, who holds which secret, and photos; the four ways between the two engines."""

    def address() -> str | None:
        from tests.web.databases import new_database

        return new_database(request.getfixturevalue("postgres"))

    file, folder, before = tmp_path / "one.zip", data, told(data)
    if source == "postgresql":  # bring it there first
        backup(SqlitePlace(folder), tmp_path / "first.zip")
        here = place(tmp_path / "hosted", address())
        restore(tmp_path / "first.zip", here)
    else:
        here = SqlitePlace(folder)
    backup(here, file)
    there = address() if target == "postgresql" else None
    restore(file, place(tmp_path / "new", there))
    assert told(there or tmp_path / "new") == before
    assert photos_of(tmp_path / "new") == photos_of(folder)
    again = store_at(there or tmp_path / "new")  # and a new table gets a number of its own
    again.create("DODO-10", "giza", screens("giza").opening(None), "secret")
    assert again.holders("DODO-10") == {digest_of("secret"): "host"}
    again.close()


def test_tables_that_are_there_are_replaced_by_force_alone(packed: Path, tmp_path: Path) -> None:
    """Without it nothing changes; with it the old tables are gone, and their photos with them."""
    folder = tmp_path / "new"
    store = store_at(folder)
    store.create("DODO-10", "giza", screens("giza").opening(None), "secret")
    store.close()
    (folder / "photos/DODO-10").mkdir(parents=True)
    (folder / "photos/DODO-10" / f"{'0' * 32}.photo.jpg").write_bytes(b"old")
    before = sorted(folder.rglob("*"))
    with pytest.raises(BackupError, match="holds tables"):
        restore(packed, SqlitePlace(folder))
    assert sorted(folder.rglob("*")) == before
    restore(packed, SqlitePlace(folder), force=True)
    store = store_at(folder)
    assert store.codes() != ["DODO-10"]
    store.close()
    assert not (folder / "photos/DODO-10").exists()


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_nothing_is_replaced_under_a_server_that_runs(
    engine: str, packed: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Not even by force: what it acknowledged would be gone."""
    from tests.web.databases import new_database

    address = new_database(request.getfixturevalue("postgres")) if engine == "postgresql" else None
    running = store_at(address or tmp_path / "new")
    running.create("DODO-10", "giza", screens("giza").opening(None), "secret")
    with pytest.raises(BackupError, match="is in use; stop the server"):
        restore(packed, place(tmp_path / "new", address), force=True)
    assert running.codes() == ["DODO-10"]
    running.close()


def test_a_broken_database_is_replaced_with_what_lies_beside_it(
    packed: Path, tmp_path: Path, data: Path
) -> None:
    """By force, for it may hold tables; no leftover log of changes is applied to the new one."""
    folder = tmp_path / "new"
    folder.mkdir()
    for name in (DATABASE, f"{DATABASE}-wal"):
        (folder / name).write_bytes(b"not a database" * 100)
    with pytest.raises(BackupError, match="--force"):
        restore(packed, SqlitePlace(folder))
    restore(packed, SqlitePlace(folder), force=True)
    assert told(folder) == told(data)


def rewritten(change: Callable[[Files], object]) -> Callable[[Path], None]:
    """A way to spoil a backup: change its members by name."""

    def spoil(path: Path) -> None:
        with zipfile.ZipFile(path) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        change(files)
        with zipfile.ZipFile(path, "w") as packed:
            for name, data in files.items():
                packed.writestr(name, data)

    return spoil


def relisted(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    """A way to spoil a backup: change its list."""

    def spoil(files: Files) -> None:
        found = json.loads(files[LIST])
        change(found)
        files[LIST] = json.dumps(found).encode()

    return rewritten(spoil)


def slips(files: Files) -> None:
    """A member that would land above the folder, with an honest digest."""
    name = "../../evil.photo.jpg"
    found = json.loads(files[LIST])
    old = next(each for each in found["files"] if each != DATABASE)
    found["files"][name], files[name] = found["files"].pop(old), files.pop(old)
    files[LIST] = json.dumps(found).encode()


def emptied(files: Files) -> None:
    """A database of 0 bytes, with an honest list."""
    digest = hashlib.sha256(b"").hexdigest()
    found = json.loads(files[LIST]) | {"tables": 0, "events": 0}
    found["files"] = {DATABASE: {"bytes": 0, "sha256": digest}}
    files.clear()
    files |= {DATABASE: b"", LIST: json.dumps(found).encode()}


def listed(old: bytes, new: bytes) -> Callable[[Path], None]:
    """A way to spoil a backup: change the letters of its list."""

    def spoil(files: Files) -> None:
        assert old in files[LIST]
        files[LIST] = files[LIST].replace(old, new, 1)

    return rewritten(spoil)


def damaged(old: bytes, new: bytes) -> Callable[[Path], None]:
    """A way to spoil a backup: change its last bytes of that kind, in the zip's own table."""

    def spoil(path: Path) -> None:
        before, _, after = path.read_bytes().rpartition(old)
        path.write_bytes(before + new + after)

    return spoil


def moved(path: Path) -> None:
    """A member that begins before the file does: the zip's own table begins later than it says."""
    data = bytearray(path.read_bytes())
    place = data.rindex(b"PK\x05\x06") + 16  # of the end record: where the table begins
    began = int.from_bytes(data[place : place + 4], "little")
    data[place : place + 4] = (began + 10**7).to_bytes(4, "little")
    path.write_bytes(data)


def repacked(packing: int) -> Callable[[Path], None]:
    """A way to spoil a backup: pack it in another way, then damage a member."""

    def spoil(path: Path) -> None:
        with zipfile.ZipFile(path) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        with zipfile.ZipFile(path, "w", packing) as packed:
            for name, data in files.items():
                packed.writestr(name, data, zipfile.ZIP_DEFLATED if name == LIST else packing)
        packed_up = bytearray(path.read_bytes())
        packed_up[120:200] = bytes(80)
        path.write_bytes(packed_up)

    return spoil


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut short": (
        lambda path: os.truncate(path, path.stat().st_size // 2),
        "n't a complete backup",
    ),
    "empty": (lambda path: os.truncate(path, 0), "n't a complete backup"),
    "no zip": (lambda path: path.write_bytes(b"a cake recipe" * 99), "n't a complete backup"),
    "another zip": (rewritten(lambda files: files.pop(LIST)), "a backup of Rookery's"),
    "a missing photo": (
        rewritten(lambda files: files.pop(next(n for n in files if "photos/" in n))),
        "a complete backup",
    ),
    "one file more": (
        rewritten(lambda files: files.update({"readme.txt": b"x"})),
        "n't a complete backup",
    ),
    "another photo": (
        rewritten(lambda f: f.update({n: b"x" for n in f if "overlay" in n})),
        "overlay.jpg: isn't a complete",
    ),
    "a path out of it": (rewritten(slips), "n't a complete backup"),
    "no list": (
        rewritten(lambda files: files.update({LIST: b"[" * 99_999})),
        "n't a complete backup",
    ),
    "another list": (relisted(lambda found: found.update(files=[1])), "n't a complete backup"),
    "a newer format": (relisted(lambda found: found.update(rookery=2)), "newer Rookery; update"),
    "endless bytes": (
        listed(b'"bytes": ', b'"bytes": 1e999, "old": '),
        "backup.json: isn't a complete backup",
    ),
    "endless tables": (
        relisted(lambda found: found.update(tables=float("inf"))),
        "backup.json: isn't a complete backup",
    ),
    "endless events": (
        relisted(lambda found: found.update(events=10**400)),
        "backup.json: isn't a complete backup",
    ),
    "a damaged name": (damaged(b"tables.sqlite3", b"tables.sqli\xace3"), "n't a complete backup"),
    "a place before its beginning": (moved, "isn't a complete backup"),
    "packed by others": (repacked(zipfile.ZIP_LZMA), "isn't a complete backup"),
    "packed by others, bzip2": (repacked(zipfile.ZIP_BZIP2), "isn't a complete backup"),
    "a database without a byte": (rewritten(emptied), "its tables are not whole"),
    "fewer events": (
        relisted(lambda found: found.update(events=found["events"] + 1)),
        "its tables are not whole",
    ),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_file_that_is_no_whole_backup_changes_nothing(
    how: str, packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that names the file and what to do; the folder stays as it was, and nothing lies
    outside it.
    """
    spoil, said = SPOILT[how]
    spoil(packed)
    folder = tmp_path / "deep" / "new"
    folder.mkdir(parents=True)
    assert run(["restore", str(packed), "--data", str(folder)]) == 2
    line = capsys.readouterr().err
    assert said in line
    assert str(packed) in line
    assert line.count("\n") == 1
    assert not list(folder.iterdir())
    assert not list(tmp_path.rglob("evil*"))


def changed(data: Path, change: str) -> None:
    """Change the database of a data folder past the store."""
    with contextlib.closing(sqlite3.connect(data / DATABASE)) as db:
        db.executescript(change)
        db.commit()


NOT_WHOLE = "its tables are not whole"


@given(st.integers(0, 2**16), st.integers(0, 40), st.binary(max_size=40))
def test_a_damaged_backup_is_put_back_whole_or_not_at_all(
    once: Path, spot: int, length: int, new: bytes
) -> None:
    """Whatever bytes are cut, changed or added, and wherever: a refusal says what to do."""
    with tempfile.TemporaryDirectory() as name:
        file, copy = Path(name) / "backup.zip", Path(name) / "copy"
        backup(SqlitePlace(once), file)
        data = file.read_bytes()
        at = spot % (len(data) + 1)
        file.write_bytes(data[:at] + new + data[at + length :])
        try:
            with limited():
                restore(file, SqlitePlace(copy))
        except BackupError as error:
            event("refused")
            remedy = error.remedy
            assert not (copy / DATABASE).exists()
        else:
            event("put back")
            remedy = "none needed"
            assert told(copy) == told(once)
            assert photos_of(copy) == photos_of(once)
        assert remedy


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("PRAGMA user_version = 99", "newer Rookery"),
        ("CREATE TRIGGER cake AFTER INSERT ON event BEGIN DELETE FROM event; END", NOT_WHOLE),
        ("CREATE TABLE cake (recipe TEXT)", NOT_WHOLE),
        ("DROP TABLE pass", NOT_WHOLE),
        ("ALTER TABLE event DROP COLUMN asked", NOT_WHOLE),
        ("ALTER TABLE event ADD COLUMN cake TEXT NOT NULL DEFAULT ''", NOT_WHOLE),
        ("CREATE UNIQUE INDEX cake ON event (kind, table_id, version)", NOT_WHOLE),
        ("INSERT INTO pass VALUES (99, 'x', 'host')", NOT_WHOLE),
        (
            "UPDATE event SET payload = '{' WHERE version = 2",
            (
                r"table \S+: can't be read; take "
                r"another backup"
            ),
        ),
        (
            "UPDATE event SET payload = '[]' WHERE version = 1",
            (
                r"table \S+: can't be read; take "
                r"another backup"
            ),
        ),
        ("DELETE FROM event WHERE version = 1", r"table \S+: can't be read"),
        (
            "UPDATE event SET payload = replace(payload, '[[colour', '[[cake')",
            r"table \S+: can't be read",
        ),
        (
            'UPDATE event SET payload = replace(payload, \'"game":"giza"\', \'"game":"chess"\')',
            r"table \S+: can't be read",
        ),
        ("UPDATE game_table SET game = 'chess'", r"table \S+: can't be read: chess: no such game"),
        ("UPDATE game_table SET code = char(27) || '[31mX'", r"table \?\[31mX: can't be read"),
        ("UPDATE event SET at = CAST(x'ff' AS TEXT)", "its tables can't be read"),
        (
            "INSERT INTO play VALUES ('00000000-0000-4000-8000-000000000001', '{')",
            "a play out of a file: can't be read",
        ),
    ],
)
def test_a_database_that_is_none_of_ours_is_refused(
    change: str, said: str, packed: Path, data: Path, tmp_path: Path
) -> None:
    """Its list may be as it should all the same. Nothing of it is put anywhere."""
    changed(data, change)
    backup(SqlitePlace(data), packed)
    folder = tmp_path / "new"
    with pytest.raises(BackupError, match=said) as refused:
        restore(packed, SqlitePlace(folder))
    assert str(refused.value).isprintable()
    assert list(folder.iterdir()) == []


def test_what_postgresql_does_not_take_is_told(
    packed: Path, data: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """SQLite holds longer texts than its schema allows; what was there stays."""
    from tests.web.databases import new_database

    changed(data, "UPDATE event SET key = key || hex(zeroblob(99)) WHERE version = 1")
    backup(SqlitePlace(data), packed)
    address = new_database(request.getfixturevalue("postgres"))
    before = store_at(address)
    before.create("DODO-10", "giza", screens("giza").opening(None), "secret")
    before.close()
    with pytest.raises(BackupError, match="PostgreSQL: does not take all of it: value too long"):
        restore(packed, place(tmp_path / "new", address), force=True)
    after = store_at(address)
    assert after.codes() == ["DODO-10"]
    after.close()


def test_a_backup_of_an_older_schema_is_brought_up_to_date(
    packed: Path, data: Path, tmp_path: Path
) -> None:
    """What it has not got yet is made, and it is as whole as one of today."""
    before = told(data)
    changed(data, "DROP TABLE play; PRAGMA user_version = 1")
    backup(SqlitePlace(data), packed)
    restore(packed, SqlitePlace(tmp_path / "new"))
    assert told(tmp_path / "new") == before


def test_one_table_that_cannot_be_read_does_not_keep_the_rest_from_being_backed_up(
    data: Path, packed: Path
) -> None:
    """With all photos that can be made out; who restores it is notified of the table."""
    changed(data, """UPDATE event SET payload = payload || '{' WHERE payload LIKE '%"photo":"%'""")
    done, missing = backup(SqlitePlace(data), packed)
    assert (len(done.photos), missing) == (4, 0)


def test_who_made_a_backup_and_when_does_nothing_to_a_terminal(
    packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Signs that move the cursor or name the window are shown as such, and not all of a long text
    is.
    """
    relisted(lambda found: found.update(made="\x1b]0;mine\x07\u202e" + 999 * "x", by="\x1b[31m"))(
        packed
    )
    assert run(["restore", str(packed), "--data", str(tmp_path / "new")]) == 0
    said = capsys.readouterr().out
    assert said.partition(", made ")[2].startswith("?]0;mine??xxx")
    assert said.count("x") < 100
    assert said.strip().isprintable()


def test_another_rookery_may_know_what_this_one_cannot_read(
    packed: Path, data: Path, tmp_path: Path
) -> None:
    """The error says which one made the backup, where it was not this one."""
    changed(data, "UPDATE game_table SET game = 'chess'")
    backup(SqlitePlace(data), packed)
    relisted(lambda found: found.update(by="9"))(packed)
    with pytest.raises(BackupError, match=r"take another backup, or restore it with Rookery 9$"):
        restore(packed, SqlitePlace(tmp_path / "new"))


def test_a_restore_that_breaks_off_leaves_all_of_the_old_or_all_of_the_new(
    data: Path, packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted before any of its renames: the old tables; after the last one: the new. Each with
    its photos.
    """
    store = store_at(data)
    photographed(store, data)
    store.close()
    backup(SqlitePlace(data), tmp_path / "new.zip")
    old, new, rename, broken_off, folder = None, told(data), Path.replace, 0, data
    for steps in range(20):
        folder, left = tmp_path / f"{steps}", iter(range(steps))
        restore(packed, SqlitePlace(folder))
        old = old or told(folder)

        def step(path: Path, target: Path, left: Iterator[int] = left) -> Path:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return rename(path, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", step)
            with contextlib.suppress(KeyboardInterrupt):
                restore(tmp_path / "new.zip", SqlitePlace(folder), force=True)
                break
        assert told(folder) == old
        assert named(old[0]) <= kept(folder)
        assert not list(folder.glob(".rookery-*"))
        broken_off += 1
    assert broken_off == 2 * len(named(new[0])) + 1
    assert told(folder) == new
    assert kept(folder) == named(new[0])


def test_a_backup_that_breaks_off_leaves_no_file(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither half of one nor its parts; an older backup of that name stays."""
    (tmp_path / "old.zip").write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(BackupError, match="no space left"):
            backup(SqlitePlace(data), tmp_path / "old.zip")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "old.zip"]
    assert (tmp_path / "old.zip").read_bytes() == b"old"


def test_a_full_disk_at_the_target_is_no_fault_of_the_tables(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the file to write and asks for another place, not for a look at the disk
    that the tables are on.
    """
    connect = sqlite3.connect

    def full(file: Path, **options: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(file, **options)
        if ".rookery-" in str(file):
            db.execute("PRAGMA max_page_count = 1")
        return db

    target = tmp_path / "one.zip"
    monkeypatch.setattr(sqlite3, "connect", full)
    with pytest.raises(BackupError, match="no space left") as told:
        backup(SqlitePlace(data), target)
    assert (told.value.source, told.value.remedy) == (str(target), "write it to another place")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_backup_touches_no_file_but_its_own_and_nobody_else_may_read_it(
    data: Path, tmp_path: Path
) -> None:
    """It holds names and photos. What lies beside it under a name like a draft's stays."""
    target, mine = tmp_path / "one.zip", tmp_path / "one.zip.part"
    mine.write_bytes(b"mine")
    backup(SqlitePlace(data), target)
    assert mine.read_bytes() == b"mine"
    assert os.name == "nt" or stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "one.zip", "one.zip.part"]


@pytest.mark.parametrize("target", [".", "folder"])
def test_a_folder_is_no_place_for_a_backup(
    target: str,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line that says so, and nothing is left there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder" / "full").mkdir(parents=True)
    assert run(["backup", "-o", target, "--data", str(data)]) == 2
    assert capsys.readouterr().err.startswith(f"rookery: {target}: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "folder"]


def test_a_photo_that_is_gone_is_told_of(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rest is backed up, for that is better than nothing."""
    shutil.rmtree(data / "photos")
    assert run(["backup", "-o", str(tmp_path / "one.zip"), "--data", str(data)]) == 0
    shown = capsys.readouterr()
    assert "1 table with" in shown.out
    assert "note: 4 photos of these tables are missing on disk" in shown.err
    assert run(["restore", str(tmp_path / "one.zip"), "--data", str(tmp_path / "new")]) == 0


def test_photos_that_were_deleted_on_purpose_are_not_missed(data: Path, packed: Path) -> None:
    """By a player, or because they were undone an hour ago."""
    with contextlib.closing(store_at(data)) as store:
        (code,) = store.codes()
        read = [event for event in store.log(code).events if "photo" in event.payload]
        photo = read[0].payload["photo"]
        Photos(data / "photos").drop(code, photo)
        store.append(code, Intent("s1", "photo.delete", {"photo": photo}, photo))
        store.append(code, Intent("s1", "undo", {"target": read[1].version}, "undo-0001"))
    done, missing = backup(SqlitePlace(data), packed)
    assert (len(done.photos), missing) == (2, 0)
    changed(data, "UPDATE event SET at = '2026-11-21T20:00:00.000Z' WHERE kind = 'undo'")
    shutil.rmtree(data / "photos")
    done, missing = backup(SqlitePlace(data), packed)
    assert (len(done.photos), missing) == (0, 0)


def test_a_folder_without_tables_has_no_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not made either."""
    assert run(["backup", "-o", str(tmp_path / "one.zip"), "--data", str(tmp_path / "typo")]) == 2
    assert (
        "typo: holds no tables; name the folder of your tables with --data"
        in capsys.readouterr().err
    )
    assert not list(tmp_path.iterdir())


def test_a_backup_is_put_in_place_closed_and_an_error_names_that_place(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows renames no file that is open, so none of ours is; who reads of a failure never heard
    of its parts.
    """
    open_files: list[zipfile.ZipFile] = []
    begin = zipfile.ZipFile.__init__

    def opens(self: zipfile.ZipFile, *args: Any, **options: Any) -> None:
        begin(self, *args, **options)
        open_files.append(self)

    def refuse(self: Path, _target: Path) -> Path:
        assert [each for each in open_files if each.fp is not None] == []
        raise PermissionError(13, "is used by another program", str(self))

    monkeypatch.setattr(zipfile.ZipFile, "__init__", opens)
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(BackupError, match=r"one\.zip: is used by another program") as refused:
        backup(SqlitePlace(data), tmp_path / "one.zip")
    assert (".part" in str(refused.value), open_files != []) == (False, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]

"""Backups of all tables and photos, made while people play, and restored completely or not at all.

The database is copied first, as of one moment, then the photos that its events name: a photo is
stored before its event. The copy is a SQLite file whichever engine it came from, so a backup of a
kitchen table can be restored into PostgreSQL and the other way round.

A restore unpacks and checks everything beside the existing data. Photos have random names, so the
new ones can lie among the old ones. Then one step replaces the database (a rename, or a
transaction), and photos that no event names any more are deleted. If it is interrupted, either all
old tables are there with their photos, or all new ones.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, get_args

import sqlalchemy as sa

from companion import __version__
from companion.errors import RookeryError, reason
from companion.events import Event, Log
from companion.photos import photos
from companion.plays.checked import Field
from companion.plays.files import read_play
from web.backup.file import (
    DATABASE,
    LONGEST,
    BackupError,
    Contents,
    open_backup,
    printable,
    write,
)
from web.backup.places import Place, SqlitePlace
from web.games.base import screens
from web.photos import Picture, keep_names
from web.plays.played import play_of
from web.storage.database import BACKUP, BACKUPS, SCHEMA, database
from web.storage.schema import METADATA
from web.storage.store import UNREADABLE, Store
from web.turns import Repeated

ANOTHER = "take another backup"
KEPT = 7  # automatic backups
AGE = timedelta(days=1)
LOOK_S = 3600.0  # seconds between checks whether an automatic backup is due
STAMP = "rookery-auto-%Y%m%d-%H%M%S.zip"  # in UTC; names sort by time
TRIES = 3  # attempts: a table deleted during one takes its photos along
# matches in stored payloads, where quotes within texts are escaped
_PHOTO = re.compile(r'"photo":"([0-9a-f]{32})"')
_CODE = re.compile(r"[A-Z0-9-]{1,16}")
# tables of SQLite, and of `rookery migrate`
_OTHER_TABLES = frozenset({"sqlite_sequence", "alembic_version"})
_EVENTS_OF_PHOTOS = """
    SELECT code, version, at, actor, kind, payload, key
    FROM event JOIN game_table ON game_table.id = event.table_id
    WHERE kind = 'undo' OR payload LIKE '%"photo":"%'
    ORDER BY code, version
"""

log = logging.getLogger("rookery")


def backup(place: Place, target: Path) -> tuple[Contents, int]:
    """Write a backup; return contents and number of missing pictures; raise `BackupError`."""
    try:
        tries = 0
        while True:
            tries += 1
            made = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
            with tempfile.TemporaryDirectory(prefix=".rookery-", dir=target.parent) as folder:
                copy = Path(folder) / DATABASE
                place.copy(copy)
                with closing(sqlite3.connect(copy)) as db:
                    contents = Contents(made, __version__, *count_rows(db), {})
                    sources = {DATABASE: copy}
                    sources |= {name: place.folder / name for name in _pictures(db)}
                done = write(target, contents, sources)
            missing = len(sources) - len(done.files)
            if not missing or tries == TRIES:
                return done, missing
    except OSError as error:
        raise BackupError(str(target), reason(error), remedy="write it to another place") from error


def restore(file: Path, place: Place, *, force: bool = False) -> Contents:
    """Replace the existing data by a backup, completely or not at all; return its contents.

    Raises `BackupError` for a file that isn't a complete backup, a place that a server uses, and
    one that has tables, unless `force` is set.
    """
    with open_backup(file) as reader:
        place.check(force=force)
        try:
            place.folder.mkdir(parents=True, exist_ok=True)
            if shutil.disk_usage(place.folder).free < reader.contents.bytes:
                problem = f"has no room for {reader.contents.bytes / 2**20:,.0f} MB"
                remedy = "make room there, or name another folder"
                raise BackupError(str(place.folder), problem, remedy=remedy)
            with tempfile.TemporaryDirectory(prefix=".rookery-", dir=place.folder) as name:
                reader.unpack(Path(name))
                check_database(Path(name), reader.contents, str(file))
                # first the new photos among the old ones, with which their random names can't clash
                kept = {place.folder / photo for photo in reader.contents.photos}
                for photo in reader.contents.photos:
                    target = place.folder / photo
                    target.parent.mkdir(parents=True, exist_ok=True)
                    (Path(name) / photo).replace(target)
                for folder in {photo.parent for photo in kept}:
                    keep_names(folder)
                place.replace(Path(name) / DATABASE)
            for path in (place.folder / "photos").glob("*/*"):  # last those that no event names now
                if path not in kept:
                    path.unlink(missing_ok=True)
            for path in (place.folder / "photos").glob("*"):
                if path.is_dir() and not any(path.iterdir()):
                    path.rmdir()
        except OSError as error:
            remedy = "make room there, or name another folder"
            raise BackupError(str(place.folder), reason(error), remedy=remedy) from error
    return reader.contents


def _pictures(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the files of all photos to keep; for an unreadable table, of all that it names."""
    now = datetime.now(UTC)
    # damaged text doesn't make a backup fail
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    for code, rows in groupby(db.execute(_EVENTS_OF_PHOTOS).fetchall(), itemgetter(0)):
        logged = [row[1:] for row in rows]
        names = {name for *_, payload, _ in logged for name in _PHOTO.findall(payload)}
        with suppress(*UNREADABLE):
            events = [
                Event(version, at, actor, kind, json.loads(payload), key)
                for version, at, actor, kind, payload, key in logged
            ]
            kept = {name for name, photo in photos(events).items() if not photo.expired(now)}
            names &= kept
        pictures = get_args(Picture)
        yield from (f"photos/{code}/{name}.{which}.jpg" for name in names for which in pictures)


# --- the check of a database before it replaces the existing one ----------------------------------


def check_database(folder: Path, contents: Contents, source: str) -> None:
    """Upgrade a backup's database, and check it; raise `BackupError`, which names `source`.

    A file with correct digests may still contain what no Rookery has written, or what this one
    can't read.
    """
    try:
        _check_names(folder / DATABASE, source)
        database(folder).close()
        _check_whole(folder / DATABASE, contents, source)
        _check_tables(folder, contents, source)
        with closing(sqlite3.connect(folder / DATABASE)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # leaves no other files beside it
    except (sqlite3.DatabaseError, sa.exc.DBAPIError) as error:
        problem = f"its tables can't be read: {printable(str(getattr(error, 'orig', error)))}"
        raise BackupError(source, problem, remedy=ANOTHER) from error
    except RookeryError as error:
        raise BackupError(source, error.problem, at=error.at, remedy=error.remedy) from error


def _check_names(path: Path, source: str) -> None:
    """Check that there are only our tables; an older schema may lack some."""
    with closing(sqlite3.connect(path)) as db:
        items = db.execute("SELECT type, name FROM sqlite_master").fetchall()
        (schema,) = db.execute("PRAGMA user_version").fetchone()
    strange = {kind for kind, _ in items} - {"table", "index"}
    names, ours = {name for kind, name in items if kind == "table"}, METADATA.tables.keys()
    if strange or names - ours - _OTHER_TABLES or (schema == SCHEMA and ours - names):
        raise _not_whole(source)


def _check_whole(path: Path, contents: Contents, source: str) -> None:
    """Check columns, keys and counts, and the file by SQLite's own checks."""
    ours = sa.create_engine("sqlite://")
    with ours.connect() as made:
        METADATA.create_all(made)
        connection: Any = made.connection.driver_connection
        shape = _shape(connection)
    ours.dispose()
    with closing(sqlite3.connect(path)) as db:
        whole = db.execute("PRAGMA quick_check").fetchone()[0] == "ok"
        alone = db.execute("PRAGMA foreign_key_check").fetchone()
        held = count_rows(db)
        if not whole or alone or held != (contents.tables, contents.events) or _shape(db) != shape:
            raise _not_whole(source)


def count_rows(db: sqlite3.Connection) -> tuple[int, int]:
    """Return the numbers of tables and events."""
    tables, events = db.execute(
        "SELECT (SELECT count(*) FROM game_table), (SELECT count(*) FROM event)"
    ).fetchone()
    return tables, events


def _shape(db: sqlite3.Connection) -> dict[str, object]:
    """Return each table's columns and keys, which have to match for its rows to be readable."""
    shape: dict[str, object] = {}
    for name in METADATA.tables:
        columns = [row[1:4] + row[5:] for row in db.execute(f"PRAGMA table_xinfo({name})")]
        keys = [
            (*kind, *db.execute("SELECT seqno, name FROM pragma_index_info(?)", (index,)))
            for _, index, *kind in db.execute(f"PRAGMA index_list({name})")
        ]
        shape[name] = (sorted(columns, key=repr), sorted(keys, key=repr))
    return shape


def _check_tables(folder: Path, contents: Contents, source: str) -> None:
    """Read every table as its pages do, and every imported play."""
    with closing(Store(folder)) as store:
        for code in store.codes():
            with _name_errors(source, f"table {printable(code[:LONGEST])}", contents):
                if not _CODE.fullmatch(code):
                    raise ValueError(code)
                log = store.log(code)
                if Log(log.tracker).check(log.events[0]):
                    raise ValueError(log.events[0].kind)
                row = screens(log.events[0].payload["game"])
                row.summary(log)
                row.view(log, None)
                play_of(code, log)
        for text in store.kept_plays():
            with _name_errors(source, "a play out of a file", contents):
                read_play(Field(json.loads(text), source))


@contextmanager
def _name_errors(source: str, item: str, contents: Contents) -> Iterator[None]:
    """Turn errors inside into a `BackupError` that names what can't be read."""
    try:
        yield
    except UNREADABLE as error:
        why = f": {error.source}: {error.problem}" if isinstance(error, RookeryError) else ""
        problem = f"can't be read{printable(why)[:LONGEST]}"
        older = f", or restore it with Rookery {contents.by}" if contents.by != __version__ else ""
        raise BackupError(source, problem, at=item, remedy=f"{ANOTHER}{older}") from error


def _not_whole(source: str) -> BackupError:
    return BackupError(source, "its tables are not whole", remedy=ANOTHER)


# --- the automatic backups of `rookery table` -----------------------------------------------------


def latest_in(folder: Path) -> Path:
    """Return the newest backup of a data folder; raise `BackupError` if there is none."""
    backups = sorted((folder / BACKUPS).glob(BACKUP))
    if not backups:
        remedy = "name a backup FILE instead"
        raise BackupError(str(folder / BACKUPS), "no backups here", remedy=remedy)
    return backups[-1]


def back_up(folder: Path, now: datetime) -> Path | None:
    """Back up a data folder if that is due, delete old backups, and return the new one's path.

    It is due after a day, and before a server changes the database's schema. A damaged database is
    never backed up, as that would displace a good backup. Raises `BackupError` or `OSError`.
    """
    file = folder / DATABASE
    if not file.is_file():
        return None
    try:
        with closing(sqlite3.connect(file)) as db:
            schema = int(db.execute("PRAGMA user_version").fetchone()[0])
            newest = max((folder / BACKUPS).glob(BACKUP), default=None)
            if newest and schema >= SCHEMA:
                made = datetime.strptime(newest.name, STAMP).replace(tzinfo=UTC)
                if now - made < AGE:
                    return None
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return None
    except sqlite3.DatabaseError:
        return None
    target = folder / BACKUPS / f"{now:{STAMP}}"
    target.parent.mkdir(exist_ok=True)
    backup(SqlitePlace(folder), target)
    for old in sorted(target.parent.glob(BACKUP))[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


@contextmanager
def daily_backups(folder: Path) -> Iterator[None]:
    """Make backups when they are due while a server runs, the first now; log failures."""

    def look(_number: int = 0) -> None:
        try:
            back_up(folder, datetime.now(UTC))
        except (BackupError, OSError) as error:
            log.warning("no backup: %s", error)

    look()
    with closing(Repeated("backups", LOOK_S, look)) as thread:
        thread.start()
        yield

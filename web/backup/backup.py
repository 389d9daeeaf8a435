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
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import get_args

import sqlalchemy as sa

from companion import __version__
from companion.errors import RookeryError, reason
from companion.events import Event, Log
from companion.language import ENGLISH
from companion.photos import photos
from companion.plays.checked import Field
from companion.plays.files import read_play
from companion.text import printable
from web.backup.file import DATABASE, LONGEST, BackupError, Contents, open_backup, write
from web.backup.places import Place, SqlitePlace, schema_of
from web.games.base import screens
from web.live.publisher import Recipient, StateTexts
from web.own_art import FILES
from web.photos import Photos, Picture, keep_names
from web.plays.played import play_of
from web.storage.database import BACKUP, BACKUPS, SCHEMA, database
from web.storage.errors import UnreadableError, readable
from web.storage.schema import METADATA
from web.storage.store import Store
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
_NEW_TABLES = frozenset({"play"})  # that an older schema lacks
_EVENTS_OF_PHOTOS = """
    SELECT code, version, at, actor, kind, payload, key
    FROM event JOIN game_table ON game_table.id = event.table_id
    WHERE kind = 'undo' OR payload LIKE '%"photo":"%'
    ORDER BY code, version
"""

log = logging.getLogger("rookery")


def backup(
    place: Place, target: Path, stopped: Callable[[], bool] = lambda: False
) -> tuple[Contents, int]:
    """Write a backup; return contents and number of missing pictures.

    Raises `BackupError`, also once `stopped()` is true.
    """
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
                    sources |= {
                        f"photos/{code}/{path.name}": path
                        for (code,) in db.execute("SELECT code FROM game_table")
                        if _CODE.fullmatch(code)
                        for path in (place.folder / "photos" / code).glob(FILES)
                    }
                done = write(target, contents, sources, stopped)
            missing = len(sources) - len(done.files)
            if not missing or tries == TRIES:
                return done, missing
    except sqlite3.DatabaseError as error:
        problem = f"its tables can't be read: {error}"
        raise BackupError(str(place.folder), problem, remedy="check --data") from error
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
            place.folder.mkdir(0o700, parents=True, exist_ok=True)
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
                    target.parent.mkdir(0o700, parents=True, exist_ok=True)
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
        with suppress(UnreadableError), readable(code):
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
    """Check that there are our tables and no others."""
    with closing(sqlite3.connect(path)) as db:
        items = db.execute("SELECT type, name FROM sqlite_master").fetchall()
        (schema,) = db.execute("PRAGMA user_version").fetchone()
    strange = {kind for kind, _ in items} - {"table", "index"}
    names, ours = {name for kind, name in items if kind == "table"}, METADATA.tables.keys()
    missing = ours - names - (_NEW_TABLES if schema < SCHEMA else set())
    if strange or names - ours - _OTHER_TABLES or missing:
        raise _not_whole(source)


def _check_whole(path: Path, contents: Contents, source: str) -> None:
    """Check columns, keys and counts, and the file by SQLite's own checks."""
    ours = sa.create_engine("sqlite://")
    with ours.connect() as made:
        METADATA.create_all(made)
        connection = made.connection.driver_connection
        assert isinstance(connection, sqlite3.Connection)  # noqa: S101 - SQLAlchemy's is Any
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
            name = f"table {printable(code[:LONGEST])}"
            with _name_errors(source, name, contents), readable(code):
                if not _CODE.fullmatch(code):
                    raise ValueError(code)
                log = store.log(code)
                if Log(log.tracker).check(log.events[0]):
                    raise ValueError(log.events[0].kind)
                row = screens(log.events[0].payload["game"])
                row.summary(log)
                StateTexts(code, log).text(Recipient(None, ENGLISH), store.now())
                play_of(code, log)
        for text in store.kept_plays():
            name = "a play out of a file"
            with _name_errors(source, name, contents), readable(name):
                read_play(Field(json.loads(text), source))


@contextmanager
def _name_errors(source: str, item: str, contents: Contents) -> Iterator[None]:
    """Turn errors inside into a `BackupError` that names what can't be read."""
    try:
        yield
    except UnreadableError as error:
        cause = error.__cause__
        why = f": {cause.source}: {cause.problem}" if isinstance(cause, RookeryError) else ""
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


def back_up(
    folder: Path, now: datetime, stopped: Callable[[], bool] = lambda: False
) -> Path | None:
    """Back up a data folder if that is due, delete old backups, and return the new one's path.

    It is due after a day, and before a server changes the database's schema. A damaged database is
    never backed up, as that would displace a good backup, and an empty one isn't before there is a
    backup. Raises `BackupError` or `OSError`.
    """
    file, newest = folder / DATABASE, max((folder / BACKUPS).glob(BACKUP), default=None)
    try:
        schema = schema_of(file)
        if schema is None:
            return None
        if newest and schema == SCHEMA:
            made = datetime.strptime(newest.name, STAMP).replace(tzinfo=UTC)
            if now - made < AGE:
                return None
        with closing(sqlite3.connect(file)) as db:
            empty = not newest and not any(count_rows(db))
            if empty or db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return None
    except sqlite3.DatabaseError:
        return None
    target = folder / BACKUPS / f"{now:{STAMP}}"
    target.parent.mkdir(0o700, exist_ok=True)
    _make_room(folder)
    backup(SqlitePlace(folder), target, stopped)
    for old in sorted(target.parent.glob(BACKUP))[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def _make_room(folder: Path) -> None:
    """Delete the oldest automatic backups, but not the newest, until there's room for another one.

    It takes the photos and the database, and that a second time while it is written. Raises
    `BackupError`, and deletes nothing, if there won't be enough room.
    """
    photos = Photos(folder / "photos")
    needed = 2 * sum(path.stat().st_size for path in folder.glob(f"{DATABASE}*"))
    needed += sum(map(photos.size, photos.tables()))
    free = shutil.disk_usage(folder).free
    old = [(path, path.stat().st_size) for path in sorted((folder / BACKUPS).glob(BACKUP))[:-1]]
    if free + sum(size for _, size in old) < needed:
        problem = f"has no room for a backup of {needed / 2**20:,.0f} MB"
        raise BackupError(str(folder), problem, remedy="make room there")
    for path, size in old:
        if free < needed:
            path.unlink()
            free += size


def tidy(folder: Path) -> None:
    """Delete what backups, restores and photos left in a data folder when they were killed.

    Other users can't list photos and backups from then on: an older Rookery let them. Only for the
    process that holds the folder's lock.
    """
    for own in (folder / BACKUPS, folder / "photos"):
        with suppress(FileNotFoundError):
            own.chmod(0o700)
    for pattern in (".rookery-*/", f"{BACKUPS}/.rookery-*", "photos/*/.rookery-*.part"):
        for draft in folder.glob(pattern):
            shutil.rmtree(draft, ignore_errors=True)  # which leaves a file as it is
            with suppress(OSError):
                draft.unlink()


@contextmanager
def daily_backups(folder: Path) -> Iterator[Repeated]:
    """Yield a thread that makes backups when they are due; log failures.

    It is to be started when the tables are open. Before that, leftovers of killed processes are
    deleted, and tables that an older Rookery made are backed up. A backup that is being made at the
    end is given up.
    """

    def look(_number: int = 0) -> None:
        try:
            back_up(folder, datetime.now(UTC), thread.closed.is_set)
        except (BackupError, OSError) as error:
            if not thread.closed.is_set():
                log.warning("no backup: %s", error)

    thread = Repeated("backups", LOOK_S, look)
    tidy(folder)
    with suppress(sqlite3.DatabaseError):  # reported when it is opened
        if (schema_of(folder / DATABASE) or SCHEMA) < SCHEMA:
            log.warning("backing up the tables of an older Rookery first")
            look()
    with closing(thread):
        yield thread

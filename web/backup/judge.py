"""Check a database from a backup: whether Rookery wrote it, and whether its tables can be played
on.

A file may be complete, with correct digests, and yet contain what no Rookery has written, or what
this one can't read. This is checked before any existing data is replaced.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion import __version__
from companion.errors import RookeryError
from companion.events import Log
from companion.plays.checked import Field
from companion.plays.files import read_play
from web.backup.file import DATABASE, LONGEST, BackupError, Contents, printable
from web.games.base import screens
from web.plays.played import play_of
from web.storage.database import SCHEMA, database
from web.storage.schema import METADATA
from web.storage.store import Store
from web.storage.unreadable import UNREADABLE

ANOTHER = "take another backup"
_CODE = re.compile(r"[A-Z0-9-]{1,16}")
# tables of SQLite, and of `rookery migrate`
_OTHER_TABLES = frozenset({"sqlite_sequence", "alembic_version"})


def check_database(folder: Path, contents: Contents, source: str) -> None:
    """Upgrade a backup's database, and check it; raise `BackupError`, which names `source`."""
    try:
        _check_names(folder / DATABASE, source)
        database(folder).close()
        _check_whole(folder / DATABASE, contents, source)
        _check_tables(folder, contents, source)
        with closing(sqlite3.connect(folder / DATABASE)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # leaves no other files beside it
    except (sqlite3.DatabaseError, sa.exc.DBAPIError) as error:
        reason = printable(str(getattr(error, "orig", error)))
        raise BackupError(source, f"its tables can't be read: {reason}", remedy=ANOTHER) from error
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
    with closing(Store(folder, lambda slug: screens(slug).tracker)) as store:
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

"""Whether the database that came out of a backup is one of ours, and each of its tables can be
played on.

A file may be whole, with every digest as it should be, and yet hold what no Rookery has written, or
what this one can not read. That is found out beside what is there, before anything is replaced.
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
from companion.plays.own import read_play
from web.backup.file import DATABASE, LONGEST, BackupError, Contents, printable
from web.games.screens import screens
from web.plays.played import play_of
from web.storage.database import SCHEMA, database
from web.storage.schema import METADATA
from web.storage.store import Store
from web.storage.unreadable import UNREADABLE

ANOTHER = "take another backup"
_CODE = re.compile(r"[A-Z0-9-]{1,16}")
# tables of SQLite's own, and of `rookery migrate`
_BESIDES = frozenset({"sqlite_sequence", "alembic_version"})


def judge(folder: Path, contents: Contents, source: str) -> None:
    """Make the database in a folder one of today's schema; raise `BackupError` where it is not what
    the list says, or can't be read. `source` is what an error calls it.
    """
    try:
        _check_names(folder / DATABASE, source)
        database(folder, METADATA).close()
        _check_whole(folder / DATABASE, contents, source)
        _check_tables(folder, contents, source)
        _settle(folder / DATABASE)
    except (sqlite3.DatabaseError, sa.exc.DBAPIError) as error:
        reason = printable(str(getattr(error, "orig", error)))
        raise BackupError(source, f"its tables can't be read: {reason}", remedy=ANOTHER) from error
    except RookeryError as error:
        raise BackupError(source, error.problem, at=error.at, remedy=error.remedy) from error


def _check_names(path: Path, source: str) -> None:
    """There are our tables and nothing else; in one of an older schema some may be missing."""
    with closing(sqlite3.connect(path)) as db:
        strange = db.execute(
            "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index')"
        ).fetchone()
        names = {
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        (schema,) = db.execute("PRAGMA user_version").fetchone()
    if (
        strange
        or names - METADATA.tables.keys() - _BESIDES
        or (schema == SCHEMA and METADATA.tables.keys() - names)
    ):
        raise _not_whole(source)


def _check_whole(path: Path, contents: Contents, source: str) -> None:
    """Columns, keys, counts, and what SQLite itself knows of a sound file."""
    with closing(sqlite3.connect(path)) as db:
        whole = db.execute("PRAGMA quick_check").fetchone()[0] == "ok"
        alone = db.execute("PRAGMA foreign_key_check").fetchone()
        held = counted(db)
        if (
            not whole
            or alone
            or held != (contents.tables, contents.events)
            or _shape(db) != _our_shape()
        ):
            raise _not_whole(source)


def _settle(path: Path) -> None:
    """All in one file, nothing beside it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")


def counted(db: sqlite3.Connection) -> tuple[int, int]:
    """How many tables and events there are."""
    tables, events = db.execute(
        "SELECT (SELECT count(*) FROM game_table), (SELECT count(*) FROM event)"
    ).fetchone()
    return tables, events


def _shape(db: sqlite3.Connection) -> dict[str, object]:
    """Each table's columns and keys: all that a program must do alike to write rows that the other
    can read.
    """
    return {
        name: (
            sorted(
                (row[1:4] + row[5:] for row in db.execute(f"PRAGMA table_xinfo({name})")), key=repr
            ),
            sorted((_index(db, row) for row in db.execute(f"PRAGMA index_list({name})")), key=repr),
        )
        for name in METADATA.tables
    }


def _index(db: sqlite3.Connection, row: tuple[object, ...]) -> tuple[object, ...]:
    """Whether an index is a key, of which kind, and its columns."""
    _, name, *kind = row
    return (*kind, *db.execute("SELECT seqno, name FROM pragma_index_info(?)", (name,)))


def _our_shape() -> dict[str, object]:
    made = sa.create_engine("sqlite://")
    with made.connect() as db:
        METADATA.create_all(db)
        line: Any = db.connection.driver_connection
        found = _shape(line)
    made.dispose()
    return found


def _check_tables(folder: Path, contents: Contents, source: str) -> None:
    """Read every table as its pages do, and every play that came out of a file."""
    with closing(Store(folder, lambda slug: screens(slug).tracker)) as store:
        for code in store.codes():
            with _named(source, f"table {printable(code[:LONGEST])}", contents):
                _read(store, code)
        for text in store.kept_plays():
            with _named(source, "a play out of a file", contents):
                read_play(Field(json.loads(text), source))


def _read(store: Store, code: str) -> None:
    if not _CODE.fullmatch(code):
        raise ValueError(code)
    log = store.log(code)
    opening = log.events[0]
    if Log(log.tracker).check(opening):
        raise ValueError(opening.kind)
    row = screens(opening.payload["game"])
    row.summary(log)
    row.view(log, None)
    play_of(code, log)


@contextmanager
def _named(source: str, what: str, contents: Contents) -> Iterator[None]:
    """Whatever goes wrong in here is an error that says what can't be read."""
    try:
        yield
    except UNREADABLE as error:
        told = (
            printable(f": {error.source}: {error.problem}")
            if isinstance(error, RookeryError)
            else ""
        )
        older = f", or restore it with Rookery {contents.by}" if contents.by != __version__ else ""
        raise BackupError(
            source, f"can't be read{told[:LONGEST]}", at=what, remedy=f"{ANOTHER}{older}"
        ) from error


def _not_whole(source: str) -> BackupError:
    return BackupError(source, "its tables are not whole", remedy=ANOTHER)

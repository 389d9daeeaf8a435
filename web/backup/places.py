"""Sources and targets of backups: SQLite in a data folder, or PostgreSQL with photos in one."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeAlias

import sqlalchemy as sa

from companion.text import printable
from web.backup.file import DATABASE, BackupError
from web.photos import keep_names
from web.storage.database import database, place_name
from web.storage.schema import METADATA

ROWS = 1000  # copied at a time
_ANYTHING = ("SELECT 1 FROM game_table LIMIT 1", "SELECT 1 FROM play LIMIT 1")
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database()
        AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


class SqlitePlace:
    """The database file of a data folder, beside its photos."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / DATABASE

    def copy(self, target: Path) -> None:
        """Write the database as of one moment to a new SQLite file, without stopping writers.

        SQLite's own API does it; a plain copy of the file would lack the rows in its WAL. Raises
        `BackupError`, or `OSError` if the target's disk is full.
        """
        try:
            if schema_of(self._file) is None:
                remedy = "name the folder of your tables with --data"
                raise BackupError(str(self.folder), "holds no tables", remedy=remedy)
            with (
                closing(sqlite3.connect(self._file)) as source,
                closing(sqlite3.connect(target)) as copy,
            ):
                source.backup(copy)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:  # at the target
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
            problem = f"can't be read: {error}"
            raise BackupError(str(self._file), problem, remedy="check the disk") from error

    def check(self, *, force: bool) -> None:
        """Raise `BackupError` if the database is in use, or (without `force`) isn't empty.

        A file that can't be read may be replaced by force.
        """
        try:
            if schema_of(self._file) is None:
                return
            with self._alone() as db:
                held = any(db.execute(query).fetchone() for query in _ANYTHING)
        except sqlite3.DatabaseError:
            held = True
        if held and not force:
            raise _holds_tables(str(self.folder))

    def replace(self, file: Path) -> None:
        """Replace all tables by those of a SQLite file with the current schema, by a rename."""
        try:
            with self._alone():
                pass
        except sqlite3.DatabaseError:
            # the WAL of a damaged file must not be applied to the new one
            for ending in ("-wal", "-shm", "-journal"):
                Path(f"{self._file}{ending}").unlink(missing_ok=True)
        file.replace(self._file)
        keep_names(self.folder)

    @contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        """Open the database if no other process has it open: SQLite leaves WAL mode only then."""
        with closing(sqlite3.connect(self._file, timeout=0)) as db:
            try:
                db.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError as error:
                busy = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
                if error.sqlite_errorcode & 0xFF not in busy:
                    raise
                raise _in_use(str(self.folder)) from error
            yield db


class PostgresPlace:
    """A PostgreSQL database by its address, with the folder of its photos; see `SqlitePlace`."""

    def __init__(self, address: str, folder: Path) -> None:
        self.folder = folder
        self._address = address

    def copy(self, target: Path) -> None:
        """Copy row by row in one transaction, which sees one moment."""
        made = database(target.parent)
        with self._connection() as db, closing(made), made.writing() as copy:
            source = db.execution_options(isolation_level="REPEATABLE READ")
            with source.begin():
                _copy_rows(source, copy)

    def check(self, *, force: bool) -> None:
        """Check for other connections, as a running server keeps some open."""
        with self._connection() as db:
            if db.exec_driver_sql(_OTHERS).scalar_one():
                raise _in_use(place_name(db.engine))
            if not force and any(db.exec_driver_sql(query).first() for query in _ANYTHING):
                raise _holds_tables(place_name(db.engine))

    def replace(self, file: Path) -> None:
        """Replace the rows in a transaction that locks the tables."""
        self.check(force=True)
        engine = sa.create_engine(f"sqlite:///{file}")
        try:
            with self._connection() as db, db.begin(), engine.connect() as source:
                names = ", ".join(f'"{table.name}"' for table in METADATA.sorted_tables)
                db.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
                for table in reversed(METADATA.sorted_tables):
                    db.execute(sa.delete(table))
                _copy_rows(source, db)
                db.exec_driver_sql(
                    "SELECT setval(pg_get_serial_sequence('game_table', 'id'), "
                    "greatest(max(id), 1)) FROM game_table"
                )
        # PostgreSQL enforces the lengths of texts
        except (sa.exc.DataError, sa.exc.IntegrityError) as error:
            why = printable(str(error.orig).strip().splitlines()[0])
            problem = f"does not take all of it: {why}"
            raise BackupError("PostgreSQL", problem, remedy="take another backup") from error
        finally:
            engine.dispose()

    @contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        with closing(database(self._address)) as made, made.engine.connect() as db:
            yield db


Place: TypeAlias = SqlitePlace | PostgresPlace


def schema_of(file: Path) -> int | None:
    """Return the schema's number of a SQLite file; None for a missing or an empty one, which a
    start that was cut short leaves. Raises `sqlite3.DatabaseError` if it can't be read.
    """
    if not file.is_file():
        return None
    with closing(sqlite3.connect(file)) as db:
        (schema,) = db.execute("PRAGMA user_version").fetchone()
        return schema if db.execute("SELECT 1 FROM sqlite_master").fetchone() else None


def place(folder: Path, address: str | None) -> Place:
    """Return the place of a data folder, or of the PostgreSQL database at an address."""
    return PostgresPlace(address, folder) if address else SqlitePlace(folder)


def _copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    """Copy all rows of all tables, starting with tables that others refer to."""
    for table in METADATA.sorted_tables:
        rows = source.execution_options(yield_per=ROWS).execute(sa.select(table)).mappings()
        for part in rows.partitions(ROWS):
            target.execute(sa.insert(table), [dict(row) for row in part])


def _in_use(place: str) -> BackupError:
    return BackupError(place, "is in use", remedy="stop the server that uses it, then restore")


def _holds_tables(place: str) -> BackupError:
    return BackupError(
        place, "holds tables, which would be gone", remedy="back it up first, then add --force"
    )

"""The databases of the event store: SQLite in a data folder, or PostgreSQL when hosted.

They differ in how a connection is set up, how writers queue and where the schema's version is.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa
from filelock import FileLock, Timeout

from companion import extras
from companion.errors import RookeryError
from web.storage.schema import METADATA

SCHEMA = 2  # 2: with imported plays; each step so far only adds a table, which `create_all` makes
FILE = "tables.sqlite3"
BACKUPS = "backups"  # the folder of automatic backups of `rookery table`, and their names:
BACKUP = f"rookery-auto-{'[0-9]' * 8}-{'[0-9]' * 6}.zip"
WAL = "-wal"  # suffix of SQLite's log of changes that aren't in the file yet
MARKER = "rookery_schema"  # the table in which PostgreSQL keeps the schema's number
SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
BUSY_MS = 10_000  # how long a writer waits for another one
CONNECT_S = 5  # timeout of connecting to PostgreSQL
LINES = 16  # PostgreSQL connections that a process keeps open, for as many writers; twice at peak
_MIGRATING = 0x726F6F6B  # the advisory lock held while tables are created
PRAGMAS = ("synchronous = FULL", "foreign_keys = ON", "busy_timeout = 0")
# two files, because on Windows a locked one can't be read
LOCK, OWNER = "server.lock", "server.txt"
_opening = threading.Lock()  # connections to SQLite are opened one at a time


class DamagedError(RookeryError):
    """The database's file is damaged; only a backup helps."""

    def __init__(self, path: Path, reason: str) -> None:
        newest = max((path.parent / BACKUPS).glob(BACKUP), default=None)
        remedy = f"stop Rookery and put back {newest} with `rookery restore --latest --force`"
        if newest is None:
            remedy = "stop Rookery and restore a backup with `rookery restore --force FILE`"
        super().__init__(str(path), f"the file is damaged ({reason})", remedy=remedy)


class LostFileError(OSError):
    """An open file, `filename`, was moved, deleted or replaced; writes would be lost."""


class BusyError(OSError):
    """A writer has waited for others for too long; nothing was stored."""


def engine(place: Path | str) -> sa.Engine:
    """Return an engine for a place, with its connections set up; raise `RookeryError`.

    Commits to PostgreSQL wait for the disk, whatever the server's setting is. An invalid address
    isn't quoted, as it may contain a password.
    """
    if isinstance(place, Path):
        settings: dict[str, object] = {"timeout": BUSY_MS / 1000}
        url = f"sqlite:///{place / FILE}"
        made = sa.create_engine(
            url, hide_parameters=True, connect_args=settings, pool_use_lifo=True
        )
        sa.event.listen(made, "connect", _sqlite_connects)
    else:
        scheme, _, rest = place.partition("://")
        settings = {
            "options": f"-c synchronous_commit=on -c lock_timeout={BUSY_MS}",
            "connect_timeout": CONNECT_S,
            "client_encoding": "utf8",  # whatever the server's default is
        }
        try:
            made = sa.create_engine(
                f"postgresql+psycopg://{rest}" if scheme in SCHEMES else "", connect_args=settings,
                hide_parameters=True, isolation_level="AUTOCOMMIT",
                pool_size=LINES, max_overflow=LINES, pool_pre_ping=True, pool_use_lifo=True,
            )  # fmt: skip
        except sa.exc.ArgumentError as error:
            remedy = "write postgresql://user@host/name"
            raise RookeryError("database", "that is no address", remedy=remedy) from error
        except ModuleNotFoundError as error:
            remedy = extras.remedy("hosted")
            raise RookeryError("psycopg", "is not installed", remedy=remedy) from error
    sa.event.listen(made, "begin", _begins)
    return made


def place_name(made: sa.Engine) -> str:
    """Return a place's name for errors: the file, or the address without its password."""
    if made.dialect.name == "sqlite":
        return str(made.url.database)
    return made.url.set(drivername="postgresql").render_as_string(hide_password=True)


def read_schema(db: sa.Connection) -> int:
    """Return a database's schema number, 0 if empty; raise `RookeryError` for a newer one."""
    if db.dialect.name == "sqlite":
        version = int(db.exec_driver_sql("PRAGMA user_version").scalar() or 0)
    elif sa.inspect(db).has_table(MARKER):
        newest = f"SELECT max(version) FROM {MARKER}"  # noqa: S608 - our own name
        version = int(db.exec_driver_sql(newest).scalar() or 0)
    else:
        version = 0
    if version > SCHEMA:
        problem = f"written by a newer Rookery (schema {version}, known: {SCHEMA})"
        raise RookeryError(place_name(db.engine), problem, remedy="update Rookery")
    return version


def upgrade(db: sa.Connection) -> int:
    """Create the tables that a database lacks, in a transaction that writes; return its old schema.

    Raises `RookeryError` for a newer one. Others wait until this transaction ends.
    """
    if db.dialect.name != "sqlite":
        db.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
    version = read_schema(db)
    METADATA.create_all(db)
    if version < SCHEMA:
        mark_schema(db)
    return version


def mark_schema(db: sa.Connection) -> None:
    """Store that the database has the current schema."""
    if db.dialect.name == "sqlite":
        db.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
        return
    db.exec_driver_sql(f"CREATE TABLE IF NOT EXISTS {MARKER} (version integer NOT NULL)")
    db.exec_driver_sql(f"INSERT INTO {MARKER} VALUES ({SCHEMA})")  # noqa: S608 - our own words


class Database:
    """A place for rows, with its schema created; `begin` starts a transaction that writes."""

    begin: str
    alone = False  # whether a writer is the only one, so that it needs no locks

    def __init__(self, place: Path | str, writers: int) -> None:
        self.engine = engine(place)
        self._reader = self.engine.execution_options(rookery_begin="")  # the same connections
        self._writers = threading.BoundedSemaphore(writers)

    def reading(self) -> sa.Connection:
        """Open a connection without BEGIN, on which each statement is a transaction."""
        return self._reader.connect()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Open a transaction that writes."""
        if not self._writers.acquire(timeout=BUSY_MS / 1000):
            raise BusyError(errno.EAGAIN, "the database is busy for too long")
        try:
            with self.engine.connect() as db:
                self.check()
                db.execution_options(rookery_begin=self.begin)
                with db.begin():
                    yield db
                self.check()
        finally:
            self._writers.release()

    def check(self) -> None:
        """Raise `LostFileError` if the open files aren't at their paths any more."""

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


class Sqlite(Database):
    """The SQLite file of a data folder; a commit is on the disk before it is announced.

    A write is a BEGIN IMMEDIATE transaction, as the driver's late BEGIN loses updates.
    """

    begin = "BEGIN IMMEDIATE"  # with no other writer at the same time
    alone = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, 1)  # SQLite allows one; waiting here costs no polling
        self.path = folder / FILE
        self._files: dict[Path, tuple[int, int] | None] = {}  # device and inode of open files
        # connecting would create a new file
        sa.event.listen(self.engine, "do_connect", lambda *_: self.check())
        try:
            with _dispose_on_error(self.engine):
                folder.mkdir(0o700, parents=True, exist_ok=True)
                # SQLite gives its other files the same permissions. To open and close the file
                # here would end the locks that this process has on it, and without them another
                # program that closes the file deletes its WAL
                self.path.touch(0o600)
                self.path.chmod(0o600)
                with self.reading() as db:  # takes 10 ms for each 10 MB
                    check = str(db.exec_driver_sql("PRAGMA quick_check(1)").scalar())
                if check != "ok":
                    raise DamagedError(self.path, check.splitlines()[-1])
                with self.writing() as db:
                    upgrade(db)
                # closing the last connection would delete the WAL
                self._keeper = self.engine.raw_connection()
        except (OSError, sa.exc.DatabaseError) as error:
            if is_damage(error):
                raise DamagedError(self.path, str(getattr(error, "orig", error))) from error
            reason = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
            remedy = "name another folder with --data"
            raise RookeryError(str(self.path), f"can't be used: {reason}", remedy=remedy) from error
        file = self.path.resolve()
        self._files = {path: _identity(path) for path in (file, Path(f"{file}{WAL}"))}

    def check(self) -> None:
        """Raise `LostFileError` unless the open files are still those at their paths.

        If only the WAL is lost, its content is first written into the database.
        """
        for path, identity in self._files.items():
            if _identity(path) != identity:
                if path.name.endswith(WAL):
                    with suppress(sqlite3.Error):
                        self._keeper.cursor().execute("PRAGMA wal_checkpoint")
                reason = "moved, deleted or replaced while in use"
                raise LostFileError(errno.ENOENT, reason, str(path))

    def close(self) -> None:
        """Close all connections."""
        self._keeper.close()
        super().close()


class Postgres(Database):
    """A PostgreSQL database, which several servers may share.

    A writer locks its table's row (`FOR UPDATE`), so tables don't wait for each other.
    """

    begin = "BEGIN"

    def __init__(self, address: str) -> None:
        super().__init__(address, LINES)  # the other connections are left for readers
        try:
            with _dispose_on_error(self.engine), self.writing() as db:
                upgrade(db)
        except sa.exc.DBAPIError as error:
            reason = str(error.orig).strip().splitlines()[0]
            remedy = "start PostgreSQL, or correct the address"
            problem = f"can't be used: {reason}"
            raise RookeryError(place_name(self.engine), problem, remedy=remedy) from error


class InUseError(RookeryError):
    """Another server uses the folder; `address` is where it can be opened, "" if nobody knows."""

    address = ""


@contextmanager
def claim(folder: Path, address: str) -> Iterator[None]:
    """Lock a data folder, as two servers wouldn't notify each other's phones.

    Raises `InUseError`, which names the other server, if it is in use, and `RookeryError` if it
    can't be used. The lock ends with the process, however that ends.
    """
    lock, owner = FileLock(folder / LOCK), folder / OWNER
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        lock.acquire(blocking=False)
        owner.write_text(f"process {os.getpid()}, at {address}", "utf-8")
    except Timeout as error:
        other = _owner(folder) or "another process"
        remedy = "play there, stop it, or name another folder with --data"
        problem = f"a Rookery server uses it already ({other})"
        in_use = InUseError(str(folder), problem, remedy=remedy)
        in_use.address = other.partition(", at ")[2]
        raise in_use from error
    except OSError as error:
        problem = f"can't be used: {error.strerror or error}"
        remedy = "name another folder with --data"
        raise RookeryError(str(folder), problem, remedy=remedy) from error
    try:
        yield
    finally:
        lock.release()


def running_at(folder: Path) -> str:
    """Return where the server that uses a folder can be opened; "" if none uses it."""
    if (folder / LOCK).exists():
        try:
            FileLock(folder / LOCK).acquire(blocking=False).lock.release()
        except Timeout:
            return _owner(folder).partition(", at ")[2]
        except OSError:
            return ""  # not ours to look at
    return ""


def _owner(folder: Path) -> str:
    owner = folder / OWNER
    return owner.read_text("utf-8") if owner.exists() else ""


def database(place: Path | str) -> Database:
    """Open SQLite in a folder, or `postgresql://user@host/name`; raise `RookeryError`."""
    return Sqlite(place) if isinstance(place, Path) else Postgres(place)


def is_damage(error: Exception) -> bool:
    """Return whether an error means that SQLite's file is damaged, or isn't a database."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file; None if it is gone."""
    with suppress(OSError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None


@contextmanager
def _dispose_on_error(made: sa.Engine) -> Iterator[None]:
    try:
        yield
    except BaseException:
        made.dispose()
        raise


def _sqlite_connects(connection: sqlite3.Connection, _record: object) -> None:
    """Set up a connection: our own BEGIN instead of the driver's late one, and synced commits."""
    connection.isolation_level = None
    try:
        with _opening:
            try:
                connection.execute("PRAGMA journal_mode = WAL").close()
            except sqlite3.OperationalError:  # another one is writing, for which this doesn't wait
                for statement in ("BEGIN IMMEDIATE", "ROLLBACK", "PRAGMA journal_mode = WAL"):
                    connection.execute(statement).close()
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}").close()
            # a connection that can't write never will, nor will others opened beside it, as they
            # share the file's index; so write now, and roll it back
            try:
                for statement in ("BEGIN IMMEDIATE", "PRAGMA application_id = 0", "ROLLBACK"):
                    connection.execute(statement).close()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # another one is writing
                    raise
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}").close()
    except sqlite3.Error:
        connection.close()
        raise


def _begins(connection: sa.Connection) -> None:
    """Use our own BEGIN, or none if each statement is a transaction."""
    if begin := connection.get_execution_options().get("rookery_begin", "BEGIN"):
        connection.exec_driver_sql(begin)

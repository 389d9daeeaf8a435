"""Where the event store keeps its rows: SQLite in a data folder, or PostgreSQL when Rookery is hosted.

What only one of the two speaks stands here: how a connection is set up, how writers queue, how the schema's version
is kept and how a copy is made. The store's own statements are the same for both.
"""

from __future__ import annotations

import errno
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from companion.errors import RookeryError

SCHEMA = 2  # 2: with imported plays; each step so far only adds a table, which `create_all` makes
FILE = "tables.sqlite3"
BACKUPS = "backups"  # the folder of those that `rookery table` makes by itself, and their names:
BACKUP = f"rookery-auto-{'[0-9]' * 8}-{'[0-9]' * 6}.zip"
WAL = "-wal"  # what SQLite adds to the name for the log of changes that aren't in the file yet
MARKER = "rookery_schema"  # the table in which PostgreSQL keeps the schema's number
SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
BUSY_MS = 10_000  # how long a writer waits for another one
CONNECT_S = 5  # how long PostgreSQL may take to let us in
LINES = 16  # to PostgreSQL that a process keeps open, as many as write at a time; as many again for a moment
WAITING = 200  # writers that may wait for their turn: each holds a thread
REST_S = 1.0  # a line that was used more lately is believed to be there
_MIGRATING = 0x726F6F6B  # the advisory lock of whoever makes the tables
_opening = threading.Lock()  # lines to SQLite are opened one at a time


class DamagedError(RookeryError):
    """The database's file is damaged; only a backup helps."""

    def __init__(self, path: Path, reason: str) -> None:
        newest = max((path.parent / BACKUPS).glob(BACKUP), default=None)
        remedy = f"stop Rookery and put back {newest} with `rookery restore --latest --force`"
        if newest is None:
            remedy = "stop Rookery and restore a backup with `rookery restore --force FILE`"
        super().__init__(str(path), f"the file is damaged ({reason})", remedy=remedy)


class LostFileError(OSError):
    """An open file of the database, `filename`, was moved, deleted or replaced; writes would be lost."""


class BusyError(OSError):
    """Too many writers wait, or one has waited too long; nothing was stored."""


class Writers:
    """So many writers at a time, while at most `WAITING` more wait: a slow disk must not take every thread."""

    def __init__(self, at_once: int) -> None:
        self._free = threading.BoundedSemaphore(at_once)
        self._room = threading.BoundedSemaphore(at_once + WAITING)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A turn to write; raises `BusyError`."""
        if not self._room.acquire(blocking=False):
            raise BusyError(errno.EAGAIN, "too many writers wait for the database")
        try:
            if not self._free.acquire(timeout=BUSY_MS / 1000):
                raise BusyError(errno.EAGAIN, "the database was busy for too long")
            try:
                yield
            finally:
                self._free.release()
        finally:
            self._room.release()


class Database(Protocol):
    """A place for rows, with its schema made; safe to use from many threads."""

    engine: sa.Engine
    many_writers: bool  # whether several transactions write at a time, so that one that reads first must lock

    @property
    def place(self) -> str:
        """What to call it in an error, without any password."""

    def reading(self) -> Any:
        """A context manager: a connection whose statements each see what is stored when they are asked."""

    def writing(self) -> Any:
        """A context manager: one transaction that writes, as a connection."""

    def putting(self) -> Any:
        """A context manager: a connection for one statement that writes, and is stored when it returns."""

    def check(self) -> None:
        """Raise `LostFileError` where the files that are open aren't at their paths any more."""

    def close(self) -> None:
        """Give all connections back."""


class Prepared:
    """A statement put into the driver's words once, for a line whose statements each stand alone.

    SQLAlchemy's own way to a short answer takes five times as long as SQLite itself, and a tap asks one or two. What
    fails here is asked once more in SQLAlchemy's way, which knows what each error means and what becomes of the line.
    """

    def __init__(self, statement: sa.Executable, dialect: sa.Dialect) -> None:
        self._statement = statement
        whole = {"render_postcompile": True}  # needs a default for each parameter
        compiled: Any = statement.compile(dialect=dialect, compile_kwargs=whole)  # type: ignore[attr-defined]  # all of ours can be
        self._text, self._names = str(compiled), compiled.positiontup  # None: it takes names
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}  # written in it
        self._errors = dialect.loaded_dbapi.Error

    def rows(self, db: sa.Connection, values: Mapping[str, Any]) -> Sequence[Any]:
        """What it finds, as tuples; raises what SQLAlchemy raises."""
        return self._asked(db, values)[0]

    def changed(self, db: sa.Connection, values: Mapping[str, Any]) -> int:
        """How many rows it has put in; raises what SQLAlchemy raises."""
        return self._asked(db, values)[1]

    def _asked(self, db: sa.Connection, values: Mapping[str, Any]) -> tuple[Sequence[Any], int]:
        try:
            with closing(db.connection.cursor()) as cursor:
                cursor.execute(self._text, self._bound(values))
                return (cursor.fetchall() if cursor.description else ()), cursor.rowcount
        except self._errors:
            found = db.execute(self._statement, values)
            return (found.fetchall() if found.returns_rows else ()), found.rowcount

    def _bound(self, values: Mapping[str, Any]) -> Any:
        bound = {**self._fixed, **values}
        return bound if self._names is None else tuple(map(bound.__getitem__, self._names))


def database(place: Path | str, schema: sa.MetaData) -> Database:
    """SQLite in that folder, or what a URL names (`postgresql://user@host/name`); raises `RookeryError`."""
    return Sqlite(place, schema) if isinstance(place, Path) else Postgres(place, schema)


def engine(place: Path | str) -> sa.Engine:
    """Lines to such a place, each set up as it must be, and nothing looked at yet; raises `RookeryError`."""
    return _sqlite_engine(place / FILE) if isinstance(place, Path) else _postgres_engine(place)


def named(made: sa.Engine) -> str:
    """What to call a place in an error: the file, or the address without its password."""
    if made.dialect.name == "sqlite":
        return str(made.url.database)
    return made.url.set(drivername="postgresql").render_as_string(hide_password=True)


def read_schema(db: sa.Connection) -> int:
    """The number of the schema that a database says it has, 0 for an empty one; raises `RookeryError` for a newer one
    than ours.
    """
    found = _schema(db)
    if found > SCHEMA:
        problem = f"written by a newer Rookery (schema {found}, known: {SCHEMA})"
        raise RookeryError(named(db.engine), problem, remedy="update Rookery")
    return found


def hold_schema(db: sa.Connection) -> None:
    """Have PostgreSQL's tables made by nobody else until this transaction ends."""
    db.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")


def mark_schema(db: sa.Connection) -> None:
    """Have the database say that its schema is today's."""
    if db.dialect.name == "sqlite":
        db.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
        return
    db.exec_driver_sql(f"CREATE TABLE IF NOT EXISTS {MARKER} (version integer NOT NULL)")
    db.exec_driver_sql(f"INSERT INTO {MARKER} VALUES ({SCHEMA})")  # noqa: S608 - our own name and number


def _schema(db: sa.Connection) -> int:
    if db.dialect.name == "sqlite":
        return int(db.exec_driver_sql("PRAGMA user_version").scalar() or 0)
    if not sa.inspect(db).has_table(MARKER):
        return 0
    return int(db.exec_driver_sql(f"SELECT max(version) FROM {MARKER}").scalar() or 0)  # noqa: S608 - our own name


def _make(db: sa.Connection, schema: sa.MetaData) -> None:
    """Add the tables that a database has not got yet."""
    found = read_schema(db)
    schema.create_all(db)
    if found < SCHEMA:
        mark_schema(db)


class Sqlite:
    """One file of a data folder: WAL with synchronous FULL, so that a commit is on the disk before anybody hears of it.

    A write is one statement or one BEGIN IMMEDIATE transaction: the driver's late BEGIN loses updates.
    """

    many_writers = False

    def __init__(self, folder: Path, schema: sa.MetaData) -> None:
        self.path = folder / FILE
        self._writers = Writers(1)  # SQLite allows one; waiting here costs no polling
        self.engine = engine(folder)
        self._reader = self.engine.execution_options(rookery_begin="")  # the same lines
        self._files: dict[Path, tuple[int, int] | None] = {}  # device and inode of what is open
        sa.event.listen(self.engine, "do_connect", lambda *_: self.check())  # would make a new file
        try:
            with _given_back(self.engine):
                folder.mkdir(parents=True, exist_ok=True)
                _keep_private(self.path)
                with self.reading() as db:
                    _check_whole(db, self.path)
                with self.writing() as db:
                    _make(db, schema)
                self._keeper = self.engine.raw_connection()  # the last line takes the WAL along
        except (OSError, sa.exc.DatabaseError) as error:
            if is_damage(error):
                raise DamagedError(self.path, str(getattr(error, "orig", error))) from error
            reason = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
            raise RookeryError(
                self.place, f"can't be used: {reason}", remedy="name another folder with --data"
            ) from error
        file = self.path.resolve()
        self._files = {path: _identity(path) for path in (file, Path(f"{file}{WAL}"))}

    @property
    def place(self) -> str:
        """The file."""
        return str(self.path)

    def reading(self) -> sa.Connection:
        """A connection without BEGIN: SQLite makes each statement a transaction then."""
        return self._reader.connect()

    @contextmanager
    def putting(self) -> Iterator[sa.Connection]:
        """One statement that writes, and no other beside it."""
        with self._writers.turn(), self.reading() as db:
            self.check()
            yield db
            self.check()

    def check(self) -> None:
        """Raise `LostFileError` unless the files that are open are still those at their paths.

        Where only the WAL is lost, what it holds is written into the database: nothing else has it.
        """
        for path, identity in self._files.items():
            if _identity(path) != identity:
                if path.name.endswith(WAL):
                    with suppress(sqlite3.Error):
                        self._keeper.cursor().execute("PRAGMA wal_checkpoint")
                reason = "moved, deleted or replaced while in use"
                raise LostFileError(errno.ENOENT, reason, str(path))

    def close(self) -> None:
        """Give all lines back."""
        self._keeper.close()
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """One transaction that writes, and no other beside it."""
        with self._writers.turn(), self.engine.connect() as db:
            self.check()
            db.execution_options(rookery_begin="BEGIN IMMEDIATE")
            with db.begin():
                yield db
            self.check()


class Postgres:
    """A PostgreSQL database, which several servers may share; a writer holds its table's row, so tables go on in step.

    Needs psycopg (the extra `hosted`).
    """

    many_writers = True

    def __init__(self, address: str, schema: sa.MetaData) -> None:
        self.engine = engine(address)
        self._reader = self.engine.execution_options(rookery_begin="")  # the same lines
        self._writers = Writers(LINES)  # the other lines are left to whoever reads
        try:
            with _given_back(self.engine), self.writing() as db:
                hold_schema(db)  # two servers may start at once: the second one waits, and finds all there
                _make(db, schema)
        except sa.exc.DBAPIError as error:
            reason = str(error.orig).strip().splitlines()[0]
            raise RookeryError(
                self.place, f"can't be used: {reason}", remedy="start PostgreSQL, or correct the address"
            ) from error

    @property
    def place(self) -> str:
        """The address without its password."""
        return named(self.engine)

    def reading(self) -> sa.Connection:
        """A connection without BEGIN: PostgreSQL makes each statement a transaction then."""
        return self._reader.connect()

    @contextmanager
    def putting(self) -> Iterator[sa.Connection]:
        """One statement that writes."""
        with self._writers.turn(), self.reading() as db:
            yield db

    def check(self) -> None:
        """PostgreSQL looks after its own files."""

    def close(self) -> None:
        """Give all lines back."""
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """One transaction that writes; who writes to the same table waits at its row (`SELECT ... FOR UPDATE`)."""
        with self._writers.turn(), self.engine.begin() as db:
            yield db


def is_damage(error: Exception) -> bool:
    """Whether an error says that SQLite's file is damaged, or not a database at all."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _check_whole(db: sa.Connection, path: Path) -> None:
    """Raise `DamagedError` unless SQLite finds its pages in order; takes some 10 ms for each 10 MB."""
    found = str(db.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    if found != "ok":
        raise DamagedError(path, found.splitlines()[-1])


def _keep_private(path: Path) -> None:
    """Let nobody else on this computer read the tables; SQLite gives its other files the same rights."""
    with path.open("ab"):
        path.chmod(0o600)


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode of a file, None where there is none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


@contextmanager
def _given_back(made: sa.Engine) -> Iterator[None]:
    """Close all lines where the first one fails: nobody else will."""
    try:
        yield
    except BaseException:
        made.dispose()
        raise


def _sqlite_engine(path: Path) -> sa.Engine:
    settings = {"timeout": BUSY_MS / 1000}
    made = sa.create_engine(f"sqlite:///{path}", hide_parameters=True, connect_args=settings, pool_use_lifo=True)
    sa.event.listen(made, "connect", _sqlite_connects)
    sa.event.listen(made, "begin", _begins)
    return made


def _sqlite_connects(connection: Any, _record: object) -> None:
    """Our own BEGIN instead of the driver's late one, which loses updates, and every commit on the disk."""
    connection.isolation_level = None
    try:
        with _opening:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 0"):
                connection.execute(f"PRAGMA {pragma}").close()
            _check_writes(connection)
            connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}").close()
    except sqlite3.Error:
        connection.close()
        raise


def _check_writes(connection: sqlite3.Connection) -> None:
    """A line that is opened while its disk takes no writes would never write again, nor would those that are opened
    beside it, for they share the file's index: none is let in, one at a time is tried.
    """
    try:
        for statement in ("BEGIN IMMEDIATE", "PRAGMA application_id = 0", "ROLLBACK"):  # writes, and takes it back
            connection.execute(statement).close()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # another one writes just now: so may this
            raise


def _begins(connection: sa.Connection) -> None:
    """Our own BEGIN, or none where each statement stands alone: a line is never switched from one to the other."""
    if begin := connection.get_execution_options().get("rookery_begin", "BEGIN"):
        connection.exec_driver_sql(begin)


def _postgres_engine(address: str) -> sa.Engine:
    """Commits wait for the disk whatever the server's own setting; a line that the server has closed is made again."""
    scheme, _, rest = address.partition("://")
    if scheme not in SCHEMES:
        raise _no_address()
    options = f"-c synchronous_commit=on -c lock_timeout={BUSY_MS}"
    try:
        url = sa.make_url(f"postgresql+psycopg://{rest}")
        settings = {"options": options, "connect_timeout": CONNECT_S, "client_encoding": "utf8"}  # whatever it keeps
        made = sa.create_engine(
            url, hide_parameters=True, isolation_level="AUTOCOMMIT",
            pool_size=LINES, max_overflow=LINES, pool_use_lifo=True, connect_args=settings,
        )  # fmt: skip
    except sa.exc.ArgumentError as error:
        raise _no_address() from error
    except ModuleNotFoundError as error:
        raise RookeryError("psycopg", "is not installed", remedy="install Rookery with its extra `hosted`") from error
    sa.event.listen(made, "begin", _begins)
    sa.event.listen(made, "checkin", _postgres_rests)
    sa.event.listen(made, "checkout", lambda line, record, _lent: _postgres_wakes(made.dialect, line, record))
    return made


def _postgres_rests(_line: object, record: sa.pool.ConnectionPoolEntry) -> None:
    record.info["rests_since"] = time.monotonic()


def _postgres_wakes(dialect: sa.Dialect, line: Any, record: sa.pool.ConnectionPoolEntry) -> None:
    """Ask a line that has rested whether it is still there. `pool_pre_ping` asks each one each time, which is a third
    of all that a tap asks; here one that broke a moment ago fails its tap, and takes the others out of use with it.
    """
    now = time.monotonic()
    if now - record.info.get("rests_since", now) < REST_S:
        return
    try:
        dialect.do_ping(line)
    except dialect.loaded_dbapi.Error as error:
        raise sa.exc.InvalidatePoolError from error


def _no_address() -> RookeryError:
    """It may hold a password, so it is not quoted."""
    return RookeryError("database", "that is no address", remedy="write postgresql://user@host/name")

"""The event store: SQLite through SQLAlchemy Core, one row an event, so that no acknowledged tap is ever lost.

WAL with synchronous FULL: a commit is on the disk before anybody hears of it. Every write is one BEGIN IMMEDIATE
transaction that reads the version, folds, checks and inserts. The unique (table, version) and (table, actor,
key) hold even if two servers share the file.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy as sa

from companion.errors import RookeryError, TableError
from companion.events import Event, Log, Refusal, Tracker, Version, canonical

AnyLog: TypeAlias = Log[Any]
Trackers: TypeAlias = Callable[[str], Tracker[Any]]

SCHEMA = 1
BUSY_MS = 10_000
MAX_EVENTS = 20_000  # a game has some 250; a phone gone wild must not fill the disk
CACHED_TABLES = 64

_meta = sa.MetaData()
_tables = sa.Table(
    "game_table", _meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
    sa.Column("game", sa.String(32), nullable=False),
)  # fmt: skip
_events = sa.Table(
    "event", _meta,
    sa.Column("table_id", sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(24), nullable=False),
    sa.Column("actor", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("asked", sa.String(64), nullable=False),  # digest of the request, where the server filled in the payload
    sa.UniqueConstraint("table_id", "actor", "key"),
)  # fmt: skip
_passes = sa.Table(
    "pass", _meta,
    sa.Column("table_id", sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("holder", sa.String(40), nullable=False),  # a seat's id, "host" or "screen"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Intent:
    """What somebody asks for: an event without its place in the log.

    `asked` is what the client sent, where `payload` holds more than that; a key that comes again with something
    else is refused. `token` is a new holder's secret: it is let in with the event, or not at all.
    """

    actor: str
    kind: str
    payload: Mapping[str, Any]
    key: str
    asked: object = None
    token: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of what was asked for."""
        request = [self.kind, dict(self.payload)] if self.asked is None else self.asked
        return hashlib.sha256(canonical(request).encode()).hexdigest()


class RefusedError(TableError):
    """The table says no; `refusal` is why, `log` what it holds."""

    def __init__(self, refusal: Refusal, log: AnyLog) -> None:
        super().__init__("table", refusal.text)
        self.refusal, self.log = refusal, log


class UnknownTableError(TableError):
    """There is no table of that code."""

    def __init__(self, code: str) -> None:
        super().__init__(code[:20], "there is no table of that code here", remedy="look at the host's screen again")


@dataclass(frozen=True, slots=True)
class Appended:
    """An event in its log; `news` is False when the same tap had come before."""

    log: AnyLog
    event: Event
    news: bool


class Store:
    """All tables of one data folder. Safe to use from many threads."""

    def __init__(self, folder: Path, trackers: Trackers, now: Callable[[], datetime] | None = None) -> None:
        self._trackers, self._now = trackers, now or (lambda: datetime.now(UTC))
        self._writing = threading.Lock()  # SQLite allows one writer; waiting here costs no polling
        self._caching = threading.Lock()
        self._cache: OrderedDict[str, tuple[int, AnyLog]] = OrderedDict()
        self.path = folder / "tables.sqlite3"
        self._engine = _engine(folder, self.path)

    def close(self) -> None:
        """Give the file back."""
        self._engine.dispose()

    def create(self, code: str, game: str, opening: Mapping[str, Any], token: str) -> AnyLog:
        """A new table whose host holds `token`; raises `TableError` when the code is in use."""
        event = Event(1, self._stamp(), "server", "table.open", dict(opening), secrets.token_hex(8))
        log = Log(self._trackers(game)).append(event)
        if refusal := Log(self._trackers(game)).check(event):
            raise RefusedError(refusal, log)
        try:
            with self._write() as db:
                insert = sa.insert(_tables).values(code=code, game=game).returning(_tables.c.id)
                table_id = db.execute(insert).scalar_one()
                self._insert(db, table_id, event, "")
                _let_in(db, table_id, token, "host")
        except sa.exc.IntegrityError as error:
            raise TableError(code, "that code is in use", remedy="take another") from error
        self._keep(code, table_id, log)
        return log

    def codes(self) -> list[str]:
        """The codes of all tables, newest first."""
        with self._engine.connect() as db:
            return list(db.scalars(sa.select(_tables.c.code).order_by(_tables.c.id.desc())))

    def log(self, code: str) -> AnyLog:
        """A table's log as it stands; raises `UnknownTableError`."""
        with self._engine.connect() as db:
            return self._load(db, code)[1]

    def version(self, code: str) -> Version:
        """The version on disk, also when another process wrote it; raises `UnknownTableError`."""
        with self._engine.connect() as db:
            return _last_version(db, self._row(db, code).id)

    def append(self, code: str, intent: Intent) -> Appended:
        """Add one event, durably, or raise `RefusedError`; a tap that comes again changes nothing."""
        with self._write() as db:
            table_id, log = self._load(db, code)
            if (known := self._known(db, table_id, log, intent)) is not None:
                if intent.token:
                    _let_in(db, table_id, intent.token, str(known.payload.get("seat")))
                return Appended(log, known, news=False)
            event = Event(log.version + 1, self._stamp(), intent.actor, intent.kind, dict(intent.payload), intent.key)
            if refusal := _full(log) or log.check(event):
                raise RefusedError(refusal, log)
            self._insert(db, table_id, event, intent.digest)
            if intent.token:
                _let_in(db, table_id, intent.token, str(intent.payload.get("seat")))
            after = log.append(event)
        self._keep(code, table_id, after)
        return Appended(after, event, news=True)

    def known(self, code: str, intent: Intent) -> Appended | None:
        """The answer to this tap if it has come before; raises `RefusedError` when its key meant something else."""
        with self._engine.connect() as db:
            table_id, log = self._load(db, code)
            event = self._known(db, table_id, log, intent)
            return Appended(log, event, news=False) if event else None

    def holder(self, code: str, token: str) -> str | None:
        """Whose secret this is at that table: a seat's id, "host" or nobody; raises `UnknownTableError`."""
        with self._engine.connect() as db:
            table_id = self._row(db, code).id
            query = sa.select(_passes.c.holder).where(
                _passes.c.table_id == table_id, _passes.c.digest == _hashed(token)
            )
            return db.scalar(query) if token else None

    def let_in(self, code: str, token: str, holder: str, *, alone: bool = False) -> None:
        """Make `token` one of the holder's secrets, or with `alone` the only one: all older ones are void."""
        with self._write() as db:
            table_id = self._row(db, code).id
            if alone:
                db.execute(sa.delete(_passes).where(_passes.c.table_id == table_id, _passes.c.holder == holder))
            _let_in(db, table_id, token, holder)

    def shut_out(self, code: str, holder: str) -> None:
        """Make all of the holder's secrets void: whoever has one is a stranger again."""
        with self._write() as db:
            table_id = self._row(db, code).id
            db.execute(sa.delete(_passes).where(_passes.c.table_id == table_id, _passes.c.holder == holder))

    def delete(self, code: str) -> None:
        """Forget a table with all that happened at it; raises `UnknownTableError`."""
        with self._write() as db:
            table_id = self._row(db, code).id
            for part in (_passes, _events):
                db.execute(sa.delete(part).where(part.c.table_id == table_id))
            db.execute(sa.delete(_tables).where(_tables.c.id == table_id))
        with self._caching:
            self._cache.pop(code, None)

    def backup(self, target: Path) -> None:
        """Copy the whole database while it is in use: a copied file without its WAL would lose rows."""
        temporary = target.with_name(target.name + ".part")
        with closing(sqlite3.connect(self.path)) as source, closing(sqlite3.connect(temporary)) as copy:
            source.backup(copy)
        temporary.replace(target)

    # --- inside a transaction

    @contextmanager
    def _write(self) -> Iterator[sa.Connection]:
        with self._writing, self._engine.connect() as db:
            db.execution_options(rookery_begin="BEGIN IMMEDIATE")
            with db.begin():
                yield db

    def _row(self, db: sa.Connection, code: str) -> sa.Row[Any]:
        found = db.execute(sa.select(_tables).where(_tables.c.code == code)).one_or_none()
        if found is None:
            raise UnknownTableError(code)
        return found

    def _load(self, db: sa.Connection, code: str) -> tuple[int, AnyLog]:
        """The log as this transaction sees it: what is cached and whatever has come since."""
        with self._caching:
            cached = self._cache.get(code)
        if cached is None:
            row = self._row(db, code)
            cached = (row.id, Log(self._trackers(row.game)))
        table_id, log = cached
        rows = _since(db, table_id, log.version)
        if rows:
            log = log.extend(rows)
            self._keep(code, table_id, log)
        return table_id, log

    def _keep(self, code: str, table_id: int, log: AnyLog) -> None:
        with self._caching:
            held = self._cache.get(code)
            if held is None or held[1].version <= log.version:
                self._cache[code] = (table_id, log)
            self._cache.move_to_end(code)
            while len(self._cache) > CACHED_TABLES:
                self._cache.popitem(last=False)

    def _known(self, db: sa.Connection, table_id: int, log: AnyLog, intent: Intent) -> Event | None:
        where = (_events.c.table_id == table_id, _events.c.actor == intent.actor, _events.c.key == intent.key)
        found = db.execute(sa.select(_events.c.version, _events.c.asked).where(*where)).one_or_none()
        if found is None:
            return None
        if found.asked != intent.digest:
            raise RefusedError(Refusal("key-reused", "That key belongs to another tap: tap again."), log)
        return next(event for event in log.events if event.version == found.version)

    def _insert(self, db: sa.Connection, table_id: int, event: Event, asked: str) -> None:
        row = {name: getattr(event, name) for name in ("version", "at", "actor", "kind", "key")}
        payload = canonical(event.payload)
        db.execute(sa.insert(_events).values(table_id=table_id, payload=payload, asked=asked, **row))

    def now(self) -> datetime:
        """The time by this store's clock, in UTC."""
        return self._now().astimezone(UTC)

    def _stamp(self) -> str:
        """To the millisecond, for games that are timed."""
        return self.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_token() -> str:
    """A secret of 128 bits."""
    return secrets.token_urlsafe(16)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _let_in(db: sa.Connection, table_id: int, token: str, holder: str) -> None:
    """Tokens are random, so a plain digest is enough to keep a stolen file from opening seats."""
    db.execute(sa.delete(_passes).where(_passes.c.table_id == table_id, _passes.c.digest == _hashed(token)))
    db.execute(sa.insert(_passes).values(table_id=table_id, digest=_hashed(token), holder=holder))


def _full(log: AnyLog) -> Refusal | None:
    return Refusal("full", "This table's log is full: start a new table.") if log.version >= MAX_EVENTS else None


def _last_version(db: sa.Connection, table_id: int) -> Version:
    return db.scalar(sa.select(sa.func.max(_events.c.version)).where(_events.c.table_id == table_id)) or 0


def _since(db: sa.Connection, table_id: int, version: Version) -> list[Event]:
    columns = [_events.c[name] for name in ("version", "at", "actor", "kind", "payload", "key")]
    where = (_events.c.table_id == table_id, _events.c.version > version)
    rows = db.execute(sa.select(*columns).where(*where).order_by(_events.c.version))
    return [Event(r.version, r.at, r.actor, r.kind, json.loads(r.payload), r.key) for r in rows]


def _engine(folder: Path, path: Path) -> sa.Engine:
    """An engine whose every connection has our pragmas; raises `RookeryError` for a folder or file that will not do."""
    engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_MS / 1000})
    sa.event.listen(engine, "connect", _on_connect)
    sa.event.listen(engine, "begin", _on_begin)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with engine.connect() as db:
            db.execution_options(rookery_begin="BEGIN IMMEDIATE")
            with db.begin():
                _migrate(db, path)
    except (OSError, sa.exc.DatabaseError) as error:
        engine.dispose()
        reason = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
        raise RookeryError(str(path), f"can not be used: {reason}", remedy="name another folder with --data") from error
    except RookeryError:
        engine.dispose()
        raise
    return engine


def _migrate(db: sa.Connection, path: Path) -> None:
    found = db.exec_driver_sql("PRAGMA user_version").scalar()
    if found not in (0, SCHEMA):
        raise RookeryError(str(path), f"written by a newer Rookery (schema {found})", remedy="update Rookery")
    _meta.create_all(db)
    db.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")


def _on_connect(connection: Any, _record: object) -> None:
    """Our own BEGIN instead of the driver's late one, which loses updates, and every commit on the disk."""
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", f"busy_timeout = {BUSY_MS}", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _on_begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("rookery_begin", "BEGIN"))

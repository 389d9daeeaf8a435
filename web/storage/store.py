"""The event store: SQLAlchemy Core, one row an event, so that no acknowledged tap is ever lost.

A commit is on the disk before anybody hears of it. A tap is one insert after the log as it was last seen; where that
log is not the newest any more, a transaction that has the table for itself reads, folds, checks and inserts. The unique
(table, version) and (table, actor, key) hold even if two servers share the database, which is SQLite or PostgreSQL
(`web/storage/database.py`).
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import sqlalchemy as sa

from companion.errors import TableError
from companion.events import Event, Log, Refusal, Tracker, Version, canonical
from companion.language import say
from web.storage import schema
from web.storage.database import Prepared, database
from web.storage.schema import events, kept_plays, passes, tables
from web.storage.tokens import hashed

AnyLog: TypeAlias = Log[Any]
Trackers: TypeAlias = Callable[[str], Tracker[Any]]
May: TypeAlias = Callable[[AnyLog, Mapping[str, str]], bool]  # whether who acts has the right to, by log and holders

MAX_EVENTS = 5000  # a game has some 250; a phone gone wild must not fill the disk, nor what is undone take minutes
CACHED_TABLES = 256
TAKEN_AWAY = frozenset({"seat.return", "seat.revoke"})  # a seat left the phone that had it
TURNS = 20  # tries to append in turn, each of which fails only when another event went in


class Snapshot(NamedTuple):
    """A table as it was when somebody looked: its number, its log, and who held which secret, a line each."""

    table_id: int
    log: AnyLog
    lines: str

    @property
    def holders(self) -> dict[str, str]:
        """Who held a secret, by the secret's digest."""
        return dict(line.split(" ", 1) for line in self.lines.splitlines())


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


class NoRightError(TableError):
    """Whoever acts had the right to when it began, and has lost it since."""

    def __init__(self, code: str) -> None:
        super().__init__(code, "the right to act there is lost", remedy="ask the host for a pass")


class UnknownTableError(TableError):
    """There is no table of that code."""

    def __init__(self, code: str) -> None:
        super().__init__(
            code[:20], say("there is no table of that code here"), remedy=say("look at the host's screen again")
        )


class CodeInUseError(TableError):
    """Another table has that code."""


@dataclass(frozen=True, slots=True)
class Appended:
    """An event in its log; `news` is False when the same tap had come before."""

    log: AnyLog
    event: Event
    news: bool


class Store:
    """All tables of one data folder, or of a database that a URL names. Safe to use from many threads."""

    def __init__(self, place: Path | str, trackers: Trackers, now: Callable[[], datetime] | None = None) -> None:
        self._trackers, self._now = trackers, now or (lambda: datetime.now(UTC))
        self._caching = threading.Lock()
        self._cache: OrderedDict[str, Snapshot] = OrderedDict()
        self.database = database(place, schema.METADATA)
        self._engine = self.database.engine
        asked = (schema.SINCE, schema.INSERT_IF_SAME)
        self._since, self._insert = (Prepared(each, self._engine.dialect) for each in asked)

    def close(self) -> None:
        """Give the database back."""
        self.database.close()

    def create(self, code: str, game: str, opening: Mapping[str, Any], token: str) -> AnyLog:
        """A new table whose host holds `token`; raises `CodeInUseError`, or `RefusedError` for a bad opening."""
        event = Event(1, self._stamp(), "server", "table.open", dict(opening), secrets.token_hex(8))
        log = Log(self._trackers(game)).append(event)
        if refusal := Log(self._trackers(game)).check(event):
            raise RefusedError(refusal, log)
        try:
            with self.database.writing() as db:
                insert = sa.insert(tables).values(code=code, game=game).returning(tables.c.id)
                table_id = db.execute(insert).scalar_one()
                db.execute(schema.INSERT, schema.row_of(table_id, event, ""))
                _let_in(db, table_id, token, "host")
        except sa.exc.IntegrityError as error:
            raise CodeInUseError(code, "that code is in use", remedy="take another") from error
        self._keep(code, Snapshot(table_id, log, f"{hashed(token)} host"))
        return log

    def codes(self) -> list[str]:
        """The codes of all tables, newest first."""
        with self.database.reading() as db:
            return list(db.scalars(sa.select(tables.c.code).order_by(tables.c.id.desc())))

    def newest(self) -> dict[str, tuple[Version, str]]:
        """Version and time of each table's last event, by the table's code, newest table first."""
        query = (
            sa.select(
                tables.c.code,
                sa.func.max(events.c.version).label("version"),
                sa.func.max(events.c.at).label("at"),
            )
            .join(events, events.c.table_id == tables.c.id)
            .group_by(tables.c.id, tables.c.code)
            .order_by(tables.c.id.desc())
        )
        with self.database.reading() as db:
            return {row.code: (row.version, row.at) for row in db.execute(query)}

    def keep_plays(self, plays: Mapping[str, str]) -> int:
        """Keep plays out of a file, by their ids, and say how many were new; a known one stays as it is."""
        try:
            with self.database.writing() as db:
                known = set(db.scalars(sa.select(kept_plays.c.id)))
                new = [{"id": each, "play": text} for each, text in plays.items() if each not in known]
                if new:
                    db.execute(sa.insert(kept_plays), new)
        except sa.exc.IntegrityError:  # another server was quicker with one of them
            return self.keep_plays(plays)
        return len(new)

    def kept_plays(self) -> list[str]:
        """The plays that came out of files."""
        with self.database.reading() as db:
            return list(db.scalars(sa.select(kept_plays.c.play).order_by(kept_plays.c.id)))

    def forget_plays(self) -> None:
        """Forget all plays that came out of files."""
        with self.database.writing() as db:
            db.execute(sa.delete(kept_plays))

    def log(self, code: str) -> AnyLog:
        """A table's log as it stands; raises `UnknownTableError`."""
        with self.database.reading() as db:
            return self._load(db, code).log

    def visit(self, code: str) -> tuple[AnyLog, dict[str, str]]:
        """A table's log and its holders, as by `log` and `holders` but in one go; raises `UnknownTableError`."""
        with self.database.reading() as db:
            found = self._load(db, code)
        return found.log, found.holders

    def snapshot(self, code: str) -> Snapshot | None:
        """The table as this server last saw it; another server may have changed it since."""
        with self._caching:
            return self._cache.get(code)

    def versions(self, codes: Collection[str]) -> dict[str, Version]:
        """The versions of these tables on disk, also when another process wrote them; none of one deleted."""
        with self.database.reading() as db:
            return {row.code: row.version for row in db.execute(schema.VERSIONS, {"codes": list(codes)})}

    def standings(self, codes: Collection[str]) -> dict[str, tuple[Version, dict[str, str]]]:
        """Version and holders of these tables as they are on disk, in two questions for all; none of one deleted."""
        found = {code: (version, dict[str, str]()) for code, version in self.versions(codes).items()}
        with self.database.reading() as db:
            for row in db.execute(schema.HOLDERS_OF, {"codes": list(found)}):
                found[row.code][1][row.digest] = row.holder
        return found

    def append(self, code: str, intent: Intent, may: May = lambda _log, _holders: True) -> Appended:
        """Add one event, durably, or raise `RefusedError`; a tap that comes again changes nothing.

        Raises `NoRightError` where `may` says that who acts has no right to any more, in the moment of adding it.
        """
        seen = self.snapshot(code)
        ready = seen and not intent.token and may(seen.log, seen.holders)
        if seen and ready and (done := self._append_after(code, seen, intent)):
            return done
        for _ in range(TURNS):
            with contextlib.suppress(sa.exc.IntegrityError):  # somebody who waited for no turn slipped in
                return self._append_in_turn(code, intent, may)
        return self._append_in_turn(code, intent, may)

    def _append_after(self, code: str, seen: Snapshot, intent: Intent) -> Appended | None:
        """Add an event to the table as it was `seen`, without looking again; None where it did not go in."""
        event = self._next(seen.log, intent)
        if _full(seen.log) or seen.log.check(event):
            return None
        if not self._inserted(schema.row_of(seen.table_id, event, intent.digest), seen.lines):
            return None
        after = seen.log.append(event)
        self._keep(code, seen._replace(log=after))
        return Appended(after, event, news=True)

    def _inserted(self, row: Mapping[str, Any], held: str) -> bool:
        """Put in an event where nothing has changed: the database compares its version, its key, its table and the
        holders `held`. Whether it did.
        """
        new = {f"new_{name}": value for name, value in row.items()}
        try:
            with self.database.putting() as db:
                return self._insert.changed(db, {**new, "held": held}) > 0
        except sa.exc.IntegrityError:  # it came before, or another server was quicker, or has deleted the table
            return False

    def _append_in_turn(self, code: str, intent: Intent, may: May) -> Appended:
        """Add an event to the log as it is, while nobody else who waits for a turn can."""
        with self.database.writing() as db:
            if self.database.many_writers:
                self._row(db, code, alone=True)
            seen, found = self._looked_for(db, code, intent)
            table_id, log = seen.table_id, seen.log
            if not may(log, seen.holders):
                raise NoRightError(code)
            if found is not None:
                again = _again(found, log, intent)
                if intent.token:
                    _check_kept(again)
                    _let_in(db, table_id, intent.token, str(again.event.payload.get("seat")))
                return again
            event = self._next(log, intent)
            if refusal := _full(log) or log.check(event):
                raise RefusedError(refusal, log)
            db.execute(schema.INSERT, schema.row_of(table_id, event, intent.digest))
            if intent.token:
                _let_in(db, table_id, intent.token, str(intent.payload.get("seat")))
        after = log.append(event)
        self._keep(code, seen._replace(log=after))
        return Appended(after, event, news=True)

    def _next(self, log: AnyLog, intent: Intent) -> Event:
        return Event(log.version + 1, self._stamp(), intent.actor, intent.kind, dict(intent.payload), intent.key)

    def known(self, code: str, intent: Intent) -> Appended | None:
        """The answer to this tap if it has come before; raises `RefusedError` when its key meant something else."""
        self.database.check()
        with self.database.reading() as db:
            seen, found = self._looked_for(db, code, intent)
            return None if found is None else _again(found, seen.log, intent)

    def holders(self, code: str) -> dict[str, str]:
        """Who holds a secret of that table, by the secret's digest; nobody where there is no such table."""
        with self.database.reading() as db:
            return _holders(db, code)

    def let_in(self, code: str, token: str, holder: str, *, alone: bool = False) -> None:
        """Make `token` one of the holder's secrets, or with `alone` the only one: all older ones are void."""
        with self.database.writing() as db:
            table_id = self._row(db, code, alone=True).id
            if alone:
                db.execute(sa.delete(passes).where(passes.c.table_id == table_id, passes.c.holder == holder))
            _let_in(db, table_id, token, holder)

    def shut_out(self, code: str, holder: str) -> int:
        """Make all of the holder's secrets void, so that whoever has one is a stranger again; how many there were."""
        with self.database.writing() as db:
            table_id = self._row(db, code, alone=True).id
            gone = sa.delete(passes).where(passes.c.table_id == table_id, passes.c.holder == holder)
            return int(db.execute(gone).rowcount)

    def delete(self, code: str) -> None:
        """Forget a table with all that happened at it; raises `UnknownTableError`."""
        with self.database.writing() as db:
            table_id = self._row(db, code, doomed=True).id
            for part in (passes, events):
                db.execute(sa.delete(part).where(part.c.table_id == table_id))
            db.execute(sa.delete(tables).where(tables.c.id == table_id))
        with self._caching:
            self._cache.pop(code, None)

    # --- inside a transaction

    def _row(self, db: sa.Connection, code: str, *, alone: bool = False, doomed: bool = False) -> sa.Row[Any]:
        """The table's row; `alone` makes others who ask for it so wait until the transaction's end.

        An event that is put in meanwhile locks the row against its deletion: only who is to delete it (`doomed`) waits
        for that, anybody else could wait for ever.
        """
        query = sa.select(tables).where(tables.c.code == code)
        if alone or doomed:
            query = query.with_for_update(key_share=not doomed)
        found = db.execute(query).one_or_none()
        if found is None:
            raise UnknownTableError(code)
        return found

    def _load(self, db: sa.Connection, code: str) -> Snapshot:
        """A table as this transaction sees it: what is cached and whatever has come since."""
        seen = self.snapshot(code)
        log: AnyLog | None = seen.log if seen else None
        rows = self._rows_since(db, code, log.version if log else 0)
        if rows and seen and rows[0].table_id != seen.table_id:  # another table has that code by now
            log, rows = None, self._rows_since(db, code, 0)
        if not rows:
            raise UnknownTableError(code)
        if log is None:
            log = Log(self._trackers(rows[0].game))
        if news := [schema.event_of(row, row.version) for row in rows if row.version is not None]:
            log = log.extend(news)
        found = Snapshot(rows[0].table_id, log, rows[0].holders or "")
        if found != seen:
            self._keep(code, found)
        return found

    def _looked_for(self, db: sa.Connection, code: str, intent: Intent) -> tuple[Snapshot, sa.Row[Any, Any] | None]:
        """The table, and where in it this tap is if it has come before: also when it came between the two questions."""
        seen = self._load(db, code)
        found = _known(db, seen.table_id, intent)
        late = found is not None and found.version > seen.log.version
        return (self._load(db, code) if late else seen), found

    def _rows_since(self, db: sa.Connection, code: str, version: Version) -> list[schema.Since]:
        """The table with each event after that version, or once with an event of None; nothing without the table."""
        return [schema.Since(*row) for row in self._since.rows(db, {"code": code, "known": version})]

    def _keep(self, code: str, found: Snapshot) -> None:
        with self._caching:
            seen = self._cache.get(code)
            if seen is None or (seen.table_id, seen.log.version) <= (found.table_id, found.log.version):
                self._cache[code] = found
            self._cache.move_to_end(code)
            while len(self._cache) > CACHED_TABLES:
                self._cache.popitem(last=False)

    def now(self) -> datetime:
        """The time by this store's clock, in UTC."""
        return self._now().astimezone(UTC)

    def _stamp(self) -> str:
        """To the millisecond, for games that are timed."""
        return self.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _let_in(db: sa.Connection, table_id: int, token: str, holder: str) -> None:
    """Tokens are random, so a plain digest is enough to keep a stolen file from opening seats."""
    db.execute(sa.delete(passes).where(passes.c.table_id == table_id, passes.c.digest == hashed(token)))
    db.execute(sa.insert(passes).values(table_id=table_id, digest=hashed(token), holder=holder))


def _full(log: AnyLog) -> Refusal | None:
    return Refusal("full", "This table's log is full: start a new table.") if log.version >= MAX_EVENTS else None


def _known(db: sa.Connection, table_id: int, intent: Intent) -> sa.Row[Any, Any] | None:
    """Which version that tap has, and what was asked with its key; None when it has never come."""
    return db.execute(schema.KNOWN, {"table": table_id, "who": intent.actor, "tap": intent.key}).one_or_none()


def _again(found: sa.Row[Any, Any], log: AnyLog, intent: Intent) -> Appended:
    """The answer to a tap that has come before; raises `RefusedError` when its key meant something else."""
    if found.asked != intent.digest:
        raise RefusedError(Refusal("key-reused", "That key belongs to another tap: tap again."), log)
    return Appended(log, next(event for event in log.events if event.version == found.version), news=False)


def _check_kept(taken: Appended) -> None:
    """Raise `RefusedError` where the seat that was taken is free again since, or has left the phone that took it."""
    log, event = taken.log, taken.event
    later = (each for each in log.events if each.version > event.version and each.kind in TAKEN_AWAY)
    if event.version in log.undone or any(each.payload["seat"] == event.payload.get("seat") for each in later):
        raise RefusedError(Refusal("gone", "This phone has lost that seat since: ask the host for a pass."), log)


def _holders(db: sa.Connection, code: str) -> dict[str, str]:
    return {row.digest: row.holder for row in db.execute(schema.HOLDERS, {"code": code})}

"""The event log of all tables: one row per event, so that no acknowledged tap is ever lost.

A commit is on the disk before it is announced. A tap is a transaction that locks its table, reads
newer events, folds, checks and inserts. The unique (table, version) and (table, actor, key) hold
even if two servers share the database, which is SQLite or PostgreSQL (`web/storage/database.py`).
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias

import sqlalchemy as sa

from companion.events import Event, Log, Refusal, Tracker, Version, canonical
from companion.game import game_for
from companion.language import say
from companion.tracking import AnyTable
from web.storage import schema
from web.storage.database import database
from web.storage.errors import (
    AnyLog,
    CodeInUseError,
    NoRightError,
    RefusedError,
    UnknownTableError,
    readable,
)
from web.storage.schema import add_holder, events, kept_plays, passes, remove_holder, tables
from web.storage.tokens import digest_of

Trackers: TypeAlias = Callable[[str], Tracker[AnyTable]]
# whether the actor has the right, given log and holders
May: TypeAlias = Callable[[AnyLog, Mapping[str, str]], bool]

MAX_EVENTS = 5000  # a game has about 250; a broken phone must not fill the disk or slow down undo
CACHED_TABLES = 256
TAKEN_AWAY = frozenset({"seat.return", "seat.revoke"})  # events by which a seat leaves its phone


class Snapshot(NamedTuple):
    """A table at some time: its id, its log, and the holders of its secrets by digest."""

    table_id: int
    log: AnyLog
    holders: dict[str, str]


class Known(NamedTuple):
    """A stored tap: its event's version, and the digest of what was requested."""

    version: Version
    asked: str


class Overview(NamedTuple):
    """A table's game, its last event's version and time, and the size of its events in bytes."""

    game: str
    version: Version
    at: str
    size: int


@dataclass(frozen=True, slots=True)
class Intent:
    """An event that someone requests, without its place in the log.

    `asked` is what the client sent, if `payload` has more than that; a key that comes again with a
    different request is refused. `token` is a new holder's secret, stored with the event.
    """

    actor: str
    kind: str
    payload: Mapping[str, object]
    key: str
    asked: object = None
    token: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of the request."""
        request = [self.kind, dict(self.payload)] if self.asked is None else self.asked
        return hashlib.sha256(canonical(request).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Appended:
    """An event in its log; `news` is False if the same tap was stored before."""

    log: AnyLog
    event: Event
    news: bool


class Store:
    """All tables of a data folder, or of the database at a URL; thread-safe."""

    def __init__(
        self,
        place: Path | str,
        now: Callable[[], datetime] | None = None,
        trackers: Trackers = lambda game: game_for("table", game).need_tracker(),
    ) -> None:
        self._trackers, self._now = trackers, now or (lambda: datetime.now(UTC))
        self._caching = threading.Lock()
        self._cache: OrderedDict[str, Snapshot] = OrderedDict()
        self.database = database(place)

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def create(self, code: str, game: str, opening: Mapping[str, object], token: str) -> AnyLog:
        """Open a table with its host's secret; raise `CodeInUseError` or `RefusedError`."""
        event = Event(1, self._stamp(), "server", "table.open", dict(opening), secrets.token_hex(8))
        log = Log(self._trackers(game)).append(event)
        if refusal := Log(self._trackers(game)).check(event):
            raise RefusedError(refusal, log)
        try:
            with self.database.writing() as db:
                insert = sa.insert(tables).values(code=code, game=game).returning(tables.c.id)
                table_id = db.execute(insert).scalar_one()
                db.execute(schema.INSERT, schema.row_of(table_id, event, ""))
                add_holder(db, table_id, digest_of(token), "host")
        except sa.exc.IntegrityError as error:
            raise CodeInUseError(code, "that code is in use", remedy="take another") from error
        self._keep(code, Snapshot(table_id, log, {digest_of(token): "host"}))
        return log

    def codes(self) -> list[str]:
        """Return the codes of all tables, newest first."""
        with self.database.reading() as db:
            return list(db.scalars(sa.select(tables.c.code).order_by(tables.c.id.desc())))

    def overview(self) -> dict[str, Overview]:
        """Return an overview of each table by code, newest first, without reading events."""
        with self.database.reading() as db:
            return {code: Overview(*row) for code, *row in db.execute(schema.OVERVIEW)}

    def photo_events(self, code: str) -> list[Event]:
        """Return a table's undos and its events that name a photo, for `companion.photos`.

        Raises `UnreadableError`.
        """
        with self.database.reading() as db, readable(code):
            rows = db.execute(schema.PHOTO_EVENTS, {"code": code})
            return [schema.event_of(row) for row in rows]

    def keep_plays(self, plays: Mapping[str, str]) -> int:
        """Store imported plays by id; known ones stay as they are. Return how many are new."""
        try:
            with self.database.writing() as db:
                known = set(db.scalars(sa.select(kept_plays.c.id)))
                new = [name for name in plays if name not in known]
                if new:
                    rows = [{"id": name, "play": plays[name]} for name in new]
                    db.execute(sa.insert(kept_plays), rows)
        except sa.exc.IntegrityError:  # another server has just added one of them
            return self.keep_plays(plays)
        return len(new)

    def kept_plays(self) -> list[str]:
        """Return the imported plays."""
        with self.database.reading() as db:
            return list(db.scalars(sa.select(kept_plays.c.play).order_by(kept_plays.c.id)))

    def forget_plays(self) -> None:
        """Delete all imported plays."""
        with self.database.writing() as db:
            db.execute(sa.delete(kept_plays))

    def log(self, code: str) -> AnyLog:
        """Return a table's current log; raise `UnknownTableError` or `UnreadableError`."""
        return self.visit(code)[0]

    def visit(self, code: str) -> tuple[AnyLog, dict[str, str]]:
        """Return a table's log and its holders, in one query; raise as `log` does."""
        with self.database.reading() as db:
            table = self._load(db, code)
        return table.log, table.holders

    def recent(self, code: str) -> tuple[AnyLog, dict[str, str]]:
        """Return a table's log and holders without a query, if no other server writes.

        For taps: their transaction checks both again. Raises as `log` does.
        """
        known = self.snapshot(code) if self.database.alone else None
        return (known.log, known.holders) if known else self.visit(code)

    def snapshot(self, code: str) -> Snapshot | None:
        """Return the table as this server last saw it; another server may have changed it since."""
        with self._caching:
            return self._cache.get(code)

    def standings(self, codes: Collection[str]) -> dict[str, tuple[Version, dict[str, str]]]:
        """Return the stored versions and holders of these tables, without deleted ones."""
        found: dict[str, tuple[Version, dict[str, str]]] = {}
        if not codes:
            return found
        with self.database.reading() as db:
            for row in db.execute(schema.STANDINGS, {"codes": list(codes)}):
                _, holders = found.setdefault(row.code, (row.version, {}))
                if row.digest:
                    holders[row.digest] = row.holder
        return found

    def append(self, code: str, intent: Intent, may: May = lambda _log, _holders: True) -> Appended:
        """Add one event durably, or raise `RefusedError`; a tap that comes again changes nothing.

        Raises `NoRightError` if the actor has lost the right by then, according to `may`.
        """
        with self.database.writing() as db:
            if not self.database.alone:
                self._hold(db, code)
            snapshot, known = self._find(db, code, intent)
            table_id, log = snapshot.table_id, snapshot.log
            if not may(log, snapshot.holders):
                raise NoRightError(code)
            if known is not None:
                again = _again(known, log, intent)
                if intent.token:
                    _check_kept(again)
                    add_holder(
                        db, table_id, digest_of(intent.token), str(again.event.payload.get("seat"))
                    )
                    self._forget(code)
                return again
            version, payload = log.version + 1, dict(intent.payload)
            event = Event(version, self._stamp(), intent.actor, intent.kind, payload, intent.key)
            full = Refusal("full", "This table is full. Start a new one.")
            if refusal := full if log.version >= MAX_EVENTS else log.check(event):
                raise RefusedError(refusal, log)
            db.execute(schema.INSERT, schema.row_of(table_id, event, intent.digest))
            holders = snapshot.holders
            if intent.token:
                digest, seat = digest_of(intent.token), str(intent.payload.get("seat"))
                add_holder(db, table_id, digest, seat)
                holders = {**holders, digest: seat}
        after = log.append(event)
        self._keep(code, snapshot._replace(log=after, holders=holders))
        return Appended(after, event, news=True)

    def known(self, code: str, intent: Intent) -> Appended | None:
        """Return this tap's answer if it came before; raise `RefusedError` for a reused key."""
        self.database.check()
        with self.database.reading() as db:
            snapshot, known = self._find(db, code, intent)
            return None if known is None else _again(known, snapshot.log, intent)

    def holders(self, code: str) -> dict[str, str]:
        """Return the holders of a table's secrets by digest; empty for an unknown table."""
        _, holders = self.standings([code]).get(code, (0, {}))
        return holders

    def add_holder(self, code: str, token: str, holder: str, *, alone: bool = False) -> None:
        """Add `token` to the holder's secrets, or with `alone` make it the only one."""
        self.add_digest(code, digest_of(token), holder, alone=alone)

    def add_digest(self, code: str, digest: str, holder: str, *, alone: bool = False) -> None:
        """Add a secret of which only the digest is known, as `add_holder` does."""
        with self.database.writing() as db:
            table_id = self._hold(db, code)
            if alone:
                remove_holder(db, table_id, holder)
            add_holder(db, table_id, digest, holder)
        self._forget(code)

    def share_holders(self, code: str, other: str, holders: Collection[str]) -> None:
        """Let these holders of table `code` have the same rights at table `other`, too."""
        mine = [each for each in self.holders(code).items() if each[1] in holders]
        with self.database.writing() as db:
            table_id = self._hold(db, other)
            for digest, holder in mine:
                add_holder(db, table_id, digest, holder)
        self._forget(other)

    def remove_holder(self, code: str, holder: str) -> int:
        """Delete all of the holder's secrets, and return how many there were."""
        with self.database.writing() as db:
            removed = remove_holder(db, self._hold(db, code), holder)
        self._forget(code)
        return removed

    def delete(self, code: str, version: Version | None = None) -> bool:
        """Delete a table with its events, and return True; raise `UnknownTableError`.

        With `version`, return False and keep the table if it has another version by now.
        """
        with self.database.writing() as db:
            table_id = self._hold(db, code)
            newest = sa.select(sa.func.max(events.c.version)).where(events.c.table_id == table_id)
            if version is not None and db.scalar(newest) != version:
                return False
            for part in (passes, events):
                db.execute(sa.delete(part).where(part.c.table_id == table_id))
            db.execute(sa.delete(tables).where(tables.c.id == table_id))
        self._forget(code)
        return True

    # --- inside a transaction

    def _hold(self, db: sa.Connection, code: str) -> int:
        """Lock this table until the end of the transaction, and return its id."""
        table_id = db.scalar(schema.HOLD, {"code": code})
        if table_id is None:
            raise UnknownTableError(code)
        return int(table_id)

    def _load(self, db: sa.Connection, code: str) -> Snapshot:
        """Return a table as this transaction sees it: the cached log and newer events."""
        snapshot = self.snapshot(code)
        log: AnyLog | None = snapshot.log if snapshot else None
        since = {"code": code, "known": log.version if log else 0}
        rows = db.execute(schema.SINCE, since).all()
        # another table may have this code now
        if rows and snapshot and rows[0].table_id != snapshot.table_id:
            log, rows = None, db.execute(schema.SINCE, {"code": code, "known": 0}).all()
        if not rows:
            raise UnknownTableError(code)
        with readable(code):
            if log is None:
                log = Log(self._trackers(rows[0].game))
            log = log.extend([schema.event_of(row) for row in rows if row.version is not None])
        lines = (rows[0].holders or "").splitlines()
        loaded = Snapshot(rows[0].table_id, log, dict(line.split(" ", 1) for line in lines))
        if loaded != snapshot:
            self._keep(code, loaded)
        return loaded

    def _find(self, db: sa.Connection, code: str, intent: Intent) -> tuple[Snapshot, Known | None]:
        """Return the table, and this tap if it came before, be it between the two queries."""
        snapshot = self._load(db, code)
        tap = {"table": snapshot.table_id, "who": intent.actor, "tap": intent.key}
        row = db.execute(schema.KNOWN, tap).one_or_none()
        known = Known(*row) if row else None
        if known and known.version > snapshot.log.version:
            snapshot = self._load(db, code)
        return snapshot, known

    def _keep(self, code: str, new: Snapshot) -> None:
        with self._caching:
            old = self._cache.get(code)
            if old is None or (old.table_id, old.log.version) <= (new.table_id, new.log.version):
                self._cache[code] = new
            self._cache.move_to_end(code)
            while len(self._cache) > CACHED_TABLES:
                self._cache.popitem(last=False)

    def _forget(self, code: str) -> None:
        with self._caching:
            self._cache.pop(code, None)

    def now(self) -> datetime:
        """Return the time by this store's clock, in UTC."""
        return self._now().astimezone(UTC)

    def _stamp(self) -> str:
        """Return the time to the millisecond, for timed games."""
        return self.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _again(stored: Known, log: AnyLog, intent: Intent) -> Appended:
    """Return the answer to a known tap; raise `RefusedError` if its key had another request."""
    if stored.asked != intent.digest:
        raise RefusedError(Refusal("key-reused", "That didn't work. Tap again."), log)
    event = next(event for event in log.events if event.version == stored.version)
    return Appended(log, event, news=False)


def _check_kept(taken: Appended) -> None:
    """Raise `RefusedError` if the seat that was taken is free again or at another phone."""
    log, event = taken.log, taken.event
    later = [each for each in log.events if each.version > event.version]
    left = [each.payload["seat"] for each in later if each.kind in TAKEN_AWAY]
    if event.version in log.undone or event.payload.get("seat") in left:
        problem = say("This phone no longer has that seat. Ask the host for a 6-digit code.")
        raise RefusedError(Refusal("gone", problem), log)

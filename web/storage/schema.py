"""The event store's tables, and the statements that every tap needs, constructed once.

`database.py` creates the tables and upgrades older ones.
"""

from __future__ import annotations

import sys

import orjson
import sqlalchemy as sa

from companion.events import UNDO, Event, canonical

METADATA = sa.MetaData()
tables = sa.Table(
    "game_table",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
    sa.Column("game", sa.String(32), nullable=False),
    sqlite_autoincrement=True,  # ids aren't reused, so caches can't mix up tables
)
events = sa.Table(
    "event",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(24), nullable=False),
    sa.Column("actor", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("asked", sa.String(64), nullable=False),  # digest of the request
    sa.UniqueConstraint("table_id", "actor", "key"),
)
passes = sa.Table(
    "pass",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("holder", sa.String(40), nullable=False),  # a seat's id, "host", "screen" or a pass
)
kept_plays = sa.Table(
    "play",
    METADATA,  # imported plays; those of our own tables are folded from their events
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("play", sa.Text, nullable=False),  # as in our own files (companion/plays/files.py)
)


# a table's secrets and holders, one line each; None without any
_EACH = (
    sa.select((passes.c.digest + " " + passes.c.holder).label("line"))
    .where(passes.c.table_id == tables.c.id)
    .correlate(tables)
    .subquery()
)
_HOLDERS = sa.select(sa.func.aggregate_strings(_EACH.c.line, "\n")).scalar_subquery()
_AFTER: sa.BindParameter[int] = sa.bindparam("known", 0)
_OF_TABLE = events.c.table_id == tables.c.id
_FIRST = sa.or_(events.c.version.is_(None), events.c.version == _AFTER + 1)
# a table with each event after the version `known`, or once with None instead of an event
SINCE = (
    sa.select(
        tables.c.id.label("table_id"),
        tables.c.game,
        sa.case((_FIRST, _HOLDERS)).label("holders"),  # one query instead of two
        *(c for c in events.c if c.name not in ("table_id", "asked")),
    )
    .outerjoin_from(tables, events, sa.and_(_OF_TABLE, events.c.version > _AFTER))
    .where(tables.c.code == sa.bindparam("code", ""))
    .order_by(events.c.version)
)
KNOWN = sa.select(events.c.version, events.c.asked).where(
    events.c.table_id == sa.bindparam("table"),
    events.c.actor == sa.bindparam("who"),
    events.c.key == sa.bindparam("tap"),
)
INSERT = sa.insert(events)
# locks a table on PostgreSQL
HOLD = sa.select(tables.c.id).where(tables.c.code == sa.bindparam("code", "")).with_for_update()


# a table's version and secrets, one row for each secret, or one without any
STANDINGS = (
    sa.select(  # a lookup by key for each table; grouping would read all events
        tables.c.code,
        sa.func.coalesce(
            sa.select(sa.func.max(events.c.version)).where(_OF_TABLE).scalar_subquery(), 0
        ).label("version"),
        passes.c.digest,
        passes.c.holder,
    )
    .outerjoin_from(tables, passes, passes.c.table_id == tables.c.id)
    .where(tables.c.code.in_(sa.bindparam("codes", expanding=True)))
)


OVERVIEW = (
    sa.select(
        tables.c.code,
        tables.c.game,
        sa.func.max(events.c.version),
        sa.func.max(events.c.at),
        sa.func.sum(sa.func.length(events.c.payload)),
    )
    .join(events, _OF_TABLE)
    .group_by(tables.c.id, tables.c.code, tables.c.game)
    .order_by(tables.c.id.desc())
)
PHOTO_EVENTS = (
    sa.select(events)
    .join(tables, _OF_TABLE)
    .where(tables.c.code == sa.bindparam("code", ""))
    .where(sa.or_(events.c.kind == UNDO, events.c.payload.like('%"photo":"%')))
    .order_by(events.c.version)
)


def event_of(row: sa.Row[tuple[object, ...]]) -> Event:
    """Return the event in a row of `events` or `SINCE`."""
    kind, actor = sys.intern(row.kind), sys.intern(row.actor)  # a log of 220 has few of them
    return Event(row.version, row.at, actor, kind, orjson.loads(row.payload), row.key)


def row_of(table_id: int, event: Event, request: str) -> dict[str, object]:
    """Return an event of a table as a row; `request` is the digest of what was requested."""
    row = {name: getattr(event, name) for name in ("version", "at", "actor", "kind", "key")}
    return {"table_id": table_id, "payload": canonical(event.payload), "asked": request, **row}


def add_holder(db: sa.Connection, table_id: int, digest: str, holder: str) -> None:
    """Store the digest of a holder's secret; tokens are random, so a plain hash is enough."""
    own = sa.and_(passes.c.table_id == table_id, passes.c.digest == digest)
    db.execute(sa.delete(passes).where(own))
    db.execute(sa.insert(passes).values(table_id=table_id, digest=digest, holder=holder))


def remove_holder(db: sa.Connection, table_id: int, holder: str) -> int:
    """Delete a holder's secrets, and return how many there were."""
    own = sa.and_(passes.c.table_id == table_id, passes.c.holder == holder)
    return int(db.execute(sa.delete(passes).where(own)).rowcount)

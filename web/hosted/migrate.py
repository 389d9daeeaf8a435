"""`rookery migrate`: upgrade a database to this Rookery's schema, in one transaction.

Of several processes only one does the work: a migration holds the database's lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from companion.errors import RookeryError
from web.storage.database import SCHEMA, engine, place_name, read_schema, upgrade


def migrate(place: Path | str) -> tuple[int, int]:
    """Upgrade a database to this Rookery's schema; return its old one (0: empty) and its new one.

    `place` is the folder of a SQLite file, or the address of a PostgreSQL database. Raises
    `RookeryError` for one that doesn't answer, and for a newer one.
    """
    with _open_engine(place) as db_engine, db_engine.connect() as db:
        if isinstance(place, Path):
            db.execution_options(rookery_begin="BEGIN IMMEDIATE")
        with db.begin():
            return upgrade(db), SCHEMA


def require_schema(address: str) -> None:
    """Raise `RookeryError` unless this PostgreSQL database has this Rookery's schema."""
    with _open_engine(address) as db_engine, db_engine.connect() as db:
        version = read_schema(db)
    if version < SCHEMA:
        older = f"is of an older Rookery (schema {version}, needed: {SCHEMA})"
        remedy = "run `rookery migrate` once, then start again"
        raise RookeryError(
            "DATABASE_URL: the database", older if version else "is empty", remedy=remedy
        )


@contextmanager
def _open_engine(place: Path | str) -> Iterator[sa.Engine]:
    db_engine = engine(place)
    try:
        yield db_engine
    except sa.exc.DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0]
        hosted = "start the database, or correct the address"
        remedy = "check --data" if isinstance(place, Path) else hosted
        problem = f"can't be used: {reason}"
        raise RookeryError(place_name(db_engine), problem, remedy=remedy) from error
    finally:
        db_engine.dispose()

"""`rookery migrate`: upgrade a database to this Rookery's schema, in one transaction.

Alembic knows the steps (`web/migrations`). Which of them are done, the database itself says by the
number of its schema; Alembic's own table of that follows it. Whoever migrates holds the database's
lock, so that of several processes one does the work and the others find it done.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from companion.errors import RookeryError
from web.storage.database import SCHEMA, engine, hold_schema, mark_schema, place_name, read_schema

_MIGRATIONS = Path(__file__).parents[1] / "migrations"


def migrate(place: Path | str) -> tuple[int, int]:
    """Bring a database up to this Rookery's schema; return its old one (0: empty) and its new one.

    `place` is the folder of a SQLite file, or the address of a PostgreSQL database. Raises
    `RookeryError` for one that doesn't answer, and for a newer one.
    """
    with _writing(place) as db:
        version = read_schema(db)
        if version < SCHEMA:  # Alembic's steps from there, whatever Alembic remembers
            config = Config(attributes={"connection": db})
            config.set_main_option("script_location", str(_MIGRATIONS))
            command.stamp(config, str(version) if version else "base", purge=True)
            command.upgrade(config, str(SCHEMA))
            mark_schema(db)
        return version, read_schema(db)


def require_schema(address: str) -> None:
    """Raise `RookeryError` unless that PostgreSQL database has this Rookery's schema."""
    with _lines(address) as lines, lines.connect() as db:
        version = read_schema(db)
    if version < SCHEMA:
        problem = (
            f"is of an older Rookery (schema {version}, needed: {SCHEMA})"
            if version
            else "is empty"
        )
        raise RookeryError(
            "DATABASE_URL: the database",
            problem,
            remedy="run `rookery migrate` once, then start again",
        )


@contextmanager
def _writing(place: Path | str) -> Iterator[sa.Connection]:
    """Open a transaction while nobody else migrates."""
    with _lines(place) as lines, lines.connect() as db:
        if isinstance(place, Path):
            db.execution_options(rookery_begin="BEGIN IMMEDIATE")
        with db.begin():
            if not isinstance(place, Path):
                hold_schema(db)
            yield db


@contextmanager
def _lines(place: Path | str) -> Iterator[sa.Engine]:
    lines = engine(place)
    try:
        yield lines
    except sa.exc.DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0]
        remedy = (
            "check --data"
            if isinstance(place, Path)
            else ("start the database, or correct the address")
        )
        raise RookeryError(place_name(lines), f"can't be used: {reason}", remedy=remedy) from error
    finally:
        lines.dispose()

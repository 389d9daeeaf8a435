"""`rookery migrate`: upgrade a database to this Rookery's schema, in one transaction.

Alembic has the steps (`web/migrations`). The database's own schema number determines which are
done; Alembic's version table follows it. A migration holds the database's lock, so that of several
processes only one does the work.
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
    """Upgrade a database to this Rookery's schema; return its old one (0: empty) and its new one.

    `place` is the folder of a SQLite file, or the address of a PostgreSQL database. Raises
    `RookeryError` for one that doesn't answer, and for a newer one.
    """
    with _open_engine(place) as db_engine, db_engine.connect() as db:
        if isinstance(place, Path):
            db.execution_options(rookery_begin="BEGIN IMMEDIATE")
        with db.begin():
            if not isinstance(place, Path):
                hold_schema(db)  # no other process migrates
            version = read_schema(db)
            if version < SCHEMA:  # start from there, whatever Alembic's table has
                config = Config(attributes={"connection": db})
                config.set_main_option("script_location", str(_MIGRATIONS))
                command.stamp(config, str(version) if version else "base", purge=True)
                command.upgrade(config, str(SCHEMA))
                mark_schema(db)
            return version, read_schema(db)


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

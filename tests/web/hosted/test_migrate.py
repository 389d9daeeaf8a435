"""From every schema there was to the one of today, on both engines: with every row, and as if made
again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner

from companion.errors import RookeryError
from tests.web.databases import new_database, reading
from web.hosted.migrate import migrate, require_schema
from web.hosted.migrate_cli import migrate as command
from web.storage.database import FILE, MARKER, SCHEMA, engine, place_name
from web.storage.schema import METADATA
from web.storage.store import Store

# What the programs of those days made, word for word as their engines took it down.
SCHEMA_1 = """
CREATE TABLE game_table (id {serial}, code VARCHAR(16) NOT NULL, game VARCHAR(32) NOT NULL, {key} UNIQUE (code));
CREATE TABLE event (table_id INTEGER NOT NULL, version INTEGER NOT NULL, at VARCHAR(24) NOT NULL,
    actor VARCHAR(40) NOT NULL, kind VARCHAR(40) NOT NULL, payload TEXT NOT NULL, key VARCHAR(64) NOT NULL,
    asked VARCHAR(64) NOT NULL, PRIMARY KEY (table_id, version), UNIQUE (table_id, actor, key),
    FOREIGN KEY(table_id) REFERENCES game_table (id));
CREATE TABLE pass (table_id INTEGER NOT NULL, digest VARCHAR(64) NOT NULL, holder VARCHAR(40) NOT NULL,
    PRIMARY KEY (table_id, digest), FOREIGN KEY(table_id) REFERENCES game_table (id));
"""
SCHEMA_2 = "CREATE TABLE play (id VARCHAR(36) NOT NULL, play TEXT NOT NULL, PRIMARY KEY (id));"
ENGINES: dict[str, dict[str, str]] = {
    "sqlite": {"serial": "INTEGER NOT NULL", "key": "PRIMARY KEY (id),"},
    "postgresql": {"serial": "SERIAL NOT NULL", "key": "PRIMARY KEY (id),"},
}
ROWS: dict[str, list[dict[str, Any]]] = {
    "game_table": [{"id": 3, "code": "KIWI-42", "game": "giza"}],
    "event": [
        {
            "table_id": 3,
            "version": 1,
            "at": "2026-11-21T20:00:00.000Z",
            "actor": "server",
            "kind": "table.open",
            "payload": '{"game":"giza","rookery":1}',
            "key": "0123456789abcdef",
            "asked": "",
        },
        {
            "table_id": 3,
            "version": 2,
            "at": "2026-11-21T20:00:01.000Z",
            "actor": "host",
            "kind": "table.lock",
            "payload": '{"locked":true}',
            "key": "kept-key",
            "asked": "d" * 64,
        },
    ],
    "pass": [{"table_id": 3, "digest": "e" * 64, "holder": "host"}],
    "play": [{"id": "00000000-0000-4000-8000-000000000001", "play": "{}"}],
}


def old(place: Path | str, schema: int) -> dict[str, list[dict[str, Any]]]:
    """A database of that schema, as its Rookery left it, with rows; what is in it."""
    with closing_engine(place) as lines, lines.begin() as db:
        statements = SCHEMA_1.format(**ENGINES[db.dialect.name]) + (SCHEMA_2 if schema > 1 else "")
        for statement in filter(str.strip, statements.split(";")):
            db.exec_driver_sql(statement)
        mark(db, schema)
        held = {name: rows for name, rows in ROWS.items() if name != "play" or schema > 1}
        for name, rows in held.items():
            db.execute(sa.insert(METADATA.tables[name]), rows)
    return held


def mark(db: sa.Connection, schema: int) -> None:
    """Say which schema the database has, as its engine does."""
    if db.dialect.name == "sqlite":
        db.exec_driver_sql(f"PRAGMA user_version = {schema}")
        return
    marker = sa.Table(MARKER, sa.MetaData(), sa.Column("version", sa.Integer, nullable=False))
    marker.create(db, checkfirst=True)
    db.execute(sa.insert(marker).values(version=schema))


@contextmanager
def closing_engine(place: Path | str) -> Iterator[sa.Engine]:
    """Lines that are closed at the end."""
    made = engine(place)
    try:
        yield made
    finally:
        made.dispose()


def rows(place: Path | str) -> dict[str, list[dict[str, Any]]]:
    """All that is in our tables."""
    with closing_engine(place) as lines, lines.connect() as db:
        found = {
            name: db.execute(sa.select(table)).mappings() for name, table in METADATA.tables.items()
        }
        return {name: [dict(row) for row in each] for name, each in found.items()}


def differences(place: Path | str) -> list[Any]:
    """What Alembic finds different between this database and the store's own schema."""
    ours = {"include_name": lambda name, kind, _parents: kind != "table" or name != MARKER}
    with closing_engine(place) as lines, lines.connect() as db:
        return list(compare_metadata(MigrationContext.configure(db, opts=ours), METADATA))


@pytest.mark.parametrize("schema", range(1, SCHEMA + 1))
def test_every_row_of_every_schema_is_there_afterwards(place: Path | str, schema: int) -> None:
    """And the tables are those of today, which the store takes as its own."""
    held = old(place, schema)
    assert migrate(place) == (schema, SCHEMA)
    assert {name: found for name, found in rows(place).items() if found} == held
    assert differences(place) == []
    opened = Store(place)
    assert opened.holders("KIWI-42") == {"e" * 64: "host"}
    assert len(opened.kept_plays()) == len(held.get("play", ()))
    opened.close()
    with reading(place) as look:
        assert [event.kind for event in look("KIWI-42")] == ["table.open", "table.lock"]


def test_an_empty_database_gets_the_tables_and_once_is_enough(place: Path | str) -> None:
    """What was made so is what the store would have made."""
    assert migrate(place) == (0, SCHEMA)
    assert differences(place) == []
    assert migrate(place) == (SCHEMA, SCHEMA)


def test_one_that_the_store_made_is_known(place: Path | str) -> None:
    """There is nothing to do."""
    Store(place).close()
    assert migrate(place) == (SCHEMA, SCHEMA)
    assert differences(place) == []


def test_a_database_that_knows_no_letters_keeps_ours(postgres: str) -> None:
    """Where a server was set up without a locale its databases are SQL_ASCII: names with accents
    come back whole.
    """
    place = new_database(postgres, "SQL_ASCII")
    assert migrate(place) == (0, SCHEMA)
    opened = Store(place)
    opened.keep_plays({"one": "Bjørn"})
    assert opened.kept_plays() == ["Bjørn"]
    opened.close()


def test_a_laptop_needs_no_command(tmp_path: Path) -> None:
    """The store upgrades an older file when it opens it, to the same tables."""
    old(tmp_path, 1)
    Store(tmp_path).close()
    assert migrate(tmp_path) == (SCHEMA, SCHEMA)
    assert differences(tmp_path) == []


def test_several_at_once_do_it_once(place: Path | str) -> None:
    """Servers that start together: one migrates, the others wait, and find it done."""
    old(place, 1)
    found: list[tuple[int, int]] = []
    threads = [threading.Thread(target=lambda: found.append(migrate(place))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [(1, SCHEMA), *[(SCHEMA, SCHEMA)] * 3]


def test_what_fails_half_way_leaves_everything_as_it_was(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transaction: tables and the schema's number change together or not at all."""
    held = old(place, 1)
    monkeypatch.setattr("web.storage.database.mark_schema", lambda _db: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        migrate(place)
    monkeypatch.undo()
    with closing_engine(place) as lines:
        assert set(sa.inspect(lines).get_table_names()) - {MARKER} == {
            "game_table",
            "event",
            "pass",
        }
    assert migrate(place) == (1, SCHEMA)
    assert {name: found for name, found in rows(place).items() if found} == held


def test_a_newer_database_is_left_alone(place: Path | str) -> None:
    """An old program says that it is old, whoever asks, and of which database."""
    migrate(place)
    with closing_engine(place) as lines, lines.begin() as db:
        mark(db, SCHEMA + 1)
        name = place_name(lines)
    for ask in (migrate, Store):
        with pytest.raises(RookeryError, match="newer Rookery") as refused:
            ask(place)
        assert refused.value.source == name
    assert unquote(name) == (str(place / FILE) if isinstance(place, Path) else place)


def test_a_server_starts_on_its_own_schema_alone(postgres: str) -> None:
    """An empty database, an older and a newer one are each told by name, with what to do."""
    empty, older = new_database(postgres), new_database(postgres)
    old(older, 1)
    for address, words in ((empty, "is empty; run"), (older, "older Rookery (schema 1")):
        with pytest.raises(RookeryError) as caught:
            require_schema(address)
        assert words in str(caught.value)
        assert "rookery migrate" in caught.value.remedy
        migrate(address)
        require_schema(address)
    with closing_engine(older) as lines, lines.begin() as db:
        mark(db, SCHEMA + 1)
    with pytest.raises(RookeryError, match="newer Rookery"):
        require_schema(older)


def test_the_command_says_what_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From which schema to which; and a missing address is a mistake with a remedy, as is a dead
    server.
    """
    monkeypatch.delenv("DATABASE_URL", raising=False)
    said = [CliRunner().invoke(command, ["--data", str(tmp_path)]).output for _ in range(2)]
    upgraded, again = (
        f"Upgraded the schema from none to {SCHEMA}",
        (f"Already up to date: schema {SCHEMA}"),
    )
    assert said == [f"{upgraded}\n", f"{again}\n"]
    for arguments, words in (
        ([], "--database URL"),
        (["--database", "postgresql://x:s3cret@/no?host=/nowhere"], "***"),
    ):
        failed = CliRunner().invoke(command, arguments).exception
        assert isinstance(failed, RookeryError)
        assert words in str(failed)
        assert "s3cret" not in str(failed)

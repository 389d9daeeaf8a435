"""Where the rows are kept: lines to the database after something went wrong there."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.rocks import GAME
from web.storage.database import BusyError, Sqlite, _sqlite_connects
from web.storage.store import Store


def test_a_line_that_cannot_write_is_not_let_in(tmp_path: Path) -> None:
    """White box: a file opened while its disk is read-only stays so for ever, and would fail every
    tap that gets it.
    """
    store = Store(tmp_path, trackers=lambda _: GAME.need_tracker())
    line = sqlite3.connect(f"{(tmp_path / 'tables.sqlite3').as_uri()}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        _sqlite_connects(line, None)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        line.execute("SELECT 1")
    store.close()


def test_a_line_is_let_in_while_somebody_writes(tmp_path: Path) -> None:
    """It may write when the other one is done."""
    store = Store(tmp_path, trackers=lambda _: GAME.need_tracker())
    with store.database.writing(), closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as line:
        _sqlite_connects(line, None)
        assert line.execute("PRAGMA synchronous").fetchone() == (2,)
    store.close()


def test_a_line_on_which_a_statement_failed_is_good_for_the_next_one(tmp_path: Path) -> None:
    """And at the end none is left open."""
    database = Sqlite(tmp_path)
    with database.writing() as first:
        first.exec_driver_sql("INSERT INTO play VALUES ('a', '1')")
    with pytest.raises(sa.exc.IntegrityError), database.writing() as again:
        again.exec_driver_sql("INSERT INTO play VALUES ('a', '2')")
    with database.writing() as other:
        other.exec_driver_sql("INSERT INTO play VALUES ('b', '3')")
    database.close()
    assert (first.closed, again.closed, other.closed) == (True, True, True)
    with closing(sqlite3.connect(database.path)) as line:
        assert line.execute("SELECT id, play FROM play ORDER BY id").fetchall() == [
            ("a", "1"),
            ("b", "3"),
        ]


def test_a_writer_waits_for_others_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has waited for too long is refused, and nothing of it is stored."""
    database = Sqlite(tmp_path)
    waiting = threading.Thread(target=put, args=(database, "second"))
    with database.writing() as db:
        with monkeypatch.context() as hasty:
            hasty.setattr("web.storage.database.BUSY_MS", -1)  # whoever comes now
            with pytest.raises(BusyError):
                put(database, "third")
        waiting.start()
        db.exec_driver_sql("INSERT INTO play VALUES ('first', '1')")
    waiting.join()
    with database.reading() as db:
        found = set(db.exec_driver_sql("SELECT id FROM play").scalars())
    assert found - {"second"} == {"first"}
    database.close()


def put(database: Sqlite, name: str) -> None:
    with database.writing() as db:
        db.exec_driver_sql(f"INSERT INTO play VALUES ('{name}', '1')")  # noqa: S608 - ours

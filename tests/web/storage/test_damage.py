"""A damaged database file: it is said so, at the start and while tables are open."""

from __future__ import annotations

import stat
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.web.storage.test_store import add, opened
from web.storage.database import BACKUPS, FILE, DamagedError


def fill(folder: Path) -> Path:
    """A data folder with a table; its file."""
    with closing(opened(folder)) as store:
        store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
        for number in range(100):
            store.append("KIWI-42", add(f"tap-{number}"))
    return folder / FILE


def overwrite(file: Path, first: int) -> None:
    """Put noise over all pages from byte `first` on."""
    data = bytearray(file.read_bytes())
    data[first:] = bytes((7 * n) % 251 for n in range(len(data) - first))
    file.write_bytes(data)


@pytest.mark.parametrize("first", [0, 4096])
def test_a_damaged_file_is_not_opened(tmp_path: Path, first: int) -> None:
    """Neither one without a header nor one with broken pages; the remedy names the
    newest backup.
    """
    file = fill(tmp_path)
    overwrite(file, first)
    with pytest.raises(DamagedError, match="restore a backup"):
        opened(tmp_path)
    (tmp_path / BACKUPS).mkdir()
    for day in ("20261121", "20261122"):
        (tmp_path / BACKUPS / f"rookery-auto-{day}-120000.zip").touch()
    with pytest.raises(
        DamagedError,
        match=r"rookery-auto-20261122-120000\.zip with `rookery "
        r"restore --latest",
    ):
        opened(tmp_path)


def test_damage_while_people_play_is_said(house: Any) -> None:
    """A 503 that says what to do, instead of an error in Rookery that promises that nothing
    was lost.
    """
    house.sit(2)
    store = house.app.extensions["rookery"].store
    with store.database.reading() as db:
        db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    overwrite(store.database.path, 4096)
    # Its idle connections forget what they know of the file, as after some hours. The pool stays:
    # a connection that is in use would go back to no pool, and never be closed.
    store.database.engine.pool.dispose()
    answer = house.phone().get(f"/j/{house.code}", Accept="application/json")
    assert answer.status_code == 503
    assert "damaged" in answer.json["error"]["message"]


@pytest.mark.skipif(sys.platform == "win32", reason="rights are kept otherwise there")
def test_nobody_else_on_the_computer_can_read_the_tables(tmp_path: Path) -> None:
    """Also where the file was made by an older Rookery, and in the files beside it."""
    fill(tmp_path).chmod(0o644)
    with closing(opened(tmp_path)) as store:
        store.append("KIWI-42", add("one more"))
        modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob(f"{FILE}*")}
    assert modes == {0o600}


def test_an_error_of_the_database_quotes_no_values(tmp_path: Path) -> None:
    """Logs hold no names of players and no digests of secrets."""
    insert = sa.text("INSERT INTO play VALUES (:id, :play)")
    with closing(opened(tmp_path)) as store, store.database.writing() as db:
        db.execute(insert, {"id": "a", "play": "1"})
        with pytest.raises(sa.exc.IntegrityError) as raised:
            db.execute(insert, {"id": "a", "play": "secret-of-anna"})
    assert "secret-of-anna" not in str(raised.value)

"""Where the rows are kept: lines to the database after something went wrong there."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.rocks import GAME
from web.store import Store


def test_a_line_that_can_not_write_is_not_used_again(tmp_path: Path) -> None:
    """A file opened while its disk is read-only stays so for ever; the next one who writes gets a line of their own."""
    store = Store(tmp_path, lambda _: GAME.tracker)
    with store.database.engine.connect() as line:
        line.exec_driver_sql("PRAGMA query_only = ON")  # SQLite's own word for such a line
    with pytest.raises(sa.exc.OperationalError, match="readonly"):
        store.forget_plays()
    store.forget_plays()
    store.close()

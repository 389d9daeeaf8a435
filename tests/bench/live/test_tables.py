"""Tables that were played before the phones come."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from bench.chaos.ledger import folded
from bench.live.tables import LONG, SHORT, open_boards, open_tables
from web.storage.store import Store
from web.storage.tokens import digest_of


@pytest.mark.parametrize("events", [SHORT, LONG])
def test_each_table_has_a_legal_log_of_its_own(tmp_path: Path, events: int) -> None:
    """As long as asked for, in the middle of a game; every phone has its seat."""
    opened = open_tables(tmp_path, 3, events)
    assert len({each.code for each in opened}) == 3
    assert len({token for each in opened for token in each.secrets.values()}) == 3 * 5
    with closing(Store(tmp_path)) as store:
        for each in opened:
            log, holders = store.visit(each.code)
            assert log.version == events
            assert folded(log.events)[1] == []
            assert log.state.started
            kept = {right: holders[digest_of(token)] for right, token in each.secrets.items()}
            assert kept == {right: right for right in ("host", "s1", "s2", "s3", "s4")}


def test_boards_are_ready_for_hints(tmp_path: Path) -> None:
    """Each has a player and a game that goes on."""
    boards = open_boards(tmp_path, 2)
    with closing(Store(tmp_path)) as store:
        assert [store.log(each.code).state.started for each in boards] == [True, True]

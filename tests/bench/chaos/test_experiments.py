"""The experiments in short: real servers are killed, cut off and left without a disk, and keep
every promise.

Services that are killed are the business of tests/web/hosted, and of `make chaos`.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

from bench.chaos import browsers, disk, kills, syncs, taps
from bench.chaos.__main__ import EXPERIMENTS
from bench.chaos.report import Result
from bench.chaos.servers import Server
from bench.services import rookery_table
from tests.bench.chaos.loops import run
from tests.programs import need

SEED = 8
RECKLESS = """
import sys
import web.storage.database as database
connects = database._sqlite_connects
def unsynced(connection, record):
    connects(connection, record)
    connection.execute("PRAGMA synchronous = OFF").close()
database._sqlite_connects = unsynced
from bench.chaos.servers import main
main()
"""


def nothing() -> None:
    """Progress that nobody watches."""


async def every(results: AsyncIterator[Result]) -> list[Result]:
    """What came of an experiment on each subject."""
    return [result async for result in results]


def held(results: list[Result]) -> Result:
    """The last result of an experiment in which nothing happened that must not."""
    assert results
    for result in results:
        assert result.good, str(result)
    return results[-1]


def test_kill_9_loses_nothing(tmp_path: Path) -> None:
    """Two kills under load: every tap that was acknowledged lies there, once."""
    result = held(run(every(kills.run(tmp_path, 2, SEED, nothing))))
    assert result.count == 2
    assert int(result.figures["taps acknowledged"]) > 20


def test_a_bad_wifi_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Every kind of fault lies between the phones and the server."""

    async def campaign() -> Result:
        with Server(rookery_table, tmp_path / "data") as server:
            place, port = server.data, server.port
            return await taps.campaign("SQLite", port, place, 120, seed=SEED, tapped=nothing)

    result = held([run(campaign())])
    assert int(result.figures["acknowledged"]) >= result.count == 120
    assert int(result.figures["sent again"]) > 0


def test_our_pages_in_browsers_get_through_a_bad_wifi(tmp_path: Path) -> None:
    """Robots press buttons on three phones while lines are cut and go dead; in the end each page
    shows all there is.
    """
    need("chromium")
    result = held(run(every(browsers.run(tmp_path, 30, SEED, nothing))))
    assert int(result.figures["taps acknowledged"]) > 0
    assert int(result.figures["lines cut"]) + int(result.figures["lines gone dead"]) > 0


def test_every_tap_is_synced_before_anybody_hears_of_it(tmp_path: Path) -> None:
    """Its bytes are written, then synced, then told; and a power cut at any moment leaves what had
    been told.
    """
    need("cc")
    result = held(run(every(syncs.run(tmp_path, 20, SEED, nothing))))
    assert result.count == 20


def test_a_server_that_does_not_sync_is_found_out(tmp_path: Path) -> None:
    """The same experiment on a server with SQLite's synchronous OFF: kill -9 would never tell."""
    need("cc")

    def reckless(folder: Path, port: int) -> list[str]:
        return [sys.executable, "-c", RECKLESS, str(folder), str(port)]

    accounts, cuts = run(every(syncs.run(tmp_path, 10, SEED, nothing, reckless)))
    assert any(problem.startswith("told before it was synced") for problem in accounts.problems)
    assert cuts.problems


def test_a_failing_disk_is_told_to_the_phone_and_harms_nothing(tmp_path: Path) -> None:
    """Each write that fails undoes its tap; with the disk well again the same server goes on."""
    need("cc")
    result = held(run(every(disk.run(tmp_path, 16, SEED, nothing))))
    assert any(name.startswith("told 503 storage") for name in result.figures)


def test_each_experiment_says_how_much_of_it_there_is() -> None:
    """A longer run is longer, and what docs/proof.md speaks of is what was asked for."""
    for row in EXPERIMENTS.values():
        assert 0 < row.short < row.usual < row.full
    assert (EXPERIMENTS["kills"].full, EXPERIMENTS["taps"].full, EXPERIMENTS["services"].full) == (
        2000,
        100_000,
        500,
    )

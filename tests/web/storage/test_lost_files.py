"""Database files that vanish while the server runs: nothing is acknowledged until they are back."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.web.databases import reading
from tests.web.storage.test_store import add, opened
from web.storage.database import FILE, WAL, LostFileError
from web.storage.store import Store
from web.storage.tokens import new_token

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files in use can't be moved there")
LOG = f"{FILE}{WAL}"
TOKEN = new_token()


def delete(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def put_copy(name: str) -> Callable[[Path], None]:
    """Put a copy in the file's place, as a tool that restores a single file does."""

    def do(folder: Path) -> None:
        shutil.copy(folder / name, folder / "copy")
        (folder / "copy").replace(folder / name)

    return do


def move(*names: str) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        for name in names:
            (folder / name).rename(folder / f"{name}.away")

    return do


def move_back(*names: str) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        for name in names:
            (folder / f"{name}.away").rename(folder / name)

    return do


def move_folder(folder: Path) -> None:
    folder.rename(folder.with_name("away"))


def move_folder_back(folder: Path) -> None:
    folder.with_name("away").rename(folder)


LOSSES: dict[str, Callable[[Path], object]] = {
    "file deleted": delete(FILE),
    "file replaced": put_copy(FILE),
    "file moved": move(FILE),
    "folder deleted": shutil.rmtree,
    "folder moved": move_folder,
    "log deleted": delete(LOG),
    "log replaced": put_copy(LOG),
}
RETURNS: dict[str, tuple[Callable[[Path], object], Callable[[Path], object]]] = {
    "file": (move(FILE), move_back(FILE)),
    "log": (move(LOG), move_back(LOG)),
    "file and log": (move(FILE, LOG), move_back(FILE, LOG)),
    "folder": (move_folder, move_folder_back),
}
WRITES: dict[str, Callable[[Store], object]] = {
    "an event at a table as it was": lambda store: store.append("KIWI-42", add("new")),
    "an event of a new seat": lambda store: store.append(
        "KIWI-42", replace(add("new"), token=TOKEN)
    ),
    "an event that came before": lambda store: store.append("KIWI-42", add("tap-1")),
    "a photo that came before": lambda store: store.known("KIWI-42", add("tap-1")),
    "a table": lambda store: store.create("EMU-7", "tally", {}, "host-token"),
    "a pass": lambda store: store.add_holder("KIWI-42", "token", "s1"),
    "a deletion": lambda store: store.delete("KIWI-42"),
    "plays": lambda store: store.keep_plays({"1": "{}"}),
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that may be moved."""
    return tmp_path / "data"


@pytest.fixture
def store(data: Path) -> Iterator[Store]:
    """A store with a table, whose first tap was acknowledged."""
    with closing(opened(data)) as made:
        made.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
        made.append("KIWI-42", add("tap-1"))
        yield made


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("write", WRITES)
def test_nothing_is_acknowledged_without_its_file(
    store: Store,
    data: Path,
    loss: str,
    write: str,
) -> None:
    """Whatever is written, also what was written before and comes again; the error
    names the file.
    """
    LOSSES[loss](data)
    with pytest.raises(LostFileError) as raised:
        WRITES[write](store)
    assert raised.value.filename == str(data / (LOG if "log" in loss else FILE))


@pytest.mark.parametrize("what", RETURNS)
def test_play_goes_on_when_the_same_file_is_back(store: Store, data: Path, what: str) -> None:
    """A file that comes back by a rename is the one that is open; a refused tap is taken then,
    once.
    """
    lose, bring_back = RETURNS[what]
    lose(data)
    for _ in range(2):
        with pytest.raises(LostFileError):
            store.append("KIWI-42", add("tap-2"))
    bring_back(data)
    assert [store.append("KIWI-42", add("tap-2")).news for _ in range(2)] == [True, False]
    with reading(data) as look:
        assert [event.key for event in look("KIWI-42")][1:] == ["tap-1", "tap-2"]


def test_no_new_file_is_made_in_a_lost_files_place(store: Store, data: Path) -> None:
    """SQLite would make an empty one for the next thread that asks."""
    with store.database.reading():
        (data / FILE).unlink()
        with pytest.raises(LostFileError):
            store.database.reading()
    assert not (data / FILE).exists()


def play(server: Any) -> tuple[Any, str]:
    """A host whose game has begun on a server, and the table's code."""
    host = server.visitor()
    code = host.ask("POST", "/tables", {"game": "rocks"})[1]["code"]
    for number, colour in enumerate(("coral", "jade")):
        seat = {"name": f"P{number}", "colour": colour, "key": f"seat-{number}-key"}
        assert server.visitor().ask("POST", f"/t/{code}/seats", seat)[0] == 201
    return host, code


def lock(host: Any, code: str, number: int) -> tuple[int, Any]:
    """A tap of the host's that is always allowed: its status and answer."""
    locked = {"locked": number % 2 == 0}
    tap = {"kind": "table.lock", "payload": locked, "key": f"lock-{number:04}"}
    status, told = host.ask("POST", f"/t/{code}/events", tap)
    return status, told


def test_a_reader_that_ends_takes_no_log_along(data: Path) -> None:
    """A program that closes the file deletes its log if nobody else has locked it, and the server
    would refuse all taps. The lock holds also if this process had the file open before its store
    did, as the backup's thread may.
    """
    opened(data).close()
    with closing(sqlite3.connect(data / FILE)) as earlier:
        earlier.execute("SELECT * FROM game_table").fetchall()
        with closing(opened(data)) as store:
            read = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
            read += "db.execute('SELECT * FROM game_table').fetchall(); db.close()"
            subprocess.run([sys.executable, "-c", read, str(data / FILE)], check=True)
            assert (data / LOG).exists()
            store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
            assert store.append("KIWI-42", add("tap-1")).news


@pytest.mark.parametrize("loss", ["file deleted", "file replaced", "folder moved", "log deleted"])
def test_phones_read_what_happened_and_what_to_do(server: Any, loss: str) -> None:
    """Eight taps get eight refusals that name the file, and pages are still shown."""
    host, code = play(server)
    assert lock(host, code, 0)[0] == 200
    LOSSES[loss](server.data)
    for number in range(1, 9):
        status, told = lock(host, code, number)
        assert (status, told["error"]["code"]) == (503, "storage")
        assert str(server.data / (LOG if "log" in loss else FILE)) in told["error"]["message"]
        assert ("start it again" in told["error"]["message"]) == ("log" in loss)
    status, told = host.ask("GET", f"/t/{code}/state")
    assert (status, told["locked"]) == (200, True)


@pytest.mark.parametrize("loss", ["log deleted", "log replaced"])
def test_what_only_the_lost_log_held_is_kept(server: Any, loss: str) -> None:
    """After a crash all acknowledged taps are there, and the refused one isn't."""
    host, code = play(server)
    assert [lock(host, code, number)[0] for number in range(5)] == [200] * 5
    LOSSES[loss](server.data)
    assert lock(host, code, 5)[0] == 503
    server.kill()
    server.start()
    status, told = host.ask("GET", f"/t/{code}/state")
    assert (status, told["locked"]) == (200, True)  # as by the fifth tap, not the sixth
    assert lock(host, code, 5)[0] == 200
    with reading(server.data) as look:
        keys = [event.key for event in look(code) if event.kind == "table.lock"]
    assert keys == [f"lock-{number:04}" for number in range(6)]

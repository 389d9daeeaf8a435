"""The plays of this computer: for who sits at it, counted once, and gone when told so."""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.console import INTERRUPTED
from companion.plays.files import COLUMNS
from rookery.cli import run
from tests.web.conftest import damage
from tests.web.plays.test_results import rocks

OTHER = {
    "rookery": 1,
    "plays": [
        {
            "id": "00000000-0000-4000-8000-000000000001",
            "game": "Chess",
            "started": "2026-01-01T10:00:00Z",
            "ended": "2026-01-01T11:00:00Z",
            "seconds": 3600,
            "results": [{"name": "<b>Zoe", "won": True}],
        }
    ],
}
PATHS = ("/plays", "/plays.csv", "/plays.json", "/plays.bgsplay")


@pytest.fixture
def home(configured: Any) -> Any:
    """Someone who sits at the computer itself, with a game that is over on one of its tables."""
    house = configured(TRUST_LOOPBACK=True)
    house.game = "rocks"
    rocks(house)
    keeper = house.phone()
    keeper.address = "127.0.0.1"
    return keeper


def send(phone: Any, data: bytes, name: str = "plays.json") -> Any:
    """Import a file."""
    form = {"file": (io.BytesIO(data), name)}
    answer = phone.client.post(
        "/plays/import", base_url=phone.base, data=form, environ_base={"REMOTE_ADDR": phone.address}
    )
    answer.request.input_stream.close()  # the test client's own temporary file
    return answer


def exported(phone: Any) -> list[dict[str, Any]]:
    """All plays, as our own file writes them."""
    return list(json.loads(phone.get("/plays.json").text)["plays"])


def test_plays_are_for_who_sits_at_the_computer(home: Any) -> None:
    """Not even a table's host sees them from another device; the front page shows the way at home
    alone.
    """
    guest = home.house.host
    for path in PATHS:
        assert guest.get(path).status_code == 403
        assert home.get(path).status_code == 200
    for path in ("/plays/import", "/plays/delete"):
        assert guest.post(path).status_code == 403
    assert send(guest, json.dumps(OTHER).encode()).status_code == 403
    assert ('href="/plays"' in home.get("/").text, 'href="/plays"' in guest.get("/").text) == (
        True,
        False,
    )
    assert len(exported(home)) == 1


@pytest.mark.parametrize("form", ["json", "bgsplay"])
def test_what_is_brought_in_twice_is_counted_once(home: Any, form: str) -> None:
    """Our own table's play is known too, whichever way it comes back."""
    taken = home.get(f"/plays.{form}").data
    assert send(home, taken).location == "/plays?new=0&known=1"
    assert send(home, json.dumps(OTHER).encode()).location == "/plays?new=1&known=0"
    both = home.get(f"/plays.{form}").data
    assert send(home, both).location == "/plays?new=0&known=2"
    assert [play["game"] for play in exported(home)] == ["Chess", "Rocks"]


def test_the_page_tells_all_of_it_and_a_name_stays_a_name(home: Any) -> None:
    """Figures of plays here and from elsewhere; what someone typed is never markup."""
    send(home, json.dumps(OTHER).encode())
    text = home.get("/plays?new=1&known=0").text
    assert "1 new play imported." in text
    assert "&lt;b&gt;Zoe" in text
    assert "<b>Zoe" not in text
    assert "Anna wins!" in text
    assert "1 of 1 won" in text


def test_a_bad_file_is_refused_with_its_place_and_changes_nothing(home: Any) -> None:
    """Neither half of it nor a fault."""
    bad = (
        (b"{", 422, "isn't valid JSON"),
        (b'{"rookery": 1, "plays": [{"id": 3}]}', 422, "plays[0].id"),
        (b" " * 16_100_000, 413, "too large"),
    )
    for data, status, words in bad:
        answer = send(home, data)
        assert (answer.status_code, words in answer.text) == (status, True)
    assert home.post("/plays/import").status_code == 400
    assert len(exported(home)) == 1


def test_odd_places_are_listed_and_the_rest_is_imported(
    home: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the page at once, and on the command line; what is listed is never markup."""
    odd = json.loads(json.dumps(OTHER))
    odd["plays"][0]["variant"] = "x" * 201
    odd["plays"] += [{"id": f"<b>{n}"} for n in range(25)]
    answer = send(home, json.dumps(odd).encode())
    assert answer.status_code == 200
    for words in (
        "1 new play imported.",
        "plays[0].variant: shortened to 200 characters",
        "plays[1]: left out: id: must be a UUID",
        "and 6 more places",
    ):
        assert words in answer.text
    assert len(exported(home)) == 2
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(odd), "utf-8")
    assert run(["plays", "import", str(file), "--data", str(tmp_path / "there")]) == 0
    said = capsys.readouterr()
    assert said.out == "1 play imported, 0 already here\n"
    assert said.err.startswith(
        "note: plays[0].variant: shortened to 200 characters\nnote: plays[1]"
    )
    assert said.err.endswith("note: and 6 more\n")


def test_all_plays_can_be_deleted_for_good(home: Any) -> None:
    """With the tables that they were played at; one that is still played stays."""
    house = home.house
    over = house.code
    send(home, json.dumps(OTHER).encode())
    house.sit(2)
    assert home.post("/plays/delete").location == "/plays?gone=2"
    assert exported(home) == []
    assert house.host.get(f"/t/{over}/state").status_code == 404
    assert house.host.get(f"/t/{house.code}/state?view=host").status_code == 200
    assert "No plays yet" in home.get("/plays").text


def test_a_play_taken_back_is_no_longer_counted(home: Any) -> None:
    """The state is what the events say, at any time."""
    home.house.host.tap("undo", {"target": home.house.host.state()["version"]})
    assert exported(home) == []


def test_the_command_line_does_the_same(
    home: Any, tmp_path: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Export here, import there, twice; delete with a yes. A file that can't be written leaves
    nothing.
    """
    here, there, file = (
        str(tmp_path / "data"),
        str(tmp_path / "there"),
        str(tmp_path / "plays.json"),
    )
    assert run(["plays", "export", file, "--data", here]) == 0
    assert [run(["plays", "import", file, "--data", there]) for _ in range(2)] == [0, 0]
    with monkeypatch.context() as environment:
        environment.setenv("ROOKERY_DATA", there)
        assert run(["plays", "export", "-", "--format", "csv"]) == 0
    assert run(["plays", "delete", "--yes", "--data", there]) == 0
    said = capsys.readouterr().out
    for words in (
        "1 play imported, 0 already",
        "0 plays imported, 1 already",
        "Rocks,,",
        "1 play deleted",
    ):
        assert words in said
    assert run(["plays", "export", str(tmp_path / "no" / "plays.csv"), "--data", there]) == 2
    assert run(["plays", "export", "plays.doc", "--data", there]) == 2
    assert run(["plays", "import", str(tmp_path / "none.json"), "--data", there]) == 2
    assert len(exported(home)) == 1


@pytest.mark.parametrize(
    "arguments",
    [["plays", "export", "-", "--format", "csv"], ["plays", "delete", "--yes"], ["migrate"]],
)
def test_a_misspelled_folder_is_not_created(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exporting from, deleting in or migrating a folder that doesn't exist ends in one message and
    leaves no folder.
    """
    typo = tmp_path / "tpyo"
    assert run([*arguments, "--data", str(typo)]) == 2
    assert f"{typo}: holds no tables; name the folder" in capsys.readouterr().err
    assert not typo.exists()


def test_an_export_touches_no_file_but_its_own(
    home: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What someone keeps beside it under a name like a draft's stays, also where the export fails
    or is stopped.
    """
    here, target, mine = str(tmp_path / "data"), tmp_path / "plays.csv", tmp_path / "plays.csv.part"
    mine.write_bytes(b"mine")

    def stops(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stops)
        assert run(["plays", "export", str(target), "--data", here]) == INTERRUPTED
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "plays.csv.part"]
    assert run(["plays", "export", str(target), "--data", here]) == 0
    assert target.read_text("utf-8").startswith("\ufeffplay,game")
    assert mine.read_bytes() == b"mine"
    assert len(exported(home)) == 1


def test_what_cannot_be_read_is_told_and_not_counted(
    home: Any, configured: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table with a damaged event, and a play out of a file: page, files and command go on without
    them.
    """
    bad = home.house.code
    send(home, json.dumps(OTHER).encode())
    damage(tmp_path / "data", bad)
    keeper = configured(TRUST_LOOPBACK=True).phone()
    keeper.address = "127.0.0.1"
    page = keeper.get("/plays")
    assert (
        page.status_code,
        f"Not counted because they can\u2019t be read: {bad}<" in page.text,
    ) == (200, True)
    assert [play["game"] for play in exported(keeper)] == ["Chess"]
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "tables.sqlite3")) as db:
        db.execute("UPDATE play SET play = '{'")
        db.commit()
    page = keeper.get("/plays")
    assert (page.status_code, f"can\u2019t be read: {bad}, 1 imported play<" in page.text) == (
        200,
        True,
    )
    assert exported(keeper) == []
    assert run(["plays", "export", "-", "--format", "csv", "--data", str(tmp_path / "data")]) == 0
    said = capsys.readouterr()
    assert said.err == f"note: left out because they can't be read: {bad}, 1 play from files\n"
    assert said.out.split() == ["\ufeff" + ",".join(COLUMNS)]


def test_where_all_can_be_read_nothing_is_said_of_it(home: Any) -> None:
    """The usual page."""
    assert "be read" not in home.get("/plays").text

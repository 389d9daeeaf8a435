"""`rookery tables`: list, delete and expire, on a data folder or a database, also
beside a server.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rookery.cli import rookery, run
from tests.web.conftest import Server, damage
from web.services import services
from web.upkeep import check_streams


@pytest.fixture
def flags(configured: Any, place: Path | str) -> list[str]:
    """The options that name the place of the tables, on either engine."""
    address = [] if isinstance(place, Path) else ["--database", place]
    return ["--data", str(configured.folder / "data"), *address]


@pytest.fixture
def house(configured: Any, place: Path | str) -> Any:
    """An app on that place, by today's clock."""
    address = None if isinstance(place, Path) else place
    return configured(DATABASE=address, NOW=lambda: datetime.now(UTC))


def listed(flags: list[str], capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["tables", "list", "--json", *flags]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rookery"] == 1
    tables: list[dict[str, Any]] = answer["tables"]
    return tables


def test_the_list_says_who_played_what_when_and_how_much_room_it_takes(
    house: Any, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Newest first, as JSON and for people; photos count."""
    house.game = "rocks"
    house.open()
    house.game = "giza"
    anna, _ = house.play()
    (giza, rocks) = listed(flags, capsys)
    assert (giza["code"], giza["game"], giza["players"]) == (house.code, "giza", ["Anna", "Ben"])
    assert (rocks["game"], rocks["players"]) == ("rocks", [])
    assert datetime.now(UTC) - datetime.fromisoformat(giza["last_used"]) < timedelta(minutes=10)
    house.shot.photo = bytes(10**6)
    anna.photo("s1")
    assert listed(flags, capsys)[0]["bytes"] > giza["bytes"] + 10**6
    assert run(["tables", "list", *flags]) == 0
    shown = capsys.readouterr().out
    assert "Anna, Ben" in shown
    assert "1.0 MB" in shown


def test_tables_are_deleted_with_their_photos(
    house: Any, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """However the code is typed; what isn't there is said before anything is deleted."""
    anna, _ = house.play()
    anna.photo("s1")
    code, folder = house.code, Path(flags[1]) / "photos"
    house.play()
    assert run(["tables", "delete", code, "KIWI-00", "--yes", *flags]) == 2
    assert "KIWI-00: no such table; " in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == [code]
    typed = code.lower().replace("-", " ")
    assert run(["tables", "delete", typed, code, "--yes", *flags]) == 0
    assert capsys.readouterr().out == f"Deleted 1 table: {code}\n"
    assert list(folder.iterdir()) == []
    assert [row["code"] for row in listed(flags, capsys)] == [house.code]


@pytest.mark.parametrize(
    ("answer", "left", "status", "last"),
    [
        ("n\n", 1, 0, "Nothing was deleted."),
        ("", 1, 130, "Nothing was deleted."),
        ("y\n", 0, 0, "Deleted 1 table: {}"),
    ],
    ids=["no", "no terminal", "yes"],
)
def test_delete_asks_first(
    *, configured: Any, answer: str, left: int, status: int, last: str
) -> None:
    """Only a yes deletes, and a line says what was done."""
    house = configured()
    house.open()
    arguments = ["tables", "delete", house.code, "--data", str(configured.folder / "data")]
    result = CliRunner().invoke(rookery, arguments, input=answer)
    assert f"Delete {house.code} for good" in result.output
    assert last.format(house.code) in result.output.splitlines()
    assert result.exit_code == status
    assert len(services(house.app).store.codes()) == left


def test_old_tables_expire(
    configured: Any, place: Path | str, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """By the last tap; a dry run deletes nothing, and one line says what was done."""
    ages, codes = (100, 10), []
    for age in ages:
        then = datetime.now(UTC) - timedelta(days=age)
        address = None if isinstance(place, Path) else place
        house = configured(DATABASE=address, NOW=lambda then=then: then)
        anna, _ = house.play()
        anna.photo("s1")
        codes.append(house.code)
    expire = ["tables", "expire", "--older-than", "90d", *flags]
    assert run([*expire, "--dry-run"]) == 0
    assert len(listed(flags, capsys)) == 2
    assert run([*expire, "--dry-run"]) == 0
    said = f"Would delete 1 table unused for 90 days: {codes[0]}\n"
    assert capsys.readouterr().out == said
    assert run(expire) == 0
    assert capsys.readouterr().out == f"Deleted 1 table unused for 90 days: {codes[0]}\n"
    assert [row["code"] for row in listed(flags, capsys)] == [codes[1]]
    assert [path.name for path in (Path(flags[1]) / "photos").iterdir()] == [codes[1]]
    assert run(expire) == 0
    assert capsys.readouterr().out == "Deleted 0 tables unused for 90 days\n"


@pytest.mark.parametrize("age", ["90", "0d", "d", "-1d", "3 months", "1e3d", ""])
def test_an_age_is_days_weeks_or_years(
    age: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And never none at all: nothing is deleted by a slip; the option is named."""
    assert run(["tables", "expire", "--older-than", age, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("rookery: --older-than: ")


def test_a_table_that_cannot_be_read_is_listed_and_can_be_deleted(
    configured: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others are none the worse for it."""
    house = configured()
    house.play()
    data = configured.folder / "data"
    flags = ["--data", str(data)]
    damage(data, house.code)
    (row,) = listed(flags, capsys)
    assert (row["code"], row["game"], row["players"]) == (house.code, "giza", None)
    assert run(["tables", "list", *flags]) == 0
    assert "can't be read" in capsys.readouterr().out
    assert run(["tables", "delete", house.code, "--yes", *flags]) == 0
    assert run(["tables", "list", *flags]) == 0
    assert "No tables yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["list"], ["delete", "KIWI-42", "--yes"], ["expire", "--older-than", "90d"]]
)
def test_a_folder_without_tables_is_said_and_left_alone(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A misspelled folder isn't created."""
    typo = tmp_path / "tpyo"
    assert run(["tables", *arguments, "--data", str(typo)]) == 2
    assert "holds no tables" in capsys.readouterr().err
    assert not typo.exists()


def test_tables_can_be_deleted_while_a_server_runs(server: Server) -> None:
    """It has the folder for itself, and finds the table gone; its other tables go on."""
    host = server.visitor()
    codes = [host.ask("POST", "/tables", {"game": "giza"})[1]["code"] for _ in range(2)]
    for code in codes:
        assert host.ask("GET", f"/t/{code}/state?view=host")[0] == 200
    assert run(["tables", "delete", codes[0], "--yes", "--data", str(server.data)]) == 0
    lock = {"kind": "table.lock", "payload": {"locked": True}, "key": "key-0001"}
    assert [host.ask("POST", f"/t/{code}/events?view=host", lock)[0] for code in codes] == [
        404,
        200,
    ]
    assert host.ask("GET", f"/t/{codes[0]}/state?view=host")[0] == 404


def test_an_open_page_closes_when_its_table_is_deleted(configured: Any) -> None:
    """When the streams are compared with the database, every two seconds."""
    house = configured()
    anna, _ = house.play()
    stream = anna.get(f"/t/{house.code}/stream")
    (follows,) = services(house.app).broadcaster.streams(house.code)
    flags = ["--data", str(configured.folder / "data")]
    assert run(["tables", "delete", house.code, "--yes", *flags]) == 0
    check_streams(services(house.app))
    assert follows.closed
    assert services(house.app).broadcaster.open_streams == 0
    assert anna.get(f"/t/{house.code}/state").status_code == 404
    stream.close()

"""The short way from a printed code to a board of solitaire on your own phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.solitaire.puzzles import PuzzleName, catalogue, puzzle_of
from companion.solitaire.state import position_text
from tests.web.conftest import damage
from web.services import services


def _press(phone: Any, puzzle: str = "", key: str = "") -> Any:
    """The page's one button."""
    here = {"base_url": phone.house.base, "environ_base": {"REMOTE_ADDR": phone.address}}
    return phone.client.post("/s", data={"puzzle": puzzle, "key": key}, **here)


@pytest.mark.parametrize(("path", "puzzle"), [("/s", ""), ("/S", ""), ("/S/4-7", "4-7")])
def test_a_button_opens_a_board_for_one(house: Any, path: str, puzzle: str) -> None:
    """Looking changes nothing; the button opens a table, sits down and starts, with the puzzle of
    the code.
    """
    phone = house.phone()
    page = phone.get(path)
    assert page.status_code == 200
    assert (f'value="{puzzle}"' in page.text) == bool(puzzle)
    assert services(house.app).store.codes() == []
    answer = _press(phone, puzzle)
    assert answer.status_code == 303
    (code,) = services(house.app).store.codes()
    assert answer.location == f"/t/{code}"
    state = phone.get(f"/t/{code}/state").json
    assert (state["phase"], state["mode"], state["you"]) == ("play", "free", "s1")
    if puzzle:
        assert state["seats"][0]["position"] == position_text(
            catalogue()[PuzzleName(4, 7)].position
        )


def test_todays_puzzle_is_offered_to_everybody_alike(house: Any) -> None:
    """By the server's day; on its own page it isn't offered again."""
    today = puzzle_of(services(house.app).store.now().date())
    link = f'href="/s/{today}"'
    assert link in house.phone().get("/s").text
    assert link not in house.phone().get(f"/s/{today}").text
    phone = house.phone()
    assert f'data-today="{today}"' in phone.get(_press(phone).location).text


def test_a_button_that_is_tapped_twice_opens_one_table(house: Any) -> None:
    """Both taps leave before an answer brings a cookie; whichever is heard last, the phone sits at
    the table.
    """
    phone = house.phone()
    (key,) = re.findall(r'name="key" value="([\w-]{22})"', phone.get("/s/4-7").text)
    first, second = (_press(house.phone(), "4-7", key) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.location == second.location
    assert first.headers.getlist("Set-Cookie") == second.headers.getlist("Set-Cookie")
    (code,) = services(house.app).store.codes()
    log = services(house.app).store.log(code)
    assert [event.kind for event in log.events] == [
        "table.open",
        "seat.take",
        "game.start",
        "puzzle.set",
    ]


def test_who_has_a_board_goes_on_to_it(house: Any) -> None:
    """A second code opens no second table: the page there asks whether the puzzle may take the
    board's place.
    """
    phone = house.phone()
    place = _press(phone).location
    assert phone.get("/s").location == place
    assert phone.get("/s/2-1").location == f"{place}#puzzle=2-1"
    assert house.phone().get("/s/2-1").status_code == 200


def test_who_has_ended_a_board_is_offered_a_new_one(house: Any) -> None:
    """The end of free play is an end here, too."""
    phone = house.phone()
    house.code = _press(phone).location.removeprefix("/t/")
    typed = {"seat": "s1", "pips": 5}
    assert phone.tap("score.type", typed, {"version": 0}).status_code == 200
    assert phone.get("/s").status_code == 303
    assert phone.tap("play.end").status_code == 200
    assert phone.get("/s").status_code == 200


def test_a_name_that_is_none_opens_nothing(house: Any) -> None:
    """It is said, and no table is left behind."""
    for answer in (house.phone().get("/s/99-1"), _press(house.phone(), "99-1")):
        assert answer.status_code == 400
    assert services(house.app).store.codes() == []


def test_a_board_that_cannot_be_read_is_passed_over(configured: Any, tmp_path: Path) -> None:
    """The phone goes on to another one of its own, or is offered a new one."""
    house = configured()
    phone = house.phone()
    older = _press(phone).location
    newer = _press(phone, "4-7").location.partition("#")[0]
    for bad, place in ((newer, older), (older, None)):
        damage(tmp_path / "data", bad.removeprefix("/t/"))
        phone.client.application = configured().app
        answer = phone.get("/s")
        assert (answer.status_code, answer.location) == (303 if place else 200, place)


def test_opening_boards_for_one_is_limited_like_opening_tables(configured: Any) -> None:
    """A stranger can't fill the disk with boards either."""
    house = configured(LIMITS={"openings": "3/minute"})
    phone = house.phone()
    assert [_press(phone, "4-7").status_code for _ in range(4)] == [303, 303, 303, 429]

"""The next game of the same people: one table, their seats, their turn at the role, their wins."""

from __future__ import annotations

from typing import Any

import pytest

from companion.plays import Outcome, Result
from tests.web.conftest import NAMES
from web.games.base import screens

Make = Any
ROLES = {  # the role that moves on, and where the next lobby shows whose it is
    "giza": ("chief.give", "chief"),
    "rocks": ("", "first"),
    "combust": ("dealer.give", "dealer"),
    "pirates": ("captain.give", "captain"),
    "solitaire": ("", None),
}


@pytest.fixture
def ended(house: Any, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes a table whose game is over: Anna, Ben and Cleo, and Ben has won."""

    def make(slug: str = "giza") -> list[Any]:
        house.game = slug
        seated: list[Any] = house.sit(3)
        kind, _ = ROLES[slug]
        if kind:
            assert house.host.tap(kind, {"seat": "s1"}).status_code == 200
        results = tuple(Result(name, won=name == "Ben") for name in NAMES[:3])
        monkeypatch.setattr(type(screens(slug)), "outcome", lambda _, _state: Outcome(results))
        return seated

    return make


def _next(phone: Any, **body: str) -> str:
    answer = phone.post(f"/t/{phone.house.code}/again", body)
    assert answer.status_code == 200, answer.text
    return str(answer.json["next"])


def test_the_same_people_sit_at_one_next_table_whoever_asks(house: Any, ended: Make) -> None:
    """Two phones at once, with two wishes, get one table; seats, secrets and wins go with them."""
    anna, ben, cleo = ended()
    code = _next(ben, game="rocks")
    assert {_next(phone, game="giza") for phone in (anna, ben, house.host)} == {code}
    assert anna.state()["evening"]["sequel"] == code
    followed = cleo.get(f"/t/{house.code}/next")
    assert (followed.status_code, followed.location) == (303, f"/t/{code}")
    house.code = code
    state = cleo.state()
    assert (state["game"], state["you"]) == ("rocks", "s3")
    seats = {seat["id"]: seat["name"] for seat in state["seats"]}
    assert seats == {"s1": "Anna", "s2": "Ben", "s3": "Cleo"}
    assert state["evening"]["wins"] == {"Anna": 0, "Ben": 1, "Cleo": 0}


@pytest.mark.parametrize(("slug", "role"), [(slug, role) for slug, (_, role) in ROLES.items()])
def test_the_role_moves_on_clockwise(house: Any, ended: Make, slug: str, role: str | None) -> None:
    """Anna had it, so Ben has it in the next game; in solitaire another player begins."""
    anna, *_ = ended(slug)
    second = "s2"
    if slug == "rocks":
        first, order = anna.state()["starter"], [seat["id"] for seat in anna.state()["seats"]]
        assert house.host.tap("game.start", {"first": first}).status_code == 200
        second = order[order.index(first) - 2]
    code = _next(anna)
    anna.get(f"/t/{house.code}/next")
    house.code = code
    state = anna.state()
    assert ({**state, **state["evening"]}[role] if role else state["seats"][0]["id"]) == second


def test_each_role_goes_on_into_another_game(house: Any, ended: Make) -> None:
    """Ben would be the next Chief, so he is the captain."""
    anna, *_ = ended()
    code = _next(anna, game="pirates")
    anna.get(f"/t/{house.code}/next")
    house.code = code
    assert anna.state()["captain"] == "s2"


def test_strangers_and_unfinished_games_open_nothing(house: Any) -> None:
    """A game goes on until it is over, and only who plays or hosts may open the next."""
    anna, _ = house.play()
    refused = anna.post(f"/t/{house.code}/again", {})
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "not-over")
    assert house.phone().post(f"/t/{house.code}/again", {}).status_code == 403
    assert anna.get(f"/t/{house.code}/next").location == f"/t/{house.code}"


def test_a_removed_phone_does_not_follow_and_a_late_one_is_led_on(house: Any, ended: Make) -> None:
    """Who lost the seat before stays out; the QR code of the old table leads to the new one."""
    anna, ben, _ = ended()
    house.host.post(f"/t/{house.code}/seats/s2/revoke?view=host")
    code = _next(anna)
    assert ben.get(f"/t/{house.code}/next").status_code == 403
    assert house.phone().get(f"/j/{house.code}").location == f"/j/{code}"

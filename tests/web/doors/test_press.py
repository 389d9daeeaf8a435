"""Prints from the browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.game import game
from web.doors import press

CARD = {"game": "giza", "only": ["penguin-07"]}


@pytest.fixture
def home(configured: Any) -> Iterator[Any]:
    """A browser on this computer; the prints that it started have ended after the test."""
    phone = configured(TRUST_LOOPBACK=True).phone()
    phone.address = "127.0.0.1"
    yield phone
    while press._prints:
        press._prints.popitem()[1].close()


def drawn(home: Any, order: dict[str, Any], language: str = "en") -> tuple[str, Any]:
    """The id of a print and the answer once its child has ended."""
    answer = home.post("/print", order)
    assert answer.status_code == 201
    name = answer.json["id"]
    press._prints[name]._thread.join(60)
    return name, home.get(f"/print/{name}", **{"Accept-Language": language})


def test_a_lost_card_is_printed_alone(home: Any) -> None:
    """Pictures of its pages, what it needs in the reader's language, and the PDF."""
    name, answer = drawn(home, {**CARD, "paper": "letter", "language": "de"}, "de")
    told = answer.json
    assert (told["done"], told["steps"], told["pictures"]) == (4, 4, 2)
    result = told["result"]
    assert (result["sheets"], result["paper"], result["contents"]) == (
        1,
        "US Letter",
        ["1 Pinguin"],
    )
    assert result["hint"] == "beidseitig, an der langen Kante wenden"
    assert 0 < result["ink"] < 10
    (card,) = result["pages"][0]["cards"]
    assert (card["id"], len(card["box"])) == ("penguin-07", 4)
    assert home.get(f"/print/{name}/2.jpg").data.startswith(b"\xff\xd8")
    assert home.get(f"/print/{name}/3.jpg").status_code == 404
    pdf = home.get(f"/print/{name}/file.pdf")
    assert pdf.data.startswith(b"%PDF")
    assert pdf.headers["Content-Disposition"] == 'attachment; filename="giza-penguin-07.pdf"'


def test_what_cannot_be_printed_is_said(home: Any) -> None:
    """By the code that prints, with its remedy."""
    _, answer = drawn(home, {"game": "giza", "only": ["penguin-99"]})
    assert answer.status_code == 400
    assert "penguin-" in answer.json["error"]["message"]


@pytest.mark.parametrize(
    "order",
    [
        {"game": "chess"},
        {"paper": "a9"},
        {"sides": 2},
        {"ink": "/etc/passwd"},
        {"language": "xx"},
        {"extras": ["all"]},
        {"extras": "some"},
        {"players": "3"},
        {"players": True},
        {"only": "penguin-07"},
        {"only": [7]},
        {"only": ["x"] * 1000},
        {"profile": "../secret"},
    ],
)
def test_an_order_is_checked_before_anything_is_drawn(home: Any, order: dict[str, Any]) -> None:
    """400, and no child."""
    answer = home.post("/print", {"game": "giza", **order})
    assert (answer.status_code, press._prints) == (400, {})


def test_a_new_choice_ends_the_print_before(home: Any) -> None:
    """So that a few taps don't fill the computer; others are kept, up to a few."""
    first = home.post("/print", {"game": "pirates"}).json["id"]
    child = press._prints[first]._child
    second, _ = drawn(home, {**CARD, "before": first})
    assert child.returncode
    assert home.get(f"/print/{first}").status_code == 404
    for _ in range(press.MOST):
        home.post("/print", CARD)
    assert len(press._prints) == press.MOST
    assert second not in press._prints


def test_a_child_that_dies_is_an_error(home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence."""
    monkeypatch.setattr(press, "CHILD", ("-c", "raise SystemExit(1)"))
    _, answer = drawn(home, CARD)
    said = "These pages couldn't be drawn; choose other settings."
    assert (answer.status_code, answer.json["error"]["message"]) == (400, said)


def test_only_this_computer_prints(configured: Any) -> None:
    """Guests see no door, and the page is none of theirs."""
    guest = configured().phone()
    assert "/print" not in guest.get("/").text
    assert guest.get("/print").status_code == 403
    assert guest.post("/print", CARD).status_code == 403


def test_the_page_offers_what_the_game_has(home: Any) -> None:
    """Its players, and the language of the page first."""
    page = home.get("/print?game=combust", **{"Accept-Language": "it"}).text
    low, high = game("combust").players
    assert page.count('name="players"') == 2 + high - low
    assert 'name="language" value="it" checked' in page
    assert home.get("/print?game=chess").status_code == 400

"""Each phone reads its own language: chosen, or its browser's, or English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.catalogues import german, speaking
from web.text import languages

HTML = {"Accept": "text/html"}
GERMAN = {
    "{name} joined with the {colour} cards": "{name} hat mit den Karten {colour} Platz genommen",
    "Copper": "Kupfer",
    "Ruby": "Rubin",
    "The game has already started.": "Das Spiel hat schon begonnen.",
    "Join first: scan the code on the host's screen.": "Setz dich erst.",
    "there's no table with that code": "diesen Tisch gibt es hier nicht",
    "Table {code}, with {names}": "Tisch {code} mit {names}",
    "Join the table": "Nimm Platz",
}


@pytest.fixture(autouse=True)
def _german() -> Iterator[None]:
    with speaking(german(GERMAN)):
        yield


@pytest.mark.parametrize(
    ("browser", "chosen", "spoken"),
    [
        ("", "", "en"),
        ("de-AT,de;q=0.9,en;q=0.5", "", "de"),
        ("xx, it;q=0.3", "", "it"),
        ("xx", "", "en"),
        ("it", "da", "da"),
        ("it", "../x", "it"),
    ],
)
def test_a_page_is_in_the_language_of_its_phone(
    house: Any, browser: str, chosen: str, spoken: str
) -> None:
    """What was chosen goes before what the browser asks for; what nobody speaks here is English."""
    phone = house.phone()
    if chosen:
        phone.client.set_cookie(languages.COOKIE, chosen, domain="192.168.1.2")
    assert f'<html lang="{spoken}"' in phone.get("/", **HTML, **{"Accept-Language": browser}).text


def test_two_phones_at_a_table_read_two_languages(house: Any) -> None:
    """History, refusals and the door, each as its phone reads it; names stay, and so does what is
    stored.
    """
    anna, _ = house.play(2)
    english = anna.state()
    german = anna.get(f"/t/{house.code}/state", **{"Accept-Language": "de"})
    pairs = zip(english["history"], german.json["history"], strict=True)
    lines = [(one["text"], other["text"]) for one, other in pairs]
    assert (
        "Anna joined with the Copper cards",
        "Anna hat mit den Karten Kupfer Platz genommen",
    ) in lines
    assert [seat["name"] for seat in german.json["seats"]] == [
        seat["name"] for seat in english["seats"]
    ]
    headers = {"Accept-Language": "de"}
    body = {"kind": "game.start", "payload": {}, "key": "startagain"}
    refused = anna.post(f"/t/{house.code}/events", body, **headers)
    assert (refused.status_code, refused.json["error"]["message"]) == (
        409,
        "Das Spiel hat schon begonnen.",
    )
    assert (refused.json["error"]["state"]["seats"][0]["name"], _colours(refused)["ruby"]) == (
        "Anna",
        "Rubin",
    )
    stranger = house.phone()
    assert (
        stranger.get(f"/t/{house.code}/state", **headers).json["error"]["message"]
        == "Setz dich erst."
    )
    assert "Diesen Tisch gibt es hier nicht" in stranger.get("/t/KIWI-01", **HTML, **headers).text


def _colours(answer: Any) -> dict[str, str]:
    return {one["id"]: one["name"] for one in answer.json["error"]["state"]["colours"]}


def test_a_state_in_another_language_is_another_answer(house: Any) -> None:
    """A phone whose language was changed is not told that nothing is new."""
    anna, _ = house.play(2)
    tag = anna.get(f"/t/{house.code}/state").headers["ETag"]
    assert anna.get(f"/t/{house.code}/state", **{"If-None-Match": tag}).status_code == 304
    changed = anna.get(f"/t/{house.code}/state", **{"If-None-Match": tag, "Accept-Language": "de"})
    assert changed.status_code == 200
    assert "Accept-Language" in changed.headers["Vary"]


def test_a_name_in_a_sentence_is_no_markup(house: Any) -> None:
    """A sentence with an element in it is markup; what people typed isn't."""
    house.open()
    assert house.phone().join("<b>Anna", "copper").status_code == 201
    page = house.phone().get(f"/j/{house.code}", **HTML, **{"Accept-Language": "de"}).text
    assert f'Tisch <strong class="code">{house.code}</strong> mit &lt;b&gt;Anna' in page
    assert "Nimm Platz" in page


@pytest.mark.parametrize(
    ("back", "place"),
    [
        ("/t/KIWI-42", "/t/KIWI-42"),
        ("/t/KIWI-42?view=host#x", "/t/KIWI-42?view=host#x"),
        ("//elsewhere", "/"),
        ("https://elsewhere", "/"),
        ("/\\x", "/"),
        ("/\t/elsewhere", "/"),
        ("/\n/elsewhere", "/"),
        ("/ /x", "/"),
        ("", "/"),
    ],
)
def test_a_chosen_language_is_remembered(house: Any, back: str, place: str) -> None:
    """And the page comes back, if it was one of ours."""
    phone = house.phone()
    form = {"language": "es", "next": back}
    answer = phone.client.post(
        "/language", base_url=house.base, data=form, environ_base={"REMOTE_ADDR": "192.168.1.9"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, place)
    assert '<html lang="es"' in phone.get("/", **HTML).text
    assert phone.post("/language", {}).status_code == 400

"""A deck from the internet at a phone table: its words stay words, and its pictures are looked for
nowhere.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from companion.deckcode import to_toml
from companion.deckfile import deck_text
from companion.game import game
from tests.web.auth.test_security import check_headers
from web.games.base import edition
from web.services import services

EVIL = "</style></script><script>alert(1)</script><img src=x onerror=alert(1)>]]>&\"'{{7*7}}${7}%s"
HARMFUL = {"script", "foreignObject", "iframe", "a", "animate", "set", "handler", "embed"}


def deck(**changes: str) -> str:
    """A deck of giza with these words wherever a person may write any."""
    data = tomllib.loads(deck_text(game("giza"))[0])
    data["title"] = changes.get("title", data["title"])
    for kind, field in (
        ("colour", "name"),
        ("player", "name"),
        ("goal", "name"),
        ("penguin", "art"),
    ):
        for row in data[kind] if field in changes else ():
            row[field] = changes[field]
    return to_toml(data)


def at_home(house: Any, text: str, slug: str = "giza") -> Any:
    """A table with that deck, opened by the photo of a label: its host."""
    host = house.phone()
    house.app.extensions["label"] = (slug, text)
    answer = host.client.post(
        "/tables", data={"label": (__file__, "label.jpg")}, base_url=house.base, buffered=True,
        environ_base={"REMOTE_ADDR": host.address},
    )  # fmt: skip
    assert answer.status_code == 303, answer.text
    house.code = answer.headers["Location"].split("/")[2]
    return host


@pytest.fixture
def house(configured: Any) -> Any:
    """A house whose labels hold what a test put into them."""
    made: Any = configured(READ_LABEL=lambda *_: made.app.extensions["label"])
    return made


def faces(house: Any, text: str) -> list[Any]:
    """One face of each kind of piece of the table's deck, as a phone gets it."""
    row = game("giza")
    found = row.read_deck(text, "deck")
    first = {
        (piece.kind, face): piece.id
        for piece in reversed(row.pieces(found))
        for face in piece.faces
    }
    path = f"/art/giza/{edition(text)}"
    return [house.phone().get(f"{path}/{piece}/{face}.svg") for (_, face), piece in first.items()]


def test_a_decks_words_are_never_more_than_words(house: Any) -> None:
    """Tags, scripts and templates in names and titles: no page runs them, and no picture has them
    but as text.
    """
    text = deck(name=EVIL, title=EVIL)
    host = at_home(house, text)
    anna = house.phone()
    assert anna.join("Anna", "copper").status_code == 201
    for phone, path in ((host, "/"), (host, f"/t/{house.code}/host"), (anna, f"/t/{house.code}")):
        page = phone.get(path)
        check_headers(page)
        assert (page.status_code, "<script>alert(1)" in page.text) == (200, False)
    door = house.phone().get(f"/j/{house.code}", Accept="text/html")
    check_headers(door)
    assert "49" not in re.sub(r"(?s)<head>.*</head>", "", door.text)
    for answer in faces(house, text):
        assert answer.status_code == 200
        for element in ET.fromstring(answer.data).iter():  # noqa: S314 - whether it is sound is what is asked
            assert element.tag.rpartition("}")[2] not in HARMFUL
            for name, value in element.attrib.items():
                assert not name.rpartition("}")[2].startswith("on")
                assert not name.endswith("href") or value.startswith(("#", "data:image/"))


def test_pictures_of_a_deck_that_came_without_a_folder_are_looked_for_nowhere(
    house: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies in the server's own folder under that name stays there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\nsecret")
    text = deck(art="secret.png")
    assert at_home(house, text).get(f"/t/{house.code}/host").status_code == 200
    assert all(
        answer.status_code == 200 and b"<image" not in answer.data for answer in faces(house, text)
    )


def test_a_label_that_is_no_deck_opens_nothing(house: Any) -> None:
    """Also when its reader was made to say that it is one: the deck is read again before a
    table has it.
    """
    for text in ("", "game = 1", deck().replace("weight = ", "weight = 9"), deck(title="x" * 201)):
        with pytest.raises(AssertionError, match="malformed"):
            at_home(house, text)
    assert services(house.app).store.codes() == []

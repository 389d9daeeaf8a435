"""Your own deck in the browser."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

from companion.deckfile import deck_text
from companion.errors import PhotoError
from companion.game import game

TEXT = deck_text(game("giza"))[0].replace("points = 5", "points = 6", 1)


@pytest.fixture
def home(configured: Any) -> Any:
    """A browser on this computer."""
    phone = configured(TRUST_LOOPBACK=True, READ_LABEL=label).phone()
    phone.address = "127.0.0.1"
    return phone


def label(data: bytes, name: str, _timeout: float) -> tuple[str, str]:
    """A box label whose code holds the deck, unless it is unreadable."""
    if data != b"jpeg":
        raise PhotoError(name, "shows no label")
    return "giza", TEXT


def send(phone: Any, field: str, data: bytes, **answers: str) -> Any:
    """The answer to a file, as the page's form sends it."""
    answer = phone.client.post(
        "/deck/file",
        data={field: (io.BytesIO(data), "my.toml"), **answers},
        base_url=phone.base,
        headers={"Accept": "text/html"},
        environ_base={"REMOTE_ADDR": phone.address},
    )
    answer.request.input_stream.close()
    return answer


@pytest.mark.parametrize(("field", "data"), [("deck", TEXT.encode()), ("label", b"jpeg")])
def test_a_deck_is_looked_at_and_played(home: Any, field: str, data: bytes) -> None:
    """By its file or a photo of its label: its cards are shown, and a table opens with it."""
    place = send(home, field, data).location
    page = home.get(place).text
    cards = re.findall(r'<img src="(/art/[^"]*)"', page)
    assert len(cards) == sum(len(piece.faces) for piece in game("giza").pieces(home_deck()))
    assert home.get(cards[0]).mimetype == "image/svg+xml"
    assert place in home.get("/deck").text
    opened = home.client.post(
        f"{place}/play", base_url=home.base, environ_base={"REMOTE_ADDR": home.address}
    )
    state = home.get(opened.location.replace("host", "state") + "?view=host").json
    assert state["deck"]["fingerprint"] == home_deck().fingerprint
    assert home.get(f"/print?deck={place.rpartition('/')[2]}").status_code == 200


def home_deck() -> Any:
    """The deck that these tests send."""
    return game("giza").read_deck(TEXT, "deck")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (TEXT.replace("points = 6", "points = 99", 1).encode(), "line "),
        (b"title = 1", "doesn&#39;t say which game"),
        (b'game = "chess"', "doesn&#39;t say which game"),
        (b"\xff\xfe", "isn&#39;t UTF-8 text"),
        (b"game = ", "This deck has a mistake"),
        (b"#" * 300_000, "over 200000 bytes"),
    ],
)
def test_a_mistake_is_shown_with_its_place(home: Any, data: bytes, said: str) -> None:
    """On the page, where another file can be chosen."""
    answer = send(home, "deck", data)
    assert (answer.status_code, said in answer.text) == (400, True)
    assert "Deck file (.toml)" in answer.text


def test_a_photo_without_a_label_and_no_file_are_said(home: Any) -> None:
    """As everywhere."""
    assert send(home, "label", b"dark").status_code == 422
    assert send(home, "other", b"x").status_code == 400
    assert home.get("/deck/0123").status_code == 404


def test_a_deck_to_change_is_one_that_can_be_opened(home: Any) -> None:
    """The standard deck, with comments."""
    file = home.get("/deck/start/rocks.toml")
    assert file.headers["Content-Disposition"] == 'attachment; filename="my-rocks.toml"'
    assert send(home, "deck", file.data).status_code == 303


def test_only_this_computer_opens_decks(configured: Any) -> None:
    """Guests see no door."""
    guest = configured().phone()
    assert 'href="/deck"' not in guest.get("/").text
    assert guest.get("/deck").status_code == 403
    assert send(guest, "deck", TEXT.encode()).status_code == 403

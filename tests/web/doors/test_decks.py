"""Your own deck in the browser."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.deckfile import deck_text
from companion.errors import PhotoError
from companion.game import game
from companion.language import ENGLISH
from companion.plays import Outcome, Result
from web.backup.backup import backup, restore
from web.backup.places import SqlitePlace
from web.doors import decks as doors
from web.games.base import screens
from web.pictures import own_cards, views
from web.services import services

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
    return send_files(phone, {field: (io.BytesIO(data), "my.toml"), **answers})


def send_files(phone: Any, data: Any) -> Any:
    """The answer to a form of the page."""
    answer = phone.client.post(
        "/deck/file",
        data=data,
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


ART = TEXT
for number, name in enumerate(("foxes/fox.png", "broken.jpg", "gone.png"), 1):
    line = f'id = "penguin-0{number}"\n'
    ART = ART.replace(line, f'{line}art = "{name}"\n', 1)


def fox(colour: str = "red") -> bytes:
    """A picture."""
    file = io.BytesIO()
    Image.new("RGB", (70, 100), colour).save(file, "PNG")
    return file.getvalue()


def with_pictures(phone: Any, colour: str = "red") -> str:
    """The page of a deck that was sent with a picture and a damaged one, without a third."""
    files = {"broken.jpg": b"no picture", "my.toml": ART.encode(), "fox.png": fox(colour)}
    sent = [(io.BytesIO(data), name) for name, data in files.items()]
    return str(send_files(phone, {"deck": sent}).location)


def table_with(phone: Any, place: str) -> str:
    """The code of a table that is opened with a deck."""
    answer = phone.client.post(
        f"{place}/play", base_url=phone.base, environ_base={"REMOTE_ADDR": phone.address}
    )
    return str(answer.location.split("/")[2])


def card(phone: Any, code: str, number: int = 1) -> str:
    """A penguin's card as the screens of a table get it."""
    edition = phone.get(f"/t/{code}/state?view=host").json["deck"]["edition"]
    answer = phone.get(f"/art/giza/{edition}/penguin-0{number}/front.svg")
    assert answer.status_code == 200
    return str(answer.text)


def test_a_decks_pictures_are_at_its_tables(home: Any, configured: Any, tmp_path: Path) -> None:
    """Also after a restart, out of a backup and in the next game; not once the table is deleted."""
    place = with_pictures(home)
    page = home.get(place).text
    assert "standard drawings" in page
    assert re.findall(r"&#39;(\S+)&#39; (wasn|isn)", page) == [
        ("gone.png", "wasn"),
        ("broken.jpg", "isn"),
    ]
    code = table_with(home, place)
    shown = [card(home, code, number) for number in (1, 2, 3)]
    assert [b.count("<image") for b in shown] == [1, 0, 0]
    folder, other = tmp_path / "data", tmp_path / "other"
    backup(SqlitePlace(folder), tmp_path / "one.zip")
    restore(tmp_path / "one.zip", SqlitePlace(other))
    for data in (folder, other):
        own_cards._drawing.cache_clear()
        views._draw.cache_clear()
        again = configured(TRUST_LOOPBACK=True, DATA=data).phone()
        again.address = "127.0.0.1"
        assert card(again, code) == shown[0]
    photos = services(home.house.app).photos
    assert photos.size(code) == len(fox()) + len(b"no picture")
    services(home.house.app).clear_away(code)
    assert not photos.folder(code).exists()


def test_other_pictures_make_another_edition(home: Any) -> None:
    """So no phone shows the old ones out of its cache."""
    table_with(home, send(home, "deck", TEXT.encode()).location)  # without any
    red, blue = (card(home, table_with(home, with_pictures(home, c))) for c in ("red", "blue"))
    assert red != blue


def test_pictures_are_deleted_with_a_deck(home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the decks that are kept, the oldest goes, and its folder for temporary files."""
    with_pictures(home)
    kept = home.house.app.extensions["rookery.decks"]
    (folder,) = (own.art.folder for own in kept.values())
    assert len(list(folder.iterdir())) == 2
    monkeypatch.setattr(doors, "MOST", 1)
    send(home, "deck", TEXT.encode())
    assert not folder.exists()


def test_a_decks_pictures_are_printed(home: Any) -> None:
    """From its page."""
    from web.doors import press

    name = with_pictures(home).rpartition("/")[2]
    sizes = []
    for deck in (name, send(home, "deck", ART.encode()).location.rpartition("/")[2]):
        wish = {"deck": deck, "only": ["penguin-01"], "language": ENGLISH}
        printed = home.post("/print", wish).json["id"]
        press._prints[printed].wait()
        sizes.append(press._prints[printed].pdf.count(b"/Subtype /Image"))
        press.drop_print(printed)
    assert sizes[0] > sizes[1]


def test_the_next_game_has_the_pictures(home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In copies of its own: the old table may be deleted."""
    house = home.house
    house.code = table_with(home, with_pictures(home))
    anna, ben = house.phone(), house.phone()
    for phone, name, colour in ((anna, "Anna", "copper"), (ben, "Ben", "violet")):
        assert phone.join(name, colour).status_code == 201
    results = (Result("Anna", won=True), Result("Ben", won=False))
    monkeypatch.setattr(type(screens("giza")), "outcome", lambda *_: Outcome(results))
    later, before = anna.post(f"/t/{house.code}/again", {}).json["next"], card(home, house.code)
    services(house.app).clear_away(house.code)
    own_cards._drawing.cache_clear()
    views._draw.cache_clear()
    assert card(home, later) == before

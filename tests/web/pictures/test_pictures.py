"""Cards as SVG, the door's QR code, and photos."""

from __future__ import annotations

import gzip
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import zxingcpp
from PIL import Image

from companion.deckfile import deck_text, load_deck
from companion.game import game
from companion.giza.deck import standard
from web.auth.visits import link_key
from web.games.base import edition
from web.pictures.faces import draw_face
from web.services import services


def edition_of(slug: str) -> str:
    """The edition of a game's standard deck."""
    return edition(deck_text(game(slug))[0])


def art(house: Any, piece: str, face: str = "front", known_as: str = "", **headers: str) -> Any:
    return house.phone().get(
        f"/art/giza/{known_as or edition_of('giza')}/{piece}/{face}.svg", **headers
    )


def test_a_card_is_the_printed_face_with_its_own_letters_and_good_for_ever(house: Any) -> None:
    """An <img> can't use the page's font: the picture brings it along."""
    house.sit(2)
    answer = art(house, "penguin-01")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert "immutable" in answer.headers["Cache-Control"]
    root = ET.fromstring(answer.data)  # noqa: S314 - our own picture
    assert root.attrib["viewBox"] == "0 0 63 88"
    assert "font/ttf;base64" in answer.text
    again = art(house, "penguin-01", **{"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("slug", ["giza", "combust"])
def test_cards_on_screens_carry_no_tags(
    slug: str, house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tags are for photos of paper; on a screen they only take room from the drawing."""
    drawn: list[object] = []
    monkeypatch.setattr("printables.art.codes.draw_tag", lambda _pen, spot: drawn.append(spot))
    row, deck = game(slug), load_deck(game(slug))
    pieces = [piece for piece in row.pieces(deck) if any(piece.faces.values())]
    with house.app.test_request_context():
        for piece in pieces[:3]:
            for face in piece.faces:
                assert draw_face(slug, deck, piece.id, face)
    assert (len(pieces) > 0, drawn) == (True, [])


def test_only_so_many_decks_are_remembered(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest is forgotten, and comes back with whoever plays with it: its cards are still shown
    there.
    """
    monkeypatch.setattr("web.auth.visits.MOST_DECKS", 2)
    kept = services(house.app).decks
    hosts = []
    for slug in ("giza", "rocks", "combust"):
        house.game = slug
        hosts.append(house.open())
        assert hosts[-1].state()["game"] == slug
        assert (slug, edition_of(slug)) in kept
        assert len(kept) <= 2
    assert [slug for slug, _ in kept] == ["rocks", "combust"]
    path = f"/art/giza/{edition_of('giza')}/token/front.svg"
    assert hosts[1].get(path).status_code == 200  # the deck ships with Rookery
    assert ("giza", edition_of("giza")) not in kept
    monkeypatch.setattr("web.pictures.views.shipped", lambda _game: ("", None))
    assert hosts[1].get(path).status_code == 404
    assert hosts[0].get(path).status_code == 200
    assert len(kept) <= 2


def test_each_deck_has_pictures_of_its_own_words(house: Any) -> None:
    """Two decks that differ in nothing but a name have one fingerprint, and still each table shows
    its own cards.
    """
    ours = deck_text(game("giza"))[0]
    pictures = []
    for text in (ours, ours.replace("Featherweights", "Downy")):
        services(house.app).decks["giza", edition(text)] = game("giza").read_deck(text, "deck")
        pictures.append(art(house, "goal-zeroes", known_as=edition(text)).text)
    assert ["Featherweights" in picture for picture in pictures] == [True, False]
    assert ["Downy" in picture for picture in pictures] == [False, True]


def test_a_card_is_sent_compressed_where_that_is_understood(house: Any) -> None:
    """The same picture, in a fraction of the bytes."""
    house.sit(2)
    plain, packed = art(house, "token"), art(house, "token", **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) * 0.7


def test_a_picture_opened_by_itself_runs_nothing(house: Any) -> None:
    """SVG is a document: its own policy forbids all but its style and font."""
    house.sit(2)
    policy = art(house, "chief").headers["Content-Security-Policy"]
    assert "script" not in policy
    assert "sandbox" in policy


@pytest.mark.parametrize(
    ("piece", "face", "known_as"),
    [
        ("penguin-99", "front", ""),
        ("penguin-01", "side", ""),
        ("..", "front", ""),
        ("penguin-01", "front", "0" * 64),
    ],
)
def test_a_card_that_there_is_not_is_said(house: Any, piece: str, face: str, known_as: str) -> None:
    """404, also for a deck that no table here plays with."""
    house.sit(2)
    answer = art(house, piece, face, known_as)
    assert (answer.status_code, answer.json["error"]["code"]) == (404, "not-found")


def test_every_face_that_the_phones_show_can_be_drawn(house: Any) -> None:
    """One of each kind, both sides."""
    house.sit(2)
    faces = [
        ("penguin-52", "front"),
        ("penguin-52", "back"),
        ("action-copper-1", "front"),
        ("action-slate-5", "back"),
        (standard().goals[0].id, "front"),
        ("chief", "front"),
        ("token", "front"),
    ]
    assert {art(house, piece, face).status_code for piece, face in faces} == {200}


def decoded(svg: bytes) -> str:
    """The text of a QR code drawn as SVG squares, by a reader that is not what wrote it."""
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    side = int(float(root.attrib["viewBox"].split()[2]))
    picture = Image.new("L", (side, side), 255)
    path = next(element.attrib["d"] for element in root.iter() if element.tag.endswith("path"))
    for square in path.split("M")[1:]:
        x, y = square.split("H")[0].split(",")
        picture.putpixel((int(float(x)), int(float(y))), 0)
    (found,) = zxingcpp.read_barcodes(
        picture.resize((side * 8, side * 8), Image.Resampling.NEAREST)
    )
    return str(found.text)


def test_the_door_code_leads_to_the_door_by_the_address_that_the_host_used(house: Any) -> None:
    """Read back by another program."""
    host = house.open()
    answer = host.get(f"/t/{house.code}/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    address, _, proof = decoded(answer.data).partition("?link=")
    assert address == f"http://192.168.1.2:8000/j/{house.code}"
    assert proof == link_key(house.code, services(house.app).store.log(house.code))
    assert "link" not in host.state()["join_url"]  # which is there to be typed


def test_a_host_on_localhost_gets_an_address_that_phones_can_reach(house: Any) -> None:
    """Phones know another localhost."""
    house.app.config["ADDRESSES"] = lambda: ("192.168.7.7", "10.5.0.2")
    house.open()
    answer = house.app.test_client().get(
        f"/t/{house.code}/qr.svg", base_url="http://localhost:8123"
    )
    assert decoded(answer.data).startswith(f"http://192.168.7.7:8123/j/{house.code}?link=")


@pytest.mark.parametrize("name", ["../../tables", "0" * 32, "x", "%2e%2e%2ftables"])
def test_a_photo_that_there_is_not_is_said(house: Any, name: str) -> None:
    """404, and no way out of the folder."""
    anna, _ = house.play()
    anna.photo("s1")
    assert anna.get(f"/t/{house.code}/photos/{name}/photo.jpg").status_code == 404


def test_a_photo_of_one_table_is_not_shown_at_another(house: Any) -> None:
    """Nor to a stranger."""
    anna, _ = house.play()
    photo, first = anna.photo("s1").json["photo"], house.code
    (other, _) = house.play()
    assert other.get(f"/t/{house.code}/photos/{photo}/photo.jpg").status_code == 404
    assert other.get(f"/t/{first}/photos/{photo}/photo.jpg").status_code == 403

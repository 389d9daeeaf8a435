"""Decks as codes for a QR: what comes back is the same deck with the same texts, or an error that
says why not.
"""

from __future__ import annotations

import json
import re
import tomllib
import zlib
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion import deckcode
from companion.deckcode import MAX_CODE, amended, pack, to_toml, unpack
from companion.deckfile import deck_text
from companion.errors import DeckError, RookeryError
from companion.game import game, slugs
from companion.solitaire import GAME as SOLITAIRE
from companion.tomltext import MAX_BYTES

ALPHANUMERIC = re.compile(r"[0-9A-Z $%*+./:-]+")  # of QR codes
LARGEST_QR = 4296  # characters

every_game = pytest.mark.parametrize("slug", slugs())
scalars = st.one_of(
    st.booleans(),
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
)
keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=8,
)


def _file(slug: str) -> str:
    return deck_text(game(slug))[0]


def _with_body(slug: str, body: bytes, digits: str = "00000000") -> str:
    """A code whose checksum fits whatever it holds."""
    head = f"ROOKERY1:{slug.upper()}:{digits}:"
    return head + deckcode._base45(deckcode._checksum(head, body) + body)


def _deflated(data: bytes) -> bytes:
    squeeze = zlib.compressobj(9, wbits=-15)
    return squeeze.compress(data) + squeeze.flush()


@every_game
def test_standard_decks_come_back_whole(slug: str) -> None:
    """Same data, so the same fingerprint and the same printed texts; and it fits a QR code with
    room to spare.
    """
    code = pack(slug, _file(slug))
    assert ALPHANUMERIC.fullmatch(code)
    assert len(code) < LARGEST_QR * 0.6
    found, text = unpack(code)
    assert found == slug
    assert tomllib.loads(text) == tomllib.loads(_file(slug))
    assert game(slug).read_deck(text, "code") == game(slug).read_deck(_file(slug), "file")


@every_game
def test_packing_again_gives_the_same_code(slug: str) -> None:
    """A label printed from a deck that was read from a label is the same label, up to the order of
    its tables.
    """
    text = unpack(pack(slug, _file(slug)))[1]
    again = pack(slug, text)
    assert pack(slug, unpack(again)[1]) == again


@given(
    slug=st.sampled_from(slugs()),
    title=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60),
)
@settings(max_examples=15, deadline=None)
def test_decks_of_ones_own_come_back_whole(slug: str, title: str) -> None:
    """Whatever a title is, emoji and quotes included: what the game's reader accepts comes back as
    it was.
    """
    own = to_toml({**tomllib.loads(_file(slug)), "title": title})
    try:
        deck = game(slug).read_deck(own, "mine")
    except DeckError:
        assume(condition=False)
    found, text = unpack(pack(slug, own))
    assert (found, game(slug).read_deck(text, "mine")) == (slug, deck)
    assert tomllib.loads(text)["title"] == title


@given(data=st.dictionaries(keys, values, max_size=5))
@settings(max_examples=50, deadline=None)
def test_toml_says_the_same(data: dict[str, Any]) -> None:
    """Any data of a TOML file, written by us, is read back the same by Python's own reader."""
    assert tomllib.loads(to_toml(data)) == data


@given(slug=st.sampled_from(("rocks", "solitaire")), data=st.data())
@settings(max_examples=25, deadline=None)
def test_damage_is_said(slug: str, data: st.DataObject) -> None:
    """One wrong character anywhere, or an end cut off, is never another deck: it is one error of
    ours.
    """
    code = pack(slug, _file(slug))
    place = data.draw(st.integers(0, len(code) - 1))
    wrong = data.draw(st.sampled_from(sorted(set("0123456789ABCXYZ $%*+-./:") - {code[place]})))
    cut = data.draw(st.integers(0, len(code) - 1))
    for damaged in (f"{code[:place]}{wrong}{code[place + 1 :]}", code[:cut]):
        if damaged.strip() != code:
            with pytest.raises(RookeryError) as caught:
                unpack(damaged)
            assert caught.value.remedy


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "isn't a Rookery deck"),
        (
            "http://192.168.1.5:8000/join",
            "isn't a Rookery deck; photograph the QR code on a game's box label",
        ),
        ("ROOKERY1:GIZA:00000000:" + "A" * MAX_CODE, "isn't a Rookery deck"),
        ("ROOKERY2:GIZA:00000000:ABC", "has version 2, but this Rookery reads 1; update Rookery"),
        ("ROOKERY1:CHESS:00000000:ABC", "unknown game 'chess'; it may be one of: combust, giza"),
        (
            "ROOKERY1:GIZA:00000000:ABCDEFGHI",
            "its checksum doesn't match; retake the photo of the label",
        ),
        ("ROOKERY1:GIZA:00000000:ABC:::", "':::' isn't valid"),
        ("ROOKERY1:GIZA:00000000:ABCD", "'D' isn't valid"),
        (_with_body("giza", b"\xff\xff\xff"), "can't be unpacked"),
        (_with_body("giza", _deflated(b"[1, 2]")), "doesn't hold a deck"),
        (_with_body("giza", _deflated(b"{")), "doesn't hold a deck"),
        (_with_body("giza", _deflated(b"\xff")), "doesn't hold a deck"),
        (_with_body("giza", _deflated(b'{"title": "\\ud800"}')), "doesn't hold a deck"),
        (
            _with_body(
                "giza", _deflated(json.dumps({"a": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}).encode())
            ),
            "doesn't hold a deck",
        ),
        (_with_body("giza", _deflated(b'{"title": null}')), "neither a number"),
        (_with_body("giza", _deflated(b'{"title": "Mine"}')), "missing"),
    ],
)
def test_errors_name_place_and_remedy(code: str, message: str) -> None:
    """Each is one `DeckError` that names the code, says what is wrong and what to do."""
    with pytest.raises(DeckError) as caught:
        unpack(code)
    assert message in str(caught.value)
    assert str(caught.value).startswith("deck code")
    assert caught.value.remedy


def test_bombs_are_not_unpacked() -> None:
    """A short code that would unpack to megabytes is refused at the size of the largest
    deck file.
    """
    bomb = _deflated(json.dumps({"title": "x" * (50 * MAX_BYTES)}).encode())
    assert len(_with_body("giza", bomb[:4000])) < MAX_CODE
    small = _deflated(json.dumps({"title": "x" * (3 * MAX_BYTES)}).encode())
    with pytest.raises(DeckError, match="unpacks to more than 200000 bytes"):
        unpack(_with_body("giza", small))


def test_fingerprint_must_fit() -> None:
    """A code whose digits are of another deck is refused: the rules may have changed since it was
    printed.
    """
    body = _deflated(json.dumps(tomllib.loads(_file("solitaire"))).encode())
    with pytest.raises(DeckError, match=r"holds the deck [0-9A-F]{8}; print the label again"):
        unpack(_with_body("solitaire", body, digits="DEADBEEF"))


def test_what_is_no_deck_is_not_packed() -> None:
    """A file with a mistake is refused as by every other command."""
    with pytest.raises(DeckError, match="title: missing"):
        pack("solitaire", "")


def test_a_resized_board_is_packed_as_it_is() -> None:
    """`--board 4x5` changes the deck after its file was read: `amended` writes what it
    has become.
    """
    board = SOLITAIRE.read_deck(_file("solitaire"), "file").sized(4, 5)
    text = unpack(pack("solitaire", amended(_file("solitaire"), board.amendments)))[1]
    assert game("solitaire").read_deck(text, "code") == board

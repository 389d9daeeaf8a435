"""The box label: its codes read back by a program that did not write them."""

from __future__ import annotations

import pytest
import zxingcpp

from companion.deckcode import pack, unpack
from companion.deckfile import deck_text, load_deck
from companion.errors import PrintError
from companion.game import game, slugs
from printables.art.codes import FINEST, code
from printables.draw.colours import Ink
from printables.extras import label
from tests.printables.extras.drawn import draw, drawn, picture, pieces, words

every_game = pytest.mark.parametrize("slug", slugs())
ADDRESS = "http://192.168.178.23:8000/t/amber-otter"


def _read(pdf: bytes, px_per_mm: float = 12) -> set[str]:
    return {found.text for found in zxingcpp.read_barcodes(picture(pdf, px_per_mm))}


@pytest.mark.parametrize(
    ("slug", "ink"), [*((slug, "full") for slug in slugs()), ("giza", "low"), ("giza", "mono")]
)
def test_the_code_is_the_deck(slug: str, ink: Ink) -> None:
    """What a QR reader finds on the printed label is the game's very deck."""
    (found,) = _read(drawn(slug, "label", ink))
    assert unpack(found)[0] == slug
    assert found == pack(slug, deck_text(game(slug))[0])


@every_game
def test_modules_are_not_too_fine(slug: str) -> None:
    """No module is finer than 0.45 mm: the label grows with its code instead."""
    piece = pieces(slug, "label")[0]
    found = code(str(piece.data["code"]), label.ROOM)
    assert found.module >= FINEST
    assert found.side <= piece.size.height - label.FOOT


@every_game
def test_the_label_says_what_is_in_the_box(slug: str) -> None:
    """Title, players, time and the deck's fingerprint in short."""
    row, said = game(slug), words(drawn(slug, "label"))
    low, high = row.players
    for text in (
        row.title.split(": ")[0],
        f"{low}-{high} players",
        "minutes",
        load_deck(row).fingerprint[:8],
    ):
        assert text in said


@every_game
def test_a_second_code_leads_to_the_table(slug: str) -> None:
    """With an address there are two codes, and the small one is the address."""
    found = _read(drawn(slug, "label", "full", ADDRESS))
    assert len(found) == 2
    assert ADDRESS in found


def test_a_code_is_of_a_deck_or_of_a_board() -> None:
    """A game without cards has no deck."""
    for slug in slugs():
        what = "board" if slug in {"rocks", "solitaire"} else "deck"
        assert f"This code is the whole {what}." in words(drawn(slug, "label"))


def test_an_endless_address_is_refused() -> None:
    """A small code can't hold everything; the error names the option."""
    with pytest.raises(
        PrintError, match="--address: 302 characters are too long for the label; give"
    ):
        drawn("giza", "label", "full", "http://" + "x" * 295)


def test_a_deck_too_large_for_a_code_is_said() -> None:
    """No code holds it: the label says to keep the file, and the rest of the game still prints."""
    row = game("giza")
    pdf = draw(row, load_deck(row), label.pieces("ROOKERY1:GIZA:00000000:" + "A" * 5000, ""))
    assert _read(pdf) == set()
    assert "too large for a code: keep its file" in words(pdf)

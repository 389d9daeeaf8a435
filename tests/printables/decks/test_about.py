"""Label, box, score pad and reference cards of card games as data, read back from their PDF."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from unittest.mock import ANY

import pytest
import zxingcpp
from PIL import Image, ImageChops

from printables.extras.pad import HEAD, NAMES
from tests.printables.decks.test_cardgame import CARD, PX, ROWS, game, listed, page, text_of

Say = Callable[..., tuple[int, str, str]]
ABOUT = """
[about]
players = [2, 3]
minutes = [20, 30]
aim = "Catch the most fish."
score = "Fish, Shells"
reference = "Your turn"
"""
RULES = "# Set up\nDeal three cards.\n# Your turn\nPlay a card with a {fish}.\nDraw a card.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with rules, whose cards are larger than poker cards."""
    (tmp_path / "rules.txt").write_text(RULES)
    text = CARD.replace("50x75", "70x120").replace('icon = "{element}"', 'icon = "fish"')
    text = text.replace("[[piece]]", f'rules = "rules.txt"\n{ABOUT}\n[[piece]]')
    game(tmp_path, text, ROWS.replace(" {fish}", "").replace(",3,", ",0,"))
    return tmp_path


@pytest.fixture(autouse=True)
def icons(tmp_path: Path) -> None:
    """The icon of the game."""
    (tmp_path / "icons").mkdir()
    Image.new("RGB", (200, 100), "#00ff00").save(tmp_path / "icons" / "fish.png")


def test_extras_are_printed_on_request(rookery: Say, folder: Path) -> None:
    """With --extras they come after the pieces; without, nothing changes."""
    status, out, err = rookery("game", "print", str(folder), "-o", "bare.pdf")
    assert (status, err) == (0, "")
    assert "3 tiles, 1 rules page\n" in out
    status, out, err = rookery("game", "print", str(folder), "--extras", "-o", "all.pdf")
    assert (status, err) == (0, "")
    pages = "1 rules page, 1 label, 3 reference cards, 2 score sheets, 1 box\n"
    assert f"3 tiles, {pages}" in out
    assert rookery("game", "check", str(folder))[0] == 0


@pytest.mark.parametrize("link", ["", "https://example.org/otters"])
def test_the_label_has_a_code(rookery: Say, folder: Path, link: str) -> None:
    """A camera reads the rules from it, or the address that the game names."""
    if link:
        text = (folder / "game.toml").read_text()
        (folder / "game.toml").write_text(text.replace("[about]", f'[about]\nlink = "{link}"'))
    assert rookery("game", "print", str(folder), "--only", "label", "-o", "a.pdf")[0] == 0
    (code,) = zxingcpp.read_barcodes(page(Path("a.pdf")))
    assert code.text == (link or RULES.strip())
    words = text_of(Path("a.pdf"))
    assert "2-3 players · 20-30 minutes" in words
    assert "3 tiles" in words


def test_the_box_holds_the_largest_card(rookery: Say, folder: Path) -> None:
    """Its front, drawn in the game's colour, is at least as wide and high as a card."""
    text = (folder / "game.toml").read_text()
    (folder / "game.toml").write_text(text.replace("[about]", '[about]\ncolour = "#c02040"'))
    assert rookery("game", "print", str(folder), "--only", "box", "-o", "a.pdf")[0] == 0
    (box,) = listed(Path("a.pdf"))
    assert box["kind"] == "box"
    words = text_of(Path("a.pdf"))
    assert "Catch the most" in words
    assert "6 cards" in words  # and three reference cards
    image = page(Path("a.pdf"))
    red = Image.eval(image.getchannel("G"), lambda green: 255 * (green < 0x40))
    red = ImageChops.multiply(red, Image.eval(image.getchannel("R"), lambda r: 255 * (r > 0xA0)))
    left, top, right, bottom = red.getbbox() or (0, 0, 0, 0)
    # on a landscape page: two panels of 71 mm and two sides of 12 mm at least, and two lids
    assert max(right - left, bottom - top) / PX >= 2 * 71 + 2 * 12
    assert min(right - left, bottom - top) / PX >= 121 + 2 * 12


def test_label_and_box_stay_readable(rookery: Say, folder: Path) -> None:
    """Without rules the label's code is small, and small cards have a small box: all their letters
    have 6 points, however long the aim.
    """
    text, aim = (folder / "game.toml").read_text(), "Catch more fish than anybody else. " * 5
    text = text.replace('rules = "rules.txt"', "").replace('reference = "Your turn"', "")
    text = text.replace("70x120", "50x75").replace("Catch the most fish.", aim.strip())
    (folder / "game.toml").write_text(text)
    assert rookery("game", "print", str(folder), "--only", "label,box", "-o", "a.pdf") == (
        0,
        ANY,
        "",
    )
    assert "3 cards" in text_of(Path("a.pdf"))


def test_a_thin_box_keeps_its_title_off_the_edge(rookery: Say, folder: Path) -> None:
    """Few cards need a box of 12 mm, on whose side the tail of a g is the closest to a cut."""
    text = (folder / "game.toml").read_text().replace('title = "Otters"', 'title = "Gypgyg"')
    (folder / "game.toml").write_text(text)
    status, _, err = rookery("game", "print", str(folder), "--only", "box", "-o", "a.pdf")
    assert (status, err) == (0, "")


def test_the_score_pad_has_a_column_for_each_player(rookery: Say, folder: Path) -> None:
    """The rows are those of the game, and a total in the language of the print."""
    arguments = ("--only", "pad", "-o", "a.pdf", "--language", "de")
    assert rookery("game", "print", str(folder), *arguments)[0] == 0
    words = text_of(Path("a.pdf"))
    assert all(f"{word}\r\n" in words for word in ("Punkte Otters", "Fish", "Shells", "Summe"))
    trim, image = listed(Path("a.pdf"))[0]["trim"], page(Path("a.pdf")).convert("L")
    row = round((trim[1] + HEAD + 3 + NAMES / 2) * PX)  # in the row for names
    dark = [image.getpixel((x, row)) < 0xA0 for x in range(image.width)]  # type: ignore[operator]
    lines = sum(here and not before for before, here in pairwise(dark))
    assert lines % 5 == 0  # the frame, the column of names, and two between three players


def test_reference_cards_are_a_part_of_the_rules(rookery: Say, folder: Path) -> None:
    """One for each player, with the sentences under the heading that the game names."""
    assert rookery("game", "print", str(folder), "--only", "reference", "-o", "a.pdf")[0] == 0
    assert len(listed(Path("a.pdf"))) == 3
    words = " ".join(text_of(Path("a.pdf")).split())
    assert words.count("Play a card with a fish.") == 3
    assert "Deal three cards" not in words


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"Your turn"', '"Yuor turn"', "line 11, about.reference: no part of the rules is called"),
        ('rules = "rules.txt"\n', "", "delete the line, or write rules with this heading"),
        ("rules.txt", "rulse.txt", "rules: rulse.txt isn't there; did you mean"),
        ('"Your turn"', '"Set up, Your turn, Set up"', "line 11, about.reference: 3 parts"),
        ('"tile"', '"box"', "line 14, piece[1].kind: 'box' is what an extra is called"),
        ("[20, 30]", "[20]", "line 8, about.minutes"),
        ('aim = "Catch the most fish."\n', "", "about.aim: missing"),
        ('"Fish, Shells"', f'"{"a, " * 13}"', "about.score: 13 rows; use up to 12"),
    ],
)
def test_mistakes_say_where(rookery: Say, folder: Path, old: str, new: str, words: str) -> None:
    """As in other fields: line, field and remedy."""
    text = (folder / "game.toml").read_text()
    assert old in text
    (folder / "game.toml").write_text(text.replace(old, new))
    status, _, err = rookery("game", "check", str(folder))
    assert status != 0
    assert words in err

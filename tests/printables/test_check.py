"""The law of `rookery deck check`: it says beforehand all that `rookery print` would refuse."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.deckfile import deck_text
from companion.game import game, slugs
from companion.tags import TagId, modules
from printables.draw.render import opened
from printables.marks.legend import OWN_DESIGN
from rookery import cli
from tests.printables.own import picture

Capture = pytest.CaptureFixture[str]
Spoil = Callable[[str], str]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in a folder of their own."""
    monkeypatch.chdir(tmp_path)


def put(old: str, new: str) -> Spoil:
    def spoil(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return spoil


def tag() -> bytes:
    """A picture of a tag with a white rim."""
    rows = [
        [255] * 10,
        *([255, *(0 if bit else 255 for bit in row), 255] for row in modules(TagId(7))),
        [255] * 10,
    ]
    image, file = Image.new("L", (10, 10)), BytesIO()
    image.putdata([value for row in rows for value in row])
    image.resize((400, 400), Image.Resampling.NEAREST).save(file, "PNG")
    return file.getvalue()


def art(name: str, data: bytes) -> Spoil:
    """A card's own picture, which is written beside the deck."""

    def spoil(text: str) -> str:
        Path(name.lower()).write_bytes(data)
        return put(NAME, f'{NAME}\nart = "{name}"')(text)

    return spoil


TITLE, NAME, COPIES = 'title = "Combust"', 'name = "Tomb Robber"', "copies = 8"
BROKEN: dict[str, Spoil] = {
    "nothing": lambda text: text,
    "a credit": put(TITLE, f'{TITLE}\ncredit = "Pictures by Ana"'),
    "a credit that the font lacks": put(TITLE, f'{TITLE}\ncredit = "金字塔"'),
    "a credit that is a number": put(TITLE, f"{TITLE}\ncredit = 7"),
    "a long credit": put(TITLE, f'{TITLE}\ncredit = "{"words " * 33}"'),
    "a title that the font lacks": put(TITLE, 'title = "金字塔"'),
    "a name that the font lacks": put(NAME, 'name = "金字塔"'),
    "a title of 200 letters": put(TITLE, f'title = "{"w" * 200}"'),
    "a title of many words": put(TITLE, f'title = "{"many words " * 18}"'),
    "a name of 200 letters": put(NAME, f'name = "{"w" * 200}"'),
    "a name of many words": put(NAME, f'name = "{"many words " * 18}"'),
    "an accent alone": put(NAME, 'name = "Re\u0323\u0301gent"'),
    "an invisible letter": put(NAME, 'name = "Re\\u200bgent"'),
    "no name": put(NAME, 'name = ""'),
    "true": put(COPIES, "copies = true"),
    "a date": put(COPIES, "copies = 2025-01-01"),
    "a decimal comma": put(COPIES, "copies = 2,5"),
    "too few cards": put(COPIES, "copies = 0"),
    "too many cards": put(COPIES, "copies = 99"),
    "a misspelt field": put(COPIES, "copise = 8"),
    "another game": put('game = "combust"', 'game = "giza"'),
    "a picture": art("fox.png", picture()),
    "no picture": put(NAME, f'{NAME}\nart = "fox.png"'),
    "a picture in another case": art("Fox.png", picture()),
    "a picture that is none": art("fox.png", b"not a picture"),
    "a picture cut short": art("fox.png", picture()[:200]),
    "a tiny picture": art("fox.png", picture(8, 8)),
    "a small picture": art("fox.png", picture(30, 43)),
    "a picture of nothing": art("fox.png", picture(colour=(9, 9, 9, 0))),
    "a picture of a tag": art("fox.png", tag()),
    "a picture outside": put(NAME, f'{NAME}\nart = "../fox.png"'),
}


# in the decks of all games; some print their title or names on extras only
EVERYWHERE: dict[str, Spoil] = {
    "a title that the font lacks": lambda text: re.sub('(?m)^title = ".*?"', 'title = "金"', text),
    "a title of 200 letters": lambda text: re.sub(
        '(?m)^title = ".*?"', f'title = "{"W" * 200}"', text
    ),
    "long names": lambda text: re.sub('(?m)^name = ".*?"', f'name = "{"W" * 60}"', text),
}
CASES = [
    *(("combust", case, spoil) for case, spoil in BROKEN.items()),
    *((slug, case, spoil) for slug in slugs() for case, spoil in EVERYWHERE.items()),
]


@pytest.mark.parametrize(("slug", "case", "spoil"), CASES, ids=[" ".join(c[:2]) for c in CASES])
def test_check_and_print_agree(slug: str, case: str, spoil: Spoil, capsys: Capture) -> None:
    """A deck that passes is printed; what print refuses, check has said with the same remedy, and
    what print only warns of as well.
    """
    Path("my.toml").write_text(spoil(deck_text(game(slug))[0]), "utf-8")
    checked = cli.run(["deck", "check", "my.toml", "--game", slug])
    said = "".join(capsys.readouterr())
    printed = cli.run(["print", slug, "--deck", "my.toml"])
    lines = capsys.readouterr().err.splitlines()
    assert (checked, case != "nothing" or checked == 0) == (printed, True)
    for line in (line for line in lines if "is set in" not in line):  # check warns earlier
        words = line.partition("note: ")[2] or line.rpartition("front: ")[2].rpartition(": ")[2]
        assert words in said, said
    assert Path(f"{slug}.pdf").exists() == (printed == 0)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: text, OWN_DESIGN),
        (lambda text: f"# mine\n{text}", OWN_DESIGN),
        (put(TITLE, 'title = "Foxes"'), ""),
        (put(NAME, 'name = "Fox"'), ""),
        (put(COPIES, "copies = 7"), ""),
        (art("fox.png", picture()), ""),
        (put(TITLE, f'{TITLE}\ncredit = "Pictures by Ana"'), "Pictures by Ana"),
    ],
)
def test_the_small_print_credits_whose_design_it_is(spoil: Spoil, says: str) -> None:
    """Rookery's only where all of it is: else the deck's own credit line, or nobody's."""
    Path("my.toml").write_text(spoil(deck_text(game("combust"))[0]), "utf-8")
    words = ["print", "combust", "--deck", "my.toml", "--only", "robber", "-o", "my.pdf"]
    assert cli.run(words) == 0
    with opened(Path("my.pdf").read_bytes()) as pdf:
        text = pdf[0].get_textpage().get_text_range()
    assert (OWN_DESIGN in text) == (says == OWN_DESIGN)
    assert says in text


def test_pictures_that_can_hardly_be_seen_get_a_warning(capsys: Capture) -> None:
    """A few dots, a thin strip and nothing at all are printed, because they may be meant."""
    for name, data, says in (
        ("dots", picture(30, 43), "only 30 x 43 pixels, so it will look blurred"),
        ("grey", picture(390, 560), "only 390 x 560 pixels, so it will look blurred"),
        ("strip", picture(5000, 20), "only 5000 x 20 pixels, so it will look blurred"),
        ("nothing", picture(colour=(200, 0, 0, 0)), "nothing is seen of it"),
        ("good", picture(700, 1000), ""),
    ):
        text = art(f"{name}.png", data)(deck_text(game("combust"))[0])
        Path("my.toml").write_text(text, "utf-8")
        assert cli.run(["deck", "check", "my.toml"]) == 0
        assert (f"{name}.png: {says}" in capsys.readouterr().out) == bool(says)

"""Card games as data: what `rookery game` prints, read back by programs that did not write it."""

from __future__ import annotations

import json
import re
import struct
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from printables.decks.cardgame import draw, read_card_game
from printables.decks.ownfonts import rights_of
from printables.draw.fonts import text_width
from printables.draw.svg import SvgPen
from tests.docs.guides import write_games

Say = Callable[..., tuple[int, str, str]]
PX = 8  # per mm of a rendered page
FONT = files("printables.draw").joinpath("fonts", "MPLUSRounded1c-Bold.ttf").read_bytes()
CARD = """
title = "Otters"
credit = "Ann Otter, CC BY 4.0"
[[piece]]
kind = "tile"
size = "50x75"
rows = "cards.csv"
front = [
  { colour = "{Ground}" },
  { text = "{name}", at = [5, 5, 40, 10], size = 6 },
  { icons = "{fish}", icon = "{element}", at = [5, 40, 40, 10], align = "left" },
]
"""
ROWS = "Name,Ground,fish,element,count\nAsh,#ff0000,3,fish,2\nBay {fish},#0000ff,0,,1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with two cards and one icon, twice as wide as high."""
    (tmp_path / "icons").mkdir()
    Image.new("RGB", (200, 100), "#00ff00").save(tmp_path / "icons" / "fish.png")
    return game(tmp_path, CARD, ROWS)


def game(folder: Path, text: str, rows: str = "") -> Path:
    (folder / "game.toml").write_text(text, "utf-8")
    (folder / "cards.csv").write_text(rows, "utf-8")
    return folder


def page(pdf: Path, number: int = 0) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    try:
        image: Image.Image = document[number].render(scale=PX * 25.4 / 72).to_pil()
        return image.convert("RGB")
    finally:
        document.close()


def text_of(pdf: Path, number: int = 0) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[number].get_textpage().get_text_range())
    finally:
        document.close()


def listed(pdf: Path) -> list[dict[str, Any]]:
    pieces: list[dict[str, Any]] = json.loads(pdf.with_suffix(".manifest.json").read_text())[
        "pieces"
    ]
    return pieces


def test_a_new_game_prints_at_once(rookery: Say, tmp_path: Path) -> None:
    """Its 24 cards, hexes, tokens and rules, as often as its spreadsheets say."""
    assert rookery("game", "new", "sea-otters")[0] == 0
    status, out, err = rookery("game", "print", "sea-otters")
    assert (status, err) == (0, "")
    assert "24 cards, 9 hexes, 6 tokens, 1 rules page" in out
    fronts = Counter(each["kind"] for each in listed(tmp_path / "sea-otters.pdf")
                     if each["face"] == "front")  # fmt: skip
    assert fronts == {"card": 24, "hex": 9, "token": 6, "rules page": 1}
    words = " ".join(text_of(tmp_path / "sea-otters.pdf").split())
    assert "Sea otters What you need The cards, the hexes and the tokens." in words
    with pikepdf.open(tmp_path / "sea-otters.pdf") as document:
        assert not document.check_pdf_syntax()
    status, out, err = rookery("game", "check", "sea-otters")
    assert (status, out, err) == (
        0, "sea-otters  no mistakes: 24 cards, 9 hexes, 6 tokens, 1 rules page\n", ""
    )  # fmt: skip
    for name in ("Otters \U0001f9a6", "\u65e5\u672c"):  # no font has these letters
        assert rookery("game", "new", name)[0] == 0
        assert rookery("game", "print", name, "--plan")[::2] == (0, "")


def test_a_part_of_a_game_gets_a_file_of_its_own(rookery: Say, tmp_path: Path) -> None:
    """A lost card is printed beside the whole game, which it doesn't replace."""
    assert rookery("game", "new", "otters")[0] == 0
    assert rookery("game", "print", "otters")[0] == 0
    status, out, err = rookery("game", "print", "otters", "--only", "card-07")
    assert (status, err) == (0, "")
    assert "otters-card-07.pdf" in out
    assert {path.name for path in tmp_path.glob("*.pdf")} == {"otters.pdf", "otters-card-07.pdf"}


@pytest.mark.parametrize(
    ("name", "kind"), [("otters", "card"), ("storm", "card"), ("islands", "find")]
)
def test_tags_cover_no_text_or_picture_of_a_new_game(
    rookery: Say, tmp_path: Path, name: str, kind: str
) -> None:
    """Nor of those in the guide: where letters and pictures lie on each page of cards, read from
    the PDF.
    """
    assert rookery("game", "new", "otters")[0] == 0
    write_games(tmp_path)
    order = ("--tags", "--only", kind, "--sides", "single", "-o", "tagged.pdf")
    assert rookery("game", "print", name, *order)[0] == 0
    fronts = [each for each in listed(tmp_path / "tagged.pdf") if each["face"] == "front"]
    document = pypdfium2.PdfDocument(tmp_path / "tagged.pdf")
    for number in sorted({each["page"] for each in fronts}):
        sheet = document[number - 1]
        high, letters = sheet.get_height(), sheet.get_textpage()
        boxes = [letters.get_charbox(at) for at in range(letters.count_chars())]
        boxes += [
            each.get_bounds() for each in sheet.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])
        ]
        assert len(boxes) > 100
        for piece in (each for each in fronts if each["page"] == number):
            assert (len(piece["tags"]), piece["rotation"]) == (2, 0)
            for tag in piece["tags"]:
                x, y = piece["trim"][0] + tag["x"], piece["trim"][1] + tag["y"]
                half = tag["size"] / 2 + 2  # with its white border and frame, mm
                left, right = ((x + side) * 72 / 25.4 for side in (-half, half))
                low, top = (high - (y + side) * 72 / 25.4 for side in (half, -half))
                covered = [
                    b for b in boxes if b[0] < right and b[2] > left and b[1] < top and b[3] > low
                ]
                assert covered == [], piece["id"]
    document.close()


def test_a_new_game_never_changes_a_folder(rookery: Say, tmp_path: Path) -> None:
    """Nor makes one where there is no folder around it."""
    (tmp_path / "mine").mkdir()
    status, _, err = rookery("game", "new", "mine")
    assert (status, err.count("already exists")) == (2, 1)
    assert list((tmp_path / "mine").iterdir()) == []
    assert rookery("game", "new", "none/mine")[0] == 2


def test_cells_fill_colours_texts_and_icons(rookery: Say, folder: Path) -> None:
    """A colour reaches into the bleed, and icons are in a row in their own shape from the left."""
    assert rookery("game", "print", ".", "-o", "a.pdf", "--bleed")[0] == 0
    image, cards = page(folder / "a.pdf"), listed(folder / "a.pdf")
    assert [(each["id"], each["copy"]) for each in cards] == [
        ("tile-01", 1), ("tile-01", 2), ("tile-02", 1)
    ]  # fmt: skip

    def at(card: int, x: float, y: float) -> tuple[int, ...]:
        left, top, width, height = cards[card]["trim"]
        turned = cards[card]["rotation"]
        x, y = {0: (x, y), 90: (width - y, x), 180: (width - x, height - y), 270: (y, height - x)}[
            turned
        ]
        colour = image.getpixel((round((left + x) * PX), round((top + y) * PX)))
        assert isinstance(colour, tuple)
        return colour

    red, green, blue = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    assert [at(card, -2.5, 30) for card in range(3)] == [red, red, blue]
    # three icons of 2 x 1 with two gaps are 40 mm wide, and so 6.4 mm high
    assert [at(0, x, 45) for x in (5.5, 17, 19, 31, 32.6, 44.5)] == [green] * 6
    assert [at(0, 25, y) for y in (41, 42.2, 47.8, 49)] == [red, green, green, red]
    assert at(2, 17, 45) == blue
    words = text_of(folder / "a.pdf")
    assert (words.count("Ash"), words.count("Bay")) == (2, 1)
    assert "Ann Otter, CC BY 4.0" in words
    assert any(at(2, x / 4, 10) == green for x in range(200))


def test_long_texts_wrap_and_shrink_into_their_box(folder: Path) -> None:
    """And never leave it, however long they are."""
    long = "Take the top card of the river deck, look at it, and put it back. " * 8
    game(folder, CARD, f'name,ground,fish,element\n"{long}",#ffffff,,\nAsh,#ffffff,,\n')
    read, faults = read_card_game(str(folder))
    assert read is not None
    assert faults == ()
    texts = [read.faces[piece.id, "front"][1] for piece in read.pieces]
    (small, many), (large, one) = (text.lettered for text in texts)  # type: ignore[union-attr]
    assert (large, one) == (6, (("Ash",),))
    assert small < 2.5
    assert len(many) > 5


def test_a_number_and_its_icon_stay_on_one_line(folder: Path) -> None:
    """As in a sentence, in which a number and its noun do."""
    game(folder, CARD, 'name,ground,fish,element\n"Take 12 {fish}, or 3 {fish}.",#ffffff,,\n')
    read, _ = read_card_game(str(folder))
    assert read is not None
    _, lines = read.faces["tile", "front"][1].lettered  # type: ignore[union-attr]
    assert not any(isinstance(line[-1], str) and line[-1][-1].isdigit() for line in lines)


def test_a_blank_after_an_icon_is_kept_in_svgs(folder: Path) -> None:
    """Where a text's first and last blank would be lost: the text begins after it."""
    game(folder, CARD, 'name,ground,fish,element\n"{fish} and {fish}",#ffffff,,\n')
    read, _ = read_card_game(str(folder))
    assert read is not None
    pen = SvgPen(read.pieces[0].size, pictures=read.pictures)
    draw(pen, read.pieces[0], "front", read)
    svg = pen.to_svg("card", "card")
    (word,) = re.findall(r'<text x="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>and</text>', svg)
    x, size = map(float, word)
    boxes = [float(each) for each in re.findall(r'<image x="([\d.]+)" [^>]*width="11.4"', svg)]
    blank = text_width(" ", size)
    assert x - boxes[0] > 11.4 + blank
    assert boxes[1] - x > text_width("and", size) + blank


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "tile"', 'kind = "Tile 1"', "line 5, piece[1].kind: 'Tile 1' isn't valid"),
        ('size = "50x75"', 'sise = "50x75"', "rename 'sise' in line 6 to 'size'"),
        ('size = "50x75"', 'size = "huge"', "line 6, piece[1].size: 'huge' is no size"),
        ('size = "50x75"', 'size = "50x75"\nshape = "hexx"', "did you mean 'hex'?"),
        ("{Ground}", "{Gruond}", "line 9, colour: no column or icon is called 'Gruond'; did you"),
        ("cards.csv", "crads.csv", "crads.csv isn't there; did you mean 'cards.csv'?"),
        ("cards.csv", "../cards.csv", "../cards.csv isn't there"),
        ("[5, 5, 40, 10]", "[5, 5, 46, 10]", "line 10, piece[1].front[2].at: the box doesn't lie"),
        ("[5, 5, 40, 10]", '[5, 5, 40, "a"]', "4 numbers from 0 to 1200"),
        ("size = 6", "sizes = 6", "piece[1].front[2].sizes: no such field; did you mean 'size'?"),
        ('text = "{name}"', 'text = "a", icons = "1"', "text and icons in one box"),
        ("size = 6", 'font = "cards.csv"', "front[2].font: cards.csv: it is no font; use a font"),
        ("size = 6", 'size = 6, ink = "red"', "front[2].ink: 'red' isn't a colour"),
    ],
)
def test_mistakes_in_the_game_say_where_and_what_to_do(
    rookery: Say, folder: Path, old: str, new: str, message: str
) -> None:
    """By file, line and field, one for each mistake."""
    assert CARD.count(old) == 1
    game(folder, CARD.replace(old, new), ROWS)
    status, _, err = rookery("game", "check", ".")
    assert status == 2
    assert message in err, err
    assert rookery("game", "print", ".")[0] == 2
    assert not list(folder.glob("*.pdf"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#ff0000", "red", "cards.csv: row 2, Ground: 'red' isn't a colour; use six hexadecimal"),
        (",3,fish", ",many,fish", "row 2, fish: 'many' is no number of icons; use a whole number"),
        (",3,fish", ",3,fihs", "row 2, fish: no icon is called 'fihs'; did you mean 'fish'?"),
        ("Bay {fish}", "Bay {fsh}", "row 3, name: no icon is called 'fsh'; did you mean 'fish'?"),
        (",,1", ",,-1", "row 3, count: '-1' is no count; use a whole number from 0 to 999"),
        (",,1", ",,1,2", "row 3: 6 cells under 5 names"),
        ("Name", "fish", "header: two columns are called 'fish'"),
        (ROWS.partition("\n")[2], "Ash,#ff0000,3,fish,0\n", "game.toml: 0 pieces; raise a count"),
        ("Ash", "\u4e2d", "row 2, name: the font has no '\u4e2d'"),
    ],
)
def test_mistakes_in_a_spreadsheet_name_its_row(
    rookery: Say, folder: Path, old: str, new: str, message: str
) -> None:
    """And the column."""
    assert old in ROWS
    game(folder, CARD, ROWS.replace(old, new, 1))
    status, _, err = rookery("game", "check", ".")
    assert status == 2
    assert message.lower() in err.lower(), err


def test_all_mistakes_are_listed_at_once(rookery: Say, folder: Path) -> None:
    """By `check`; `print` shows the first and how to list them."""
    game(folder, CARD, ROWS.replace("#", ""))
    _, _, err = rookery("game", "check", ".")
    assert err.count("isn't a colour") == 2
    _, _, err = rookery("game", "print", ".")
    assert "2 mistakes, first: cards.csv: row 2, ground" in err.lower()
    assert "list them with 'rookery game check .'" in err
    # a picture that all cards need is missed once
    game(folder, CARD.replace("front = [", 'front = [{ picture = "gone.png" },'), ROWS)
    assert rookery("game", "check", ".")[2].count("gone.png") == 1


def test_files_outside_the_folder_are_refused(rookery: Say, folder: Path) -> None:
    """So that a stranger's game can't print what else is on your disk."""
    inner = folder / "inner"
    inner.mkdir()
    Image.new("RGB", (200, 100)).save(folder / "secret.png")
    (inner / "link.csv").symlink_to(folder / "cards.csv")
    box = 'title = "A"\n[[piece]]\nkind = "a"\nsize = "mini"\n'
    for line in (
        'front = [{ picture = "../secret.png" }]',
        f'front = [{{ picture = "{folder.as_posix()}/secret.png" }}]',
        'front = [{ text = "A", font = "../cards.csv" }]',
        'rows = "link.csv"\nfront = [{ text = "A" }]',
        'rows = "../cards.csv"\nfront = [{ text = "A" }]',
    ):
        game(inner, box + line)
        status, _, err = rookery("game", "check", "inner")
        assert status == 2, line
        assert "folder" in err, err


def test_an_own_font_is_embedded(rookery: Say, folder: Path) -> None:
    """And only that one where all texts have it."""
    (folder / "own.ttf").write_bytes(FONT)
    game(folder, 'font = "own.ttf"\n' + CARD, ROWS)
    assert rookery("game", "print", ".", "-o", "a.pdf")[0] == 0
    with pikepdf.open(folder / "a.pdf") as document:
        found = {str(each["/BaseFont"]) for each in document.objects
                 if isinstance(each, pikepdf.Dictionary) and "/BaseFont" in each}  # fmt: skip
    assert any("Rounded" in name for name in found), found


def _without_rights(font: bytes, rights: int) -> bytes:
    """The font with other embedding rights."""
    data = bytearray(font)
    for at in range(12, 12 + 16 * struct.unpack_from(">H", font, 4)[0], 16):
        if font[at : at + 4] == b"OS/2":
            struct.pack_into(">H", data, struct.unpack_from(">L", font, at + 8)[0] + 8, rights)
    return bytes(data)


@pytest.mark.parametrize(
    ("font", "problem"),
    [
        (_without_rights(FONT, 2), "doesn't allow embedding it in a PDF (fsType 0x0002)"),
        (_without_rights(FONT, 0x100), "doesn't allow embedding it in a PDF (fsType 0x0100)"),
        (_without_rights(FONT, 0x204), "doesn't allow embedding it in a PDF (fsType 0x0204)"),
        (b"OTTO" + FONT[4:], "an OpenType font with PostScript outlines; use a font as TrueType"),
        (b"wOF2" + FONT[4:], "it is a web font"),
        (FONT[:2000], "the font is damaged"),
        (FONT[:6], "the font is damaged"),
    ],
)
def test_fonts_that_may_not_or_cannot_be_embedded_are_refused(
    rookery: Say, folder: Path, font: bytes, problem: str
) -> None:
    """With the line, the reason, and what to use instead."""
    (folder / "own.ttf").write_bytes(font)
    game(folder, 'font = "own.ttf"\n' + CARD, ROWS)
    status, _, err = rookery("game", "check", ".")
    assert status == 2
    assert "game.toml: line 1, font: own.ttf: " in err
    assert problem in err, err


def test_rights_that_allow_printing_are_enough() -> None:
    """Preview and print (4) and editable (8) allow it, and so does a font without the table."""
    assert rights_of(_without_rights(FONT, 4)) == 4
    assert rights_of(FONT[:4] + b"\0\0" + FONT[6:]) == 0


def test_small_pictures_are_named(rookery: Say, folder: Path) -> None:
    """With their dpi on the piece."""
    Image.new("RGB", (100, 150)).save(folder / "wolf.png")
    game(
        folder,
        'title = "A"\n[[piece]]\nkind = "a"\nsize = "50x75"\nfront = [{ picture = "wolf.png" }]',
    )
    status, out, err = rookery("game", "check", ".")
    assert (status, err) == (0, "")
    assert "wolf.png: 45 dpi, so it looks blurred; 200 are sharp" in out


def test_boards_larger_than_the_paper_are_printed_in_panels(rookery: Say, folder: Path) -> None:
    """To be glued together; landscape sizes stay so."""
    game(
        folder,
        'title = "A"\n[[piece]]\nkind = "map"\nsize = "500x300"\nfront = [{ colour = "#ff0000" }]',
    )
    assert rookery("game", "print", ".", "-o", "a.pdf")[0] == 0
    panels = listed(folder / "a.pdf")
    assert len(panels) > 2
    assert {each["id"].partition(".")[0] for each in panels} == {"map"}


def test_only_some_pieces_for_a_shop(rookery: Say, folder: Path) -> None:
    """As pictures of 300 dpi with 3 mm of bleed."""
    assert rookery("game", "print", ".", "--only", "tile-02", "--shop", "shop")[0] == 0
    (picture,) = (folder / "shop").rglob("*.png")
    with Image.open(picture) as image:
        assert image.size == (661, 957)
    assert rookery("game", "print", ".", "--only", "wolf")[0] == 2

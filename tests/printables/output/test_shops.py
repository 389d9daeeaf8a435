"""What each shop gets, read by programs that did not write it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageStat

from companion.game import Piece
from companion.layout import Size
from printables.output.pdfx import in_ink
from printables.output.shops import SHOPS, format_for

Say = Callable[..., tuple[int, str, str]]


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        assert (picture.format, picture.mode) == ("PNG", "RGB")
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        return picture.size


@pytest.mark.parametrize(
    ("shop", "pixels", "folder"),
    [("thegamecrafter", (825, 1125), "PokerDeck"), ("makeplayingcards", (822, 1122), "")],
)
def test_pictures_have_the_size_that_the_shop_asks_for(
    rookery: Say, tmp_path: Path, shop: str, pixels: tuple[int, int], folder: str
) -> None:
    """Cards fill it to all four edges, no matter that ours are half a millimetre smaller; what the
    shop doesn't sell is named.
    """
    status, out, err = rookery("print", "giza", "--only", "penguin-07,token", "--to", shop)
    assert (status, err) == (0, "")
    assert f"2 pictures of {pixels[0]} x {pixels[1]} pixels for" in out
    assert "left out, as there is no such size: 10 tokens" in out
    files = sorted((tmp_path / f"giza-penguin-07-token-{shop}" / folder).iterdir())
    assert [path.name for path in files] == [
        "001_penguin-07_back.png",
        "001_penguin-07_front.png",
    ]
    assert [size(path) for path in files] == [pixels, pixels]
    with Image.open(files[1]) as picture:
        edges = [picture.crop(box) for box in ((0, 0, *(pixels[0], 2)), (0, 0, 2, pixels[1]))]
    assert all(max(ImageStat.Stat(edge).mean) < 250 for edge in edges)


def test_own_pictures_and_card_games_go_to_shops_too(rookery: Say, tmp_path: Path) -> None:
    """Mini cards of 1.75 x 2.5 in are one of The Game Crafter's sizes, poker cards another."""
    (tmp_path / "cards").mkdir()
    Image.new("RGB", (600, 825), "teal").save(tmp_path / "cards" / "wolf x3.png")
    words = ("impose", "cards", "--size", "1.75x2.5in", "--bleed-included", "3.175")
    assert rookery(*words, "--to", "thegamecrafter", "--shop", "mini")[0] == 0
    assert size(tmp_path / "mini" / "MiniDeck" / "001_wolf_x3_front.png") == (600, 825)
    assert rookery("game", "new", "otters")[0] == 0
    status, out, err = rookery("game", "print", "otters", "--to", "thegamecrafter")
    assert (status, err) == (0, "")
    assert "16 pictures of 825 x 1125 pixels" in out
    assert "left out, as there is no such size: 9 hexes, 6 tokens, 1 rules page" in out


def test_a_pdf_for_offset_print_has_its_colours_boxes_and_order(
    rookery: Say, tmp_path: Path
) -> None:
    """PDF/X-1a:2003: CMYK only, no fonts, at most 240 % ink anywhere, each card's back first, and
    copies as pages that share a picture.
    """
    words = ("print", "giza", "--only", "penguin-07,goal-zeroes", "--copies", "2")
    status, out, err = rookery(*words, "--to", "drivethrucards", "--shop", "shop")
    assert (status, err) == (0, "")
    assert "giza.pdf, 4 cards, backs before their fronts" in out
    with pikepdf.open(tmp_path / "shop" / "giza.pdf") as pdf:
        assert not pdf.check_pdf_syntax()
        assert (pdf.pdf_version, str(pdf.docinfo["/GTS_PDFXVersion"])) == ("1.4", "PDF/X-1a:2003")
        assert pdf.docinfo["/Trapped"] == "/False"
        assert str(pdf.docinfo["/Title"]) == "Giza: the penguin pyramid"
        assert len(pdf.trailer["/ID"]) == 2
        (intent,) = pdf.Root["/OutputIntents"]
        assert intent["/S"] == "/GTS_PDFX"
        assert str(intent["/OutputConditionIdentifier"]) == "CGATS TR 001"
        assert len(pdf.pages) == 8
        pictures = set()
        for page in pdf.pages:
            assert [float(edge) for edge in page.mediabox] == [0, 0, 198, 270]  # 2.75 x 3.75 in
            assert [float(edge) for edge in page.trimbox] == [9, 9, 189, 261]
            assert "/Font" not in page["/Resources"]
            image = page["/Resources"]["/XObject"]["/P"]
            pictures.add(image.objgen)
            assert image["/ColorSpace"] == "/DeviceCMYK"
            assert (int(image["/Width"]), int(image["/Height"])) == (825, 1125)
            inks = np.frombuffer(image.read_bytes(), np.uint8).reshape(1125, 825, 4)
            assert inks.sum(axis=2, dtype=int).max() <= 2.4 * 255 + 2
        assert len(pictures) == 4
    with pypdfium2.PdfDocument(tmp_path / "shop" / "giza.pdf") as drawn:
        colour = [
            max(ImageStat.Stat(page.render(scale=0.5).to_pil().convert("HSV")).mean[1:2])
            for page in drawn
        ]
    backs, fronts = colour[0:4:2], colour[1:4:2]
    assert max(backs) < min(fronts)  # the back of a penguin is grey


def test_black_is_one_ink_and_colours_stay_what_they_are() -> None:
    """Letters in one ink have sharp edges; dark colours lose a little for the limit."""
    for rgb, inks in {
        (0, 0, 0): (0, 0, 0, 255),
        (255, 255, 255): (0, 0, 0, 0),
        (128, 128, 128): (0, 0, 0, 127),
        (255, 0, 0): (0, 255, 255, 0),
        (0, 64, 128): (255, 128, 0, 127),
    }.items():
        pixel = in_ink(Image.new("RGB", (1, 1), rgb)).getpixel((0, 0))
        assert np.abs(np.subtract(pixel, inks)).max() <= 8, (rgb, pixel)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("width", "height", "name"),
    [
        (63, 88, "PokerDeck"),
        (63.5, 88.9, "PokerDeck"),
        (57, 88, "BridgeDeck"),
        (70, 120, "TarotDeck"),
        (25, 25, "LargeSquareChit"),
        (44, 68, None),  # theirs is 63.5 mm high
        (70, 70, None),
        (20, 30, None),
    ],
)
def test_the_size_of_a_shop_is_chosen_only_where_it_suits(
    width: float, height: float, name: str | None
) -> None:
    """Nothing is enlarged by more than 3 %, or loses more than half a millimetre at a side."""
    piece = Piece("card", "card", Size(width, height), {"front": ()})
    found = format_for(SHOPS["thegamecrafter"], piece, None)
    assert (found.name if found else None) == name


def test_a_shop_without_any_of_the_sizes_is_refused(rookery: Say, tmp_path: Path) -> None:
    """Nothing is written, and the line says what to do instead."""
    status, out, err = rookery("print", "rocks", "--only", "rock", "--to", "makeplayingcards")
    assert (status, out) == (2, "")
    assert "MakePlayingCards has no size of: 24 rocks; give only --shop DIR" in err
    status, _, err = rookery("print", "giza", "--to", "drivethrucards", "--cut", "svg")
    assert status == 2
    assert "--cut: doesn't go together with --to; leave one of them out" in err
    assert list(tmp_path.iterdir()) == []

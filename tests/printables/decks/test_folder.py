"""Own cards: what `rookery impose` prints, read back by programs that did not write it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from companion.errors import UsageError
from printables.decks.sources import Source, cards_of, sources

Say = Callable[..., tuple[int, str, str]]
Array = npt.NDArray[np.int16]
PX = 16  # per mm of a rendered page
INK = (30, 30, 160)


def card(seed: int = 0, width: int = 630, height: int = 880) -> Image.Image:
    """A picture of colours that change everywhere, with a dark frame at a tenth of its sides."""
    x, y = np.meshgrid(np.linspace(90, 250, width), np.linspace(120, 250, height))
    image = Image.fromarray(np.dstack([x, y, 0 * x + 200 - 5 * seed]).astype(np.uint8))
    box = (width // 10, height // 10, width - width // 10 - 1, height - height // 10 - 1)
    ImageDraw.Draw(image).rectangle(box, outline=INK, width=6)
    return image


def save(image: Image.Image, path: Path, **settings: Any) -> Path:
    path.parent.mkdir(exist_ok=True)
    image.save(path, **settings)
    return path


def cards(folder: Path, count: int, kind: str = "png") -> Path:
    for number in range(1, count + 1):
        save(card(number), folder / f"card {number}.{kind}", quality=95)
    return folder


def pages(pdf: Path) -> list[Array]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=PX * 25.4 / 72).to_numpy()[..., ::-1].astype(np.int16)
                for page in document]  # fmt: skip
    finally:
        document.close()


def listed(pdf: Path) -> list[dict[str, Any]]:
    pieces: list[dict[str, Any]] = json.loads(pdf.with_suffix(".manifest.json").read_text())[
        "pieces"
    ]
    return pieces


def images(pdf: Path) -> Iterator[pikepdf.Stream]:
    with pikepdf.open(pdf) as document:
        assert not document.check_pdf_syntax()
        for each in document.objects:
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image":
                yield each


def frame(page: Array, trim: Sequence[float]) -> tuple[float, ...]:
    """The dark frame within a trim: its left, top, right and lower edge on the page, mm."""
    left, top, width, height = (round(length * PX) for length in trim)
    part = page[top : top + height, left : left + width]
    dark = np.abs(part - INK).max(axis=2) < 60
    down, across = (np.flatnonzero(dark.sum(axis=axis) > 100) for axis in (1, 0))
    ends = across[0] + left, down[0] + top, across[-1] + 1 + left, down[-1] + 1 + top
    return tuple(end / PX for end in ends)


@pytest.mark.parametrize("sides", ["long", "short", "single"])
@pytest.mark.parametrize("options", [(), ("--bleed",)])
def test_each_card_lies_at_its_place_to_a_tenth_of_a_millimetre(
    rookery: Say, tmp_path: Path, sides: str, options: tuple[str, ...]
) -> None:
    """The picture fills the trim that the manifest names, fronts and backs alike."""
    cards(tmp_path / "cards", 5)
    cards(tmp_path / "backs", 5)
    status, _, err = rookery(
        "impose", "cards", "backs", "--size", "poker", "--sides", sides, *options, "--copies", "2"
    )
    assert (status, err) == (0, "")
    drawn, places = pages(tmp_path / "cards-sheets.pdf"), listed(tmp_path / "cards-sheets.pdf")
    assert len(places) == 20
    for place in places:
        x, y, w, h = place["trim"]
        assert sorted((w, h)) == [63, 88]
        expected = (x + w / 10, y + h / 10, x + w - w / 10, y + h - h / 10)
        found = frame(drawn[place["page"] - 1], place["trim"])
        assert found == pytest.approx(expected, abs=0.1)
    if sides == "single":
        return
    pairs = {(each["id"], each["copy"], each["face"]): each for each in places}
    for (piece, copy, face), front in pairs.items():
        if face == "back":
            continue
        (x, y, w, h), back = front["trim"], pairs[piece, copy, "back"]["trim"]
        behind = (210 - x - w, y) if sides == "long" else (x, 297 - y - h)
        assert back[:2] == pytest.approx(behind, abs=0.01)


def test_edges_are_mirrored_where_a_picture_has_no_bleed(rookery: Say, tmp_path: Path) -> None:
    """What lies so far outside of a cut is what lies as far inside, on all sides and corners."""
    cards(tmp_path / "cards", 1)
    assert rookery("impose", "cards", "--size", "63x88", "--bleed")[0] == 0
    page, (place,) = pages(tmp_path / "cards-sheets.pdf")[0], listed(tmp_path / "cards-sheets.pdf")
    left, top, width, height = (round(length * PX) for length in place["trim"])
    deep = round(2.8 * PX)
    part = page[top - deep : top + height + deep, left - deep : left + width + deep]
    for each in (
        part,
        part[::-1],
        part[:, ::-1],
        part.transpose(1, 0, 2),
        part.transpose(1, 0, 2)[::-1],
    ):
        outside, inside = each[1 : deep - 1], each[deep + 1 : 2 * deep - 1][::-1]
        assert np.abs(outside - inside).max() <= 8
        assert outside.max() < 255  # no white line at the cut


def test_bleed_that_pictures_bring_is_printed_as_bleed(rookery: Say, tmp_path: Path) -> None:
    """With --bleed-included the card is the inner part: its frame grows by what lies outside."""
    save(card(1, 690, 940), tmp_path / "cards" / "a.png")
    assert rookery("impose", "cards", "--size", "63x88", "--bleed-included", "3", "--bleed")[0] == 0
    page, (place,) = pages(tmp_path / "cards-sheets.pdf")[0], listed(tmp_path / "cards-sheets.pdf")
    x, y, w, h = place["trim"]
    edges = (x - 3 + 6.9, y - 3 + 9.4, x + w + 3 - 6.9, y + h + 3 - 9.4)
    assert frame(page, place["trim"]) == pytest.approx(edges, abs=0.1)
    assert page[round((y - 2.5) * PX), round((x + 5) * PX)].max() < 255


def test_pictures_are_embedded_as_they_are_each_once(rookery: Say, tmp_path: Path) -> None:
    """JPEGs keep their bytes but lose the place of a photo; PNGs keep each pixel; the file is at
    most a twentieth larger than the pictures.
    """
    cards(tmp_path / "cards", 6, "jpg")
    place = Image.Exif()
    place[0x9286] = "taken at home"
    jpeg = save(card(9), tmp_path / "cards" / "z.jpg", quality=95, exif=place)
    noise = Image.effect_noise((630, 880), 90).convert("RGB")
    png = save(noise, tmp_path / "back.png")
    status, out, err = rookery("impose", "cards", "back.png", "--size", "poker", "--copies", "3")
    assert (status, err) == (0, "")
    assert "21 cards" in out
    pdf = tmp_path / "cards-sheets.pdf"
    streams, drawn = [], []
    for each in images(pdf):
        streams.append(each.read_raw_bytes())
        if each.get("/DecodeParms") is not None:
            drawn.append(pikepdf.PdfImage(each).as_pil_image().tobytes())
    assert len(streams) == 8
    bare = jpeg.read_bytes().replace(b"taken at home", b"")
    assert any(stream[-2000:] == bare[-2000:] for stream in streams)
    assert not any(b"taken at home" in stream for stream in streams)
    for number in range(1, 7):
        assert (tmp_path / "cards" / f"card {number}.jpg").read_bytes()[-5000:] in [
            stream[-5000:] for stream in streams
        ]
    assert drawn == [Image.open(png).tobytes()]
    own = sum(path.stat().st_size for path in (png, *(tmp_path / "cards").iterdir()))
    assert pdf.stat().st_size <= 1.05 * own


def _exif(turn: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = turn
    return exif.tobytes()


@pytest.mark.parametrize(
    ("name", "make", "settings"),
    [
        ("a.jpg", lambda image: image, {"quality": 95, "progressive": True}),
        ("a.jpg", lambda image: image.rotate(90, expand=True), {"quality": 95, "exif": _exif(6)}),
        ("a.jpg", lambda image: image.rotate(180), {"quality": 95, "exif": _exif(3)}),
        ("a.png", lambda image: image.rotate(90, expand=True), {"exif": _exif(6)}),
        ("a.png", lambda image: image.convert("P", palette=Image.Palette.ADAPTIVE), {}),
        ("a.png", lambda image: image.convert("RGBA"), {}),
        ("a.webp", lambda image: image, {"lossless": True}),
        ("a.tif", lambda image: image, {}),
        ("a.bmp", lambda image: image, {}),
    ],
)
def test_pictures_of_all_kinds_look_as_they_are(
    rookery: Say,
    tmp_path: Path,
    name: str,
    make: Callable[[Image.Image], Image.Image],
    settings: Any,
) -> None:
    """Palettes, transparency, phones' turned pictures and other formats print upright."""
    save(make(card(1)), tmp_path / "cards" / name, **settings)
    status, _, err = rookery("impose", "cards", "--size", "poker", "--bleed")
    assert (status, err) == (0, "")
    page, (place,) = pages(tmp_path / "cards-sheets.pdf")[0], listed(tmp_path / "cards-sheets.pdf")
    left, top, width, height = (round(length * PX) for length in place["trim"])
    shown = Image.fromarray(page[top : top + height, left : left + width].astype(np.uint8))
    small = np.asarray(shown.resize((63, 88), Image.Resampling.BOX)).astype(int)
    wanted = np.asarray(card(1).resize((63, 88), Image.Resampling.BOX)).astype(int)
    assert np.abs(small - wanted).mean() < 4


def test_landscape_pictures_lie_on_upright_cards(rookery: Say, tmp_path: Path) -> None:
    """They are turned, backs the other way: a card turned over like a page stays upright."""
    for folder in ("cards", "backs"):
        image = card(1, 880, 630)
        ImageDraw.Draw(image).rectangle((0, 0, 879, 90), fill=(255, 0, 0))  # its top
        save(image, tmp_path / folder / "a.png")
    assert rookery("impose", "cards", "backs", "--size", "88x63", "--sides", "single")[0] == 0
    drawn, places = pages(tmp_path / "cards-sheets.pdf"), listed(tmp_path / "cards-sheets.pdf")
    red = {}
    for place in places:
        x, y, w, h = place["trim"]
        page = drawn[place["page"] - 1]
        ends = {"left": (x + 2, y + h / 2), "right": (x + w - 2, y + h / 2)}
        for side, (across, down) in ends.items():
            if page[round(down * PX), round(across * PX)][1] < 60:
                red[place["face"]] = side
    assert red == {"front": "right", "back": "left"}


def test_counts_stand_in_names_or_in_a_spreadsheet(rookery: Say, tmp_path: Path) -> None:
    """`goblin x3.png` prints three; a CSV chooses cards, counts and backs."""
    names = {"goblin x3": 3, "2x wolf": 2, "box": 1, "card (2)": 1, "6x9": 1, "Troll_X2-front": 2}
    assert {name: Source(Path(f"{name}.png")).count for name in names} == names
    for name in names:
        save(card(1), tmp_path / "cards" / f"{name}.png")
    save(card(2), tmp_path / "cards" / "back.png")  # in the folder of the fronts
    assert "10 cards" in rookery("impose", "cards", "cards/back.png", "--size", "poker")[1]
    for name in ("red", "blue"):
        save(card(1), tmp_path / "backs" / f"{name}.png")
    table = "sep=;\nFRONT;Count;back\n6x9;4;red\ngoblin x3.png;;BLUE\nbox;0;red\n"
    (tmp_path / "cards.csv").write_text(table, "utf-16")
    status, out, err = rookery(
        "impose", "cards", "backs", "--size", "poker", "--counts", "cards.csv", "-o", "a.pdf"
    )
    assert (status, err) == (0, "")
    assert "5 cards" in out
    fronts = [each["id"] for each in listed(tmp_path / "a.pdf") if each["face"] == "front"]
    assert fronts == ["6x9"] * 4 + ["goblin"]


def test_cards_of_the_same_name_have_names_of_their_own(rookery: Say, tmp_path: Path) -> None:
    """Also beside one that is called so, in letters that manifests don't have, or not printed."""
    for name in ("wolf.png", "wolf.jpg", "wolf-2.png", "Волк.png", "狼.png", "bear x0.png"):
        save(card(1), tmp_path / "cards" / name)
    assert rookery("impose", "cards", "--size", "poker")[0] == 0
    found = [each["id"] for each in listed(tmp_path / "cards-sheets.pdf")]
    assert sorted(found) == ["card", "card-2", "wolf", "wolf-2", "wolf-3"]


def test_fronts_that_differ_in_their_ending_keep_their_backs(tmp_path: Path) -> None:
    """ace.jpg is behind ace.jpg, or ace-back.jpg; a front of a third ending gets one of them."""
    names = ("ace.jpg", "ace.png", "king.webp")
    for name in names:
        save(card(1), tmp_path / "cards" / name)
    for name in ("ace-back.jpg", "ace.png", "king.png"):
        save(card(2), tmp_path / "backs" / name)
    fronts, backs, _ = sources(str(tmp_path / "cards"), str(tmp_path / "backs"))
    found = [(each.front.name, each.back and each.back.name)
             for each in cards_of(fronts, backs, None)]  # fmt: skip
    assert found == [("ace.jpg", "ace-back.jpg"), ("ace.png", "ace.png"), ("king.webp", "king.png")]
    (tmp_path / "cards.csv").write_text("front\nace\n")
    with pytest.raises(UsageError, match="row 2, front: 2 pictures are called 'ace'"):
        cards_of(fronts, backs, str(tmp_path / "cards.csv"))


def test_stock_sorts_cards_by_paper(rookery: Say, tmp_path: Path) -> None:
    """A column says what paper a card is on; --stock writes a PDF for each."""
    for name in ("wolf", "board", "sticker"):
        save(card(1), tmp_path / "cards" / f"{name}.png")
    table = "front,count,stock\nwolf,2,\nboard,1,Board\nsticker,3,labels\n"
    (tmp_path / "cards.csv").write_text(table)
    words = "impose", "cards", "--size", "poker", "--counts", "cards.csv", "--stock"
    status, out, err = rookery(*words)
    assert (status, err) == (0, "")
    assert "label paper" in out
    found = {stock: {each["id"] for each in listed(tmp_path / f"cards-sheets-on-{stock}.pdf")}
             for stock in ("card", "board", "labels")}  # fmt: skip
    assert found == {"card": {"wolf"}, "board": {"board"}, "labels": {"sticker"}}
    save(card(1, 200, 280), tmp_path / "cards" / "wolf.png")
    for way in ("--plan", "--force"):
        assert rookery(*words, way)[2].count("looks blurred") == 1  # not for each PDF
    (tmp_path / "cards.csv").write_text("front,stock\nwolf,silk\n")
    assert "row 2, stock: 'silk' is no paper; use card, board, plain" in rookery(*words)[2]


def test_pages_of_a_pdf_are_cards_of_their_own_size(rookery: Say, tmp_path: Path) -> None:
    """A page of a picture stays that JPEG; the PDF that was read is never written over."""
    images_ = [card(number) for number in range(3)]
    images_[0].save(
        tmp_path / "cards.pdf", save_all=True, append_images=images_[1:], resolution=254
    )
    before = (tmp_path / "cards.pdf").read_bytes()
    status, out, err = rookery("impose", "cards.pdf")
    assert (status, err) == (0, "")
    assert "3 cards" in out
    own = {each.read_raw_bytes() for each in images(tmp_path / "cards.pdf")}
    found = {each.read_raw_bytes() for each in images(tmp_path / "cards-sheets.pdf")}
    assert found == own
    assert {tuple(each["trim"][2:]) for each in listed(tmp_path / "cards-sheets.pdf")} == {(63, 88)}
    for force in ((), ("--force",)):
        status, _, err = rookery("impose", "cards.pdf", "-o", "cards.pdf", *force)
        assert (status, err.count("\n")) == (2, 1)
    assert (tmp_path / "cards.pdf").read_bytes() == before
    # a landscape page lies on an upright card
    with pikepdf.open(tmp_path / "cards.pdf") as document:
        document.pages[1].Rotate = 90
        document.save(tmp_path / "turned.pdf")
    assert rookery("impose", "turned.pdf")[::2] == (0, "")
    turned = listed(tmp_path / "turned-sheets.pdf")
    assert {tuple(each["trim"][2:]) for each in turned} == {(63, 88)}
    # a page with more on it than a picture is drawn
    status, out, err = rookery("impose", "cards-sheets.pdf", "-o", "b.pdf")
    assert (status, err) == (0, "")
    assert pages(tmp_path / "b.pdf")[0].min() < 60


def test_size_comes_from_the_file_if_it_says_so(rookery: Say, tmp_path: Path) -> None:
    """300 dpi give millimetres, less the bleed; files of two sizes print so, with a note."""
    save(card(1, 744, 1039), tmp_path / "cards" / "a.png", dpi=(300, 300))
    save(card(1, 827, 1417), tmp_path / "cards" / "b.jpg", dpi=(300, 300), quality=95)
    status, _, err = rookery("impose", "cards")
    assert status == 0
    assert "note: 2 sizes of cards" in err
    sizes = {each["id"]: each["trim"][2:] for each in listed(tmp_path / "cards-sheets.pdf")}
    assert sizes == {"a": [63, 88], "b": [70, 120]}


def test_warnings_name_the_picture_and_what_would_be_seen(rookery: Say, tmp_path: Path) -> None:
    """A blurred picture, one of another shape, and files that are left out."""
    for number in range(3):
        save(card(number, 250, 350), tmp_path / "cards" / f"{number}.png")
    save(card(1, 600, 600), tmp_path / "cards" / "square.png")
    for name in ("art.psd", "Thumbs.db", "desktop.ini", ".DS_Store"):
        (tmp_path / "cards" / name).write_text("layers")
    frames = [card(number, 744, 1039) for number in range(3)]
    save(frames[0], tmp_path / "cards" / "run.gif", save_all=True, append_images=frames[1:])
    status, _, err = rookery("impose", "cards", "--size", "poker", "--plan")
    assert status == 0
    blurred = "dpi on the card, so it looks blurred; 744 x 1039 pixels are 300"
    assert err.splitlines() == [
        "note: left out art.psd: PNG, JPEG, WebP, TIFF, BMP and GIF are read, and a PDF by itself",
        f"note: 0.png and 2 more: 101 {blurred}",
        "note: run.gif: only the first of its 3 pictures is printed",
        f"note: square.png: 173 {blurred}",
        "note: square.png: not the card's shape: 12.5 mm are cut off left and right",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("crads",), ["crads: no such file or folder", "did you mean 'cards'?"]),
        (("empty", "--size", "poker"), ["empty: an empty folder: no pictures", "a PDF"]),
        ((".", "--size", "poker"), ["cards/", "no pictures"]),
        (("texts", "--size", "poker"), ["texts: notes.odt: no pictures", "PNG, JPEG"]),
        (("cards",), ["one.png: 630 x 880 pixels", "--size poker"]),
        (("cards", "--size", "big"), ["--size: 'big' is no size; use poker, bridge"]),
        (("cards", "--size", "63x8800"), ["'63x8800' is 63 x 8800 mm", "10 to 1200 mm"]),
        (("cards", "--size", "1.2.3x5"), ["is no size"]),
        (("large.pdf",), ["large.pdf: page 1 is larger than A2"]),
        (("many", "--size", "poker"), ["many: 1998 cards; print up to 1000 at once"]),
        (("tiny", "--size", "poker", "--bleed-included", "99"), ["'99' is not a number"]),
        (("tiny",), ["tiny.png: its size is 4.2 x 4.2 mm", "--size"]),
        (("torn", "--size", "poker"), ["torn.jpg: it isn't a PNG or JPEG, or is damaged"]),
        (("cut", "--size", "poker"), ["cut.png: it isn't a PNG or JPEG, or is damaged"]),
        (("cards", "three", "--size", "poker"), ["BACKS: none for one.png, of 3 for 2 fronts"]),
        (("cards", "--size", "poker", "--counts", "bad.csv"), ["bad.csv: row 2, count", "'two'"]),
        (("cards", "--size", "poker", "--counts", "who.csv"), ["who.csv: row 2, front", "'owne'"]),
        (("cards", "--size", "poker", "--counts", "none.csv"), ["none.csv: header", "front"]),
        (("cards", "--size", "poker", "--counts", "void.csv"), ["void.csv: header", "front,count"]),
        (("locked.pdf",), ["locked.pdf", "without a password"]),
        (("false.pdf",), ["false.pdf", "no PDF, damaged, or locked"]),
        (("cards", "--size", "poker", "-o", "other.pdf"), ["other.pdf: already exists"]),
        (("cards", "--size", "poker", "--shop", "s", "--cut", "svg"), ["--cut: doesn't go"]),
    ],
)
def test_a_mistake_ends_in_one_line_and_writes_nothing(
    rookery: Say, tmp_path: Path, words: tuple[str, ...], said: list[str]
) -> None:
    """Input, problem and remedy, and no file more than before."""
    for name in ("one", "two"):
        save(card(1), tmp_path / "cards" / f"{name}.png")
    cards(tmp_path / "three", 3)
    (tmp_path / "empty").mkdir()
    for name, data in (
        ("texts/notes.odt", b"text"),
        ("false.pdf", b"%PDF"),
        ("other.pdf", b"%PDF"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    file = BytesIO()
    card(1).save(file, "JPEG")
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "torn.jpg").write_bytes(file.getvalue()[:-9000])
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "cut.png").write_bytes((tmp_path / "cards" / "one.png").read_bytes()[:-900])
    save(card(1, 100, 100), tmp_path / "tiny" / "tiny.png", dpi=(600, 600))
    for name in ("a x999", "b x999"):
        save(card(1), tmp_path / "many" / f"{name}.png")
    with pikepdf.new() as document:
        document.add_blank_page(page_size=(1700, 2400))
        document.save(tmp_path / "large.pdf")
    (tmp_path / "bad.csv").write_text("front,count\none,two\n")
    (tmp_path / "who.csv").write_text("front,count\nowne,2\n")
    (tmp_path / "void.csv").write_text("\n")
    (tmp_path / "none.csv").write_text("picture,count\none,2\n")
    with pikepdf.new() as document:
        document.add_blank_page(page_size=(200, 300))
        document.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(owner="a", user="b"))
    before = sorted(tmp_path.rglob("*"))
    status, out, err = rookery("impose", *words)
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert all(part in err for part in said), err
    assert sorted(tmp_path.rglob("*")) == before


def test_a_shop_and_a_cutter_get_the_same_cards(rookery: Say, tmp_path: Path) -> None:
    """--shop writes each face with its bleed, --cut the outlines of each sheet."""
    save(card(1), tmp_path / "cards" / "wolf x2.png")
    save(card(2), tmp_path / "back.png")
    assert rookery("impose", "cards", "back.png", "--size", "poker", "--shop", "shop")[0] == 0
    names = ["001_wolf_x2_back.png", "001_wolf_x2_front.png"]
    assert sorted(path.name for path in (tmp_path / "shop").iterdir()) == names
    with Image.open(tmp_path / "shop" / names[1]) as picture:
        assert picture.size == (815, 1110)
        assert max(picture.convert("RGB").getpixel((3, 3))) < 255  # type: ignore[arg-type]
    status, _, err = rookery("impose", "cards", "--size", "poker", "--cut", "svg")
    assert (status, err) == (0, "")
    assert (tmp_path / "cards-sheets.cut-01.svg").is_file()

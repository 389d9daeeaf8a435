"""Your own pictures: where they may come from, what is decoded, and what gets onto paper."""

from __future__ import annotations

import os
import re
import struct
import zlib
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.errors import DeckError
from companion.fields import Art
from companion.layout import Size
from printables.draw import pictures
from printables.draw.colours import Ink
from printables.draw.paths import Box
from printables.draw.pictures import (
    MAX_BYTES,
    MAX_SIDE,
    Picture,
    covering,
    inked,
    load_picture,
    load_pictures,
)
from printables.draw.svg import SvgPen
from tests.printables.own import BLUE, RED, picture

INKS: tuple[Ink, ...] = ("full", "low", "mono")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A deck's folder, and beside it one that is nobody's business."""
    folder = tmp_path / "deck"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(picture())
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "secret.png").write_bytes(picture())
    (folder / "fox.png").write_bytes(picture())
    return folder


def load(home: Path, name: str) -> Picture:
    """A picture as a deck file in `home` names it."""
    return load_picture(Art(name, "line 3, card[1].art"), str(home / "my.toml"))


def png(width: int, height: int) -> bytes:
    """A PNG that claims to be so large, and holds next to nothing."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("name", ["fox.png", "art/fox.png", "link.png"])
def test_a_picture_of_the_folder(home: Path, name: str) -> None:
    """Beside the deck file, in a folder there, or by a link that stays there."""
    (home / "art").mkdir()
    (home / "art" / "fox.png").write_bytes(picture())
    (home / "link.png").symlink_to(home / "art" / "fox.png")
    assert (load(home, name).width, load(home, name).height) == (300, 400)


def test_the_deck_may_be_named_without_a_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`rookery print giza --deck my.toml` from within the folder."""
    monkeypatch.chdir(home)
    assert load_picture(Art("fox.png", "line 1, art"), "my.toml").width == 300


OUTSIDE = ["../secret.png", "link.png", "far/secret.png", "/etc/passwd", "fox.png/../../secret.png"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_of_the_folder_is_read(home: Path, name: str) -> None:
    """Neither by name, though a reader of decks refuses those before, nor by a link to a file or
    folder.
    """
    (home / "link.png").symlink_to(home.parent / "secret.png")
    (home / "far").symlink_to(home.parent / "secrets")
    with pytest.raises(DeckError, match=r"lies outside of this deck's folder|doesn't exist"):
        load(home, name)


@given(
    st.lists(
        st.sampled_from(
            ["..", ".", "deck", "secrets", "secret.png", "fox.png", "link.png", "far", ""]
        )
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_no_path_leads_out_of_the_folder(home: Path, parts: list[str]) -> None:
    """Whatever is opened lies, links followed, in the deck's folder."""
    for link, target in (("link.png", "secret.png"), ("far", "secrets")):
        if not (home / link).is_symlink():
            (home / link).symlink_to(home.parent / target)
    opened: list[Path] = []
    original = Path.open

    def note(path: Path, *args: Any) -> Any:
        opened.append(path)
        return original(path, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "open", note)
        with suppress(DeckError):
            load(home, "/".join(parts))
    assert all(path.resolve().is_relative_to(home.resolve()) for path in opened)


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


BAD = [
    ("missing", None, "doesn't exist; put it into"),
    ("empty", b"", "isn't a PNG or JPEG"),
    ("a text", b"<svg/>", "isn't a PNG or JPEG"),
    ("a GIF", picture(kind="GIF"), "isn't a PNG or JPEG"),
    ("a PNG cut short", _cut(picture()), "isn't a PNG or JPEG, or is damaged"),
    ("a JPEG cut short", _cut(picture(kind="JPEG")), "isn't a PNG or JPEG, or is damaged"),
    ("too many bytes", b"\x89PNG" + bytes(MAX_BYTES), "has over 12 MB; shrink it"),
    ("too many pixels", png(8000, 8000), "has 8000 x 8000 pixels, over 40 megapixels; shrink it"),
    ("far too many pixels", png(60000, 60000), "over 40 megapixels; shrink it"),
    ("too few pixels", picture(10, 10), "has only 10 x 10 pixels; use a larger picture"),
]


@pytest.mark.parametrize(("data", "words"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_is_no_picture_for_a_card(home: Path, data: bytes | None, words: str) -> None:
    """The error names deck file, line, field and picture, and says what to do."""
    if data is not None:
        (home / "bad.png").write_bytes(data)
    with pytest.raises(DeckError) as caught:
        load(home, "bad.png")
    assert str(caught.value).startswith(f"{home / 'my.toml'}: line 3, card[1].art: 'bad.png' ")
    assert words in str(caught.value)


def test_a_huge_picture_is_never_decoded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its header says how large it is: gigabytes for a file of a hundred bytes."""
    monkeypatch.setattr(Image.Image, "load", lambda _: pytest.fail("decoded"))
    (home / "bad.png").write_bytes(png(8000, 8000))
    with pytest.raises(DeckError):
        load(home, "bad.png")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_not_waited_for(home: Path, make: object) -> None:
    """A pipe would be waited for for ever."""
    assert callable(make)
    make(home / "pipe.png")
    with pytest.raises(DeckError, match="isn't a file"):
        load(home, "pipe.png")


def test_a_link_in_a_circle(home: Path) -> None:
    """It leads nowhere, and is said to."""
    (home / "loop.png").symlink_to(home / "loop.png")
    with pytest.raises(DeckError, match="can't be read"):
        load(home, "loop.png")


def test_a_jpeg_stays_as_it_is_but_for_where_it_was_taken(home: Path) -> None:
    """The compressed pixels are the same bytes; EXIF, with the place, is gone."""
    exif = Image.Exif()
    exif[0x010F] = "Camera"
    exif.get_ifd(0x8825)[1] = "N"
    data = picture(kind="JPEG", quality=77, exif=exif, comment=b"at home")
    (home / "photo.jpg").write_bytes(data)
    found = load(home, "photo.jpg")
    assert found.kind == "jpeg"
    assert b"Exif" in data
    assert not re.search(rb"Exif|Camera|at home", found.data)
    assert found.data[found.data.index(b"\xff\xda") :] == data[data.index(b"\xff\xda") :]


def test_a_photo_taken_sideways_stands_upright(home: Path) -> None:
    """EXIF says how the camera was held; what doesn't read it shows the picture upright all the
    same.
    """
    exif = Image.Exif()
    exif[0x0112] = 6
    (home / "photo.jpg").write_bytes(picture(400, 300, "JPEG", exif=exif))
    found = load(home, "photo.jpg")
    assert (found.width, found.height) == (300, 400)
    assert b"Exif" not in found.data


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_more_pixels_than_paper_shows_are_left_out(home: Path, kind: str) -> None:
    """A phone's photo would make a print of hundreds of megabytes."""
    (home / "large.png").write_bytes(picture(3000, 1500, kind))
    found = load(home, "large.png")
    assert (found.width, found.height) == (MAX_SIDE, MAX_SIDE // 2)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png(home: Path, mode: str) -> None:
    """Palettes, greys, 16 bits and what is see-through all become what a PDF can hold."""
    Image.new(mode, (40, 40)).save(home / "kind.png")
    found = load(home, "kind.png")
    with Image.open(BytesIO(found.data)) as image:
        assert image.mode in {"L", "RGB", "RGBA"}
        assert (image.mode == "RGBA") == (mode in {"LA", "RGBA"})


def test_sixteen_bits_keep_their_greys(home: Path) -> None:
    """A gradient from black to white stays one, instead of all white."""
    wide = np.tile(np.linspace(0, 65535, 40).astype(np.uint16), (40, 1))
    Image.fromarray(wide).save(home / "deep.png")
    with Image.open(BytesIO(load(home, "deep.png").data)) as image:
        row = np.asarray(image.convert("L"))[20].astype(int)
    assert np.abs(row - np.linspace(0, 255, 40)).max() <= 1


def test_print_shops_colours_become_a_screens(home: Path) -> None:
    """A JPEG in CMYK is written again: browsers and printers disagree about those."""
    Image.new("CMYK", (40, 40), (0, 255, 255, 0)).save(home / "cmyk.jpg")
    with Image.open(BytesIO(load(home, "cmyk.jpg").data)) as image:
        assert image.mode == "RGB"


def test_a_deck_without_a_folder_has_no_pictures(home: Path) -> None:
    """What came to the table or out of a label names pictures of another computer: they are not
    looked for.
    """
    deck: Any = SimpleNamespace(
        art={"fox": Art("fox.png", "line 1, art"), "owl": Art("fox.png", "line 2, art")}
    )
    assert load_pictures(deck, None) == {}
    assert list(load_pictures(deck, str(home / "my.toml"))) == ["fox.png"]
    plain: Any = SimpleNamespace()
    assert load_pictures(plain, str(home / "my.toml")) == {}


@pytest.mark.parametrize("colour", [RED, (*BLUE, 128)])
def test_inks(home: Path, colour: tuple[int, ...]) -> None:
    """Full is the file as it is; low is paler by what it spares; mono has no colour. See-through
    stays so.
    """
    (home / "fox.png").write_bytes(picture(colour=colour))
    found = load(home, "fox.png")
    assert inked(found, "full") is found
    tones = {}
    for ink in INKS:
        with Image.open(BytesIO(inked(found, ink).data)) as image:
            pixel = image.convert("RGBA").getpixel((5, 5))
        assert isinstance(pixel, tuple)
        assert pixel[3] == (colour[3] if len(colour) == 4 else 255)
        tones[ink] = pixel[:3]
    assert tones["full"] == colour[:3]
    assert all(low > full for low, full in zip(tones["low"], tones["full"], strict=True))
    assert len(set(tones["mono"])) == 1
    with Image.open(BytesIO(inked(found, "full", grey=True).data)) as image:
        assert image.convert("RGB").getcolors() is not None
        grey = image.convert("RGB").getpixel((5, 5))
    assert isinstance(grey, tuple)
    assert len(set(grey)) == 1


@given(st.integers(1, 5000), st.integers(1, 5000), st.floats(1, 100), st.floats(1, 100))
def test_a_picture_covers_its_box(across: int, down: int, width: float, height: float) -> None:
    """No strip of the box stays bare, the picture keeps its proportions and its middle, and one way
    it just fits.
    """
    x, y, w, h = covering(Picture("png", b"", across, down), width, height)
    assert x <= 1e-9
    assert y <= 1e-9
    assert x + w >= width - 1e-6
    assert y + h >= height - 1e-6
    assert w / h == pytest.approx(across / down)
    assert (x + w / 2, y + h / 2) == pytest.approx((width / 2, height / 2))
    assert min(w - width, h - height) == pytest.approx(0, abs=1e-6)


def test_an_svg_fetches_nothing(home: Path) -> None:
    """The picture stands in the text itself."""
    pen = SvgPen(Size(63, 88), "full", {"fox.png": load(home, "fox.png")})
    assert pen.image("fox.png", Box(5, 5, 20, 30))
    assert not pen.image("owl.png", Box(5, 5, 20, 30))
    text = pen.to_svg("a", "b")
    assert re.findall(r'href="([^"]{0,22})', text) == ["data:image/png;base64,"]
    assert text.count("<image") == 1


def test_limits_are_what_the_documents_say() -> None:
    """docs/own-decks.md names them."""
    words = (Path(__file__).parents[3] / "docs" / "own-decks.md").read_text("utf-8")
    assert f"{pictures.MAX_BYTES // 1_000_000} MB" in words
    assert f"{pictures.MAX_PIXELS // 1_000_000} megapixels" in words

"""Pictures as a matrix: every mode and bit depth in every container, under every brand, is read as
three channels of eight bits.

The files `heic/*.heic` were encoded once by pillow-heif, because no HEIC encoder is free to ship.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion.errors import PhotoError
from companion.pictures import plain
from vision.photo.loader import load, picture_kind

Pixels = NDArray[np.uint8]

# four quarters; the last is black, or transparent where the mode can be
RGB = np.zeros((120, 160, 3), np.uint8)
RGB[:60, :80], RGB[:60, 80:], RGB[60:, :80] = (220, 90, 40), (20, 60, 200), (60, 180, 30)
COLOUR = Image.fromarray(RGB)
CLEAR = COLOUR.copy()
CLEAR.putalpha(
    Image.fromarray(np.pad(np.zeros((60, 80), np.uint8), ((60, 0), (80, 0)), constant_values=255))
)
GREY, GREY_CLEAR = COLOUR.convert("L"), CLEAR.convert("LA")
MODES: dict[str, Image.Image] = {
    "1": GREY.point(lambda value: 255 if value > 99 else 0).convert("1"),
    "L": GREY,
    "LA": GREY_CLEAR,
    "P": COLOUR.quantize(8),
    "PA": CLEAR.quantize(8),
    "RGB": COLOUR,
    "RGBA": CLEAR,
    "CMYK": COLOUR.convert("CMYK"),
    "I;16": Image.fromarray(np.asarray(GREY).astype(np.uint16) * 257),
}
FORMATS = {
    "PNG": ("1", "L", "LA", "P", "PA", "RGB", "RGBA", "I;16"),
    "JPEG": ("L", "RGB", "CMYK"),
    "WEBP": ("L", "LA", "RGB", "RGBA"),
    "AVIF": ("L", "LA", "RGB", "RGBA"),
}
HEIC = {path.stem: path.read_bytes() for path in (Path(__file__).parent / "heic").iterdir()}


def saved(image: Image.Image, kind: str) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, quality=95, lossless=kind == "WEBP")
    return file.getvalue()


def deep_png(channels: int) -> bytes:
    """A PNG of 16 bits a channel, which Pillow doesn't write: grey, colour, each with alpha."""
    image = {1: GREY, 2: GREY_CLEAR, 3: COLOUR, 4: CLEAR}[channels]
    rows = np.asarray(image).reshape(120, -1).astype(">u2") * 257
    data = zlib.compress(b"".join(b"\0" + row.tobytes() for row in rows))
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    head = struct.pack(">IIBBBBB", 160, 120, 16, kind, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )


FILES: dict[str, bytes] = {
    **{
        f"{kind} {mode}": saved(MODES[mode], kind)
        for kind, modes in FORMATS.items()
        for mode in modes
    },
    **{f"PNG 16 bits x {channels}": deep_png(channels) for channels in (1, 2, 3, 4)},
    **{f"HEIC {name}": data for name, data in HEIC.items()},
}
WHITE = ("LA", "PA", "RGBA", "alpha", "x 2", "x 4")
GREYS = (" L", " LA", "I;16", "grey", "x 1", "x 2")


def expected(name: str) -> Pixels:
    """The picture as it lies on white paper, BGR."""
    over = RGB.copy()
    grey = any(name.endswith(each) for each in GREYS) or "HEIC grey" in name
    if grey:
        over = np.asarray(GREY.convert("RGB")).copy()
    if any(name.endswith(each) for each in WHITE):
        over[60:, 80:] = 255
    if name == "PNG 1":
        over = np.asarray(MODES["1"].convert("RGB"))
    return over[..., ::-1]


@pytest.mark.parametrize("name", FILES)
def test_every_picture_comes_out_in_three_channels(name: str) -> None:
    """Whatever the file holds, it looks as on white paper, and its grey is that of its colours."""
    photo = load(FILES[name], "x")
    assert (photo.image.shape, photo.image.dtype.name) == ((120, 160, 3), "uint8")
    assert photo.size == (160, 120)
    assert photo.grey.shape == (120, 160)
    middles = np.array([30, 30, 90, 90]), np.array([40, 120, 40, 120])
    found, wanted = photo.image[middles].astype(int), expected(name)[middles].astype(int)
    assert np.abs(found - wanted).max() < 12, name


@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("HEIC")])
def test_own_pictures_keep_their_look(name: str) -> None:
    """The same for what is printed: eight bits of grey or colour, and transparency where it was."""
    with Image.open(io.BytesIO(FILES[name])) as image:
        found = plain(image)
    assert found.mode in {"L", "RGB", "RGBA"}
    clear = any(name.endswith(each) for each in WHITE)
    assert (found.mode == "RGBA") == clear
    on_white = Image.new("RGB", found.size, "white")
    on_white.paste(found.convert("RGB"), mask=found.getchannel("A") if clear else None)
    middles = np.array([30, 30, 90, 90]), np.array([40, 120, 40, 120])
    wanted = expected(name)[..., ::-1][middles].astype(int)
    assert np.abs(np.asarray(on_white)[middles].astype(int) - wanted).max() < 12


def branded(data: bytes, major: bytes, *others: bytes) -> bytes:
    """A file with other brands; the boxes that follow stand behind as many bytes as before."""
    size = int.from_bytes(data[:4])
    names = [major, b"\0\0\0\0", *others]
    room = (size - 8) // 4
    assert len(names) <= room
    names += [others[-1]] * (room - len(names))
    return data[:8] + b"".join(names) + data[size:]


AVIF = FILES["AVIF RGB"]
BRANDS = [
    *((HEIC["colour"], major, (b"mif1", b"heic"), "HEIC") for major in (b"heic", b"heix", b"mif1")),
    (HEIC["colour"], b"miaf", (b"heic",), "HEIC"),
    (HEIC["colour"], b"msf1", (b"heic",), "HEIC"),
    *((AVIF, major, (b"avif", b"miaf"), "AVIF") for major in (b"avif", b"mif1", b"miaf", b"MA1B")),
]


@pytest.mark.parametrize(("data", "major", "others", "kind"), BRANDS)
def test_every_brand_is_read(
    data: bytes, major: bytes, others: tuple[bytes, ...], kind: str
) -> None:
    """The main one may be a family's; the compatible ones then say what it is."""
    file = branded(data, major, *others)
    assert picture_kind(file) == kind
    assert load(file, "x").image.shape == (120, 160, 3)


def moving(kind: str) -> bytes:
    file = io.BytesIO()
    COLOUR.save(file, kind, save_all=True, append_images=[COLOUR.rotate(180)], duration=100)
    return file.getvalue()


REFUSED: dict[str, Callable[[], tuple[bytes, str]]] = {
    "animated PNG": lambda: (moving("PNG"), "an animation"),
    "animated WebP": lambda: (moving("WEBP"), "an animation"),
    "animated AVIF": lambda: (moving("AVIF"), "an animation"),
    "Canon raw": lambda: (
        b"\0\0\0\x18ftypcrx \0\0\0\1crx isom" + bytes(99),
        "raw picture of a Canon",
    ),
    "no brand": lambda: (b"\0\0\0\x18ftypqt  \0\0\0\1qt  isom" + bytes(99), "a video"),
    "AVIF cut short": lambda: (AVIF[:-100], "AVIF file"),
    "a header alone": lambda: (AVIF[:40], "AVIF file"),
    "a huge AVIF": lambda: (saved(Image.new("L", (8000, 4100)), "AVIF"), "over 32 megapixels"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_photo_is_named(case: str) -> None:
    """All animations alike, raw files as what they are, and damage before it is decoded."""
    data, says = REFUSED[case]()
    with pytest.raises(PhotoError, match=says):
        assert load(data, "x").image.size

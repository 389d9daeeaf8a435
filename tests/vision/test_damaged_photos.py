"""Files that are damaged, hostile or lie about themselves: each is read, or refused in words.

Pictures of every kind that phones, scanners and pranksters make, changed in their bytes, their
segments, their EXIF or their sizes. None takes more than five seconds of processor time, and the
worker that the web uses stays under 512 MB. `make fuzz` tries a hundred times as many; should a
decoder crash the process, `-n 0 -s --hypothesis-verbosity=verbose` shows which file did it.
"""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.deckfile import deck_text
from companion.errors import PhotoError
from companion.game import game, slugs
from tests.limits import SECONDS, limited
from vision.sandbox.child import framed
from vision.scan.pipeline import read_photo

Save = Callable[[Image.Image], bytes]
PHOTO = Path(__file__).parents[1] / "photos" / "02-kitchen-legal-tokens.jpg"
HEIC = Path(__file__).with_name("photo") / "table.heic"
MEGABYTES = 512
SMALL, CARDS = (160, 120), (320, 240)  # px: a bare table, and cards that can be read
SIDES = (0, 1, 90, 5_000, 9_000, 30_000, 65_500, 2**31 - 1, 2**32 - 1)  # px that a header may claim
TIMES = (2, 50, 400, 2000)  # how often a part is repeated
FLOOD = (900, 2_000, 100_000)  # how many empty parts are put in
MOST = 2_000_000  # bytes of a file
# What the web's worker does, then the processor time (s) and memory (KB) that it took.
WORKER = """
import sys, time
from pathlib import Path
from vision.sandbox.worker import main
main(sys.stdin.buffer, sys.stdout.buffer)
status = Path("/proc/self/status").read_text()
print(time.process_time(), status.partition("VmHWM:")[2].split()[0], file=sys.stderr)
"""


# --- pictures without a fault ---------------------------------------------------------------------


def saved(kind: str, mode: str = "RGB", *, frames: int = 1, **options: Any) -> Save:
    """Return how a picture becomes a file of some format."""

    def save(picture: Image.Image) -> bytes:
        out = io.BytesIO()
        more = [picture.rotate(90 * turn) for turn in range(1, frames)]
        film = {"save_all": True, "append_images": more} if more else {}
        picture.convert(mode, colors=16).save(out, kind, **options, **film)
        return out.getvalue()

    return save


def deep(picture: Image.Image) -> bytes:
    """Return a PNG of 16 bits a colour."""
    pixels = np.asarray(picture)[..., ::-1].astype(np.uint16) * 257
    return cv2.imencode(".png", pixels)[1].tobytes()


TURNED = Image.Exif()
TURNED[0x0112], TURNED[0x010E] = 6, "a table"
KINDS: Mapping[str, Save] = {
    "JPEG": saved("JPEG", quality=80), "JPEG turned": saved("JPEG", quality=80, exif=TURNED),
    "grey": saved("JPEG", "L"), "progressive": saved("JPEG", progressive=True),
    "CMYK": saved("JPEG", "CMYK"), "whole colour": saved("JPEG", subsampling=0),
    "profile": saved("JPEG", icc_profile=bytes(3000)), "PNG": saved("PNG"),
    "PNG turned": saved("PNG", exif=TURNED), "PNG 16": deep, "APNG": saved("PNG", frames=4),
    "palette": saved("PNG", "P"), "bits": saved("PNG", "1"), "see-through": saved("PNG", "RGBA"),
    "WebP": saved("WEBP"), "WebP see-through": saved("WEBP", "RGBA"), "BMP": saved("BMP"),
    "lossless": saved("WEBP", lossless=True), "WebP film": saved("WEBP", frames=4),
    "GIF": saved("GIF", frames=4), "TIFF": saved("TIFF"), "HEIC": lambda _: HEIC.read_bytes(),
}  # fmt: skip


@cache
def picture(size: tuple[int, int]) -> Image.Image:
    """Return a bare table, or with CARDS the middle of a photo that has some."""
    if size != CARDS:
        parts = [Image.linear_gradient("L").rotate(turn) for turn in (0, 90, 180)]
        return Image.merge("RGB", parts).resize(size)
    whole = Image.open(PHOTO).convert("RGB")
    width, height = whole.size
    middle = whole.crop((width // 4, height // 4, 3 * width // 4, 3 * height // 4))
    return middle.resize(size, Image.Resampling.LANCZOS)


@cache
def made(kind: str, size: tuple[int, int] = SMALL) -> bytes:
    """Return a picture of that size as a file of that kind."""
    return KINDS[kind](picture(size))


# --- what is done to a file -----------------------------------------------------------------------


def split(data: bytes) -> list[bytes]:
    """Return a file's parts: a JPEG's segments and scans, chunks, a HEIC's boxes, or all."""
    if data[:2] == b"\xff\xd8":
        starts, at = [0], 2
        while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] not in (0xDA, 0xD9):
            starts.append(at)
            at += 2 + int.from_bytes(data[at + 2 : at + 4])
        while 0 < at < len(data):
            starts.append(at)
            at = data.find(b"\xff\xda", at + 2)
    elif data[:4] in (b"\x89PNG", b"RIFF"):
        png = data[:4] == b"\x89PNG"
        starts, at = [0], 8 if png else 12
        while at + 8 <= len(data):
            starts.append(at)
            length = struct.unpack_from(">I" if png else "<I", data, at + (0 if png else 4))[0]
            at += length + (12 if png else 8 + length % 2)
    elif data[4:8] == b"ftyp":
        starts, at = [], 0
        while at + 8 <= len(data):
            starts.append(at)
            at += max(8, int.from_bytes(data[at : at + 4]))
    else:
        starts = [0]
    parts = zip(starts, [*starts[1:], len(data)], strict=True)
    return [data[a:b] for a, b in parts if a < b] or [data]


def change_parts(data: bytes, draw: st.DrawFn) -> bytes:
    """Move, drop, repeat, borrow or rewrite one part; a PNG's sums are made right again."""
    parts = split(data)
    at = draw(st.integers(0, len(parts) - 1))
    part, times = parts.pop(at), draw(st.sampled_from(TIMES))
    other = draw(st.sampled_from(split(made(draw(st.sampled_from(sorted(KINDS)))))))
    inside = bytearray(part)
    for place in draw(st.lists(st.integers(2, 40), max_size=4)):
        if place < len(inside):
            inside[place] = draw(st.sampled_from((0, 1, 0xFF, 0x7F)))
    if data[:4] == b"\x89PNG" and len(inside) >= 12:
        inside[-4:] = struct.pack(">I", zlib.crc32(bytes(inside[4:-4])))
    new: tuple[list[bytes], ...] = (
        [part], [], [part] * min(times, MOST // max(1, len(part)) + 2), [other], [part, other],
        [bytes(inside)],
    )  # fmt: skip
    to = draw(st.sampled_from((at, draw(st.integers(0, len(parts))))))
    parts[to:to] = draw(st.sampled_from(new))
    return b"".join(parts)


def change_count(data: bytes, draw: st.DrawFn) -> bytes:
    """Put in any number of parts with nothing in them, or with a packed text."""
    parts = split(data)
    empty = draw(st.sampled_from(EMPTY.get(kind_of(data), (b"\0" * 8,))))
    to = draw(st.integers(1, len(parts)))
    times = min(draw(st.sampled_from(FLOOD)), MOST // len(empty))
    return b"".join([*parts[:to], empty * times, *parts[to:]])


def kind_of(data: bytes) -> str:
    """Return what the first bytes say."""
    kinds = {b"\xff\xd8\xff\xe0": "JPEG", b"\x89PNG": "PNG", b"RIFF": "WebP"}
    return "HEIC" if data[4:8] == b"ftyp" else kinds.get(data[:4], "")


def change_bytes(data: bytes, draw: st.DrawFn) -> bytes:
    """Cut, flip, blank, repeat or lengthen the file somewhere, or in its header."""
    at = draw(st.integers(0, max(0, len(data) - 1)))
    head = draw(st.integers(0, min(len(data), 700)))
    length = draw(st.sampled_from((1, 2, 50, 5000)))
    byte = bytes([draw(st.sampled_from((0, 1, 0x7F, 0xFF)))])
    piece = data[at : at + length]
    new = (
        data[:at],
        data[:at] + bytes(each ^ 0x10 for each in piece) + data[at + length :],
        data[:at] + bytes(len(piece)) + data[at + length :],
        data[:at] + piece * 20 + data[at + length :],
        data[:head] + byte + data[head + 1 :],
        data + byte * length * 20,
    )
    return draw(st.sampled_from(new))


def change_exif(data: bytes, draw: st.DrawFn) -> bytes:
    """Add a directory that goes in circles, asks for gigabytes, or is there hundreds of times."""
    tags, counts = (0x0112, 0x8769, 0x8825, 0x927C, 0x0201), (1, 0, 0xFFFFFFFF, 0x10000)
    fields = (tags, range(14), counts, (6 << 16, 8, 0, 0xFFFFFFFF, 99))
    row = struct.pack(">HHII", *(draw(st.sampled_from(field)) for field in fields))
    rows = row * draw(st.sampled_from((1, 5, 2000)))
    many = draw(st.sampled_from((len(rows) // 12, 0xFFFF)))
    after = struct.pack(">I", draw(st.sampled_from((8, 0, 0xFFFFFFFF))))
    tiff = b"MM\0*\0\0\0\x08" + struct.pack(">H", many) + rows + after
    head, *rest = split(data)
    if data[:4] == b"\x89PNG":
        return b"".join([head, *rest[:1], chunk(b"eXIf", tiff), *rest[1:]])
    body = (b"Exif\0\0" + tiff)[:65533]
    segment = b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
    return b"".join([head, segment * draw(st.sampled_from((1, 1, 200))), *rest])


def change_size(data: bytes, draw: st.DrawFn) -> bytes:
    """Claim another size in the header."""
    return claiming(data, draw(st.sampled_from(SIDES)))


def claiming(data: bytes, side: int) -> bytes:
    """Return the file with another size in its header, sums made right; else as it is."""
    if data[:2] == b"\xff\xd8":
        frames = (b"\xff\xc0", b"\xff\xc2")
        marks = (n for n in range(2, len(data) - 9) if data[n : n + 2] in frames)
        short = struct.pack(">HH", side & 0xFFFF, side & 0xFFFF)
        return data[: at + 5] + short + data[at + 9 :] if (at := next(marks, 0)) else data
    if data[:4] == b"RIFF" and (at := data.find(b"VP8 ")) > 0:
        short = struct.pack("<HH", side & 0x3FFF, side & 0x3FFF)
        return data[: at + 14] + short + data[at + 18 :]
    if data[:4] == b"\x89PNG":
        return data[:8] + chunk(b"IHDR", struct.pack(">II", side, side) + data[24:29]) + data[33:]
    return data


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG, with its length and its sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PACKED = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(20_000_000), 9))
NO_LENGTH = (b"\xff\x01", b"\xff\xd0")  # markers that no decoder minds
EMPTY: Mapping[str, tuple[bytes, ...]] = {
    "JPEG": (b"\xff\xe0\0\2", b"\xff\xfe\0\2", b"\xff\x01\xff\xe0\0\2", *NO_LENGTH),
    "PNG": (chunk(b"tEXt", b"a\0"), chunk(b"IDAT", b""), chunk(b"fcTL", b""), PACKED),
    "WebP": (b"ABCD\0\0\0\0", b"ANMF\0\0\0\0", b"EXIF\0\0\0\0"),
    "HEIC": (b"\0\0\0\x08free", b"\0\0\0\x08meta", b"\0\0\0\x08moov"),
}


def flooded(kind: str, empty: bytes, size: int) -> bytes:
    """Return a picture with parts put in behind its first two, up to a file of `size` bytes."""
    first, second, *rest = split(made(kind))
    return b"".join([first, second, empty * (size // len(empty)), *rest])


def nested(kind: bytes, levels: int) -> bytes:
    """Return a HEIC file whose boxes lie within each other."""
    boxes = (struct.pack(">I", 8 * (levels - n)) + kind for n in range(levels))
    return HEIC.read_bytes() + b"".join(boxes)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A file of some kind with up to three things changed."""
    kind, size = draw(st.sampled_from(sorted(KINDS))), draw(st.sampled_from((SMALL, SMALL, CARDS)))
    data = made(kind, size)
    changes = (
        change_parts, change_parts, change_bytes, change_bytes, change_exif, change_size,
        change_count,
    )  # fmt: skip
    for _ in range(draw(st.sampled_from((0, 1, 1, 1, 2, 3)))):
        if data:  # not cut to nothing by the change before
            data = draw(st.sampled_from(changes))(data, draw)[:MOST]
    return data


# --- what is asked of it --------------------------------------------------------------------------


@settings(max_examples=settings().max_examples // 2)
@given(data=damaged(), slug=st.sampled_from(slugs()))
def test_damaged_photos_are_read_or_refused(data: bytes, slug: str) -> None:
    """Nothing else happens, whatever the game."""
    deck = game(slug).read_deck(deck_text(game(slug))[0], "deck")
    try:
        with limited():
            reading = read_photo(data, "photo.jpg", slug, deck, {}).reading
    except PhotoError as error:
        event("refused")
        remedy = error.remedy
    else:
        event("read")
        remedy = json.dumps(reading.to_json())
    assert remedy


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_file_is_the_sum_of_its_parts(kind: str) -> None:
    """Nothing is lost in taking it apart; what has segments or chunks has several."""
    data = made(kind)
    assert b"".join(split(data)) == data
    assert (len(split(data)) > 1) == (kind not in ("BMP", "GIF", "TIFF"))


PROGRESSIVE = split(made("progressive"))
LYING: Mapping[str, bytes] = {
    "empty": b"", "a byte": b"\xff", "PDF": b"%PDF-1.7\n", "ZIP": b"PK\3\4" + bytes(99),
    "text": b"hello " * 999, "zeros": bytes(100_000), "film": b"\0\0\0\x18ftypisom" + bytes(999),
    "SVG": b"<svg xmlns='http://www.w3.org/2000/svg'/>", "AVIF": b"\0\0\0\x18ftypavif",
    "HEIC": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(5000),
    "markers": b"\xff\xd8" + b"\xff" * 2_000_000,  # kept the search for markers busy for minutes
    "GIF": made("GIF"), "TIFF": made("TIFF"),
    "scans": b"".join(part * (1 if n - 8 else 2009) for n, part in enumerate(PROGRESSIVE)),
    "APNG": made("APNG"),  # damaged ones ended OpenCV with a segmentation fault
    **{f"{kind} in parts {n}": flooded(kind, empty, MOST)
       for kind, each in EMPTY.items() for n, empty in enumerate(each)
       if empty not in (*NO_LENGTH, PACKED)},
    **{f"{kind} of {side} px": claiming(made(kind), side)
       for kind in ("JPEG", "PNG", "WebP") for side in (30_000, 65_500, 2**31 - 1, 2**32 - 1)},
}  # fmt: skip


@pytest.mark.parametrize("name", LYING)
def test_lying_files_are_refused(name: str) -> None:
    """A file that isn't a picture, is too large or would take too long isn't decoded at all."""
    with pytest.raises(PhotoError) as refused, limited():
        read_photo(LYING[name], "photo.jpg")
    assert refused.value.remedy


def bomb(width: int, height: int) -> bytes:
    """Return a white PNG of one bit a pixel: tiny as a file."""
    squeezed = zlib.compressobj(1)
    row = b"\0" + b"\xff" * (-(-width // 8))
    body = b"".join(squeezed.compress(row) for _ in range(height)) + squeezed.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def busy(kind: str, width: int = 4000, height: int = 3000, quality: int = 95) -> bytes:
    """Return a colour JPEG that is as busy, or as bright, as can be."""
    image: Any = np.full((height, width), 255, np.uint8)
    if kind == "noise":
        image = np.random.default_rng(1).integers(0, 256, (height, width), np.uint8)
    if kind == "chessboard":
        image = (np.indices((height, width), np.int16) // 8).sum(0) % 2 * 255
    colours = cv2.merge([image.astype(np.uint8)] * 3)
    return cv2.imencode(".jpg", colours, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


@pytest.mark.parametrize(
    ("make", "how"),
    [
        (bomb, (4_000, 4_000)), (bomb, (20_000, 20_000)), (bomb, (50_000, 1)),
        (bomb, (7_000, 7_000)), (bomb, (5_600, 5_700)),
        *((flooded, (kind, each[0], 31_500_000)) for kind, each in EMPTY.items()),
        (flooded, ("JPEG", NO_LENGTH[0], 31_500_000)), (flooded, ("PNG", PACKED, 31_500_000)),
        (nested, (b"meta", 100_000)), (nested, (b"moov", 100_000)),
        (busy, ("chessboard",)), (busy, ("noise",)), (busy, ("white",)),
        (busy, ("noise", 6_400, 5_100, 40)), (busy, ("white", 9_200, 6_900)),
        (made, ("JPEG turned", (4000, 3000))), (made, ("progressive", (4000, 3000))),
        (made, ("progressive", (8160, 6120))),
        (made, ("PNG 16", (4000, 3000))), (made, ("WebP", (4000, 3000))),
    ],
)  # fmt: skip
def test_the_web_worker_stays_within_its_limits(make: Callable[..., bytes], how: Any) -> None:
    """Bombs and busy pictures are read or refused in bounded time and memory."""
    text = deck_text(game("giza"))[0]
    job: dict[str, object] = {"name": "photo.jpg", "deck": text, "asked": {}, "game": None}
    asked = framed(json.dumps(job).encode()) + framed(make(*how))
    command = [sys.executable, "-c", WORKER]
    ran = subprocess.run(command, input=asked, capture_output=True, check=True)
    (length,) = struct.unpack_from(">Q", ran.stdout)
    assert {"error", "reading"} & set(json.loads(ran.stdout[8 : 8 + length]))
    seconds, kilobytes = map(float, ran.stderr.split())
    assert seconds < 4 * SECONDS  # the largest picture takes one of them
    assert kilobytes < MEGABYTES * 1024

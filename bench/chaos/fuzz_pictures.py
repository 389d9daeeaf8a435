"""Pictures to damage: of every kind that somebody may send, and all that may be wrong with one.

`bench/photos/fuzz.py` damages bytes and lies about sizes; here whole segments of JPEG, PNG and WebP are moved, dropped,
repeated and put into other files, EXIF and scans go over the top, and pictures are of 16 bits, of CMYK, or of several
frames. Most are tiny and of a bare table, for it is the decoders that are tried. One in ten has cards in it, and one in
twenty is huge: 12 megapixels, or a bomb of 16 or 49, for it is time and memory that those try.
"""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any

import cv2
import numpy as np
from PIL import Image

from bench.photos.fuzz import CHANGES, PHOTOS, Case, hostile

SMALL, CARDS, WHOLE = (160, 120), (320, 240), (4000, 3000)  # px
READABLE, HUGE = 0.1, 0.05  # of all photos
TIMES = (50, 400, 2000)  # how often a part is repeated
BOMBS = ("PNG bomb of 4000 px", "PNG bomb of 7000 px")  # the first of `hostile`
OF_CAMERAS = ("JPEG", "JPEG turned", "progressive", "grey", "PNG", "PNG 16", "WebP")


def cases(seed: int, count: int, first: int = 0) -> Iterator[Case]:
    """So many damaged photos, from the one of number `first` on; each follows from the seed and its number."""
    for number in range(first, first + count):
        chance = random.Random(f"photos {seed} {number}")
        (kind, data), done = _whole(chance), []
        for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
            change = chance.choice((*CHANGES, *PARTS))
            data = change(data, chance)
            done.append(change.__name__.strip("_"))
        yield Case(f"{number} {kind} {' '.join(done)}".strip(), data[:5_000_000])


def _whole(chance: random.Random) -> tuple[str, bytes]:
    """A picture without a fault, and its kind."""
    share = chance.random()
    if share < HUGE:
        kind = chance.choice((*OF_CAMERAS, *BOMBS))
        return f"huge {kind}", _bombs()[kind] if kind in BOMBS else _made(WHOLE, kind)
    kind = chance.choice(sorted(KINDS))
    return kind, _made(CARDS if share < HUGE + READABLE else SMALL, kind)


@cache
def _picture(size: tuple[int, int]) -> Image.Image:
    """A bare table, or with CARDS the middle of a photo that has some."""
    if size != CARDS:
        return Image.merge("RGB", [Image.linear_gradient("L").rotate(turn) for turn in (0, 90, 180)]).resize(size)
    whole = Image.open(PHOTOS / "02-kitchen-legal-tokens.jpg").convert("RGB")
    width, height = whole.size
    middle = whole.crop((width // 4, height // 4, 3 * width // 4, 3 * height // 4))
    return middle.resize(size, Image.Resampling.LANCZOS)


@cache
def _bombs() -> Mapping[str, bytes]:
    """Tiny files of many megapixels."""
    return {case.name: case.data for case in islice(hostile(), len(BOMBS))}


@cache
def seeds(size: tuple[int, int] = SMALL) -> Mapping[str, bytes]:
    """The picture of that size as a file of every kind that phones, scanners and pranksters make."""
    return {kind: _made(size, kind) for kind in KINDS}


@cache
def _made(size: tuple[int, int], kind: str) -> bytes:
    return KINDS[kind](_picture(size))


def _saved(format_: str, mode: str = "RGB", **options: Any) -> Callable[[Image.Image], bytes]:
    """How a picture becomes a file of some format."""

    def save(picture: Image.Image) -> bytes:
        out = io.BytesIO()
        picture.convert(mode, colors=16).save(out, format_, **options)
        return out.getvalue()

    return save


def _film(format_: str) -> Callable[[Image.Image], bytes]:
    """Likewise of four frames."""

    def save(picture: Image.Image) -> bytes:
        frames = [picture.rotate(90 * turn) for turn in (1, 2, 3)]
        return _saved(format_, save_all=True, append_images=frames)(picture)

    return save


def _deep(picture: Image.Image) -> bytes:
    """A PNG of 16 bits a colour."""
    return cv2.imencode(".png", np.asarray(picture)[..., ::-1].astype(np.uint16) * 257)[1].tobytes()


_TURNED = Image.Exif()
_TURNED[0x0112], _TURNED[0x010E] = 6, "a table"
KINDS: Mapping[str, Callable[[Image.Image], bytes]] = {
    "JPEG": _saved("JPEG", quality=80), "JPEG turned": _saved("JPEG", quality=80, exif=_TURNED),
    "grey": _saved("JPEG", "L", quality=80), "progressive": _saved("JPEG", quality=80, progressive=True),
    "CMYK": _saved("JPEG", "CMYK", quality=80), "whole colour": _saved("JPEG", quality=80, subsampling=0),
    "profile": _saved("JPEG", quality=80, icc_profile=bytes(3000)), "PNG": _saved("PNG"),
    "PNG turned": _saved("PNG", exif=_TURNED), "PNG 16": _deep, "APNG": _film("PNG"), "palette": _saved("PNG", "P"),
    "bits": _saved("PNG", "1"), "see-through": _saved("PNG", "RGBA"), "WebP": _saved("WEBP"),
    "WebP see-through": _saved("WEBP", "RGBA"), "lossless": _saved("WEBP", lossless=True), "WebP film": _film("WEBP"),
    "GIF": _film("GIF"), "TIFF": _saved("TIFF"),
}  # fmt: skip


Part = bytes


def split(data: bytes) -> list[Part]:
    """A file in its parts: JPEG's segments, PNG's or RIFF's chunks; one part where it is none of them."""
    if data[:2] == b"\xff\xd8":
        return _segments(data)
    if data[:4] == b"\x89PNG":
        return [data[:8], *_chunks(data, 8, ">I", 12)]
    if data[:4] == b"RIFF":
        return [data[:12], *_chunks(data, 12, "<I", 8, at=4)]
    return [data]


def _segments(data: bytes) -> list[Part]:
    parts, at = [data[:2]], 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] not in (0xDA, 0xD9):
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4])
        parts.append(data[at:end])
        at = end
    return [*parts, *(scan for scan in _scans(data[at:]) if scan)]


def _scans(data: bytes) -> list[Part]:
    """The rest of a JPEG, from scan to scan."""
    starts = [0]
    while (found := data.find(b"\xff\xda", starts[-1] + 2)) > 0:
        starts.append(found)
    return [data[start:end] for start, end in zip(starts, [*starts[1:], len(data)], strict=True)]


def _chunks(data: bytes, start: int, form: str, around: int, at: int = 0) -> list[Part]:
    parts = []
    while start + 8 <= len(data):
        (length,) = struct.unpack_from(form, data, start + at)
        end = start + around + length + (length % 2 if form == "<I" else 0)
        parts.append(data[start:end])
        start = end
    return parts


def _moved(data: bytes, chance: random.Random) -> bytes:
    """Parts in another order."""
    head, *rest = split(data)
    some = list(rest)
    if some:
        some.insert(chance.randrange(len(some)), some.pop(chance.randrange(len(some))))
    return b"".join([head, *some])


def _dropped(data: bytes, chance: random.Random) -> bytes:
    parts = split(data)
    parts.pop(chance.randrange(len(parts)))
    return b"".join(parts)


def _repeated(data: bytes, chance: random.Random) -> bytes:
    """One part many times over: among them scans, each of which a decoder goes through the whole picture for."""
    parts = split(data)
    at = chance.randrange(len(parts))
    times = min(chance.choice((2, *TIMES)), 2_000_000 // max(1, len(parts[at])) + 2)
    return b"".join([*parts[:at], *[parts[at]] * times, *parts[at + 1 :]])


def _borrowed(data: bytes, chance: random.Random) -> bytes:
    """A part of another file, put in or in place of one."""
    parts, others = split(data), split(seeds()[chance.choice(sorted(seeds()))])
    at = chance.randrange(len(parts))
    parts[at : at + chance.randrange(2)] = [chance.choice(others)]
    return b"".join(parts)


def _exif(data: bytes, chance: random.Random) -> bytes:
    """A directory of EXIF that goes in circles, asks for gigabytes, or is there hundreds of times."""
    rows = b"".join(
        struct.pack(">HHII", chance.choice((0x0112, 0x8769, 0x8825, 0x927C, 0x0201)), chance.randrange(14),
                    chance.choice((1, 0, 0xFFFFFFFF, 0x10000)), chance.choice((6 << 16, 8, 0, 0xFFFFFFFF, 99)))
        for _ in range(chance.choice((1, 5, 2000)))
    )  # fmt: skip
    body = b"Exif\0\0MM\0*\0\0\0\x08" + struct.pack(">H", chance.choice((len(rows) // 12, 0xFFFF))) + rows
    body += struct.pack(">I", chance.choice((8, 0, 0xFFFFFFFF)))
    segment = b"\xff\xe1" + struct.pack(">H", min(65535, len(body) + 2)) + body[:65533]
    head, *rest = split(data)
    if data[:4] == b"\x89PNG":
        segment = (
            struct.pack(">I", len(body) - 6) + b"eXIf" + body[6:] + struct.pack(">I", zlib.crc32(b"eXIf" + body[6:]))
        )
        return b"".join([head, *rest[:1], segment, *rest[1:]])
    return b"".join([head, *[segment] * chance.choice((1, 1, 200)), *rest])


def _mended(data: bytes, chance: random.Random) -> bytes:
    """A PNG chunk changed with its sum made right, so that it is believed; another file's length fields."""
    parts = split(data)
    at = chance.randrange(len(parts))
    inside = bytearray(parts[at])
    for _ in range(chance.choice((1, 4))):
        if len(inside) > 4:
            inside[chance.randrange(2, min(len(inside), 40))] = chance.choice((0, 1, 0xFF, chance.randrange(256)))
    if data[:4] == b"\x89PNG" and at and len(inside) >= 12:
        inside[-4:] = struct.pack(">I", zlib.crc32(bytes(inside[4:-4])))
    return b"".join([*parts[:at], bytes(inside), *parts[at + 1 :]])


PARTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _moved, _dropped, _repeated, _repeated, _borrowed, _exif, _mended, _mended,
)  # fmt: skip

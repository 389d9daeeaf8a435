"""Decode bytes to an upright image, or raise one clear `PhotoError`; encode images as JPEG.

The type is determined by the first bytes, not by the file's name. Pillow reads the header, so that
the size is checked before decoding: a 100 KB file can require gigabytes. OpenCV silently fills the
missing part of a truncated JPEG with grey, so its end is looked for.
"""

from __future__ import annotations

import re
import struct
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import PIL.Image
from numpy.typing import NDArray
from PIL import features

from companion.errors import PhotoError, reason
from companion.folders import near_file, stored
from companion.language import say
from companion.pictures import in_mode, over_white
from vision import MAX_PIXELS

Image: TypeAlias = NDArray[np.uint8]
Grey: TypeAlias = NDArray[np.uint8]

MIN_SIDE = 100
# px of an image that is decoded at full size, in up to 14 bytes per px; only JPEG can be decoded at
# half size, so larger files of other types are refused
MOST_WHOLE = 32_000_000
MOST_WEBP = 24_000_000  # px: Pillow's decoder of WebP takes 17 bytes per px
MAX_BYTES = 60_000_000
MOST_PARTS = 1000  # segments, chunks or boxes: each costs time, however small it is
PNG_PART = 4096  # bytes of a PNG that allow one more chunk: encoders write 8 KB into each
# scans of a JPEG: progressive ones have ten, and each, however small, covers the whole image
MOST_SCANS = 40
WORK_SIDE = 1600  # least longer side of the reduced photo, px: 3 px per module at arm's length
KEPT_SIDE = 2000  # px; longer side of photos that the web stores, and of overlays

_RESEND = say("copy or send the photo again")
_AS_JPEG = say("send it as JPEG, PNG or WebP")
_SMALLER = say("send a smaller photo (12 megapixels are enough)")
SCAN, END = b"\xff\xda", b"\xff\xd9"  # JPEG's markers, which can't occur within a scan
# Any number of \xff may come before a marker; the markers left out aren't followed by a length.
_MARKER = re.compile(rb"\xff[^\x00\x01\xff\xd0-\xd8]")
# brands of pictures in the container that videos use, too; any picture may name the last four
_AVIF_BRANDS = {b"avif", b"avis"}
_HEIC_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"hevm", b"hevs"}
_HEIF_BRANDS = {b"mif1", b"mif2", b"msf1", b"miaf", b"heif"}
_CANON_RAW = b"crx "
_WEBM = b"\x1a\x45\xdf\xa3"
_QUICKTIME = (b"ftyp", b"moov", b"mdat", b"wide")  # boxes that a video starts with
_MOST_BRANDS = 64
# Pillow's names of types
_PILLOW = {"JPEG": "JPEG", "PNG": "PNG", "WebP": "WEBP", "HEIC": "HEIF", "AVIF": "AVIF"}
_OTHER_FORMATS = (
    (b"%PDF", say("a PDF, not a photo"), say("take a photo and send it as JPEG, PNG or WebP")),
    (b"GIF8", say("a GIF, not a photo"), _AS_JPEG),
    (b"BM", say("a BMP picture"), _AS_JPEG),
    (b"II*\0", say("a TIFF or raw picture"), _AS_JPEG),
    (b"MM\0*", say("a TIFF or raw picture"), _AS_JPEG),
    (
        b"PK\3\4",
        say("a ZIP archive, not a photo"),
        say("unpack it and send it as JPEG, PNG or WebP"),
    ),
    (b"<", say("a text file, not a photo"), _AS_JPEG),
)
_UNREADABLE = (OSError, EOFError, SyntaxError, RuntimeError, ValueError, struct.error)
# EXIF orientations; 1 is upright
_TURNED = 0x0112
LYING = (5, 6, 7, 8)  # width and height are exchanged
_FLIPS = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}  # as `cv2.flip` names them, after transposing


@dataclass(frozen=True, eq=False)
class Photo:
    """A photo, upright by its EXIF data, decoded only as far as needed.

    `size` is width and height, px; `work` is `shrunk` times smaller. If `halved`, the file is
    decoded at half its size, and `size` is that half. Decoding raises `PhotoError` for a damaged
    file.
    """

    name: str
    data: bytes
    kind: str
    size: tuple[int, int]
    orientation: int
    halved: bool = False

    @property
    def shrunk(self) -> int:
        """How many times `work` is smaller: 1, 2 or 4."""
        return next((by for by in (4, 2) if max(self.size) >= by * WORK_SIDE), 1)

    @cached_property
    def work(self) -> Image:
        """The upright photo at a size at which tags at arm's length can be read."""
        by = self.shrunk
        if by == 1:
            return self.image
        if self.kind == "JPEG" and "image" not in self.__dict__:
            return self._decoded(by)
        size = (self.size[0] // by, self.size[1] // by)
        return np.asarray(cv2.resize(self.image, size, interpolation=cv2.INTER_AREA), np.uint8)

    @cached_property
    def work_grey(self) -> Grey:
        """`work` in grey; a JPEG is decoded without its colours."""
        if self.shrunk == 1:
            return self.grey
        if self.kind == "JPEG":
            return self._decoded(self.shrunk, grey=True)
        return np.asarray(cv2.cvtColor(self.work, cv2.COLOR_BGR2GRAY), np.uint8)

    @cached_property
    def image(self) -> Image:
        """The whole upright photo, BGR."""
        return self._decoded()

    @cached_property
    def grey(self) -> Grey:
        """The whole photo in grey; a JPEG is decoded without its colours."""
        if self.kind != "JPEG" or "image" in self.__dict__:
            return np.asarray(cv2.cvtColor(self.image, cv2.COLOR_BGR2GRAY), np.uint8)
        return self._decoded(grey=True)

    def _decoded(self, by: int = 1, *, grey: bool = False) -> Image:
        # The EXIF orientation is applied here, for all types. OpenCV would print what libjpeg says
        # about damaged JPEGs; Pillow keeps it to itself, and gives the same pixels.
        image: NDArray[Any] | None = None
        with suppress(*_UNREADABLE):
            opened = _opened(self.kind, self.data)
            if self.kind == "JPEG":
                by *= 1 + self.halved
                opened.draft("L" if grey else "RGB", (opened.width // by, opened.height // by))
            if grey:
                image = np.asarray(in_mode(opened, "L"))
            else:
                image = cv2.cvtColor(np.asarray(over_white(opened)), cv2.COLOR_RGB2BGR)
        if image is None:
            raise _damaged(self.kind, self.name)
        if self.orientation in LYING:
            image = cv2.transpose(image)
        flip = _FLIPS.get(self.orientation)
        return np.asarray(image if flip is None else cv2.flip(image, flip), np.uint8)


def read_bytes(path: str | Path) -> bytes:
    """Return the bytes of a file; raise `PhotoError` if it can't be read or is too large."""
    try:
        with stored(Path(path)).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise PhotoError(
            str(path), "no such file", remedy=near_file(Path(path)) or "check the name"
        ) from error
    except IsADirectoryError as error:
        remedy = "name the photos in it"
        raise PhotoError(str(path), "a folder, not a photo", remedy=remedy) from error
    except OSError as error:
        problem = f"can't be read ({reason(error)})"
        raise PhotoError(str(path), problem, remedy="check its permissions") from error
    if len(data) > MAX_BYTES:
        raise PhotoError(str(path), say("over 60 MB"), remedy=_SMALLER)
    return data


def load(data: bytes, name: str) -> Photo:
    """Check the header of a JPEG, PNG, WebP, HEIC or AVIF; raise `PhotoError` with a remedy."""
    if len(data) > MAX_BYTES:
        raise PhotoError(name, say("over 60 MB"), remedy=_SMALLER)
    kind = _sniff(data, name)
    most = {"PNG": MOST_WHOLE, "AVIF": MOST_WHOLE, "WebP": MOST_WEBP}.get(kind, MAX_PIXELS)
    shrink = say("shrink it: 12 megapixels are enough")
    parts = MOST_PARTS + (len(data) // PNG_PART if kind == "PNG" else 0)
    if sum(1 for _ in islice(_parts(kind, data), parts + 1)) > parts:
        raise PhotoError(name, say("a {kind} file in too many parts", kind=kind), remedy=shrink)
    try:
        image = _opened(kind, data)
        (width, height), moving = image.size, getattr(image, "is_animated", False)
        orientation = _orientation(image.info.get("exif") or b"")
        header = getattr(image, "fp", None)  # read up to the first scan of a JPEG
        scans = header.tell() if header else 0
    except PIL.Image.DecompressionBombError as error:  # Pillow's own, higher limit
        problem = say("over {n} megapixels", n=most // 1_000_000)
        raise PhotoError(name, problem, remedy=shrink) from error
    except _UNREADABLE as error:
        raise _damaged(kind, name) from error
    if width * height > most:
        text = say("{width} x {height} pixels, over {n} megapixels")
        problem = say(text, width=width, height=height, n=most // 1_000_000)
        raise PhotoError(name, problem, remedy=shrink)
    if min(width, height) < MIN_SIDE:
        problem = say("only {width} x {height} pixels", width=width, height=height)
        raise PhotoError(name, problem, remedy=say("send the photo itself, not its thumbnail"))
    # phones put two pictures into a JPEG, the photo first, or a HEIC, which names the photo
    if moving and kind not in ("JPEG", "HEIC"):
        raise PhotoError(name, say("an animation, not a photo"), remedy=say("take a photo"))
    end = data.find(END, scans)
    if kind == "JPEG" and (end < 0 or data.count(SCAN, scans, end) >= MOST_SCANS):
        raise _damaged(kind, name)
    halved = kind == "JPEG" and width * height > MOST_WHOLE
    if halved:
        width, height = (width + 1) // 2, (height + 1) // 2
    size = (height, width) if orientation in LYING else (width, height)
    return Photo(name, data, kind, size, orientation, halved)


def encode_jpeg(image: Image, max_side: int = KEPT_SIDE, quality: int = 88) -> bytes:
    """Return a JPEG of at most `max_side` px, without metadata such as where it was taken."""
    scale = max_side / max(image.shape[:2])
    if scale < 1:
        shrunk = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        image = np.asarray(shrunk, np.uint8)
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise PhotoError("JPEG", "can't be encoded")
    return bytes(data.tobytes())


def _sniff(data: bytes, name: str) -> str:
    if not data:
        raise PhotoError(name, say("an empty file"), remedy=_RESEND)
    if data[:3] == b"\xff\xd8\xff":
        return "JPEG"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp":
        kind = picture_kind(data)
        if kind == "CR3":
            raise PhotoError(name, say("a raw picture of a Canon camera (CR3)"), remedy=_AS_JPEG)
        if kind == "AVIF" and not features.check("avif"):
            raise PhotoError(name, say("an AVIF picture"), remedy=_AS_JPEG)
        if kind:
            return kind
    if data[:4] == _WEBM or data[4:8] in _QUICKTIME or data[8:12] == b"AVI ":
        raise PhotoError(name, say("a video, not a photo"), remedy=say("take a photo"))
    for magic, problem, remedy in _OTHER_FORMATS:
        if data.lstrip()[: len(magic)] == magic:
            raise PhotoError(name, problem, remedy=remedy)
    remedy = say("send a photo (JPEG, PNG, WebP or HEIC)")
    raise PhotoError(name, say("a format that Rookery doesn't know"), remedy=remedy)


def picture_kind(data: bytes) -> str:
    """Return the kind of picture in a container that videos use, too: HEIC, AVIF, CR3; else ""."""
    end = min(int.from_bytes(data[:4]), 16 + 4 * _MOST_BRANDS, len(data))
    brands = {data[8:12], *(data[at : at + 4] for at in range(16, end - 3, 4))}
    if _CANON_RAW in brands:
        return "CR3"
    if data[8:12] not in _HEIC_BRANDS and brands & _AVIF_BRANDS:
        return "AVIF"
    return "HEIC" if brands & (_HEIC_BRANDS | _HEIF_BRANDS) else ""


def _opened(kind: str, data: bytes) -> PIL.Image.Image:
    """Return a picture that Pillow decodes when its pixels are asked for."""
    if kind == "HEIC":
        import pi_heif  # noqa: PLC0415 - few photos are HEIC

        pi_heif.register_heif_opener()
    if kind in ("HEIC", "AVIF") and data[8:12] not in _HEIC_BRANDS | _AVIF_BRANDS:
        data = data[:8] + kind.lower().encode() + data[12:]  # libraries look at the main brand only
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of damaged EXIF, and of a size that `load` limits
        return PIL.Image.open(BytesIO(data), formats=(_PILLOW[kind],))


def _parts(kind: str, data: bytes) -> Iterator[int]:
    """Yield where each segment, chunk or outermost box of a file starts."""
    at = {"JPEG": 2, "PNG": 8, "WebP": 12}.get(kind, 0)
    while at + 8 <= len(data):
        yield at
        if kind == "JPEG":
            marker = _MARKER.search(data, at)
            if marker is None or marker[0] == END:
                return
            at = marker.end() + int.from_bytes(data[marker.end() : marker.end() + 2])
        elif kind == "PNG":
            at += 12 + int.from_bytes(data[at : at + 4])
        elif kind == "WebP":
            length = int.from_bytes(data[at + 4 : at + 8], "little")
            at += 8 + length + length % 2
        else:
            length = int.from_bytes(data[at : at + 4])
            length = int.from_bytes(data[at + 8 : at + 16]) if length == 1 else length
            if length < 8:  # up to the end of the file, or impossible
                return
            at += length


def _orientation(exif: bytes) -> int:
    """Return the EXIF orientation, 1 to 8; 1 if the block is absent or damaged."""
    block = PIL.Image.Exif()
    with suppress(*_UNREADABLE, KeyError, TypeError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        block.load(exif)
        value = block.get(_TURNED)
        return value if isinstance(value, int) and 1 <= value <= 8 else 1
    return 1


def _damaged(kind: str, name: str) -> PhotoError:
    problem = say("the {kind} file is damaged or cut short", kind=kind)
    return PhotoError(name, problem, remedy=_RESEND)

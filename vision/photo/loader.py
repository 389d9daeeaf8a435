"""Decode bytes to an upright image, or raise one clear `PhotoError`; encode images as JPEG.

The type is determined by the first bytes, not by the file's name. Size and completeness are checked
before decoding: a 100 KB file can require gigabytes, and OpenCV silently fills the missing part of
a truncated JPEG with grey.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import PhotoError, reason
from companion.language import say
from vision import MAX_PIXELS
from vision.tags.quads import Darks

Image: TypeAlias = NDArray[np.uint8]
Grey: TypeAlias = NDArray[np.uint8]

MIN_SIDE = 100
# px of an image that is decoded at full size, in up to 14 bytes per px; only JPEG can be decoded at
# half size, so larger files of other types are refused
MOST_WHOLE = 32_000_000
MAX_BYTES = 60_000_000
MOST_PARTS = 1000  # segments, chunks or boxes: each costs time, however small it is
PNG_PART = 4096  # bytes of a PNG that allow one more chunk: encoders write 8 KB into each
# scans of a JPEG: progressive ones have ten, and each, however small, covers the whole image
MOST_SCANS = 40
WORK_SIDE = 1600  # least longer side of the reduced photo, px: 3 px per module at arm's length
KEPT_SIDE = 2000  # px; longer side of photos that the web stores, and of overlays

_RESEND = say("copy or send the photo again")
_AS_JPEG = say("send it as JPEG, PNG or WebP")
_SMALLER = say("send a smaller photo (12 megapixels are enough) or a shorter video")
SCAN, END = 0xDA, 0xD9  # JPEG's markers
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_SCAN = bytes([0xFF, SCAN])
# Any number of \xff may come before a marker; the markers left out aren't followed by a length.
_MARKER = re.compile(rb"\xff([^\x00\x01\xff\xd0-\xd8])")
_PNG_PICTURE = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"heif")
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
_HEIC_ERRORS = (OSError, EOFError, SyntaxError, RuntimeError)
_REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
_HALVED = {
    cv2.IMREAD_COLOR: cv2.IMREAD_REDUCED_COLOR_2,
    cv2.IMREAD_GRAYSCALE: cv2.IMREAD_REDUCED_GRAYSCALE_2,
    cv2.IMREAD_REDUCED_COLOR_2: cv2.IMREAD_REDUCED_COLOR_4,
    cv2.IMREAD_REDUCED_COLOR_4: cv2.IMREAD_REDUCED_COLOR_8,
}
# EXIF orientations; 1 is upright
_EXIF = (b"eXIf", b"EXIF")  # chunks of a PNG and a WebP
LYING = (5, 6, 7, 8)  # width and height are exchanged
_UNMIRRORED = {2: 1, 4: 3, 5: 8, 7: 6}
_TURNS = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_CLOCKWISE, 8: cv2.ROTATE_90_COUNTERCLOCKWISE}


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
            return self._decoded(_REDUCED[by])
        size = (self.size[0] // by, self.size[1] // by)
        return np.asarray(cv2.resize(self.image, size, interpolation=cv2.INTER_AREA), np.uint8)

    @cached_property
    def work_grey(self) -> Grey:
        """`work` in grey."""
        return np.asarray(cv2.cvtColor(self.work, cv2.COLOR_BGR2GRAY), np.uint8)

    @cached_property
    def rough(self) -> Image:
        """`work` at half size: enough to compare the table's colours."""
        return np.asarray(
            cv2.resize(self.work, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
        )

    @cached_property
    def darks(self) -> Darks:
        """The dark pieces of `work`, all tags among them."""
        return Darks.of(self.work_grey)

    @cached_property
    def image(self) -> Image:
        """The whole upright photo, BGR."""
        return self._decoded(cv2.IMREAD_COLOR)

    @cached_property
    def grey(self) -> Grey:
        """The whole photo in grey; a JPEG is decoded without its colours."""
        if self.shrunk == 1 or self.kind != "JPEG" or "image" in self.__dict__:
            return np.asarray(cv2.cvtColor(self.image, cv2.COLOR_BGR2GRAY), np.uint8)
        return self._decoded(cv2.IMREAD_GRAYSCALE)

    def _decoded(self, how: int) -> Image:
        # Whether OpenCV applies the EXIF orientation to PNG and WebP depends on its build, so it is
        # ignored there and applied here for all types.
        data = self.data
        image: NDArray[Any] | None = None
        if self.kind == "HEIC":
            import pi_heif  # noqa: PLC0415 - few photos are HEIC

            with suppress(*_HEIC_ERRORS, ValueError):
                opened = pi_heif.open_heif(data, bgr_mode=True)
                # a copy: the pixels go with `opened`
                image = np.array(np.asarray(opened)[..., :3])
        else:
            if self.kind == "PNG":  # only what is needed: texts could take very long to unpack
                chunks = [chunk for chunk in _png_chunks(data) if chunk[0] in _PNG_PICTURE]
                data = data[:8] + b"".join(data[at - 8 : at + n + 4] for _, at, n in chunks)
            how = _HALVED[how] if self.halved else how
            picture = np.frombuffer(data, np.uint8)
            image = cv2.imdecode(picture, how | cv2.IMREAD_IGNORE_ORIENTATION)
        if image is None:
            problem = say("a damaged {kind} file", kind=self.kind)
            raise PhotoError(self.name, problem, remedy=_RESEND)
        mirrored = self.orientation in (2, 4, 5, 7)
        if mirrored:
            image = cv2.flip(image, 1)
        turn = _TURNS.get(_UNMIRRORED[self.orientation] if mirrored else self.orientation)
        return np.asarray(image if turn is None else cv2.rotate(image, turn), np.uint8)


def read_bytes(path: str | Path) -> bytes:
    """Return the bytes of a file; raise `PhotoError` if it can't be read or is too large."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise PhotoError(str(path), "no such file", remedy="check the name") from error
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
    """Check the header of a JPEG, PNG, WebP or HEIC; raise `PhotoError` with a remedy."""
    if len(data) > MAX_BYTES:
        raise PhotoError(name, say("over 60 MB"), remedy=_SMALLER)
    kind = _sniff(data, name)
    cut_short = PhotoError(name, say("the {kind} file is cut short", kind=kind), remedy=_RESEND)
    damaged = PhotoError(name, say("a damaged {kind} file", kind=kind), remedy=_RESEND)
    parts = MOST_PARTS + (len(data) // PNG_PART if kind == "PNG" else 0)
    if sum(1 for _ in islice(_PARTS[kind](data), parts + 1)) > parts:
        problem = say("a {kind} file in too many parts", kind=kind)
        raise PhotoError(name, problem, remedy=say("shrink it: 12 megapixels are enough"))
    try:
        width, height = _size(kind, data)
    except (struct.error, IndexError, StopIteration):
        raise cut_short from None
    except ValueError:
        raise damaged from None
    most = MOST_WHOLE if kind in ("PNG", "WebP") else MAX_PIXELS
    if width * height > most:
        text = say("{width} x {height} pixels, over {n} megapixels")
        problem = say(text, width=width, height=height, n=most // 1_000_000)
        raise PhotoError(name, problem, remedy=say("shrink it: 12 megapixels are enough"))
    if min(width, height) < MIN_SIDE:
        problem = say("only {width} x {height} pixels", width=width, height=height)
        raise PhotoError(name, problem, remedy=say("send the photo itself, not its thumbnail"))
    if kind == "PNG" and any(chunk == b"acTL" for chunk, _, _ in _png_chunks(data)):
        # OpenCV crashes on damaged ones
        raise PhotoError(name, say("an animation, not a photo"), remedy=say("take a photo"))
    if not _whole(kind, data):
        raise cut_short
    # counting bytes is fast, but also counts others
    if (
        kind == "JPEG"
        and data.count(_SCAN) > MOST_SCANS
        and sum(marker == SCAN for marker, _, _ in _markers(data)) > MOST_SCANS
    ):
        raise damaged
    orientation = _orientation(kind, data)
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
        if data[8:12] in HEIF_BRANDS:
            return "HEIC"
        if data[8:12] in (b"avif", b"avis"):
            raise PhotoError(name, say("an AVIF picture"), remedy=_AS_JPEG)
        raise PhotoError(name, say("a video, not a photo"), remedy=say("take a photo"))
    for magic, problem, remedy in _OTHER_FORMATS:
        if data.lstrip()[: len(magic)] == magic:
            raise PhotoError(name, problem, remedy=remedy)
    remedy = say("send a photo (JPEG, PNG, WebP or HEIC) or a video (MP4, MOV or WebM)")
    raise PhotoError(name, say("a format that Rookery doesn't know"), remedy=remedy)


def _markers(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield a JPEG's markers as (marker, start of payload, length), without the scans' data."""
    at = 2
    while match := _MARKER.search(data, at):
        marker, at = match[1][0], match.end()
        if at + 2 > len(data):
            return
        length = struct.unpack_from(">H", data, at)[0]
        yield (marker, at + 2, length - 2)
        at += length
        if marker == END:
            return


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield a JPEG's markers before its first scan."""
    return takewhile(lambda segment: segment[0] != SCAN, _markers(data))


def _size(kind: str, data: bytes) -> tuple[int, int]:
    """Return width and height by the header; raise `ValueError` for an invalid one."""
    if kind == "PNG":
        width, height = struct.unpack_from(">II", data, 16)
    elif kind == "JPEG":
        start = next(at for marker, at, _ in _segments(data) if marker in _FRAMES)
        height, width = struct.unpack_from(">HH", data, start + 1)
    elif kind == "HEIC":
        import pi_heif  # noqa: PLC0415 - few photos are HEIC

        try:
            width, height = pi_heif.open_heif(data).size
        except _HEIC_ERRORS as error:
            raise ValueError from error
    elif data[12:16] == b"VP8X":
        width, height = (1 + int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
    elif data[12:16] == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    return width, height


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the complete chunks as (type, start of content, length)."""
    at = 8
    while at + 12 <= len(data):
        length = struct.unpack_from(">I", data, at)[0]
        if at + 12 + length > len(data):
            return
        yield (data[at + 4 : at + 8], at + 8, length)
        at += 12 + length


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the chunks of a WebP file as (type, start of content, length)."""
    at = 12
    while at + 8 <= len(data):
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        yield (data[at : at + 4], at + 8, length)
        at += 8 + length + length % 2


def _heic_boxes(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield a HEIC file's outermost boxes as (start, length), up to an impossible length."""
    at = 0
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4])
        if length == 1:  # a 64-bit length follows
            length = int.from_bytes(data[at + 8 : at + 16])
        elif length == 0:  # up to the end of the file
            length = len(data) - at
        yield (at, length)
        if length < 8:
            return
        at += length


_PARTS: Mapping[str, Callable[[bytes], Iterator[object]]] = {
    "JPEG": _markers,
    "PNG": _png_chunks,
    "WebP": _webp_chunks,
    "HEIC": _heic_boxes,
}


def _whole(kind: str, data: bytes) -> bool:
    """Return whether the file's end isn't missing."""
    if kind == "PNG":
        return any(name == b"IEND" for name, _, _ in _png_chunks(data))
    if kind == "WebP":
        return int.from_bytes(data[4:8], "little") + 8 <= len(data) + 1
    if kind == "HEIC":
        at, length = max(_heic_boxes(data), default=(0, 0))
        return length >= 8 and at + length == len(data)
    # An end marker follows the first scan: its two bytes can't occur within a scan, and rfind is
    # fast, as they are among the last.
    start = next((at for marker, at, _ in _markers(data) if marker == SCAN), None)
    return start is not None and data.rfind(bytes([0xFF, END]), start) >= 0


def _orientation(kind: str, data: bytes) -> int:
    """Return the EXIF orientation, 1 to 8; 1 if the block is absent or damaged."""
    tiff = b""  # of a HEIC file: libheif turns the picture itself
    if kind == "JPEG":
        blocks = [data[at : at + n] for marker, at, n in _segments(data) if marker == 0xE1]
        tiff = next((block[6:] for block in blocks if block[:6] == b"Exif\0\0"), b"")
    elif kind in ("PNG", "WebP"):
        chunks = _png_chunks(data) if kind == "PNG" else _webp_chunks(data)
        tiff = next((data[at : at + n] for name, at, n in chunks if name in _EXIF), b"")
        tiff = tiff.removeprefix(b"Exif\0\0")
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        start = struct.unpack_from(order + "I", tiff, 4)[0]
        for index in range(struct.unpack_from(order + "H", tiff, start)[0]):
            tag, _, _, value = struct.unpack_from(order + "HHIH", tiff, start + 2 + 12 * index)
            if tag == 0x0112:
                return value if 1 <= value <= 8 else 1
    except struct.error:
        return 1
    return 1

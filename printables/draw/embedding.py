"""Pictures in a PDF as their files have them: JPEGs unchanged, PNGs without being compressed again.

Pages only refer to the pictures, which follow them in the file as an incremental update (ISO 32000,
7.5.6). So a print needs little more memory than its pictures.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from struct import unpack_from
from typing import TypeAlias
from weakref import WeakKeyDictionary

from reportlab.pdfgen.canvas import Canvas

from printables.draw.pictures import Picture, segments

_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}  # by the number of channels
_INVERTED = " /Decode [1 0 1 0 1 0 1 0]"  # as programs write CMYK in JPEGs
_CHANNELS = {0: 1, 2: 3, 3: 1}  # by PNG's type of colour: grey, colours, palette
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # JPEG's markers of a picture's size

Part: TypeAlias = bytes | memoryview  # views, because pictures can be large

_NAME = "picture-"
_REFERENCE = re.compile(rb"(picture-[0-9a-f]{32}) (\d+) 0 R")
_TRAILER = re.compile(rb"trailer\s*<<(.*?)>>\s*startxref\s*(\d+)", re.DOTALL)
# the embedded pictures of each canvas, with the names of their objects
_EMBEDDED: WeakKeyDictionary[Canvas, dict[Picture, str]] = WeakKeyDictionary()


def draw_embedded(canvas: Canvas, picture: Picture) -> bool:
    """Draw a picture on the unit square; return False if a PDF can't have it as it is."""
    names = _EMBEDDED.setdefault(canvas, {})
    if picture not in names:
        if not head_of(picture):
            return False
        names[picture] = f"{_NAME}{hashlib.sha256(picture.data).hexdigest()[:32]}"
    name = names[picture]
    if not canvas.hasForm(name):  # an empty form stands in for it until the end
        canvas.beginForm(name, 0, 0, 1, 1)
        canvas.endForm()
    canvas.doForm(name)
    return True


def finished(canvas: Canvas) -> Iterator[Part]:
    """Yield the parts of a canvas' PDF: the pages, then the embedded pictures, each once."""
    pages: bytes = canvas.getpdfdata()  # type: ignore[no-untyped-call]  # its stub has no types
    yield pages
    pictures = {name: picture for picture, name in _EMBEDDED.get(canvas, {}).items()}
    if not pictures:
        return
    numbers = {name.decode(): int(number) for name, number in _REFERENCE.findall(pages)}
    (trailer, start), at, table = _TRAILER.findall(pages)[-1], len(pages), "xref\n"
    for name, picture in pictures.items():
        number = numbers[name]
        body = [memoryview(picture.data)]
        if picture.kind == "png":
            body = [part for kind, part in _chunks(picture.data) if kind == b"IDAT"]
        head = f"{head_of(picture)} /Length {sum(map(len, body))}"
        opening = f"\n{number} 0 obj\n<< {head} >>\nstream\n".encode()
        parts: tuple[Part, ...] = (opening, *body, b"\nendstream\nendobj\n")
        yield from parts
        table += f"{number} 1\n{at + 1:010d} 00000 n \n"
        at += sum(map(len, parts))
    yield table.encode() + b"trailer\n<<" + trailer + b"/Prev " + start
    yield f"\n>>\nstartxref\n{at}\n%%EOF\n".encode()


def head_of(picture: Picture) -> str:
    """Return the entries of a picture's dictionary; "" if a PDF can't have its data as they are."""
    more = ""
    if picture.kind == "jpeg":
        frame = next(part for part in segments(picture.data) if part[1] in _FRAMES)
        bits, channels, filter_ = frame[4], frame[9], "/DCTDecode"
        space = _SPACES[channels] + (_INVERTED if channels == 4 else "")
    else:
        chunks = dict(_chunks(picture.data))
        bits, colour, _, _, interlaced = unpack_from(">5B", chunks[b"IHDR"], 8)
        if interlaced or colour not in _CHANNELS or b"tRNS" in chunks:
            return ""
        channels, filter_ = _CHANNELS[colour], "/FlateDecode"
        space = _SPACES[channels]
        if palette := chunks.get(b"PLTE") if colour == 3 else None:
            space = f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
        rows = f"/Colors {channels} /BitsPerComponent {bits} /Columns {picture.width}"
        more = f" /DecodeParms << /Predictor 15 {rows} >>"
    size = f"/Width {picture.width} /Height {picture.height} /BitsPerComponent {bits}"
    return f"/Type /XObject /Subtype /Image {size} /ColorSpace {space} /Filter {filter_}{more}"


def _chunks(png: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the chunks of a PNG, each with its kind."""
    at = 8
    while at + 8 <= len(png):
        length, kind = unpack_from(">I4s", png, at)
        yield kind, memoryview(png)[at + 8 : at + 8 + length]
        at += length + 12

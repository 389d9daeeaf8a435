"""PDF/X-1a:2003 of pictures in CMYK, as offset printers ask for; no fonts, no transparency.

Colours are converted by formula, black from black ink alone, because no profile of a press is free
to pass on. The ink of a place is at most `MOST_INK`, as for thin card.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from PIL import Image, ImageFilter

import companion

MOST_INK = 2.4  # of four inks of 1 each: 240 %
STEPS = 33  # of each colour in the table that converts them
INCH = 72  # points
BLEED = 9  # points: 1/8 in
PIXELS = INCH / 300  # points a pixel
DATE = "(D:20000101000000Z)"  # the same print gives the same bytes
# what press the colours are meant for: the characterized printing that shops in the US name
CONDITION = (
    "/Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (CGATS TR 001) "
    "/OutputCondition (SWOP, coated paper) /RegistryName (http://www.color.org) /Info (SWOP)"
)


@cache
def _table() -> ImageFilter.Color3DLUT:
    """Return the table from RGB to CMYK; between its entries, ink stays within the limit."""

    def inks(red: float, green: float, blue: float) -> tuple[float, ...]:
        black = 1 - max(red, green, blue)
        if black == 1:
            return (0, 0, 0, 1)
        colours = [(1 - each - black) / (1 - black) for each in (red, green, blue)]
        share = min(1.0, (MOST_INK - black) / (sum(colours) or 1))
        return (*(each * share for each in colours), black)

    return ImageFilter.Color3DLUT.generate(STEPS, inks, channels=4, target_mode="CMYK")


def in_ink(picture: Image.Image) -> Image.Image:
    """Return a picture of RGB in CMYK."""
    return picture.filter(_table())


def write_pdfx(
    path: Path,
    title: str,
    pictures: Iterable[tuple[str, Image.Image]],
    order: Iterable[str | None],
) -> int:
    """Write named pictures of 300 dpi with 1/8 in of bleed as pages; return their number.

    `order` names the picture of each page; None is a blank one.
    """
    with path.open("wb") as file:
        starts = [0]  # of each object; the list of pages comes first, and is written last

        def add(entries: str, stream: bytes | None = None) -> str:
            """Write an object, and return how others refer to it."""
            starts.append(file.tell())
            length = "" if stream is None else f" /Length {len(stream)}"
            file.write(f"{len(starts)} 0 obj\n<< {entries}{length} >>\n".encode())
            if stream is not None:
                file.write(b"stream\n" + stream + b"\nendstream\n")
            file.write(b"endobj\n")
            return f"{len(starts)} 0 R"

        file.write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        pages: dict[str | None, str] = {}
        size = (0.0, 0.0)
        for name, picture in pictures:
            size = (picture.width * PIXELS, picture.height * PIXELS)
            image = add(
                f"/Type /XObject /Subtype /Image /Width {picture.width} /Height {picture.height} "
                "/ColorSpace /DeviceCMYK /BitsPerComponent 8 /Filter /FlateDecode",
                zlib.compress(picture.tobytes()),
            )
            drawn = add("", f"{size[0]:g} 0 0 {size[1]:g} 0 0 cm /P Do".encode())
            pages[name] = f"/Contents {drawn} /Resources << /XObject << /P {image} >> >>"
        pages[None] = f"/Contents {add('', b'')} /Resources << >>"
        edges = f"[0 0 {size[0]:g} {size[1]:g}]"
        cut = f"[{BLEED} {BLEED} {size[0] - BLEED:g} {size[1] - BLEED:g}]"
        boxes = f"/MediaBox {edges} /BleedBox {edges} /TrimBox {cut}"
        kids = [add(f"/Type /Page /Parent 1 0 R {boxes} {pages[name]}") for name in order]
        starts[0] = file.tell()
        listing = f"/Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}]"
        file.write(f"1 0 obj\n<< {listing} >>\nendobj\n".encode())
        root = add(f"/Type /Catalog /Pages 1 0 R /OutputIntents [<< {CONDITION} >>]")
        written = (
            f"/Producer {_text('Rookery')} /Creator {_text(f'Rookery {companion.__version__}')}"
        )
        info = add(
            f"/Title {_text(title)} {written} /CreationDate {DATE} /ModDate {DATE} "
            "/GTS_PDFXVersion (PDF/X-1a:2003) /Trapped /False"
        )
        end, key = file.tell(), f"<{zlib.crc32(title.encode()):032x}>"
        table = "".join(f"{start:010d} 00000 n \n" for start in starts)
        file.write(f"xref\n0 {len(starts) + 1}\n0000000000 65535 f \n{table}".encode())
        file.write(f"trailer\n<< /Size {len(starts) + 1} /Root {root} /Info {info} ".encode())
        file.write(f"/ID [{key} {key}] >>\nstartxref\n{end}\n%%EOF\n".encode())
        return len(kids)


def _text(words: str) -> str:
    """Return a text as PDFs have it, with any letters."""
    return f"<{words.encode('utf-16-be', 'replace').hex()}>".replace("<", "<feff", 1)

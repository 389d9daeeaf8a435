"""Pictures of someone's own cards as a print takes them: as they are, wherever possible."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO

import pypdfium2
from PIL import Image, ImageOps

from companion.errors import PrintError, UsageError, reason
from companion.language import Phrase, say
from companion.layout import Size
from companion.pictures import over_white
from printables.decks.sizes import ALIKE, KNOWN, SIZES, checked
from printables.decks.sources import Source, open_pdf
from printables.draw.embedding import head_of
from printables.draw.pictures import MAX_PIXELS, TURNED, Picture, bare_jpeg, decoded, encoded
from printables.draw.render import POINTS, rendered
from printables.output.shop import PX

FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP", "GIF")
JPEGS = {"JPEG", "MPO"}  # MPO is several JPEGs in a file, as some phones write
CHOSEN_DPI = 100  # less is what programs write if nobody has chosen: 72 or 96
_TURNS = {1: 0, 3: 180, 6: 90, 8: 270}  # degrees clockwise by EXIF's orientation


@dataclass(frozen=True, slots=True)
class Scan:
    """A picture that was read, its turn that makes it upright, and its size in mm if it says so;
    `frames` is how many its file has.
    """

    picture: Picture
    turn: int
    size: Size | None
    frames: int = 1

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height as it is looked at."""
        sides = (self.picture.width, self.picture.height)
        return sides[::-1] if self.turn % 180 else sides

    @property
    def wide(self) -> bool:
        """Whether it is wider than high."""
        return self.pixels[0] > self.pixels[1]


def read_scan(source: Source) -> Scan:
    """Read a picture, so that a PDF can have it as it is if possible; raises `PrintError`."""
    where = str(source.path)
    if source.page:
        with open_pdf(source.path) as document:
            page = document[source.page - 1]
            size = Size(*(round(side / POINTS, 1) for side in page.get_size()))
            checked(size, where, f"page {source.page}")
            if size.width * size.height * PX**2 > MAX_PIXELS:
                remedy = "save it as a picture, or smaller"
                raise PrintError(where, f"page {source.page} is larger than A2", remedy=remedy)
            picture = _only_jpeg(page) or encoded(rendered(page, PX), "png")
            return Scan(picture, 0, size)

    def unfit(problem: Phrase, remedy: str, **values: object) -> PrintError:
        return PrintError(where, say(problem, name="it", **values), remedy=remedy)

    try:
        data = source.path.read_bytes()
    except OSError as error:
        raise UsageError(where, reason(error), remedy="check its permissions") from error
    image = decoded(data, unfit, FORMATS, _skim)
    frames = 1 if image.format in JPEGS else getattr(image, "n_frames", 1)
    dpi, turn = image.info.get("dpi", (0, 0)), None
    width, height = Image.open(BytesIO(data)).size  # skimming shrinks JPEGs
    picture = Picture("png", data, width, height)
    if image.format in JPEGS:
        turn = _TURNS.get(image.getexif().get(TURNED, 1))
        picture = Picture("jpeg", bare_jpeg(data), width, height)
    elif image.format == "PNG" and "exif" not in image.info:
        turn = 0
    if turn is None or not head_of(picture):
        image = over_white(ImageOps.exif_transpose(decoded(data, unfit, FORMATS)))
        turn, picture = 0, encoded(image, "png")
    scan = Scan(picture, turn, None, frames)
    if min(dpi) < CHOSEN_DPI:
        return scan
    across, down = dpi if scan.pixels == (width, height) else dpi[::-1]
    wide, high = (
        round(float(n / d) * 25.4, 1) for n, d in zip(scan.pixels, (across, down), strict=True)
    )
    return replace(scan, size=Size(wide, high))


def _only_jpeg(page: pypdfium2.PdfPage) -> Picture | None:
    """Return the JPEG that fills a page, as PDFs made of pictures have; None for other pages."""
    found = list(page.get_objects())
    if len(found) != 1 or not isinstance(found[0], pypdfium2.PdfImage) or page.get_rotation():
        return None
    left, low, right, top = page.get_cropbox()
    spans = zip(
        found[0].get_matrix().get(), (right - left, 0, 0, top - low, left, low), strict=True
    )
    clear = pypdfium2.raw.FPDFPageObj_HasTransparency(found[0].raw)
    if found[0].get_filters() != ["DCTDecode"] or clear or any(abs(a - b) > 0.5 for a, b in spans):
        return None
    picture = Picture("jpeg", bare_jpeg(bytes(found[0].get_data())), *found[0].get_px_size())
    return picture if "/DeviceRGB" in head_of(picture) else None


def _skim(image: Image.Image) -> None:
    """Look for damage without decoding every pixel."""
    if image.format == "PNG":
        image.verify()
        return
    if image.format in JPEGS:
        image.draft(image.mode, (image.width // 8, image.height // 8))
    image.load()


def own_size(source: Source, scan: Scan, included: float) -> Size:
    """Return the upright size of a card without its bleed; raises `UsageError` if unknown."""
    if scan.size is None:
        wide, high = sorted(scan.pixels)
        like = [
            name
            for name, size in SIZES.items()
            if abs(wide / high * size.height / size.width - 1) < ALIKE
        ]
        remedy = f"add --size {(like or ['poker'])[0]}, or another: {KNOWN}"
        problem = f"{wide} x {high} pixels, but not how many mm"
        raise UsageError(source.name, problem, remedy=remedy)
    sides = sorted(round(side - 2 * included, 1) for side in (scan.size.width, scan.size.height))
    return checked(Size(*sides), source.name, "its size")

"""Pictures of faces with their bleed: for any print shop, and for what is made for some of them.

A shop cuts off the bleed and pairs fronts and backs by the order of their file names, which also
contain the number of copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, PngImagePlugin
from reportlab.lib.units import mm

from companion.errors import UsageError
from companion.game import Piece
from companion.language import Phrase, counted, listed
from companion.manifest import Manifest, PrintedPiece
from printables.draw.embedding import finished
from printables.draw.paths import Shape
from printables.draw.pen import BLEED
from printables.draw.render import opened, rendered
from printables.output.files import check_folder
from printables.output.job import Job
from printables.output.printer import document, face_form
from printables.preflight import check_art, check_tags, outline_of, small_texts

DPI = 300
PX = DPI / 25.4  # per mm
COMPRESSION = 6  # of a PNG; 9 takes three times as long to save 1 %
FINE = 4  # how many times larger outlines are drawn before they are shrunk, to be smooth


@dataclass(frozen=True, slots=True)
class ShopFace:
    """One face of piece `number` (from 1)."""

    piece: Piece
    face: str
    number: int
    copies: int

    @property
    def name(self) -> str:
        """The name of the file: number, piece, copies if several, and side.

        >>> from companion.layout import Size
        >>> ShopFace(Piece("token", "token", Size(20, 20), {"front": ()}), "front", 84, 10).name
        '084_token_x10_front.png'
        """
        many = f"_x{self.copies}" if self.copies > 1 else ""
        return f"{self.number:03d}_{self.piece.id}{many}_{self.face}.png"

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height with bleed, px; a poker card has 815 x 1110."""
        width, height = self.piece.size.width + 2 * BLEED, self.piece.size.height + 2 * BLEED
        return (round(width * PX), round(height * PX))


def shop_faces(job: Job) -> tuple[ShopFace, ...]:
    """Return each face of the job once, fronts before their backs."""
    return tuple(
        ShopFace(piece, face, number, piece.count * job.copies)
        for number, piece in enumerate(job.pieces, start=1)
        for face in ("front", "back")
        if face in piece.faces
    )


@dataclass(frozen=True, slots=True)
class DrawnFaces:
    """The faces of a job, each in the middle of a page of `document`; `small` warns of texts.

    `done` is called after the first picture of each.
    """

    job: Job
    faces: tuple[ShopFace, ...]
    document: pypdfium2.PdfDocument
    small: tuple[Phrase, ...]
    done: Callable[[], None]
    pictured: set[str] = field(default_factory=set)

    def picture(
        self, face: ShopFace, pixels: tuple[int, int] | None = None, *, scale: float = 1
    ) -> Image.Image:
        """Return a face's middle of width and height `pixels`, all of it by default.

        With a `scale` of 1 it has 300 dpi.
        """
        page = self.document[self.faces.index(face)]
        whole = rendered(page, PX * scale * (1 - 1e-6))  # PDFium rounds floats up
        if face.name not in self.pictured:
            self.pictured.add(face.name)
            self.done()
        if pixels is None or pixels == whole.size:
            return whole
        left, top = ((has - wanted) // 2 for has, wanted in zip(whole.size, pixels, strict=True))
        return whole.crop((left, top, left + pixels[0], top + pixels[1]))

    def cut_out(self, face: ShopFace, shape: Shape | None, *, scale: float = 1) -> Image.Image:
        """Return a face without its bleed; all but its shape, if it has one, is transparent."""
        sides, px = face.piece.size, PX * scale
        size = (int(sides.width * px), int(sides.height * px))
        picture = self.picture(face, size, scale=scale)
        if shape:
            mask = Image.new("L", (size[0] * FINE, size[1] * FINE))
            for run in outline_of(sides, shape, behind=face.face != "front"):
                points = [(x * px * FINE, y * px * FINE) for x, y in run.points]
                ImageDraw.Draw(mask).polygon(points, fill=255)
            picture.putalpha(mask.resize(size, Image.Resampling.BOX))
        return picture


@contextmanager
def drawn_faces(job: Job, done: Callable[[], None] = lambda: None) -> Iterator[DrawnFaces]:
    """Draw and check each face of a job once; `done` is called when a face has its picture."""
    faces, title = shop_faces(job), listed((job.title,))
    canvas = document(title, title, "Simplex", job.language)
    printed: list[PrintedPiece] = []  # each face in the middle of its page
    for page, face in enumerate(faces, start=1):
        piece, (width, height) = face.piece, (count / PX for count in face.pixels)
        left, top = (width - piece.size.width) / 2, (height - piece.size.height) / 2
        canvas.setPageSize((width * mm, height * mm))
        form = face_form(canvas, job, piece, face.face)
        canvas.translate(left * mm, top * mm)
        canvas.doForm(form)
        canvas.showPage()
        trim, tags = (left, top, piece.size.width, piece.size.height), tuple(piece.faces[face.face])
        printed.append(PrintedPiece(piece.id, piece.kind, face.face, 1, page, trim, 0, tags))
    pdf, deck = b"".join(finished(canvas)), job.deck.fingerprint
    listing = Manifest(job.game.slug, deck, job.paper.slug, (0, 0), tuple(printed))
    check_tags(pdf, listing)
    check_art(pdf, listing, job.art, job.source)
    with opened(pdf) as pages:
        yield DrawnFaces(job, faces, pages, small_texts(canvas), done)


def save_png(picture: Image.Image, path: Path) -> None:
    """Write a picture of 300 dpi in sRGB."""
    text = PngImagePlugin.PngInfo()
    text.add(b"sRGB", b"\x00")  # rendering intent: perceptual
    picture.save(path, "PNG", dpi=(DPI, DPI), pnginfo=text, compress_level=COMPRESSION)


def write_faces(drawn: DrawnFaces, folder: Path) -> list[str]:
    """Write a picture of each face; return what was written."""
    for face in drawn.faces:
        save_png(drawn.picture(face), folder / face.name)
    size = f"{DPI} dpi, each with {BLEED:g} mm of bleed"
    return [f"{counted(len(drawn.faces), 'picture')} at {size}"]


def check_shop(folder: Path) -> Path:
    """Return `folder` if it is empty or can be made; raises `UsageError` otherwise."""
    other = "name another one with --shop"
    try:
        if not folder.exists():
            check_folder(folder.parent, other)
        elif any(check_folder(folder, other).iterdir()):
            remedy = "name a new folder with --shop, or empty this one"
            raise UsageError(str(folder), "has something in it", remedy=remedy)
    except OSError as error:
        raise UsageError(str(folder), f"can't be used ({error.strerror})", remedy=other) from error
    return folder

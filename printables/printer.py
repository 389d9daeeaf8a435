"""The printer: pieces in, a PDF and its manifest out.

Each face is one form XObject, drawn once however often it is placed. The same job gives the same bytes: no clock,
no random numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from math import ceil
from typing import Any, Protocol

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfdoc import ViewerPreferencesPDFDictionary, checkPDFBoolean
from reportlab.pdfgen.canvas import Canvas

import companion
from companion.errors import PrintError
from companion.game import Game, Piece
from companion.manifest import Manifest
from printables.fonts import font
from printables.imposition import Page, Placement, Sides, impose, manifest
from printables.legend import SmallPrint, draw_legend, strips
from printables.marks import draw_crop_marks, draw_fold
from printables.paper import Paper
from printables.pen import BLEED, PdfPen, Pen
from printables.sheet import copies_of

rl_config.useA85 = 0  # streams as bytes, not as text: a fifth smaller, and a quarter second faster
SHORT_FINGERPRINT = 8  # digits of it that go to paper: enough to tell two decks of one table apart


@dataclass(frozen=True, slots=True)
class Job:
    """What to print: `pieces` of the game's `deck` (read from `source`), each `copies` times."""

    game: Game
    deck: Any
    source: str
    pieces: tuple[Piece, ...]
    paper: Paper
    sides: Sides
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Printout:
    """A printed job: the PDF's bytes, its manifest and its pages."""

    pdf: bytes
    manifest: Manifest
    pages: tuple[Page, ...]


class Draw(Protocol):
    """What a game's module in `printables/faces/` offers as `draw`."""

    def __call__(self, pen: Pen, piece: Piece, face: str, deck: Any) -> None:
        """Draw one face with its tags, background 3 mm beyond the trim."""


def print_job(job: Job) -> Printout:
    """Impose and draw; raises `PrintError` for a piece that does not fit or a text that the font can not draw."""
    pages = impose(copies_of(job.pieces, job.copies), job.paper, job.sides)
    file = BytesIO()
    default: Any = font().fontName  # or each page would name Helvetica, which no PDF of ours embeds; stubs say float
    canvas = Canvas(file, pdfVersion=(1, 7), pageCompression=1, invariant=1, lang="en", initialFontName=default)
    _describe(canvas, job)
    for page in pages:
        _draw_page(canvas, page, job, pages)
        canvas.showPage()
    canvas.save()
    written = manifest(pages, job.game.slug, job.deck.fingerprint, job.paper)
    return Printout(file.getvalue(), written, pages)


def _describe(canvas: Canvas, job: Job) -> None:
    """Title and author for people; for the print dialogue: no scaling, this duplex, the tray of this paper."""
    canvas.setTitle(f"{job.game.title} - print and play, {job.paper.title}")
    canvas.setAuthor("Rookery")
    canvas.setSubject(f"deck {job.deck.fingerprint}")
    canvas.setCreator(f"Rookery {companion.__version__}")
    allowed = {**ViewerPreferencesPDFDictionary.validate, "PickTrayByPDFSize": checkPDFBoolean}
    wishes = ViewerPreferencesPDFDictionary(validate=allowed)
    wishes["PrintScaling"] = "None"
    wishes["Duplex"] = job.sides.duplex
    wishes["PickTrayByPDFSize"] = "true"
    wishes["DisplayDocTitle"] = "true"
    canvas.setCatalogEntry("ViewerPreferences", wishes)


def _draw_page(canvas: Canvas, page: Page, job: Job, pages: tuple[Page, ...]) -> None:
    edges = (0, 0, page.size.width * mm, page.size.height * mm)
    canvas.setPageSize(edges[2:])
    for box in ("crop", "trim"):
        canvas.setCropBox(edges, box)
    for placed in page.placements:
        _place(canvas, page, placed, job)
    pen = PdfPen(canvas, page.size)
    draw_crop_marks(pen, page)
    if job.sides.folded:
        draw_fold(pen, page)
    words = SmallPrint(
        job.game.title, f"{page.side} {page.sheet} of {pages[-1].sheet}", page.number, len(pages),
        job.sides.hint, job.deck.fingerprint[:SHORT_FINGERPRINT],
    )  # fmt: skip
    draw_legend(pen, strips(page.size, job.sides.frame(job.paper), folded=job.sides.folded), words)


def _place(canvas: Canvas, page: Page, placed: Placement, job: Job) -> None:
    form = _form(canvas, placed, job)
    art, trim, bottom = placed.art, placed.trim, page.size.height
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(art.x * mm, (bottom - art.bottom) * mm, art.width * mm, art.height * mm)
    canvas.clipPath(window, stroke=0, fill=0)
    if placed.rotation:
        canvas.transform(-1, 0, 0, -1, trim.right * mm, (bottom - trim.y) * mm)
    else:
        canvas.translate(trim.x * mm, (bottom - trim.bottom) * mm)
    canvas.doForm(form)
    canvas.restoreState()


def _form(canvas: Canvas, placed: Placement, job: Job) -> str:
    """The name of the face's form, drawn now if this is its first copy."""
    piece = placed.piece
    name = f"{piece.id}.{placed.face}"
    if not canvas.hasForm(name):
        edge = ceil(BLEED * mm)  # whole points outward; the page clips to the exact art
        canvas.beginForm(name, -edge, -edge, piece.size.width * mm + edge, piece.size.height * mm + edge)
        try:
            _artist(job.game)(PdfPen(canvas, piece.size), piece, placed.face, job.deck)
        except PrintError as error:
            raise PrintError(job.source, error.problem, at=f"{piece.id}, {placed.face}", remedy=error.remedy) from error
        canvas.endForm()
    return name


def _artist(game: Game) -> Draw:
    draw: Draw = import_module(f"printables.faces.{game.slug}").draw
    return draw

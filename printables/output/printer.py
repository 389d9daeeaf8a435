"""Prints a job: makes its PDF and manifest.

A face that is placed more than once is drawn once, as a form XObject. The same job gives the same
bytes, without clock or random numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from math import ceil

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfdoc import ViewerPreferencesPDFDictionary, checkPDFBoolean
from reportlab.pdfgen.canvas import Canvas

import companion
from companion.errors import PrintError
from companion.game import Piece
from companion.language import Phrase, listed, say, translated
from companion.manifest import Manifest
from printables import preflight
from printables.art.cover import deck_mark, name_and_subtitle
from printables.draw.colours import BLACK, Ink
from printables.draw.embedding import Part, finished
from printables.draw.fonts import check_glyphs, font
from printables.draw.paths import Point
from printables.draw.pen import BLEED, PdfPen
from printables.faces.artists import has_light_back
from printables.marks.cuts import draw_crop_marks, draw_cut_order, draw_fold
from printables.marks.guides import draw_guides, names
from printables.marks.index import SAMPLES, Contents, draw_index
from printables.marks.legend import draw_legend
from printables.output.job import Job
from printables.output.plotter import draw_registration
from printables.output.profiles import NONE, matrix, moved
from printables.preflight import Inspector
from printables.sheets import imposition
from printables.sheets.cutter import cutter_pages, fitted
from printables.sheets.imposition import INDEX, Page, Placement
from printables.sheets.packing import copies_of
from printables.sheets.plan import STOCKS, hint, pieces_of, steps, stock_of, tally

rl_config.useA85 = 0  # binary streams: a fifth smaller, and a quarter of a second faster
SIDES_OF_PAPER = {
    "front": say("front {n} of {all}"),
    "back": say("back {n} of {all}"),
    "sheet": say("sheet {n} of {all}"),
}


@dataclass(frozen=True, slots=True)
class Printout:
    """A printed job: the `parts` of the PDF, its manifest and pages, and warnings about `small`
    texts.
    """

    parts: tuple[Part, ...]
    manifest: Manifest
    pages: tuple[Page, ...]
    small: tuple[Phrase, ...] = ()

    @property
    def pdf(self) -> bytes:
        """The PDF as a whole."""
        return b"".join(self.parts)


def by_stock(job: Job) -> tuple[Job, ...]:
    """Return a job for each paper that the pieces need."""
    parts = (
        (stock, tuple(piece for piece in job.pieces if stock_of(piece) == stock))
        for stock in STOCKS
    )
    return tuple(replace(job, pieces=pieces, stock=stock) for stock, pieces in parts if pieces)


def plan(job: Job) -> tuple[Page, ...]:
    """Lay out the job's pages without drawing them; raises `PrintError` for a piece too large."""
    copies = copies_of(job.pieces, job.copies, job.shape)
    if job.cutter:
        return cutter_pages(copies, job.paper, job.sides, job.cutter)
    return imposition.impose(copies, job.paper, job.sides, bleed=job.bleed, index=job.index)


def print_job(
    job: Job, pages: tuple[Page, ...] | None = None, drawn: Callable[[], None] = lambda: None
) -> Printout:
    """Draw the planned `pages` of the job, and call `drawn` after each.

    Raises `PrintError` for a piece that is too large and for the problems that preflight finds.
    """
    pages = plan(job) if pages is None else pages
    imposition.check_pages(pages)
    check_glyphs(job.title, f"{job.source}, title")
    check_glyphs(job.credit, f"{job.source}, credit")
    title = say("{game} - print and play, {paper}", game=job.title, paper=job.paper.title)
    subject = say("deck {fingerprint}", fingerprint=job.deck.fingerprint)
    canvas = document(title, subject, imposition.duplex(pages, job.sides), job.language)
    for page in pages:
        _draw_page(canvas, page, job, pages)
        canvas.showPage()
        drawn()
    listing = imposition.manifest(pages, job.game.slug, job.deck.fingerprint, job.paper)
    listing = replace(listing, fields=job.fields)
    small = preflight.small_texts(canvas)
    printout = Printout(tuple(finished(canvas)), listing, pages, small)
    if not job.art and not any(piece.tags for piece in listing.pieces):
        return printout  # nothing that a picture of its pages would show
    pdf = printout.pdf

    def move(number: int, point: Point) -> Point:
        page = pages[number - 1]
        return moved(job.correction(page), *point, page.printed)

    preflight.check_tags(pdf, listing, move)
    preflight.check_art(pdf, listing, job.art, job.source, move)
    return printout


def document(title: Phrase, subject: Phrase, turning: str, language: str) -> Canvas:
    """Return a canvas for a PDF with a title, and with the right defaults for printing.

    `finished` returns the PDF.
    """
    # Without our font as the initial one, each page would refer to Helvetica, which isn't embedded.
    canvas = Canvas(
        BytesIO(),
        pdfVersion=(1, 7),
        pageCompression=1,
        invariant=1,
        lang=language,
        initialFontName=font().fontName,  # type: ignore[arg-type]  # its stub says a number
    )
    canvas.setTitle(translated(title, language))
    canvas.setAuthor("Rookery")
    canvas.setSubject(translated(subject, language))
    canvas.setCreator(f"Rookery {companion.__version__}")
    allowed = {**ViewerPreferencesPDFDictionary.validate, "PickTrayByPDFSize": checkPDFBoolean}
    wishes = ViewerPreferencesPDFDictionary(validate=allowed)
    wishes["PrintScaling"] = "None"
    wishes["Duplex"] = turning
    wishes["PickTrayByPDFSize"] = "true"
    wishes["DisplayDocTitle"] = "true"
    canvas.setCatalogEntry("ViewerPreferences", wishes)
    return canvas


def _draw_page(canvas: Canvas, page: Page, job: Job, pages: tuple[Page, ...]) -> None:
    edges = (0, 0, page.printed.width * mm, page.printed.height * mm)
    canvas.setPageSize(edges[2:])
    for box in ("crop", "trim"):
        canvas.setCropBox(edges, box)
    canvas.saveState()
    # All drawing on the page is corrected here; the manifest keeps the intended positions.
    correction = job.correction(page)
    if correction != NONE:
        canvas.transform(*matrix(correction, page.printed, mm))
    if page.cut_out and job.cutter:
        for path in fitted(job.cutter, pages).marks(page.printed):
            PdfPen(canvas, page.printed).paint(path, BLACK)
    elif page.cut_out and job.registered:
        draw_registration(PdfPen(canvas, page.printed), page.printed)
    if page.sideways:
        canvas.transform(0, 1, -1, 0, page.printed.width * mm, 0)
    if page.side == INDEX:
        title = [job.title, say("index")]
        draw_index(
            _make_inspector(canvas, page, job, job.ink), page.size, _contents(canvas, job, pages)
        )
    else:
        title = [job.title, *names(page.placements)]
        if page.sheet:
            title.append(say(SIDES_OF_PAPER[page.side], n=page.sheet, all=pages[-1].sheet))
        if job.stock:
            title.append(STOCKS[job.stock])
        for placed in page.placements:
            _draw_placed(canvas, page, placed, job)
        pen = PdfPen(canvas, page.size, language=job.language)
        draw_crop_marks(pen, page)
        if page.cut_out:
            draw_guides(pen, page)
            if not job.cutter:
                draw_cut_order(pen, page)
        if page.frame.folded and page.placements:
            draw_fold(pen, page)
    if page.side == INDEX or page.placements:
        title.append(say("page {n} of {all}", n=page.number, all=len(pages)))
        mark = listed(filter(None, (deck_mark(job.deck), job.credit)), " · ")
        words = listed(title, " · "), mark, hint(pages, job.sides)
        draw_legend(_make_inspector(canvas, page, job), page, *words)
    canvas.restoreState()


def _make_inspector(canvas: Canvas, page: Page, job: Job, ink: Ink = "full") -> Inspector:
    """Return a pen for the marks around the pieces that also checks the size of letters."""
    pen = PdfPen(canvas, page.size, ink, language=job.language)
    return Inspector(canvas, pen, f"page {page.number}", preflight.outline_of(page.size))


def _contents(canvas: Canvas, job: Job, pages: tuple[Page, ...]) -> Contents:
    """Return what the first page shows: each kind with samples from all over the deck."""

    def draw_small(piece: Piece) -> None:
        form = face_form(canvas, job, piece, "front")
        canvas.translate(-piece.size.width / 2 * mm, -piece.size.height / 2 * mm)
        canvas.doForm(form)

    kinds = []
    for kind, number in tally(job.pieces, job.copies).items():
        pieces = [
            piece
            for piece in job.pieces
            if piece.kind == kind
            for _ in range(min(piece.count, SAMPLES))
        ]
        last = len(pieces) - 1
        numbers = sorted({round(last * step / (SAMPLES - 1)) for step in range(SAMPLES)})
        kinds.append((pieces_of(kind, number), [pieces[n] for n in numbers]))
    return Contents(
        *name_and_subtitle(job.game, job.deck, job.language),
        kinds,
        job.paper.title,
        imposition.sheets_of_paper(pages, job.sides),
        deck_mark(job.deck),
        steps(pages, job.paper, job.sides),
        job.shape,
        draw_small,
    )


_TURNS = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}


def _draw_placed(canvas: Canvas, page: Page, placed: Placement, job: Job) -> None:
    """Draw a face where it is placed, clipped to its art box."""
    piece = placed.copy.panel.whole if placed.copy.panel else placed.piece
    # A face that appears only once is drawn in place, because a page compresses better as a whole
    # than face by face.
    alone = (
        piece.count * job.copies == 1
        and not placed.copy.panel
        and not canvas.hasForm(f"{piece.id}.{placed.face}")
    )
    form = "" if alone else face_form(canvas, job, piece, placed.face)
    art, trim, bottom = placed.art, placed.trim, page.size.height
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(art.x * mm, (bottom - art.bottom) * mm, art.width * mm, art.height * mm)
    canvas.clipPath(window, stroke=0, fill=0)
    x, y = trim.spot(0, placed.piece.size.height, placed.rotation)
    canvas.transform(*_TURNS[placed.rotation], x * mm, (bottom - y) * mm)
    if placed.copy.panel:
        seen = placed.copy.panel.seen(placed.face)
        canvas.translate(-seen.x * mm, (seen.bottom - piece.size.height) * mm)
    if form:
        canvas.doForm(form)
    else:
        _draw_face(canvas, job, piece, placed.face)
    canvas.restoreState()


def face_form(canvas: Canvas, job: Job, piece: Piece, face: str) -> str:
    """Return the name of a face's form, drawn if it is new; its origin is the trim's lower left.

    Raises `PrintError`, which names the deck, piece and face, for anything that can't be printed.
    """
    name = f"{piece.id}.{face}"
    if not canvas.hasForm(name):
        edge = ceil(BLEED * mm)  # whole points outward; the page clips to the exact art
        canvas.beginForm(
            name, -edge, -edge, piece.size.width * mm + edge, piece.size.height * mm + edge
        )
        _draw_face(canvas, job, piece, face)
        canvas.endForm()
    return name


def _draw_face(canvas: Canvas, job: Job, piece: Piece, face: str) -> None:
    """Draw and check a face whose lower left corner is the canvas' origin; raises `PrintError`."""
    try:
        shape = job.shape(piece)
        preflight.check_spots(piece, face, shape)
        light = face == "back" and job.ink == "full" and has_light_back(job.game, piece, job.faces)
        ink = job.back_ink if light else job.ink
        pen = PdfPen(canvas, piece.size, ink, job.pictures, job.language)
        outline = preflight.outline_of(piece.size, shape, behind=face != "front")
        inspector = Inspector(canvas, pen, piece.id, outline)
        job.draw(inspector, piece, face, job.deck)
        inspector.finish()
    except PrintError as error:
        at = f"{piece.id}, {face}"
        raise PrintError(job.source, error.problem, at=at, remedy=error.remedy) from error

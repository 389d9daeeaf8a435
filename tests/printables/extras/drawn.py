"""Extras drawn on pages of their own, with the printer's preflight watching, and read back."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.deckfile import deck_text, load_deck
from companion.game import Game, Piece, game
from printables.draw.colours import Ink
from printables.draw.fonts import font
from printables.draw.pen import PdfPen
from printables.extras.contents import ARTISTS, contents
from printables.faces.artists import artist, shape_of
from printables.preflight import Inspector, check_spots, outline_of


def pieces(slug: str, kind: str, address: str = "") -> tuple[Piece, ...]:
    """A game's extras of one kind."""
    return tuple(piece for piece in _all(slug, address) if piece.kind == kind)


@cache
def _all(slug: str, address: str) -> tuple[Piece, ...]:
    row = game(slug)
    everything = contents(row, load_deck(row), deck_text(row)[0], address=address)
    return tuple(piece for piece in everything if piece.kind in ARTISTS)


def draw(row: Game, deck: Any, drawn: tuple[Piece, ...], ink: Ink = "full") -> bytes:
    """A PDF with a page for each face, as large as the piece; raises `PrintError` as the printer
    would.
    """
    file = BytesIO()
    canvas = Canvas(file, initialFontName=font().fontName, invariant=1)  # type: ignore[arg-type]
    for piece in drawn:
        for face in piece.faces:
            canvas.setPageSize((piece.size.width * mm, piece.size.height * mm))
            shape = shape_of(row, deck)(piece)
            check_spots(piece, face, shape)
            outline = outline_of(piece.size, shape, behind=face != "front")
            pen = Inspector(canvas, PdfPen(canvas, piece.size, ink), piece.id, outline)
            artist(row)(pen, piece, face, deck)
            pen.finish()
            canvas.showPage()
    canvas.save()
    return file.getvalue()


@cache
def drawn(slug: str, kind: str, ink: Ink = "full", address: str = "") -> bytes:
    """The standard deck's extras of one kind."""
    row = game(slug)
    return draw(row, load_deck(row), pieces(slug, kind, address), ink)


def words(pdf: bytes, page: int = 0) -> str:
    """All text of a page, lines joined."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return " ".join(document[page].get_textpage().get_text_range().split())
    finally:
        document.close()


def picture(pdf: bytes, px_per_mm: float, page: int = 0) -> npt.NDArray[np.uint8]:
    """A page in grey."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        found = document[page].render(scale=px_per_mm * 25.4 / 72, grayscale=True).to_numpy()
        return np.ascontiguousarray(found.reshape(found.shape[:2]))
    finally:
        document.close()

"""Faces put on pages of their own and looked at: what the tests of all games' faces share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pypdfium2
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.game import Piece
from companion.layout import Size
from printables.artists import Draw
from printables.colours import Ink
from printables.paths import rectangle
from printables.pen import BLEED, PdfPen

Drawn: TypeAlias = tuple[Piece, str]  # a piece and one of its faces
Pixels: TypeAlias = npt.NDArray[np.uint8]

DPI = 150
MAGENTA = "#ff00ff"


def on_pages(draw: Draw, deck: Any, drawn: Sequence[Drawn], ink: Ink = "full", page: str = MAGENTA) -> bytes:
    """A PDF with a page for each face, with its bleed, on a ground of the colour `page`."""
    file = BytesIO()
    canvas = Canvas(file, invariant=1)
    for piece, side in drawn:
        width, height = piece.size.width + 2 * BLEED, piece.size.height + 2 * BLEED
        canvas.setPageSize((width * mm, height * mm))
        PdfPen(canvas, Size(width, height)).paint(rectangle(0, 0, width, height), page)
        canvas.translate(BLEED * mm, BLEED * mm)
        draw(PdfPen(canvas, piece.size, ink), piece, side, deck)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def rendered(data: bytes, dpi: float = DPI) -> Iterator[Pixels]:
    """The pages as BGR pictures."""
    document = pypdfium2.PdfDocument(data)
    try:
        for page in document:
            yield np.array(page.render(scale=dpi / 72).to_numpy()[:, :, :3])
    finally:
        document.close()

"""Drawings and printed pages as pictures, for the manual's."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from companion.layout import Size
from companion.manifest import Manifest
from printables.draw.colours import GOLD, INK
from printables.draw.paths import rectangle, rounded
from printables.draw.pen import PdfPen, Pen
from rookery import print_game

PX = 9.0  # a mm of a drawing
TABLE = "#ead9bd"


def drawn(size: Size, draw: Callable[[Pen], None]) -> Image.Image:
    """Return a drawing of so many mm on white paper."""
    scale = 72 / 25.4
    data = BytesIO()
    canvas = Canvas(data, pagesize=(size.width * scale, size.height * scale))
    canvas.translate(0, size.height * scale)
    pen = PdfPen(canvas, Size(size.width, 0))
    draw(pen)
    canvas.save()
    page = pypdfium2.PdfDocument(data.getvalue())[0]
    picture: Image.Image = page.render(scale=PX / scale).to_pil()
    return picture


def print_page(folder: Path, slug: str, only: str, px: float) -> tuple[Image.Image, Manifest]:
    """Return the first page of a print, `px` a mm, and its manifest."""
    pdf = folder / f"{slug}.pdf"
    printed = print_game(slug, pdf, only=[only], force=True).manifest
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=px * 25.4 / 72)
    return page.to_pil().convert("RGB"), printed


def draw_number(pen: Pen, number: int) -> None:
    """Draw a number on a disc of 9 mm."""
    pen.paint(rectangle(0, 0, 9, 9), TABLE)
    pen.paint(rounded(0.3, 0.3, 8.4, 8.4, 4.2), GOLD, INK, width=0.4)
    pen.text(4.5, 6.4, str(number), 5.5, INK, weight="semibold")

"""Rendering PDFs with PDFium, independently of the code that wrote them."""

from __future__ import annotations

from contextlib import closing
from math import ceil, floor

import pypdfium2
from PIL import Image

from printables.draw.paths import Box

POINTS = 72 / 25.4  # a mm


def opened(pdf: bytes) -> closing[pypdfium2.PdfDocument]:
    """Return a PDF for a `with` block."""
    return closing(pypdfium2.PdfDocument(pdf))


def rendered(page: pypdfium2.PdfPage, px_per_mm: float) -> Image.Image:
    """Return the whole page on white."""
    picture: Image.Image = page.render(scale=px_per_mm / POINTS).to_pil()
    return picture


def patch(page: pypdfium2.PdfPage, box: Box, px_per_mm: float) -> tuple[Image.Image, Box]:
    """Return only the part of the page around `box`, mm, in grey, and the box within it, px."""
    scale, (wide, high) = px_per_mm / POINTS, page.get_size()
    # the page is stretched a little to whole pixels
    across, down = ceil(wide / POINTS * px_per_mm), ceil(high / POINTS * px_per_mm)
    x, y = box.x * across / (wide / POINTS), box.y * down / (high / POINTS)
    width, height = box.width * across / (wide / POINTS), box.height * down / (high / POINTS)
    place = Box(x, y, width, height)
    left, top = floor(place.x), floor(place.y)
    # PDFium renders without these edges; its wrapper rounds up, so half a pixel less
    edges = (left, down - ceil(place.bottom), across - ceil(place.right), top)
    crop = tuple((edge - 0.5) / scale if edge else 0 for edge in edges)
    picture: Image.Image = page.render(scale=scale, crop=crop, grayscale=True).to_pil()
    return picture, place.moved(-left, -top)

"""Rendering PDFs with PDFium, independently of the code that wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, floor

import pypdfium2
from PIL import Image

from printables.draw.boxes import Box

POINTS = 72 / 25.4  # a mm


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of an open PDF."""

    page: pypdfium2.PdfPage

    def picture(self, px_per_mm: float) -> Image.Image:
        """Return the whole page rendered on white."""
        picture: Image.Image = self.page.render(scale=px_per_mm / POINTS).to_pil()
        return picture

    def patch(self, box: Box, px_per_mm: float) -> tuple[Image.Image, Box]:
        """Return the part of the page around `box`, mm, in grey, and the box within it, px."""
        across, down = (ceil(length / POINTS * px_per_mm) for length in self.page.get_size())
        wide, high = (length / POINTS for length in self.page.get_size())
        # The page is stretched a little to whole pixels.
        x, y = box.x * across / wide, box.y * down / high
        place = Box(x, y, box.width * across / wide, box.height * down / high)
        left, top = floor(place.x), floor(place.y)
        # PDFium renders without these edges; its wrapper rounds up, so half a pixel less
        edges = (left, down - ceil(place.bottom), across - ceil(place.right), top)
        scale = px_per_mm / POINTS
        crop = tuple((edge - 0.5) / scale if edge else 0 for edge in edges)
        picture: Image.Image = self.page.render(scale=scale, crop=crop, grayscale=True).to_pil()
        return picture, place.moved(-left, -top)


@contextmanager
def opened(pdf: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF in a `with` block; `leaf` returns its pages."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


def leaf(document: pypdfium2.PdfDocument, number: int) -> Leaf:
    """Return page `number` (from 1)."""
    return Leaf(document[number - 1])

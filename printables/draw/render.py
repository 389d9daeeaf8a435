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

    def picture(self, px_per_mm: float, *, grey: bool = False) -> Image.Image:
        """Return the whole page rendered on white."""
        return _pixels(self.page, px_per_mm, (0, 0, 0, 0), grey=grey)

    def patch(self, box: Box, px_per_mm: float) -> tuple[Image.Image, Box]:
        """Return the part of the page around `box`, mm, rendered in grey, and the box within it,
        px.

        Only that part is rendered, so small patches are fast.
        """
        across, down = (ceil(length / POINTS * px_per_mm) for length in self.page.get_size())
        wide, high = (length / POINTS for length in self.page.get_size())
        # The page is stretched a little to whole pixels.
        place = Box(
            box.x * across / wide,
            box.y * down / high,
            box.width * across / wide,
            box.height * down / high,
        )
        left, top = floor(place.x), floor(place.y)
        edges = (left, down - ceil(place.bottom), across - ceil(place.right), top)
        return _pixels(self.page, px_per_mm, edges, grey=True), place.moved(-left, -top)


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


def _pixels(
    page: pypdfium2.PdfPage, px_per_mm: float, edges: tuple[int, int, int, int], *, grey: bool
) -> Image.Image:
    """Return the page rendered without `edges`: px at its left, lower, right and upper edge."""
    scale = px_per_mm / POINTS
    # half a pixel less, because PDFium's wrapper rounds up
    crop = tuple((edge - 0.5) / scale if edge else 0 for edge in edges)
    picture: Image.Image = page.render(scale=scale, crop=crop, grayscale=grey).to_pil()
    return picture

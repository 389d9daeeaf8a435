"""Finished PDFs as pictures, made by PDFium: another program than the one that wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any

import pypdfium2
from PIL import Image

from printables.paper import Box

POINTS = 72 / 25.4  # a mm


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of an open PDF."""

    page: Any

    def picture(self, px_per_mm: float, *, grey: bool = False) -> Image.Image:
        """The whole page on white."""
        return _pixels(self.page, px_per_mm, (0, 0, 0, 0), grey=grey)

    def patch(self, box: Box, px_per_mm: float) -> tuple[Image.Image, Box]:
        """The part of the page, in grey, that shows at least `box`, mm; and where in it the box lies, px.

        What lies elsewhere on the page is not drawn, so that small patches are quick.
        """
        width, height = self.page.get_size()
        # The whole page is rounded up to full pixels, which stretches it a little.
        across, down = ceil(width * px_per_mm / POINTS) / width, ceil(height * px_per_mm / POINTS) / height
        left, top = box.x * POINTS * across, box.y * POINTS * down
        right, bottom = box.right * POINTS * across, box.bottom * POINTS * down
        x, y = int(left) - 1, int(top) - 1
        edges = (x, int(down * height) - int(bottom) - 2, int(across * width) - int(right) - 2, y)
        scale = px_per_mm / POINTS
        picture = _pixels(self.page, px_per_mm, tuple(edge / scale for edge in edges), grey=True)
        return picture, Box(left - x, top - y, right - left, bottom - top)


@contextmanager
def opened(pdf: bytes) -> Iterator[Any]:
    """The PDF's document, `leaf(document, number)` of which are its pages."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


def leaf(document: Any, number: int) -> Leaf:
    """Page `number` (from 1)."""
    return Leaf(document[number - 1])


def _pixels(page: Any, px_per_mm: float, crop: tuple[float, ...], *, grey: bool) -> Image.Image:
    picture: Image.Image = page.render(scale=px_per_mm / POINTS, crop=crop, grayscale=grey).to_pil()
    return picture

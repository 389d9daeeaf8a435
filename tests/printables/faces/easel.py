"""Faces put on pages of their own and looked at: what the tests of all games' faces share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.game import Piece
from companion.layout import Size, TagSpot
from companion.tags import BLACK_MODULES
from printables.draw.colours import Ink
from printables.draw.paths import rectangle
from printables.draw.pen import BLEED, PdfPen
from printables.faces.artists import Draw

Drawn: TypeAlias = tuple[Piece, str]  # a piece and one of its faces
Pixels: TypeAlias = npt.NDArray[np.uint8]

DPI = 150
MAGENTA = "#ff00ff"


def on_pages(
    draw: Draw[Any], deck: Any, drawn: Sequence[Drawn], ink: Ink = "full", page: str = MAGENTA
) -> bytes:
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


def tags_seen(picture: Pixels, blur: float) -> list[tuple[int, npt.NDArray[np.float32]]]:
    """The ids and middles, px, that OpenCV's detector finds in grey, after a blur of so many px."""
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    )
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, ids, _ = detector.detectMarkers(cv2.GaussianBlur(grey, (0, 0), blur) if blur else grey)
    middles = [outline.reshape(4, 2).mean(axis=0) + 0.5 for outline in corners]
    return list(zip(map(int, np.ravel(ids)), middles, strict=True)) if corners else []


def darkest_rim(
    picture: Pixels, tag: TagSpot, *, outside: float, inside: float, dpi: float = DPI
) -> int:
    """The darkest value in a tag's quiet zone, but for its outer `outside` and inner `inside` mm,
    which may be soft.
    """
    scale = dpi / 25.4
    outer, inner = tag.size / 2 + tag.size / BLACK_MODULES - outside, tag.size / 2 + inside
    down, across = (
        slice(round((n + BLEED - outer) * scale), round((n + BLEED + outer) * scale))
        for n in (tag.y, tag.x)
    )
    zone = picture[down, across].min(axis=2)
    edge = round((outer - inner) * scale)
    zone[edge:-edge, edge:-edge] = 255
    return int(zone.min())

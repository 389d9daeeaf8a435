"""Learn how solitaire's empty squares and places look: writes what the eye knows them by.

    python bench/solitaire_signs.py vision/games/solitaire

Board and tally mat are printed, drawn by PDFium and laid flat as a photo of them would be.
`signs.png` holds the signs of squares a1, b1, a2 and b2, which stand for all four kinds, side by
side; `places.png` the first places of the mat for a large, a medium and a small pyramid. The upper
row is in full ink, the lower in little.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
from click.testing import CliRunner
from numpy.typing import NDArray

from companion.solitaire.board import standard
from companion.solitaire.measures import mat_places
from printables.cli import print_
from vision.games.solitaire.mat import box, seen
from vision.games.solitaire.paper import PX, SIGN, Cell, against_stone

SIZE = (3, 4)
FINE = 4  # as many pixels are drawn for each that is kept


def picture(kind: str, ink: str = "full") -> NDArray[np.uint8]:
    """The printed board or mat, upright, PX pixels a millimetre; BGR."""
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "piece.pdf"
        CliRunner().invoke(
            print_,
            ["solitaire", "-o", str(pdf), "--only", kind, "--ink", ink],
            catch_exceptions=False,
        )
        listed = json.loads(pdf.with_suffix(".manifest.json").read_text())["pieces"]
        piece = next(piece for piece in listed if piece["kind"] == kind)
        bitmap = (
            pypdfium2.PdfDocument(pdf)[piece["page"] - 1]
            .render(scale=FINE * PX * 25.4 / 72)
            .to_numpy()
        )
    left, top, width, height = (round(n * FINE * PX) for n in piece["trim"])
    turned = np.rot90(bitmap[top : top + height, left : left + width, :3], piece["rotation"] // 90)
    return np.asarray(
        cv2.resize(turned, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA), np.uint8
    )


def signs(ink: str) -> NDArray[np.uint8]:
    """The signs side by side, 255 for what darkens the stone most."""
    squares = against_stone(picture("board", ink), *SIZE)
    kinds: tuple[Cell, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))
    parts = [np.clip(-_middle(squares[cell].mean(2)), 0, None) for cell in kinds]
    return np.asarray(np.hstack([255 * part / part.max() for part in parts]), np.uint8)


def places(ink: str) -> NDArray[np.uint8]:
    """The places side by side, the smaller ones above white."""
    grey = seen(picture("mat", ink))
    first = [place for place in mat_places(standard()) if place.number == 1]
    parts = [grey[box(place)] for place in first]
    tallest = max(len(part) for part in parts)
    return np.hstack(
        [np.pad(part, ((0, tallest - len(part)), (0, 0)), constant_values=255) for part in parts]
    )


def _middle(square: NDArray[np.float32]) -> NDArray[np.float32]:
    side = round(SIGN * PX)
    start = (len(square) - side) // 2
    return square[start : start + side, start : start + side]


if __name__ == "__main__":
    for name, drawn in (("signs", signs), ("places", places)):
        cv2.imwrite(
            str(Path(sys.argv[1]) / f"{name}.png"), np.vstack([drawn("full"), drawn("low")])
        )

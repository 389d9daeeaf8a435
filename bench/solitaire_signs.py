"""Learn how solitaire's empty squares and places look: writes what the eye knows them by.

    python -m bench.solitaire_signs vision/games/solitaire

`signs.png` holds the signs of squares a1, b1, a2 and b2, which stand for all four kinds, side by
side; `places.png` the first places of the mat for a large, a medium and a small pyramid, the
smaller ones above white. The upper row is in full ink, the lower in little.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.photos.make_albums import printed
from companion.solitaire.board import standard
from companion.solitaire.measures import mat_places
from vision.evidence.album import Ink
from vision.games.solitaire.lines import seen
from vision.games.solitaire.mat import box
from vision.games.solitaire.paper import PX, SIGN, against_stone

INKS: tuple[Ink, Ink] = ("full", "low")


def signs(ink: Ink) -> NDArray[np.uint8]:
    """The signs side by side, 255 for what darkens the stone most."""
    squares = against_stone(printed("solitaire", "board", standard(), ink, PX), 3, 4)
    side, parts = round(SIGN * PX), []
    for cell in ((0, 0), (0, 1), (1, 0), (1, 1)):
        square = squares[cell].mean(2)
        start = (len(square) - side) // 2
        part = np.clip(-square[start : start + side, start : start + side], 0, None)
        parts.append(255 * part / part.max())
    return np.asarray(np.hstack(parts), np.uint8)


def places(ink: Ink) -> NDArray[np.uint8]:
    """The places side by side."""
    grey = seen(printed("solitaire", "mat", standard(), ink, PX))
    parts = [grey[box(place)] for place in mat_places(standard()) if place.number == 1]
    tallest = max(len(part) for part in parts)
    return np.hstack(
        [np.pad(part, ((0, tallest - len(part)), (0, 0)), constant_values=255) for part in parts]
    )


if __name__ == "__main__":
    for name, drawn in (("signs", signs), ("places", places)):
        picture = np.vstack([drawn(ink) for ink in INKS])
        cv2.imwrite(str(Path(sys.argv[1]) / f"{name}.png"), picture)

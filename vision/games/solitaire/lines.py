"""Whether the print of a square or a place shows, by the directions of its lines.

Shadows darken print and have edges of their own, but leave the lines inside them in place, and no
colour where there was none. A pyramid hides the lines below it, and any object those of frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.solitaire.paper import FLOOR, PX, Bools, Cell, Light, window
from vision.photo.loader import Image
from vision.tags.detector import Grey

T = TypeVar("T", bound=np.generic)

FAINT = 0.04  # slope of a line that counts half, a logarithm of light per mm
SHOWN = 0.55  # least share of its lines where print shows
# Where the lines of a square's frame are: mm from its sides inwards, and from its corners, which
# are round.
DEEP, ROUND = (-0.8, 3.2), 5.0
THICK = 2.0  # mm, more than a line
STRETCH = 2.0  # mm along a frame over which its lines are averaged
SHIFTED = 2  # px by which a bent board may displace them
LEAST_LINE = 0.35  # contrast of a frame that shows, as a share of the usual one
FAINTEST = 0.1  # usual contrast, a logarithm of light, below which frames prove nothing


def seen(flat: Image) -> Grey:
    """Return a sheet blurred, and only its blue channel, in which yellow print is always dark."""
    blue = np.ascontiguousarray(flat[:, :, 0])
    return np.asarray(cv2.GaussianBlur(blue, (0, 0), 0.4 * PX), np.uint8)


def darkness(grey: Grey) -> Light:
    """Return how dark each pixel is, a logarithm of light."""
    return np.asarray(-np.log((grey.astype(np.float32) / 255) ** 2.2 + FLOOR), np.float32)


def slopes(dark: Light) -> Light:
    """Return where and how steeply each pixel's surroundings get darker, n x m x 2, per mm."""
    smooth = cv2.GaussianBlur(dark, (0, 0), 0.4 * PX)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return np.asarray(np.dstack([across, down]) * np.float32(PX / 8))  # Sobel's are 8 times those


def ways(flat: Image) -> Light:
    """Return the directions in which a sheet gets darker, n x m x 2, of length 1 at clear lines."""
    steep = slopes(darkness(seen(flat)))
    return np.asarray(steep / (np.hypot(steep[..., :1], steep[..., 1:]) + FAINT), np.float32)


def lines_shown(part: Light, prints: Iterable[Light]) -> float:
    """Return the share of lines common to a part of a sheet (`ways`) and a print (`slopes`)."""
    shares = []
    for printed in prints:
        common = cv2.matchTemplate(part, printed, cv2.TM_CCORR)
        shares.append(float(common.max()) / max(float(np.hypot(*cv2.split(printed)).sum()), 1.0))
    return max(shares)


def thin(dark: Light) -> Light:
    """Return how much darker pixels are than beside them, for lines: shadows are wider."""
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(THICK * PX), round(THICK * PX)))
    return np.asarray(cv2.morphologyEx(dark, cv2.MORPH_TOPHAT, around), np.float32)


def frames_hidden(flat: Image, rows: int, columns: int) -> Bools:
    """Return where the frames of a board's squares don't show, though they do elsewhere.

    Lines keep their contrast in a shadow, but none shows through an object.
    """
    dark = darkness(np.ascontiguousarray(flat[:, :, 0]))
    thick, stretch = round(THICK * PX), round(STRETCH * PX)
    # only what is thinner, as across a horizontal or a vertical line: neither shadows nor their
    # edges are
    across, down = (
        cv2.morphologyEx(dark, cv2.MORPH_TOPHAT, np.ones(shape, np.uint8))
        for shape in ((thick, 1), (1, thick))
    )
    cells = list(product(range(rows), range(columns)))
    bands = [np.stack([*_bands(across, cell)[:2], *_bands(down, cell)[2:]]) for cell in cells]
    # the darkest line across each frame, wherever a bent board has displaced it
    lines = np.stack([[cv2.blur(band, (stretch, 1)).max(0) for band in each] for each in bands])
    # an object may hide more than half of the frames
    usual = max(float(np.median(lines)), float(np.quantile(lines, 0.8)) / 2)
    hidden = np.zeros(dark.shape, bool)
    if usual >= FAINTEST:
        for cell, each in zip(cells, lines < LEAST_LINE * usual, strict=True):
            for band, gone in zip(_bands(hidden, cell), each, strict=True):
                band[SHIFTED:-SHIFTED] |= gone
    return hidden


def _bands(image: NDArray[T], cell: Cell) -> tuple[NDArray[T], ...]:
    """Return views of a square's frame at its upper, lower, left and right side: from outside
    inwards, with `SHIFTED` more pixels at either end, by what is along it.
    """
    out = round(-DEEP[0] * PX) + SHIFTED
    deep, end = round((DEEP[1] - DEEP[0]) * PX) + 2 * SHIFTED, round(ROUND * PX)
    rows, columns = window(cell)
    wide = slice(rows.start - out, rows.stop + out), slice(columns.start - out, columns.stop + out)
    along = slice(out + end, -out - end)
    part = image[wide]
    turned = part.swapaxes(0, 1)
    return tuple(each[:deep, along] for each in (part, part[::-1], turned, turned[::-1]))

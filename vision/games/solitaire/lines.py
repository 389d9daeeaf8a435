"""Whether the print of a square or a place shows, by the directions of its lines.

Shadows darken print and have edges of their own, but leave the lines inside them in place, and no
colour where there was none. A pyramid hides the lines below it.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.games.solitaire.paper import FLOOR, PX, Bools, Light
from vision.photo.loader import Image
from vision.tags.detector import Grey

FAINT = 0.04  # slope of a line that counts half, a logarithm of light per mm
SHOWN = 0.55  # least share of its lines where print shows


def seen(flat: Image) -> Grey:
    """Return a sheet as its print is compared: blurred, and only its blue channel, in which yellow
    print is dark under any light.
    """
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


def lines_shown(part: Light, prints: Iterable[Light], free: Bools | None = None) -> float:
    """Return the share of lines that a part of a sheet, as from `ways`, has in common with the most
    similar of these prints, as from `slopes`, where it is `free`.
    """
    shown = np.ones(part.shape[:2], np.float32) if free is None else free.astype(np.float32)
    shares = []
    for printed in prints:
        common = cv2.matchTemplate(part * shown[..., None], printed, cv2.TM_CCORR)
        whole = cv2.matchTemplate(shown, np.hypot(*cv2.split(printed)), cv2.TM_CCORR)
        shares.append(float((common / np.maximum(whole, 1.0)).max()))
    return max(shares)

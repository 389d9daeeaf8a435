"""Why no tag can be read at a place: causes measured there, so that the advice isn't a guess.

Whether anything lies there isn't decided by the look of a table, but by how much must be there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np

from companion.language import say
from companion.layout import CARD_TAG
from companion.tags import BLACK_MODULES
from vision.table.plane import Plane
from vision.tags.detector import Floats, Grey

Cause: TypeAlias = Literal["outside", "far", "dark", "glare", "blur", "covered"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a cause begins: shares are of the place's area."""

    cut_off: float = 0.2  # share outside the photo; a card's tags take up its outer fifths
    dazzled: float = 0.2  # share of glare: a tag covers a fifth of a card's half
    white: int = 250  # grey level of glare: cameras clip a little below 255
    dark: float = 35.0  # mean grey level; black print reflects about as much in good light
    px_module: float = 2.5  # px per module of a tag: fewer look like noise
    blurred: float = 0.26  # sharpness; photos in focus measured 0.30 to 0.47


LIMITS = Limits()
LAG = 8  # px over which a blurred edge is measured
ENOUGH = 10_000  # px of a patch that are enough to measure edges, roughly

# what is wrong with a place, in words that follow its name, and what to do
REMEDIES: Mapping[Cause, tuple[str, str]] = {
    "outside": (
        say("is cut off at the edge of the photo"),
        say("step back until all of it is in view"),
    ),
    "far": (say("is too small to read"), say("move closer until it fills the photo")),
    "dark": (say("is too dark to read"), say("turn on more light, or keep your shadow off it")),
    "glare": (say("reflects the light"), say("tilt the phone or move the lamp to avoid glare")),
    "blur": (say("is blurred"), say("hold still and tap the card on the screen to focus")),
    "covered": (say("is covered or turned over"), say("uncover its tags")),
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """How well a place can be seen: shares (`outside` the photo, `glare`) and sharpness (`edge`)
    from 0 to 1, brightness 0 to 255.
    """

    outside: float
    brightness: float
    glare: float
    edge: float
    px_per_mm: float

    @property
    def cause(self) -> Cause:
        """The likeliest reason why no tag can be read here."""
        if self.outside > LIMITS.cut_off:
            return "outside"
        if self.glare >= LIMITS.dazzled:
            return "glare"
        if self.brightness < LIMITS.dark:
            return "dark"
        if self.px_per_mm * CARD_TAG / BLACK_MODULES < LIMITS.px_module:
            return "far"
        return "blur" if self.edge < LIMITS.blurred else "covered"


def look(grey: Grey, plane: Plane, corners: Floats, reduced: int = 1) -> Evidence:
    """Return how well the place with these corners, 4 x 2 mm on the plane, can be seen.

    `grey` and `plane` are those of a photo reduced so many times; the scale is of the full one.
    """
    size, px = (grey.shape[1], grey.shape[0]), plane.to_px(corners)
    clipped = np.clip(px, 0, size)
    (left, top), (right, low) = clipped.min(0).astype(int), clipped.max(0).astype(int) + 1
    patch = grey[top:low, left:right]
    return Evidence(
        outside=outside(px, size),
        brightness=float(patch.mean()) if patch.size else 0.0,
        glare=float((patch > LIMITS.white).mean()) if patch.size else 0.0,
        edge=_edge(patch),
        px_per_mm=plane.px_per_mm(corners.mean(0)) * reduced,
    )


def outside(px: Floats, size: tuple[int, int]) -> float:
    """Return which share of a place with these corners, 4 x 2 px, is outside a photo of `size`."""
    corners = (px, np.clip(px, 0, size))
    whole, shown = (cv2.contourArea(points.astype(np.float32)) for points in corners)
    return 1 - min(1.0, shown / whole) if whole > 0 else 1.0


def sharpness(grey: Grey) -> float:
    """Return the sharpness of edges where contrast is highest, not of grain, 0 to 1."""
    rows, columns = (max(1, side // 12) for side in grey.shape)
    tiles = [
        grey[y : y + rows, x : x + columns]
        for y in range(0, grey.shape[0], rows)
        for x in range(0, grey.shape[1], columns)
    ]
    spans = [float(np.subtract(*np.percentile(tile[::3, ::3], (95, 5)))) for tile in tiles]
    return float(np.median([_edge(tiles[i]) for i in np.argsort(spans)[-3:]]))


def _edge(patch: Grey) -> float:
    """Return the steepest step over 1 px as a share of that over LAG px: 1 is perfectly sharp."""
    if min(patch.shape, default=0) < 3 * LAG:
        return 0.0
    smooth = cv2.GaussianBlur(patch, (0, 0), 0.8)
    # a sample of a large patch is enough
    thin = max(1, round(np.sqrt(patch.size / ENOUGH)))
    one, many = (
        max(
            float(np.quantile(cv2.absdiff(smooth[lag::thin], smooth[:-lag:thin]), 0.995)),
            float(np.quantile(cv2.absdiff(smooth[::thin, lag:], smooth[::thin, :-lag]), 0.995)),
        )
        for lag in (1, LAG)
    )
    return one / many if many > 1 else 0.0

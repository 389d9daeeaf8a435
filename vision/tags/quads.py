"""Find the dark squares of an image, whatever is in them, in one cheap pass.

A tag is a dark frame on white paper: darker than its surroundings, connected, and with four
straight sides. Pixels are compared with the mean around them, by one threshold. All pieces are
measured at once, so that even a hundred thousand specks of a table's grain cost next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Grey: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]

MOST = 2000  # most pieces that are examined one by one, by contrast; each takes 50 us


@dataclass(frozen=True, slots=True)
class Limits:
    """What a dark piece must be like to be looked at as a square or a tag."""

    # width of the window of the mean, px: several modules of any tag that this pass can find
    around: int = 25
    smoothed: tuple[int, int] = (5, 5)  # px, window of a smoothed image
    # share of the image's contrast by which a frame is darker than the mean around it
    darker: float = 0.06
    slender: float = 4.0  # greatest ratio of length to width of a square seen at an angle
    # least filled share of the bounding box: a frame on its corner with an empty field
    filled: float = 0.17
    square: float = 0.8  # least share of the quadrangle around a piece that its hull fills
    # least contrast of a piece; black on white has 0.6, and 0.13 where light washes it out
    contrast: float = 0.1
    # least deviation of brightness within a piece, as a share of that contrast; tags have over 0.3
    mottled: float = 0.2
    # least sine of a corner, roughly: a square seen at 60 degrees from above has 0.8
    corner: float = 0.2
    grid: int = 9  # samples across a piece and a little beyond


LIMITS = Limits()


def dark_quads(grey: Grey, smallest: float, *, smooth: bool = False) -> Floats:
    """Return quadrangles, n x 4 x 2 px, clockwise from any corner, around possible tags of
    `smallest` px or more; `smooth` keeps frames whole in a dark photo's grain.

    Plain squares are dropped before `MOST` applies: a tablecloth has thousands, with more contrast
    than faded ink.
    """
    low, high = np.percentile(grey[::16, ::16], (2, 98))
    # OpenCV would round a fraction, too, but take five times as long
    step = round(max(2.0, LIMITS.darker * float(high - low)))
    dark = cv2.blur(grey, (LIMITS.around, LIMITS.around))
    # in place: fresh memory costs more than the arithmetic
    cv2.subtract(dark, np.array([float(step)]), dst=dark)
    own = cv2.GaussianBlur(grey, LIMITS.smoothed, 0) if smooth else grey
    cv2.compare(own, dark, cv2.CMP_LT, dst=dark)
    del own  # its memory is needed for the labels
    _, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        dark, 8, cv2.CV_32S, cv2.CCL_BBDT
    )
    boxes, areas = stats[:, :4].astype(np.int64), stats[:, cv2.CC_STAT_AREA]
    boxes[0] = 0  # everything that isn't dark
    width, height = boxes[:, 2], boxes[:, 3]
    long, short = np.maximum(width, height), np.minimum(width, height)
    fits = (long >= smallest) & (short >= 0.5 * smallest)
    fits &= (short * LIMITS.slender >= long) & (areas > LIMITS.filled * width * height)
    kept = np.flatnonzero(fits)
    contrast, mottled = _contrast(grey, boxes[kept])
    likely = (contrast > LIMITS.contrast) & (mottled > LIMITS.mottled)
    kept, contrast = kept[likely], contrast[likely]
    return _quads(np.asarray(labels, np.int32), boxes, kept[np.argsort(-contrast)[:MOST]])


def _quads(labels: NDArray[np.int32], boxes: Numbers, numbers: Numbers) -> Floats:
    """Return the quadrangles around those pieces, by number, that have four sides."""
    rows = []
    for at in numbers.tolist():
        x, y, width, height = boxes[at].tolist()
        mask = (labels[y : y + height, x : x + width] == at).view(np.uint8)
        outlines, _ = cv2.findContours(
            mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(x, y)
        )
        hull = cv2.convexHull(max(outlines, key=len))
        quad = cv2.approxPolyN(hull, 4, ensure_convex=True) if len(hull) >= 4 else np.zeros(0)
        if quad.size == 8:  # four points
            rows.append((cv2.contourArea(hull), quad.reshape(4, 2)))
    if not rows:
        return np.zeros((0, 4, 2))
    hulls, quads = (np.array(column, float) for column in zip(*rows, strict=True))
    one, other = quads[:, 0] - quads[:, 2], quads[:, 1] - quads[:, 3]  # diagonals
    areas = (one[:, 0] * other[:, 1] - other[:, 0] * one[:, 1]) / 2  # > 0 if clockwise
    quads = np.where((areas > 0)[:, None, None], quads, quads[:, ::-1])
    sides = np.roll(quads, -1, 1) - quads
    nexts = np.roll(sides, -1, 1)
    turns = sides[..., 0] * nexts[..., 1] - sides[..., 1] * nexts[..., 0]
    # four true corners, no three of them in a line
    cornered = (turns > LIMITS.corner * (sides**2).sum(2).mean(1, keepdims=True)).all(1)
    return np.asarray(quads[(hulls >= LIMITS.square * np.abs(areas)) & cornered])


def _contrast(grey: Grey, boxes: Numbers) -> tuple[Floats, Floats]:
    """Return each piece's contrast, 0 to 1, and the deviation inside it as a share of that."""
    across = np.linspace(-0.1, 1.1, LIMITS.grid)
    x, y = (
        np.clip(
            np.rint(boxes[:, axis, None] + boxes[:, axis + 2, None] * across), 0, most - 1
        ).astype(int)
        for axis, most in enumerate(grey.shape[::-1])
    )
    samples = grey[y[:, :, None], x[:, None, :]].astype(float)
    ranked = np.sort(samples.reshape(len(boxes), LIMITS.grid**2), 1)
    dark, light = (ranked[:, round(share * LIMITS.grid**2)] for share in (0.1, 0.87))
    inside = samples[:, 2:-2, 2:-2].std((1, 2))
    return (light - dark) / np.maximum(light, 20.0), inside / np.maximum(light - dark, 8.0)

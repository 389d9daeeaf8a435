"""Find the dark squares of an image, whatever is in them, in one cheap pass.

A tag is a dark frame on white paper: darker than its surroundings, connected, and with four
straight sides. Pixels are compared with the mean around them, by one threshold. All pieces are
measured at once, so that even a hundred thousand specks of a table's grain cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Grey: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]
_Outline: TypeAlias = tuple[float, cv2.typing.MatLike]  # area of a hull, quadrangle around it

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
    smallest: int = 8  # px; smaller tags can't be read
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
    # pixels and rows are sampled at this step to measure pieces: exact boxes take four times as
    # long
    each: int = 3


LIMITS = Limits()


@dataclass(frozen=True, eq=False)
class Darks:
    """All pieces of an image that are darker than their surroundings, by pixel in `labels`.

    `boxes` are their bounding boxes, n x 4: left, top, width and height, to within 2 px; `areas`
    are approximate, in px, and 0 for specks. Piece 0 is everything that isn't dark.
    """

    grey: Grey
    labels: NDArray[np.int32]
    boxes: Numbers
    areas: Numbers
    # outlines by piece
    _cache: dict[int, _Outline | None] = field(default_factory=dict)

    @classmethod
    def of(cls, grey: Grey, *, smooth: bool = False) -> Darks:
        """Return an image's dark pieces; `smooth` keeps frames whole in a dark photo's grain."""
        low, high = np.percentile(grey[::16, ::16], (2, 98))
        # OpenCV would round a fraction, too, but take five times as long
        step = round(max(2.0, LIMITS.darker * float(high - low)))
        dark = cv2.blur(grey, (LIMITS.around, LIMITS.around))
        # in place: fresh memory costs more than the arithmetic
        cv2.subtract(dark, np.array([float(step)]), dst=dark)
        own = cv2.GaussianBlur(grey, LIMITS.smoothed, 0) if smooth else grey
        cv2.compare(own, dark, cv2.CMP_LT, dst=dark)
        del own  # its memory is needed for the labels
        count, labels = cv2.connectedComponentsWithAlgorithm(dark, 8, cv2.CV_32S, cv2.CCL_BBDT)
        numbers = np.asarray(labels, np.int32)
        return cls(grey, numbers, *_measured(numbers, count))

    def tags(self, smallest: float) -> Floats:
        """Return quadrangles, n x 4 x 2 px, clockwise from any corner, around possible tags of
        `smallest` px or more.

        Plain squares are dropped before `MOST` applies: a tablecloth has thousands, with more
        contrast than faded ink.
        """
        kept = self._shaped(smallest)
        contrast, mottled = _contrast(self.grey, self.boxes[kept])
        likely = (contrast > LIMITS.contrast) & (mottled > LIMITS.mottled)
        kept, contrast = kept[likely], contrast[likely]
        return self._quads(kept[np.argsort(-contrast)[:MOST]])

    def squares(
        self, smallest: float, largest: float, known: Floats, region: Floats | None = None
    ) -> Floats:
        """Return quadrangles around all square pieces, plain ones included, whose boxes measure
        `smallest` to `largest` px, without a `known` point (n x 2) near their centre, and in a
        convex `region`.
        """
        kept = self._shaped(smallest, largest)
        if region is not None:
            kept = kept[inside(self._middles(kept), region)]
        near = np.all(np.abs(self._middles(kept)[:, None] - known) < smallest / 2, axis=2)
        return self._quads(kept[~np.any(near, axis=1)])

    def count(self, smallest: float, largest: float) -> int:
        """Return the number of square pieces between these sizes, px."""
        return len(self._shaped(smallest, largest))

    def _middles(self, numbers: Numbers) -> Floats:
        return np.asarray(self.boxes[numbers, :2] + self.boxes[numbers, 2:] / 2)

    @cached_property
    def _spans(self) -> Numbers:
        """Left, top, right and bottom of each piece, n x 4, and a margin for unsampled px."""
        low, high = (
            self.boxes[:, :2] - LIMITS.each,
            self.boxes[:, :2] + self.boxes[:, 2:] + LIMITS.each,
        )
        return np.concatenate([np.maximum(low, 0), high], 1)

    @cached_property
    def _square(self) -> Numbers:
        """Indices of the pieces that could be a square by their bounding boxes."""
        width, height = self.boxes[:, 2], self.boxes[:, 3]
        long, short = np.maximum(width, height), np.minimum(width, height)
        fits = (long >= LIMITS.smallest) & (short * LIMITS.slender >= long)
        fits[0] = False
        return np.asarray(
            np.flatnonzero(fits & (self.areas > LIMITS.filled * width * height)), np.int64
        )

    def _shaped(self, smallest: float, largest: float = np.inf) -> Numbers:
        """Return those whose longer side is between these sizes, px."""
        sides = self.boxes[self._square, 2:]
        long = sides.max(1)
        fits = (long >= smallest) & (long <= largest) & (sides.min(1) >= 0.5 * smallest)
        return np.asarray(self._square[fits], np.int64)

    def _quads(self, numbers: Numbers) -> Floats:
        """Return the quadrangles around those pieces that have four sides."""
        for at, span in zip(numbers.tolist(), self._spans[numbers].tolist(), strict=True):
            if at not in self._cache:
                self._cache[at] = _outline(self.labels, span, at)
        rows = [(at, *outline) for at in numbers.tolist() if (outline := self._cache[at])]
        if not rows:
            return np.zeros((0, 4, 2))
        pieces, hulls, outlines = (np.array(column) for column in zip(*rows, strict=True))
        quads = outlines.reshape(-1, 4, 2).astype(float)
        one, other = quads[:, 0] - quads[:, 2], quads[:, 1] - quads[:, 3]  # diagonals
        areas = (one[:, 0] * other[:, 1] - other[:, 0] * one[:, 1]) / 2  # > 0 if clockwise
        quads = np.where((areas > 0)[:, None, None], quads, quads[:, ::-1])
        quads += self._spans[pieces, None, :2]
        sides = np.roll(quads, -1, 1) - quads
        nexts = np.roll(sides, -1, 1)
        turns = sides[..., 0] * nexts[..., 1] - sides[..., 1] * nexts[..., 0]
        # four true corners, no three of them in a line
        cornered = (turns > LIMITS.corner * (sides**2).sum(2).mean(1, keepdims=True)).all(1)
        return np.asarray(quads[(hulls >= LIMITS.square * np.abs(areas)) & cornered])


def inside(points: Floats, region: Floats) -> NDArray[np.bool_]:
    """Return which of n x 2 points lie in a convex quadrangle of either orientation."""
    sides = np.roll(region, -1, 0) - region
    off = points[:, None] - region
    turns = sides[:, 0] * off[..., 1] - sides[:, 1] * off[..., 0]
    return np.asarray(np.all(turns >= 0, axis=1) | np.all(turns <= 0, axis=1))


def _measured(labels: NDArray[np.int32], count: int) -> tuple[Numbers, Numbers]:
    """Return approximate boxes, n x 4, and areas of the pieces by sampling the labels."""
    some = np.ascontiguousarray(labels[:: LIMITS.each, :: LIMITS.each])
    at = np.flatnonzero(some > 0).astype(np.int32)
    piece = some.ravel()[at]
    y = at // np.int32(some.shape[1])  # three times as fast as `divmod`
    x = at - y * np.int32(some.shape[1])
    boxes = np.zeros((count, 4), np.int64)
    for axis, places in enumerate((x, y)):
        low, high = np.full(count, max(some.shape), np.int32), np.full(count, -1, np.int32)
        np.minimum.at(low, piece, places)
        np.maximum.at(high, piece, places)
        boxes[:, axis], boxes[:, axis + 2] = (
            LIMITS.each * low - (LIMITS.each // 2),
            np.maximum(LIMITS.each * (high + 1 - low), 0),
        )
    boxes[0] = (0, 0, *labels.shape[::-1])
    return boxes, np.asarray(LIMITS.each**2 * np.bincount(piece, minlength=count), np.int64)


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


def _outline(labels: NDArray[np.int32], span: Sequence[int], at: int) -> _Outline | None:
    """Return the area of a piece's hull in a span of pixels, and the quadrangle around it."""
    x, y, right, bottom = span
    mask = (labels[y:bottom, x:right] == at).view(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(max(outlines, key=len))
    if len(hull) < 4:
        return None
    quad = cv2.approxPolyN(hull, 4, ensure_convex=True)
    return (cv2.contourArea(hull), quad) if quad.size == 8 else None  # four points

"""Probe: what lies where no tag was read - bare table, something, or the world outside the picture
- and why.

That a place is bare has to be proved (see `bare_table`). Causes are measured in the place, so that
the advice on how to shoot again is not a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import say
from vision.evidence.bare_table import Ground
from vision.photo.loader import Image
from vision.table.plane import Plane
from vision.tags.detector import Floats, Grey

Bools: TypeAlias = NDArray[np.bool_]
Cause: TypeAlias = Literal["outside", "far", "dark", "glare", "blur", "covered"]

STEP = 2.5  # mm between the points looked at
ROUND = 3.0  # mm beside known pieces that don't count
FEWEST = 12  # points that tell anything
DAZZLED = 0.2  # of a place: what lies there may be lost in it
MIN_PX_MODULE = 2.5
LAG = 8  # px
ENOUGH = 10_000  # px of a patch whose steps are measured, about
BLURRED = 0.26  # of a picture's steepest steps; sharp photos measured 0.30 to 0.47

_REMEDIES: dict[Cause, tuple[str, str]] = {
    "outside": (
        say("is cut off at the edge of the photo"),
        say("step back until all of it is in view"),
    ),
    "far": (say("is too small to read"), say("move closer until it fills the photo")),
    "dark": (say("is too dark to read"), say("turn on more light, or keep your shadow off it")),
    "glare": (
        say("reflects the light"),
        say("tilt the phone or move the lamp to avoid glare"),
    ),
    "blur": (say("is blurred"), say("hold still and tap the card on the screen to focus")),
    "covered": (say("is covered or turned over"), say("uncover its tags")),
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a place: shares from 0 to 1, brightness 0 to 255; `edge` is how steep edges
    are, 0 to 1 (sharp).

    `outside` is the share of what no known piece covers that is not in the picture; `foreign` is
    how much of the rest is not proved to be table. Of bare table nobody asks for edges: there
    `edge` is 1.
    """

    outside: float
    foreign: float
    brightness: float
    glare: float
    edge: float
    px_per_mm: float

    def __post_init__(self) -> None:
        if not all(
            -1e-9 <= share <= 1 + 1e-9 for share in (self.outside, self.foreign, self.glare)
        ):
            raise ValueError(f"shares go from 0 to 1: {self}")

    @property
    def bare(self) -> bool:
        """Whether all that the picture shows of the place is proved to be table; in a reflection
        nothing is.
        """
        return not self.foreign and self.glare < DAZZLED

    @property
    def empty(self) -> bool:
        """Whether the place is bare, and enough of it is in the picture."""
        return self.bare and self.outside < 0.5

    @property
    def cause(self) -> Cause:
        """The likeliest reason that no tag can be read here."""
        if self.outside > 0.2:
            return "outside"
        if self.glare >= DAZZLED:
            return "glare"
        if self.brightness < 35:
            return "dark"
        if self.px_per_mm * 14 / 8 < MIN_PX_MODULE:
            return "far"
        return "blur" if self.edge < BLURRED else "covered"


def remedy(cause: Cause) -> tuple[str, str]:
    """Return what is wrong with a place, in words that follow its name, and what to do."""
    return _REMEDIES[cause]


@dataclass(frozen=True, eq=False)
class Prober:
    """Looks at places of one photo: `outlines` are the pieces that are known, `asked` the places
    (mm on the plane).

    `plane` is that of `grey`, which may be `shrunk` by a factor; evidence is of the whole picture.
    `colours` gives the same picture in colour at whatever size: nobody asks for it before something
    is looked at. In `doubtful` places whatever hides a part of a piece may go on.
    """

    colours: Callable[[], Image]
    grey: Grey
    plane: Plane
    outlines: Sequence[Floats]
    asked: Sequence[Floats] = ()
    shrunk: int = 1
    doubtful: Callable[[], Sequence[Floats]] = tuple

    @cached_property
    def _ground(self) -> Ground:
        picture = self.colours()
        plane = self.plane.scaled(picture.shape[1] / self.grey.shape[1])
        return Ground(picture, plane, self.outlines, self.asked, self.doubtful())

    def look(self, corners: Floats) -> Evidence:
        """Return what the place with these corners (mm on the plane) shows; known pieces don't
        count.
        """
        middle = corners.mean(0)
        inner = middle + (corners - middle) * 0.9
        points = _inside_grid(inner)
        points = points[~within(points, self.outlines, ROUND)]
        size = self.plane.px_per_mm(middle) * self.shrunk
        pixels, limit = self.plane.to_px(points), np.array(self.grey.shape[::-1]) - 1
        seen = ((pixels >= 0) & (pixels <= limit)).all(1)
        outside = 1 - float(seen.mean()) if len(points) >= FEWEST else 0.0
        if seen.sum() < FEWEST:
            return Evidence(outside, 0.0, 0.0, 0.0, 0.0, size)
        patch, foreign = self._patch(self.plane.to_px(inner)), self._ground.share(points[seen])
        return Evidence(
            outside,
            foreign,
            float(patch.mean()) if patch.size else 0.0,
            float((patch > 250).mean()) if patch.size else 0.0,
            _edge(patch) if foreign else 1.0,
            size,
        )

    def _patch(self, seen: Floats) -> Grey:
        """Return what lies between these points, px, and a little about them."""
        limit = (self.grey.shape[1], self.grey.shape[0])
        low, high = (
            np.clip(seen.min(0), 0, limit).astype(int),
            np.clip(seen.max(0) + 1, 0, limit).astype(int),
        )
        return self.grey[low[1] : high[1], low[0] : high[0]]


def sharpness(grey: Grey) -> float:
    """Return how steep edges are where a photo has most contrast, 0 to 1: a bare table's grain must
    not pass for focus.
    """
    rows, columns = (max(1, side // 12) for side in grey.shape)
    tiles = [
        grey[y : y + rows, x : x + columns]
        for y in range(0, grey.shape[0], rows)
        for x in range(0, grey.shape[1], columns)
    ]
    spans = [float(np.subtract(*np.percentile(tile[::3, ::3], (95, 5)))) for tile in tiles]
    return float(np.median([_edge(tiles[i]) for i in np.argsort(spans)[-3:]]))


def _edge(patch: Grey) -> float:
    """The steepest steps over one pixel, as a share of the steepest over LAG pixels: a sharp edge
    needs but one.
    """
    if min(patch.shape, default=0) < 3 * LAG:
        return 0.0
    smooth = cv2.GaussianBlur(patch, (0, 0), 0.8)
    # a large patch need not be looked at everywhere
    thin = max(1, round(np.sqrt(patch.size / ENOUGH)))
    one, many = (
        max(
            _ranked(cv2.absdiff(smooth[lag::thin], smooth[:-lag:thin]), 0.995),
            _ranked(cv2.absdiff(smooth[::thin, lag:], smooth[::thin, :-lag]), 0.995),
        )
        for lag in (1, LAG)
    )
    return one / many if many > 1 else 0.0


def _ranked(values: NDArray[np.uint8] | cv2.typing.MatLike, share: float) -> float:
    """Return what `share` of some values don't exceed; `np.percentile` takes three times as
    long.
    """
    low, part = divmod(share * (values.size - 1), 1)
    ordered = np.partition(values.ravel(), [int(low), int(low + (part > 0))])
    one, other = float(ordered[int(low)]), float(ordered[int(low + (part > 0))])
    return one + part * (other - one)


def _inside_grid(corners: Floats, step: float = STEP) -> Floats:
    """Points `step` mm apart within a parallelogram."""
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    counts = [max(3, int(np.linalg.norm(edge) / step)) for edge in (along, down)]
    u, v = ((np.arange(n)[:, None] + 0.5) / n for n in counts)
    return np.asarray(corners[0] + u * along + (v * down)[:, None]).reshape(-1, 2)


def within(points: Floats, outlines: Sequence[Floats], margin: float) -> Bools:
    """Return which points lie in any of the rectangles, widened by `margin` mm."""
    inside = np.zeros(len(points), bool)
    if not len(points) or not len(outlines):
        return inside
    boxes = np.array(outlines)
    near = (boxes.max(1) + margin >= points.min(0)) & (boxes.min(1) - margin <= points.max(0))
    for corners in boxes[near.all(1)]:
        along, down = corners[1] - corners[0], corners[3] - corners[0]
        width, height = hypot(*along.tolist()), hypot(*down.tolist())
        off = points - corners[0]
        # How far off the middle of each pair of sides.
        u, v = off @ (along / width) - width / 2, off @ (down / height) - height / 2
        inside |= (np.abs(u) < width / 2 + margin) & (np.abs(v) < height / 2 + margin)
    return inside

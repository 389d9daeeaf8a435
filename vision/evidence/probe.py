"""Determine what is at a place where no tag was read: bare table, an object, or nothing in view,
and why.

Bare table has to be proved (see `bare_table`). Causes are measured in the place, so that the advice
on retaking the photo isn't a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Literal, TypeAlias

import cv2
import numpy as np

from companion.language import say
from vision.evidence.bare_table import Ground
from vision.photo.loader import Photo
from vision.table.plane import Plane
from vision.tags.detector import Bools, Floats, Grey

Move: TypeAlias = Callable[[Floats], Floats]
Cause: TypeAlias = Literal["outside", "far", "dark", "glare", "blur", "covered"]

STEP = 2.5  # distance of sample points, mm
ROUND = 3.0  # ignored margin around known pieces, mm
FEWEST = 12  # least number of sample points
DAZZLED = 0.2  # share of glare in a place that may hide an object
MIN_PX_MODULE = 2.5
LAG = 8  # px over which a blurred edge is measured
ENOUGH = 10_000  # px of a patch that are enough to measure edges, roughly
BLURRED = 0.26  # sharpness below which a photo is blurred; sharp ones measured 0.30 to 0.47

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
    """What a place shows: shares and sharpness (`edge`) from 0 to 1, brightness 0 to 255.

    `outside` is the share outside the photo of what no known piece covers; `foreign` is the share
    of the rest that isn't proved to be table. If `foreign` is 0, `edge` isn't measured and is 1.
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
        """Whether everything visible of the place is proved to be table; never in a reflection."""
        return not self.foreign and self.glare < DAZZLED

    @property
    def empty(self) -> bool:
        """Whether the place is bare, and at least half of it is in the photo."""
        return self.bare and self.outside < 0.5

    @property
    def cause(self) -> Cause:
        """The likeliest reason why no tag can be read here."""
        if self.outside > 0.2:
            return "outside"
        if self.glare >= DAZZLED:
            return "glare"
        if self.brightness < 35:
            return "dark"
        if self.px_per_mm * 14 / 8 < MIN_PX_MODULE:
            return "far"
        return "blur" if self.edge < BLURRED else "covered"


@dataclass(frozen=True, eq=False)
class Prober:
    """Examines places of one photo: `outlines` are known pieces, `asked` the places (mm).

    `plane` is that of the reduced photo; evidence is for the full one. Objects that hide parts of
    pieces may extend into `doubtful` places. `others` are the probers of other photos of the same
    table, each with a conversion of mm from this plane to its own.
    """

    photo: Photo
    plane: Plane
    outlines: Sequence[Floats]
    asked: Sequence[Floats] = ()
    doubtful: Callable[[], Sequence[Floats]] = tuple
    others: Sequence[tuple[Move, Prober]] = ()

    @cached_property
    def _ground(self) -> Ground:
        picture = self.photo.rough
        plane = self.plane.scaled(picture.shape[1] / self.photo.work_grey.shape[1])
        return Ground(picture, plane, self.outlines, self.asked, self.doubtful())

    def look(self, corners: Floats) -> Evidence:
        """Return what the place with these corners (mm on the plane) shows, ignoring known pieces;
        bare table only if most photos that show it agree.
        """
        own = self._own(corners)
        evidence = [own, *(prober.look(move(corners)) for move, prober in self.others)]
        return weighed(own, [one for one in evidence if one.outside < 0.5 and one.glare < DAZZLED])

    def _own(self, corners: Floats) -> Evidence:
        middle, grey = corners.mean(0), self.photo.work_grey
        inner = middle + (corners - middle) * 0.9
        along, down = inner[1] - inner[0], inner[3] - inner[0]
        counts = [max(3, int(np.linalg.norm(edge) / STEP)) for edge in (along, down)]
        u, v = ((np.arange(n)[:, None] + 0.5) / n for n in counts)
        points = np.asarray(inner[0] + u * along + (v * down)[:, None]).reshape(-1, 2)
        points = points[~within(points, self.outlines, ROUND)]
        size = self.plane.px_per_mm(middle) * self.photo.shrunk
        pixels, limit = self.plane.to_px(points), np.array(grey.shape[::-1])
        visible = ((pixels >= 0) & (pixels <= limit - 1)).all(1)
        outside = 1 - float(visible.mean()) if len(points) >= FEWEST else 0.0
        if visible.sum() < FEWEST:
            return Evidence(outside, 0.0, 0.0, 0.0, 0.0, size)
        box = self.plane.to_px(inner)
        left, top = np.clip(box.min(0), 0, limit).astype(int)
        right, low = np.clip(box.max(0) + 1, 0, limit).astype(int)
        patch, foreign = grey[top:low, left:right], self._ground.share(points[visible])
        return Evidence(
            outside,
            foreign,
            float(patch.mean()) if patch.size else 0.0,
            float((patch > 250).mean()) if patch.size else 0.0,
            _edge(patch) if foreign else 1.0,
            size,
        )


def weighed(own: Evidence, shown: Sequence[Evidence]) -> Evidence:
    """Return the evidence that counts, given that of the photos that show a place without glare."""
    bare = [one for one in shown if one.empty]
    if len(bare) * 2 > len(shown):
        return own if own.empty else bare[0]
    taken = [one for one in shown if not one.empty]
    return taken[0] if own.empty and taken else own


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
        # distances from the centre along both axes
        u, v = off @ (along / width) - width / 2, off @ (down / height) - height / 2
        inside |= (np.abs(u) < width / 2 + margin) & (np.abs(v) < height / 2 + margin)
    return inside

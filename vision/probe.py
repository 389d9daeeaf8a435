"""Probe: what lies where no tag was read - bare table, something, or the world outside the picture - and why.

The table's look is learnt from the picture itself, round about the pieces; what a place shows besides that is
foreign. Causes are measured in the place, so that the advice on how to shoot again is not a guess.
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
from vision.detect import Floats, Grey
from vision.load import Image
from vision.plane import Plane
from vision.strokes import FEWEST, FINE, Strokes

Bools: TypeAlias = NDArray[np.bool_]
Cause: TypeAlias = Literal["outside", "far", "dark", "glare", "blur", "covered"]

STEP = 2.5  # mm between the points looked at
COARSE = 8.0  # mm between them on pieces that were read
LEARNT = 6000  # points that the table is learnt from
REACH = 250.0  # mm round the pieces that count as "the table"
COMMON = 0.02  # of all samples that share a colour of the table; rarer ones are things that lie on it
STRANGE = 13.0  # distance in Lab (lightness halved) from all of the table's colours
SAME = 3.0  # colours nearer than about that are counted as one
SHOWN = 0.25  # of the print that cards have: with as much no place is bare, whatever its colours; half covered have 0.7
UNPRINTED = 0.03  # and with less than that nothing printed lies there; bare cloths that tell anything have none
VARIED = 0.2  # of the way from black to paper by which something must be darker to be looked at as print
INK = 0.35  # of the way from tags' black to paper's white; what is darker may be print
DAZZLED = 0.2  # of a place: what lies there may be lost in it
EMPTY, SOMETHING = 0.10, 0.30  # shares of foreign points
MIN_PX_MODULE = 2.5
LAG = 8  # px
ENOUGH = 10_000  # px of a patch whose steps are measured, about
BLURRED = 0.26  # of a picture's steepest steps; sharp photos measured 0.30 to 0.47

_REMEDIES: dict[Cause, tuple[str, str]] = {
    "outside": (say("is cut off by the picture's edge"), say("step back until all of it is in the picture")),
    "far": (say("is too small to read"), say("go closer: what lies there should fill the picture")),
    "dark": (say("is too dark to read"), say("switch on more light, or turn so that no shadow falls on it")),
    "glare": (
        say("shines"),
        say("tilt the phone or turn the lamp away, so that the light does not mirror in the card"),
    ),
    "blur": (say("is blurred"), say("hold still and tap on the card to focus")),
    "covered": (say("is covered or turned over"), say("take away whatever covers its tags")),
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a place shows: shares from 0 to 1, brightness 0 to 255; `edge` is how steep edges are, 0 to 1 (sharp).

    `outside` and `foreign` are shares of what no known piece covers.

    On bare table nobody asks for edges, and it is 1. Where the table is `blind` its colours are the cards' own, and
    what is foreign is at least what is never empty. `printed` is how much fine print shows: 0 as the table has, 1 as
    the cards that were read have; None where these two are too much alike, where even cards show next to none, the
    picture being `smeared`, or where nothing asks for it. `coloured` is the same of colours that a blind table has not;
    None where it is not blind, or even the cards have none.
    """

    outside: float
    foreign: float
    brightness: float
    glare: float
    edge: float
    px_per_mm: float
    blind: bool = False
    printed: float | None = None
    smeared: bool = False
    coloured: float | None = None

    def __post_init__(self) -> None:
        if not all(-1e-9 <= share <= 1 + 1e-9 for share in (self.outside, self.foreign, self.glare)):
            raise ValueError(f"shares go from 0 to 1: {self}")

    @property
    def empty(self) -> bool:
        """Bare table, as far as it is in the picture; in a reflection nothing can be told."""
        return self.foreign < EMPTY and self.outside < 0.5 and self.glare < DAZZLED

    @property
    def occupied(self) -> bool:
        """Certainly not just table."""
        return self.foreign >= SOMETHING

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
    """What is wrong with a place, in words that follow its name, and what to do."""
    return _REMEDIES[cause]


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """What the bare table looks like: its `colours`, in a picture brightened by `gain`.

    `cards` is the share of most cards that were read which looks otherwise. Where that is little the table is `blind`:
    then nothing may be called empty by colour. What is as dark as `ink`, 0 to 255, may be print.
    """

    colours: Floats
    gain: float  # or all colours of a dark picture would be alike
    cards: float
    ink: float

    @property
    def blind(self) -> bool:
        """Whether even the cards look like this table."""
        return self.cards < SOMETHING


@dataclass(frozen=True, eq=False)
class Prober:
    """Looks at places of one photo: `outlines` are the pieces that are known (mm on the plane).

    The table's colours are learnt round about them at the first look, leaving out the places `asked` about. `plane` is
    that of `grey`, which may be `shrunk` by a factor; evidence is of the whole picture. `colours` gives the same
    picture in colour at whatever size: nobody asks for it before something is looked at.
    """

    colours: Callable[[], Image]
    grey: Grey
    plane: Plane
    outlines: Sequence[Floats]
    asked: Sequence[Floats] = ()
    shrunk: int = 1

    @cached_property
    def _about(self) -> Floats:
        """Points of the table round about the pieces, mm, where none is known and nobody asks for one."""
        corners = np.concatenate([*self.outlines]) if self.outlines else np.zeros((1, 2))
        low, high = corners.min(0) - REACH, corners.max(0) + REACH
        step = max(STEP, float(np.sqrt(np.prod(high - low) / LEARNT)))
        return _outside(low, high, step, [*_wider(self.outlines, 6.0), *_wider(self.asked, 8.0)])

    @cached_property
    def _ground(self) -> _Ground:
        gain = float(np.clip(230 / max(1.0, _ranked(self.grey[::8, ::8], 0.99)), 1.0, 10.0))
        colours, seen = self._seen(self.plane.to_px(self._about), gain)
        table = _common(colours[seen])
        return _Ground(table, gain, self._cards(table, gain) if self.outlines else 1.0, self._ink())

    def _cards(self, table: Floats, gain: float) -> float:
        """The share of most cards that were read which does not look like the table."""
        grids = [_inside_grid(outline, COARSE) for outline in self.outlines]
        colours, seen = self._seen(self.plane.to_px(np.concatenate(grids)), gain)
        ends = np.cumsum([len(grid) for grid in grids])[:-1]
        parts = zip(np.split(_strange(colours, table), ends), np.split(seen, ends), strict=True)
        return float(np.median([_share(strange[there]) for strange, there in parts]))

    def _seen(self, pixels: Floats, gain: float) -> tuple[Floats, Bools]:
        """Lab colours (lightness halved) at points in px, and which of these are in the picture."""
        image = self.colours()
        scale = image.shape[1] / self.grey.shape[1]
        at = np.rint((pixels + 0.5) * scale - 0.5).astype(int)
        height, width = image.shape[:2]
        within: Bools = np.asarray(((at >= 0) & (at < (width, height))).all(1))
        x, y = np.where(within[:, None], at, 0).T
        lab = cv2.cvtColor(np.minimum(image[y, x][None] * np.float32(gain / 255), 1), cv2.COLOR_BGR2LAB)[0]
        return np.asarray(lab * np.array([0.5, 1, 1], np.float32), np.float64), within

    @cached_property
    def _tones(self) -> tuple[float, float]:
        """How dark the pieces' tags are, and how light their paper, 0 to 255."""
        if not self.outlines:
            return 0.0, 0.0
        greys = np.concatenate([self._patch(self.plane.to_px(outline)).ravel()[::7] for outline in self.outlines])
        black, paper = np.percentile(greys, (2, 90)) if greys.size else (0.0, 0.0)
        return float(black), float(paper)

    def _ink(self) -> float:
        """As dark as that are the pieces' tags, not nearly as dark their paper."""
        black, paper = self._tones
        return black + INK * (paper - black)

    @cached_property
    def _strokes(self) -> Strokes:
        grids = [_inside_grid(outline) for outline in self.outlines]
        return Strokes(self.grey, self.plane, grids, self._about, self._tones)

    def look(self, corners: Floats, hidden: Sequence[Floats] = (), *, tagged: bool = False) -> Evidence:
        """What the place with these corners (mm on the plane) shows; known pieces and `hidden` do not count.

        `tagged` says that whatever can lie there shows print as dark as tags: what shows none of it is bare table, and
        what shows some is not, whatever their colours.
        """
        middle = corners.mean(0)
        inner = middle + (corners - middle) * 0.82
        points = _inside_grid(inner)
        known = [*self.outlines, *hidden]
        free = ~_inside(points, known, 2.0)
        ground, size = self._ground, self.plane.px_per_mm(middle) * self.shrunk
        pixels = self.plane.to_px(np.concatenate([inner, points]))
        colours, seen = self._seen(pixels[4:], ground.gain)
        used = colours[free & seen]
        outside = float((~seen[free]).mean()) if free.sum() >= FEWEST else 0.0
        if len(used) < FEWEST:
            return Evidence(outside, 0.0, 0.0, 0.0, 0.0, size)
        patch, foreign = self._patch(pixels[:4]), _share(_strange(used, ground.colours))
        inked = not patch.size or _ranked(patch, 0.01) <= ground.ink
        blind, printed = ground.blind and (inked or not tagged), None
        if blind or (tagged and inked and foreign < EMPTY and self._varied(pixels[4:][free & seen])):
            printed = self._strokes.share(points[~_inside(points, known, FINE)])
        if tagged and printed is not None:
            blind = blind and printed >= UNPRINTED
        coloured = min(1.0, foreign / ground.cards) if blind and ground.cards else None
        if blind or (tagged and printed is not None and printed >= SHOWN):
            foreign = max(foreign, 2 * EMPTY)
        return Evidence(
            outside, foreign, float(patch.mean()) if patch.size else 0.0,
            float((patch > 250).mean()) if patch.size else 0.0, _edge(patch) if foreign >= EMPTY else 1.0, size, blind,
            printed, blind and self._strokes.smeared, coloured,
        )  # fmt: skip

    def _varied(self, pixels: Floats) -> bool:
        """Whether the picture is at some of these points, px, so much darker than at others as print is."""
        x, y = np.minimum(np.rint(pixels).astype(int), np.array(self.grey.shape[::-1]) - 1).T
        (black, paper), greys = self._tones, self.grey[y, x]
        return _ranked(greys, 0.9) - _ranked(greys, 0.005) >= VARIED * (paper - black)

    def _patch(self, seen: Floats) -> Grey:
        """What lies between these points, px, and a little about them."""
        limit = (self.grey.shape[1], self.grey.shape[0])
        low, high = np.clip(seen.min(0), 0, limit).astype(int), np.clip(seen.max(0) + 1, 0, limit).astype(int)
        return self.grey[low[1] : high[1], low[0] : high[0]]


def sharpness(grey: Grey) -> float:
    """How steep edges are where a photo has most contrast, 0 to 1: a bare table's grain must not pass for focus."""
    rows, columns = (max(1, side // 12) for side in grey.shape)
    tiles = [
        grey[y : y + rows, x : x + columns]
        for y in range(0, grey.shape[0], rows)
        for x in range(0, grey.shape[1], columns)
    ]
    spans = [float(np.subtract(*np.percentile(tile[::3, ::3], (95, 5)))) for tile in tiles]
    return float(np.median([_edge(tiles[i]) for i in np.argsort(spans)[-3:]]))


def _edge(patch: Grey) -> float:
    """The steepest steps over one pixel, as a share of the steepest over LAG pixels: a sharp edge needs but one."""
    if min(patch.shape, default=0) < 3 * LAG:
        return 0.0
    smooth = cv2.GaussianBlur(patch, (0, 0), 0.8)
    thin = max(1, round(np.sqrt(patch.size / ENOUGH)))  # a large patch need not be looked at everywhere
    one, many = (
        max(_ranked(cv2.absdiff(smooth[lag::thin], smooth[:-lag:thin]), 0.995),
            _ranked(cv2.absdiff(smooth[::thin, lag:], smooth[::thin, :-lag]), 0.995))
        for lag in (1, LAG)
    )  # fmt: skip
    return one / many if many > 1 else 0.0


def _ranked(values: NDArray[np.uint8] | cv2.typing.MatLike, share: float) -> float:
    """What `share` of some values do not exceed; `np.percentile` takes three times as long."""
    low, part = divmod(share * (values.size - 1), 1)
    ordered = np.partition(values.ravel(), [int(low), int(low + (part > 0))])
    one, other = float(ordered[int(low)]), float(ordered[int(low + (part > 0))])
    return one + part * (other - one)


def _outside(low: Floats, high: Floats, step: float, rectangles: Sequence[Floats]) -> Floats:
    """Points `step` mm apart between two corners that lie in none of the rectangles."""
    across, along = (np.arange(low[axis], high[axis], step) for axis in range(2))
    free = np.ones((len(along), len(across)), np.uint8)
    for corners in rectangles:
        cv2.fillConvexPoly(free, np.rint((corners - low) / step).astype(np.int32), 0)
    y, x = np.nonzero(free)
    return np.stack([across[x], along[y]], 1)


def _wider(rectangles: Sequence[Floats], margin: float) -> list[Floats]:
    """The rectangles, on all sides `margin` mm wider."""
    if not rectangles:
        return []
    corners = np.array(rectangles)
    sides = np.roll(corners, -1, 1) - corners
    out = sides / np.linalg.norm(sides, axis=2, keepdims=True) * margin
    return list(corners + np.roll(out, 1, 1) - out)


def _inside_grid(corners: Floats, step: float = STEP) -> Floats:
    """Points `step` mm apart within a parallelogram."""
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    counts = [max(3, int(np.linalg.norm(edge) / step)) for edge in (along, down)]
    u, v = ((np.arange(n)[:, None] + 0.5) / n for n in counts)
    return np.asarray(corners[0] + u * along + (v * down)[:, None]).reshape(-1, 2)


def _inside(points: Floats, outlines: Sequence[Floats], margin: float) -> Bools:
    """Which points lie in any of the rectangles, widened by `margin` mm."""
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


def _strange(colours: Floats, table: Floats) -> Bools:
    """Which colours are none of the table's; all when the table is not known."""
    return np.asarray(_nearest(colours, table) > STRANGE**2) if len(table) else np.ones(len(colours), bool)


def _share(strange: Bools) -> float:
    """How much is strange; all when nothing is known."""
    return np.count_nonzero(strange) / len(strange) if len(strange) else 1.0


def _common(colours: Floats) -> Floats:
    """Some hundred colours that many samples share; none when there are too few samples to tell."""
    if len(colours) < 100:
        return np.zeros((0, 3))
    some = colours[:: max(1, len(colours) // 600)]
    common = some[(_squares(some, some) < (0.6 * STRANGE) ** 2).mean(1) > COMMON]
    return np.array(sorted({tuple(colour) for colour in np.round(common / SAME).tolist()})).reshape(-1, 3) * SAME


def _nearest(colours: Floats, table: Floats) -> NDArray[np.float32]:
    """Each colour's distance to the table's nearest, squared."""
    return np.asarray(_squares(colours, table).min(1), np.float32)


def _squares(ones: Floats, others: Floats) -> NDArray[np.float32]:
    """Squared distances of all from all."""
    some, many = ones.astype(np.float32), others.astype(np.float32)
    far = some @ (-2 * many.T)
    far += (some**2).sum(1)[:, None]
    far += (many**2).sum(1)
    return far

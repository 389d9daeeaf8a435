"""Pyramids of plastic on a printed board, by shape and colour (solitaire D1).

Each size of pyramid, at each place and turn, would hide a certain patch of paper: its base, and where its tip leans to
as the camera sees it. The size whose patch is nearest to what is foreign on the board must lead the others by a margin.
Squares are read from below the camera outwards, since what is nearer hides what is farther.

Lengths are mm on the board from its upper left, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from math import cos, radians, sin
from typing import Literal, TypeAlias

import cv2
import numpy as np

from companion.solitaire.board import NEST, Pyramid
from companion.solitaire.measures import FRUSTUMS, SQUARE
from vision.camera import Camera
from vision.detect import Floats, Grey
from vision.tables.solitaire_paper import LITTLE, PX, Bools, Cell, Ground, middle, shows_sign, window

Why: TypeAlias = Literal["strange", "close", "hidden", "pale"]

LEAN = 32.0  # mm about a square within which a tip may be seen
# Overlap of the best size with what is foreign, and its lead over the next: chosen on generated photos, half of their
# pyramids in towers, as the values with which most were told and none wrongly.
LIKE, LEAD = 0.75, 0.12
VERY_LIKE, LITTLE_LEAD = 0.9, 0.03
RIVAL = 0.06  # lead with which another size, told with shadows or without them, speaks against the best
SEEN = 0.6  # of a base that must not be hidden by nearer pyramids
SIGNED = 0.72  # correlation with its printed sign of an empty square on which nothing is foreign, and
CLEAR = 0.9  # of one that is empty in any case: wherever a pyramid stands, it would hide a part
AROUND = 4.0  # mm about the likeliest place, and
TURNS = range(0, 90, 18)  # degrees, that are tried before steps get smaller
RISES = (5.0, 10.0, 15.0)  # mm by which a pyramid may be lifted
FAR_BEHIND = 0.3  # a size whose overlap is by so much less, before it is looked at more closely, is not looked at
RIM = (1.0, 2.2)  # mm from a patch, between which
RIM_DARK = 0.12  # it is not bare all round: 0.03 about what is opaque, 0.18 about a pyramid within a see-through one
RIM_SEEN = 8  # px of it in one way of eight
OVERHANG = 3.0  # mm by which a base may reach over its square's side
SLACK = 2.0  # mm round a pyramid's patch that may look foreign
AROUND_PATCH = 3.0  # mm about that, of which
SPILT = 24.0  # mm2 may be foreign
STEPS = ((2.0, 8.0), (1.0, 5.0), (0.5, 3.0))  # mm and degrees


@dataclass(frozen=True, slots=True)
class Content:
    """What a square shows: the size of the pyramid, "" when it is empty, None when it is not sure, and then `why`.

    `like` is the overlap of what is foreign with that size's patch, `lead` how far the next size is behind; `patch`
    is the outline of the pyramid, and `at` the middle of its base, mm on the board.
    """

    size: Pyramid | None
    why: Why | None = None
    like: float = 0.0
    lead: float = 0.0
    patch: tuple[tuple[float, float], ...] = ()
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Pose:
    """A pyramid that stands on the board: the middle of its base, and its turn in degrees.

    `rise` is how high it is lifted by others of its size that it stands on.
    """

    size: Pyramid
    x: float
    y: float
    turn: float
    rise: float = 0.0

    @property
    def base(self) -> Floats:
        """The corners of its base, 4 x 2."""
        return np.array(self._corners())

    def patch(self, camera: Camera) -> Floats:
        """The outline of the paper that it hides with those it stands on, n x 2."""
        highest = 0.9 * camera.height
        peak = camera.spread(min(FRUSTUMS[self.size].peak + self.rise, highest))
        foot = camera.spread(min(self.rise, highest))
        x, y, base = camera.x, camera.y, self._corners()
        lifted = [(x + (u - x) * foot, y + (v - y) * foot) for u, v in base] if self.rise else []
        tip = (x + (self.x - x) * peak, y + (self.y - y) * peak)
        return np.asarray(cv2.convexHull(np.array([*base, *lifted, tip], np.float32))[:, 0], np.float32)

    def _corners(self) -> list[tuple[float, float]]:
        """The same as plain numbers: thousands of poses are tried."""
        half, turn = FRUSTUMS[self.size].base / 2, radians(self.turn)
        c, s = half * cos(turn), half * sin(turn)
        around = ((c - s, s + c), (-c - s, c - s), (s - c, -s - c), (c + s, s - c))
        return [(self.x + u, self.y + v) for u, v in around]

    def nudged(self, x: float, y: float, turn: float) -> Pose:
        """The same pyramid, moved and turned."""
        return Pose(self.size, self.x + x, self.y + y, self.turn + turn, self.rise)


def read_cells(
    ground: Ground, camera: Camera, cells: Iterable[Cell], covered: Bools | None = None
) -> dict[Cell, Content]:
    """What stands on these squares of the board; what is `covered` by known pieces tells nothing."""
    under = np.array([camera.x, camera.y])
    hidden = np.zeros(ground.foreign.shape, bool) if covered is None else covered.copy()
    found: dict[Cell, Content] = {}
    for cell in sorted(cells, key=lambda cell: float(np.linalg.norm(middle(cell) - under))):
        found[cell] = _read_cell(ground, hidden, cell, camera)
        if found[cell].patch:
            hidden |= cv2.dilate(_filled(np.array(found[cell].patch), hidden.shape), np.ones((3, 3), np.uint8)) > 0
    return _without_spills(ground, found, covered)


def _without_spills(ground: Ground, found: dict[Cell, Content], covered: Bools | None) -> dict[Cell, Content]:
    """What goes on beyond its patch is a finger, or lies on two squares: no pyramid."""
    patches = {
        cell: _filled(np.array(content.patch), ground.foreign.shape) for cell, content in found.items() if content.patch
    }
    told = np.zeros(ground.foreign.shape, np.uint8)
    for cell, mask in patches.items():
        if found[cell].size or found[cell].why == "close":
            told |= mask
    strange = ground.coloured & ground.foreign & (_widened(told, SLACK) == 0)
    if covered is not None:
        strange &= ~covered
    spilt = {
        cell: float((strange & (_widened(mask, SLACK + AROUND_PATCH) > 0)).sum()) / PX**2
        for cell, mask in patches.items()
        if found[cell].size
    }
    return {
        cell: replace(content, size=None, why="strange") if spilt.get(cell, 0) > SPILT else content
        for cell, content in found.items()
    }


def _widened(mask: Grey, by: float) -> Grey:
    side = 2 * round(by * PX) + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), np.uint8)


def _read_cell(ground: Ground, hidden: Bools, cell: Cell, camera: Camera) -> Content:
    part = window(cell)
    free = ground.counts[part] & ~hidden[part]
    if free.sum() < 0.3 * ground.counts[part].sum():
        return Content(None, "hidden")
    sign, share = shows_sign(ground, cell), float((ground.foreign[part] & free).sum() / free.sum())
    if sign > CLEAR or (sign > SIGNED and share < LITTLE):
        return Content("")
    if share < LITTLE:
        return Content(None, "pale")
    counts = ground.counts & ~hidden
    best = other = _rated(_Spot.of(ground.coloured, counts, cell), camera)
    if float((ground.foreign ^ ground.coloured)[part].mean()) > LITTLE:
        shady = _rated(_Spot.of(ground.foreign, counts, cell), camera)
        best, other = (shady, best) if shady > best else (best, shady)
        differ = best.pose.size != other.pose.size and best.like < VERY_LIKE
        if best is shady and (differ or other.like < LIKE):  # without its shadows it looks like no pyramid, or another
            return Content(None, "strange", best.like, best.lead)
    why = _doubt(best, other, _share(hidden, best.pose.base))
    why = why or ("strange" if _overhang(best.pose, cell) > OVERHANG else None)
    patch = best.pose.patch(camera)
    nested = best.pose.size != NEST[-1] and _rim(ground, counts, patch) > RIM_DARK  # in a larger one, which is on top
    why = why or ("close" if nested else None)
    points = tuple((float(x), float(y)) for x, y in patch)
    return Content(None if why else best.pose.size, why, best.like, best.lead, points, (best.pose.x, best.pose.y))


@dataclass(frozen=True, slots=True, order=True)
class _Rated:
    """The likeliest pyramid: the overlap of its patch with what is foreign, and its lead over the next size."""

    like: float
    lead: float
    pose: Pose = field(compare=False)


def _rated(spot: _Spot, camera: Camera) -> _Rated:
    rough = [spot.about(size, camera) for size in NEST]
    most = max(like for like, _ in rough)
    found = [spot.exactly(start, camera) if start[0] > most - FAR_BEHIND else start for start in rough]
    (like, pose), (next_like, _), *_ = sorted(found, key=lambda rated: -rated[0])
    return _Rated(like, like - next_like, pose)


def _doubt(best: _Rated, other: _Rated, hidden: float) -> Why | None:
    """Why a size is not sure, if so; `other` is what the square looks like with shadows, or without."""
    if best.like < LIKE:
        return "strange"
    rivals = other.pose.size != best.pose.size and other.lead > RIVAL and other.like > best.like - LEAD
    if rivals or not _sure(best.like, best.lead):
        return "close"
    return "hidden" if hidden > 1 - SEEN else None


def _overhang(pose: Pose, cell: Cell) -> float:
    """How far, mm, a base reaches over its square's side."""
    return float(np.abs(pose.base - middle(cell)).max()) - SQUARE / 2


def _rim(ground: Ground, counts: Bools, patch: Floats) -> float:
    """How dark it is all round a patch, a logarithm of light: the least of eight ways; 0 where too little is seen.

    About what stands there alone is bare stone on some side, if not its shadow. A see-through one has a paler rim
    round the smaller one within it.
    """
    near, far = (_widened(_filled(patch, counts.shape), by) > 0 for by in RIM)
    rows, columns = np.nonzero(far & ~near & counts)
    x, y = patch.mean(0) * PX
    ways = ((np.degrees(np.arctan2(rows - y, columns - x)) + 360) // 45).astype(int) % 8
    dark = ground.darkness[rows, columns]
    each = [float(np.median(dark[ways == way])) for way in range(8) if (ways == way).sum() >= RIM_SEEN]
    return min(each) if len(each) > 4 else 0.0


def _share(hidden: Bools, base: Floats) -> float:
    """How much of a base is hidden."""
    inside = hidden[_filled(base, hidden.shape) > 0]
    return float(inside.mean()) if inside.size else 1.0


def _sure(like: float, lead: float) -> bool:
    return lead >= LEAD or (like >= VERY_LIKE and lead >= LITTLE_LEAD)


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """The surroundings of one square: what of them is foreign and counts, and where they are."""

    layers: Grey  # n x n x 3, of 0 and 1: what is foreign and counts, what of it lies in the square itself, what counts
    corner: Floats  # upper left, mm
    middle: Floats  # of what is foreign in the square, mm
    total: int  # px that are foreign in the square itself
    _asked: dict[Pose, float] = field(default_factory=dict)  # likenesses: a step back has been tried before

    @classmethod
    def of(cls, ground: Bools, free: Bools, cell: Cell) -> _Spot:
        """Cut it out of what is foreign on the `ground`; only what is `free` counts."""
        corner = ((middle(cell) - SQUARE / 2 - LEAN) * PX).round()
        side = round((SQUARE + 2 * LEAN) * PX)
        shift = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]]])
        layers = np.stack([ground & free, np.zeros_like(free), free], 2).astype(np.uint8)
        layers = np.asarray(cv2.warpAffine(layers, shift, (side, side)), np.uint8)
        inner = slice(round(LEAN * PX), round((LEAN + SQUARE) * PX))
        layers[inner, inner, 1] = layers[inner, inner, 0]
        rows, columns = np.nonzero(layers[:, :, 1])
        centre = (corner + np.array([columns.mean() + 0.5, rows.mean() + 0.5])) / PX if len(rows) else middle(cell)
        return cls(layers, corner / PX, np.asarray(centre), len(rows))

    def about(self, size: Pyramid, camera: Camera) -> tuple[float, Pose]:
        """About the likeliest pose of a size on the board, and how well its patch covers what is foreign."""
        start = Pose(size, float(self.middle[0]), float(self.middle[1]), 0)
        x, y = (start.patch(camera).mean(0) - self.middle).tolist()  # of the patch's corners: near enough to begin with
        shifts = (-AROUND, 0.0, AROUND)
        tries = [start.nudged(u - x / 2, v - y / 2, turn) for u, v, turn in product(shifts, shifts, TURNS)]
        found = max(((self.likeness(pose, camera), pose) for pose in tries), key=lambda rated: rated[0])
        for step, twist in STEPS:
            found = self._climbed(found, step, twist, camera)
        return found

    def exactly(self, found: tuple[float, Pose], camera: Camera) -> tuple[float, Pose]:
        """The likeliest pose of the same size, on the board or lifted by others."""
        risen = [replace(found[1], rise=rise) for rise in RISES]
        ends = [self._climbed((self.likeness(pose, camera), pose), *STEPS[1], camera) for pose in risen]
        return self._climbed(max([found, *ends], key=lambda rated: rated[0]), *STEPS[-1], camera)

    def _climbed(self, found: tuple[float, Pose], step: float, twist: float, camera: Camera) -> tuple[float, Pose]:
        """Step by step to a likelier pose, while there is one."""
        for _ in range(5):
            tries = [(self.likeness(pose, camera), pose) for pose in _about(found[1], step, twist)]
            better = max(tries, key=lambda rated: rated[0])
            if better[0] <= found[0]:
                return found
            found = better
        return found

    def likeness(self, pose: Pose, camera: Camera) -> float:
        """The overlap of its patch with what is foreign, over all that either covers in the square."""
        if pose not in self._asked:
            self._asked[pose] = self._overlap(pose, camera)
        return self._asked[pose]

    def _overlap(self, pose: Pose, camera: Camera) -> float:
        outline = (pose.patch(camera) - self.corner) * PX
        left, top, width, height = cv2.boundingRect(outline.astype(np.float32))
        side = len(self.layers)
        left, right = max(0, left - 1), min(side, left + width + 1)
        top, bottom = max(0, top - 1), min(side, top + height + 1)
        if left >= right or top >= bottom:
            return 0.0  # beyond the board's surroundings
        within = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillConvexPoly(within, ((outline - (left, top)) * 16 - 7.5).astype(np.int32), 1, shift=4)
        area = cv2.countNonZero(within)
        hit, own, counted = (area * share for share in cv2.mean(self.layers[top:bottom, left:right], within)[:3])
        return hit / max(counted + self.total - own, 1.0)


def _about(pose: Pose, step: float, twist: float) -> Iterator[Pose]:
    for way in (-1, 1):
        yield pose.nudged(way * step, 0, 0)
        yield pose.nudged(0, way * step, 0)
        yield pose.nudged(0, 0, way * twist)


def _filled(outline: Floats, shape: tuple[int, ...]) -> Grey:
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * PX).astype(np.int32), 1)
    return mask

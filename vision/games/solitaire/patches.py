"""Where a pyramid stands, what it hides of the board, and which one hides what is foreign.

Lengths are mm on the board from its upper left, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product
from math import cos, radians, sin

import cv2
import numpy as np

from companion.solitaire.board import NEST, Pyramid
from companion.solitaire.pieces import FRUSTUMS, SQUARE
from vision.games.solitaire.paper import PX, Bools, Cell, middle
from vision.table.camera import Camera
from vision.tags.detector import Floats, Grey

LEAN = 32.0  # mm around a square within which a tip may be seen
AROUND = 4.0  # shifts of the first search, mm
TURNS = range(0, 90, 18)  # turns of the first search, degrees
RISES = (5.0, 10.0, 15.0)  # mm by which a pyramid may be raised
# sizes whose first overlap is this much below the best aren't refined
FAR_BEHIND = 0.3
STEPS = ((2.0, 8.0), (1.0, 5.0), (0.5, 3.0))  # mm and degrees


@dataclass(frozen=True, slots=True)
class Pose:
    """A pyramid on the board: its base's centre, its turn in degrees, how far it is raised."""

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
        """Return the outline of the paper that it hides together with those it stands on, n x 2."""
        highest = 0.9 * camera.height
        peak = camera.spread(min(FRUSTUMS[self.size].peak + self.rise, highest))
        foot = camera.spread(min(self.rise, highest))
        x, y, base = camera.x, camera.y, self._corners()
        lifted = [(x + (u - x) * foot, y + (v - y) * foot) for u, v in base] if self.rise else []
        tip = (x + (self.x - x) * peak, y + (self.y - y) * peak)
        return np.asarray(
            cv2.convexHull(np.array([*base, *lifted, tip], np.float32))[:, 0], np.float32
        )

    def _corners(self) -> list[tuple[float, float]]:
        """Return the corners of its base as plain numbers, which is fast: thousands are tried."""
        half, turn = FRUSTUMS[self.size].base / 2, radians(self.turn)
        c, s = half * cos(turn), half * sin(turn)
        around = ((c - s, s + c), (-c - s, c - s), (s - c, -s - c), (c + s, s - c))
        return [(self.x + u, self.y + v) for u, v in around]

    def nudged(self, x: float, y: float, turn: float) -> Pose:
        """Return the pose moved and turned."""
        return Pose(self.size, self.x + x, self.y + y, self.turn + turn, self.rise)


def filled(outline: Floats, shape: tuple[int, ...]) -> Grey:
    """Return a mask of this shape with 1 inside an outline, n x 2 mm."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * PX).astype(np.int32), 1)
    return mask


def widened(mask: Grey, by: float) -> Grey:
    """Return a mask extended by `by` mm."""
    side = 2 * round(by * PX) + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), np.uint8)


@dataclass(frozen=True, slots=True, order=True)
class Rated:
    """The likeliest pyramid: its patch's overlap with the foreign area, and lead over the next."""

    like: float
    lead: float
    pose: Pose = field(compare=False)


def rated(foreign: Bools, counts: Bools, cell: Cell, camera: Camera) -> Rated:
    """Return the pyramid that best matches the foreign area on a square, where it counts."""
    spot = _Spot.of(foreign, counts, cell, camera)
    rough = [spot.about(size) for size in NEST]
    most = max(like for like, _ in rough)
    poses = [spot.exactly(start) if start[0] > most - FAR_BEHIND else start for start in rough]
    (like, pose), (next_like, _), *_ = sorted(poses, key=lambda rated: -rated[0])
    return Rated(like, like - next_like, pose)


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """The surroundings of one square: what of them is foreign and counts, and where they are."""

    # n x n x 3 of 0 and 1: foreign pixels that count, those in the square itself, all that count
    layers: Grey
    corner: Floats  # upper left, mm
    middle: Floats  # of the foreign pixels in the square, mm
    total: int  # foreign pixels in the square itself
    camera: Camera
    # likeness by pose: neighbouring poses are tried repeatedly
    _cache: dict[Pose, float] = field(default_factory=dict)

    @classmethod
    def of(cls, ground: Bools, free: Bools, cell: Cell, camera: Camera) -> _Spot:
        """Return the part of `ground`, what is foreign, around a square; only `free` counts."""
        corner = ((middle(cell) - SQUARE / 2 - LEAN) * PX).round()
        side = round((SQUARE + 2 * LEAN) * PX)
        shift = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]]])
        layers = np.stack([ground & free, np.zeros_like(free), free], 2).astype(np.uint8)
        layers = np.asarray(cv2.warpAffine(layers, shift, (side, side)), np.uint8)
        inner = slice(round(LEAN * PX), round((LEAN + SQUARE) * PX))
        layers[inner, inner, 1] = layers[inner, inner, 0]
        rows, columns = np.nonzero(layers[:, :, 1])
        centre = (
            (corner + np.array([columns.mean() + 0.5, rows.mean() + 0.5])) / PX
            if len(rows)
            else middle(cell)
        )
        return cls(layers, corner / PX, np.asarray(centre), len(rows), camera)

    def about(self, size: Pyramid) -> tuple[float, Pose]:
        """Return roughly the best pose of a size on the board, with its likeness."""
        start = Pose(size, float(self.middle[0]), float(self.middle[1]), 0)
        # offset of the patch's mean corner: accurate enough to start with
        x, y = (start.patch(self.camera).mean(0) - self.middle).tolist()
        shifts = (-AROUND, 0.0, AROUND)
        tries = [
            start.nudged(u - x / 2, v - y / 2, turn)
            for u, v, turn in product(shifts, shifts, TURNS)
        ]
        best = max(((self.likeness(pose), pose) for pose in tries), key=lambda rated: rated[0])
        for step, twist in STEPS:
            best = self._climbed(best, step, twist)
        return best

    def exactly(self, best: tuple[float, Pose]) -> tuple[float, Pose]:
        """Return the best pose of the same size, on the board or raised by others."""
        risen = [replace(best[1], rise=rise) for rise in RISES]
        ends = [self._climbed((self.likeness(pose), pose), *STEPS[1]) for pose in risen]
        return self._climbed(max([best, *ends], key=lambda rated: rated[0]), *STEPS[-1])

    def _climbed(self, best: tuple[float, Pose], step: float, twist: float) -> tuple[float, Pose]:
        """Climb step by step to a better pose, as long as there is one."""
        for _ in range(5):
            near = [
                best[1].nudged(*(way * n for n in move))
                for way in (-1, 1)
                for move in ((step, 0, 0), (0, step, 0), (0, 0, twist))
            ]
            tries = [(self.likeness(pose), pose) for pose in near]
            better = max(tries, key=lambda rated: rated[0])
            if better[0] <= best[0]:
                return best
            best = better
        return best

    def likeness(self, pose: Pose) -> float:
        """Return the overlap of patch and foreign area as a share of both in the square."""
        if pose in self._cache:
            return self._cache[pose]
        outline = (pose.patch(self.camera) - self.corner) * PX
        left, top, width, height = cv2.boundingRect(outline.astype(np.float32))
        side = len(self.layers)
        left, right = max(0, left - 1), min(side, left + width + 1)
        top, bottom = max(0, top - 1), min(side, top + height + 1)
        if left >= right or top >= bottom:
            return 0.0  # beyond the board's surroundings
        within = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillConvexPoly(
            within, ((outline - (left, top)) * 16 - 7.5).astype(np.int32), 1, shift=4
        )
        area = cv2.countNonZero(within)
        hit, own, counted = (
            area * share for share in cv2.mean(self.layers[top:bottom, left:right], within)[:3]
        )
        self._cache[pose] = hit / max(counted + self.total - own, 1.0)
        return self._cache[pose]

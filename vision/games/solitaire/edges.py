"""Find pyramids on a board or mat laid flat by their edges: which size stands on a square or place.

A pyramid of each size, place, turn and rise has an outline and ridges. The share of these that lies
on edges of the photo with the same direction is its support. Shadows don't disturb this: they have
soft edges, or edges elsewhere.

Lengths are mm on the board from its upper left, y down. Poses are rows of x, y, turn (degrees),
rise, and the index of the size in `NEST`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from operator import attrgetter
from typing import TypeAlias

import cv2
import numpy as np

from companion.solitaire.board import NEST, Pyramid
from companion.solitaire.pieces import FRUSTUMS
from vision.games.solitaire.paper import PX, Bools, Light, Pose
from vision.photo.loader import Image
from vision.table.camera import Camera
from vision.tags.detector import Floats, Grey

Step: TypeAlias = tuple[float, float, float]

# grid of the first search: mm, degrees and mm of rise
APART, TURNS, RISES = 4.0, range(0, 90, 15), (0.0, 7.0, 14.0)


@dataclass(frozen=True, slots=True)
class Limits:
    """How edges are measured, and how poses of pyramids are searched."""

    ways: int = 16  # directions of edges in half a turn
    smooth: float = 0.4  # blur before slopes are measured, mm
    along: float = 3.0  # mm along which slopes are averaged: edges go on, noise doesn't
    contrast: float = 0.12  # slope of a full edge, share of white per mm
    about: int = 7  # width of the neighbourhood in which an edge is near, px
    over: float = 3.0  # mm by which a base may extend beyond its square
    # sample points on each line of a pyramid: in the first search, and later
    roughly: int = 3
    points: int = 6
    ridge: float = 0.5  # weight of ridges relative to the outline: on black plastic they are faint
    highest: float = 20.0  # greatest rise, mm
    # poses of each size that are refined once, and of those, to the end
    kept: tuple[int, int] = (24, 12)
    # steps of that, mm, degrees and mm of rise: the first one, and the others
    first: Step = (2.0, 7.0, 3.5)
    steps: tuple[Step, ...] = (
        *((0.75, 4.0, 2.5),) * 2, (0.4, 2.0, 1.5), (0.4, 2.0, 1.0), (0.2, 1.0, 0.5),
    )  # fmt: skip


LIMITS = Limits()
SUPPORT = attrgetter("support")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pose whose lines lie on edges.

    `outline` is the share of the outline on edges, `support` that of outline and ridges together,
    and `seen` the share of the outline that is neither hidden nor outside the board.
    """

    pose: Pose
    outline: float
    support: float
    seen: float

    @property
    def drawn(self) -> float:
        """The mean of both shares, by which sizes are compared."""
        return (self.outline + self.support) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """A board's edges: for each of `LIMITS.ways` directions, each pixel's strength relative to a
    full edge, 0 to 255. The camera sees them; nothing is raised by more than `highest` mm.

    `near` has the maximum around each pixel, to find poses that are slightly off. Only `free`
    pixels (1) count. All have a margin of 1 px.
    """

    strengths: Grey
    near: Grey
    free: Grey
    camera: Camera
    highest: float

    @classmethod
    def of(cls, flat: Image, camera: Camera, highest: float = LIMITS.highest) -> Edges:
        """Return the edges of a board laid flat."""
        each = _strengths(flat)
        around = [cv2.dilate(way, np.ones((LIMITS.about, LIMITS.about), np.uint8)) for way in each]
        strengths, near = (
            np.stack([np.pad(np.asarray(way, np.uint8), 1) for way in ways])
            for ways in (each, around)
        )
        free = np.pad(np.ones(flat.shape[:2], np.uint8), 1)
        return cls(strengths, near, free, camera, highest)

    def beside(self, hidden: Bools) -> Edges:
        """Return the edges of which none counts that is `hidden`."""
        return replace(self, free=np.pad((~hidden).astype(np.uint8), 1))

    def ranked(self, middle: Floats, side: float) -> tuple[Drawn, ...]:
        """Return the best pose of each size on a square with this centre and side, best first."""
        grids = []  # poses all over the square
        rises = [rise for rise in RISES if rise <= self.highest]
        for number, size in enumerate(NEST):
            most = max(side / 2 + LIMITS.over - FRUSTUMS[size].base / 2, LIMITS.over) // APART
            shifts = np.arange(-most, most + 1) * APART
            x, y = middle
            axes = np.meshgrid(x + shifts, y + shifts, TURNS, rises, number, indexing="ij")
            grids.append(np.stack([axis.ravel() for axis in axes], 1))
        poses = self._likeliest(np.vstack(grids), LIMITS.kept[0])
        drawings = self._climbed(self._improved(poses, LIMITS.first, self.near, LIMITS.roughly))
        first = max(drawings, key=SUPPORT).pose
        others = [_like(first, size, self.highest) for size in NEST if size != first.size]
        every = (*drawings, *self._climbed(np.vstack(others)))
        best = (max((d for d in every if d.pose.size == size), key=SUPPORT) for size in NEST)
        return tuple(sorted(best, key=attrgetter("drawn"), reverse=True))

    def _climbed(self, poses: Floats) -> tuple[Drawn, ...]:
        """Return the best pose of each size that hill climbing reaches from these."""
        poses = self._likeliest(poses, LIMITS.kept[1])
        for step in LIMITS.steps:
            poses = self._improved(poses, step, self.strengths, LIMITS.points)
        rated = np.column_stack([poses, *self.rated(poses, self.strengths, LIMITS.points)])
        best = []
        for rows in _by_size(rated):
            *at, number, support, outline, seen = rows[rows[:, 5].argmax()].tolist()
            best.append(Drawn(Pose(NEST[int(number)], *at), outline, support, seen))
        return tuple(best)

    def _likeliest(self, poses: Floats, many: int) -> Floats:
        order = np.argsort(-self.rated(poses, self.near, LIMITS.roughly)[0])
        return np.vstack([rows[:many] for rows in _by_size(poses[order])])

    def _improved(self, poses: Floats, step: Step, edges: Grey, points: int) -> Floats:
        """Return, for each pose, the best of itself and those a step away."""
        near = poses[:, None] + _moves(step)
        near[..., 3] = near[..., 3].clip(0, self.highest)
        support = self.rated(near.reshape(-1, 5), edges, points)[0].reshape(near.shape[:2])
        return np.asarray(near[np.arange(len(poses)), support.argmax(1)])

    def rated(self, poses: Floats, edges: Grey, points: int) -> tuple[Floats, Floats, Floats]:
        """Return the support of each pose, that of its outline, and the outline's visible share."""
        starts, ends, outer, inner = _lines(poses, self.camera)
        shown = outer | inner
        number, outline = np.nonzero(shown)[0], outer[shown]
        start = starts[shown]
        along = ends[shown] - start
        length = np.hypot(along[:, 0], along[:, 1])
        high, wide = self.free.shape
        share = (np.arange(points, dtype=np.float32) + 0.5) / points
        column, row = (
            (start[:, axis, None] + along[:, axis, None] * share)
            .astype(np.int32)
            .clip(-1, most - 2)
            + 1
            for axis, most in ((0, wide), (1, high))
        )
        at = row * wide + column
        turn = np.arctan2(along[:, 0], -along[:, 1]) * (LIMITS.ways / np.pi)
        way = turn.round().astype(np.int32) % LIMITS.ways
        free = self.free.ravel()[at]
        hits = edges.ravel()[at + (way * (high * wide))[:, None]] * free
        hit = hits.sum(1, dtype=np.int32) * length / (255 * points)
        seen = free.sum(1, dtype=np.int32) * length / points

        def total(each: Floats) -> Floats:
            return np.asarray(np.bincount(number, each, len(poses)), float)

        out, out_hit, whole = (total(each * outline) for each in (seen, hit, length))
        every, every_hit = (
            (1 - LIMITS.ridge) * part + LIMITS.ridge * total(each)
            for part, each in ((out, seen), (out_hit, hit))
        )
        return (
            every_hit / np.maximum(every, 1e-6),
            out_hit / np.maximum(out, 1e-6),
            out / np.maximum(whole, 1e-6),
        )


def _by_size(rows: Floats) -> Iterator[Floats]:
    for number in range(len(NEST)):
        if (own := rows[:, 4] == number).any():
            yield rows[own]


def _like(pose: Pose, size: Pyramid, highest: float) -> Floats:
    """Return poses of another size that share the tip, a side or a corner with this one."""
    form, other = FRUSTUMS[pose.size], FRUSTUMS[size]
    level = min(max(pose.rise + form.peak - other.peak, 0.0), highest)
    off, turn = (form.base - other.base) / 2, np.radians(pose.turn)
    c, s = off * np.cos(turn), off * np.sin(turn)
    shifts = product((-1, 0, 1), (-1, 0, 1), {pose.rise, level})
    x, y, number = pose.x, pose.y, NEST.index(size)
    moved = ((x + c * u - s * v, y + s * u + c * v, rise) for u, v, rise in shifts)
    return np.array([(east, south, pose.turn, rise, number) for east, south, rise in moved])


def _strengths(flat: Image) -> Sequence[Grey]:
    """Return the strength of edges at each pixel, for each direction across them, 0 to 255."""
    smooth = cv2.medianBlur(flat, 3).astype(np.float32)
    white = np.maximum(np.percentile(smooth[::3, ::3].reshape(-1, 3), 85, axis=0), 20)
    even = np.asarray(smooth / white, np.float32)
    planes = cv2.split(cv2.GaussianBlur(even, (0, 0), LIMITS.smooth * PX))
    slopes = [
        (cv2.Sobel(plane, cv2.CV_32F, 1, 0), cv2.Sobel(plane, cv2.CV_32F, 0, 1)) for plane in planes
    ]
    strengths = []
    full = 255 * PX / 8 / LIMITS.contrast  # Sobel's slopes are 8 times those per px
    for (across, down), line in _ways():
        total = np.zeros(flat.shape[:2], np.float32)
        for right, low in slopes:
            cv2.accumulateSquare(
                cv2.filter2D(cv2.addWeighted(right, across, low, down, 0), -1, line), total
            )
        strengths.append(np.asarray(cv2.convertScaleAbs(cv2.sqrt(total), alpha=full), np.uint8))
    return strengths


@cache
def _ways() -> tuple[tuple[tuple[float, float], Light], ...]:
    """Return each direction's unit vector, and a kernel that averages along edges across it."""
    half = round(LIMITS.along * PX / 2)
    ways = []
    for angle in np.arange(LIMITS.ways) * np.pi / LIMITS.ways:
        across = np.array([np.cos(angle), np.sin(angle)])
        line = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        start, end = (np.round(half + way * half * across[::-1] * (1, -1)) for way in (-1, 1))
        cv2.line(line, start.astype(int).tolist(), end.astype(int).tolist(), 1.0)
        ways.append(((float(across[0]), float(across[1])), line / line.sum()))
    return tuple(ways)


@cache
def _moves(step: Step) -> Floats:
    """Return offsets of poses: none, a step in any of 8 directions, a turn, a change of rise."""
    far, twist, rise = step
    moves = [(x * far, y * far, 0.0, 0.0) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    moves += [(0.0, 0.0, way * twist, 0.0) for way in (-1, 1)]
    moves += [(0.0, 0.0, 0.0, way * rise) for way in (-1, 1)]
    return np.array([(*move, 0.0) for move in moves])


def _lines(poses: Floats, camera: Camera) -> tuple[Light, Light, Bools, Bools]:
    """Return lines of pyramids: starts and ends, n x 12 x 2 px, which are outline and which ridges.

    These are four lines each: the sides of the base, the ridges, and lines from the base to the
    corners of a raised one.
    """
    under, forms = np.array([camera.x, camera.y]), [FRUSTUMS[size] for size in NEST]
    middles, rise, number = poses[:, :2], poses[:, 3], poses[:, 4].astype(int)
    half = np.array([form.base / np.sqrt(2) for form in forms])[number]
    high = np.array([form.peak for form in forms])[number]
    highest = 0.9 * camera.height
    peak = camera.height / (camera.height - np.minimum(high + rise, highest))
    foot = camera.height / (camera.height - np.minimum(rise, highest))
    turn = np.radians(poses[:, 2, None] + np.array([45, 135, 225, 315]))
    base = middles[:, None] + half[:, None, None] * np.stack([np.cos(turn), np.sin(turn)], 2)
    tip = (under + (middles - under) * peak[:, None])[:, None]
    lifted = under + (base - under) * foot[:, None, None]
    from_tip = lifted - tip
    next_from_tip = from_tip[:, (1, 2, 3, 0)]
    # faces that the camera sees
    faces = from_tip[..., 0] * next_from_tip[..., 1] - from_tip[..., 1] * next_from_tip[..., 0] > 0
    before = faces[:, (3, 0, 1, 2)]
    one = (base, np.broadcast_to(tip, base.shape), base)
    other = (base[:, (1, 2, 3, 0)], lifted, lifted)
    starts, ends = (
        np.concatenate(each, 1, dtype=np.float32) * np.float32(PX) for each in (one, other)
    )
    none, side = np.zeros_like(faces), faces ^ before
    outer = np.concatenate([faces, side, side & (rise > 0)[:, None]], 1)
    return starts, ends, outer, np.concatenate([none, faces & before, none], 1)

"""Edges of pyramids on a board or mat laid flat: which size stands on a square, or on a place.

A pyramid of each size, at each place, turn and rise, has an outline and ridges. How much of these
lies on edges of the picture that run the same way is its support. Shadows hide no outline: they end
softly, or somewhere else.

Lengths are mm on the board from its upper left, y down. Poses are rows of x, y, turn (degrees),
rise, and the number of the size in `NEST`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

import cv2
import numpy as np

from companion.solitaire.board import NEST, Pyramid
from companion.solitaire.measures import FRUSTUMS
from vision.games.solitaire.paper import PX, Bools, Light
from vision.games.solitaire.pose import Pose
from vision.photo.loader import Image
from vision.table.camera import Camera
from vision.tags.detector import Floats, Grey

Step: TypeAlias = tuple[float, float, float]

WAYS = 16  # directions of edges that are distinguished, in half a turn
SMOOTH = 0.4  # mm
ALONG = 3.0  # mm along which an edge has to go on: noise doesn't
CONTRAST = 0.12  # of white, each mm across: what is a whole edge
ABOUT = 7  # px across, within which an edge is near
OVER = 3.0  # mm by which a base may reach over its square's side
# points on each line of a pyramid at which an edge is looked for: at first, and then
ROUGHLY, POINTS = 3, 6
RIDGE = 0.5  # what a mm of a ridge counts, to one of the outline: on black plastic ridges are faint
# mm, degrees and mm of rise: what is tried first
APART, TURNS, RISES = 4.0, range(0, 90, 15), (0.0, 7.0, 14.0)
HIGHEST = 20.0  # mm of rise
KEPT = (24, 12)  # of these so many are looked at more closely, and of those so many climb
FIRST, STEPS = (
    (2.0, 7.0, 3.5),
    ((0.75, 4.0, 2.5),) * 2 + ((0.4, 2.0, 1.5), (0.4, 2.0, 1.0), (0.2, 1.0, 0.5)),
)
AROUND = (1.5, 6.0, 3.0)  # from a pose that is known: mm, degrees, mm of rise


@dataclass(frozen=True, slots=True)
class Drawn:
    """The pose of a size whose lines lie on most edges.

    `outline` is the share of the outline that does; `support` that of outline and ridges together;
    `seen` is how much of the outline is neither hidden nor beyond the board.
    """

    size: Pyramid
    x: float
    y: float
    turn: float
    rise: float
    outline: float
    support: float
    seen: float


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """A board's edges: for each of `WAYS` directions, how much of a whole edge each pixel shows, 0
    to 255.

    `near` is the most that any pixel about it shows: by that a pose is found that is a little off.
    Both have a px more on each side, which is beyond the board.
    """

    strengths: Grey
    near: Grey

    @classmethod
    def of(cls, flat: Image) -> Edges:
        """Find them in the picture of a board laid flat."""
        strengths, about = _strengths(flat), np.ones((ABOUT, ABOUT), np.uint8)
        return cls(
            _framed(strengths),
            _framed([np.asarray(cv2.dilate(each, about), np.uint8) for each in strengths]),
        )

    def ranked(
        self, middle: Floats, side: float, hidden: Bools, camera: Camera
    ) -> tuple[Drawn, ...]:
        """The likeliest pose of each size on a square of that middle and side, the likeliest size
        first; what is `hidden` says nothing.
        """
        search = self._search(hidden, camera)
        drawings = search.on(middle, side)
        first = max(drawings, key=_support)
        again = search.climbed(
            np.vstack([_like(first, size) for size in NEST if size != first.size])
        )
        best = (
            max((d for d in (*drawings, *again) if d.size == size), key=_support) for size in NEST
        )
        return tuple(sorted(best, key=_support, reverse=True))

    def about(self, pose: Pose, hidden: Bools, camera: Camera) -> Drawn:
        """The likeliest pose of a size near to this one."""
        at = np.array([[pose.x, pose.y, pose.turn, pose.rise, NEST.index(pose.size)]])
        return self._search(hidden, camera).climbed(at + _moves(AROUND))[0]

    def _search(self, hidden: Bools, camera: Camera) -> _Search:
        return _Search(self.strengths, self.near, np.pad((~hidden).astype(np.uint8), 1), camera)


def _framed(maps: Sequence[Grey]) -> Grey:
    return np.stack([np.pad(each, 1) for each in maps])


def _support(drawn: Drawn) -> float:
    return drawn.support


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    strengths: Grey
    near: Grey
    free: Grey  # 1 where the board is seen
    camera: Camera

    def on(self, middle: Floats, side: float) -> tuple[Drawn, ...]:
        """The likeliest pose of each size on a square."""
        poses = self._likeliest(np.vstack([_grid(size, middle, side) for size in NEST]), KEPT[0])
        return self.climbed(self._improved(poses, FIRST, self.near, ROUGHLY))

    def climbed(self, poses: Floats) -> tuple[Drawn, ...]:
        """The likeliest pose of each size that is reached from these."""
        poses = self._likeliest(poses, KEPT[1])
        for step in STEPS:
            poses = self._improved(poses, step, self.strengths, POINTS)
        rated = np.column_stack([poses, *self._rated(poses, self.strengths, POINTS)])
        return tuple(_drawn(max(rows.tolist(), key=lambda row: row[5])) for rows in _by_size(rated))

    def _likeliest(self, poses: Floats, many: int) -> Floats:
        """So many of each size."""
        order = np.argsort(-self._rated(poses, self.near, ROUGHLY)[0])
        return np.vstack([rows[:many] for rows in _by_size(poses[order])])

    def _improved(self, poses: Floats, step: Step, edges: Grey, points: int) -> Floats:
        """Each pose, or the best of those a step away."""
        near = poses[:, None] + _moves(step)
        near[..., 3] = near[..., 3].clip(0, HIGHEST)
        support = self._rated(near.reshape(-1, 5), edges, points)[0].reshape(near.shape[:2])
        return np.asarray(near[np.arange(len(poses)), support.argmax(1)])

    def _rated(self, poses: Floats, edges: Grey, points: int) -> tuple[Floats, Floats, Floats]:
        """For each pose: the support of all its lines, that of its outline, and how much of that is
        seen.
        """
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
        way = (np.arctan2(along[:, 0], -along[:, 1]) * (WAYS / np.pi)).round().astype(
            np.int32
        ) % WAYS
        free = self.free.ravel()[at]
        hits = edges.ravel()[at + (way * (high * wide))[:, None]] * free
        hit = hits.sum(1, dtype=np.int32) * length / (255 * points)
        seen = free.sum(1, dtype=np.int32) * length / points

        def total(each: Floats) -> Floats:
            return np.asarray(np.bincount(number, each, len(poses)), float)

        out, out_hit, whole = (total(each * outline) for each in (seen, hit, length))
        every, every_hit = (
            (1 - RIDGE) * part + RIDGE * total(each) for part, each in ((out, seen), (out_hit, hit))
        )
        return (
            every_hit / np.maximum(every, 1e-6),
            out_hit / np.maximum(out, 1e-6),
            out / np.maximum(whole, 1e-6),
        )


def _by_size(rows: Floats) -> Iterator[Floats]:
    """The poses of each size that is among them."""
    for number in range(len(NEST)):
        if (own := rows[:, 4] == number).any():
            yield rows[own]


def _drawn(row: Sequence[float]) -> Drawn:
    x, y, turn, rise, number, support, outline, seen = row
    return Drawn(NEST[int(number)], x, y, turn, rise, outline, support, seen)


def _grid(size: Pyramid, middle: Floats, side: float) -> Floats:
    """Poses all over a square."""
    most = max(side / 2 + OVER - FRUSTUMS[size].base / 2, OVER) // APART
    shifts = np.arange(-most, most + 1) * APART
    x, y = middle
    grid = np.meshgrid(x + shifts, y + shifts, TURNS, RISES, NEST.index(size), indexing="ij")
    return np.stack([axis.ravel() for axis in grid], 1)


def _like(drawn: Drawn, size: Pyramid) -> Floats:
    """Poses of another size whose tips are where this one's is, or which have a side or a corner in
    common with it.
    """
    form, other = FRUSTUMS[drawn.size], FRUSTUMS[size]
    level = min(max(drawn.rise + form.peak - other.peak, 0.0), HIGHEST)
    off, turn = (form.base - other.base) / 2, np.radians(drawn.turn)
    c, s = np.cos(turn), np.sin(turn)
    return np.array(
        [
            (
                drawn.x + off * (c * u - s * v),
                drawn.y + off * (s * u + c * v),
                drawn.turn,
                rise,
                NEST.index(size),
            )
            for u, v, rise in product((-1, 0, 1), (-1, 0, 1), {drawn.rise, level})
        ]
    )


def _strengths(flat: Image) -> Sequence[Grey]:
    """Return how much of a whole edge with each direction across there is at each pixel."""
    smooth = cv2.medianBlur(flat, 3).astype(np.float32)
    white = np.maximum(np.percentile(smooth[::3, ::3].reshape(-1, 3), 85, axis=0), 20).astype(
        np.float32
    )
    planes = cv2.split(cv2.GaussianBlur(smooth / white, (0, 0), SMOOTH * PX))
    slopes = [
        (cv2.Sobel(plane, cv2.CV_32F, 1, 0), cv2.Sobel(plane, cv2.CV_32F, 0, 1)) for plane in planes
    ]
    strengths = []
    for (across, down), line in _ways():
        total = np.zeros(flat.shape[:2], np.float32)
        for right, low in slopes:
            cv2.accumulateSquare(
                cv2.filter2D(cv2.addWeighted(right, across, low, down, 0), -1, line), total
            )
        # Sobel's slopes are 8 times what they are a px; what is more than a whole edge is one.
        strengths.append(
            np.asarray(
                cv2.convertScaleAbs(cv2.sqrt(total), alpha=255 * PX / 8 / CONTRAST), np.uint8
            )
        )
    return strengths


@cache
def _ways() -> tuple[tuple[tuple[float, float], Light], ...]:
    """For each direction: its unit vector, and what averages along an edge that lies across it."""
    half = round(ALONG * PX / 2)
    ways = []
    for angle in np.arange(WAYS) * np.pi / WAYS:
        across = np.array([np.cos(angle), np.sin(angle)])
        line = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        ends = [
            tuple(round(float(n)) for n in half + way * half * across[::-1] * (1, -1))
            for way in (-1, 1)
        ]
        cv2.line(line, ends[0], ends[1], 1.0)
        ways.append(((float(across[0]), float(across[1])), line / line.sum()))
    return tuple(ways)


@cache
def _moves(step: Step) -> Floats:
    """Stay, or move by a step: along an axis, aslant, turned, or up and down."""
    far, twist, rise = step
    moves = [(x * far, y * far, 0.0, 0.0) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    moves += [(0.0, 0.0, way * twist, 0.0) for way in (-1, 1)] + [
        (0.0, 0.0, 0.0, way * rise) for way in (-1, 1)
    ]
    return np.array([(*move, 0.0) for move in moves])


def _lines(poses: Floats, camera: Camera) -> tuple[Light, Light, Bools, Bools]:
    """Return where lines of pyramids in these poses are seen: starts and ends, n x 12 x 2 px, and
    which of them are seen as part of the outline, and which as ridges within it.

    Four lines each: the sides of the base, the ridges, and what joins the base to a lifted one's
    corners.
    """
    under, forms = np.array([camera.x, camera.y]), [FRUSTUMS[size] for size in NEST]
    middles, rise, number = poses[:, :2], poses[:, 3], poses[:, 4].astype(int)
    half, high = (
        np.array(each)[number]
        for each in zip(*((f.base / np.sqrt(2), f.peak) for f in forms), strict=True)
    )
    highest = 0.9 * camera.height
    peak = camera.height / (camera.height - np.minimum(high + rise, highest))
    foot = camera.height / (camera.height - np.minimum(rise, highest))
    turn = np.radians(poses[:, 2, None] + np.array([45, 135, 225, 315]))
    base = middles[:, None] + half[:, None, None] * np.stack([np.cos(turn), np.sin(turn)], 2)
    tip = (under + (middles - under) * peak[:, None])[:, None]
    lifted = under + (base - under) * foot[:, None, None]
    here = lifted - tip
    there = here[:, (1, 2, 3, 0)]
    faces = here[..., 0] * there[..., 1] - here[..., 1] * there[..., 0] > 0  # that the camera sees
    before = faces[:, (3, 0, 1, 2)]
    starts = np.concatenate(
        [base, np.broadcast_to(tip, base.shape), base], 1, dtype=np.float32
    ) * np.float32(PX)
    ends = np.concatenate(
        [base[:, (1, 2, 3, 0)], lifted, lifted], 1, dtype=np.float32
    ) * np.float32(PX)
    none, side = np.zeros_like(faces), faces ^ before
    outer = np.concatenate([faces, side, side & (rise > 0)[:, None]], 1)
    return starts, ends, outer, np.concatenate([none, faces & before, none], 1)

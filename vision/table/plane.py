"""Fit the table's plane robustly: from tag corners in px to mm on the table, without lens
distortion.

Every tag is a square of known size. One tag's perspective is the first guess. A few
Gauss-Newton steps then fit eight numbers of the homography, one of radial distortion and one of
blur to all corners at once, each piece being moved to where it fits best.

The table frame here is y down, as in the photo, with arbitrary origin and turn; `layout` orients
it.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.tags.detector import Floats, Points, as_pairs, as_points, project, square_to

MAX_BULGE = 0.15
BULGE_PRIOR = 0.05  # standard deviation of phones' radial coefficient, roughly
SCATTER = 0.3  # mm; usual error from bent paper and blurred corners
SWELL_PRIOR = 0.05
STEPS = 12
ENOUGH = 5e-3  # mm; the fit stops when a step changes the scatter by less
_ABOUT = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])  # mm
_FREE = [*range(8), 9, 10]  # those of a plane's eleven numbers that are fitted
_NEXT = [1, 2, 3, 0]  # of a square's corners
OUTLIER = 2.5  # mm; tags that fit the table worse than this aren't flat on it, or are misread


@dataclass(frozen=True, slots=True, eq=False)
class Rigid:
    """Corners of a rigid object's tags: `local`, 4 n x 2 mm on it, and `seen`, px in the photo."""

    local: Floats
    seen: Floats


@dataclass(frozen=True, eq=False)
class Plane:
    """The table: `matrix` maps undistorted px (centred, in units of `radius`) to mm; `bulge` is the
    coefficient of r².

    `swell` is the relative amount by which tags look larger than they are (blurred light enlarges
    or reduces all of them alike); `scatter` is the root mean square of the residuals, mm.
    """

    matrix: Floats
    bulge: float
    middle: tuple[float, float]
    radius: float
    scatter: float = 0.0
    swell: float = 0.0

    def __post_init__(self) -> None:
        if self.matrix.shape != (3, 3) or not np.isfinite(self.matrix).all():
            raise ValueError("a homography is 3 x 3 finite numbers")

    def to_mm(self, points: Floats) -> Floats:
        """Convert n x 2 px in the photo to n x 2 mm on the table."""
        centred = self.centred(points)
        straight = centred * (1 + self.bulge * (centred**2).sum(1, keepdims=True))
        return np.asarray(project(self.matrix[None], straight)[0])

    def to_px(self, points: Floats) -> Floats:
        """Convert n x 2 mm on the table to n x 2 px in the photo."""
        straight = project(self._back[None], points)[0]
        # the factors by which the lens distorts, which depend on the distorted points
        squares = self.bulge * (straight[:, 0] ** 2 + straight[:, 1] ** 2)
        share = 1 / (1 + squares)
        for _ in range(5):
            share = 1 / (1 + squares * share * share)
        return np.asarray(straight * (share[:, None] * self.radius) + self.middle)

    def centred(self, points: Floats) -> Floats:
        """Convert px in the photo to units of `radius` from its middle."""
        return np.asarray((points - np.array(self.middle)) / self.radius)

    @cached_property
    def _back(self) -> Floats:
        return np.asarray(np.linalg.inv(self.matrix), np.float64)

    def px_per_mm(self, point: Floats) -> float:
        """Return the scale of the photo at `point`, mm, in px per mm; 0 beyond the horizon."""
        return float(np.sqrt(max(_area(self.to_px(point + _ABOUT)[None])[0], 0) / 4))

    def scaled(self, factor: float) -> Plane:
        """Return the plane in a photo that is `factor` times as large."""
        middle = ((self.middle[0] + 0.5) * factor - 0.5, (self.middle[1] + 0.5) * factor - 0.5)
        return self if factor == 1 else replace(self, middle=middle, radius=self.radius * factor)


def fit(things: Sequence[Rigid], size: tuple[int, int], start: Plane | None = None) -> Plane:
    """Return the plane on which `things` lie, in a photo of `size` px; outliers get little weight.

    `start` is an earlier plane of the same photo. If all things have one tag each, swell keeps its
    value, or 0: it could be distinguished from the table's scale only by noise, which is least
    where everything is smallest. Raises `ValueError` without any things.
    """
    if not things:
        raise ValueError("no plane without a tag")
    crowd = _Crowd.of(things)
    plane = start or _first(crowd, size)
    for _ in range(STEPS):
        better = _step(plane, crowd)
        done = abs(better.scatter - plane.scatter) < ENOUGH
        plane = better
        if done:
            break
    return plane


def misfits(plane: Plane, things: Sequence[Rigid]) -> Floats:
    """Return each thing's deviation, mm (root mean square), from lying flat in its own size."""
    crowd = _Crowd.of(things)
    off = np.abs(crowd.residuals(plane, _numbers(plane)[None])[0])
    return np.sqrt(np.add.reduceat(off**2, crowd.starts) / crowd.counts)


@dataclass(frozen=True, slots=True, eq=False)
class _Crowd:
    """All things' points in one array, moved by one operation; mm are complex numbers."""

    seen: Floats
    local: Points
    offsets: Points  # from the centre of a point's own tag
    starts: NDArray[np.int64]
    counts: NDArray[np.int64]
    weights: Floats

    @classmethod
    def of(cls, things: Sequence[Rigid]) -> _Crowd:
        """Return the points of `things`, px and mm; distant things weigh less, in proportion to
        their size, as their positions are less precise.
        """
        counts = np.array([len(thing.local) for thing in things])
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        seen = np.concatenate([thing.seen for thing in things])
        local = as_points(np.concatenate([thing.local for thing in things]))
        local -= np.repeat(np.add.reduceat(local, starts) / counts, counts)
        spans = _area(np.array([t.seen[:4] for t in things])) / _area(
            np.array([t.local[:4] for t in things])
        )
        weights = np.sqrt(np.abs(spans) / np.median(np.abs(spans)))
        offsets = local - np.repeat(local.reshape(-1, 4).mean(1), 4)
        return cls(seen, local, offsets, starts, counts, weights)

    def residuals(self, plane: Plane, numbers: Floats) -> Points:
        """Return residuals (mm, planes x points), with each thing moved to where it is seen."""
        bulges, swells = numbers[:, 9, None], numbers[:, 10, None]
        centred = as_points(plane.centred(self.seen))
        straight = centred * (1 + bulges * (centred.real**2 + centred.imag**2))
        lifted = np.ones((len(numbers), 3, len(centred)))
        lifted[:, 0], lifted[:, 1] = straight.real, straight.imag
        x, y, depth = (numbers[:, :9].reshape(-1, 3, 3) @ lifted).transpose(1, 0, 2)
        flat = (x + 1j * y) / depth
        flat = flat - np.repeat(np.add.reduceat(flat, self.starts, 1) / self.counts, self.counts, 1)
        local = self.local + swells * self.offsets
        turn = np.add.reduceat(local.conj() * flat, self.starts, 1)
        turn = turn / np.maximum(np.abs(turn), 1e-12)
        return np.asarray(flat - local * np.repeat(turn, self.counts, 1), np.complex128)

    def trust(self, residuals: Points) -> Floats:
        """Return a weight for each point; things that fit much worse than most get little."""
        size = np.add.reduceat(np.abs(residuals), self.starts) / self.counts
        usual = max(SCATTER, 2 * float(np.median(size)))
        return np.repeat(self.weights / (1 + (size / usual) ** 2), self.counts)

    def errors(self, residuals: Points, numbers: Floats, trust: Floats) -> Floats:
        """Return weighted misfits of coordinates and of bulge and swell: planes x misfits."""
        off = residuals * trust
        return np.concatenate(
            [off.real, off.imag, SCATTER * numbers[:, 9:] / (BULGE_PRIOR, SWELL_PRIOR)], 1
        )


def _first(crowd: _Crowd, size: tuple[int, int]) -> Plane:
    """Return the plane that one tag's perspective gives: of the tag that suits most others best."""
    middle, radius = ((size[0] - 1) / 2, (size[1] - 1) / 2), float(np.hypot(*size)) / 2
    plane = Plane(np.eye(3), 0.0, middle, radius)
    sides = np.abs(crowd.offsets.reshape(-1, 4)).mean(1) * np.sqrt(2)
    sides = np.stack([sides, sides, np.ones_like(sides)], 1)
    quads = plane.centred(crowd.seen).reshape(-1, 4, 2)
    matrices = sides[..., None] * np.linalg.inv(square_to(quads))
    ways = (matrices / matrices[:, 2:, 2:]).reshape(-1, 9)
    off = np.abs(crowd.residuals(plane, np.pad(ways, ((0, 0), (0, 2)))))
    best = int(np.argmin(np.median(off, axis=1)))
    scatter = float(np.sqrt((off[best] ** 2).mean()))
    return replace(plane, matrix=ways[best].reshape(3, 3), scatter=scatter)


def _step(plane: Plane, crowd: _Crowd) -> Plane:
    """Take one damped Gauss-Newton step on all free numbers; swell only if determined."""
    now = _numbers(plane)
    # Numbers in the first two rows change in proportion to them; the homography's last is fixed.
    swells = float(crowd.counts.max() > 4)
    units = np.diag([*[np.abs(plane.matrix[:2, :2]).mean()] * 6, 1.0, 1.0, 0.0, 1.0, swells])[_FREE]
    around = np.concatenate([now[None], now + 1e-6 * units])
    residuals = crowd.residuals(plane, around)
    trust = crowd.trust(residuals[0])
    errors = crowd.errors(residuals, around, trust)
    before, slopes = errors[0], (errors[1:] - errors[0]) / 1e-6
    # Moving and turning the frame changes nothing, so these equations have many solutions; the
    # pseudo-inverse gives the shortest.
    move = -np.linalg.pinv(slopes @ slopes.T, rcond=1e-12, hermitian=True) @ (slopes @ before)
    for share in (1.0, 0.3, 0.05):
        moved = now + share * move @ units
        after = crowd.errors(crowd.residuals(plane, moved[None]), moved[None], trust)[0]
        if (
            np.isfinite(after).all()
            and after @ after <= before @ before
            and abs(moved[9]) < MAX_BULGE
        ):
            bulge, swell = moved[9:].tolist()
            return replace(
                plane,
                matrix=moved[:9].reshape(3, 3),
                bulge=bulge,
                swell=swell,
                scatter=_spread(after),
            )
    return replace(plane, scatter=_spread(before))


def _numbers(plane: Plane) -> Floats:
    """Return the plane's homography row by row, its bulge and its swell."""
    return np.array([*plane.matrix.ravel().tolist(), plane.bulge, plane.swell])


def _spread(error: Floats) -> float:
    return float(np.sqrt(2 * (error**2).mean()))


def lay(local: Floats, points: Floats) -> tuple[Floats, float, Floats]:
    """Turn and move `local` to fit `points` best; return positions, turn (radians) and shift."""
    ones, others = as_points(local), as_points(points)
    before, behind = complex(ones.sum()) / len(ones), complex(others.sum()) / len(ones)
    turn = complex(np.vdot(ones - before, others - behind))
    way = turn / abs(turn) if turn else 1 + 0j
    shift = behind - way * before
    return as_pairs(ones * way + shift), phase(way), np.array([shift.real, shift.imag])


def _area(quads: Floats) -> Floats:
    """Return signed areas of n quads (n x 4 x 2), positive if clockwise in an image (y down)."""
    x, y = quads[..., 0], quads[..., 1]
    return np.asarray((x * y[:, _NEXT] - x[:, _NEXT] * y).sum(1) / 2)

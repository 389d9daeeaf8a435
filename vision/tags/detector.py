"""Detect AprilTags 36h11 with their corners in px, cheapest way first.

In a `Sighting`, corners run clockwise from the upright tag's top left, and integers are the centres
of pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import dist, hypot
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tags import BLACK_MODULES, DATA_MODULES, FAMILY_SIZE, TagId, codes
from vision.tags.quads import dark_quads

Grey: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Sheet: TypeAlias = NDArray[np.float32]
Bools: TypeAlias = NDArray[np.bool_]
Points: TypeAlias = NDArray[np.complex128]  # x + iy
Part: TypeAlias = tuple[slice, slice]  # rows and columns of an image

WHOLE: Part = (slice(0, None), slice(0, None))

# px; half of a 12-megapixel photo, in which a tag at arm's length still has 3 px per module
SEARCH_SIDE = 2016
# least agreement of the best id with rough corners; grain reaches 0.6, tags 0.75
HOPEFUL = 0.62
FAINT = 0.65  # least agreement of a tag with exact corners; far out of focus it is 0.74
MIN_MODULE = 2.0  # px; smaller tags are found only in an enlarged image, see `sweep_finely`
FINEST = 1.2  # px per module; of smaller ones only a few per cent can be read
FINE_SIDE = 4032  # px to which a smaller image is enlarged, but at most twofold
# wrong bits allowed in a tag if another one on the same piece confirms it
MOST_ERRORS = 4
_ALONG = np.linspace(0.1, 0.9, 14)  # where a tag's side is measured, shares of its length
_ACROSS = np.linspace(-0.85, 0.85, 17)  # and how far to either side, modules
_NEXT, _LAST = [1, 2, 3, 0], [3, 0, 1, 2]  # of a quadrangle's corners or sides
# wrong bits allowed in a tag on its own (6 in a million on noise)
FREE_ERRORS = 2
SHARPENED = 0.25  # how much bits are sharpened against their neighbours, as AprilTag does


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One tag in the image: its corners, px, 4 x 2, clockwise from its own top left.

    `errors` counts wrong bits of 36; `agreement` is the correlation with the printed modules.
    """

    tag: TagId
    corners: Floats
    errors: int
    agreement: float

    def __post_init__(self) -> None:
        if self.corners.shape != (4, 2) or not np.isfinite(self.corners).all():
            raise ValueError("a sighting has four finite corners")
        if not 0 <= self.tag < FAMILY_SIZE:
            raise ValueError(f"{self.tag} is no tag of 36h11")

    def scaled(self, factor: float, start: tuple[int, int] = (0, 0)) -> Sighting:
        """Return the tag in an image that is `factor` times as large, of which this one's pixels
        begin at `start` (x, y).
        """
        corners = (self.corners + 0.5) * factor - 0.5 + start
        return Sighting(self.tag, corners, self.errors, self.agreement)

    @property
    def centre(self) -> Floats:
        """The intersection of the diagonals, px; plain numbers are ten times as fast as arrays."""
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.corners.tolist()
        along, across = (x2 - x0, y2 - y0), (x3 - x1, y3 - y1)
        t = ((x1 - x0) * across[1] - (y1 - y0) * across[0]) / (
            along[0] * across[1] - along[1] * across[0]
        )
        return np.array([x0 + t * along[0], y0 + t * along[1]])

    @property
    def side(self) -> float:
        """The mean side, px."""
        corners = self.corners.tolist()
        return sum(map(dist, corners, corners[1:] + corners[:1])) / 4


def sweep(
    grey: Grey, *, known: frozenset[TagId], max_side: int = SEARCH_SIDE
) -> tuple[Sighting, ...]:
    """Search the whole image once, reduced to `max_side` px; only `known` ids are returned."""
    scale = min(1.0, max_side / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quads = dark_quads(np.asarray(small, np.uint8), BLACK_MODULES * MIN_MODULE)
    return decode(grey, (quads + 0.5) / scale - 0.5, known=known)


def sweep_finely(
    grey: Grey, *, known: frozenset[TagId], part: Part = WHOLE
) -> tuple[Sighting, ...]:
    """Search part of an image for tags down to `FINEST` px per module; takes several times as long
    as `sweep`.
    """
    scale = min(2.0, max(1.0, FINE_SIDE / max(grey.shape)))
    whole = cv2.resize(grey[part], None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    large = np.asarray(whole, np.uint8)
    quads = dark_quads(large, BLACK_MODULES * FINEST * scale, smooth=True)
    start = (part[1].start, part[0].start)
    return tuple(each.scaled(1 / scale, start) for each in decode(large, quads, known=known))


def decode(grey: Grey, quads: Floats, *, known: frozenset[TagId]) -> tuple[Sighting, ...]:
    """Return the tags of `known` ids among dark quadrangles (n x 4 x 2 px, clockwise)."""
    if not known:
        return ()
    modules = measure(grey, quads, 1)
    hopeful = framed(modules)
    hopeful[hopeful] = _best_ids(modules[hopeful], known)[2] >= HOPEFUL
    if not hopeful.any():
        return ()
    quads = refine(grey, quads[hopeful])
    modules = measure(grey, quads)
    turns, tags, agreements = _best_ids(modules, known)
    ways = zip(modules, turns.tolist(), strict=True)
    errors = bit_errors(np.array([np.rot90(cells, turn) for cells, turn in ways]), tags)
    upright = quads[np.arange(len(quads))[:, None], (np.arange(4) + turns[:, None]) % 4]
    found = map(Sighting, tags.tolist(), upright, errors.tolist(), agreements.tolist())
    return distinct(
        each for each in found if each.errors <= MOST_ERRORS and each.agreement >= FAINT
    )


def _best_ids(
    measured: Floats, known: frozenset[TagId]
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Return quarter turns (counter-clockwise), best id and agreement of n x 10 x 10 modules."""
    ids = np.array(sorted(known))
    field = measured[:, 2:8, 2:8]
    ways = np.stack([np.rot90(field, turn, (1, 2)) for turn in range(4)], 1)
    scores = (unit(ways.reshape(-1, DATA_MODULES**2)) @ code_table()[0][ids].T).reshape(
        len(measured), 4 * len(ids)
    )
    best = scores.argmax(1)
    return best // len(ids), ids[best % len(ids)], scores[np.arange(len(best)), best]


def framed(measured: Floats) -> Bools:
    """Return which of n x 10 x 10 modules have a dark border within a light quiet zone all around,
    5 grey levels or more apart.
    """
    light, dark = np.sort(ring(measured), 1), np.sort(ring(measured[:, 1:9, 1:9]), 1)
    return np.asarray(_ranked(light, 0.15) - _ranked(dark, 0.85) > 5)


def sweep_again(grey: Grey, *, known: frozenset[TagId], part: Part = WHOLE) -> tuple[Sighting, ...]:
    """Search part of an image for tags that `sweep` misses: by OpenCV's detector, and in a
    sharpened copy; takes several times as long.
    """
    grey = np.ascontiguousarray(grey[part])
    rough, *_ = _aruco(max(grey.shape)).detectMarkers(grey)
    soft = cv2.GaussianBlur(grey, (0, 0), 4)
    sharp = np.asarray(cv2.addWeighted(grey, 2.5, soft, -1.5, 0), np.uint8)
    quads = np.array(rough, float).reshape(-1, 4, 2)
    found = (*decode(grey, quads, known=known), *sweep(sharp, known=known))
    return tuple(each.scaled(1, (part[1].start, part[0].start)) for each in found)


def measure(grey: Grey, corners: Floats, points: int = 3) -> Floats:
    """Return the mean brightness of each tag's modules: n x 4 x 2 corners -> n x 10 x 10.

    Each is sampled at `points` by `points` of its middle half, so neighbours and small errors of
    corners don't matter.
    """
    if not len(corners):
        return np.zeros((0, 10, 10))
    n = BLACK_MODULES + 2
    offsets = np.linspace(-0.25, 0.25, points) if points > 1 else np.zeros(1)
    # 0..1 spans the black square
    axis = ((np.arange(n) - 0.5)[:, None] + offsets).ravel() / BLACK_MODULES
    u, v = np.meshgrid(axis, axis)
    places = project(square_to(corners), np.stack([u.ravel(), v.ravel()], 1))
    values = sample(grey, places.reshape(-1, 2)).reshape(len(corners), n, points, n, points)
    return np.asarray(values.mean((2, 4)) if points > 1 else values[:, :, 0, :, 0])


def as_points(pairs: Floats) -> Points:
    """Convert pairs of numbers, n x ... x 2, to complex numbers, n x ... ."""
    return np.ascontiguousarray(pairs, np.float64).view(np.complex128)[..., 0]


def as_pairs(points: Points) -> Floats:
    """Convert complex numbers, n x ..., to pairs, n x ... x 2."""
    return np.ascontiguousarray(points)[..., None].view(np.float64)


def sample(grey: Grey, points: Floats | NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the brightness at points, px, bilinear; 0 outside the image."""
    maps = np.asarray(points, np.float32).reshape(1, -1, 2)
    # the second map that OpenCV requires; the first one has two channels, so it is empty
    rest = np.zeros(0, np.float32)
    parts = [
        cv2.remap(grey, maps[:, at : at + 32000], rest, cv2.INTER_LINEAR)
        for at in range(0, maps.shape[1], 32000)
    ]
    return np.concatenate([np.ravel(part) for part in parts]).astype(np.float32)


def square_to(corners: Floats) -> Floats:
    """Return the homographies from the unit square to n x 4 x 2 corners (Heckbert)."""
    p0, p1, p2, p3 = (corners[:, i] for i in range(4))
    d1, d2, s = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    area = _cross(d1, d2)
    g, h = _cross(s, d2) / area, _cross(d1, s) / area
    a = p1 - p0 + g[:, None] * p1
    b = p3 - p0 + h[:, None] * p3
    rows = [np.stack([a[:, i], b[:, i], p0[:, i]], 1) for i in range(2)]
    return np.stack([*rows, np.stack([g, h, np.ones_like(g)], 1)], 1)


def project(homographies: Floats, points: Floats) -> Floats:
    """Apply each of n homographies to the same m points: n x m x 2."""
    lifted = homographies @ np.concatenate([points, np.ones((len(points), 1))], 1).T
    places = np.empty((len(homographies), len(points), 2))
    with np.errstate(divide="ignore", invalid="ignore"):  # points on the horizon become infinite
        np.divide(lifted[:, 0], lifted[:, 2], out=places[..., 0])
        np.divide(lifted[:, 1], lifted[:, 2], out=places[..., 1])
    return places


@cache
def code_table() -> tuple[Floats, Bools]:
    """Return every tag's data, 587 x 36, as signs (mean 0, length 1) and as bits (True: black)."""
    places = np.arange(DATA_MODULES**2 - 1, -1, -1, dtype=np.uint64)
    bits = (np.array(codes(), np.uint64)[:, None] >> places & np.uint64(1)) == 0
    signs = np.where(bits, -1.0, 1.0)
    signs -= signs.mean(1, keepdims=True)
    return signs / np.linalg.norm(signs, axis=1, keepdims=True), bits


def unit(values: Floats) -> Floats:
    """Return rows without their mean, scaled to length 1 (0 if constant)."""
    centred = values - values.mean(-1, keepdims=True)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.asarray(centred / np.maximum(length, 1e-9))


def ring(square: Floats) -> Floats:
    """Return the outermost ring of n x k x k cells."""
    mask = np.ones(square.shape[1:], bool)
    mask[1:-1, 1:-1] = False
    return square[:, mask]


def bit_errors(measured: Floats, tags: Sequence[TagId] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many of 36 bits differ; the threshold is half way from dark border to white."""
    field = measured[:, 2:8, 2:8]
    beside = measured[:, 1:7, 2:8] + measured[:, 3:9, 2:8]
    beside += measured[:, 2:8, 1:7] + measured[:, 2:8, 3:9]
    data = (field + SHARPENED * (4 * field - beside)).reshape(len(measured), -1)
    border = ring(measured[:, 1:9, 1:9]).mean(1)
    white = _ranked(np.sort(field.reshape(len(measured), -1), 1), 0.85)
    black = data < ((border + white) / 2)[:, None]
    return np.asarray((black != code_table()[1][list(tags)]).sum(1))


def _ranked(ordered: Floats, share: float) -> Floats:
    """Return the `share` quantile of each sorted row; `np.quantile` takes ten times as long."""
    return ordered[:, round(share * (ordered.shape[1] - 1))]


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


@cache
def _aruco(side: int) -> Any:
    parameters = cv2.aruco.DetectorParameters()
    # A rate of the longer side; too small a fixed one would cost 10 to 40 s on a busy photo.
    parameters.minMarkerPerimeterRate = 4 * BLACK_MODULES * MIN_MODULE / side
    parameters.maxMarkerPerimeterRate = 2.0
    # Tolerant of shape and wrong bits, so as to get blurred tags: every quad is measured again.
    parameters.polygonalApproxAccuracyRate = 0.06
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.errorCorrectionRate = 1.0
    parameters.maxErroneousBitsInBorderRate = 0.5
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return cv2.aruco.ArucoDetector(family, parameters)


def refine(grey: Grey, quads: Floats) -> Floats:
    """Refine corners to a tenth of a pixel: fit the sides, which blur doesn't move, to the change
    from dark to light, and intersect them. A side that is covered stays in place.
    """
    corners = as_points(quads)
    for _ in range(2):
        sides = corners[:, _NEXT] - corners
        lengths = np.sqrt(sides.real**2 + sides.imag**2)  # faster than `np.abs`
        module = lengths.mean(1) / BLACK_MODULES
        # unit normals; quads are clockwise, y down
        outwards = as_points(as_pairs(-1j * sides) / np.maximum(lengths, 1e-9)[..., None])

        # how far, px outwards, each side is from its true place at points along it
        points = corners[..., None] + sides[..., None] * _ALONG
        ways = outwards[..., None] * np.outer(module, _ACROSS)[:, None]
        profile = points.astype(np.complex64)[..., None] + ways.astype(np.complex64)[:, :, None]
        light = sample(grey, profile.view(np.float32).reshape(-1, 2)).reshape(profile.shape)
        rise = np.maximum(np.diff(light, axis=-1), 0) ** 2
        total = rise.sum(-1)
        moments = rise @ ((_ACROSS[1:] + _ACROSS[:-1]) / 2).astype(np.float32)
        offsets = moments / np.maximum(total, 1e-6) * module[:, None, None]

        # a line through these points of each side
        off = np.abs(offsets - np.median(offsets, 2, keepdims=True))
        weights = (np.minimum(total, 400.0).astype(float) + 1e-3) / (1 + (off / 0.5) ** 2)
        whole = weights.sum(2)
        mean, level = (weights * _ALONG).sum(2) / whole, (weights * offsets).sum(2) / whole
        spread = _ALONG - mean[..., None]
        slope = (weights * spread * offsets).sum(2) / (weights * spread**2).sum(2)
        starts = corners + outwards * (level - slope * mean)
        fitted = corners[:, _NEXT] + outwards * (level + slope * (1 - mean)) - starts

        # the intersections; a corner that would move by more than a module stays
        before_start, before_way = starts[:, _LAST], fitted[:, _LAST]
        bend = (before_way.conj() * fitted).imag  # cross products
        bend[np.abs(bend) < 1e-9] = 1e-9
        t = ((starts - before_start).conj() * fitted).imag / bend
        moved = before_start + before_way * t
        stays = np.abs(moved - corners) > np.maximum(1.5, module)[:, None]
        corners = np.where(stays | ~np.isfinite(moved), corners, moved)
    return as_pairs(corners)


def distinct(sightings: Iterable[Sighting]) -> tuple[Sighting, ...]:
    """Return one sighting per tag and place, preferring reliable ones, then by agreement."""
    kept: list[Sighting] = []
    places: dict[TagId, list[tuple[float, float, float]]] = {}
    for s in sorted(sightings, key=lambda s: (s.errors > FREE_ERRORS, -s.agreement)):
        (x, y), same = s.centre.tolist(), places.setdefault(s.tag, [])
        if not any(hypot(x - u, y - v) < side / 2 for u, v, side in same):
            same.append((x, y, s.side))
            kept.append(s)
    return tuple(kept)

"""Locate the camera above the table, to find the positions of things that stand on it.

A photo of a plane determines the camera except for its focal length, and a tilted one determines
that, too: with square pixels and the principal point in the middle, two conditions are left for one
unknown (Zhang, "A flexible new technique for camera calibration", 2000). From nearly straight above
the conditions vanish; then a phone's usual lens is assumed.

Heights are mm above the plane. A point at a height is seen where its ray meets the plane, which
depends only on the position of the camera.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.table.plane import Plane
from vision.tags.detector import Floats


@dataclass(frozen=True, slots=True)
class Limits:
    """Which cameras are plausible, and when the perspective determines one."""

    # share of the photo's longer side: the main camera of most phones, "26 mm"
    usual_focal: float = 26 / 36
    # from 16 mm to 60 mm; others are from cropping or misreading
    focals: tuple[float, float] = (0.45, 1.7)
    # aspect ratios of photos that phones take
    shapes: tuple[float, ...] = (1, 4 / 3, 3 / 2, 16 / 9, 2, 19.5 / 9, 20 / 9)
    alike: float = 0.015  # relative tolerance of the aspect ratio


LIMITS = Limits()

LEAST_TILT = 12.0  # degrees; with less tilt, perspective doesn't determine the focal length


@dataclass(frozen=True, slots=True)
class Camera:
    """The lens is `height` mm above the plane's point (`x`, `y`), mm."""

    x: float
    y: float
    height: float

    def __post_init__(self) -> None:
        if not (np.isfinite([self.x, self.y]).all() and self.height > 0):
            raise ValueError("a camera stands above the plane")

    def seen(self, points: Floats, height: float) -> Floats:
        """Return where on the plane points at `height` above it are seen, n x 2 mm.

        >>> Camera(0, 0, 500).seen(np.array([[100.0, 0.0]]), 50).round(1).tolist()
        [[111.1, 0.0]]
        """
        under = np.array([self.x, self.y])
        return np.asarray(under + (np.asarray(points) - under) * self.spread(height))

    def spread(self, height: float) -> float:
        """Return how many times farther from the camera's foot things at `height` seem."""
        if height >= self.height:
            raise ValueError(f"{height} mm is above the camera")
        return self.height / (self.height - height)

    def dropped(self, points: Floats, height: float) -> Floats:
        """Return where things at `height` stand that are seen at these points of the plane, n x 2
        mm; the inverse of `seen`.

        >>> Camera(0, 0, 500).dropped(np.array([[100.0, 0.0]]), 50).tolist()
        [[90.0, 0.0]]
        """
        under = np.array([self.x, self.y])
        return np.asarray(
            under + (np.asarray(points) - under) * (self.height - height) / self.height
        )

    def height_of(self, size: float, seen: float) -> float:
        """Return the height of a level object of `size` mm that appears `seen` mm large on the
        plane; negative if it appears smaller.

        >>> Camera(0, 0, 500).height_of(10, 10.5).__round__(1)
        23.8
        """
        return self.height * (1 - size / seen)


def locate(plane: Plane, size: tuple[int, int]) -> Camera:
    """Return the camera that took a photo of `size` px, in the plane's frame."""
    view = _view(plane, focal_length(plane, size) or LIMITS.usual_focal * max(size))
    view = view / np.sqrt(np.linalg.norm(view[:, 0]) * np.linalg.norm(view[:, 1]))
    left, _, right = np.linalg.svd(view[:, :2], full_matrices=False)
    ways = left @ right  # the nearest pair of orthogonal directions
    turn = np.column_stack([ways, np.cross(ways[:, 0], ways[:, 1])])
    x, y, height = (float(n) for n in -turn.T @ view[:, 2])
    return Camera(x, y, abs(height))


def cropped(size: tuple[int, int]) -> bool:
    """Return whether no phone takes photos of this shape, so that the centre of the lens in it is
    unknown.

    >>> [cropped(size) for size in ((4032, 3024), (2268, 4032), (4032, 2419))]
    [False, False, True]
    """
    shape = max(size) / min(size)
    return all(abs(shape / known - 1) > LIMITS.alike for known in LIMITS.shapes)


def focal_length(plane: Plane, size: tuple[int, int]) -> float | None:
    """Return the focal length, px, by the perspective; None if undetermined or implausible."""
    view = np.linalg.inv(plane.matrix)
    flat, deep = view[:2] * plane.radius, view[2]
    # Once depth is scaled by the focal length, both columns are views of a millimetre on an axis:
    # equally long and at right angles. Each condition is linear in the inverse of its square.
    known = np.array([flat[:, 0] @ flat[:, 1], flat[:, 0] @ flat[:, 0] - flat[:, 1] @ flat[:, 1]])
    wanted = np.array([deep[0] * deep[1], deep[0] ** 2 - deep[1] ** 2])
    share = float(-(known @ wanted) / max(float(known @ known), 1e-30))
    if share <= 0:
        return None
    focal = share**-0.5
    low, high = (limit * max(size) for limit in LIMITS.focals)
    view = _view(plane, focal)
    normal = np.cross(view[:, 0], view[:, 1])
    tilt = np.degrees(np.arccos(min(1.0, abs(normal[2]) / float(np.linalg.norm(normal)))))
    return focal if low < focal < high and tilt >= LEAST_TILT else None


def _view(plane: Plane, focal: float) -> Floats:
    """Return the view of the plane by a camera of unit focal length: 3 x 3, from mm."""
    scale = plane.radius / focal
    return np.asarray(np.diag([scale, scale, 1.0]) @ np.linalg.inv(plane.matrix))

"""Camera: where the phone was above the table, so that things that stand on it can be put down on
it.

A photo of a plane fixes the camera but for its focal length, and a tilted one fixes that too: with
square pixels and the principal point in the middle two conditions are left for one unknown (Zhang,
"A flexible new technique for camera calibration", 2000). Seen from nearly straight above the
conditions vanish; then a phone's usual lens is assumed.

Heights are mm above the plane. A point at a height is seen where its ray goes on to meet the plane:
all that has to be known for that is where the camera is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vision.table.plane import Plane
from vision.tags.detector import Floats

USUAL_FOCAL = 26 / 36  # of the picture's longer side: the main camera of most phones, "26 mm"
FOCALS = (0.45, 1.7)  # from 16 mm to 60 mm; what is beyond was cropped, or misread
# of the pictures that phones take, longer by shorter side
SHAPES = (1, 4 / 3, 3 / 2, 16 / 9, 2, 19.5 / 9, 20 / 9)
ALIKE = 0.015  # share by which a picture's shape may be off
LEAST_TILT = 12.0  # degrees; below that the perspective of a table doesn't tell the focal length


@dataclass(frozen=True, slots=True)
class Camera:
    """The lens stands `height` mm above the plane's point (`x`, `y`), mm; `focal` is in px.

    `measured` says whether the focal length comes from the picture; otherwise it is the usual one.
    """

    x: float
    y: float
    height: float
    focal: float
    measured: bool

    def __post_init__(self) -> None:
        if not (np.isfinite([self.x, self.y]).all() and self.height > 0 and self.focal > 0):
            raise ValueError("a camera stands above the plane and has a focal length")

    def seen(self, points: Floats, height: float) -> Floats:
        """Return where on the plane points at `height` above it are seen, n x 2 mm.

        >>> Camera(0, 0, 500, 1500, True).seen(np.array([[100.0, 0.0]]), 50).round(1).tolist()
        [[111.1, 0.0]]
        """
        under = np.array([self.x, self.y])
        return np.asarray(under + (np.asarray(points) - under) * self.spread(height))

    def spread(self, height: float) -> float:
        """Return how many times as far from the point below the camera things at `height` are seen
        than they are.
        """
        if height >= self.height:
            raise ValueError(f"{height} mm is above the camera")
        return self.height / (self.height - height)

    def dropped(self, points: Floats, height: float) -> Floats:
        """Return where things at `height` stand that are seen at these points of the plane, n x 2
        mm: undoes `seen`.

        >>> Camera(0, 0, 500, 1500, True).dropped(np.array([[100.0, 0.0]]), 50).tolist()
        [[90.0, 0.0]]
        """
        under = np.array([self.x, self.y])
        return np.asarray(
            under + (np.asarray(points) - under) * (self.height - height) / self.height
        )

    def height_of(self, size: float, seen: float) -> float:
        """Return how high a level thing of `size` mm lies that looks `seen` mm large on the plane:
        below 0 for a small one.

        >>> Camera(0, 0, 500, 1500, True).height_of(10, 10.5).__round__(1)
        23.8
        """
        return self.height * (1 - size / seen)

    def moved(self, move: Callable[[Floats], Floats]) -> Camera:
        """Return the camera where `move` takes the plane's points to another frame of the plane, in
        mm too.
        """
        (x, y) = move(np.array([[self.x, self.y]]))[0]
        return replace(self, x=float(x), y=float(y))


def locate(plane: Plane, size: tuple[int, int]) -> Camera:
    """The camera that took a picture of `size` px, in the plane's frame."""
    usual = USUAL_FOCAL * max(size)
    focal = focal_length(plane, size)
    pose = _pose(plane, focal or usual)
    return Camera(pose[0], pose[1], pose[2], focal or usual, focal is not None)


def cropped(size: tuple[int, int]) -> bool:
    """Return whether no phone takes pictures of that shape: then where the lens's middle was in it
    is not known.

    >>> [cropped(size) for size in ((4032, 3024), (2268, 4032), (4032, 2419))]
    [False, False, True]
    """
    shape = max(size) / min(size)
    return all(abs(shape / known - 1) > ALIKE for known in SHAPES)


def tilt(plane: Plane, focal: float) -> float:
    """Return how far the camera's axis leans from straight down, degrees, with a focal length of so
    many px.
    """
    view = _columns(plane, focal)
    normal = np.cross(view[:, 0], view[:, 1])
    return float(np.degrees(np.arccos(min(1.0, abs(normal[2]) / float(np.linalg.norm(normal))))))


def focal_length(plane: Plane, size: tuple[int, int]) -> float | None:
    """The focal length, px, by the perspective of the table; None where that can't tell it, or
    says nonsense.
    """
    view = np.linalg.inv(plane.matrix)
    flat, deep = view[:2] * plane.radius, view[2]
    # Both columns are turned views of a millimetre: equally long and at right angles, once depth is
    # scaled by the focal length. Each condition is linear in one over its square.
    known = np.array([flat[:, 0] @ flat[:, 1], flat[:, 0] @ flat[:, 0] - flat[:, 1] @ flat[:, 1]])
    wanted = np.array([deep[0] * deep[1], deep[0] ** 2 - deep[1] ** 2])
    share = float(-(known @ wanted) / max(float(known @ known), 1e-30))
    if share <= 0:
        return None
    focal = share**-0.5
    low, high = (limit * max(size) for limit in FOCALS)
    return focal if low < focal < high and tilt(plane, focal) >= LEAST_TILT else None


def _columns(plane: Plane, focal: float) -> Floats:
    """The view of the plane as a camera of unit focal length has it: 3 x 3, from mm."""
    scale = plane.radius / focal
    return np.asarray(np.diag([scale, scale, 1.0]) @ np.linalg.inv(plane.matrix))


def _pose(plane: Plane, focal: float) -> tuple[float, float, float]:
    """The lens, mm: its point on the plane, and how far it is above that."""
    view = _columns(plane, focal)
    view = view / np.sqrt(np.linalg.norm(view[:, 0]) * np.linalg.norm(view[:, 1]))
    left, _, right = np.linalg.svd(view[:, :2], full_matrices=False)
    ways = left @ right  # the nearest two directions at right angles
    turn = np.column_stack([ways, np.cross(ways[:, 0], ways[:, 1])])
    x, y, height = (float(n) for n in -turn.T @ view[:, 2])
    return x, y, abs(height)

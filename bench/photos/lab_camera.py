"""Camera: where the table's points land in the picture, and which way each pixel looks.

A pinhole with one radial coefficient: a pixel at normalised p looks along p (1 + k |p|^2), as
OpenCV's undistort has it. Pixel centres are whole numbers; the table is z = 0, mm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bench.photos.lab_scene import Scene

Floats: TypeAlias = NDArray[np.floating[Any]]
FILM = 36.0  # mm, the long side of the picture that a 35 mm-equivalent lens means


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera at `at`, mm; the rows of `axes` are its right, down and forward on the table."""

    size: tuple[int, int]
    focal: float
    k: float
    at: Floats
    axes: Floats

    @property
    def middle(self) -> Floats:
        """The principal point, px."""
        return (np.array(self.size) - 1) / 2

    def looks(self, pixels: Floats) -> Floats:
        """The direction, ... x 3, that each pixel, ... x 2, sees; not of unit length."""
        p = (np.asarray(pixels) - self.middle) / self.focal
        p = p * (1 + self.k * (p * p).sum(-1, keepdims=True))
        return np.asarray(p @ self.axes[:2] + self.axes[2])

    def meet(self, ways: Floats, z: float | Floats = 0.0) -> Floats:
        """Where lines of sight, ... x 3, meet height z: ... x 2 mm."""
        reach = (np.asarray(z) - self.at[2]) / ways[..., 2]
        return np.asarray(self.at[:2] + ways[..., :2] * reach[..., None])

    def project(self, points: Floats) -> Floats:
        """Where the points, ... x 3 mm, land: ... x 2 px."""
        turned = (np.asarray(points) - self.at) @ self.axes.T
        ideal = turned[..., :2] / turned[..., 2:]
        p = ideal
        for _ in range(6):  # the inverse of `looks`; k is small, so this settles quickly
            p = ideal / (1 + self.k * (p * p).sum(-1, keepdims=True))
        return np.asarray(p * self.focal + self.middle)

    def distance(self, x: float, y: float) -> float:
        """How far off a place on the table is, mm along the table."""
        return float(np.hypot(x - self.at[0], y - self.at[1]))

    def px_per_mm(self, x: float, y: float) -> float:
        """Scale at a place on the table: the larger of the two directions."""
        here, *there = self.project(np.array([[x, y, 0], [x + 1, y, 0], [x, y + 1, 0]]))
        return float(max(np.linalg.norm(point - here) for point in there))


def camera(scene: Scene, centre: tuple[float, float] = (0.0, 0.0)) -> Camera:
    """The camera of a scene, looking at `centre` (mm) or as far beside it as the scene says."""
    centre = (centre[0] + scene.aside[0], centre[1] + scene.aside[1])
    tilt, turn, roll = np.radians([scene.tilt, scene.turn, scene.roll])
    away = scene.height * np.tan(tilt)
    at = np.array([centre[0] + away * np.sin(turn), centre[1] - away * np.cos(turn), scene.height])
    forward = np.array([*centre, 0.0]) - at
    forward /= np.linalg.norm(forward)
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    axes = np.stack([c * right + s * down, c * down - s * right, forward])
    return Camera(scene.size, scene.lens / FILM * max(scene.size), scene.distortion, at, axes)

"""Where a pyramid stands, and what it hides of the board.

Lengths are mm on the board from its upper left, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np

from companion.solitaire.board import Pyramid
from companion.solitaire.pieces import FRUSTUMS
from vision.games.solitaire.paper import PX
from vision.table.camera import Camera
from vision.tags.detector import Floats, Grey


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


def filled(outline: Floats, shape: tuple[int, ...]) -> Grey:
    """Return a mask of this shape with 1 inside an outline, n x 2 mm."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * PX).astype(np.int32), 1)
    return mask


def widened(mask: Grey, by: float) -> Grey:
    """Return a mask extended by `by` mm."""
    side = 2 * round(by * PX) + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), np.uint8)

"""The table's own frame, so that a photo from any side gives the same numbers.

Millimetres, +y the way most pieces point up, +x to their right, origin at the centre of the
bounding box of all pieces; turns are degrees counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, degrees
from typing import TypeAlias

import numpy as np

from vision.table.pieces import Source
from vision.tags.detector import Floats, project, square_to

Outline: TypeAlias = tuple[tuple[float, float], ...]

SAME_WAY = 30.0  # greatest difference of turns that count as the same, degrees


@dataclass(frozen=True, slots=True)
class Frame:
    """The mapping from the plane (y down) to the table: `turn` degrees, then minus `origin`, mm."""

    turn: float
    origin: tuple[float, float]

    def to_frame(self, points: Floats) -> Floats:
        """Convert from plane to frame, n x 2 mm."""
        return np.asarray(np.asarray(points) * (1, -1) @ rotation(self.turn).T - self.origin)

    def to_plane(self, points: Floats) -> Floats:
        """Convert from frame to plane, n x 2 mm."""
        return np.asarray((np.asarray(points) + self.origin) @ rotation(self.turn) * (1, -1))


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece in the table's frame: centre (mm), turn (degrees), and outline in the photo (px)."""

    id: str
    kind: str
    face: str
    x: float
    y: float
    rotation: float
    source: Source
    confidence: float
    outline: Outline

    def __post_init__(self) -> None:
        if len(self.outline) != 4 or not 0 <= self.confidence <= 1:
            raise ValueError("four corners and a confidence from 0 to 1")

    def pictured(self, shares: Floats) -> Outline:
        """Return points of the piece in the photo, px; n x 2 shares of its width and height."""
        return outline_of(project(square_to(np.array([self.outline], float)), shares)[0].round(1))


def frame(outlines: Sequence[Floats], names: Sequence[str]) -> Frame:
    """Return the frame for pieces with these outlines (mm on the plane, clockwise) and names."""
    if not outlines:
        return Frame(0.0, (0.0, 0.0))
    turns, named = np.array([upward(corners) for corners in outlines]), np.array(names)
    # the turn with most others near it, averaged over those; if several have equally many, names
    # decide, as the order of the pieces differs between photos
    off = np.abs((turns[:, None] - turns[None] + 180) % 360 - 180)
    near = max(off < SAME_WAY, key=lambda group: (group.sum(), sorted(named[group])))
    ways = np.radians(turns[near])
    turn = 90.0 - float(np.degrees(np.arctan2(np.sin(ways).mean(), np.cos(ways).mean())))
    tilted = Frame(turn, (0.0, 0.0)).to_frame(np.concatenate(list(outlines)))
    middle = (tilted.min(0) + tilted.max(0)) / 2
    return Frame(turn, (float(middle[0]), float(middle[1])))


def outline_of(corners: Floats) -> Outline:
    """Return corners, n x 2, as plain numbers."""
    return tuple((float(x), float(y)) for x, y in corners)


def as_outline(points: Iterable[complex]) -> Outline:
    """Return points x + iy as pairs."""
    return tuple((point.real, point.imag) for point in points)


def upward(corners: Floats) -> float:
    """Return where a piece points up, degrees counter-clockwise from +x, seen from above."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners.tolist()
    return degrees(atan2(y2 + y3 - y0 - y1, x0 + x1 - x2 - x3))


def wrapped(turn: float) -> float:
    """Return the turn from -180 (excluded) to 180.

    >>> wrapped(270), wrapped(-180)
    (-90, 180)
    """
    turn %= 360
    return turn - 360 if turn > 180 else turn


def rotation(degrees: float) -> Floats:
    """Return the matrix that turns points (x, y) counter-clockwise, with y up."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s], [s, c]])

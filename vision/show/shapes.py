"""Outlines that are drawn on a photo, n x 2 px."""

from __future__ import annotations

import numpy as np

from vision.tags.detector import Floats


def grown(corners: Floats, factor: float) -> Floats:
    """Return a shape scaled about its mean point."""
    middle = corners.mean(0)
    return np.asarray(middle + (corners - middle) * factor)


def rounded(corners: Floats, share: float = 0.09) -> Floats:
    """Return a polygon with rounded corners."""
    t, middle = np.linspace(0, 1, 7)[:, None], corners[:, None]
    start, stop = (middle + (np.roll(middle, by, 0) - middle) * share for by in (1, -1))
    curves = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * stop
    return np.asarray(curves.reshape(-1, 2))


def circle(middle: Floats, radius: float) -> Floats:
    """Return a circle's outline."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.asarray(middle + radius * np.stack([np.cos(angle), np.sin(angle)], 1))


def pill(middle: Floats, width: float, height: float) -> Floats:
    """Return a rectangle with half circles as its short sides."""
    around = circle(np.zeros(2), height / 2)
    around[:, 0] += np.where(around[:, 0] >= 0, 1, -1) * max(0.0, width - height) / 2
    return np.asarray(middle + around)


def dashes(points: Floats, dash: float) -> Floats:
    """Return pieces of a line, `dash` long, with gaps of 0.8 times that: n x 2 ends x 2 px."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0], np.cumsum(lengths)])
    starts = np.arange(0, along[-1], 1.8 * dash)
    ends = np.minimum(starts[:, None] + (0, dash), along[-1])
    return np.stack([np.interp(ends, along, points[:, axis]) for axis in (0, 1)], 2)

"""Outlines that are drawn on a photo, n x 2 px."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.tags.detector import Floats


def grown(corners: Floats, factor: float) -> Floats:
    """Return a shape scaled about its mean point."""
    middle = corners.mean(0)
    return np.asarray(middle + (corners - middle) * factor)


def rounded(corners: Floats, share: float = 0.09) -> Floats:
    """Return a polygon with rounded corners."""
    points = []
    t = np.linspace(0, 1, 7)[:, None]
    for i in range(len(corners)):
        corner = corners[i]
        start = corner + (corners[i - 1] - corner) * share
        stop = corner + (corners[(i + 1) % len(corners)] - corner) * share
        points.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * stop)
    return np.concatenate(points)


def circle(middle: Floats, radius: float) -> Floats:
    """Return a circle's outline."""
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.asarray(middle + radius * np.stack([np.cos(angle), np.sin(angle)], 1))


def pill(middle: Floats, width: float, height: float) -> Floats:
    """Return a rectangle with half circles as its short sides."""
    around = circle(np.zeros(2), height / 2)
    around[:, 0] += np.where(around[:, 0] >= 0, 1, -1) * max(0.0, width - height) / 2
    return np.asarray(middle + around)


def dashes(points: Floats, dash: float) -> Iterator[tuple[Floats, Floats]]:
    """Yield pieces of a line, `dash` long, with gaps of 0.8 times that."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0], np.cumsum(lengths)])
    at = 0.0
    while at < along[-1]:
        ends = np.minimum([at, at + dash], along[-1])
        start, stop = (
            np.array([np.interp(end, along, points[:, axis]) for axis in (0, 1)]) for end in ends
        )
        yield start, stop
        at += 1.8 * dash

"""Outlines as chords: what lies inside, and how far away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist, hypot, inf, sqrt

from printables.draw.paths import Path, Point

TOLERANCE = 0.01  # the most that a curve may deviate from its chords, mm


@dataclass(frozen=True, slots=True)
class Run:
    """Points joined by straight lines; a `closed` run returns to its first point."""

    points: tuple[Point, ...]
    closed: bool

    @property
    def edges(self) -> Iterator[tuple[Point, Point]]:
        """The straight lines of the run."""
        yield from pairwise((*self.points, self.points[0]) if self.closed else self.points)


def flattened(path: Path, tolerance: float = TOLERANCE) -> tuple[Run, ...]:
    """Return the runs of a path; curves become chords that deviate at most `tolerance` mm.

    >>> from printables.draw.paths import polygon
    >>> flattened(polygon([(0, 0), (4, 0), (0, 3)]))
    (Run(points=((0, 0), (4, 0), (0, 3)), closed=True),)
    """
    runs: list[Run] = []
    points: list[Point] = []
    for command, numbers in path.steps:
        if command == "M":
            _finish(runs, points, closed=False)
            points = [(numbers[0], numbers[1])]
        elif command == "L":
            points.append((numbers[0], numbers[1]))
        elif command == "C":
            points.extend(_curve(points[-1], numbers, tolerance))
        else:
            _finish(runs, points, closed=True)
            points = points[:1]
    _finish(runs, points, closed=False)
    return tuple(runs)


def inside(point: Point, runs: Sequence[Run]) -> bool:
    """Return whether a point is inside the closed runs, by the even-odd rule.

    >>> from printables.draw.paths import rectangle
    >>> square = flattened(rectangle(0, 0, 2, 2))
    >>> inside((1, 1), square), inside((3, 1), square)
    (True, False)
    """
    x, y = point
    crossings = 0
    for run in runs:
        if run.closed:
            for (ax, ay), (bx, by) in run.edges:
                if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                    crossings += 1
    return crossings % 2 == 1


def distance(point: Point, runs: Sequence[Run]) -> float:
    """Return the distance from a point to the nearest line, mm; infinite without lines."""
    x, y = point
    nearest = inf
    for (ax, ay), (bx, by) in (edge for run in runs for edge in run.edges):
        dx, dy = bx - ax, by - ay
        share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        nearest = min(nearest, hypot(x - ax - share * dx, y - ay - share * dy))
    return nearest


def _finish(runs: list[Run], points: Sequence[Point], *, closed: bool) -> None:
    """Append a run if it has several points, without repeating the first one at the end."""
    kept = [point for i, point in enumerate(points) if i == 0 or dist(point, points[i - 1]) > 1e-9]
    if closed and len(kept) > 1 and dist(kept[0], kept[-1]) < 1e-6:
        kept.pop()
    if len(kept) > 1:
        runs.append(Run(tuple(kept), closed))


def _curve(start: Point, numbers: Sequence[float], tolerance: float) -> Iterator[Point]:
    """Yield points along a cubic Bézier after its start, with chords within the tolerance, mm."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    # The second derivative of a cubic is at most 6 times its greater second difference, `bend`; so
    # a chord over 1/n of it deviates by at most 6 * bend / (8 * n * n).
    bend = max(hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    count = max(1, ceil(sqrt(6 * bend / (8 * tolerance))))
    for step in range(1, count + 1):
        t = step / count
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)

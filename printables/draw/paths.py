"""Upright boxes, and paths of lines and cubic Béziers, mm, y down.

Every shape is a `Path`, so a pen needs only one way to paint and clip. Angles are in degrees,
clockwise from the right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from math import ceil, cos, radians, sin, tan
from typing import Literal, TypeAlias

from companion.layout import Size

Point: TypeAlias = tuple[float, float]
Command: TypeAlias = Literal["M", "L", "C", "Z"]
Step: TypeAlias = tuple[Command, tuple[float, ...]]

SAME = 1e-6  # edges closer than this count as one, mm
# the length of a Bézier's handles for a quarter circle of radius 1
QUARTER = 4 / 3 * tan(radians(90) / 4)


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle by its top left corner."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def between(cls, left: float, top: float, right: float, bottom: float) -> Box:
        """Return the box with these four edges."""
        return cls(left, top, right - left, bottom - top)

    @classmethod
    def whole(cls, page: Size) -> Box:
        """Return the whole page as a box."""
        return cls(0, 0, page.width, page.height)

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def path(self) -> Path:
        """The outline."""
        return rectangle(self.x, self.y, self.width, self.height)

    def rounded(self, radius: float) -> Path:
        """Return the outline with round corners, if any."""
        box = self.x, self.y, self.width, self.height
        return rounded(*box, radius) if radius else self.path

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def grown(self, by: float) -> Box:
        """Return the box with each edge moved outwards by `by`, inwards if negative.

        >>> Box(10, 10, 20, 30).grown(-2)
        Box(x=12, y=12, width=16, height=26)
        """
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def cut(self, other: Box) -> Box:
        """Return the intersection; its width or height is negative if there is none."""
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box.between(max(self.x, other.x), max(self.y, other.y), right, bottom)

    def overlaps(self, other: Box) -> bool:
        """Return whether the boxes share more than an edge.

        >>> Box(0, 0, 5, 5).overlaps(Box(5, 0, 5, 5))
        False
        """
        shared = self.cut(other)
        return shared.width > SAME and shared.height > SAME

    def holds(self, other: Box) -> bool:
        """Return whether `other` is inside, including edges."""
        across = self.x - SAME <= other.x and other.right <= self.right + SAME
        return across and self.y - SAME <= other.y and other.bottom <= self.bottom + SAME

    def moved(self, dx: float, dy: float) -> Box:
        """Return the box moved by (dx, dy)."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def spot(self, x: float, y: float, rotation: int) -> tuple[float, float]:
        """Return where a point of an upright piece lies that is turned clockwise into this box.

        >>> Box(10, 20, 88, 63).spot(1, 2, 90)
        (96, 21)
        """
        w, h = self.width, self.height
        turns = {0: (x, y), 90: (w - y, x), 180: (w - x, h - y), 270: (y, h - x)}
        right, down = turns[rotation]
        return (self.x + right, self.y + down)

    def mirrored(self, width: float) -> Box:
        """Return its place on a sheet of this width after flipping it like a page of a book.

        >>> Box(10, 20, 63, 88).mirrored(210)
        Box(x=137, y=20, width=63, height=88)
        """
        return Box(width - self.right, self.y, self.width, self.height)

    def turned(self, page: Size) -> Box:
        """Return its place after turning the page by 180 degrees.

        >>> Box(0, 0, 63, 88).turned(Size(210, 297))
        Box(x=147, y=209, width=63, height=88)
        """
        return Box(page.width - self.right, page.height - self.bottom, self.width, self.height)


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that contains all of these; there must be at least one."""
    lefts, tops, rights, bottoms = zip(*((b.x, b.y, b.right, b.bottom) for b in boxes), strict=True)
    return Box.between(min(lefts), min(tops), max(rights), max(bottoms))


def distinct(edges: Iterable[float]) -> list[float]:
    """Return ascending edges without those that lie on the one before.

    >>> distinct([0, 63, 63.0000001, 126])
    [0, 63, 126]
    """
    values: list[float] = []
    for edge in edges:
        if not values or edge - values[-1] > SAME:
            values.append(edge)
    return values


@dataclass(frozen=True, slots=True)
class Path:
    """The steps of a path: M and L have one point, C three, Z none.

    >>> triangle = polygon([(0, 0), (4, 0), (0, 3)])
    >>> str(triangle + line([(1, 1), (2, 2.5)]))
    'M0 0L4 0L0 3ZM1 1L2 2.5'
    """

    steps: tuple[Step, ...] = ()

    def __add__(self, other: Path) -> Path:
        return Path(self.steps + other.steps)

    def __str__(self) -> str:
        return self.d(2)

    def d(self, digits: int) -> str:
        """Return the `d` of an SVG path, with so many digits after the point."""
        return "".join(
            command + " ".join(f"{round(n, digits):g}" for n in numbers)
            for command, numbers in self.steps
        )

    def moved(self, dx: float, dy: float) -> Path:
        """Return the outline moved by (dx, dy)."""
        return self.mapped(1, 1, dx, dy)

    def scaled(self, sx: float, sy: float | None = None) -> Path:
        """Return the outline scaled about the origin."""
        return self.mapped(sx, sx if sy is None else sy, 0, 0)

    def reversed(self) -> Path:
        """Return an open outline from its end to its start."""
        ends = [(numbers[-2], numbers[-1]) for _, numbers in self.steps]
        steps: list[Step] = [("M", ends[-1])]
        for (command, n), to in zip(reversed(self.steps[1:]), reversed(ends[:-1]), strict=True):
            steps.append(("C", (*n[2:4], *n[:2], *to)) if command == "C" else ("L", to))
        return Path(tuple(steps))

    def mapped(self, sx: float, sy: float, dx: float, dy: float) -> Path:
        """Return the outline scaled about the origin, then moved."""
        return self.transformed(lambda point: (point[0] * sx + dx, point[1] * sy + dy))

    def transformed(self, move: Callable[[Point], Point]) -> Path:
        """Return the outline with `move` applied to each of its points."""
        steps: list[Step] = []
        for command, numbers in self.steps:
            points = zip(numbers[::2], numbers[1::2], strict=True)
            steps.append((command, tuple(chain.from_iterable(map(move, points)))))
        return Path(tuple(steps))


@cache
def outline(d: str) -> Path:
    """Return the path in an SVG path's `d`, with the absolute commands M, L, C, Q and Z.

    >>> str(outline("M0,0 L2 0 0 2 Z"))
    'M0 0L2 0L0 2Z'
    """
    steps: list[Step] = []
    here: Point = (0, 0)
    for letter, body in re.findall(r"([MLCQZ])([^MLCQZ]*)", d):
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", body)]
        size = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 1}[letter]
        if letter == "Z":
            steps.append(("Z", ()))
        for i in range(0, len(numbers), size):
            n = numbers[i : i + size]
            if letter == "Q":  # as a cubic, its handles two thirds of the way to the control point
                (x0, y0), (cx, cy, x, y) = here, n
                n = [(x0 + 2 * cx) / 3, (y0 + 2 * cy) / 3, (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y]
            command: Command = "C" if letter in "QC" else "M" if letter == "M" else "L"
            steps.append((command, tuple(n)))
            here = (n[-2], n[-1])
    return Path(tuple(steps))


def line(points: Iterable[Point]) -> Path:
    """Return an open polyline."""
    return Path(tuple(("L" if i else "M", point) for i, point in enumerate(points)))


def polygon(points: Iterable[Point]) -> Path:
    """Return a closed polygon."""
    return Path((*line(points).steps, ("Z", ())))


def joined(*paths: Path) -> Path:
    """Return paths joined into one by straight lines."""
    first, *rest = [step for path in paths for step in path.steps]
    return Path((first, *(("L", at) if command == "M" else (command, at) for command, at in rest)))


def rectangle(x: float, y: float, width: float, height: float) -> Path:
    """Return a rectangle by its top left corner."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Path:
    """Return a rectangle with round corners, by its top left corner."""
    r = min(radius, width / 2, height / 2)
    k = r * (1 - QUARTER)
    right, low = x + width, y + height
    steps: tuple[Step, ...] = (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, low - r)),
        ("C", (right, low - k, right - k, low, right - r, low)),
        ("L", (x + r, low)),
        ("C", (x + k, low, x, low - k, x, low - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
    )
    return Path((*steps, ("Z", ())))


def circle(x: float, y: float, radius: float) -> Path:
    """Return a circle about its centre."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, rx: float, ry: float) -> Path:
    """Return an ellipse about its centre."""
    return Path((*arc(x, y, rx, ry, 0, 360).steps, ("Z", ())))


def arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Path:  # noqa: PLR0917 - six measures
    """Return an arc of an ellipse from angle `start` to `end`, degrees."""
    pieces = max(1, ceil(abs(end - start) / 90))
    turn = radians(end - start) / pieces
    k = 4 / 3 * tan(turn / 4)
    angles = [radians(start) + i * turn for i in range(pieces + 1)]
    steps: list[Step] = [("M", (x + rx * cos(angles[0]), y + ry * sin(angles[0])))]
    for a, b in pairwise(angles):
        first = (x + rx * (cos(a) - k * sin(a)), y + ry * (sin(a) + k * cos(a)))
        second = (x + rx * (cos(b) + k * sin(b)), y + ry * (sin(b) - k * cos(b)))
        steps.append(("C", (*first, *second, x + rx * cos(b), y + ry * sin(b))))
    return Path(tuple(steps))


def smooth(points: Sequence[Point]) -> Path:
    """Return a closed curve through all points (a Catmull-Rom spline, as Béziers)."""
    n = len(points)
    steps: list[Step] = [("M", points[0])]
    for i in range(n):
        before, a, b, after = (points[j % n] for j in range(i - 1, i + 3))
        one = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        other = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        steps.append(("C", (*one, *other, *b)))
    return Path((*steps, ("Z", ())))


def star(x: float, y: float, points: int, outer: float, inner: float) -> Path:
    """Return a star, its first point at the top."""
    corners = [
        (outer if i % 2 == 0 else inner, radians(i * 180 / points - 90)) for i in range(points * 2)
    ]
    return polygon([(x + r * cos(a), y + r * sin(a)) for r, a in corners])


def rays(x: float, y: float, radius: float, count: int) -> Path:
    """Return `count` beams of light from a point, as wide as the gaps between them."""
    path, half = Path(), radians(90 / count)
    for i in range(count):
        middle = radians(360 * i / count - 90)
        ends = [(x + radius * cos(a), y + radius * sin(a)) for a in (middle - half, middle + half)]
        path += polygon([(x, y), *ends])
    return path


Crease: TypeAlias = Literal["mountain", "valley"]  # away from the printed side, or towards it


@dataclass(frozen=True, slots=True)
class Fold:
    """A straight crease from `start` to `end`."""

    start: Point
    end: Point
    crease: Crease = "mountain"


@dataclass(frozen=True, slots=True)
class Shape:
    """The lines to `cut`, including slits, the `folds`, and the areas for `glue`.

    Glue areas are on the printed side, and have no ink. `tab` is the room for words on a tab that
    is folded under a base and glued to its underside.
    """

    cut: Path
    folds: tuple[Fold, ...] = ()
    glue: tuple[Path, ...] = ()
    tab: Box | None = None

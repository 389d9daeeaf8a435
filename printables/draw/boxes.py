"""Boxes: upright rectangles on a page, mm from its top left, y down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.layout import Size

SAME = 1e-6  # edges closer than this count as one, mm


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

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

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


def whole(page: Size) -> Box:
    """Return the whole page as a box."""
    return Box(0, 0, page.width, page.height)


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

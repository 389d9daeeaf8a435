"""A pen that draws nothing and remembers where everything would be: for tests that count shapes and
measure texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Unpack

from companion.language import ENGLISH
from printables.draw.colours import Colour, Ink
from printables.draw.fonts import CAP_HEIGHT
from printables.draw.paths import Path, Point
from printables.draw.pen import Brush, Pen, Tint, Words

Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """A text and the four corners of its box on the face, mm."""

    text: str
    size: float
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Painted:
    """A path as it was handed in, its colours, and where its own origin lies on the face."""

    path: Path
    fill: Colour | None
    stroke: Colour | None
    origin: Point


class Recorder(Pen):
    """Follows `at`; what is clipped away is remembered all the same."""

    def __init__(self, ink: Ink = "full", language: str = ENGLISH) -> None:
        self.ink: Ink = ink
        self.language = language
        self.words: list[Word] = []
        self.painted: list[Painted] = []
        self._matrix: Matrix = (1, 0, 0, 1, 0, 0)

    def paint(
        self, path: Path, fill: Tint = None, stroke: Tint = None, **_brush: Unpack[Brush]
    ) -> None:
        """See `Pen.paint`."""
        self.painted.append(Painted(path, fill, stroke, self._place(0, 0)))

    def write(self, words: Words) -> None:
        """See `Pen.write`."""
        left, right, high = words.left, words.left + words.width, words.y - words.size * CAP_HEIGHT
        box = [(left, words.y), (right, words.y), (right, high), (left, high)]
        a, b, *_ = self._matrix
        size = words.size * (a * a + b * b) ** 0.5
        self.words.append(Word(words.text, size, tuple(self._place(*corner) for corner in box)))

    def image(self, *_place: object, **_grey: object) -> bool:
        """See `Pen.image`: there are none."""
        return False

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> Iterator[None]:
        """See `Pen.at`."""
        before = self._matrix
        left, top = self._place(x, y)
        c, s, way = scale * cos(radians(turn)), scale * sin(radians(turn)), -1 if mirror else 1
        a, b, d, e, *_ = before
        self._matrix = (
            way * (a * c + d * s),
            way * (b * c + e * s),
            d * c - a * s,
            e * c - b * s,
            left,
            top,
        )
        yield
        self._matrix = before

    @contextmanager
    def clip(self, path: Path) -> Iterator[None]:  # noqa: ARG002 - a pen's signature
        """See `Pen.clip`."""
        yield

    def _place(self, x: float, y: float) -> Point:
        a, b, c, d, left, top = self._matrix
        return (a * x + c * y + left, b * x + d * y + top)

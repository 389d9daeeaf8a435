"""What lies in the boxes of a card game as data: colours, pictures, texts and icons.

They are filled in and checked when the game is read, so that drawing only draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal, TypeAlias

from companion.layout import Size
from printables.draw import fonts
from printables.draw.colours import Colour
from printables.draw.fonts import Weight
from printables.draw.paths import Box
from printables.draw.pen import BLEED, Pen

Align: TypeAlias = Literal["left", "middle", "right"]
Valign: TypeAlias = Literal["top", "middle", "bottom"]

SHRINK = 0.95  # from one size of a text to the next smaller one that is tried
ICON_HEIGHT = 0.95  # of an icon in a text, as a share of the text's size
ICON_GAP = 0.12  # between two icons in a row, as a share of their height
DESCENT = 0.22  # of letters below the line, as a share of the size
_SHARES = {"left": 0.0, "top": 0.0, "middle": 0.5, "right": 1.0, "bottom": 1.0}


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture in a text; `shape` is its width divided by its height."""

    picture: str
    shape: float

    def width(self, size: float) -> float:
        """Return the room that it takes in letters of `size`, mm."""
        return size * ICON_HEIGHT * (self.shape + ICON_GAP)


Part: TypeAlias = str | Icon
Word: TypeAlias = tuple[Part, ...]  # what no line ends within
Line: TypeAlias = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """A box of a colour, with corners of the radius `round`, mm."""

    box: Box
    colour: Colour
    round: float

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        pen.paint(self.box.rounded(self.round), self.colour)


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture that covers its box; with a `shape`, width / height, all of it is seen there."""

    box: Box
    picture: str
    shape: float | None = None

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        box = self.box
        if self.shape:
            width = min(box.width, box.height * self.shape)
            x, y = box.centre
            box = Box(x - width / 2, y - width / self.shape / 2, width, width / self.shape)
        pen.image(self.picture, box)


@dataclass(frozen=True, slots=True)
class Whole:
    """A picture that fills a card of a `size`, turned clockwise by `turn` degrees.

    It brings `included` mm of bleed; where that is too little, its edges are mirrored.
    """

    picture: str
    turn: int
    size: Size
    included: float

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        w, h = self.size.width, self.size.height
        corner = {0: (0.0, 0.0), 90: (w, 0.0), 180: (w, h), 270: (0.0, h)}[self.turn]
        whole = Box(0, 0, h, w) if self.turn % 180 else Box(0, 0, w, h)
        box, edge = whole.grown(self.included), whole.grown(BLEED)
        with pen.at(*corner, turn=self.turn):
            if self.included < BLEED:
                pen.image(self.picture, edge)  # below the seams, so that no white shines through
                # from where to where each strip reaches, and the edge at which it is mirrored
                across, down = (
                    ((start, low, low), (low, high, None), (high, end, high))
                    for start, low, high, end in (
                        (edge.x, box.x, box.right, edge.right),
                        (edge.y, box.y, box.bottom, edge.bottom),
                    )
                )
                for (left, right, x), (top, low, y) in product(across, down):
                    flip, turn = (x is None) != (y is None), 0 if y is None else 180
                    mirrored = pen.at(2 * (x or 0), 2 * (y or 0), turn=turn, mirror=flip)
                    with pen.clip(Box.between(left, top, right, low).path), mirrored:
                        pen.image(self.picture, box)
            pen.image(self.picture, box)


@dataclass(frozen=True, slots=True)
class Icons:
    """A row of `count` times the same icon, as large as fits."""

    box: Box
    icon: Icon
    count: int
    align: Align

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        box, shape = self.box, self.icon.shape
        # how wide the row is, as a multiple of its height
        across = self.count * shape + (self.count - 1) * ICON_GAP
        height = min(box.height, box.width / across)
        x = box.x + (box.width - height * across) * _SHARES[self.align]
        y = box.centre[1] - height / 2
        for _ in range(self.count):
            pen.image(self.icon.picture, Box(x, y, height * shape, height))
            x += height * (shape + ICON_GAP)


@dataclass(frozen=True)
class Text:
    """Words in a box, on as many lines as they need, in letters of at most `size` mm.

    `paragraphs` begin a new line each. `font` is an added font, or "" for Rookery's.
    """

    box: Box
    paragraphs: tuple[tuple[Word, ...], ...]
    size: float
    ink: Colour
    weight: Weight
    align: Align
    valign: Valign
    font: str = ""

    @cached_property
    def lettered(self) -> tuple[float, tuple[Line, ...]]:
        """The size of its letters at which it fits, mm, and its lines."""
        with fonts.own_typeface(self.font), fonts.one_typeface(self._texts):
            size = self.size
            while size > fonts.SMALLEST and not self._fits(size):
                size *= SHRINK
            return size, self._lines(size)

    @property
    def _texts(self) -> list[str]:
        words = [word for paragraph in self.paragraphs for word in paragraph]
        return [part for word in words for part in word if isinstance(part, str)]

    def _fits(self, size: float) -> bool:
        lines = self._lines(size)
        high = size * (fonts.LEADING * (len(lines) - 1) + 1)
        return high <= self.box.height and all(
            _width(line, size, self.weight) <= self.box.width for line in lines
        )

    def _lines(self, size: float) -> tuple[Line, ...]:
        def fits(line: Sequence[Word], _: int) -> bool:
            return _width(_joined(line), size, self.weight) <= self.box.width

        return tuple(
            _joined(line) for words in self.paragraphs for line in fonts.broken(words, fits)
        )

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        size, lines = self.lettered
        box = self.box
        step = size * fonts.LEADING
        high = step * (len(lines) - 1)
        first = {
            "top": box.y + size * fonts.ASCENT,
            "middle": box.centre[1] + fonts.middle(size) - high / 2,
            "bottom": box.bottom - size * DESCENT - high,
        }[self.valign]
        with fonts.own_typeface(self.font), fonts.one_typeface(self._texts):
            for number, line in enumerate(lines):
                room = box.width - _width(line, size, self.weight)
                x, base = box.x + room * _SHARES[self.align], first + number * step
                self._draw_line(pen, line, x, base, size)

    def _draw_line(self, pen: Pen, line: Line, x: float, base: float, size: float) -> None:
        for part in line:
            if isinstance(part, str):
                bare = part.strip()  # in an SVG, blanks at the ends of a text are lost
                lead = " " * (len(part) - len(part.lstrip()))
                at = x + fonts.text_width(lead, size, self.weight)
                if bare:
                    pen.text(at, base, bare, size, self.ink, weight=self.weight, anchor="start")
                x += fonts.text_width(part, size, self.weight)
            else:
                high = size * ICON_HEIGHT
                gap = high * ICON_GAP / 2
                top = base - fonts.middle(size) - high / 2
                pen.image(part.picture, Box(x + gap, top, high * part.shape, high))
                x += part.width(size)


Element: TypeAlias = Ground | Shown | Whole | Icons | Text


def words(text: str, parts: Callable[[str], Sequence[Part]]) -> tuple[tuple[Word, ...], ...]:
    """Return a text's paragraphs as words; `parts` finds the icons in a word."""
    return tuple(
        tuple(tuple(parts(word)) for word in fonts.counting(paragraph))
        for paragraph in text.split("\n")
        if paragraph.strip()
    )


def _joined(words: Sequence[Word]) -> Line:
    """Return words as a line; neighbouring texts are one, to be read as one."""
    line: list[Part] = []
    for part in [part for word in words for part in (" ", *word)][1:]:
        if line and isinstance(line[-1], str) and isinstance(part, str):
            line[-1] += part
        else:
            line.append(part)
    return tuple(line)


def _width(line: Line, size: float, weight: Weight) -> float:
    return sum(
        fonts.text_width(part, size, weight) if isinstance(part, str) else part.width(size)
        for part in line
    )

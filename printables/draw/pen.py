"""Pens that draw faces, as PDF for paper or SVG for phones.

Lengths are in mm, y down, from the top left corner of the trim; colours are `#rrggbb`; angles are
in degrees clockwise. Lines have round joins.

A pen translates phrases to its language; to measure or wrap a text before, use `translate`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import ceil
from typing import Literal, TypeAlias, TypedDict, Unpack

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.language import ENGLISH, Phrase, translated
from companion.layout import Size
from printables.draw import colours, fonts
from printables.draw.colours import Colour, Ink
from printables.draw.embedding import draw_embedded
from printables.draw.fonts import Weight
from printables.draw.paths import Box, Path, rectangle
from printables.draw.pictures import Picture, covering, inked

Anchor: TypeAlias = Literal["start", "middle", "end"]
Cap: TypeAlias = Literal["round", "butt"]
Tint: TypeAlias = Colour | None

BLEED = 3.0  # how far backgrounds reach beyond the trim, mm
TITLE_ROOM = 0.9  # height of all lines of a title, as a share of the size of a short one
LINE, FRAME = 0.55, 0.7  # width of the outlines of drawings, and of panels, mm
NO_PICTURES: Mapping[str, Picture] = {}


class Brush(TypedDict, total=False):
    """How to paint a path."""

    width: float  # of the line, mm; by default `LINE`
    cap: Cap  # of the line's ends; by default round
    even_odd: bool  # fill by the even-odd rule


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text in its final language and size, with its baseline at y."""

    x: float
    y: float
    text: str
    size: float
    fill: Colour
    weight: Weight
    anchor: Anchor

    @property
    def width(self) -> float:
        """The width, mm."""
        return fonts.text_width(self.text, self.size, self.weight)

    @property
    def left(self) -> float:
        """The left end, mm."""
        return self.x - self.width * {"start": 0, "middle": 0.5, "end": 1}[self.anchor]


class Pen(ABC):
    """The drawing operations for faces; with `ink` "low", faces leave out washes."""

    ink: Ink
    language: str

    @abstractmethod
    def paint(
        self, path: Path, fill: Tint = None, stroke: Tint = None, **brush: Unpack[Brush]
    ) -> None:
        """Fill a path, then stroke it."""

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: Colour,
        *,
        weight: Weight = "medium",
        anchor: Anchor = "middle",
        fit: float | None = None,
    ) -> None:
        """Write a line with its baseline at y, `size` mm high, or at most `fit` mm wide.

        A Phrase is translated. Dark letters are black, see `lettering`. Raises `PrintError` for a
        character that the font lacks.
        """
        text = self.translate(text)
        fonts.check_glyphs(text, "text on a card")
        size = size if fit is None else fonts.fitted(text, size, fit, weight)
        self.write(Words(x, y, text, size, fill, weight, anchor))

    def title(
        self,
        name: str,
        x: float,
        base: float,
        *,
        size: float,
        width: float,
        fill: Colour,
        height: float | None = None,
        anchor: Anchor = "middle",
    ) -> None:
        """Draw a name on a baseline, or a long one on several lines about the same middle."""
        name = self.translate(name)
        few, lines = fonts.paragraph(name, size, width, height or size * TITLE_ROOM, "semibold")
        if few <= (single := fonts.fitted(name, size, width, "semibold")):
            self.text(x, base, name, single, fill, weight="semibold", anchor=anchor)
        else:
            middle = base - fonts.middle(size)
            self.rows(lines, x, middle, few, fill, weight="semibold", anchor=anchor)

    def heading(
        self,
        text: str,
        x: float,
        base: float,
        size: float,
        fill: Colour,
        *,
        fit: float | None = None,
        anchor: Anchor = "start",
    ) -> None:
        """Draw a line of semibold letters from x on, or with `anchor` "end" up to x."""
        self.text(x, base, text, size, fill, weight="semibold", anchor=anchor, fit=fit)

    def lines(
        self,
        text: str,
        x: float,
        top: float,
        *,
        size: float,
        width: float,
        fill: Colour = colours.INK,
        weight: Weight = "medium",
        centred: bool = False,
    ) -> float:
        """Draw a text in lines up to `width` mm wide; return the y of its lower end, mm."""
        words = fonts.counting(self.translate(text))
        for line in fonts.evened(
            lambda room: fonts.filled(words, size, room, weight),
            width,
            lambda each: fonts.text_width(each, size, weight),
            1.0 if centred else fonts.LAST,
        ):
            at = x + (width - fonts.text_width(line, size, weight)) / 2 if centred else x
            base = top + size * (fonts.LEADING - 1) / 2 + size * fonts.ASCENT
            self.text(at, base, line, size, fill, weight=weight, anchor="start")
            top += size * fonts.LEADING
        return top

    def block(
        self,
        text: str,
        x: float,
        middle: float,
        *,
        size: float,
        width: float,
        height: float,
        fill: Colour,
        weight: Weight = "medium",
    ) -> None:
        """Draw a text in a box about (x, middle), on as many lines as it needs."""
        size, lines = fonts.paragraph(self.translate(text), size, width, height, weight)
        self.rows(lines, x, middle, size, fill, weight=weight)

    def rows(
        self,
        lines: Sequence[str],
        x: float,
        middle: float,
        size: float,
        fill: Colour,
        *,
        weight: Weight = "medium",
        anchor: Anchor = "middle",
    ) -> None:
        """Draw lines, one below the other about the height `middle`."""
        for number, each in enumerate(lines):
            off = fonts.LEADING * (number - (len(lines) - 1) / 2)
            base = middle + size * (fonts.CAP_HEIGHT / 2 + off)
            self.text(x, base, each, size, fill, weight=weight, anchor=anchor)

    def translate(self, text: str) -> str:
        """Return a text as the pen writes it: a phrase is translated, other text unchanged."""
        return translated(text, self.language) if isinstance(text, Phrase) else text

    @abstractmethod
    def write(self, words: Words) -> None:
        """Write a line of text."""

    @abstractmethod
    def image(self, name: str, box: Box, *, grey: bool = False) -> bool:
        """Cover a box with the picture `name`, cropped; return False if the pen doesn't have it."""

    @abstractmethod
    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> AbstractContextManager[None]:
        """In a `with` block, move the origin to (x, y), then turn, scale, and perhaps flip x."""

    @abstractmethod
    def clip(self, path: Path) -> AbstractContextManager[None]:
        """In a `with` block, paint only inside `path`."""

    def stamp(self, key: str, draw: Callable[[Pen], None]) -> None:
        """Draw a part that many faces of a size share; a PDF has it only once per `key`."""
        draw(self)


_OPERATORS = {"M": "%.2f %.2f m", "L": "%.2f %.2f l", "C": "%.2f " * 6 + "c", "Z": "h"}


class PdfPen(Pen):
    """A pen for a reportlab canvas with its origin at the bottom left of a trim of `size`."""

    def __init__(
        self,
        canvas: Canvas,
        size: Size,
        ink: Ink = "full",
        pictures: Mapping[str, Picture] = NO_PICTURES,
        language: str = ENGLISH,
    ) -> None:
        self.ink, self.language, self._pictures = ink, language, pictures
        self._canvas, self._size, self._top = canvas, size, size.height
        for weight in fonts.NAMES:
            fonts.font(weight)

    def paint(
        self, path: Path, fill: Tint = None, stroke: Tint = None, **brush: Unpack[Brush]
    ) -> None:
        canvas = self._canvas
        if fill:
            canvas.setFillColor(_pdf_colour(colours.printed(fill, self.ink)))
        if stroke:
            canvas.setStrokeColor(_pdf_colour(colours.printed(stroke, self.ink)))
            canvas.setLineWidth(_pt(brush.get("width", LINE)))
            canvas.setLineCap(0 if brush.get("cap") == "butt" else 1)
            canvas.setLineJoin(1)
        mode = 0 if brush.get("even_odd") else 1
        canvas.drawPath(self._outline(path), stroke=bool(stroke), fill=bool(fill), fillMode=mode)

    def write(self, words: Words) -> None:
        self._canvas.setFillColor(_pdf_colour(colours.lettering(words.fill, words.size, self.ink)))
        name = fonts.typeface(words.text, words.weight)
        self._canvas.setFont(name, _pt(fonts.set_size(name, words.size)))
        self._canvas.drawString(_pt(words.left), _pt(self._top - words.y), words.text)

    def image(self, name: str, box: Box, *, grey: bool = False) -> bool:
        """See `Pen.image`; files are embedded as they are."""
        if name not in self._pictures:
            return False
        picture = inked(self._pictures[name], self.ink, grey=grey)
        left, top, w, h = covering(picture, box.width, box.height)
        with self.clip(box.path):
            self._canvas.translate(_pt(box.x + left), _pt(self._top - box.y - top - h))
            self._canvas.scale(_pt(w), _pt(h))
            if not draw_embedded(self._canvas, picture):
                self._canvas.drawImage(ImageReader(BytesIO(picture.data)), 0, 0, 1, 1, mask="auto")
        return True

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> Iterator[None]:
        with self._state():
            self._canvas.translate(_pt(x), _pt(self._top - y))
            self._top = 0  # inside the block, y down is -y
            if turn:
                self._canvas.rotate(-turn)
            if scale != 1 or mirror:
                self._canvas.scale(-scale if mirror else scale, scale)
            yield

    @contextmanager
    def clip(self, path: Path) -> Iterator[None]:
        with self._state():
            self._canvas.clipPath(self._outline(path), stroke=0, fill=0)
            yield

    def stamp(self, key: str, draw: Callable[[Pen], None]) -> None:
        """See `Pen.stamp`; it is a form XObject, cropped at the bleed."""
        name = f"stamp-{self.ink}-{self._size.width:g}x{self._size.height:g}-{key}"
        if not self._canvas.hasForm(name):
            lengths = (BLEED, self._size.width, self._size.height)
            bleed, right, top = (ceil(_pt(length)) for length in lengths)
            self._canvas.beginForm(name, -bleed, -bleed, right + bleed, top + bleed)
            draw(PdfPen(self._canvas, self._size, self.ink, self._pictures, self.language))
            self._canvas.endForm()
        with self.at():
            self._canvas.translate(0, -_pt(self._size.height))
            self._canvas.doForm(name)

    @contextmanager
    def _state(self) -> Iterator[None]:
        top = self._top
        self._canvas.saveState()
        try:
            yield
        finally:
            self._canvas.restoreState()
            self._top = top

    def _outline(self, path: Path) -> PDFPathObject:
        """Return a path as PDF operators; reportlab's formatting would double the drawing time."""
        code, top = ["n"], self._top
        for command, numbers in path.steps:
            points = tuple((top - n) * mm if i % 2 else n * mm for i, n in enumerate(numbers))
            code.append(_OPERATORS[command] % points)
        return PDFPathObject(code)


def wash(pen: Pen, colour: Colour, spared: Colour = colours.WHITE) -> Colour:
    """Return the colour of a ground, or `spared` to save ink."""
    return colour if pen.ink == "full" else spared


def bled(size: Size) -> Path:
    """Return the outline of the trim with its bleed."""
    return rectangle(-BLEED, -BLEED, size.width + 2 * BLEED, size.height + 2 * BLEED)


@cache
def _pdf_colour(colour: Colour) -> Color:
    return HexColor(colour)


def _pt(length: float) -> float:
    """Return mm as points, rounded to 0.01 pt, because more digits only make files larger."""
    return round(length * mm, 2)


class Halo(Pen):
    """A pen that paints paths `rim` mm larger, in one colour, but not clipped ones."""

    def __init__(self, pen: Pen, colour: Colour, rim: float) -> None:
        self.ink: Ink = pen.ink
        self.language = pen.language
        self._pen, self._colour, self._rim, self._muted = pen, colour, rim, 0

    def paint(
        self, path: Path, fill: Tint = None, stroke: Tint = None, **brush: Unpack[Brush]
    ) -> None:
        if self._muted:
            return
        brush["width"] = (brush.get("width", LINE) if stroke else 0) + 2 * self._rim
        self._pen.paint(path, self._colour if fill else None, self._colour, **brush)

    def write(self, words: Words) -> None:
        """Draw nothing: letters have no rim."""

    def image(self, name: str, box: Box, *, grey: bool = False) -> bool:
        """Draw nothing: pictures have no rim."""
        return False

    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> AbstractContextManager[None]:
        return self._pen.at(x, y, turn=turn, scale=scale, mirror=mirror)

    @contextmanager
    def clip(self, path: Path) -> Iterator[None]:
        self._muted += 1
        yield
        self._muted -= 1

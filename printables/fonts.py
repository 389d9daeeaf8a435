"""The typeface on paper: Fredoka (SIL Open Font License, see fonts/OFL.txt) in two weights, and its metrics.

reportlab drops a character that a font lacks without a word, so every string is checked before it is drawn.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, TypeAlias

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.errors import PrintError

Weight: TypeAlias = Literal["medium", "semibold"]

FAMILY = "Fredoka"
NAMES: dict[Weight, str] = {"medium": "Fredoka-Medium", "semibold": "Fredoka-SemiBold"}
CSS_WEIGHTS: dict[Weight, int] = {"medium": 500, "semibold": 600}
CAP_HEIGHT = 0.7  # of the size, as are figures
LEADING = 1.15  # from one line to the next, of the size
SMALLEST = 0.5  # shrinking stops here, mm: a deck's endless name becomes unreadable rather than an endless loop


@cache
def font(weight: Weight = "medium") -> TTFont:
    """The font, registered with reportlab under its name in `NAMES`."""
    data = files("printables").joinpath("fonts", f"{NAMES[weight]}.ttf").read_bytes()
    found = TTFont(NAMES[weight], BytesIO(data))
    pdfmetrics.registerFont(found)
    return found


def check_glyphs(text: str, where: str) -> None:
    """Raise `PrintError` naming `where`, the text and the character when the font can not draw all of it."""
    known = font().face.charToGlyph
    for character in text:
        if ord(character) not in known:
            problem = f"the font has no {character!r} (U+{ord(character):04X}) for {text!r}"
            raise PrintError(where, problem, remedy="write it with letters and signs of Western European languages")


def text_width(text: str, size: float, weight: Weight = "medium") -> float:
    """How wide `text` runs at `size`, in the unit of `size`.

    >>> text_width("ii", 10) < text_width("MM", 10)
    True
    """
    return _unit_width(text, weight) * size


@lru_cache(maxsize=20_000)  # a page of rules is set in many sizes, and its words stay the same
def _unit_width(text: str, weight: Weight) -> float:
    return float(font(weight).stringWidth(text, 1))


def fitted(text: str, size: float, width: float, weight: Weight = "medium") -> float:
    """The size, at most `size`, at which `text` is no wider than `width`.

    >>> fitted("short", 4, 100), fitted("much too long", 4, 10) < 4
    (4, True)
    """
    natural = text_width(text, size, weight)
    return size if natural <= width else size * width / natural


def wrapped(text: str, size: float, width: float, weight: Weight = "medium") -> tuple[str, ...]:
    """The words of `text` on lines no wider than `width`; a single word may stand out.

    >>> wrapped("one two three", 4, text_width("two three", 4))
    ('one two', 'three')
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def paragraph(
    text: str, size: float, width: float, height: float, weight: Weight = "medium"
) -> tuple[float, tuple[str, ...]]:
    """A size, `size` or the next smaller one at which the wrapped `text` fits the box, and its lines, evenly filled."""
    lines = wrapped(text, size, width, weight)
    while size > SMALLEST and not _fits(lines, size, width, height, weight):
        size *= 0.95
        lines = wrapped(text, size, width, weight)
    return size, _balanced(lines, size, weight)


def _balanced(lines: tuple[str, ...], size: float, weight: Weight) -> tuple[str, ...]:
    """The same number of lines, as even as can be: no single word is left over for the last one."""
    text, best = " ".join(lines), lines
    while best:
        widest = max(text_width(each, size, weight) for each in best)
        narrower = wrapped(text, size, widest * 0.999, weight)
        if len(narrower) > len(lines) or narrower == best:
            break
        best = narrower
    return best


def _fits(lines: tuple[str, ...], size: float, width: float, height: float, weight: Weight) -> bool:
    low_enough = size * (LEADING * (len(lines) - 1) + 1) <= height
    return low_enough and all(text_width(each, size, weight) <= width for each in lines)

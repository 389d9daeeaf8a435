"""The typefaces on paper and their metrics (licences: fonts/OFL*.txt).

They are Fredoka in two weights, and M PLUS Rounded 1c for texts with a letter that Fredoka lacks:
the rest of Latin, Greek and Cyrillic. Every string is checked before it is drawn, because reportlab
silently drops characters that a font lacks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, TypeAlias, TypeVar

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.errors import PrintError
from companion.text import is_mark

Weight: TypeAlias = Literal["medium", "semibold"]
Line = TypeVar("Line")
Word = TypeVar("Word")

FAMILY = "Fredoka"
NAMES: dict[Weight, str] = {"medium": "Fredoka-Medium", "semibold": "Fredoka-SemiBold"}
FALLBACK = "MPLUSRounded1c-Bold"
FALLBACK_FAMILIES = "'M PLUS Rounded 1c', Fredoka, sans-serif"  # a browser takes what it has
FALLBACK_SIZE = 0.95  # of Fredoka's: letters are as high and hardly wider
CSS_WEIGHTS: dict[Weight, int] = {"medium": 500, "semibold": 600}
CAP_HEIGHT = 0.7  # height of capitals and digits, as a share of the size
LEADING = 1.15  # distance of lines, as a share of the size
ASCENT = 0.78  # from a line's top to its baseline, as a share of the size
LAST = 0.4  # the least length of a last line, as a share of the longest
# shrinking stops here, mm, so that a very long name becomes unreadable, not an endless loop
SMALLEST = 0.5
STEP = 0.05  # in which texts shrink until they fit, mm


def font(weight: Weight = "medium") -> TTFont:
    """Return Fredoka, registered with reportlab under its name in `NAMES`."""
    return _loaded(NAMES[weight])


def add(name: str, data: bytes) -> None:
    """Register a font of a game's owner as `name`, which no other font has.

    Raises `TTFError`, or another error of a damaged file.
    """
    _ADDED[name] = data
    _loaded(name)


_ADDED: dict[str, bytes] = {}


def added(name: str) -> bytes:
    """Return the file of an added font."""
    return _ADDED[name]


def family(name: str) -> str:
    """Return the CSS families of a font."""
    if name in _ADDED:
        return name
    return FALLBACK_FAMILIES if name == FALLBACK else FAMILY


@cache
def _loaded(name: str) -> TTFont:
    own = files("printables.draw").joinpath("fonts", f"{name}.ttf")
    loaded = TTFont(name, BytesIO(_ADDED[name] if name in _ADDED else own.read_bytes()))
    pdfmetrics.registerFont(loaded)
    return loaded


# whether all texts are set in the fallback if it has their letters
_ALIKE: ContextVar[bool] = ContextVar("alike", default=False)
# the added font in which texts are set if it has their letters
_OWN: ContextVar[str] = ContextVar("own", default="")


@contextmanager
def own_typeface(name: str) -> Iterator[None]:
    """In a `with` block, set texts in the added font `name`, if not "" and it has their letters."""
    before = _OWN.set(name)
    try:
        yield
    finally:
        _OWN.reset(before)


@contextmanager
def one_typeface(texts: Iterable[str]) -> Iterator[None]:
    """In a `with` block, set all that is written in the fallback if one of `texts` needs it."""
    before = _ALIKE.set(any(missing(text) and not missing(text, FALLBACK) for text in texts))
    try:
        yield
    finally:
        _ALIKE.reset(before)


def missing(text: str, name: str = NAMES["medium"]) -> str:
    """Return the first character of a text that a font lacks, "" for none."""
    known = _loaded(name).face.charToGlyph
    return next((each for each in text if ord(each) not in known or is_mark(each)), "")


def drawable(text: str) -> str:
    """Return a name as it can be drawn: without the characters that no font has.

    >>> drawable("Otters \U0001f9a6"), drawable("\u65e5\u672c")
    ('Otters', '')
    """
    return "".join(
        each for each in text if not missing(text) or not missing(each, FALLBACK)
    ).strip()


def typeface(text: str, weight: Weight) -> str:
    """Return the name of the font for a text."""
    return _typeface(text, weight, alike=_ALIKE.get(), own=_OWN.get())


@lru_cache(maxsize=20_000)
def _typeface(text: str, weight: Weight, *, alike: bool, own: str) -> str:
    if own and not missing(text, own):
        return own
    wanted = alike or missing(text)
    return FALLBACK if wanted and not missing(text, FALLBACK) else NAMES[weight]


def set_size(name: str, size: float) -> float:
    """Return the size at which the letters of a font look `size` large."""
    return size * FALLBACK_SIZE if name == FALLBACK else size


class GlyphError(PrintError):
    """A text with a `character` that the font lacks."""

    character = ""


def check_glyphs(text: str, where: str) -> None:
    """Raise `GlyphError` naming `where` if no font has all of a text's characters."""
    own = _OWN.get()
    if own and not missing(text, own):
        return
    if missing(text) and (character := missing(text, FALLBACK)):
        problem = f"the font has no {character!r} (U+{ord(character):04X}) for {text!r}"
        remedy = "write it with Latin, Greek or Cyrillic letters and common signs"
        error = GlyphError(where, problem, remedy=remedy)
        error.character = character
        raise error


def text_width(text: str, size: float, weight: Weight = "medium") -> float:
    """Return the width of `text` at `size`, in the unit of `size`."""
    return _unit_width(text, typeface(text, weight)) * size


@lru_cache(maxsize=20_000)  # fitting a page of rules measures the same words at many sizes
def _unit_width(text: str, name: str) -> float:
    return float(_loaded(name).stringWidth(text, set_size(name, 1)))


def fitted(text: str, size: float, width: float, weight: Weight = "medium") -> float:
    """Return the size, at most `size`, at which `text` isn't wider than `width`.

    >>> fitted("short", 4, 100), fitted("much too long", 4, 10) < 4
    (4, True)
    """
    natural = text_width(text, size, weight)
    return size if natural <= width else size * width / natural


def counting(text: str) -> list[str]:
    """Return the words of a text; a number and its noun are one, so that no line ends between.

    >>> counting("the 4 penguins of 52")
    ['the', '4 penguins', 'of', '52']
    """
    return re.findall(r"#?\d+ \S+|\S+", " ".join(text.split()))


def filled(
    words: Sequence[str], size: float, width: float, weight: Weight = "medium"
) -> tuple[str, ...]:
    """Return words as lines no wider than `width`; a single word may be wider."""
    lines = broken(words, lambda line, _: text_width(" ".join(line), size, weight) <= width)
    return tuple(map(" ".join, lines))


def broken(words: Iterable[Word], fits: Callable[[Sequence[Word], int], bool]) -> list[list[Word]]:
    """Return words in lines, each as long as it `fits(line, number)`, with numbers from 0.

    A single word may be too long.

    >>> broken("a long word or two".split(), lambda line, number: len(line) <= 2 - number)
    [['a', 'long'], ['word'], ['or'], ['two']]
    """
    lines: list[list[Word]] = []
    for word in words:
        if lines and fits([*lines[-1], word], len(lines) - 1):
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def paragraph(
    text: str,
    size: float,
    width: float,
    height: float,
    weight: Weight = "medium",
    *,
    words: Callable[[str], Sequence[str]] = str.split,
) -> tuple[float, tuple[str, ...]]:
    """Return the size at which `text` fits a box, in steps of 5 % from `size`, and its lines.

    No line ends within one of `words(text)`, for instance `counting`.
    """
    parts = words(text)
    lines = filled(parts, size, width, weight)
    while size > SMALLEST and (
        size * (LEADING * (len(lines) - 1) + 1) > height
        or any(text_width(line, size, weight) > width for line in lines)
    ):
        size *= 0.95
        lines = filled(parts, size, width, weight)

    def wrap(room: float) -> tuple[str, ...]:
        return filled(parts, size, room, weight)

    return size, evened(wrap, width, lambda each: text_width(each, size, weight))


def evened(
    wrap: Callable[[float], tuple[Line, ...]],
    width: float,
    long: Callable[[Line], float],
    last: float = 1.0,
) -> tuple[Line, ...]:
    """Return the lines of `wrap`, narrowed until the last is at least `last` of the longest.

    The number of lines stays the same. With 1, lines are as even as possible.
    """
    lines = best = wrap(width)
    while best:
        longest = max(map(long, best))
        if long(best[-1]) >= last * longest:
            break
        narrower = wrap(longest * 0.999)
        if len(narrower) > len(lines) or narrower == best:
            break
        best = narrower
    return best


def height_of(text: str, size: float, width: float, weight: Weight = "medium") -> float:
    """Return the height that `Pen.lines` takes, mm."""
    return len(filled(counting(text), size, width, weight)) * size * LEADING


def address_lines(address: str, size: float, width: float) -> tuple[str, ...]:
    """Return an address in lines that end after its punctuation."""
    parts = re.findall(r"[^/:.?&=_-]+[/:.?&=_-]*|[/:.?&=_-]+", address)
    lines = broken(parts, lambda line, _: text_width("".join(line), size) <= width)
    return tuple(map("".join, lines))


def middle(size: float) -> float:
    """Return the distance from the middle of capitals to their baseline, mm."""
    return size * CAP_HEIGHT / 2


def shrunk(fits: Callable[[float], bool], most: float, least: float, where: str) -> float:
    """Return the largest size that `fits`, mm; raises `PrintError` naming `where`."""
    steps = round((most - least) / STEP)
    for step in range(steps + 1):
        size = most - step * STEP
        if fits(size):
            return size
    problem = f"its text does not fit, even at {least:g} mm"
    raise PrintError(where, problem, remedy="shorten the texts, or leave it out with --only")

"""Sections of rules in boxes: measuring and drawing.

An item has a lead (a number, a dot, a small picture, or the sign of an interpretation) and a text,
which begins with its name if it has one. The numbers of its rules are at the right edge. A figure
is below the items. The constants are multiples of the size of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, groupby

from companion.game import Deck
from companion.summary import Item, Section
from printables.art.cover import Cover, draw_motif
from printables.art.figures import WIDTH, Figure
from printables.draw.boxes import Box
from printables.draw.colours import INK, PAPER
from printables.draw.fonts import LAST, Weight, counting, evened, text_width
from printables.draw.paths import circle, rounded
from printables.draw.pen import FRAME, LINE, Pen, wash
from printables.draw.text import ASCENT, draw_heading, middle
from printables.extras.style import draw_reading_sign

LEADING = 1.2
ITEM = 0.42  # between items
INDENT = 1.75  # of the text, to make room for its lead
PADDING = 0.85  # inside a section's box
HEAD = 2.1  # height of a section's head
TITLE = 1.2  # size of a section's title
RULES, NUMBER = 2.4, 0.66  # width for the numbers of rules, and their size


@dataclass(frozen=True, slots=True)
class Word:
    """A word, x mm from the start of its line."""

    x: float
    text: str
    weight: Weight


Line = tuple[Word, ...]


def lines_of(item: Item, size: float, width: float) -> tuple[Line, ...]:
    """Return an item's name and text as lines; a single word may be wider than `width`."""

    def length(words: Line) -> float:
        return words[-1].x + text_width(words[-1].text, size, words[-1].weight)

    return evened(lambda room: _wrap(item, size, room), width, length, LAST)


def _wrap(item: Item, size: float, width: float) -> tuple[Line, ...]:
    lines: list[list[Word]] = [[]]
    x = 0.0
    for text, weight in _words(item):
        space = text_width(" ", size) if lines[-1] else 0
        wide = text_width(text, size, weight)
        if lines[-1] and x + space + wide > width:
            lines.append([])
            x = space = 0.0
        lines[-1].append(Word(x + space, text, weight))
        x += space + wide
    return tuple(map(tuple, lines))


def _words(item: Item) -> Iterator[tuple[str, Weight]]:
    yield from ((word, "semibold") for word in counting(f"{item.name}:" if item.name else ""))
    yield from ((word, "medium") for word in counting(item.text))


@lru_cache(maxsize=4096)  # fitting a page measures the same sections again and again
def section_height(section: Section, size: float, width: float, figure: Figure | None) -> float:
    """Return the height of a section's box at this size of text, mm."""
    inner = width - 2 * PADDING * size
    rows = sum(len(_wrap(item, size, _room(inner, size))) for item in section.items)
    gaps = (len(section.items) - 1) * ITEM
    drawing = ITEM * size + figure.height * inner / WIDTH if figure else 0
    return (HEAD + 2 * PADDING + rows * LEADING + gaps) * size + drawing


def _room(inner: float, size: float) -> float:
    """Return the width for a text between its lead and its rules, mm."""
    return inner - (INDENT + RULES) * size


def widest_word(sections: Sequence[Section], size: float) -> float:
    """Return the least width of a column for all words, mm, including leads, rules and padding."""
    items = (item for section in sections for item in section.items)
    words = (text_width(word, size, weight) for item in items for word, weight in _words(item))
    return max(words) + (2 * PADDING + INDENT + RULES) * size


def draw_section(
    pen: Pen, look: Cover, section: Section, box: Box, *, size: float, air: float, deck: Deck
) -> None:
    """Draw a section in its box, with `air` mm more between items than in `section_height`."""
    x, y, width, height = box.x, box.y, box.width, box.height
    head, radius = HEAD * size, min(2.6, size)
    pen.paint(rounded(x, y, width, height, radius), wash(pen, PAPER))
    with pen.clip(rounded(x, y, width, height, radius)):
        pen.paint(rounded(x, y, width, head, 0), wash(pen, look.tint))
    pen.paint(rounded(x, y, width, height, radius), None, look.deep, width=FRAME * 0.8)
    left, inner = x + PADDING * size, width - 2 * PADDING * size
    draw_motif(pen, look, left + size * 0.6, y + head / 2, size * 1.5)
    large, indent = size * TITLE, INDENT * size
    base, room = y + head / 2 + middle(large), inner - indent
    draw_heading(pen, section.title, left + indent, base, large, look.deep, fit=room)
    down, numbers = y + head + PADDING * size, count(1)
    for item in section.items:
        lead = (left + size * 0.6, down + size * (ASCENT + (LEADING - 1) / 2) - middle(size))
        if item.reading:
            draw_reading_sign(pen, look, *lead, size * 0.95)
        elif section.kind == "steps" and not item.name:
            draw_number(pen, look, *lead, next(numbers), across=size * 1.16)
        else:
            pen.paint(circle(*lead, size * 0.24), look.deep)
        right = left + INDENT * size
        down = draw_item(pen, item, right, down, width=_room(inner, size), size=size)
        if item.numbers:
            low, end = size * NUMBER, lead[1] + middle(size * NUMBER)
            room = RULES * size - 1
            pen.text(left + inner, end, item.numbers, low, look.deep, anchor="end", fit=room)
        down += ITEM * size + air
    if figure := look.figures.get(section.figure):
        scale = inner / WIDTH
        bottom = box.bottom - PADDING * size - figure.height * scale
        with pen.at(left, bottom, scale=scale):
            figure.draw(pen, deck)


def draw_item(pen: Pen, item: Item, x: float, y: float, *, width: float, size: float) -> float:
    """Draw an item's name and text from `y` down; return the y of its end, mm."""
    for each in lines_of(item, size, width):
        base = y + size * ((LEADING - 1) / 2 + ASCENT)
        # words of one weight are joined, which makes PDFs smaller and phrases searchable
        for weight, words in groupby(each, key=lambda word: word.weight):
            first, *rest = words
            text = " ".join(word.text for word in (first, *rest))
            pen.text(x + first.x, base, text, size, INK, weight=weight, anchor="start")
        y += size * LEADING
    return y


def draw_number(pen: Pen, look: Cover, x: float, y: float, number: int, *, across: float) -> None:
    """Draw a step's number in a disc `across` mm wide."""
    size, fill = across * 0.74, wash(pen, look.deep, "#ffffff")
    pen.paint(circle(x, y, across / 2), fill, look.deep, width=LINE * 0.7)
    ink, base = wash(pen, PAPER, look.deep), y + middle(size)
    pen.text(x, base, str(number), size, ink, weight="semibold", fit=across * 0.84)

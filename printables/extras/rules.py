"""The rules sheet, from the game's summary: sections in columns, with their figures.

If the rules have figures, it has two sides. Our interpretations are marked with a sign. An item has
a lead (a number, a dot, a small picture, or the sign of an interpretation) and a text, which begins
with its name if it has one. The numbers of its rules are at the right edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, count, groupby, pairwise
from operator import itemgetter
from typing import TypeAlias

from companion.deckfile import load_summary
from companion.fields import RULES
from companion.game import Deck, Game, Piece
from companion.language import Phrase, say
from companion.layout import Size
from companion.summary import LEGEND, Item, Section, Summary
from printables.art.cover import Cover, cover, deck_mark, facts, name_and_subtitle
from printables.art.figures import WIDTH, Figure
from printables.draw import fonts
from printables.draw.colours import GREY, INK, PAPER
from printables.draw.paths import Box, Path, circle, line, rectangle, rounded
from printables.draw.pen import BLEED, FRAME, LINE, Pen, bled, wash

ID, KIND = RULES, "rules"
PAGE = Size(190.0, 252.0)  # fits A4 and Letter with bleed and marks
BANNERS = {"front": 40.0, "back": 16.0}  # heights, mm
MARGIN, GAP = 5.0, 3.6  # at the edge of the page, and between boxes, mm
FOOT = 7.0
COLUMN = (PAGE.width - 2 * MARGIN - GAP) / 2  # of a column, mm
LARGEST, SMALLEST = 4.4, 2.3  # sizes of the text, mm; the smallest is 6.5 points
LEAST_NOTES, RULED = 28.0, 9.0  # height of the rest of a column for notes, and of a line, mm

Columns = Sequence[Sequence[Section]]  # from the left, those of the front first


def pieces(summary: Summary) -> tuple[Piece, ...]:
    """Return the rules sheet."""
    drawn = any(section.figure for section in summary.sections)
    return (Piece(RULES, KIND, PAGE, {side: () for side in BANNERS if drawn or side == "front"}),)


def draw(pen: Pen, piece: Piece, face: str, game: Game, deck: Deck) -> None:
    """Draw a side of the sheet; raises `PrintError` if the texts don't fit."""
    look, summary = cover(game.slug), load_summary(game, deck, pen.language)
    pen.paint(bled(piece.size), wash(pen, PAPER))
    _draw_banner(pen, game, deck, summary, face)
    size, columns = set_columns(summary.page, look, [*piece.faces])
    here = columns[:2] if face == "front" else columns[2:]
    rests = [room_of(face) - height_of_column(column, look, size) for column in here]
    for number, (column, left) in enumerate(zip(here, rests, strict=True)):
        x, y = MARGIN + number * (COLUMN + GAP), BANNERS[face] + GAP
        bottom = y + room_of(face)
        # what is left is for lines to write on, or more space between items
        notes = left >= LEAST_NOTES and left == max(rests)
        air = 0 if notes else left / max(1, sum(len(section.items) - 1 for section in column))
        for section in column:
            height = section_height(section, size, look.figures.get(section.figure))
            height += air * (len(section.items) - 1)
            place = Box(x, y, COLUMN, height)
            draw_section(pen, look, section, place, size=size, air=air, deck=deck)
            y += height + GAP
        if notes:
            _draw_notes(pen, look, Box.between(x, y, x + COLUMN, bottom), size)
    y = PAGE.height - MARGIN - 0.6
    look.draw_reading_sign(pen, MARGIN + 1.6, y - 1, 2.8)
    pen.text(MARGIN + 4.6, y, LEGEND, 2.9, INK, anchor="start", fit=PAGE.width - 2 * MARGIN - 34)
    pen.text(PAGE.width - MARGIN, y, deck_mark(deck), 2.5, GREY, anchor="end", fit=28)


def room_of(face: str) -> float:
    """Return the height of the columns on a side, mm."""
    return PAGE.height - BANNERS[face] - MARGIN - FOOT - GAP


def set_columns(
    sections: Sequence[Section], look: Cover, faces: Sequence[str]
) -> tuple[float, Columns]:
    """Return the largest size of text at which all sections fit, mm, and the sections by column."""
    rooms = [room_of(face) for face in faces for _ in range(2)]

    def overflow(columns: Columns, size: float) -> float:
        heights = [height_of_column(column, look, size) for column in columns]
        return max(height - room for height, room in zip(heights, rooms, strict=True))

    def best(size: float) -> Columns:
        return min(divided(sections, len(rooms)), key=lambda columns: overflow(columns, size))

    def fits(size: float) -> bool:
        return widest_word(sections, size) <= COLUMN and overflow(best(size), size) <= 0

    size = fonts.shrunk(fits, LARGEST, SMALLEST, RULES)
    return size, best(size)


def divided(sections: Sequence[Section], columns: int) -> Iterator[Columns]:
    """Yield all ways to divide sections into columns in order, none empty if possible."""
    cuts = range(1, len(sections)) if len(sections) >= columns else range(len(sections) + 1)
    for between in combinations(cuts, columns - 1):
        yield [sections[start:end] for start, end in pairwise((0, *between, len(sections)))]


def height_of_column(column: Sequence[Section], look: Cover, size: float) -> float:
    """Return the height of a column's boxes with gaps between them, mm."""
    heights = (section_height(s, size, look.figures.get(s.figure)) for s in column)
    return sum(heights) + GAP * (len(column) - 1)


def _draw_notes(pen: Pen, look: Cover, box: Box, size: float) -> None:
    """Draw a box with lines to write on."""
    draw_frame(pen, look, say("House rules"), box, size)
    low, every = box.y + HEAD * size + RULED, Path()
    while low < box.bottom - RULED / 2:
        every += line([(box.x + PADDING * size, low), (box.right - PADDING * size, low)])
        low += RULED
    pen.paint(every, None, GREY, width=LINE * 0.4)


def _draw_banner(pen: Pen, game: Game, deck: Deck, summary: Summary, face: str) -> None:
    """Draw the game's name on its landscape; on the front with facts and the aim."""
    look, (name, subtitle) = cover(game.slug), name_and_subtitle(game, deck, pen.language)
    draw_name = partial(pen.title, name, fill=look.deep, anchor="start")
    width, height = PAGE.width, BANNERS[face]
    with pen.clip(rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + BLEED)):
        look.backdrop(pen, width, height, bare=True)
        if face == "front":
            look.draw_hero(pen, 30, height - 1.4, 0.6)
    pen.paint(line([(-BLEED, height), (width + BLEED, height)]), None, look.deep, width=FRAME)
    if face == "back":
        pen.paint(rounded(MARGIN, 3, COLUMN, height - 6, 3), PAPER, INK, width=FRAME)
        draw_name(MARGIN + 5, 10.4, size=6.6, width=COLUMN - 10)
        return
    left, inner = 58.0, width - 58 - MARGIN - 12
    pen.paint(rounded(left, 4, width - left - MARGIN, height - 8, 4), PAPER, INK, width=FRAME)
    draw_name(left + 6, 16.6, size=12, width=inner * 0.62)
    right, room = width - MARGIN - 6, inner * 0.36
    pen.heading(facts(game, summary.minutes), right, 11.4, 3.5, INK, fit=room, anchor="end")
    if subtitle:
        pen.heading(subtitle, right, 16.6, 3.9, look.deep, fit=room, anchor="end")
    aim = summary.aim
    size = fonts.shrunk(lambda s: fonts.height_of(aim, s, inner) <= 14, 4.4, SMALLEST, "rules")
    pen.lines(aim, left + 6, 20.4, size=size, width=inner)


# multiples of the size of the text
LEADING = 1.2
ITEM = 0.42  # between items
INDENT = 1.75  # of the text, to make room for its lead
PADDING = 0.85  # inside a section's box
HEAD = 2.1  # height of a section's head
TITLE = 1.2  # size of a section's title
NUMBERS, NUMBER = 2.4, 0.66  # width for the numbers of rules, and their size


Word: TypeAlias = tuple[str, fonts.Weight]
Line: TypeAlias = Sequence[Word]


def lines_of(item: Item, size: float, width: float) -> tuple[Line, ...]:
    """Return an item's name and text as lines; a single word may be wider than `width`."""

    def length(line: Line) -> float:
        return length_of(line, size)

    return fonts.evened(lambda room: _wrap(item, size, room), width, length, fonts.LAST)


def length_of(line: Line, size: float) -> float:
    """Return how long a line is, mm."""
    blanks = (len(line) - 1) * fonts.text_width(" ", size)
    return sum(fonts.text_width(word, size, weight) for word, weight in line) + blanks


def _wrap(item: Item, size: float, width: float) -> tuple[Line, ...]:
    return tuple(fonts.broken(_words(item), lambda line, _: length_of(line, size) <= width))


def _words(item: Item) -> Iterator[Word]:
    yield from ((word, "semibold") for word in fonts.counting(f"{item.name}:" if item.name else ""))
    yield from ((word, "medium") for word in fonts.counting(item.text))


@lru_cache(maxsize=4096)  # fitting a page measures the same sections again and again
def section_height(section: Section, size: float, figure: Figure | None) -> float:
    """Return the height of a section's box at this size of text, mm."""
    inner = COLUMN - 2 * PADDING * size
    rows = sum(len(_wrap(item, size, _room(inner, size))) for item in section.items)
    gaps = (len(section.items) - 1) * ITEM
    drawing = ITEM * size + figure.height * inner / WIDTH if figure else 0
    return (HEAD + 2 * PADDING + rows * LEADING + gaps) * size + drawing


def _room(inner: float, size: float) -> float:
    """Return the width for a text between its lead and its rules, mm."""
    return inner - (INDENT + NUMBERS) * size


def widest_word(sections: Sequence[Section], size: float) -> float:
    """Return the least width of a column for all words, mm, including leads, rules and padding."""
    items = (item for section in sections for item in section.items)
    words = (pair for item in items for pair in _words(item))
    widest = max(fonts.text_width(word, size, weight) for word, weight in words)
    return widest + (2 * PADDING + INDENT + NUMBERS) * size


def draw_section(
    pen: Pen, look: Cover, section: Section, box: Box, *, size: float, air: float, deck: Deck
) -> None:
    """Draw a section in its box, with `air` mm more between items than in `section_height`."""
    draw_frame(pen, look, section.title, box, size)
    left, inner = box.x + PADDING * size, box.width - 2 * PADDING * size
    down, numbers = box.y + (HEAD + PADDING) * size, count(1)
    for item in section.items:
        low = down + size * (fonts.ASCENT + (LEADING - 1) / 2) - fonts.middle(size)
        lead = (left + size * 0.6, low)
        if item.reading:
            look.draw_reading_sign(pen, *lead, size * 0.95)
        elif section.kind == "steps" and not item.name:
            draw_number(pen, look, *lead, next(numbers), across=size * 1.16)
        else:
            pen.paint(circle(*lead, size * 0.24), look.deep)
        down = draw_item(pen, item, left + INDENT * size, down, width=_room(inner, size), size=size)
        if item.numbers:
            low, end = size * NUMBER, lead[1] + fonts.middle(size * NUMBER)
            room = NUMBERS * size - 1
            pen.text(left + inner, end, item.numbers, low, look.deep, anchor="end", fit=room)
        down += ITEM * size + air
    if figure := look.figures.get(section.figure):
        scale = inner / WIDTH
        bottom = box.bottom - PADDING * size - figure.height * scale
        with pen.at(left, bottom, scale=scale):
            figure.draw(pen, deck)


def draw_frame(pen: Pen, look: Cover, title: Phrase | str, box: Box, size: float) -> None:
    """Draw the empty box of a section with its title."""
    x, y, width, height = box.x, box.y, box.width, box.height
    head, frame = HEAD * size, rounded(x, y, width, height, min(2.6, size))
    pen.paint(frame, wash(pen, PAPER))
    with pen.clip(frame):
        pen.paint(rounded(x, y, width, head, 0), wash(pen, look.tint))
    pen.paint(frame, None, look.deep, width=FRAME * 0.8)
    left, large, indent = x + PADDING * size, size * TITLE, INDENT * size
    look.draw_motif(pen, left + size * 0.6, y + head / 2, size * 1.5)
    base, room = y + head / 2 + fonts.middle(large), width - 2 * PADDING * size - indent
    pen.heading(title, left + indent, base, large, look.deep, fit=room)


def draw_item(pen: Pen, item: Item, x: float, y: float, *, width: float, size: float) -> float:
    """Draw an item's name and text from `y` down; return the y of its end, mm."""
    for each in lines_of(item, size, width):
        base = y + size * ((LEADING - 1) / 2 + fonts.ASCENT)
        # words of one weight are joined, which makes PDFs smaller and phrases searchable
        at = x
        for weight, words in groupby(each, key=itemgetter(1)):
            part = list(words)
            text = " ".join(word for word, _ in part)
            pen.text(at, base, text, size, INK, weight=weight, anchor="start")
            at += length_of([*part, ("", weight)], size)
        y += size * LEADING
    return y


def draw_number(pen: Pen, look: Cover, x: float, y: float, number: int, *, across: float) -> None:
    """Draw a step's number in a disc `across` mm wide."""
    size, fill = across * 0.74, wash(pen, look.deep, "#ffffff")
    pen.paint(circle(x, y, across / 2), fill, look.deep, width=LINE * 0.7)
    ink, base = wash(pen, PAPER, look.deep), y + fonts.middle(size)
    pen.text(x, base, str(number), size, ink, weight="semibold", fit=across * 0.84)

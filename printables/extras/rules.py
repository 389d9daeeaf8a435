"""The rules sheet, from the game's summary: sections in columns, with their figures.

If the rules have figures, it has two sides. Our interpretations are marked with a sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from companion.deckfile import load_summary
from companion.decks import RULES
from companion.game import Deck, Game, Piece
from companion.layout import Size
from companion.summary import LEGEND, Section, Summary
from printables.art.cover import HERO, Cover, cover, draw_hero
from printables.draw.boxes import Box
from printables.draw.colours import GREY, INK, PAPER
from printables.draw.paths import line, rectangle, rounded
from printables.draw.pen import BLEED, FRAME, Pen, bled, wash
from printables.draw.text import draw_heading, draw_lines, draw_title, height_of, shrunk
from printables.extras.flow import draw_section, section_height, widest_word
from printables.extras.style import deck_mark, draw_reading_sign, facts, name_and_subtitle

ID, KIND = RULES, "rules"
PAGE = Size(190.0, 252.0)  # fits A4 and Letter with bleed and marks
BANNERS = {"front": 40.0, "back": 16.0}  # heights, mm
MARGIN, GAP = 5.0, 3.6  # at the edge of the page, and between boxes, mm
FOOT = 7.0
WIDTH = (PAGE.width - 2 * MARGIN - GAP) / 2  # of a column, mm
LARGEST, SMALLEST = 4.4, 2.3  # sizes of the text, mm; the smallest is 6.5 points
LEAST_PICTURE = 24.0  # height of a picture that fills the rest of a column, mm

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
    for number, column in enumerate(here):
        x, y = MARGIN + number * (WIDTH + GAP), BANNERS[face] + GAP
        _draw_column(pen, look, column, Box(x, y, WIDTH, room_of(face)), size=size, deck=deck)
    y = PAGE.height - MARGIN - 0.6
    draw_reading_sign(pen, look, MARGIN + 1.6, y - 1, 2.8)
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
        return widest_word(sections, size) <= WIDTH and overflow(best(size), size) <= 0

    size = shrunk(fits, LARGEST, SMALLEST, RULES)
    return size, best(size)


def divided(sections: Sequence[Section], columns: int) -> Iterator[Columns]:
    """Yield all ways to divide sections into columns in order, none empty if possible."""
    cuts = range(1, len(sections)) if len(sections) >= columns else range(len(sections) + 1)
    for between in combinations(cuts, columns - 1):
        yield [sections[start:end] for start, end in pairwise((0, *between, len(sections)))]


def height_of_column(column: Sequence[Section], look: Cover, size: float) -> float:
    """Return the height of a column's boxes with gaps between them, mm."""
    heights = (
        section_height(section, size, WIDTH, look.figures.get(section.figure)) for section in column
    )
    return sum(heights) + GAP * (len(column) - 1)


def _draw_column(
    pen: Pen, look: Cover, column: Sequence[Section], box: Box, *, size: float, deck: Deck
) -> None:
    """Draw a column: boxes, and in the rest a picture or more space between items."""
    left = box.height - height_of_column(column, look, size)
    picture = left - GAP >= LEAST_PICTURE
    air = 0 if picture else left / max(1, sum(len(section.items) - 1 for section in column))
    y = box.y
    for section in column:
        height = section_height(section, size, WIDTH, look.figures.get(section.figure))
        height += air * (len(section.items) - 1)
        place = Box(box.x, y, WIDTH, height)
        draw_section(pen, look, section, place, size=size, air=air, deck=deck)
        y += height + GAP
    if picture:
        frame = rounded(box.x, y, box.width, box.bottom - y, 3)
        scale = min(1.1, (box.bottom - y - 4) / HERO[1])
        with pen.clip(frame), pen.at(box.x, y):
            look.backdrop(pen, box.width, box.bottom - y)
            draw_hero(pen, look, box.width / 2, (box.bottom - y) * 0.96, scale)
        pen.paint(frame, None, look.deep, width=FRAME * 0.8)


def _draw_banner(pen: Pen, game: Game, deck: Deck, summary: Summary, face: str) -> None:
    """Draw the game's name on its landscape; on the front with facts and the aim."""
    look, (name, subtitle) = cover(game.slug), name_and_subtitle(game, deck, pen.language)
    width, height = PAGE.width, BANNERS[face]
    with pen.clip(rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + BLEED)):
        look.backdrop(pen, width, height, bare=True)
        if face == "front":
            draw_hero(pen, look, 30, height - 1.4, 0.6)
    pen.paint(line([(-BLEED, height), (width + BLEED, height)]), None, look.deep, width=FRAME)
    if face == "back":
        pen.paint(rounded(MARGIN, 3, WIDTH, height - 6, 3), PAPER, INK, width=FRAME)
        draw_title(
            pen, name, MARGIN + 5, 10.4, size=6.6, width=WIDTH - 10, fill=look.deep, anchor="start"
        )
        return
    left, inner = 58.0, width - 58 - MARGIN - 12
    pen.paint(rounded(left, 4, width - left - MARGIN, height - 8, 4), PAPER, INK, width=FRAME)
    draw_title(
        pen, name, left + 6, 16.6, size=12, width=inner * 0.62, fill=look.deep, anchor="start"
    )
    right, room = width - MARGIN - 6, inner * 0.36
    draw_heading(pen, facts(game, summary.minutes), right, 11.4, 3.5, INK, fit=room, anchor="end")
    if subtitle:
        draw_heading(pen, subtitle, right, 16.6, 3.9, look.deep, fit=room, anchor="end")
    size = shrunk(lambda s: height_of(summary.aim, s, inner) <= 14, 4.4, SMALLEST, "rules")
    draw_lines(pen, summary.aim, left + 6, 20.4, size=size, width=inner, fill=INK)

"""The rules on one page, from the row's own summary; readings of ours carry a sign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.deckfile import load_summary
from companion.game import Game, Piece
from companion.layout import Size
from companion.summary import LEGEND, Section, Summary
from printables.extras.flow import draw_section, section_height, widest_word
from printables.extras.style import (
    FRAME,
    GREY,
    INK,
    PAPER,
    Cover,
    cover,
    draw_hero,
    draw_lines,
    draw_reading_sign,
    height_of,
    minutes,
    name_and_subtitle,
    players,
    shrunk,
    wash,
)
from printables.paths import rectangle, rounded
from printables.pen import BLEED, Pen, bled

KIND = "rules"
PAGE = Size(190.0, 252.0)  # what the rooms of A4 and of Letter hold with bleed and marks
BANNER = 44.0
MARGIN, GAP = 5.0, 3.6  # of the page; between boxes, mm
FOOT = 7.0
LARGEST, SMALLEST = 3.9, 2.3  # sizes of the text, mm: from easy to 6.5 points
MOST_GAP = 7.0
SHORT = 8  # digits of the fingerprint


def pieces() -> tuple[Piece, ...]:
    """The page."""
    return (Piece("rules", KIND, PAGE, {"front": ()}),)


def draw(pen: Pen, piece: Piece, game: Game, deck: Any) -> None:
    """Draw the page; raises `PrintError` naming it for texts that do not fit even when small."""
    look, summary = cover(game.slug), load_summary(game, deck)
    pen.paint(bled(piece.size), wash(pen, PAPER))
    _draw_banner(pen, look, game, summary)
    _draw_columns(pen, look, _sections(summary), piece.id)
    _draw_foot(pen, look, deck)


def _sections(summary: Summary) -> tuple[Section, ...]:
    return (Section("You need", "points", summary.needs), *summary.sections)


def _draw_banner(pen: Pen, look: Cover, game: Game, summary: Summary) -> None:
    """Who, how long and what for, before the game's landscape."""
    name, subtitle = name_and_subtitle(game)
    width = PAGE.width
    with pen.clip(rectangle(-BLEED, -BLEED, width + 2 * BLEED, BANNER + BLEED)):
        with pen.at(0, -14):
            look.backdrop(pen, 66, BANNER + 14)
        with pen.at(60, -14):
            look.backdrop(pen, width - 60, BANNER + 14)
        draw_hero(pen, look, 31, BANNER + 4, 0.72)
    left, inner = 58.0, width - 58 - MARGIN - 12
    pen.paint(rounded(left, 5, width - left - MARGIN, BANNER - 10, 4), PAPER, INK, width=FRAME)
    pen.text(left + 6, 18.2, name, 12, look.deep, weight="semibold", anchor="start", fit=inner * 0.62)
    facts = f"{players(game)} · {minutes(summary.minutes)}"
    pen.text(width - MARGIN - 6, 13, facts, 3.5, INK, weight="semibold", anchor="end", fit=inner * 0.36)
    if subtitle:
        pen.text(width - MARGIN - 6, 18.2, subtitle, 3.9, look.deep, weight="semibold", anchor="end", fit=inner * 0.36)
    size = shrunk(lambda s: height_of(summary.aim, s, inner) <= 15, 4.4, SMALLEST, "rules")
    draw_lines(pen, summary.aim, left + 6, 22.4, size=size, width=inner, fill=INK)


def _draw_columns(pen: Pen, look: Cover, sections: Sequence[Section], where: str) -> None:
    """Two columns of boxes, the texts as large as they can be."""
    width = (PAGE.width - 2 * MARGIN - GAP) / 2
    room = PAGE.height - BANNER - MARGIN - FOOT - GAP

    def fits(size: float) -> bool:
        return widest_word(sections, size) <= width and _split(sections, size, width)[1] <= room

    size = shrunk(fits, LARGEST, SMALLEST, where)
    first = _split(sections, size, width)[0]
    for x, column in ((MARGIN, sections[:first]), (MARGIN + width + GAP, sections[first:])):
        _draw_column(pen, look, column, x, width=width, size=size, room=room)


def _split(sections: Sequence[Section], size: float, width: float) -> tuple[int, float]:
    """How many sections go into the first column, and the height of the higher one."""
    heights = [section_height(section, size, width) for section in sections]

    def highest(first: int) -> float:
        parts = (heights[:first], heights[first:])
        return max(sum(part) + GAP * (len(part) - 1) for part in parts)

    best = min(range(1, len(sections)), key=highest, default=1)
    return best, highest(best)


def _draw_column(
    pen: Pen, look: Cover, sections: Sequence[Section], x: float, *, width: float, size: float, room: float
) -> None:
    """Boxes one below the other, what room is left spread between them."""
    heights = [section_height(section, size, width) for section in sections]
    left = room - sum(heights)
    gap = min(MOST_GAP, left / max(1, len(sections) - 1))
    y = BANNER + GAP
    for section, height in zip(sections, heights, strict=True):
        draw_section(pen, look, section, x, y, width=width, size=size)
        y += height + gap


def _draw_foot(pen: Pen, look: Cover, deck: Any) -> None:
    y = PAGE.height - MARGIN - 0.6
    draw_reading_sign(pen, look, MARGIN + 1.6, y - 1, 2.8)
    words = f"{LEGEND[:1].lower()}{LEGEND[1:]}"
    pen.text(MARGIN + 4.6, y, words, 2.9, INK, anchor="start", fit=PAGE.width - 2 * MARGIN - 34)
    pen.text(PAGE.width - MARGIN, y, f"deck {deck.fingerprint[:SHORT]}", 2.5, GREY, anchor="end", fit=28)



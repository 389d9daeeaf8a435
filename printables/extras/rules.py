"""The rules on one page, from the row's own summary; readings of ours carry a sign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.deckfile import load_summary
from companion.decks import RULES
from companion.game import Game, Piece
from companion.language import listed, say
from companion.layout import Size
from companion.summary import LEGEND, Section, Summary
from printables.art.cover import FRAME, GREY, HERO, INK, PAPER, Cover, cover, draw_hero, wash
from printables.draw.boxes import Box
from printables.draw.paths import line, rectangle, rounded
from printables.draw.pen import BLEED, Pen, bled
from printables.draw.text import draw_lines, draw_title, height_of, shrunk
from printables.extras.flow import draw_section, section_height, widest_word
from printables.extras.style import deck_mark, draw_reading_sign, facts
from printables.extras.titles import name_and_subtitle

KIND = "rules"
PAGE = Size(190.0, 252.0)  # what the rooms of A4 and of Letter hold with bleed and marks
BANNER = 44.0
MARGIN, GAP = 5.0, 3.6  # of the page; between boxes, mm
FOOT = 7.0
LARGEST, SMALLEST = 3.9, 2.3  # sizes of the text, mm: from easy to 6.5 points
LEAST_PICTURE = 24.0  # height of a picture in the room that is left, mm
MUCH = 0.93  # whole sections may cost this much of the size


def pieces() -> tuple[Piece, ...]:
    """The page."""
    return (Piece(RULES, KIND, PAGE, {"front": ()}),)


def draw(pen: Pen, piece: Piece, game: Game, deck: Any) -> None:
    """Draw the page; raises `PrintError` naming it for texts that do not fit even when small."""
    look, summary = cover(game.slug), load_summary(game, deck, pen.language)
    pen.paint(bled(piece.size), wash(pen, PAPER))
    _draw_banner(pen, look, game, deck, summary)
    _draw_columns(pen, look, _sections(summary), piece.id)
    _draw_foot(pen, look, deck)


def _sections(summary: Summary) -> tuple[Section, ...]:
    return (Section(say("You need"), "points", summary.needs), *summary.sections)


def _draw_banner(pen: Pen, look: Cover, game: Game, deck: Any, summary: Summary) -> None:
    """Who, how long and what for, before the game's landscape."""
    name, subtitle = name_and_subtitle(game, deck, pen.language)
    width = PAGE.width
    with pen.clip(rectangle(-BLEED, -BLEED, width + 2 * BLEED, BANNER + BLEED)):
        look.backdrop(pen, width, BANNER, bare=True)
        draw_hero(pen, look, 30, BANNER - 1.4, 0.66)
    pen.paint(line([(-BLEED, BANNER), (width + BLEED, BANNER)]), None, look.deep, width=FRAME)
    left, inner = 58.0, width - 58 - MARGIN - 12
    pen.paint(rounded(left, 5, width - left - MARGIN, BANNER - 10, 4), PAPER, INK, width=FRAME)
    draw_title(
        pen, name, left + 6, 18.2, size=12, width=inner * 0.62, fill=look.deep, anchor="start"
    )
    pen.text(
        width - MARGIN - 6,
        13,
        facts(game, summary.minutes),
        3.5,
        INK,
        weight="semibold",
        anchor="end",
        fit=inner * 0.36,
    )
    if subtitle:
        pen.text(
            width - MARGIN - 6,
            18.2,
            subtitle,
            3.9,
            look.deep,
            weight="semibold",
            anchor="end",
            fit=inner * 0.36,
        )
    size = shrunk(lambda s: height_of(summary.aim, s, inner) <= 15, 4.4, SMALLEST, "rules")
    draw_lines(pen, summary.aim, left + 6, 22.4, size=size, width=inner, fill=INK)


@dataclass(frozen=True, slots=True)
class Part:
    """A section, or what one column holds of it, its steps numbered from `first`."""

    section: Section
    first: int = 1


Columns = tuple[tuple[Part, ...], tuple[Part, ...]]


def _draw_columns(pen: Pen, look: Cover, sections: Sequence[Section], where: str) -> None:
    """Two columns of boxes, the texts as large as they can be; a section is broken only where that
    gains much.
    """
    width = (PAGE.width - 2 * MARGIN - GAP) / 2
    room = PAGE.height - BANNER - MARGIN - FOOT - GAP
    whole, broken = tuple(_divided(sections, inside=False)), tuple(_divided(sections, inside=True))

    def best(ways: Sequence[Columns], size: float) -> Columns:
        return min(ways, key=lambda columns: max(_height(part, size, width) for part in columns))

    def largest(ways: Sequence[Columns]) -> float:
        def fits(size: float) -> bool:
            enough = widest_word(sections, size) <= width
            return (
                enough and max(_height(column, size, width) for column in best(ways, size)) <= room
            )

        return shrunk(fits, LARGEST, SMALLEST, where)

    size, ways = largest((*whole, *broken)), (*whole, *broken)
    if (
        len(sections) > 1
        and max(_height(column, size * MUCH, width) for column in best(whole, size * MUCH)) <= room
    ):
        size, ways = largest(whole), whole
    for x, column in zip((MARGIN, MARGIN + width + GAP), best(ways, size), strict=True):
        _draw_column(pen, look, column, x, width=width, size=size, room=room)


def _divided(sections: Sequence[Section], *, inside: bool) -> Iterator[Columns]:
    """All ways to fill two columns in order, breaking between sections or `inside` one, two items
    from its ends.
    """
    parts = tuple(map(Part, sections))
    for at, section in enumerate(sections):
        if at and not inside:
            yield parts[:at], parts[at:]
        for cut in range(2, len(section.items) - 1) if inside else ():
            steps = sum(not item.reading for item in section.items[:cut])
            upper = replace(section, items=section.items[:cut])
            lower = replace(
                section, title=listed((section.title, "…"), " "), items=section.items[cut:]
            )
            yield (*parts[:at], Part(upper)), (Part(lower, steps + 1), *parts[at + 1 :])


def _height(column: Sequence[Part], size: float, width: float) -> float:
    return sum(section_height(part.section, size, width) for part in column) + GAP * (
        len(column) - 1
    )


def _draw_column(
    pen: Pen,
    look: Cover,
    column: Sequence[Part],
    x: float,
    *,
    width: float,
    size: float,
    room: float,
) -> None:
    """Boxes one below the other; a picture in the room that is left, or else air between all their
    items.

    So both columns end alike, and their boxes are equally far apart.
    """
    left = room - _height(column, size, width)
    picture = left - GAP >= LEAST_PICTURE
    air = 0 if picture else left / max(1, sum(len(part.section.items) - 1 for part in column))
    y = BANNER + GAP
    for part in column:
        y = GAP + draw_section(
            pen, look, part.section, x, y, width=width, size=size, first=part.first, air=air
        )
    if picture:
        _draw_picture(pen, look, Box.between(x, y, x + width, BANNER + GAP + room))


def _draw_picture(pen: Pen, look: Cover, box: Box) -> None:
    """The game's landscape with its hero."""
    frame = rounded(box.x, box.y, box.width, box.height, 3)
    with pen.clip(frame), pen.at(box.x, box.y):
        look.backdrop(pen, box.width, box.height)
        draw_hero(pen, look, box.width / 2, box.height * 0.96, min(1.1, (box.height - 4) / HERO[1]))
    pen.paint(frame, None, look.deep, width=FRAME * 0.8)


def _draw_foot(pen: Pen, look: Cover, deck: Any) -> None:
    y = PAGE.height - MARGIN - 0.6
    draw_reading_sign(pen, look, MARGIN + 1.6, y - 1, 2.8)
    pen.text(MARGIN + 4.6, y, LEGEND, 2.9, INK, anchor="start", fit=PAGE.width - 2 * MARGIN - 34)
    pen.text(PAGE.width - MARGIN, y, deck_mark(deck), 2.5, GREY, anchor="end", fit=28)

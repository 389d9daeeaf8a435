"""Reference cards, one for each player, from `[[reference]]` in the game's summary."""

from __future__ import annotations

from companion.deckfile import load_summary
from companion.fields import REFERENCE
from companion.game import Deck, Game, Piece
from companion.layout import POKER
from companion.summary import Section, Summary
from printables.art.cover import Cover, look_of, name_and_subtitle
from printables.draw.colours import INK, PAPER
from printables.draw.fonts import shrunk, text_width
from printables.draw.paths import circle, line, rectangle, rounded
from printables.draw.pen import BLEED, FRAME, LINE, Pen, bled, wash
from printables.extras.rules import LEADING, draw_item, draw_number, lines_of

ID, KIND = REFERENCE, "reference"
SIDES = ("front", "back")
EDGE = 4.2  # from the trim to the panel
HEAD = 19.0  # height of the landscape with the title, mm
LARGEST, SMALLEST = 4.1, 2.2  # sizes of the text, mm
ICON = 9.4  # the most width of a small picture, mm
LEAST_ICON = 6.4
LEAD = 6.0  # width of the column for numbers
AFTER = 1.6  # between a picture and its text
PADDING = 2.6
LEAST, MOST = 0.8, 4.6  # between items, mm


def pieces(summary: Summary) -> tuple[Piece, ...]:
    """Return one card per player, with as many sides as there are sections."""
    if not summary.reference:
        return ()
    faces = dict.fromkeys(SIDES[: len(summary.reference)], ())
    return (Piece(REFERENCE, KIND, POKER, faces, each=True),)


def draw(pen: Pen, piece: Piece, face: str, game: Game, deck: Deck) -> None:
    """Draw a side; raises `PrintError` naming the card if its texts don't fit."""
    look = look_of(game, deck)
    section = load_summary(game, deck, pen.language).reference[SIDES.index(face)]
    width, height = POKER.width, POKER.height
    pen.paint(bled(POKER), wash(pen, look.ground))
    with pen.clip(rectangle(-BLEED, -BLEED, width + 2 * BLEED, HEAD + 4 + BLEED)), pen.at(0, -16.5):
        look.backdrop(pen, width, HEAD + 22, bare=True)
    # the hero looks over the panel, on the left of the front and the right of the back
    x = 14.0 if face == "front" else POKER.width - 14
    with pen.clip(rectangle(-BLEED, -BLEED, POKER.width + 2 * BLEED, HEAD + BLEED)):
        look.draw_hero(pen, x, HEAD + 5.5, 0.36, cut=True)
    room = POKER.width - 2 * EDGE - 22
    left = 26.0 if face == "front" else EDGE
    pen.paint(rounded(left, 4.6, room, 12, 3), PAPER, INK, width=FRAME)
    pen.text(left + room / 2, 11.2, section.title, 5.2, look.deep, weight="semibold", fit=room - 4)
    name = name_and_subtitle(game, deck, pen.language)[0]
    pen.text(left + room / 2, 14.8, name, 2.6, INK, fit=room - 4)
    top = HEAD
    pen.paint(rounded(EDGE, top, width - 2 * EDGE, height - top - EDGE, 3), PAPER, INK, width=FRAME)
    _draw_items(pen, look, section, piece.id, top=top + PADDING, bottom=height - EDGE - PADDING)


def _draw_items(
    pen: Pen, look: Cover, section: Section, where: str, *, top: float, bottom: float
) -> None:
    room = bottom - top
    size = shrunk(lambda each: _picture(section, each, room) is not None, LARGEST, SMALLEST, where)
    picture = _picture(section, size, room) or 0
    lead, width, rows = _layout(section, size, picture)
    gap = min(MOST, (room - sum(rows)) / max(1, len(rows) - 1))
    x, y = EDGE + PADDING, top + (room - sum(rows) - gap * (len(rows) - 1)) / 2
    for number, (item, height) in enumerate(zip(section.items, rows, strict=True), 1):
        if number > 1:
            rule = line([(x, y - gap / 2), (POKER.width - x, y - gap / 2)])
            pen.paint(rule, None, look.tint, width=0.4)
        with pen.at(x + (lead - AFTER) / 2, y + height / 2):
            if item.icon in look.icons:
                with pen.at(scale=picture / 10):
                    look.icons[item.icon](pen)
            elif section.kind == "steps":
                draw_number(pen, look, 0, 0, number, across=LEAD - 1)
            elif item.reading:
                look.draw_reading_sign(pen, 0, 0, 3)
            else:
                pen.paint(circle(0, 0, 1.1), look.deep, INK, width=LINE * 0.6)
        text = len(lines_of(item, size, width)) * size * LEADING
        draw_item(pen, item, x + lead, y + (height - text) / 2, width=width, size=size)
        y += height + gap


def _picture(section: Section, size: float, room: float) -> float | None:
    """Return the size of pictures beside texts, mm; 0 without any, None if none fits."""
    room += 1e-6 - LEAST * (len(section.items) - 1)
    steps = [ICON - step * 0.2 for step in range(round((ICON - LEAST_ICON) / 0.2) + 1)]
    words = [word for item in section.items for word in f"{item.name}: {item.text}".split()]
    longest = max(text_width(word, size, "semibold") for word in words)
    for picture in steps if any(item.icon for item in section.items) else [0.0]:
        _, width, heights = _layout(section, size, picture)
        if longest <= width and sum(heights) <= room:
            return picture
    return None


def _layout(section: Section, size: float, picture: float) -> tuple[float, float, list[float]]:
    """Return the widths of the column before the texts and of the texts, and the items' heights."""
    lead = picture + AFTER if picture else LEAD
    width = POKER.width - 2 * (EDGE + PADDING) - lead
    lines = (len(lines_of(item, size, width)) for item in section.items)
    return lead, width, [max(picture, count * size * LEADING) for count in lines]

"""The picture of a result in the style of the game's box, to share after a game.

A page of 108 x 135 mm, drawn like any printed page and rendered by PDFium at 1080 x 1350 px.
"""

from __future__ import annotations

import threading
import unicodedata
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.layout import Size
from companion.text import one_line
from printables.art.cover import HERO, cover
from printables.art.patterns import draw_symbol
from printables.draw import fonts
from printables.draw.colours import GOLD, GREY, INK, PAPER, WHITE, Colour, mix
from printables.draw.fonts import ASCENT, middle
from printables.draw.paths import Box, circle, line, outline, rounded
from printables.draw.pen import FRAME, PdfPen, Pen
from printables.draw.render import opened, rendered

PAGE = Size(108, 135)
PX_PER_MM = 10
PIXELS = (1080, 1350)
EDGE = 5.0  # margin of the page
ROW, LEAST_ROW = 10.5, 5.2  # a player's line, mm
HEADLINE, WORDS = 6.4, 3.3
LEAD, GAP = 12.5, 2.4  # before a player's disc, for place and crown; after it
LEAST_HERO, MOST_HERO = 0.52, 1.1  # the hero's scale
UNSEEN = ("Cf", "So", "Sk")  # characters that may be dropped: joiners and emoji
STAND_IN = "?"  # for a letter that the font lacks
_CROWN = "M-4.4 2.6 L-4.8 -2.4 L-2.2 -0.4 L0 -3.8 L2.2 -0.4 L4.8 -2.4 L4.4 2.6 Z"
_pixels = threading.Lock()  # PDFium isn't thread-safe


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line; `place` is 0 without a ranking; `ink` and `symbol` are for the disc."""

    name: str
    score: str
    place: int
    won: bool
    ink: Colour
    symbol: str


@dataclass(frozen=True, slots=True)
class ResultCard:
    """The texts of the card in the reader's language; `lines` are in the order of the ranking.

    `facts` are short, such as date and duration. `note` may be empty.
    """

    slug: str
    title: str
    headline: str
    lines: tuple[Line, ...]
    facts: tuple[str, ...]
    note: str = ""


def png(card: ResultCard) -> bytes:
    """Render the card as a PNG of 1080 x 1350 px without metadata."""
    pdf, file = BytesIO(), BytesIO()
    canvas = Canvas(pdf, pagesize=(PAGE.width * mm, PAGE.height * mm))
    draw(PdfPen(canvas, PAGE), card)
    canvas.save()
    with _pixels, opened(pdf.getvalue()) as document:
        picture = rendered(document[0], PX_PER_MM).convert("RGB")
    picture.crop((0, 0, *PIXELS)).save(file, "PNG")  # PDFium's wrapper rounds up
    return file.getvalue()


def drawable(text: str) -> str:
    """Return the text with signs that the font lacks simplified (accents) or dropped (emoji).

    >>> drawable("Zoë"), drawable("Ana \U0001f427"), drawable("Łódź"), drawable("\U0001f427")
    ('Zoë', 'Ana', 'Łódź', '?')
    """
    letters = ""
    for letter in one_line(text, marks=0)[0]:
        if not fonts.missing(letter, fonts.FALLBACK):
            letters += letter
        elif unicodedata.category(letter) not in UNSEEN:
            plain = unicodedata.normalize("NFKD", letter)[0]
            letters += STAND_IN if fonts.missing(plain, fonts.FALLBACK) else plain
    return letters.strip() if letters.strip() or not text else STAND_IN


def draw(pen: Pen, card: ResultCard) -> None:
    """Draw the game's backdrop and hero, and the panel with the ranking."""
    look = cover(card.slug)
    look.backdrop(pen, PAGE.width, PAGE.height)
    inner = PAGE.width - 2 * EDGE - 12
    note = fonts.paragraph(drawable(card.note), WORDS, inner, PAGE.height)[1] if card.note else ()
    # the height of the headline, note and facts; lines are smaller for many players
    around = 14.5 + (len(note) * WORDS * fonts.LEADING + 1.6 if note else 0) + 8.5
    room = PAGE.height - 2 * EDGE - 16 - LEAST_HERO * HERO[1] * 0.72 - around
    row = min(ROW, max(LEAST_ROW, room / max(1, len(card.lines))))
    height = around + row * len(card.lines)
    panel = Box(EDGE, PAGE.height - EDGE - height, PAGE.width - 2 * EDGE, height)
    title = 17.0
    scale = min(MOST_HERO, max(LEAST_HERO, (panel.y - title - 3) / HERO[1]))
    look.draw_hero(pen, PAGE.width / 2, panel.y + 2.4, scale)
    # The game's name on a plate at the top.
    size, text = 6.4, drawable(card.title)
    width = min(PAGE.width - 2 * EDGE, fonts.text_width(text, size, "semibold") + 20)
    left = (PAGE.width - width) / 2
    pen.paint(rounded(left, EDGE, width, 11, 5.5), PAPER, INK, width=FRAME)
    look.draw_motif(pen, left + 7.4, EDGE + 5.5, 7)
    pen.heading(text, left + 12.6, EDGE + 5.5 + middle(size), size, look.deep, fit=width - 18)
    pen.paint(panel.rounded(4), PAPER, INK, width=FRAME)
    # lines which have only a disc and a name are indented, so that they are centred
    centre, indent = PAGE.width / 2, 0.0
    if not any(each.place or each.won or each.score for each in card.lines):
        size = min(5.2, row * 0.5)
        names = (fonts.text_width(drawable(each.name), size, "semibold") for each in card.lines)
        wide = 2 * row * 0.36 + GAP + max(names, default=0)
        indent = max(0.0, (panel.width - 8 - wide) / 2 - LEAD)
    headline, base = drawable(card.headline), panel.y + 9.4
    pen.text(centre, base, headline, HEADLINE, look.deep, weight="semibold", fit=inner)
    y = panel.y + 13
    left, width = panel.x + 4 + indent, panel.width - 8 - indent
    for each in card.lines:
        _draw_line(pen, look.deep, each, Box(left, y, width, row))
        y += row
    y += 1.5
    for text in note:
        pen.text(centre, y + WORDS * ASCENT, text, WORDS, INK)
        y += WORDS * fonts.LEADING
    y += 1.6 if note else 0
    rule = line([(panel.x + 8, y + 0.4), (panel.x + panel.width - 8, y + 0.4)])
    pen.paint(rule, None, look.deep)
    facts = drawable("  \u00b7  ".join(card.facts))
    pen.text(centre, y + 5.2, facts, WORDS, GREY, weight="semibold", fit=inner)


def _draw_line(pen: Pen, deep: Colour, each: Line, box: Box) -> None:
    """Draw a player's place, crown, disc, name and score, on gold for winners."""
    size, y, radius = min(5.2, box.height * 0.5), box.y + box.height / 2, box.height * 0.36
    if each.won:
        ground = rounded(box.x, box.y + 0.4, box.width, box.height - 0.8, 2.4)
        pen.paint(ground, mix(WHITE, GOLD, 0.55), INK)
    x = box.x + 5.6
    if each.won:
        with pen.at(x - (0.9 if each.place else 0), y, scale=box.height / 17):
            pen.paint(outline(_CROWN), GOLD, INK, width=0.7)
    if each.place:
        at, small = x + 4.2 if each.won else x, min(4.2, box.height * 0.42)
        pen.text(at, y + middle(small), f"{each.place}", small, INK, weight="semibold")
    x = box.x + LEAD + radius
    pen.paint(circle(x, y, radius), each.ink, WHITE, width=0.7)
    draw_symbol(pen, each.symbol, x, y, radius * 1.25, fill=WHITE, detail=each.ink)
    score, name, base = drawable(each.score), drawable(each.name), y + middle(size)
    left, end = x + radius + GAP, box.x + box.width - 3
    wide = fonts.text_width(score, size, "semibold") if score else 0
    pen.heading(name, left, base, size, INK, fit=end - wide - left - 3)
    if score:
        pen.heading(score, end, base, size, deep, anchor="end")

"""The faces of combust's cards: penguins, events, and the back of all.

A penguin's value is at the top right and again at the left edge below the tag, so that it can be
read in a fan, in a row and across the table. Below its picture are the name and the ability, in
signs and in words around the tag. Every five values the ground has a hotter colour and another
pattern. Events are dark blue with a jagged edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from companion.combust.deck import Deck, Kind
from companion.combust.verbs import LOWEST
from companion.errors import PrintError
from companion.game import Piece
from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from printables.art.codes import QUIET, draw_windows
from printables.art.patterns import draw_pattern, draw_portrait
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.draw import fonts
from printables.draw.colours import GOLD, INK, NIGHT, PAPER, SAND, WHITE, Colour, at_lightness, mix
from printables.draw.fonts import CAP_HEIGHT, text_width
from printables.draw.paths import Box, circle, line, polygon, rays, rounded, star
from printables.draw.pen import BLEED, FRAME, Halo, Pen, bled, wash
from printables.faces.combust.cast import draw_character, draw_event_picture, draw_prop, draw_puff
from printables.faces.combust.signs import draw_bang, draw_signs

CORNER = 1.8  # radius of the corners of windows, mm
SEAL = CARD_TAG + 2 * QUIET + FRAME  # side of the windows for tags and values, mm
EDGE = CARD_TAG_INSET - SEAL / 2  # from the trim to what is in corners, mm
MIDDLE, RIGHT, LOW = POKER.width / 2, POKER.width - EDGE, POKER.height - EDGE
PORTRAIT = Box(EDGE, EDGE, RIGHT - EDGE, 43.0)  # your own picture; it ends below the banner
GROUND = 41.6  # where penguins stand, mm from the top
BANNER, NAME_HEIGHT = 43.0, 7.2  # top and height of the name's banner, mm
SCALE = 0.72  # of characters, so that the largest fits with its crown

TEXT_LEFT, TEXT_LEADING, DESCENT = 5.4, 1.12, 0.25  # mm, and shares of the size
# lines above the tag and beside it, mm
WIDE, NARROW = (RIGHT - 2.6 - TEXT_LEFT, RIGHT - SEAL - 1 - TEXT_LEFT)
TAG_TOP = LOW - SEAL - 1.0  # lines that end above it can use the whole width
SMALLEST_TEXT, SMALLEST_NAME = 2.3, 2.3  # still readable, mm


# the ink and the pattern of the ground of each five values
TIERS = (("#337ba5", "waves"), ("#4ea886", "dots"), ("#ef8f2f", "leaves"), ("#cc3b4e", "zigzag"))


def draw(pen: Pen, piece: Piece, face: str, deck: Deck) -> None:
    """Draw a face with its tags and bleed; raises `PrintError` if a text doesn't fit."""
    if face == "back":
        fonts.check_glyphs(deck.title, "title")
        pen.stamp("back", lambda shared: _back(shared, deck.title))
        return
    kind = deck.by_id[piece.id]
    fonts.check_glyphs(kind.name, piece.id)
    with fonts.one_typeface([kind.name]):
        _front(pen, piece, kind, deck)


def _front(pen: Pen, piece: Piece, kind: Kind, deck: Deck) -> None:
    ink, pattern = TIERS[(kind.value - LOWEST) // 5] if kind.value else (NIGHT, "")
    # the colour for lines and letters on paper
    frame = INK if pen.ink == "mono" else at_lightness(ink, 0.07) if kind.value else NIGHT
    if kind.value:
        pen.stamp(f"ground-{pattern}", lambda shared: _ground(shared, ink, pattern))
    else:
        pen.stamp("ground-event", _event_ground)
    art = deck.art.get(piece.id)
    if not draw_portrait(pen, art, PORTRAIT, frame, corner=CORNER):
        if kind.value:
            with pen.at(MIDDLE, GROUND, scale=SCALE):
                draw_character(Halo(pen, PAPER, 1.1), kind)
                draw_character(pen, kind)
        else:
            with pen.at(MIDDLE, 24.6, scale=0.88):
                draw_event_picture(pen, kind)
    # the panel for the text; the tag's window is its corner
    top = BANNER + NAME_HEIGHT / 2
    panel = rounded(EDGE, top, RIGHT - EDGE, LOW - top, CORNER)
    pen.paint(panel, wash(pen, PAPER), frame, width=FRAME)
    if kind.value:
        # large enough to be read across the table
        left, middle = RIGHT - SEAL, EDGE + SEAL / 2
        pen.paint(rounded(left, EDGE, SEAL, SEAL, CORNER), wash(pen, SAND), frame, width=FRAME)
        _figure(pen, kind.value, left + SEAL / 2, middle, size=20, width=SEAL - 3.8)
        _banner(pen, kind.name, frame, piece.id, left=EDGE + 12)
        x, y, radius = EDGE + 5.4, BANNER + NAME_HEIGHT / 2, 5.4
        pen.paint(circle(x, y, radius), wash(pen, SAND), frame, width=FRAME)
        _figure(pen, kind.value, x, y, size=9.6, width=2 * radius - 2.8)
    else:
        # a bang where penguins have their value
        x, y = RIGHT - 8.6, EDGE + 8.6
        draw_bang(pen, x, y, 8)
        pen.paint(circle(x, y, 4.4), WHITE)
        pen.text(x, y + 3.5, "!", 10, INK, weight="semibold")
        _banner(pen, kind.name, frame, piece.id, left=EDGE + 2)
    _words(pen, kind)
    draw_windows(pen, piece.faces["front"], frame)


def _ground(pen: Pen, ink: Colour, pattern: str) -> None:
    sky = wash(pen, ink)
    light = mix(sky, WHITE, 0.28) if pen.ink == "full" else mix(WHITE, _line_ink(pen, ink), 0.45)
    pen.paint(bled(POKER), sky)
    draw_pattern(pen, pattern, Box.whole(POKER).grown(BLEED), light)
    if pen.ink == "full":
        pen.paint(star(MIDDLE, 27, 16, 27, 21), mix(ink, WHITE, 0.5))
        pen.paint(star(MIDDLE, 27, 16, 22, 17), mix(ink, WHITE, 0.72))
    else:
        pen.paint(star(MIDDLE, 27, 16, 25, 20), WHITE, light, width=0.8)


def _event_ground(pen: Pen) -> None:
    full, ink = pen.ink == "full", _line_ink(pen, NIGHT)
    pen.paint(bled(POKER), NIGHT if full else WHITE)
    _beams(pen, 25, mix(NIGHT, "#8457a8", 0.5) if full else mix(WHITE, ink, 0.4))
    # a zigzag all around, 1.5 to 2.9 mm inside the trim
    right, low = POKER.width, POKER.height
    across = [(1.5 + (right - 3) * i / 18, 2.9 if i % 2 else 1.5) for i in range(18)]
    down = [(right - (2.9 if i % 2 else 1.5), 1.5 + (low - 3) * i / 26) for i in range(26)]
    half = [*across, *down]
    edge = polygon([*half, *((right - x, low - y) for x, y in half)])
    pen.paint(edge, None, GOLD if full else ink, width=1.1)


def _beams(pen: Pen, y: float, fill: Colour) -> None:
    """Draw beams of light, only their edges to save ink."""
    beams = rays(MIDDLE, y, 90, 18)
    if pen.ink == "full":
        pen.paint(beams, fill)
    else:
        pen.paint(beams, None, fill, width=0.4)
        pen.paint(circle(MIDDLE, y, 12), WHITE)


def _figure(pen: Pen, value: int, x: float, y: float, *, size: float, width: float) -> None:
    """Draw a value; 6 and 9 are underlined, because some players see them upside down."""
    size = min(size, width / text_width(str(value), 1, "semibold"))
    marked = value in {6, 9}
    lift = size * 0.07 if marked else 0
    pen.text(x, y + size * CAP_HEIGHT / 2 - lift, str(value), size, INK, weight="semibold")
    if marked:
        under = y + size * CAP_HEIGHT / 2 + size * 0.06
        bar = line([(x - size * 0.2, under), (x + size * 0.2, under)])
        pen.paint(bar, None, INK, width=size * 0.075)


def _banner(pen: Pen, name: str, frame: Colour, card: str, *, left: float) -> None:
    fill, ink = (frame, WHITE) if pen.ink == "full" else (WHITE, frame)
    pen.paint(rounded(EDGE, BANNER, RIGHT - EDGE, NAME_HEIGHT, CORNER), fill, frame, width=FRAME)
    box = Box(left, BANNER + 0.4, RIGHT - 2 - left, NAME_HEIGHT - 0.8)
    _title(pen, name, card, box, size=5, ink=ink)


def _title(pen: Pen, text: str, where: str, box: Box, *, size: float, ink: Colour) -> None:
    """Draw a name in the middle of a box; raises `PrintError` if it can't be read."""
    size, lines = fonts.paragraph(text, size, box.width, box.height, "semibold")
    if size < SMALLEST_NAME:
        problem = f"{text[:30]!r}... is too long to be read, with {len(text)} characters"
        raise PrintError(where, problem, remedy="give it a shorter name")
    pen.rows(lines, *box.centre, size, ink, weight="semibold")


# the height of the signs, the largest and smallest size of the text below, and the widths of lines
# above the tag and beside it, mm
_SETTINGS = (
    (11.4, 5.0, 4.1, (NARROW, NARROW)),
    (10.4, 4.6, 4.1, (WIDE, NARROW)),
    (9.4, 4.4, 3.9, (WIDE, NARROW)),
    (8.4, 4.2, 3.7, (WIDE, NARROW)),
    (7.2, 3.9, SMALLEST_TEXT, (WIDE, NARROW)),
)
Lines: TypeAlias = list[tuple[float, str]]  # baselines, mm, and texts


def _words(pen: Pen, kind: Kind) -> None:
    """Draw the ability, signs above and text below, as large as possible."""
    top, text = BANNER + NAME_HEIGHT + 0.9, pen.translate(kind.text)
    for strip, largest, least, widths in _SETTINGS:
        if setting := set_text(text, top + strip + 1.3, largest, least, widths):
            size, lines = setting
            draw_signs(pen, kind.ability, EDGE + 1.6, top, width=RIGHT - EDGE - 3.2, height=strip)
            for baseline, each in lines:
                pen.text(TEXT_LEFT, baseline, each, size, INK, anchor="start")
            return
    problem = f"its text is too long to be read, with {len(text)} characters"
    raise PrintError(kind.id, problem, remedy="let the card do less")


def set_text(
    text: str, top: float, largest: float, least: float, widths: tuple[float, float]
) -> tuple[float, Lines] | None:
    """Return the size and the lines of `text` from `top` down; None if it doesn't fit.

    Lines have the first of `widths` above the tag, and the second beside it.
    """
    size, bottom = largest, LOW - 1.6

    def base(number: int) -> float:
        return top + size * (CAP_HEIGHT + number * TEXT_LEADING)

    def fits(line: Sequence[str], number: int) -> bool:
        beside = base(number) + size * DESCENT > TAG_TOP
        return text_width(" ".join(line), size) <= widths[beside]

    while size >= least:
        lines = fonts.broken(text.split(), fits)
        end = base(len(lines) - 1) + size * DESCENT
        if end <= bottom and all(fits(line, number) for number, line in enumerate(lines)):
            shift = (bottom - end) / 2 if widths[0] == widths[1] else 0
            return size, [(base(at) + shift, " ".join(line)) for at, line in enumerate(lines)]
        size *= 0.97
    return None


def _back(pen: Pen, title: str) -> None:
    full, warm, hot = pen.ink == "full", TIERS[2][0], TIERS[3][0]
    pen.paint(bled(POKER), hot if full else WHITE)
    _beams(pen, 40, warm if full else mix(WHITE, _line_ink(pen, hot), 0.5))
    for radius, fill in ((27.5, "#ff8a1f"), (22.8, "#ffd84a")):
        burst = star(MIDDLE, 40, 13, radius, radius * 0.74)
        pen.paint(burst, fill if full else WHITE, INK, width=1)
    for x, y, width in ((-17, 49, 19), (17, 49, 19), (-13, 29, 15), (14, 30, 14), (0, 57, 26)):
        with pen.at(MIDDLE + x, y):
            draw_puff(pen, width)
    with pen.at(MIDDLE, 58, scale=0.86):
        for each in (Halo(pen, PAPER, 1), pen):
            draw_penguin(each, Look(BUILDS[1], (1, 1), "wide"))
            draw_prop(each, "singed feathers")
    pen.paint(rounded(EDGE, 71, RIGHT - EDGE, 13.4, CORNER), wash(pen, PAPER), INK, width=FRAME)
    _title(pen, title, "title", Box(6, 72.2, POKER.width - 12, 11), size=10, ink=INK)


def _line_ink(pen: Pen, ink: Colour) -> Colour:
    return INK if pen.ink == "mono" else ink

"""The faces of combust's cards: penguins, events, and the back of all.

A penguin's value is at the top right and again at the left edge below the tag, so that it can be
read in a fan, in a row and across the table. Below its picture are the name and the ability, in
signs and in words around the tag. Every five values the ground has a hotter colour and another
pattern. Events are dark blue with a jagged edge.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.combust.deck import Deck, Kind
from companion.combust.verbs import LOWEST
from companion.decks import Art
from companion.errors import PrintError
from companion.game import Piece
from companion.layout import CARD_TAG, CARD_TAG_INSET, POKER
from printables.art.fiducial import QUIET, draw_window
from printables.art.halo import Halo
from printables.art.patterns import draw_pattern
from printables.art.penguins import BUILDS, Look, draw_penguin
from printables.art.portrait import draw_portrait
from printables.draw.boxes import whole
from printables.draw.colours import WHITE, Colour, at_lightness, mix
from printables.draw.fonts import CAP_HEIGHT, check_glyphs, paragraph, text_width
from printables.draw.paths import Point, circle, line, polygon, rays, rounded, star
from printables.draw.pen import BLEED, Pen, bled, translate_for, wash
from printables.draw.text import draw_rows
from printables.faces.combust.cast import draw_character
from printables.faces.combust.props import draw_event_picture, draw_prop, draw_puff
from printables.faces.combust.signs import draw_bang, draw_signs

INK, PAPER, SAND, NIGHT, GOLD = "#20232e", "#fffdf4", "#f6e4bb", "#28305c", "#ffc93c"
FRAME, CORNER = 0.7, 1.8  # width of lines around windows, and radius of their corners, mm
SEAL = CARD_TAG + 2 * QUIET + FRAME  # side of the windows for tags and values, mm
EDGE = CARD_TAG_INSET - SEAL / 2  # from the trim to what is in corners, mm
MIDDLE, RIGHT, LOW = POKER.width / 2, POKER.width - EDGE, POKER.height - EDGE
# your own picture: x, y, width, height; it ends below the banner
PORTRAIT = (EDGE, EDGE, RIGHT - EDGE, 43.0)
GROUND = 41.6  # where penguins stand, mm from the top
BANNER, NAME_HEIGHT = 43.0, 7.2  # top and height of the name's banner, mm
SCALE = 0.72  # of characters, so that the largest fits with its crown

TEXT_LEFT, TEXT_LEADING, DESCENT = 5.4, 1.12, 0.25  # mm, and shares of the size
# lines above the tag and beside it, mm
WIDE, NARROW = (RIGHT - 2.6 - TEXT_LEFT, RIGHT - SEAL - 1 - TEXT_LEFT)
TAG_TOP = LOW - SEAL - 1.0  # lines that end above it can use the whole width
SMALLEST_TEXT, SMALLEST_NAME = 2.3, 2.3  # still readable, mm


@dataclass(frozen=True, slots=True)
class Tier:
    """The ground of five values."""

    ink: Colour
    pattern: str


TIERS = (
    Tier("#337ba5", "waves"),
    Tier("#4ea886", "dots"),
    Tier("#ef8f2f", "leaves"),
    Tier("#cc3b4e", "zigzag"),
)
EVENT = Tier(NIGHT, "")


def draw(pen: Pen, piece: Piece, face: str, deck: Deck) -> None:
    """Draw a face of a card with its tags and bleed, which the caller clips.

    Raises `PrintError` naming the card if a name or text is too long, or the font lacks a
    character.
    """
    if face == "back":
        check_glyphs(deck.title, "title")
        pen.stamp("back", lambda shared: _back(shared, deck.title))
        return
    kind = deck.by_id[piece.id]
    check_glyphs(kind.name, piece.id)
    if kind.value:
        _penguin(pen, piece, kind, deck.art.get(piece.id))
    else:
        _event(pen, piece, kind, deck.art.get(piece.id))


def _penguin(pen: Pen, piece: Piece, kind: Kind, art: Art | None) -> None:
    tier = TIERS[(kind.value - LOWEST) // 5]
    frame = _deep(pen, tier)
    pen.stamp(f"ground-{tier.pattern}", lambda shared: _ground(shared, tier))
    if not draw_portrait(pen, art, *PORTRAIT, frame=frame, line=FRAME, corner=CORNER):
        with pen.at(MIDDLE, GROUND, scale=SCALE):
            draw_character(Halo(pen, PAPER, 1.1), kind)
            draw_character(pen, kind)
    _panel(pen, frame)
    # Large enough to be read across the table; 6 and 9 are underlined, because some players see
    # them upside down.
    left, middle = RIGHT - SEAL, EDGE + SEAL / 2
    pen.paint(rounded(left, EDGE, SEAL, SEAL, CORNER), wash(pen, SAND), frame, width=FRAME)
    _figure(pen, kind.value, left + SEAL / 2, middle, size=20, width=SEAL - 3.8)
    _banner(pen, kind.name, tier, piece.id, left=EDGE + 12)
    x, y, radius = EDGE + 5.4, BANNER + NAME_HEIGHT / 2, 5.4
    pen.paint(circle(x, y, radius), wash(pen, SAND), frame, width=FRAME)
    _figure(pen, kind.value, x, y, size=9.6, width=2 * radius - 2.8)
    _words(pen, kind)
    for tag in piece.faces["front"]:
        draw_window(pen, tag, frame, width=FRAME)


def _event(pen: Pen, piece: Piece, kind: Kind, art: Art | None) -> None:
    frame = _deep(pen, EVENT)
    pen.stamp("ground-event", _event_ground)
    if not draw_portrait(pen, art, *PORTRAIT, frame=frame, line=FRAME, corner=CORNER):
        with pen.at(MIDDLE, 24.6, scale=0.88):
            draw_event_picture(pen, kind)
    _panel(pen, frame)
    # a bang where penguins have their value
    x, y = RIGHT - 8.6, EDGE + 8.6
    draw_bang(pen, x, y, 8)
    pen.paint(circle(x, y, 4.4), WHITE)
    pen.text(x, y + 3.5, "!", 10, INK, weight="semibold")
    _banner(pen, kind.name, EVENT, piece.id, left=EDGE + 2)
    _words(pen, kind)
    for tag in piece.faces["front"]:
        draw_window(pen, tag, frame, width=FRAME)


# Grounds


def _ground(pen: Pen, tier: Tier) -> None:
    sky = wash(pen, tier.ink)
    light = mix(sky, WHITE, 0.28) if pen.ink == "full" else mix(WHITE, _line_ink(pen, tier), 0.45)
    pen.paint(bled(POKER), sky)
    draw_pattern(pen, tier.pattern, whole(POKER).grown(BLEED), light)
    if pen.ink == "full":
        pen.paint(star(MIDDLE, 27, 16, 27, 21), mix(tier.ink, WHITE, 0.5))
        pen.paint(star(MIDDLE, 27, 16, 22, 17), mix(tier.ink, WHITE, 0.72))
    else:
        pen.paint(star(MIDDLE, 27, 16, 25, 20), WHITE, light, width=0.8)


def _event_ground(pen: Pen) -> None:
    full = pen.ink == "full"
    pen.paint(bled(POKER), NIGHT if full else WHITE)
    _beams(pen, 25, mix(NIGHT, "#8457a8", 0.5) if full else mix(WHITE, _line_ink(pen, EVENT), 0.4))
    pen.paint(polygon(_jagged_edge()), None, GOLD if full else _line_ink(pen, EVENT), width=1.1)


def _beams(pen: Pen, y: float, fill: Colour) -> None:
    """Draw beams of light, only their edges to save ink."""
    beams = rays(MIDDLE, y, 90, 18)
    if pen.ink == "full":
        pen.paint(beams, fill)
    else:
        pen.paint(beams, None, fill, width=0.4)
        pen.paint(circle(MIDDLE, y, 12), WHITE)


def _jagged_edge() -> list[Point]:
    """Return a zigzag all around, 1.5 to 2.9 mm inside the trim."""
    right, low = POKER.width, POKER.height
    across = [(1.5 + (right - 3) * i / 18, 2.9 if i % 2 else 1.5) for i in range(18)]
    down = [(right - (2.9 if i % 2 else 1.5), 1.5 + (low - 3) * i / 26) for i in range(26)]
    half = [*across, *down]
    return [*half, *((right - x, low - y) for x, y in half)]


def _panel(pen: Pen, frame: Colour) -> None:
    """Draw the panel for the text; the tag's window is its corner."""
    top = BANNER + NAME_HEIGHT / 2
    panel = rounded(EDGE, top, RIGHT - EDGE, LOW - top, CORNER)
    pen.paint(panel, wash(pen, PAPER), frame, width=FRAME)


# Values and names


def _figure(pen: Pen, value: int, x: float, y: float, *, size: float, width: float) -> None:
    size = min(size, width / text_width(str(value), 1, "semibold"))
    marked = value in {6, 9}
    lift = size * 0.07 if marked else 0
    pen.text(x, y + size * CAP_HEIGHT / 2 - lift, str(value), size, INK, weight="semibold")
    if marked:
        under = y + size * CAP_HEIGHT / 2 + size * 0.06
        pen.paint(
            line([(x - size * 0.2, under), (x + size * 0.2, under)]), None, INK, width=size * 0.075
        )


def _banner(pen: Pen, name: str, tier: Tier, card: str, *, left: float) -> None:
    """Draw the banner with the name, on one line or two."""
    full = pen.ink == "full"
    fill, ink = (_deep(pen, tier), WHITE) if full else (WHITE, _deep(pen, tier))
    panel = rounded(EDGE, BANNER, RIGHT - EDGE, NAME_HEIGHT, CORNER)
    pen.paint(panel, fill, _deep(pen, tier), width=FRAME)
    width = RIGHT - 2 - left
    middle = (left + width / 2, BANNER + NAME_HEIGHT / 2)
    _title(pen, name, card, middle, size=5, width=width, height=NAME_HEIGHT - 0.8, ink=ink)


def _title(
    pen: Pen,
    text: str,
    where: str,
    middle: Point,
    *,
    size: float,
    width: float,
    height: float,
    ink: Colour,
) -> None:
    """Draw a name in a box about its middle, on as many lines as it needs.

    Raises `PrintError` if it would be too small to read.
    """
    size, lines = paragraph(text, size, width, height, "semibold")
    if size < SMALLEST_NAME:
        problem = f"{text[:30]!r}... is too long to be read, with {len(text)} characters"
        raise PrintError(where, problem, remedy="give it a shorter name")
    draw_rows(pen, lines, *middle, size, ink, weight="semibold")


# The ability

# the height of the signs, the largest and smallest size of the text below, and the widths of lines
# above the tag and beside it, mm
_SETTINGS = (
    (11.4, 5.0, 4.1, (NARROW, NARROW)),
    (10.4, 4.6, 4.1, (WIDE, NARROW)),
    (9.4, 4.4, 3.9, (WIDE, NARROW)),
    (8.4, 4.2, 3.7, (WIDE, NARROW)),
    (7.2, 3.9, SMALLEST_TEXT, (WIDE, NARROW)),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """A typeset text: its size, and its lines with their baselines, mm."""

    size: float
    lines: tuple[tuple[float, str], ...]


def _words(pen: Pen, kind: Kind) -> None:
    """Draw the ability, signs above and text below, as large as possible."""
    top, text = BANNER + NAME_HEIGHT + 0.9, translate_for(pen, kind.text)
    for strip, largest, least, widths in _SETTINGS:
        lines = set_text(text, top + strip + 1.3, largest, least, widths)
        if lines:
            draw_signs(pen, kind.ability, EDGE + 1.6, top, width=RIGHT - EDGE - 3.2, height=strip)
            for baseline, each in lines.lines:
                pen.text(TEXT_LEFT, baseline, each, lines.size, INK, anchor="start")
            return
    problem = f"its text is too long to be read, with {len(text)} characters"
    raise PrintError(kind.id, problem, remedy="let the card do less")


def set_text(
    text: str, top: float, largest: float, least: float, widths: tuple[float, float]
) -> Setting | None:
    """Return `text` set from `top` down to the panel's edge; None if it doesn't fit.

    Lines have the first of `widths` above the tag, and the second beside it.
    """
    size, bottom = largest, LOW - 1.6
    while size >= least:
        lines = _flowed(text, size, top, widths)
        end = lines[-1][0] + size * DESCENT
        if end <= bottom and all(
            text_width(each, size) <= _room(y, size, widths) for y, each in lines
        ):
            shift = (bottom - end) / 2 if widths[0] == widths[1] else 0
            return Setting(size, tuple((y + shift, each) for y, each in lines))
        size *= 0.97
    return None


def _flowed(
    text: str, size: float, top: float, widths: tuple[float, float]
) -> list[tuple[float, str]]:
    """Return the lines with their baselines, each with as many words as fit at its height."""
    first, *words = text.split()
    lines = [(top + size * CAP_HEIGHT, first)]
    for word in words:
        y, so_far = lines[-1]
        longer = f"{so_far} {word}"
        if text_width(longer, size) <= _room(y, size, widths):
            lines[-1] = (y, longer)
        else:
            lines.append((y + size * TEXT_LEADING, word))
    return lines


def _room(y: float, size: float, widths: tuple[float, float]) -> float:
    """Return the width for a line with this baseline, mm."""
    return widths[y + size * DESCENT > TAG_TOP]


# The back


def _back(pen: Pen, title: str) -> None:
    """Draw the back: a penguin with singed feathers in a puff of smoke."""
    full = pen.ink == "full"
    pen.paint(bled(POKER), TIERS[3].ink if full else WHITE)
    _beams(pen, 40, TIERS[2].ink if full else mix(WHITE, _line_ink(pen, TIERS[3]), 0.5))
    for radius, fill in ((27.5, "#ff8a1f"), (22.8, "#ffd84a")):
        pen.paint(
            star(MIDDLE, 40, 13, radius, radius * 0.74), fill if full else WHITE, INK, width=1
        )
    for x, y, width in ((-17, 49, 19), (17, 49, 19), (-13, 29, 15), (14, 30, 14), (0, 57, 26)):
        with pen.at(MIDDLE + x, y):
            draw_puff(pen, width)
    with pen.at(MIDDLE, 58, scale=0.86):
        _singed(Halo(pen, PAPER, 1))
        _singed(pen)
    pen.paint(rounded(EDGE, 71, RIGHT - EDGE, 13.4, CORNER), wash(pen, PAPER), INK, width=FRAME)
    _title(pen, title, "title", (MIDDLE, 77.7), size=10, width=POKER.width - 12, height=11, ink=INK)


def _singed(pen: Pen) -> None:
    """Draw a penguin with soot, wide eyes and a flame on its head."""
    draw_penguin(pen, Look(BUILDS[1], (1, 1), "wide"))
    draw_prop(pen, "singed feathers")


# Inks


def _deep(pen: Pen, tier: Tier) -> Colour:
    """Return the colour for lines and letters on paper."""
    return INK if pen.ink == "mono" else at_lightness(tier.ink, 0.07) if tier != EVENT else NIGHT


def _line_ink(pen: Pen, tier: Tier) -> Colour:
    return INK if pen.ink == "mono" else tier.ink

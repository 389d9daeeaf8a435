"""The handicap cards of pirates, with six spots for a penguin: free, costly or barred (R2, R5).

Spots differ in shape as well as colour: a free one is a white disc, a costly one an octagon on gold
with a fish to pay, and a barred one is hatched and crossed out. The word is visible when the
penguin stands on the picture.
"""

from __future__ import annotations

from companion.game import Piece
from companion.language import Phrase, say
from companion.layout import POKER, Size
from companion.pirates.deck import ACTIONS, Action, Colour, Deck, Handicap, Look
from companion.pirates.measures import MARKER
from printables.art.patterns import draw_symbol, draw_symbols
from printables.draw.colours import INK, PAPER, WHITE, deep, luminance, mix
from printables.draw.fonts import fitted, text_width
from printables.draw.paths import Path, circle, line, outline, rounded
from printables.draw.pen import FRAME, Pen, bled, translate_for, wash
from printables.draw.text import draw_heading, draw_title
from printables.faces.pirates.nautical import CRAB, crew, draw_sign, draw_standing

WORDS: dict[Action, Phrase] = {
    "scout": say("Scout"), "anchor": say("Anchor"), "full": say("Full sail"),
    "bail": say("Bail or fish"), "port": say("Port"), "starboard": say("Starboard"),
}  # fmt: skip
SIGN: dict[Action, str] = {
    "scout": "spyglass", "anchor": "anchor", "full": "sail", "bail": "bail", "port": "port",
    "starboard": "starboard",
}  # fmt: skip
GROUND: dict[Colour, str] = {"white": "#ffffff", "yellow": "#ffd45e", "red": "#e2837a"}
EDGE, HEAD, GAP = 3.0, 5.0, 0.5  # mm
CELL = Size((POKER.width - 2 * EDGE - GAP) / 2, (POKER.height - 2 * EDGE - HEAD - 2 * GAP) / 3)
COLUMN = CELL.width - MARKER.width - 0.6  # for the cost, beside the penguin
ROUND = 2.2
MIDDLE = POKER.width / 2


def front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the front with six spots, and the card's number, to find out which card is lost."""
    look, card = _card(piece, deck)
    pen.stamp(f"crew-{look.id}", lambda shared: _ground(shared, piece.size, look))
    ink = deep(look.ink)
    panel = rounded(EDGE, EDGE - 0.6, POKER.width - 2 * EDGE, HEAD + 0.1, 2.5)
    pen.paint(panel, wash(pen, PAPER), ink, width=0.5)
    x, y = EDGE + 4.4, EDGE + 1.95
    draw_symbol(pen, look.symbol, x, y, 3.6, fill=look.ink, detail=PAPER, rim=INK)
    x, base, end = EDGE + 8, EDGE + 3.3, POKER.width - EDGE - 2.6
    draw_title(pen, look.name, x, base, size=3.9, width=36, height=4.4, fill=ink, anchor="start")
    draw_heading(pen, f"{card.number:02d}", end, base, 3.9, ink, anchor="end")
    for i, action in enumerate(ACTIONS):
        row, column = divmod(i, 2)
        with pen.at(EDGE + column * (CELL.width + GAP), EDGE + HEAD + row * (CELL.height + GAP)):
            _spot(pen, action, card.colour(action))


def back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the back, the same for all cards of a penguin."""
    look, card = _card(piece, deck)
    pen.stamp(f"crew-{look.id}", lambda shared: _ground(shared, piece.size, look))
    ink = deep(look.ink)
    pen.paint(circle(MIDDLE, 42, 25), wash(pen, PAPER), ink, width=FRAME)
    pen.paint(circle(MIDDLE, 42, 22.8), wash(pen, mix(look.ink, WHITE, 0.62)), ink, width=FRAME)
    sailor = crew(look.ink, look.symbol, card.deck)
    with pen.at(MIDDLE, 58.4, scale=34 / (sailor.look.build.height + 6)):
        draw_standing(pen, sailor, width=0.9)
    pen.paint(rounded(MIDDLE - 20, 70.4, 40, 10.6, 5.3), wash(pen, PAPER), ink, width=FRAME)
    draw_title(pen, look.name, MIDDLE, 77.6, size=6, width=33, height=9.4, fill=ink)


def _card(piece: Piece, deck: Deck) -> tuple[Look, Handicap]:
    card = next(c for cards in deck.handicaps for c in cards if piece.id == f"handicap-{c.id}")
    return deck.penguins[card.deck], card


def _ground(pen: Pen, size: Size, look: Look) -> None:
    """Draw the ground in the penguin's colour, with its symbol all over."""
    ground = wash(pen, look.ink)
    pen.paint(bled(size), ground)
    light = ground if luminance(ground) < 0.9 else look.ink
    tint = mix(light, WHITE, 0.25 if luminance(light) < 0.5 else 0.4)
    draw_symbols(pen, look.symbol, fill=tint, detail=ground)


def _spot(pen: Pen, action: Action, colour: Colour) -> None:
    """Draw a spot from its top left: word, cost, and at the right the penguin's place."""
    box = rounded(0, 0, CELL.width, CELL.height, ROUND)
    pen.paint(box, wash(pen, GROUND[colour]))
    with pen.clip(box):
        if colour == "red":
            hatch, high = Path(), CELL.height
            for i in range(-int(high), int(CELL.width), 3):
                hatch += line([(i, high), (i + high, 0)])
            pen.paint(hatch, None, mix(GROUND["red"], CRAB, 0.5), width=0.7)
    pen.paint(box, None, INK)
    x, y = CELL.width - MARKER.width / 2 - 0.6, CELL.height - MARKER.height / 2 + 0.2
    _place(pen, colour, x, y)
    draw_sign(pen, SIGN[action], x, y, 12.4)
    cost = COLUMN / 2 + 0.5
    if colour == "white":
        pen.text(cost, y + 1, say("free"), 3, INK, weight="semibold", fit=COLUMN - 1.6)
    elif colour == "yellow":
        pen.text(cost, y - 1.6, "-1", 4.4, INK, weight="semibold")
        draw_sign(pen, "fish", cost, y + 2.6, 5)
    else:
        draw_sign(pen, "barred", cost, y, 6)
    if colour == "red":
        cross = line([(x - 8, y - 8), (x + 8, y + 8)]) + line([(x + 8, y - 8), (x - 8, y + 8)])
        pen.paint(cross, None, INK, width=2.1)
        pen.paint(cross, None, CRAB, width=1)
    word = translate_for(pen, WORDS[action])
    size = fitted(word, 3.5, CELL.width - 3, "semibold")
    if colour == "red":  # a light plate keeps the hatching off the letters
        half = text_width(word, size, "semibold") / 2 + 1.2
        pen.paint(rounded(CELL.width / 2 - half, 0.65, 2 * half, 3.2, 1.2), PAPER)
    pen.text(CELL.width / 2, 3.3, word, size, INK, weight="semibold")


def _place(pen: Pen, colour: Colour, x: float, y: float) -> None:
    """Draw the place for the penguin: round if free, an octagon if costly, a square if barred."""
    if colour == "white":
        pen.paint(circle(x, y, 9.3), wash(pen, "#e4f3f8"), INK)
    elif colour == "yellow":
        octagon = outline(
            "M0.42 -0.94 L0.94 -0.42 L0.94 0.42 L0.42 0.94 L-0.42 0.94 L-0.94 0.42 L-0.94 -0.42 "
            "L-0.42 -0.94 Z"
        )
        pen.paint(octagon.mapped(9.9, 9.9, x, y), WHITE, INK)
        pen.paint(octagon.mapped(8.5, 8.5, x, y), None, "#d9920f")
    else:
        pen.paint(rounded(x - 9, y - 9, 18, 18, 1.2), WHITE, INK)

"""The cards of pirates: handicaps with six spots for a penguin (R2, R5), and events (R1, R8).

Spots differ in shape as well as colour: a free one is a white disc, a costly one an octagon on gold
with a fish to pay, and a barred one is hatched and crossed out. The word is visible when the
penguin stands on the picture.
"""

from __future__ import annotations

from companion.decks import Colour
from companion.game import Piece
from companion.language import Phrase, say
from companion.layout import POKER, Size
from companion.pirates.deck import ACTIONS, ORDERS, Action, Deck, Handicap, SpotColour
from companion.pirates.pieces import MARKER, effect_texts
from printables.art import drawings
from printables.art.patterns import draw_symbol, draw_symbols
from printables.draw.colours import INK, PAPER, WHITE, deep, luminance, mix, readable_on
from printables.draw.fonts import CAP_HEIGHT, fitted, text_width
from printables.draw.paths import Path, circle, line, outline, rectangle, rounded
from printables.draw.pen import BLEED, FRAME, Pen, bled, wash
from printables.faces.pirates import signs
from printables.faces.pirates.ships import draw_sailing_ship

WORDS: dict[Action, Phrase] = {
    "scout": say("Scout"), "anchor": say("Anchor"), "full": say("Full sail"),
    "bail": say("Bail or fish"), "port": say("Port"), "starboard": say("Starboard"),
}  # fmt: skip
SIGN: dict[Action, str] = {"scout": "spyglass", "full": "sail"}  # the others have their own
GROUND: dict[SpotColour, str] = {"white": "#ffffff", "yellow": "#ffd45e", "red": "#e2837a"}
EDGE, HEAD, GAP = 3.0, 5.0, 0.5  # mm
CELL = Size((POKER.width - 2 * EDGE - GAP) / 2, (POKER.height - 2 * EDGE - HEAD - 2 * GAP) / 3)
COLUMN = CELL.width - MARKER.width - 0.6  # for the cost, beside the penguin
ROUND = 2.2
MIDDLE = POKER.width / 2


def handicap_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the front with six spots, and the card's number, to find out which card is lost."""
    look, card = _card(piece, deck)
    pen.stamp(f"crew-{look.id}", lambda shared: _ground(shared, piece.size, look))
    ink = deep(look.ink)
    panel = rounded(EDGE, EDGE - 0.6, POKER.width - 2 * EDGE, HEAD + 0.1, 2.5)
    pen.paint(panel, wash(pen, PAPER), ink, width=0.5)
    x, y = EDGE + 4.4, EDGE + 1.95
    draw_symbol(pen, look.symbol, x, y, 3.6, fill=look.ink, detail=PAPER, rim=INK)
    x, base, end = EDGE + 8, EDGE + 3.3, POKER.width - EDGE - 2.6
    pen.title(look.name, x, base, size=3.9, width=36, height=4.4, fill=ink, anchor="start")
    pen.heading(f"{card.number:02d}", end, base, 3.9, ink, anchor="end")
    for i, action in enumerate(ACTIONS):
        row, column = divmod(i, 2)
        with pen.at(EDGE + column * (CELL.width + GAP), EDGE + HEAD + row * (CELL.height + GAP)):
            _spot(pen, action, card.colour(action))


def handicap_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the back, the same for all cards of a penguin."""
    look, card = _card(piece, deck)
    pen.stamp(f"crew-{look.id}", lambda shared: _ground(shared, piece.size, look))
    ink = deep(look.ink)
    pen.paint(circle(MIDDLE, 42, 25), wash(pen, PAPER), ink, width=FRAME)
    pen.paint(circle(MIDDLE, 42, 22.8), wash(pen, mix(look.ink, WHITE, 0.62)), ink, width=FRAME)
    sailor = signs.crew(look.ink, look.symbol, card.deck)
    with pen.at(MIDDLE, 58.4, scale=34 / (sailor.look.build.height + 6)):
        signs.draw_standing(pen, sailor, width=0.9)
    pen.paint(rounded(MIDDLE - 20, 70.4, 40, 10.6, 5.3), wash(pen, PAPER), ink, width=FRAME)
    pen.title(look.name, MIDDLE, 77.6, size=6, width=33, height=9.4, fill=ink)


def _card(piece: Piece, deck: Deck) -> tuple[Colour, Handicap]:
    card = next(c for cards in deck.handicaps for c in cards if piece.id == f"handicap-{c.id}")
    return deck.penguins[card.deck], card


def _ground(pen: Pen, size: Size, look: Colour) -> None:
    ground = wash(pen, look.ink)
    pen.paint(bled(size), ground)
    light = ground if luminance(ground) < 0.9 else look.ink
    tint = mix(light, WHITE, 0.25 if luminance(light) < 0.5 else 0.4)
    draw_symbols(pen, look.symbol, fill=tint, detail=ground)


def _spot(pen: Pen, action: Action, colour: SpotColour) -> None:
    """Draw a spot from its top left: word, cost, and at the right the penguin's place."""
    box = rounded(0, 0, CELL.width, CELL.height, ROUND)
    pen.paint(box, wash(pen, GROUND[colour]))
    with pen.clip(box):
        if colour == "red":
            hatch, high = Path(), CELL.height
            for i in range(-int(high), int(CELL.width), 3):
                hatch += line([(i, high), (i + high, 0)])
            pen.paint(hatch, None, mix(GROUND["red"], signs.CRAB, 0.5), width=0.7)
    pen.paint(box, None, INK)
    x, y = CELL.width - MARKER.width / 2 - 0.6, CELL.height - MARKER.height / 2 + 0.2
    _place(pen, colour, x, y)
    signs.draw_sign(pen, SIGN.get(action, action), x, y, 12.4)
    cost = COLUMN / 2 + 0.5
    if colour == "white":
        pen.text(cost, y + 1, say("free"), 3, INK, weight="semibold", fit=COLUMN - 1.6)
    elif colour == "yellow":
        pen.text(cost, y - 1.6, "-1", 4.4, INK, weight="semibold")
        signs.draw_sign(pen, "fish", cost, y + 2.6, 5)
    else:
        signs.draw_sign(pen, "barred", cost, y, 6)
    if colour == "red":
        cross = line([(x - 8, y - 8), (x + 8, y + 8)]) + line([(x + 8, y - 8), (x - 8, y + 8)])
        pen.paint(cross, None, INK, width=2.1)
        pen.paint(cross, None, signs.CRAB, width=1)
    word = pen.translate(WORDS[action])
    size = fitted(word, 3.5, CELL.width - 3, "semibold")
    if colour == "red":  # a light plate keeps the hatching off the letters
        half = text_width(word, size, "semibold") / 2 + 1.2
        pen.paint(rounded(CELL.width / 2 - half, 0.65, 2 * half, 3.2, 1.2), PAPER)
    pen.text(CELL.width / 2, 3.3, word, size, INK, weight="semibold")


def _place(pen: Pen, colour: SpotColour, x: float, y: float) -> None:
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


RIGHT = POKER.width
CALM, STORM = "#bfe6f2", "#5b6f94"  # the sky of the lowest and the highest level
SHORE = 66.0  # top of the black part, mm
TITLE = 11.0  # a back's sky is empty above this, for the title, mm


def event_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the level, the name, the effects in signs and words, and the pirates' distance."""
    event = next(each for each in deck.events if each.id == piece.id)
    _sky(pen, event.order)
    _wheel(pen, 12.2, 12.2, event.order)
    pen.paint(rounded(23.2, 5.4, RIGHT - 4 - 23.2, 13.6, 3), wash(pen, PAPER), INK)
    pen.block(event.name, 41.35, 12.2, size=5.4, width=32, height=11.4, weight="semibold", fill=INK)
    pen.paint(rounded(4, 24.6, RIGHT - 8, 37, 3.4), wash(pen, PAPER), INK)
    # a sign for each effect, side by side
    effects = [(signs.TRACK_SIGNS[verb], f"{amount:+d}") for verb, amount in event.changes]
    if event.turn:
        times = f"x{abs(event.turn)}" if abs(event.turn) > 1 else ""
        effects.append(("starboard" if event.turn > 0 else "port", times))
    if event.spawns:
        effects.append(("pirates", ""))
    pitch = min(34.0, 52 / len(effects))
    size = min(18.0, pitch * 0.58)
    for i, (sign, amount) in enumerate(effects):
        x = MIDDLE + (i - (len(effects) - 1) / 2) * pitch
        left = x - (pitch * 0.21 if amount else 0)
        if sign == "pirates":
            with pen.at(left, 36.4 + size * 0.5, scale=size / 27):
                draw_sailing_ship(pen, "black")
        else:
            signs.draw_sign(pen, sign, left, 37, size)
        x, letters, room = x + pitch * 0.25, min(10.0, pitch * 0.28), pitch * 0.38
        if amount:
            base = 37 + letters * CAP_HEIGHT / 2
            pen.text(x, base, amount, letters, INK, weight="semibold", fit=room)
    text = ". ".join(pen.translate(effect) for effect in effect_texts(event)) + "."
    pen.block(text, MIDDLE, 54.6, size=4.2, width=49, height=11.4, fill=INK)
    # a skull, the hexes and their number, white on black to distinguish it from the level
    dark, light = "#23222a", pen.ink != "full"
    black = rectangle(-BLEED, SHORE, RIGHT + 2 * BLEED, POKER.height - SHORE + BLEED)
    pen.paint(black, WHITE if light else dark, dark, width=FRAME)
    signs.draw_sign(pen, "skull", 11.4, 76.8, 13)
    ink = dark if light else PAPER
    pen.heading(say("pirates sail"), 21, 75.2, 4.4, ink, fit=26)
    # a hex for each that they sail
    pitch = min(6.0, (47 - 21) / event.distance)
    for i in range(event.distance):
        x = 21 + (i + 0.5) * pitch
        side = pitch * 0.45
        hexagon = outline("M1 0 L0.5 0.87 L-0.5 0.87 L-1 0 L-0.5 -0.87 L0.5 -0.87 Z")
        pen.paint(hexagon.mapped(side, side, x, 80.6), None, ink, width=0.7)
    pen.text(53.6, 81.4, str(event.distance), 13, ink, weight="semibold", fit=11)


def event_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the back with the level, by which the deck can be sorted face down (R1)."""
    event = next(each for each in deck.events if each.id == piece.id)
    sky = _sky(pen, event.order, TITLE)
    with pen.at(MIDDLE, 47, scale=1.15):
        draw_sailing_ship(pen, "white")
    # the sea from y down into the bleed
    x, y = -BLEED, 49.4
    crest = f"M{x} {y}"
    while x < RIGHT + BLEED:
        crest += f"Q{x + 2.6} {y - 2} {x + 5.2} {y}Q{x + 7.8} {y + 2} {x + 10.4} {y}"
        x += 10.4
    low = POKER.height + BLEED
    pen.paint(outline(f"{crest}L{x} {low}L{-BLEED} {low}Z"), wash(pen, signs.WATER), INK)
    _wheel(pen, MIDDLE, 68.4, event.order, 1.45)
    fill = readable_on(sky, INK, PAPER)
    pen.block(deck.title, MIDDLE, 7, size=4.6, width=52, height=6, fill=fill, weight="semibold")


def _sky(pen: Pen, order: int, top: float = -BLEED) -> str:
    """Draw the sky, darker for higher levels, with rain below `top`; return its colour."""
    worse = (order - 1) / (ORDERS - 1)
    sky = mix(CALM, STORM, worse)
    ground = wash(pen, sky)
    pen.paint(bled(POKER), ground)
    tint = mix(sky, WHITE, 0.4) if pen.ink == "full" else mix(CALM, STORM, 0.3)
    for i in range(int(worse * 22)):
        x, y = (i * 23.7) % (RIGHT + 6) - 3, (i * 37.3) % SHORE
        if y > top:
            pen.paint(line([(x, y), (x - 1.4, y + 4)]), None, tint, width=0.7)
    for x, y, size in ((8, 32, 1), (50, 22, 1.3), (30, 4, 0.9)):
        cloud = outline("M-7 2 C-9 -2 -5 -4 -3.6 -2.4 C-2 -6 3 -5.4 3.4 -2.6 C6.4 -4 8.6 0 6.6 2 Z")
        if y - 6 * size > top:
            pen.paint(cloud.scaled(size).moved(x, y), tint)
    return ground


def _wheel(pen: Pen, x: float, y: float, order: int, scale: float = 1) -> None:
    with pen.at(x, y, scale=scale):
        drawings.draw(pen, signs.PACKAGE, "parts", "wheel")
        pen.text(0, 2.9, str(order), 8.2, INK, weight="semibold")

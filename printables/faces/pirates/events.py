"""The event cards of pirates: above what happens, below how far the pirates sail (R1, R8)."""

from __future__ import annotations

from companion.game import Piece
from companion.language import say
from companion.layout import POKER
from companion.pirates.deck import ORDERS, Deck, Event
from companion.pirates.pieces import effect_texts
from printables.art import drawings
from printables.draw.colours import INK, PAPER, WHITE, mix, readable_on
from printables.draw.paths import line, outline, rectangle, rounded
from printables.draw.pen import BLEED, FRAME, Pen, bled, translate_for, wash
from printables.draw.text import draw_block, draw_heading
from printables.faces.pirates.nautical import PACKAGE, TRACK_SIGNS, WATER, draw_sign
from printables.faces.pirates.ships import draw_sailing_ship

MIDDLE, RIGHT = POKER.width / 2, POKER.width
CALM, STORM = "#bfe6f2", "#5b6f94"  # the sky of the lowest and the highest level
SHORE = 66.0  # top of the black part, mm
TITLE = 11.0  # a back's sky is empty above this, for the title, mm


def front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the level, the name, the effects in signs and words, and the pirates' distance."""
    event = _event(piece, deck)
    _sky(pen, event.order)
    _wheel(pen, 12.2, 12.2, event.order)
    pen.paint(rounded(23.2, 5.4, RIGHT - 4 - 23.2, 13.6, 3), wash(pen, PAPER), INK)
    draw_block(
        pen, event.name, 41.35, 12.2, size=5.4, width=32, height=11.4, weight="semibold", fill=INK
    )
    pen.paint(rounded(4, 24.6, RIGHT - 8, 37, 3.4), wash(pen, PAPER), INK)
    # a sign for each effect, side by side
    signs = [(TRACK_SIGNS[verb], f"{amount:+d}") for verb, amount in event.changes]
    if event.turn:
        times = f"x{abs(event.turn)}" if abs(event.turn) > 1 else ""
        signs.append(("starboard" if event.turn > 0 else "port", times))
    if event.spawns:
        signs.append(("pirates", ""))
    pitch = min(26.0, 52 / len(signs))
    size = min(17.0, pitch * 0.52)
    for i, (sign, amount) in enumerate(signs):
        x = MIDDLE + (i - (len(signs) - 1) / 2) * pitch
        left = x - (pitch * 0.21 if amount else 0)
        if sign == "pirates":
            with pen.at(left, 36 + size * 0.55, scale=size / 26):
                draw_sailing_ship(pen, "black")
        else:
            draw_sign(pen, sign, left, 35.8, size)
        x, letters, room = x + pitch * 0.25, min(7.4, pitch * 0.28), pitch * 0.38
        if amount:
            pen.text(x, 38.4, amount, letters, INK, weight="semibold", fit=room)
    text = ". ".join(translate_for(pen, effect) for effect in effect_texts(event)) + "."
    draw_block(pen, text, MIDDLE, 53.8, size=4.6, width=49, height=12.4, fill=INK)
    # a skull, the hexes and their number, white on black to distinguish it from the level
    dark, light = "#23222a", pen.ink != "full"
    black = rectangle(-BLEED, SHORE, RIGHT + 2 * BLEED, POKER.height - SHORE + BLEED)
    pen.paint(black, WHITE if light else dark, dark, width=FRAME)
    draw_sign(pen, "skull", 11.4, 76.8, 13)
    ink = dark if light else PAPER
    draw_heading(pen, say("pirates sail"), 21, 75.2, 4.4, ink, fit=26)
    # a hex for each that they sail
    pitch = min(6.0, (47 - 21) / event.distance)
    for i in range(event.distance):
        x = 21 + (i + 0.5) * pitch
        side = pitch * 0.45
        hexagon = outline("M1 0 L0.5 0.87 L-0.5 0.87 L-1 0 L-0.5 -0.87 L0.5 -0.87 Z")
        pen.paint(hexagon.mapped(side, side, x, 80.6), None, ink, width=0.7)
    pen.text(53.6, 81.4, str(event.distance), 13, ink, weight="semibold", fit=11)


def back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the back with the level, by which the deck can be sorted face down (R1)."""
    event = _event(piece, deck)
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
    pen.paint(outline(f"{crest}L{x} {low}L{-BLEED} {low}Z"), wash(pen, WATER), INK)
    _wheel(pen, MIDDLE, 68.4, event.order, 1.45)
    fill = readable_on(sky, INK, PAPER)
    draw_block(
        pen, deck.title, MIDDLE, 7, size=4.6, width=52, height=6, fill=fill, weight="semibold"
    )


def _event(piece: Piece, deck: Deck) -> Event:
    return next(event for event in deck.events if event.id == piece.id)


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
    """Draw the level on a ship's wheel."""
    with pen.at(x, y, scale=scale):
        drawings.draw(pen, PACKAGE, "parts", "wheel")
        pen.text(0, 2.9, str(order), 8.2, INK, weight="semibold")

"""The tokens of pirates: figures that look over the edge of a tag."""

from __future__ import annotations

from companion.game import Piece
from companion.pirates.deck import Deck
from companion.pirates.measures import CAPTAIN as CAPTAIN_SIZE
from companion.pirates.measures import MARKER, MARKER_RIM, WINDOW
from printables.art.patterns import draw_symbol
from printables.draw.colours import INK, PAPER, SAND, WHITE, readable_on
from printables.draw.paths import line, outline, rectangle
from printables.draw.pen import BLEED, Pen, bled, wash
from printables.faces.pirates.nautical import (
    BOB,
    CAPTAIN,
    WATER_LIGHT,
    Sailor,
    crew,
    draw_castaway,
    draw_head,
    draw_sign,
    draw_standing,
    windows,
)

EDGE = MARKER.height - MARKER_RIM - WINDOW  # top of the tag's window, mm
MIDDLE = MARKER.width / 2
GROUNDS = {"wave": "#bfe3f4", "crab": SAND, "fish": WATER_LIGHT, "anchor": "#dfe7ee"}


def front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the side with the tag."""
    if piece.id == "captain":
        # the captain is black and white, and larger than the others (pirates: terminology)
        pen.paint(bled(piece.size), wash(pen, "#eef1f4"))
        with pen.at(CAPTAIN_SIZE.width / 2, CAPTAIN_SIZE.height - 6, scale=0.48):
            draw_standing(pen, CAPTAIN, width=1.2)
    elif piece.id in GROUNDS:
        pen.paint(bled(piece.size), _ground(pen, GROUNDS[piece.id]))
        if piece.id == "wave":
            for x in (4.5, 10, 15.5):
                draw_sign(pen, "wave", x, 3.9, 4.8)
        elif piece.id == "crab":
            draw_sign(pen, "crab", MIDDLE, 5.2, 7.6)
        elif piece.id == "fish":
            draw_sign(pen, "fish", MIDDLE, 3.7, 5.6)
            swell = outline("M1.6 4 Q2.8 2.6 4 4 Q5.2 2.6 6.2 4")
            pen.paint(swell.moved(0.2, 0) + swell.moved(12, 0), None, "#2f8fd0", width=0.7)
        else:
            draw_sign(pen, "anchor", MIDDLE, 4.7, 5.2)
            ropes = line([(2, 3.4), (6.4, 3.4)]) + line([(13.6, 3.4), (18, 3.4)])
            pen.paint(ropes, None, INK, width=0.5)
    else:
        # in its colour, with its symbol
        seat = _seat(piece, deck)
        look = deck.penguins[seat]
        ground = _ground(pen, look.ink)
        pen.paint(bled(piece.size), ground)
        sailor = crew(look.ink, look.symbol, seat)
        with (
            pen.clip(rectangle(-BLEED, -BLEED, MARKER.width + 2 * BLEED, EDGE + BLEED)),
            pen.at(MIDDLE, EDGE + 3.4),
        ):
            draw_head(pen, Sailor(sailor.look, ""), 10.4)
        on = readable_on(ground, INK, PAPER)
        for x in (3.2, MARKER.width - 3.2):
            draw_symbol(pen, look.symbol, x, EDGE / 2 + 0.6, 3.2, fill=on, detail=ground)
    windows(pen, piece.faces["front"])


def back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the back, with the whole figure."""
    if piece.id == "captain":
        pen.paint(bled(piece.size), wash(pen, PAPER))
        _whole(pen, CAPTAIN, piece.size.width / 2, piece.size.height - 4)
    elif piece.id in GROUNDS:
        pen.paint(bled(piece.size), wash(pen, GROUNDS[piece.id]))
        # the anchor marks that Bob is rescued (pirates R9)
        if piece.id == "anchor":
            draw_sign(pen, "anchor", 7.2, 8.8, 9.4, rim=WHITE)
            with pen.at(12.6, 17.8, scale=0.24):
                draw_castaway(pen, BOB)
        else:
            draw_sign(pen, piece.id, MIDDLE, MARKER.height / 2, 14, rim=WHITE)
    else:
        seat = _seat(piece, deck)
        look = deck.penguins[seat]
        pen.paint(bled(piece.size), wash(pen, look.ink))
        _whole(pen, crew(look.ink, look.symbol, seat), MIDDLE, MARKER.height - 2.8)


def _ground(pen: Pen, colour: str) -> str:
    """Return a token's colour, except for "mono": tokens are small, so "low" keeps it too."""
    return WHITE if pen.ink == "mono" else colour


def _seat(piece: Piece, deck: Deck) -> int:
    return next(i for i, look in enumerate(deck.penguins) if piece.id == f"penguin-{look.id}")


def _whole(pen: Pen, sailor: Sailor, x: float, y: float) -> None:
    """Draw a sailor of any size within a token."""
    build = sailor.look.build
    tall, broad = build.height + 0.55 * build.head, build.belly + 3.4
    with pen.at(x, y, scale=min((y - 2.4) / tall, (x - 2.2) / broad)):
        draw_standing(pen, sailor, width=1.4)

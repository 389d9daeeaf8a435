"""The tokens of pirates: each is someone who looks over the edge of the tag and holds it up."""

from __future__ import annotations

from collections.abc import Callable

from companion.game import Piece
from companion.pirates.deck import Deck
from companion.pirates.measures import CAPTAIN as CAPTAIN_SIZE
from companion.pirates.measures import MARKER, MARKER_RIM, WINDOW
from printables.art.nautical import INK, STEEL_LIGHT, WATER_LIGHT, draw_sign
from printables.art.palette import LINE, PLAIN
from printables.art.sailors import BOB, CAPTAIN, Sailor, crew, draw_castaway, draw_head, draw_standing
from printables.art.sea import wash
from printables.art.symbols import draw_symbol
from printables.colours import WHITE, readable_on
from printables.faces.pirates.style import PAPER, SAND, windows
from printables.paths import line, outline, rectangle, rounded
from printables.pen import BLEED, Pen, bled

EDGE = MARKER.height - MARKER_RIM - WINDOW  # how far down the tag's window begins
MIDDLE = MARKER.width / 2
GROUNDS = {"wave": "#bfe3f4", "crab": SAND, "fish": WATER_LIGHT, "anchor": STEEL_LIGHT}


def front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """The side with the tag."""
    if piece.id == "captain":
        _captain(pen, piece)
    elif piece.id in GROUNDS:
        pen.paint(bled(piece.size), _ground(pen, GROUNDS[piece.id]))
        _OVER[piece.id](pen)
    else:
        _penguin(pen, piece, deck)
    windows(pen, piece.faces["front"])
    if piece.id == "captain":
        _fingers(pen)


def back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """The same, without a tag: whoever it is in full."""
    rim = INK
    if piece.id == "captain":
        pen.paint(bled(piece.size), wash(pen, PAPER))
        _whole(pen, CAPTAIN, piece.size.width / 2, piece.size.height - 4)
    elif piece.id in GROUNDS:
        pen.paint(bled(piece.size), wash(pen, GROUNDS[piece.id]))
        _thing(pen, piece)
    else:
        seat = _seat(piece, deck)
        look = deck.penguins[seat]
        pen.paint(bled(piece.size), wash(pen, look.ink))
        _whole(pen, crew(look.ink, look.symbol, seat), MIDDLE, MARKER.height - 2.8)
        rim = PAPER if pen.ink == "full" else look.ink
    box = rounded(0.9, 0.9, piece.size.width - 1.8, piece.size.height - 1.8, 2)
    pen.paint(box, None, rim, width=0.6)


def _thing(pen: Pen, piece: Piece) -> None:
    """The anchor says whom it is for (pirates R9)."""
    if piece.id == "anchor":
        with pen.at(MIDDLE, 18, scale=0.35):
            draw_castaway(pen, BOB)
    else:
        draw_sign(pen, piece.id, MIDDLE, MARKER.height / 2, 14, rim=WHITE)


def _ground(pen: Pen, colour: str) -> str:
    """A token is small: low ink too can afford its colour, which tells the penguins apart."""
    return WHITE if pen.ink == "mono" else colour


def _seat(piece: Piece, deck: Deck) -> int:
    return next(i for i, look in enumerate(deck.penguins) if piece.id == f"penguin-{look.id}")


def _whole(pen: Pen, sailor: Sailor, x: float, y: float) -> None:
    """A sailor between the rims of a token, however tall and stout."""
    build = sailor.look.build
    with pen.at(x, y, scale=min((y - 2.4) / (build.height + 0.55 * build.head), (x - 1.8) / (build.belly + 3.4))):
        draw_standing(pen, sailor, width=1.4)


def _penguin(pen: Pen, piece: Piece, deck: Deck) -> None:
    """In its colour, which its symbol tells too."""
    seat = _seat(piece, deck)
    look = deck.penguins[seat]
    ground = _ground(pen, look.ink)
    pen.paint(bled(piece.size), ground)
    sailor = crew(look.ink, look.symbol, seat)
    with pen.clip(rectangle(-BLEED, -BLEED, MARKER.width + 2 * BLEED, EDGE + BLEED)), pen.at(MIDDLE, EDGE + 3.4):
        draw_head(pen, Sailor(sailor.look, ""), 10.4)
    for x in (2.9, MARKER.width - 2.9):
        draw_symbol(pen, look.symbol, x, EDGE / 2 + 0.5, 3.7, fill=readable_on(ground, INK, PAPER), detail=ground)


def _captain(pen: Pen, piece: Piece) -> None:
    """Black and white, and larger than the others (pirates: terminology)."""
    pen.paint(bled(piece.size), wash(pen, "#eef1f4"))
    with pen.at(CAPTAIN_SIZE.width / 2, CAPTAIN_SIZE.height + 4, scale=0.7):
        draw_standing(pen, CAPTAIN, width=0.8)


def _wave(pen: Pen) -> None:
    for x in (3.4, 10, 16.6):
        draw_sign(pen, "wave", x, 3.3, 6)


def _crab(pen: Pen) -> None:
    draw_sign(pen, "crab", MIDDLE, 4.8, 9.4)


def _fish(pen: Pen) -> None:
    draw_sign(pen, "fish", MIDDLE, 3.3, 7)
    swell = outline("M1.6 4 Q2.8 2.6 4 4 Q5.2 2.6 6.2 4")
    pen.paint(swell.moved(-0.6, 0) + swell.moved(12.6, 0), None, "#2f8fd0", width=0.7)


def _anchor(pen: Pen) -> None:
    draw_sign(pen, "anchor", MIDDLE, 3.6, 6.2)
    pen.paint(line([(1.8, 3.4), (6, 3.4)]) + line([(14, 3.4), (18.2, 3.4)]), None, INK, width=0.5)


def _fingers(pen: Pen) -> None:
    """Flippers that hold the tag's board."""
    for x in (3.6, 24.4):
        pen.paint(rounded(x - 1.6, CAPTAIN_SIZE.height - 12, 3.2, 6, 1.6), PLAIN.coat, INK, width=LINE)


_OVER: dict[str, Callable[[Pen], None]] = {"wave": _wave, "crab": _crab, "fish": _fish, "anchor": _anchor}

"""The ships of pirates: strips to fold into a sail on a flat base (see `ShipNet`)."""

from __future__ import annotations

from companion.game import Piece
from companion.pirates.deck import Deck
from companion.pirates.measures import SHIP
from printables.draw.boxes import Box
from printables.draw.colours import WHITE
from printables.draw.paths import Path, line, polygon, rectangle
from printables.draw.pen import BLEED, Pen, bled
from printables.draw.shapes import Fold, Shape
from printables.faces.pirates.style import windows
from printables.faces.pirates.vessels import (
    deck_outline,
    draw_deck,
    draw_standing_ship,
    sail_outline,
)

MIDDLE = SHIP.size.width / 2
MARGIN = 0.4  # around the words on the tab, mm
SHY = 0.4  # how much narrower than its crease the tab is on each side, mm


def front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the flat net, which is printed on one side."""
    colour = str(piece.data["colour"])
    under, fold, bow = SHIP.creases
    width, height = SHIP.sail.width, SHIP.sail.height
    pen.paint(bled(SHIP.size), WHITE)
    with (
        pen.clip(rectangle(-BLEED, under, width + 2 * BLEED, height)),
        pen.at(MIDDLE, under, turn=180),
    ):
        draw_standing_ship(pen, colour, "ahead", width, height)
    with pen.clip(rectangle(-BLEED, fold, width + 2 * BLEED, height)), pen.at(MIDDLE, bow):
        draw_standing_ship(pen, colour, "astern", width, height)
    with pen.at(MIDDLE, bow):
        draw_deck(pen, colour, SHIP.base.width, SHIP.base.height, SHIP.bow)
    windows(pen, piece.faces["front"])


def net() -> Shape:
    """Return how ships are cut and folded; the tab is glued under the base."""
    under, fold, bow = SHIP.creases
    side = sail_outline(SHIP.sail.width, SHIP.sail.height, SHIP.bow)
    tab = [(SHIP.tab.width / 2, 0.0), (SHIP.bow / 2 - SHY, under)]
    sail = [(x, under - y) for x, y in side] + [(x, bow + y) for x, y in reversed(side)]
    right = [(MIDDLE + x, y) for x, y in (*tab, *sail)]
    left = [(2 * MIDDLE - x, y) for x, y in reversed(right)]
    base = deck_outline(SHIP.base.width, SHIP.base.height, SHIP.bow).moved(MIDDLE, bow)
    # the base without its side at the bow
    cut = (*line(right).steps, *base.steps[2:-1], ("L", left[0]), *polygon(left).steps[1:])
    words = Box(MIDDLE - SHIP.bow / 2 + SHY, 0, SHIP.bow - 2 * SHY, under).grown(-MARGIN)
    return Shape(Path(cut), _folds(under, fold, bow), tab=words)


def _folds(under: float, fold: float, bow: float) -> tuple[Fold, ...]:
    foot, head = SHIP.bow / 2, SHIP.sail.width / 2
    return (
        Fold((MIDDLE - foot + SHY, under), (MIDDLE + foot - SHY, under), "mountain"),
        Fold((MIDDLE - head, fold), (MIDDLE + head, fold), "mountain"),
        Fold((MIDDLE - foot, bow), (MIDDLE + foot, bow), "valley"),
    )

"""Shared parts of the figures for rules: small cards, arrows, notes.

Figures are `WIDTH` mm wide, and scaled to a column on paper or to the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import atan2, degrees, dist

from companion.game import DeckT, Piece
from companion.layout import POKER
from printables.draw.colours import INK, WHITE, Colour
from printables.draw.fonts import middle
from printables.draw.paths import Point, circle, line, polygon, rounded
from printables.draw.pen import LINE, Pen

WIDTH = 80.0
NOTE = 3.4  # size of words, mm
BADGE = 2.7  # radius of badges, mm


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure for rules, `height` mm high; `draw(pen, deck)` draws it from its top left corner."""

    height: float
    draw: Callable[..., None]


def draw_card(  # noqa: PLR0917 - a card and its place
    pen: Pen,
    draw: Callable[[Pen, Piece, str, DeckT], None],
    piece: Piece,
    deck: DeckT,
    at: Point,
    width: float,
    face: str = "front",
) -> None:
    """Draw a card without tags, `width` mm wide, with its top left corner at `at`."""
    scale = width / POKER.width
    outline = rounded(0, 0, POKER.width, POKER.height, 4)
    with pen.at(*at, scale=scale):
        with pen.clip(outline):
            draw(pen, replace(piece, faces=dict.fromkeys(piece.faces, ())), face, deck)
        pen.paint(outline, None, INK, width=LINE * 0.6 / scale)


def height_of_card(width: float) -> float:
    """Return the height of a card, mm, given its width."""
    return width * POKER.height / POKER.width


def draw_arrow(pen: Pen, start: Point, end: Point, fill: Colour = INK) -> None:
    """Draw a straight arrow."""
    (x, y), (to_x, to_y) = start, end
    length = dist(start, end)
    with pen.at(x, y, turn=degrees(atan2(to_y - y, to_x - x))):
        pen.paint(line([(0, 0), (length - 1.5, 0)]), None, fill, width=0.9)
        pen.paint(polygon([(length, 0), (length - 2.6, -1.5), (length - 2.6, 1.5)]), fill)


def draw_note(
    pen: Pen, text: str, x: float, y: float, width: float, *, size: float = NOTE, fill: Colour = INK
) -> None:
    """Draw a line of text centred on (x, y), at most `width` mm wide."""
    pen.text(x, y + middle(size), text, size, fill, weight="semibold", fit=width)


def draw_badge(pen: Pen, text: str, x: float, y: float, fill: Colour) -> None:
    """Draw a short text in a disc about (x, y)."""
    pen.paint(circle(x, y, BADGE), WHITE, fill, width=0.6)
    size = BADGE * 1.5
    pen.text(x, y + middle(size), text, size, INK, weight="semibold", fit=BADGE * 1.6)

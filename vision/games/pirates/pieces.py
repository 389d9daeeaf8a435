"""Where points of printed pirates pieces lie on the table and in the photo.

Points of a piece are mm from its top left, y down, as its faces are drawn; points of the table are
complex numbers, mm, x + iy with y up, as in the frame. Bearings are degrees clockwise from the
table's +y.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.hexes import Point
from companion.layout import Size
from companion.pirates.deck import Deck
from companion.pirates.measures import (
    CAPTAIN,
    MARKER,
    SHIP,
    TRACKERS,
    board_box,
    board_middle,
    tracker_plan,
)
from vision.table.layout import Laid, Outline
from vision.tags.detector import project, square_to

HEART = 40.0  # half the side of the square that marks a board, mm
TILE = "tile"
WHITE, BLACK = "ship-penguins", "ship-pirates"
ANCHOR, FISH, WAVE, CRAB, BIG = "anchor", "fish", "wave", "crab", "captain"


def board_name(piece: Laid) -> str:
    """Return the id of a board in the deck."""
    return piece.id.removeprefix(f"{TILE}-")


def size_of(piece: Laid, deck: Deck) -> Size:
    """Return the size of the whole printed piece; a ship's is that of its flat net."""
    if piece.kind == TILE:
        return board_box(deck, deck.boards[deck.boards_by_id[board_name(piece)]])[1]
    if piece.id in TRACKERS:
        return tracker_plan(deck, TRACKERS[piece.id]).size
    if piece.id in {WHITE, BLACK}:
        return SHIP.size
    return CAPTAIN if piece.id == BIG else MARKER


def middle(piece: Laid) -> complex:
    """Return a piece's centre on the table."""
    return complex(piece.x, piece.y)


def on_table(piece: Laid, point: Point, size: Size) -> complex:
    """Convert a point of a piece to the table."""
    away = complex(point.x - size.width / 2, size.height / 2 - point.y)
    return middle(piece) + away * _turn(piece.rotation)


def on_piece(piece: Laid, point: complex, size: Size) -> Point:
    """Convert a point of the table to a piece."""
    away = (point - middle(piece)) / _turn(piece.rotation)
    return Point(away.real + size.width / 2, size.height / 2 - away.imag)


def pictured(piece: Laid, points: Sequence[Point], size: Size) -> Outline:
    """Return points of a piece in the photo, px, by the perspective of its outline."""
    shares = np.array([(point.x / size.width, point.y / size.height) for point in points])
    px = project(square_to(np.array([piece.outline], float)), shares)[0]
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in px)


def base_middle() -> Point:
    """Return the centre of a ship's base on its net: this is where the ship stands."""
    return Point(SHIP.size.width / 2, SHIP.size.height - SHIP.base.height / 2)


def base_corners() -> tuple[Point, ...]:
    """Return the corners of a ship's base on its net, bow first."""
    left, right = (SHIP.size.width / 2 + side * SHIP.base.width / 2 for side in (-1, 1))
    top, bottom = SHIP.creases[2], SHIP.size.height
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def board_heart(piece: Laid, deck: Deck) -> Outline:
    """Return a square around a board's centre that touches no neighbour's, in the photo, px."""
    x, y = board_middle(deck, deck.boards[deck.boards_by_id[board_name(piece)]], piece.face)
    corners = (
        Point(x - HEART, y - HEART),
        Point(x + HEART, y - HEART),
        Point(x + HEART, y + HEART),
        Point(x - HEART, y + HEART),
    )
    return pictured(piece, corners, size_of(piece, deck))


def _turn(degrees: float) -> complex:
    return complex(np.exp(1j * np.radians(degrees)))

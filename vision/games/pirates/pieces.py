"""Where points of pirates' printed pieces lie: on the table, and in the picture.

Points of a piece run from its top left, mm, y down, as its faces are drawn; points of the table are
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

HEART = 40.0  # mm; half of what is drawn about a board's middle
TILE = "tile"
WHITE, BLACK = "ship-penguins", "ship-pirates"
ANCHOR, FISH, WAVE, CRAB, BIG = "anchor", "fish", "wave", "crab", "captain"


def board_name(piece: Laid) -> str:
    """The id of a board in the deck, by that of its piece."""
    return piece.id.removeprefix(f"{TILE}-")


def size_of(piece: Laid, deck: Deck) -> Size:
    """Return how large the whole printed piece is, a ship as its flat net."""
    if piece.kind == TILE:
        return board_box(deck, deck.boards[deck.boards_by_id[board_name(piece)]])[1]
    if piece.id in TRACKERS:
        return tracker_plan(deck, TRACKERS[piece.id]).size
    if piece.id in {WHITE, BLACK}:
        return SHIP.size
    return CAPTAIN if piece.id == BIG else MARKER


def middle(piece: Laid) -> complex:
    """A piece's middle on the table."""
    return complex(piece.x, piece.y)


def on_table(piece: Laid, point: Point, size: Size) -> complex:
    """A point of a piece, on the table."""
    away = complex(point.x - size.width / 2, size.height / 2 - point.y)
    return middle(piece) + away * _turn(piece.rotation)


def on_piece(piece: Laid, point: complex, size: Size) -> Point:
    """A point of the table, on a piece."""
    away = (point - middle(piece)) / _turn(piece.rotation)
    return Point(away.real + size.width / 2, size.height / 2 - away.imag)


def pictured(piece: Laid, points: Sequence[Point], size: Size) -> Outline:
    """Points of a piece in the picture, px: its outline's corners say how it is seen."""
    shares = np.array([(point.x / size.width, point.y / size.height) for point in points])
    seen = project(square_to(np.array([piece.outline], float)), shares)[0]
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in seen)


def base_middle() -> Point:
    """The middle of a ship's base, on its net: the ship stands there."""
    return Point(SHIP.size.width / 2, SHIP.size.height - SHIP.base.height / 2)


def base_corners() -> tuple[Point, ...]:
    """A ship's base on its net, bow first."""
    left, right = (SHIP.size.width / 2 + side * SHIP.base.width / 2 for side in (-1, 1))
    top, bottom = SHIP.creases[2], SHIP.size.height
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def board_heart(piece: Laid, deck: Deck) -> Outline:
    """The square about a board's middle that no neighbour's reaches, in the picture, px."""
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

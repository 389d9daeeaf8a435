"""Where points of printed pirates pieces lie on the table and in the photo.

Points of a piece are mm from its top left, y down, as its faces are drawn; points of the table are
complex, as in `vision.games.pose`. Bearings are degrees clockwise from the table's +y.
"""

from __future__ import annotations

import numpy as np

from companion.hexes import Point
from companion.layout import Size
from companion.pirates.boards import Board
from companion.pirates.deck import Deck
from companion.pirates.pieces import (
    CAPTAIN,
    MARKER,
    SHIP,
    TRACKERS,
    board_box,
    board_middle,
    tracker_plan,
)
from vision.games.pose import pose
from vision.table.layout import Laid, Outline

HEART = 40.0  # half the side of the square that marks a board, mm
TILE = "tile"
WHITE, BLACK = "ship-penguins", "ship-pirates"
ANCHOR, FISH, WAVE, CRAB, BIG = "anchor", "fish", "wave", "crab", "captain"
# the centre of a ship's base on its net: this is where the ship stands
BASE_MIDDLE = Point(SHIP.size.width / 2, SHIP.size.height - SHIP.base.height / 2)


def board_of(piece: Laid, deck: Deck) -> Board:
    """Return the board that a piece is."""
    return deck.boards[deck.boards_by_id[piece.id.removeprefix(f"{TILE}-")]]


def size_of(piece: Laid, deck: Deck) -> Size:
    """Return the size of the whole printed piece; a ship's is that of its flat net."""
    if piece.kind == TILE:
        return board_box(deck, board_of(piece, deck))[1]
    if piece.id in TRACKERS:
        return tracker_plan(deck, TRACKERS[piece.id]).size
    if piece.id in {WHITE, BLACK}:
        return SHIP.size
    return CAPTAIN if piece.id == BIG else MARKER


def on_table(piece: Laid, point: Point, size: Size) -> complex:
    """Convert a point of a piece to the table."""
    return pose(piece).point(point.x - size.width / 2, point.y - size.height / 2)


def on_piece(piece: Laid, point: complex, size: Size) -> Point:
    """Convert a point of the table to a piece."""
    right, down = pose(piece).local(point)
    return Point(right + size.width / 2, down + size.height / 2)


def base_outline(ship: Laid) -> Outline:
    """Return a ship's base in the photo, px, bow first."""
    left, right = (SHIP.size.width / 2 + side * SHIP.base.width / 2 for side in (-1, 1))
    top, bottom = SHIP.creases[2], SHIP.size.height
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return ship.pictured(corners / (SHIP.size.width, SHIP.size.height))


def board_heart(piece: Laid, deck: Deck) -> Outline:
    """Return a square around a board's centre that touches no neighbour's, in the photo, px."""
    middle, size = board_middle(deck, board_of(piece, deck), piece.face), size_of(piece, deck)
    around = np.array([(-HEART, -HEART), (HEART, -HEART), (HEART, HEART), (-HEART, HEART)])
    return piece.pictured((middle + around) / (size.width, size.height))

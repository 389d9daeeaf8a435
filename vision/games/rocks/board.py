"""The rocks board on the table: its spaces and piles, and the parts of a penguin's base.

Points of the table are complex, as in `vision.games.pose`; points of the board are as in its file,
(x, y) in mm from its centre, y down.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Mapping, Sequence
from math import degrees, dist
from typing import NamedTuple

import numpy as np

from companion.layout import Size
from companion.rocks.board import Board, Place, PlaceId
from companion.rocks.pieces import ROCK, STAND, Point, pieces, width
from companion.tags import TagId
from vision.games.pose import Pose, pose, way
from vision.table.layout import Laid, Outline, wrapped

BOARD = "board"
TOGETHER = 12.0, 4.0  # mm and degrees by which quarters of one board may differ
# mm from a place's edge to count as in it, and by how much the next place has to be farther away
WITHIN, APART = 0.0, 4.0
NEAR, FAR_APART = 8.0, 10.0  # the same, to count as just outside it
BEYOND = 8.0  # mm outside the board's edge that still count as on it
ON_PAD, BY_PAD = 8.0, 13.5  # mm from a pad's centre to a rock's: on it; possibly on it
# the centres of a penguin's base and of the pad on it, mm right of its net's centre and down
BASE = 0.0, STAND.size.height - STAND.base.height / 2 - STAND.size.height / 2
PAD = STAND.pad[0] - STAND.size.width / 2, STAND.pad[1] - STAND.size.height / 2


class Spot(NamedTuple):
    """The number of a point's place on the board, or None with the places `near` it."""

    place: int | None
    near: tuple[PlaceId, ...]
    on_board: bool


def together(one: Pose, other: Pose) -> bool:
    """Return whether quarters with these poses can be of one board."""
    far, askew = TOGETHER
    return abs(one.at - other.at) <= far and abs(wrapped(one.turn - other.turn)) <= askew


def board_pose(pieces: Sequence[Laid]) -> Pose | None:
    """Return the mean pose of the board's parts, preferring two-tag ones; None if they disagree."""
    parts = [piece for piece in pieces if piece.kind == BOARD]
    best = [part for part in parts if part.source == "two-tags"] or parts
    if not best:
        return None
    at = sum(complex(part.x, part.y) for part in best) / len(best)
    turn = degrees(phase(sum(way(part.rotation) for part in best)))
    mean = Pose(at, turn)
    return mean if all(together(pose(part), mean) for part in best) else None


def quarter_pose(
    board: Board, lies: Pose, side: tuple[int, int], centres: Mapping[TagId, complex]
) -> Pose:
    """Return the board's pose by one quarter's two tags, or `lies` if unread or far off.

    `side` is the quarter's direction from the centre, right and down, each 1 or -1; `centres` are
    those of the tags.
    """
    half, (whole, *_) = board.drawing.side / 2, pieces(board)
    pairs = [
        (complex(tag.x - half, half - tag.y), centres[tag.id])
        for tag in whole.faces["front"]
        if (tag.x - half) * side[0] > 0 and (tag.y - half) * side[1] > 0 and tag.id in centres
    ]
    if len(pairs) < 2:
        return lies
    (one, seen_one), (other, seen_other) = pairs[:2]
    turned = (seen_other - seen_one) / (other - one)
    at = (seen_one + seen_other) / 2 - (one + other) / 2 * turned / abs(turned)
    place = Pose(at, degrees(phase(turned)))
    return place if together(place, lies) else lies


def spot(board: Board, point: Point) -> Spot:
    """Return the place that contains a point of the board, or is the only one near."""
    half = board.drawing.side / 2 + BEYOND
    if max(map(abs, point)) > half:
        return Spot(None, (), False)
    off = [
        (dist(point, place.at) - width(board, place) / 2, number)
        for number, place in enumerate(board.places)
    ]
    (first, number), (second, other) = sorted(off)[:2]
    lead = APART if first <= WITHIN else FAR_APART
    if first <= NEAR and second - first >= lead:
        return Spot(number, (board.places[number].id,), True)
    near = (number, other) if second <= 2 * NEAR else (number,)
    return Spot(None, tuple(board.places[n].id for n in near), True)


def place_corners(board: Board, lies: Pose, place: Place) -> Outline:
    """Return a square on the table that contains a place's rocks, which stick out a little."""
    side = width(board, place) + ROCK.width / 2
    return lies.corners(Size(side, side), place.at)


def pad(penguin: Laid) -> complex:
    """Return the centre of the pad for a rock on a penguin's base, on the table."""
    return pose(penguin).point(*PAD)


def base_outline(penguin: Laid) -> Outline:
    """Return a penguin's base in the photo, px, without the figure, which doesn't lie flat."""
    top = 1 - STAND.base.height / STAND.size.height
    return penguin.pictured(np.array([(0, top), (1, top), (1, 1), (0, 1)], float))

"""The rocks board on the table: convert points to spaces and piles, and locate things on a
penguin's base.

Points of the table are complex numbers, x + iy in mm of the table's frame, y up; points of the
board are as in its file, (x, y) in mm from its centre, y down. Turns are degrees counter-clockwise.
"""

from __future__ import annotations

from cmath import exp, phase
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import degrees, dist, radians
from typing import NamedTuple

import numpy as np

from companion.layout import Size
from companion.rocks.board import Board, Place, PlaceId
from companion.rocks.measures import ROCK, STAND, Point, width
from companion.rocks.pieces import pieces
from companion.tags import TagId
from vision.table.layout import Laid, Outline, as_outline, wrapped

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


@dataclass(frozen=True, slots=True)
class Pose:
    """Centre and turn of a piece on the table."""

    at: complex
    turn: float

    def point(self, right: float, down: float) -> complex:
        """Convert a point of the piece, mm from its centre, to the table."""
        return self.at + complex(right, -down) * exp(1j * radians(self.turn))

    def local(self, point: complex) -> Point:
        """Convert a point of the table to mm right of the piece's centre and down."""
        back = (point - self.at) * exp(-1j * radians(self.turn))
        return (back.real, -back.imag)

    def near(self, other: Pose) -> bool:
        """Return whether quarters with these poses can be of one board."""
        far, askew = TOGETHER
        return abs(self.at - other.at) <= far and abs(wrapped(self.turn - other.turn)) <= askew

    def corners(self, middle: Point, size: Size) -> Outline:
        """Return an upright rectangle on the piece around a point of it, mm on the table, clockwise
        from its top left.
        """
        (x, y), w, h = middle, size.width / 2, size.height / 2
        ways = (-w, -h), (w, -h), (w, h), (-w, h)
        return as_outline(self.point(x + right, y + down) for right, down in ways)


class Spot(NamedTuple):
    """Where a point of the board is: the number of its place, or None with the places nearby
    (`near`).
    """

    place: int | None
    near: tuple[PlaceId, ...]
    on_board: bool


def pose(piece: Laid) -> Pose:
    """Return the pose of a piece."""
    return Pose(complex(piece.x, piece.y), piece.rotation)


def board_pose(pieces: Sequence[Laid]) -> Pose | None:
    """Return the mean pose of the board's parts, preferring those with two tags; None without any
    or if they disagree.
    """
    parts = [piece for piece in pieces if piece.kind == BOARD]
    best = [part for part in parts if part.source == "two-tags"] or parts
    if not best:
        return None
    at = sum(complex(part.x, part.y) for part in best) / len(best)
    turn = degrees(phase(sum(exp(1j * radians(part.rotation)) for part in best)))
    mean = Pose(at, turn)
    return mean if all(pose(part).near(mean) for part in best) else None


def quarter_pose(
    board: Board, lies: Pose, way: tuple[int, int], centres: Mapping[TagId, complex]
) -> Pose:
    """Return the pose of the whole board by one printed quarter's two tags, or `lies` if either is
    unread or far off.

    `way` is the quarter's direction from the centre, right and down, each 1 or -1; `centres` are
    those of the tags.
    """
    half, (whole, *_) = board.drawing.side / 2, pieces(board)
    pairs = [
        (complex(tag.x - half, half - tag.y), centres[tag.id])
        for tag in whole.faces["front"]
        if (tag.x - half) * way[0] > 0 and (tag.y - half) * way[1] > 0 and tag.id in centres
    ]
    if len(pairs) < 2:
        return lies
    (one, seen_one), (other, seen_other) = pairs[:2]
    turned = (seen_other - seen_one) / (other - one)
    at = (seen_one + seen_other) / 2 - (one + other) / 2 * turned / abs(turned)
    place = Pose(at, degrees(phase(turned)))
    return place if place.near(lies) else lies


def spot(board: Board, point: Point) -> Spot:
    """Return the place that contains a point of the board, or is the only one it can be meant
    for.
    """
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
    """Return the corners on the table of the square that contains a place's rocks, though they
    stick out a little.
    """
    side = width(board, place) + ROCK.width / 2
    return lies.corners(place.at, Size(side, side))


def pad(penguin: Laid) -> complex:
    """Return the centre of the pad for a rock on a penguin's base, on the table."""
    return pose(penguin).point(*PAD)


def base_outline(penguin: Laid) -> Outline:
    """Return a penguin's base in the photo, px, without the figure above it, which doesn't lie
    flat.
    """
    top = 1 - STAND.base.height / STAND.size.height
    return penguin.pictured(np.array([(0, top), (1, top), (1, 1), (0, 1)], float))


def distinct(pieces: Sequence[Laid], kind: str, apart: float) -> list[Laid]:
    """Return the pieces of a kind: of those with one id within `apart` mm, the most confident."""
    kept: list[Laid] = []
    for piece in sorted(pieces, key=lambda piece: -piece.confidence):
        if piece.kind == kind and not any(
            piece.id == other.id and dist((piece.x, piece.y), (other.x, other.y)) < apart
            for other in kept
        ):
            kept.append(piece)
    return [piece for piece in pieces if any(piece is other for other in kept)]

"""Where on a rocks board there is room for what is no place: the table of rules beside each pile, and scenery.

All mm from the board's middle. Nothing found here lies on a place, a path, a tag, the board's edge, or a seam.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import dist, hypot

from companion.rocks.board import Board, Nest
from companion.rocks.measures import TAG_CLEAR, Point, board_tags, clearance, paths, width
from printables.paper import Box

SAFE = 4.0  # from the board's edges and from the seams
APART = 3.0  # between what lies here and places and paths
GRID = 5  # between two spots that are tried
BEACH = 7.5  # how far the land reaches beyond places and paths
SCENES, TRIFLES = (7.0, 17.0), (3.4, 4.6)  # radius of things at sea and ashore, from and to
PLATES = ((84, 44), (80, 44), (78, 42), (76, 42), (74, 40), (70, 38), (66, 36), (60, 32))  # sizes of the table of rules, best first


@dataclass(frozen=True, slots=True)
class Plate:
    """A box for text round (x, y), `width` wide and `height` high for a reader for whom it is turned by `turn`."""

    x: float
    y: float
    width: float
    height: float
    turn: int

    @property
    def box(self) -> Box:
        """What it covers."""
        w, h = (self.height, self.width) if self.turn % 180 else (self.width, self.height)
        return Box(self.x - w / 2, self.y - h / 2, w, h)


@dataclass(frozen=True, slots=True)
class Disc:
    """A round room."""

    x: float
    y: float
    radius: float


def turn_of(board: Board, nest: Nest) -> int:
    """How far what a nest's owner reads is turned clockwise: they sit so that the pile is at the right (rocks R2)."""
    where = {place.id: place.at for place in board.places}
    (x, y), (to_x, to_y) = where[nest.centre], where[nest.pile]
    dx, dy = to_x - x, to_y - y
    if abs(dx) >= abs(dy):
        return 0 if dx >= 0 else 180
    return 90 if dy >= 0 else 270


@cache
def plates(board: Board) -> tuple[Plate, ...]:
    """A table of rules for each nest, near its pile, all of one size; none where one of them finds no room."""
    where = {place.id: place.at for place in board.places}
    for w, h in PLATES:
        found: list[Plate] = []
        for nest in board.nests:
            spots = sorted(_spots(board, min(w, h) / 2 + APART), key=lambda spot: _far(spot, where[nest.pile]))
            turn = turn_of(board, nest)
            ways = (Plate(x, y, w, h, turn) for x, y in spots)
            found.extend(next(([way] for way in ways if _free(board, way.box, found)), []))
        if len(found) == len(board.nests):
            return tuple(found)
    return ()


@cache
def scenes(board: Board) -> tuple[Disc, ...]:
    """Rooms at sea for large things, the largest first.

    A board that looks the same after a quarter turn has the same rooms after it.
    """
    spots = _spots(board, BEACH + SCENES[0])
    plain = [plate.box for plate in plates(board)]
    return _packed([(_room(board, spot, BEACH + 1, plain), spot) for spot in spots], SCENES, apart=2)


@cache
def trifles(board: Board) -> tuple[Disc, ...]:
    """Rooms ashore for small things."""
    boxes = [plate.box for plate in plates(board)]
    rooms = []
    for spot in _spots(board, TRIFLES[0]):
        at_sea = clearance(board, spot) > BEACH + 3 or any(dist(spot, (d.x, d.y)) < d.radius + 5 for d in scenes(board))
        if not at_sea:
            rooms.append((_room(board, spot, 5, boxes), spot))
    return _packed(rooms, TRIFLES, apart=26)


def _packed(rooms: list[tuple[float, Point]], radii: tuple[float, float], apart: float) -> tuple[Disc, ...]:
    """Discs `apart` from each other, each as large as it can be within the limits, the largest first."""
    found: list[Disc] = []
    while rooms:
        radius, (x, y) = max(rooms, key=lambda room: (room[0], _far(room[1], (0, 0)), room[1]))
        if radius < radii[0]:
            break
        found.append(Disc(x, y, min(radius, radii[1])))
        rooms = [(min(r, round(dist(spot, (x, y)) - found[-1].radius - apart, 2)), spot) for r, spot in rooms]
        rooms = [room for room in rooms if room[0] >= radii[0]]
    return tuple(found)


def _far(one: Point, other: Point) -> float:
    return round(dist(one, other), 2)


def _spots(board: Board, reach: float) -> list[Point]:
    """Spots at least `reach` away from places and paths."""
    return [spot for spot, clear in _grid(board) if clear >= reach]


@cache
def _grid(board: Board) -> tuple[tuple[Point, float], ...]:
    """Spots all over the board that are no part of a place or a path, and how far from those."""
    half = board.drawing.side // 2
    axis = [sign * (n + GRID / 2) for n in range(0, half, GRID) for sign in (-1, 1)]
    found = ((spot, clearance(board, spot)) for spot in product(axis, axis))
    return tuple((spot, clear) for spot, clear in found if clear > 0)


def _room(board: Board, spot: Point, apart: float, boxes: Sequence[Box]) -> float:
    """How large a disc about a spot can be."""
    half = board.drawing.side / 2
    edges = [half - abs(n) - SAFE for n in spot] + [abs(n) - 1 for n in spot]
    around = [_to_box(box, spot) - 2 for box in (*boxes, *_tag_boxes(board))]
    return round(min(clearance(board, spot) - apart, *edges, *around), 2)


def _free(board: Board, box: Box, others: Sequence[Plate]) -> bool:
    half = board.drawing.side / 2
    if any(min(abs(near), abs(far)) < SAFE or near * far < 0 for near, far in ((box.x, box.right), (box.y, box.bottom))):
        return False
    if any(abs(n) > half - SAFE for n in (box.x, box.y, box.right, box.bottom)):
        return False
    if any(box.overlaps(taken) for taken in (*(plate.box for plate in others), *_tag_boxes(board))):
        return False
    round_ones = all(_to_box(box, place.at) >= width(board, place) / 2 + APART for place in board.places)
    return round_ones and all(_to_box(box, spot) >= 7 + APART for spot in _along(board))


@cache
def _along(board: Board) -> tuple[Point, ...]:
    """Spots along all paths, a few mm apart."""
    return tuple(_steps(board))


def _steps(board: Board) -> Iterator[Point]:
    for one, other in paths(board):
        count = max(1, int(dist(one.at, other.at) / GRID))
        for i in range(count + 1):
            share = i / count
            yield tuple(a + (b - a) * share for a, b in zip(one.at, other.at, strict=True))  # type: ignore[misc]


def _tag_boxes(board: Board) -> list[Box]:
    return [Box(x - TAG_CLEAR, y - TAG_CLEAR, 2 * TAG_CLEAR, 2 * TAG_CLEAR) for x, y in board_tags(board)]


def _to_box(box: Box, spot: Point) -> float:
    """From a spot to the nearest point of a box; 0 within."""
    x, y = spot
    return hypot(max(box.x - x, 0, x - box.right), max(box.y - y, 0, y - box.bottom))

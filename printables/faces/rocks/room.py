"""Where on a rocks board there is room for what is no place: tables of rules, scenery, and the sea itself.

All mm from the board's middle. Tables and scenery lie on no place, path, tag or seam, nor over the board's edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import dist

from companion.rocks.board import Board, Nest
from companion.rocks.measures import TAG_CLEAR, Point, board_tags, obstacles
from printables.paper import Box

SAFE = 4.0  # from the board's edges and from the seams
APART = 3.0  # between a table and places and paths
RIM = 6.0  # between a table and a nest's outer spaces, whose ground reaches beyond them
GRID = 5  # between two spots that are tried
BEACH, QUAY = 7.5, 3.5  # how far the land reaches beyond places and paths, and beyond tables
STRAIT = 5.5  # radius of the smallest round bay: narrower waters are land
SCENES, TRIFLES = (6.0, 17.0), (3.4, 4.6)  # radius of things at sea and ashore, from and to
SIZES = ((84, 44), (80, 44), (78, 42), (76, 42), (74, 40), (70, 38), (66, 36), (60, 32))  # of tables, best first


@dataclass(frozen=True, slots=True)
class Plate:
    """A table of rules round (x, y), `width` wide and `height` high for a reader for whom it is turned by `turn`."""

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


@dataclass(frozen=True, slots=True)
class Rooms:
    """A board's tables of rules in the order of nests, none if one of them finds no room; scenery and sea.

    `sea` are discs that together are all water, up to the line of the coast. Scenery comes with the largest room
    first; a board that looks the same after a quarter turn has the same rooms after it.
    """

    plates: tuple[Plate, ...]
    scenes: tuple[Disc, ...]
    trifles: tuple[Disc, ...]
    sea: tuple[Disc, ...]


@cache
def rooms(board: Board) -> Rooms:
    """Survey a board."""
    survey = _Survey(board)
    plates = survey.plates()
    boxes = [plate.box for plate in plates]
    scenes = survey.scenes(boxes)
    return Rooms(plates, scenes, survey.trifles(boxes, scenes), survey.sea(boxes))


def turn_of(board: Board, nest: Nest) -> int:
    """How far what a nest's owner reads is turned clockwise: they sit so that the pile is at the right (rocks R2)."""
    where = {place.id: place.at for place in board.places}
    (x, y), (to_x, to_y) = where[nest.centre], where[nest.pile]
    dx, dy = to_x - x, to_y - y
    if abs(dx) >= abs(dy):
        return 0 if dx >= 0 else 180
    return 90 if dy >= 0 else 270


class _Survey:
    """A board with a grid of spots, and how far each is from places and paths."""

    def __init__(self, board: Board) -> None:
        self._board, self._around, self._half = board, obstacles(board), board.drawing.side / 2
        self._tags = [Box(x - TAG_CLEAR, y - TAG_CLEAR, 2 * TAG_CLEAR, 2 * TAG_CLEAR) for x, y in board_tags(board)]
        axis = [sign * (n + GRID / 2) for n in range(0, int(self._half) + 3 * GRID, GRID) for sign in (-1, 1)]
        clear = ((spot, self._around.clearance(spot)) for spot in product(axis, axis))
        self._grid = [(spot, far) for spot, far in clear if far > 0]

    def plates(self) -> tuple[Plate, ...]:
        """The largest tables that find room, each as near to its nest's pile as can be."""
        piles = {place.id: place.at for place in self._board.places if place.is_pile}
        for w, h in SIZES:
            found: list[Plate] = []
            for nest in self._board.nests:
                spots = sorted(self._spots(h / 2 + APART), key=lambda spot: _far(spot, piles[nest.pile]))
                ways = (Plate(x, y, w, h, turn_of(self._board, nest)) for x, y in spots)
                found.extend(next(([way] for way in ways if self._free(way.box, found)), []))
            if len(found) == len(self._board.nests):
                return tuple(found)
        return ()

    def scenes(self, plates: Sequence[Box]) -> tuple[Disc, ...]:
        """Rooms at sea."""
        spots = self._spots(BEACH + SCENES[0])
        return _packed(((self._room(spot, BEACH + 1, plates), spot) for spot in spots), SCENES, apart=2)

    def trifles(self, plates: Sequence[Box], scenes: Sequence[Disc]) -> tuple[Disc, ...]:
        """Rooms ashore, on the beach."""
        ashore = [
            spot
            for spot, clear in self._grid
            if clear <= BEACH + 3 and all(dist(spot, (d.x, d.y)) >= d.radius + 5 for d in scenes)
        ]
        return _packed(((self._room(spot, 5, plates), spot) for spot in ashore), TRIFLES, apart=26)

    def sea(self, plates: Sequence[Box]) -> tuple[Disc, ...]:
        """The water, its coast round: no bay is narrower than `STRAIT`."""
        found: list[Disc] = []
        for spot, clear in sorted(self._grid, key=lambda row: -row[1]):
            radius = min(clear - BEACH, *(away(box, spot) - QUAY for box in plates), 3 * self._half)
            if radius >= STRAIT and all(dist(spot, (d.x, d.y)) + radius > d.radius + 0.4 for d in found):
                found.append(Disc(*spot, radius))
        return tuple(found)

    def _spots(self, reach: float) -> list[Point]:
        """Spots at least `reach` away from places and paths."""
        return [spot for spot, clear in self._grid if clear >= reach]

    def _room(self, spot: Point, apart: float, plates: Sequence[Box]) -> float:
        """How large a disc about a spot can be."""
        edges = [self._half - abs(n) - SAFE for n in spot] + [abs(n) - 1 for n in spot]
        around = [away(box, spot) - QUAY - 1 for box in plates] + [away(box, spot) - 1 for box in self._tags]
        return round(min(self._around.clearance(spot) - apart, *edges, *around), 2)

    def _free(self, box: Box, others: Sequence[Plate]) -> bool:
        """Whether a table can lie there."""
        spans = ((box.x, box.right), (box.y, box.bottom))
        if any(low * high < 0 or min(abs(low), abs(high)) < SAFE for low, high in spans):
            return False
        if any(max(abs(low), abs(high)) > self._half - SAFE for low, high in spans):
            return False
        if any(box.overlaps(taken) for taken in (*(plate.box for plate in others), *self._tags)):
            return False
        return all(away(box, (x, y)) >= radius for x, y, radius in self._kept())

    def _kept(self) -> Iterator[tuple[float, float, float]]:
        """Discs that cover places and paths with all that must stay free about them."""
        outer = {name for nest in self._board.nests for name in nest.ring}
        for place, (x, y, radius) in zip(self._board.places, self._around.discs, strict=True):
            yield x, y, radius + (RIM if place.id in outer else APART)
        for (ax, ay), (bx, by) in self._around.bands:
            count = max(1, int(dist((ax, ay), (bx, by)) / GRID))
            for share in (i / count for i in range(count + 1)):
                yield ax + (bx - ax) * share, ay + (by - ay) * share, 7 + APART


def _packed(found: Iterable[tuple[float, Point]], radii: tuple[float, float], apart: float) -> tuple[Disc, ...]:
    """Discs `apart` from each other, each as large as it can be within the limits, the largest first."""
    free, discs = [room for room in found if room[0] >= radii[0]], list[Disc]()
    while free:
        radius, (x, y) = max(
            free, key=lambda room: (room[0], _far(room[1], (0, 0)), _in_first_quarter(room[1]), room[1])
        )
        discs.append(Disc(x, y, min(radius, radii[1])))
        free = [(min(r, round(dist(spot, (x, y)) - discs[-1].radius - apart, 2)), spot) for r, spot in free]
        free = [room for room in free if room[0] >= radii[0]]
    return tuple(discs)


def away(box: Box, spot: Point) -> float:
    """From a spot to a box; 0 within."""
    x, y = spot
    return dist((min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)), spot)


def _preference(room: tuple[float, Point]) -> tuple[float, float, Point, Point]:
    """The larger one, then the one farther out; those that a quarter turn brings onto each other follow each other."""
    radius, spot = room
    return (radius, _far(spot, (0, 0)), _in_first_quarter(spot), spot)


def _in_first_quarter(spot: Point) -> Point:
    """The spot turned about the middle by quarters until it lies at the lower right: alike for each of four seats."""
    x, y = spot
    while not (x > 0 <= y):
        x, y = -y, x
    return (x, y)


def _far(one: Point, other: Point) -> float:
    return round(dist(one, other), 2)

"""Where a rocks board has room for tables of rules, scenery and the sea.

All lengths are mm from the board's middle. Tables and scenery cover no place, path, tag or seam,
and don't reach over the board's edge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import dist, floor, hypot
from typing import TypeAlias

from companion.rocks.board import Board, Nest
from companion.rocks.measures import TAG_CLEAR, Obstacles, Point, board_tags, obstacles
from printables.draw.boxes import Box

SAFE = 4.0  # from the board's edges and from the seams
APART = 3.0  # between a table and places and paths
RIM = 6.0  # between a table and a nest's outer spaces, whose ground reaches beyond them
GRID = 5  # between two spots that are tried
BEACH, QUAY = 7.5, 3.5  # how far the land reaches beyond places and paths, and beyond tables
STRAIT = 5.5  # radius of the smallest round bay: narrower waters are land
SCENES, TRIFLES = (6.0, 17.0), (3.4, 4.6)  # radius of things at sea and ashore, from and to
MOST = 160  # scenes, and things ashore: a large sea stays a sea, and is drawn in seconds
# so few spots aren't split further; and a tolerance in mm, far above rounding errors
FEW, HAIR = (8, 1e-6)
CELL = 40
# of tables, largest first
SIZES = ((84, 44), (80, 44), (78, 42), (76, 42), (74, 40), (70, 38), (66, 36), (60, 32))


# A square of the board, `CELL` mm wide; discs are indexed by the squares they touch.
Cell: TypeAlias = tuple[int, int]
# A disc's radius, two keys that order discs of equal size, and its middle. Discs farther out are
# preferred, and those that a quarter turn maps onto each other follow each other.
Room: TypeAlias = tuple[float, float, Point, Point]


@dataclass(frozen=True, slots=True)
class Plate:
    """A table of rules with its middle at (x, y), `width` x `height` mm as its reader sees it; it
    is turned clockwise by `turn` degrees.
    """

    x: float
    y: float
    width: float
    height: float
    turn: int

    @property
    def box(self) -> Box:
        """Return the area it covers on the board."""
        w, h = (self.height, self.width) if self.turn % 180 else (self.width, self.height)
        return Box(self.x - w / 2, self.y - h / 2, w, h)


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle on the board, mm."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Rooms:
    """Where a board's tables of rules, its scenery and its sea lie.

    `plates` are in the order of nests, or empty if one of them doesn't fit. `scenes` (at sea) and
    `trifles` (ashore) have the largest first; for a board that looks the same after a quarter turn,
    so does the scenery. The union of `sea` is all the water.
    """

    plates: tuple[Plate, ...]
    scenes: tuple[Disc, ...]
    trifles: tuple[Disc, ...]
    sea: tuple[Disc, ...]


@cache
def rooms(board: Board) -> Rooms:
    """Return where tables, scenery and sea lie on a board."""
    survey = _Survey(board)
    plates = survey.plates()
    boxes = [plate.box for plate in plates]
    scenes = survey.scenes(boxes)
    return Rooms(plates, scenes, survey.trifles(boxes, scenes), survey.sea(boxes))


def turn_of(board: Board, nest: Nest) -> int:
    """Return how far texts for a nest's owner are turned clockwise, in degrees: the owner has the
    pile at the right (rocks R2).
    """
    where = {place.id: place.at for place in board.places}
    (x, y), (to_x, to_y) = where[nest.centre], where[nest.pile]
    dx, dy = to_x - x, to_y - y
    if abs(dx) >= abs(dy):
        return 0 if dx >= 0 else 180
    return 90 if dy >= 0 else 270


class _Survey:
    """A grid of spots on a board, with the distance of each from places and paths."""

    def __init__(self, board: Board) -> None:
        self._board, self._half = board, board.drawing.side / 2
        self._tags = [
            Box(x - TAG_CLEAR, y - TAG_CLEAR, 2 * TAG_CLEAR, 2 * TAG_CLEAR)
            for x, y in board_tags(board)
        ]
        axis = [
            sign * (n + GRID / 2)
            for n in range(0, int(self._half) + 3 * GRID, GRID)
            for sign in (-1, 1)
        ]
        clear = dict(_clearances([*product(axis, axis)], obstacles(board)))
        self._grid = [(spot, clear[spot]) for spot in product(axis, axis) if clear[spot] > 0]

    def plates(self) -> tuple[Plate, ...]:
        """Return the largest tables that fit, each as near as possible to its nest's pile."""
        for w, h in SIZES:
            plates: list[Plate] = []
            for nest in self._board.nests:
                plate = self._plate(nest, w, h, plates)
                if plate is None:
                    break
                plates.append(plate)
            else:
                return tuple(plates)
        return ()

    def scenes(self, plates: Sequence[Box]) -> tuple[Disc, ...]:
        """Return the discs for scenery at sea."""
        at_sea = ((spot, clear) for spot, clear in self._grid if clear >= BEACH + SCENES[0])
        discs = ((self._room(spot, clear - (BEACH + 1), plates), spot) for spot, clear in at_sea)
        return _packed(discs, SCENES, apart=2)

    def trifles(self, plates: Sequence[Box], scenes: Sequence[Disc]) -> tuple[Disc, ...]:
        """Return the discs for small things on the beach."""
        ashore = (
            (spot, clear)
            for spot, clear in self._grid
            if clear <= BEACH + 3 and all(dist(spot, (d.x, d.y)) >= d.radius + 5 for d in scenes)
        )
        discs = ((self._room(spot, clear - 5, plates), spot) for spot, clear in ashore)
        return _packed(discs, TRIFLES, apart=26)

    def sea(self, plates: Sequence[Box]) -> tuple[Disc, ...]:
        """Return discs of radius `STRAIT` or more that cover the water, none in a larger one."""
        discs, near = list[Disc](), defaultdict[Cell, list[Disc]](list)
        for spot, clear in sorted(self._grid, key=lambda row: -row[1]):
            radius = min(clear - BEACH, *(away(box, spot) - QUAY for box in plates), 3 * self._half)
            within = (dist(spot, (d.x, d.y)) + radius <= d.radius + 0.4 for d in near[_cell(*spot)])
            if radius >= STRAIT and not any(within):
                discs.append(Disc(*spot, radius))
                for cell in _cells(*spot, radius):
                    near[cell].append(discs[-1])
        return tuple(discs)

    def _plate(self, nest: Nest, w: float, h: float, others: Sequence[Plate]) -> Plate | None:
        """Return a table of w x h mm that is free and nearest to its nest's pile, or None."""
        pile = next(place.at for place in self._board.places if place.id == nest.pile)
        clear = (spot for spot, far in self._grid if far >= h / 2 + APART)
        spots = sorted(clear, key=lambda spot: _far(spot, pile))
        ways = (Plate(x, y, w, h, turn_of(self._board, nest)) for x, y in spots)
        return next((way for way in ways if self._free(way.box, others)), None)

    def _room(self, spot: Point, radius: float, plates: Sequence[Box]) -> float:
        """Return the largest radius for a disc about a spot, at most `radius`, that keeps clear of
        edges, seams, tables and tags.
        """
        edges = [self._half - abs(n) - SAFE for n in spot] + [abs(n) - 1 for n in spot]
        around = [away(box, spot) - QUAY - 1 for box in plates] + [
            away(box, spot) - 1 for box in self._tags
        ]
        return round(min(radius, *edges, *around), 2)

    def _free(self, box: Box, others: Sequence[Plate]) -> bool:
        """Return whether a table covering `box` touches nothing."""
        spans = ((box.x, box.right), (box.y, box.bottom))
        if any(low * high < 0 or min(abs(low), abs(high)) < SAFE for low, high in spans):
            return False
        if any(max(abs(low), abs(high)) > self._half - SAFE for low, high in spans):
            return False
        if any(box.overlaps(taken) for taken in (*(plate.box for plate in others), *self._tags)):
            return False
        near = (
            disc
            for cell in _cells(*box.centre, max(box.width, box.height) / 2)
            for disc in self._kept[cell]
        )
        return all(away(box, (x, y)) >= radius for x, y, radius in near)

    @cached_property
    def _kept(self) -> Mapping[Cell, list[tuple[float, float, float]]]:
        """Discs (x, y, radius) covering places and paths with margins, by the cells they touch."""
        circles = defaultdict(list)
        for x, y, radius in self._discs():
            for cell in _cells(x, y, radius):
                circles[cell].append((x, y, radius))
        return circles

    def _discs(self) -> Iterator[tuple[float, float, float]]:
        outer, around = (
            {name for nest in self._board.nests for name in nest.ring},
            obstacles(self._board),
        )
        for place, (x, y, radius) in zip(self._board.places, around.discs, strict=True):
            yield x, y, radius + (RIM if place.id in outer else APART)
        for (ax, ay), (bx, by) in around.bands:
            count = max(1, int(dist((ax, ay), (bx, by)) / GRID))
            for share in (i / count for i in range(count + 1)):
                yield ax + (bx - ax) * share, ay + (by - ay) * share, 7 + APART


def _clearances(spots: Sequence[Point], around: Obstacles) -> Iterator[tuple[Point, float]]:
    """Yield each spot with its distance from the nearest place or path.

    Halves the spots recursively, keeping only the obstacles that can be nearest to one of a half.
    """
    (left, right), (top, bottom) = ((min(ns), max(ns)) for ns in zip(*spots, strict=True))
    middle, reach = ((left + right) / 2, (top + bottom) / 2), hypot(right - left, bottom - top) / 2
    near = _near(around, middle, reach + HAIR)
    if len(spots) <= FEW:
        yield from ((spot, min(off(spot) for off in near.distances())) for spot in spots)
        return
    axis = 0 if right - left >= bottom - top else 1
    ordered = sorted(spots, key=lambda spot: spot[axis])
    for some in (ordered[: len(spots) // 2], ordered[len(spots) // 2 :]):
        yield from _clearances(some, near)


def _near(around: Obstacles, middle: Point, reach: float) -> Obstacles:
    """Return the obstacles that can be the nearest to a spot within `reach` mm of `middle`.

    A path is left out if all these spots lie beyond one of its ends: the place there is nearer, for
    places are broader than paths.
    """
    far = [off(middle) for off in around.distances()]
    most, count = min(far) + 2 * reach, len(around.discs)
    discs = (disc for disc, off in zip(around.discs, far[:count], strict=True) if off <= most)
    bands = (band for band, off in zip(around.bands, far[count:], strict=True) if off <= most)
    return Obstacles(tuple(discs), tuple(band for band in bands if _is_beside(band, middle, reach)))


def _is_beside(band: tuple[Point, Point], spot: Point, reach: float) -> bool:
    """Return whether a point within `reach` of a spot projects onto a path, between its ends."""
    (ax, ay), (bx, by) = band
    length = dist(*band)
    along = ((spot[0] - ax) * (bx - ax) + (spot[1] - ay) * (by - ay)) / length
    return -reach <= along <= length + reach


def _cell(x: float, y: float) -> Cell:
    return floor(x / CELL), floor(y / CELL)


def _cells(x: float, y: float, radius: float) -> Iterator[Cell]:
    """Return the cells that a disc's bounding square touches."""
    (left, top), (right, bottom) = _cell(x - radius, y - radius), _cell(x + radius, y + radius)
    return product(range(left, right + 1), range(top, bottom + 1))


def _packed(
    places: Iterable[tuple[float, Point]], radii: tuple[float, float], apart: float
) -> tuple[Disc, ...]:
    """Return up to `MOST` discs at least `apart` mm from each other, the largest first, each as
    large as its room and `radii` (least, most) allow.
    """
    free, discs = [_preferred(room) for room in places if room[0] >= radii[0]], list[Disc]()
    while free and len(discs) < MOST:
        radius, _, _, (x, y) = max(free)
        discs.append(Disc(x, y, min(radius, radii[1])))
        left = (_beside(room, discs[-1], apart) for room in free)
        free = [room for room in left if room[0] >= radii[0]]
    return tuple(discs)


def away(box: Box, spot: Point) -> float:
    """Return the distance from a spot to a box, mm; 0 within it."""
    x, y = spot
    return dist((min(max(x, box.x), box.right), min(max(y, box.y), box.bottom)), spot)


def _preferred(room: tuple[float, Point]) -> Room:
    radius, spot = room
    return (radius, _far(spot, (0, 0)), _in_first_quarter(spot), spot)


def _beside(room: Room, disc: Disc, apart: float) -> Room:
    """Return a room, shrunk so that it keeps `apart` mm from a disc."""
    radius = room[0]
    left = dist(room[-1], (disc.x, disc.y)) - disc.radius - apart
    return room if left > radius + 1 else (min(radius, round(left, 2)), *room[1:])


def _in_first_quarter(spot: Point) -> Point:
    """Return a spot turned by quarters about the middle into the lower right quarter: the same for
    the spots of all four seats.
    """
    x, y = spot
    while not (x > 0 <= y):
        x, y = -y, x
    return (x, y)


def _far(one: Point, other: Point) -> float:
    return round(dist(one, other), 2)

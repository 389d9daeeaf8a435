"""Where a rocks board has room for tables of rules, scenery and the sea.

All lengths are mm from the board's middle. Tables and scenery cover no place, path, tag or seam,
and don't reach over the board's edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import dist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.rocks.board import Board, Nest
from companion.rocks.pieces import TAG_CLEAR, board_tags, obstacles
from printables.draw.paths import Box

SAFE = 4.0  # from the board's edges and from the seams
APART = 3.0  # between a table and places and paths
RIM = 6.0  # between a table and a nest's outer spaces, whose ground reaches beyond them
GRID = 5  # between two spots that are tried
BEACH, QUAY = 7.5, 3.5  # how far the land reaches beyond places and paths, and beyond tables
STRAIT = 5.5  # radius of the smallest round bay: narrower waters are land
SCENES, TRIFLES = (6.0, 17.0), (3.4, 4.6)  # radius of things at sea and ashore, from and to
MOST = 160  # scenes, and things ashore: a large sea stays a sea, and is drawn in seconds
# of tables, largest first
SIZES = ((84, 44), (80, 44), (78, 42), (76, 42), (74, 40), (70, 38), (66, 36), (60, 32))

Lengths: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Plate:
    """A table of rules about (x, y), `width` x `height` mm before it is turned clockwise."""

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
    """Return where tables, scenery and sea lie on a board, chosen from a grid of spots."""
    half = board.drawing.side / 2
    axis = [sign * (n + GRID / 2) for n in range(0, int(half) + 3 * GRID, GRID) for sign in (-1, 1)]
    x, y = np.array([*product(axis, axis)]).T
    clear = clearances(board, x, y)
    x, y, clear = x[clear > 0], y[clear > 0], clear[clear > 0]
    plates = _plates(board, x, y, clear)
    quays = np.min([np.full_like(x, np.inf), *(away(each.box, x, y) - QUAY for each in plates)], 0)
    # the largest radius of a disc that keeps clear of edges, seams, tables and tags
    edges = [half - abs(x) - SAFE, half - abs(y) - SAFE, abs(x) - 1, abs(y) - 1]
    room = np.min([*edges, quays - 1, *[away(tag, x, y) - 1 for tag in _tags(board)]], 0)
    sea = clear >= BEACH + SCENES[0]
    scenes = _packed(x[sea], y[sea], np.minimum(clear - (BEACH + 1), room)[sea], SCENES, apart=2)
    beach = clear <= BEACH + 3
    for each in scenes:
        beach &= np.hypot(x - each.x, y - each.y) >= each.radius + 5
    trifles = _packed(x[beach], y[beach], np.minimum(clear - 5, room)[beach], TRIFLES, apart=26)
    # discs that cover the water, none in a larger one
    water, radius = list[Disc](), np.min([clear - BEACH, quays, np.full_like(x, 3 * half)], 0)
    dry = radius < STRAIT
    for i in np.argsort(-clear, kind="stable"):
        if not dry[i]:
            water.append(Disc(float(x[i]), float(y[i]), float(radius[i])))
            dry |= np.hypot(x - x[i], y - y[i]) + radius <= radius[i] + 0.4
    return Rooms(plates, scenes, trifles, tuple(water))


def turn_of(board: Board, nest: Nest) -> int:
    """Return how far a nest's texts are turned: its owner has the pile at the right (rocks R2)."""
    where = {place.id: place.at for place in board.places}
    (x, y), (to_x, to_y) = where[nest.centre], where[nest.pile]
    dx, dy = to_x - x, to_y - y
    if abs(dx) >= abs(dy):
        return 0 if dx >= 0 else 180
    return 90 if dy >= 0 else 270


def clearances(board: Board, x: Lengths, y: Lengths) -> Lengths:
    """Return the distance of each spot from the nearest place or path, negative on one."""
    clear = np.full_like(x, np.inf)
    for (ax, ay), (bx, by), reach in obstacles(board):
        dx, dy = bx - ax, by - ay
        share = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1), 0, 1)
        off = np.hypot(x - (ax + share * dx), y - (ay + share * dy)) - reach
        clear = np.minimum(clear, off)
    return clear


def away(box: Box, x: Lengths, y: Lengths) -> Lengths:
    """Return the distance from each spot to a box, mm; 0 within it."""
    return np.hypot(np.clip(x, box.x, box.right) - x, np.clip(y, box.y, box.bottom) - y)


def _tags(board: Board) -> list[Box]:
    side = 2 * TAG_CLEAR
    return [Box(x - TAG_CLEAR, y - TAG_CLEAR, side, side) for x, y in board_tags(board)]


def _plates(board: Board, x: Lengths, y: Lengths, clear: Lengths) -> tuple[Plate, ...]:
    """Return the largest tables that fit, each as near as possible to its nest's pile."""
    half, tags, around = board.drawing.side / 2, _tags(board), obstacles(board)
    outer = {name for nest in board.nests for name in nest.ring}
    taken = [
        (*disc.start, disc.reach + (RIM if place.id in outer else APART))
        for place, disc in zip(board.places, around, strict=False)
    ]
    for (ax, ay), (bx, by), _ in around[len(board.places) :]:
        count = max(1, int(dist((ax, ay), (bx, by)) / GRID))
        taken += [
            (ax + (bx - ax) * i / count, ay + (by - ay) * i / count, 7 + APART)
            for i in range(count + 1)
        ]
    taken_x, taken_y, reach = np.array(taken).T

    def free(box: Box, others: Sequence[Plate]) -> bool:
        for low, high in ((box.x, box.right), (box.y, box.bottom)):
            nearest, farthest = sorted((abs(low), abs(high)))
            if low * high < 0 or nearest < SAFE or farthest > half - SAFE:
                return False
        if any(box.overlaps(each) for each in (*(plate.box for plate in others), *tags)):
            return False
        return bool((away(box, taken_x, taken_y) >= reach).all())

    where = {place.id: place.at for place in board.places}
    for w, h in SIZES:
        plates: list[Plate] = []
        for nest in board.nests:
            at_x, at_y = where[nest.pile]
            far = np.round(np.hypot(x - at_x, y - at_y), 2)
            spots = [i for i in np.argsort(far, kind="stable") if clear[i] >= h / 2 + APART]
            turn = turn_of(board, nest)
            ways = (Plate(float(x[i]), float(y[i]), w, h, turn) for i in spots)
            plate = next((way for way in ways if free(way.box, plates)), None)
            if plate is None:
                break
            plates.append(plate)
        if len(plates) == len(board.nests):
            return tuple(plates)
    return ()


def _packed(
    x: Lengths, y: Lengths, radius: Lengths, radii: tuple[float, float], apart: float
) -> tuple[Disc, ...]:
    """Return up to `MOST` discs, `apart` mm or more from each other, within `radii`."""
    # Of equal discs those farther out come first, and those that a quarter turn maps onto each
    # other follow each other.
    odd = x * y < 0
    quarter = np.where(odd, abs(y), abs(x)), np.where(odd, abs(x), abs(y))
    order = np.lexsort((y, x, *quarter[::-1], np.round(np.hypot(x, y), 2)))[::-1]
    x, y, radius = x[order], y[order], np.round(radius[order], 2)
    discs = list[Disc]()
    while len(discs) < MOST and radius.size and radius.max() >= radii[0]:
        best = radius.argmax()
        disc = Disc(float(x[best]), float(y[best]), min(float(radius[best]), radii[1]))
        discs.append(disc)
        left = np.hypot(x - disc.x, y - disc.y) - disc.radius - apart
        radius = np.where(left > radius + 1, radius, np.minimum(radius, np.round(left, 2)))
    return tuple(discs)

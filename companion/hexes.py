"""Hexagons in axial coordinates, for rules, printing and scanning.

Hexes are flat-topped: a `Hex` (q, r) has neighbours to the north (0, -1) and south (0, 1), none to
the east. Directions are numbered clockwise from north. Lengths are in the unit of `side`, the side
of a hex (mm on paper, px in a photo), x to the right, y down.
"""

from __future__ import annotations

from math import dist, sqrt
from typing import NamedTuple, TypeAlias

Direction: TypeAlias = int  # 0 to 5, clockwise from north

DIRECTION_NAMES = ("n", "ne", "se", "s", "sw", "nw")
TURNS = range(6)


class Hex(NamedTuple):
    """A place on the hex plane, or an offset between two places."""

    q: int
    r: int


class Point(NamedTuple):
    """A point on paper or in a photo."""

    x: float
    y: float


ORIGIN = Hex(0, 0)
STEPS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def add(here: Hex, way: Hex) -> Hex:
    """Return the hex at offset `way` from `here`."""
    return Hex(here.q + way.q, here.r + way.r)


def neighbour(here: Hex, direction: Direction) -> Hex:
    """Return the hex next to `here` in a direction."""
    return add(here, STEPS[direction])


def neighbours(here: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around `here`, clockwise from north."""
    return tuple(add(here, step) for step in STEPS)


def flower(middle: Hex) -> tuple[Hex, ...]:
    """Return a hex and the six around it, the middle first, then clockwise from north."""
    return (middle, *neighbours(middle))


def turned(direction: Direction, turns: int) -> Direction:
    """Return a direction after turns of 60 degrees clockwise, counter-clockwise if negative."""
    return (direction + turns) % 6


def rotate(way: Hex, turns: int) -> Hex:
    """Return an offset rotated by `turns` of 60 degrees clockwise.

    >>> rotate(Hex(0, -1), 1), rotate(Hex(0, -1), -1)
    (Hex(q=1, r=-1), Hex(q=-1, r=0))
    """
    q, r = way
    for _ in range(turns % 6):
        q, r = -r, q + r
    return Hex(q, r)


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps between two hexes."""
    q, r = other.q - one.q, other.r - one.r
    return max(abs(q), abs(r), abs(q + r))


def heading(here: Hex, there: Hex, facing: Direction) -> Direction:
    """Return the direction closest to the line of centres from `here` to `there`.

    Of two equally close ones it is the one with fewer turns from `facing`; they are neighbours, so
    their turns differ. If both hexes are the same it is `facing`.

    >>> [DIRECTION_NAMES[heading(Hex(0, 0), Hex(1, -2), facing)] for facing in (0, 1, 3, 4)]
    ['n', 'ne', 'ne', 'n']
    """
    way = Hex(there.q - here.q, there.r - here.r)
    if way == ORIGIN:
        return facing

    def closeness(direction: Direction) -> tuple[int, int]:
        """Return twice the scalar product of step and way, then minus the turns."""
        step = STEPS[direction]
        along = 2 * (step.q * way.q + step.r * way.r) + step.q * way.r + step.r * way.q
        return along, -min((direction - facing) % 6, (facing - direction) % 6)

    return max(TURNS, key=closeness)


# --- on paper and in photos -----------------------------------------------------------------------


def centre(here: Hex, side: float) -> Point:
    """Return the middle of a hex; that of the origin is (0, 0).

    >>> centre(Hex(2, -1), 10)
    Point(x=30.0, y=0.0)
    """
    return Point(1.5 * side * here.q, sqrt(3) * side * (here.r + here.q / 2))


def corners(here: Hex, side: float) -> tuple[Point, ...]:
    """Return the six corners of a hex, clockwise from the upper left."""
    x, y = centre(here, side)
    half, rise = side / 2, side * sqrt(3) / 2
    offsets = ((-half, -rise), (half, -rise), (side, 0), (half, rise), (-half, rise), (-side, 0))
    return tuple(Point(x + dx, y + dy) for dx, dy in offsets)


def at(point: Point, side: float) -> Hex:
    """Return the hex that contains a point; on a border either one.

    >>> at(Point(30.0, 4.0), 10)
    Hex(q=2, r=-1)
    """
    q = point.x / (1.5 * side)
    r = point.y / (sqrt(3) * side) - q / 2
    near = flower(Hex(round(q), round(r)))  # the nearest, or a neighbour of it
    return min(near, key=lambda here: dist(centre(here, side), point))

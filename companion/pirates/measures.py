"""The measures of pirates' pieces: hexes of a tile, folds of a ship, steps of a tracker.

Printing and scanning share them. All are in mm on the upright piece, y down, and from its top left
unless noted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, sqrt
from typing import ClassVar, NamedTuple

from companion import hexes
from companion.hexes import ORIGIN, STEPS, Hex, Point
from companion.layout import Size
from companion.pirates.boards import PETALS, Board
from companion.pirates.deck import Deck
from companion.pirates.tracks import Verb

# mm: two boards of 120 x 125 fit a page of any paper, and a ship fits a hex 41.6 wide
HEX_SIDE = 24.0
# mm: room for a head above the tag, and small enough for the six spots of a handicap card
MARKER = Size(20, 22)
CAPTAIN = Size(28, 37)  # larger than the others (pirates: terminology)
MARKER_RIM = 0.8  # mm, between a token's lower edge and its tag's window
# a tag of 12 mm in its white window: on each side a module of 1.5 mm and 0.8 mm for drift
WINDOW = 16.6


@dataclass(frozen=True, slots=True)
class ShipNet:
    """A ship to fold: from the top a tab, the sail's far side upside down, its near side, and the
    base.

    The bow is up. The sail stands across it, and the tab is glued under the base. The base is only
    `bow` wide there, so that it doesn't cover tags of boards. `sail` and `base` are the sizes of
    one panel.
    """

    tab: Size
    sail: Size
    base: Size
    bow: float

    @property
    def size(self) -> Size:
        """The size of the flat net."""
        return Size(self.sail.width, self.tab.height + 2 * self.sail.height + self.base.height)

    @property
    def creases(self) -> tuple[float, float, float]:
        """The distances from the top of the creases between tab, sail, sail and base."""
        first = self.tab.height
        return (first, first + self.sail.height, first + 2 * self.sail.height)

    @property
    def tag(self) -> Point:
        """The middle of the tag on the base, away from the sail, which could hide it."""
        return Point(self.size.width / 2, self.size.height - 0.9 - WINDOW / 2)


SHIP = ShipNet(tab=Size(14.5, 20), sail=Size(25, 27), base=Size(18, 27), bow=11)
TRACKERS: Mapping[str, tuple[Verb, ...]] = {
    "tracker-sails-speed": ("sails", "speed"),
    "tracker-water": ("water",),
}


@dataclass(frozen=True, slots=True)
class TrackerPlan:
    """The layout of a tracker: steps in rows of eight; each track begins a new row."""

    tracks: tuple[tuple[Verb, int], ...]  # with the last step of each

    columns: ClassVar[int] = 8
    cell: ClassVar[Size] = Size(21, 28)
    margin: ClassVar[float] = 5.0
    # room for a tag with its window: there is one at the top left and one at the bottom right
    head: ClassVar[float] = 20.0

    @property
    def rows(self) -> int:
        """The number of rows of all tracks."""
        return sum(self._count_rows(most) for _, most in self.tracks)

    @property
    def size(self) -> Size:
        """The size of the whole tracker."""
        return Size(
            self.columns * self.cell.width + 2 * self.margin,
            self.rows * self.cell.height + 2 * self.head,
        )

    def step(self, verb: Verb, value: int) -> Point:
        """Return the top left corner of a step's cell; a marker belongs at the cell's lower edge.

        >>> TrackerPlan((("sails", 7), ("speed", 15))).step("speed", 9)
        Point(x=26.0, y=76.0)
        """
        above = 0
        for track, most in self.tracks:
            if track == verb:
                break
            above += self._count_rows(most)
        row, column = divmod(value, self.columns)
        return Point(
            self.margin + column * self.cell.width, self.head + (above + row) * self.cell.height
        )

    def _count_rows(self, most: int) -> int:
        """Return the number of rows of a track whose last step is `most`."""
        return ceil((most + 1) / self.columns)


def tracker_plan(deck: Deck, verbs: Sequence[Verb]) -> TrackerPlan:
    """Return the layout of the tracker for these tracks."""
    return TrackerPlan(tuple((verb, getattr(deck.most, verb)) for verb in verbs))


def board_hexes(deck: Deck, board: Board) -> tuple[Hex, ...]:
    """Return the coordinates of a board's hexes from its middle, in the order of its faces."""
    if len(board.faces) == len(PETALS):
        return hexes.flower(ORIGIN)
    one, other = deck.pier_between
    return (*hexes.flower(ORIGIN), hexes.add(STEPS[one], STEPS[other]))


def board_box(deck: Deck, board: Board, side: float = HEX_SIDE) -> tuple[Point, Size]:
    """Return a board's bounding box, mm: its top left from the board's middle, and its size."""
    return hexes_box(board_hexes(deck, board), side)


@cache
def hexes_box(spots: tuple[Hex, ...], side: float) -> tuple[Point, Size]:
    """Return the bounding box of hexes, mm: its top left and size."""
    points = [corner for spot in spots for corner in hexes.corners(spot, side)]
    left, top = min(p.x for p in points), min(p.y for p in points)
    return Point(left, top), Size(max(p.x for p in points) - left, max(p.y for p in points) - top)


def board_middle(deck: Deck, board: Board, face: str = "front", side: float = HEX_SIDE) -> Point:
    """Return the centre of a board's middle hex on its piece; the back is mirrored."""
    corner, size = board_box(deck, board, side)
    return Point(-corner.x if face == "front" else size.width + corner.x, -corner.y)


class Edge(NamedTuple):
    """A side of a board's outline, and the number of the hex that it belongs to."""

    start: Point
    end: Point
    hex: int


def board_edges(deck: Deck, board: Board, side: float = HEX_SIDE) -> tuple[Edge, ...]:
    """Return the sides of a board's outline, clockwise, with points from the board's middle."""
    spots = board_hexes(deck, board)
    outer: dict[Point, Edge] = {}
    for number, spot in enumerate(spots):
        # rounded to a micrometre, so that hexes agree on shared corners
        corners = hexes.corners(spot, side)
        around = [Point(round(corner.x, 3), round(corner.y, 3)) for corner in corners]
        for direction, near in enumerate(hexes.neighbours(spot)):
            if near not in spots:
                edge = Edge(around[direction], around[(direction + 1) % 6], number)
                outer[edge.start] = edge
    chain = [next(iter(outer.values()))]
    while (following := outer[chain[-1].end]) != chain[0]:
        chain.append(following)
    return tuple(chain)


def map_size(deck: Deck, side: float = HEX_SIDE) -> Size:
    """Return the size of the whole map on the table, mm, north up."""
    middles = [hexes.centre(spot, side) for spot in deck.chart.spots]
    width = max(m.x for m in middles) - min(m.x for m in middles) + 2 * side
    return Size(width, max(m.y for m in middles) - min(m.y for m in middles) + sqrt(3) * side)

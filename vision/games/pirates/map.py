"""The map of a pirates table: the place of each board, and the hex of a point on the table.

All boards have the same flower shape and can be turned by sixths, so a board fits anywhere. Only
the map as a whole distinguishes places: how its rows run, which backs lie in them and where the
thick borders point (pirates R1, R5, O). Every way of laying the chart over the boards is tried; if
two explain them equally well, no place is named.

Points of the table are complex, as in `vision.games.pose`; points of the chart have y down, as in
`companion.hexes`. Bearings are degrees clockwise, on the table from +y, on the chart from north.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion import hexes
from companion.hexes import STEPS, Direction, Hex, Point
from companion.pirates.boards import Board, Place
from companion.pirates.deck import Deck
from companion.pirates.pieces import HEX_SIDE, board_hexes, board_middle
from vision.games.pirates.pieces import TILE, board_of, on_table, size_of
from vision.games.pose import Pose, way
from vision.table.layout import Laid

Points: TypeAlias = NDArray[np.complex128]
Int64s: TypeAlias = NDArray[np.int64]

NOWHERE = -1
# mm from its place within which a board is accepted: gaps between boards add up from row to row
LOOSE = 35.0
FITS = 12.0  # mm: a board further than this from its place isn't part of the map
SQUARE_ON = 15.0  # degrees from a sixth of a turn beyond which a board's turn is ambiguous
STRETCH = (0.97, 1.10)  # limits of the chart's scale, which gaps between boards increase
# points for each board that lies at a place, has the right back, and is turned as it should be
LIES, BACK, WAY = 4, 2, 1
BESIDE = 4.0  # mm from a hex's side within which a ship could be in either hex
FLOWER = 4 * HEX_SIDE  # mm: no point of a board is further from its centre


@dataclass(frozen=True, slots=True)
class Tile:
    """A board: its index among the pieces, its middle hex's centre, and the bearing of its north.

    Face down (not `up`), only the colour of its back is known, and `board` is one of those that
    have it. Once the chart is laid over it, `place` is where it lies (None: at none), `turn` its
    sixths of a turn clockwise, `off` and `askew` its errors in mm and degrees.
    """

    piece: int
    board: Board
    up: bool
    middle: complex
    bearing: float
    place: Place | None = None
    turn: int = 0
    off: float = 0.0
    askew: float = 0.0

    def local(self, point: complex) -> Point:
        """Convert a point of the table to mm from the board's centre, y down, its north up."""
        return Point(*Pose(self.middle, -self.bearing).local(point))

    @property
    def square_on(self) -> bool:
        """Whether its turn is unambiguous."""
        return abs(self.askew) <= SQUARE_ON

    @property
    def fits(self) -> bool:
        """Whether it lies at a place as part of the map."""
        return self.place is not None and self.off <= FITS and self.square_on


@dataclass(frozen=True, slots=True)
class Lay:
    """The chart on the table: `origin` is its zero, `spin` what 1 mm becomes; and its boards.

    `lead` is by how many points it explains the boards better than any other way; at 0 the places
    are guesses.
    """

    origin: complex
    spin: complex
    tiles: tuple[Tile, ...]
    lead: int

    @property
    def bearing(self) -> float:
        """Bearing of the chart's north on the table."""
        return -float(np.degrees(np.angle(self.spin)))

    def to_table(self, point: Point) -> complex:
        """Convert a point of the chart to the table."""
        return self.origin + self.spin * complex(point.x, -point.y)

    def to_chart(self, point: complex) -> Point:
        """Convert a point of the table to the chart."""
        back = (point - self.origin) / self.spin
        return Point(back.real, -back.imag)


@dataclass(frozen=True, slots=True)
class Spot:
    """A point's hex of the chart, the distance to its nearest side, mm, the hex beyond, and north
    there.
    """

    hex: Hex
    inside: float
    beyond: Hex
    north: float


def tiles(pieces: Sequence[Laid], deck: Deck) -> tuple[Tile, ...]:
    """Return the boards among `pieces`."""
    found = []
    for at, piece in enumerate(pieces):
        if piece.kind == TILE:
            board = board_of(piece, deck)
            middle = board_middle(deck, board, piece.face)
            centre = on_table(piece, middle, size_of(piece, deck))
            found.append(Tile(at, board, piece.face == "front", centre, -piece.rotation))
    return tuple(found)


def lay(placed: Sequence[Tile], deck: Deck) -> Lay | None:
    """Return the best way to lay the chart over the boards; None without boards."""
    if not placed:
        return None
    middles = np.array(
        [complex(*hexes.centre(site.middle, HEX_SIDE)) for site in deck.sites]
    ).conj()
    # the bearing of most boards, modulo a sixth of a turn
    sixths = np.radians(np.array([tile.bearing for tile in placed]) * 6)
    alike = np.abs(np.angle(np.exp(1j * (sixths[:, None] - sixths[None])))) < np.radians(6 * 5)
    near = alike[np.argmax(alike.sum(1))]
    lean = float(np.degrees(np.angle(np.exp(1j * sixths[near]).mean())) / 6)
    ways = [_ways(placed, deck, middles, lean + 60 * turn) for turn in range(6)]
    turns = np.repeat(np.arange(6), [len(places) for places, _ in ways])
    spreads, worth = (np.concatenate(parts) for parts in zip(*ways, strict=True))
    best = int(worth.argmax())
    same = (turns == turns[best]) & (spreads == spreads[best]).all(1)
    lead = int(worth[best] - worth[~same].max(initial=0))
    places, points = spreads[best], np.array([tile.middle for tile in placed])
    used, spin = places != NOWHERE, way(-lean - 60 * int(turns[best]))
    origin, spin = _fit(points[used], middles[places[used]], spin)
    over = Lay(origin, spin, (), lead)
    laid = []
    for tile, place in zip(placed, places.tolist(), strict=True):
        turn, askew = facing(tile.bearing, over.bearing)
        turned = replace(tile, turn=turn, askew=askew)
        if place != NOWHERE:
            off = round(abs(tile.middle - (origin + spin * middles[place])), 1)
            turned = replace(turned, place=place, off=off)
        laid.append(turned)
    return replace(over, tiles=tuple(laid))


def spot(point: complex, over: Lay, deck: Deck) -> Spot:
    """Return the hex that contains a point: by the board there, as boards drift, else the chart."""
    near = []
    for tile in over.tiles:
        if tile.place is None or not tile.fits or abs(point - tile.middle) > FLOWER:
            continue
        here, inside, side = _in_hex(tile.local(point))
        if here in board_hexes(deck, tile.board):
            chart_hex = hexes.add(deck.sites[tile.place].middle, hexes.rotate(here, tile.turn))
            beyond = hexes.neighbour(chart_hex, hexes.turned(side, tile.turn))
            near.append(Spot(chart_hex, inside, beyond, tile.bearing - 60 * tile.turn))
    if near:
        return max(near, key=lambda each: each.inside)
    here, inside, side = _in_hex(over.to_chart(point))
    return Spot(here, inside, hexes.neighbour(here, side), over.bearing)


def facing(bearing: float, north: float) -> tuple[Direction, float]:
    """Return the direction nearest to a bearing on the table, and its error in degrees.

    >>> facing(70, 0), facing(-62, 5)
    ((1, 10.0), (5, -7.0))
    """
    turn = float(bearing - north) % 360
    direction = round(turn / 60)
    return direction % 6, round(turn - 60 * direction, 1)


def _in_hex(point: Point) -> tuple[Hex, float, Direction]:
    """Return the hex that contains a point, the distance to its nearest side, mm, and that side."""
    here = hexes.at(point, HEX_SIDE)
    away = complex(*point) - complex(*hexes.centre(here, HEX_SIDE))
    outwards = [complex(*hexes.centre(step, HEX_SIDE)) for step in STEPS]
    gaps = [abs(out) / 2 - (away * out.conjugate()).real / abs(out) for out in outwards]
    return here, min(gaps), gaps.index(min(gaps))


def _ways(
    placed: Sequence[Tile], deck: Deck, middles: Points, bearing: float
) -> tuple[Int64s, Int64s]:
    """Return each shift of the chart that brings a board to a place: places by tile, and points."""
    points = np.array([tile.middle for tile in placed]) / way(-bearing)
    shifts = (middles[None] - points[:, None]).ravel()
    moved = points + shifts[:, None]
    gaps = (moved.real[..., None] - middles.real) ** 2 + (moved.imag[..., None] - middles.imag) ** 2
    nearest = gaps.argmin(2)
    lies = np.abs(moved - middles[nearest]) < LOOSE
    backs = np.array([site.back for site in deck.sites])
    same = backs[nearest] == np.array([tile.board.back for tile in placed])
    turned = np.array([site.turn for site in deck.sites])[nearest] == np.array(
        [facing(tile.bearing, bearing)[0] for tile in placed]
    )
    places = np.where(lies, nearest, NOWHERE)
    ordered = np.sort(places, 1)
    crowded = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NOWHERE)).sum(1)
    return places, (lies * (LIES + BACK * same + WAY * turned)).sum(1) - LIES * crowded


def _fit(points: Points, wanted: Points, spin: complex) -> tuple[complex, complex]:
    """Solve points = origin + spin * wanted, tolerating outliers; one board keeps `spin`."""
    origin = complex(np.mean(points - spin * wanted))
    for _ in range(3):
        off = np.abs(points - origin - spin * wanted)
        weights = 1 / (1 + (off / (FITS / 2)) ** 2)
        share = weights / weights.sum()
        points_mean, wanted_mean = complex((share * points).sum()), complex((share * wanted).sum())
        around = wanted - wanted_mean
        spread = float((share * np.abs(around) ** 2).sum())
        if spread > 1:
            spin = complex((share * (points - points_mean) * around.conj()).sum()) / spread
            spin = spin / abs(spin) * min(max(abs(spin), STRETCH[0]), STRETCH[1])
        origin = points_mean - spin * wanted_mean
    return origin, spin

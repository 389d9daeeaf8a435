"""The map of a pirates table: the place of each board, and the hex of a point on the table.

All boards have the same flower shape and can be turned by sixths, so a board fits anywhere. Only
the map as a whole distinguishes places: how its rows run, which backs lie in them and where the
thick borders point (pirates R1, R5, O). Every way of laying the chart over the boards is tried; if
two explain them equally well, no place is named.

Points of the table are complex numbers, mm, x + iy with y up, as in the frame; points of the chart
have y down, as in `companion.hexes`. Bearings are degrees clockwise, on the table from +y, on the
chart from north.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion import hexes
from companion.hexes import STEPS, Direction, Hex, Point
from companion.pirates.boards import Board, Place
from companion.pirates.deck import Deck
from companion.pirates.measures import HEX_SIDE, board_hexes, board_middle
from vision.games.pirates.pieces import TILE, board_name, on_table, size_of
from vision.table.layout import Laid

Points: TypeAlias = NDArray[np.complex128]
Int8s: TypeAlias = NDArray[np.int8]
Int64s: TypeAlias = NDArray[np.int64]
Spread: TypeAlias = tuple[Place | None, ...]  # by tile

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
    """A board as it was read: its index among the pieces, the centre of its middle hex, and the
    bearing of its north.

    Face down (not `up`), only the colour of its back is known, and `board` is one of those that
    have it.
    """

    piece: int
    board: Board
    up: bool
    middle: complex
    bearing: float

    def on_table(self, point: Point) -> complex:
        """Convert a point of the board, mm from its centre, y down, to the table."""
        return self.middle + complex(point.x, -point.y) * _clockwise(self.bearing)

    def local(self, point: complex) -> Point:
        """Convert a point of the table to mm from the board's centre, y down, its north up."""
        back = (point - self.middle) / _clockwise(self.bearing)
        return Point(back.real, -back.imag)


@dataclass(frozen=True, slots=True)
class Rest:
    """The pose of a tile: its place (None: at none), its turns of 60 degrees clockwise, and its
    error in mm and degrees.
    """

    place: Place | None
    turn: int
    off: float
    askew: float

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
    """The chart laid over the table: `origin` is its zero, `spin` what 1 mm of it becomes; `rests`
    are by tile.

    `lead` is by how many points it explains the boards better than any other way; at 0 the places
    are guesses.
    """

    origin: complex
    spin: complex
    rests: tuple[Rest, ...]
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
    """The hex of the chart that contains a point of the table, the distance to its nearest side,
    mm, and the hex beyond that.

    `tile` is the index of the tile it lies on, `north` the bearing of the chart's north there, by
    that tile.
    """

    hex: Hex
    inside: float
    beyond: Hex
    tile: int | None
    north: float

    @property
    def clear(self) -> bool:
        """Whether it is far enough from the next hex to rule that out."""
        return self.inside >= BESIDE


def tiles(pieces: Sequence[Laid], deck: Deck) -> tuple[Tile, ...]:
    """Return the boards among `pieces`."""
    return tuple(_tile(at, piece, deck) for at, piece in enumerate(pieces) if piece.kind == TILE)


# called with the same boards to search the photo and to judge the table
@lru_cache(maxsize=8)
def lay(placed: tuple[Tile, ...], deck: Deck) -> Lay | None:
    """Return the best way to lay the chart over the boards; None without boards."""
    if not placed:
        return None
    middles = _middles(deck)
    bearing, places, lead = _best(placed, deck, middles)
    points = np.array([tile.middle for tile in placed])
    origin, spin = _fit(points, places, middles, _clockwise(bearing))
    over = Lay(origin, spin, (), lead)
    rests = [
        _rest(tile, place, None if place is None else origin + spin * middles[place], over.bearing)
        for tile, place in zip(placed, places, strict=True)
    ]
    return Lay(origin, spin, tuple(rests), lead)


def spot(point: complex, placed: Sequence[Tile], over: Lay, deck: Deck) -> Spot:
    """Return the hex of the chart that contains a point: by the board it lies on, as boards drift,
    else by the chart.
    """
    near = list(_on_boards(point, placed, over, deck))
    if near:
        return max(near, key=lambda each: each.inside)
    flat = over.to_chart(point)
    here = hexes.at(flat, HEX_SIDE)
    inside, side = _inside(flat, here)
    return Spot(here, inside, hexes.neighbour(here, side), None, over.bearing)


def facing(bearing: float, north: float) -> tuple[Direction, float]:
    """Return the direction nearest to a bearing on the table, and its error in degrees.

    >>> facing(70, 0), facing(-62, 5)
    ((1, 10.0), (5, -7.0))
    """
    way = float(bearing - north) % 360
    direction = round(way / 60)
    return direction % 6, round(way - 60 * direction, 1)


def _tile(at: int, piece: Laid, deck: Deck) -> Tile:
    board = deck.boards[deck.boards_by_id[board_name(piece)]]
    middle = on_table(piece, board_middle(deck, board, piece.face), size_of(piece, deck))
    return Tile(at, board, piece.face == "front", middle, -piece.rotation)


def _on_boards(point: complex, placed: Sequence[Tile], over: Lay, deck: Deck) -> Iterator[Spot]:
    for at, (tile, rest) in enumerate(zip(placed, over.rests, strict=True)):
        if rest.place is None or not rest.fits or abs(point - tile.middle) > FLOWER:
            continue
        local = tile.local(point)
        here = hexes.at(local, HEX_SIDE)
        if here in board_hexes(deck, tile.board):
            inside, side = _inside(local, here)
            chart_hex = hexes.add(deck.sites[rest.place].middle, hexes.rotate(here, rest.turn))
            beyond = hexes.neighbour(chart_hex, hexes.turned(side, rest.turn))
            yield Spot(chart_hex, inside, beyond, at, tile.bearing - 60 * rest.turn)


def _inside(point: Point, here: Hex) -> tuple[float, Direction]:
    """Return the distance from a point in a hex to the hex's nearest side, mm, and that side."""
    away = complex(*point) - complex(*hexes.centre(here, HEX_SIDE))
    outwards = [complex(*hexes.centre(step, HEX_SIDE)) for step in STEPS]
    gaps = [abs(way) / 2 - (away * way.conjugate()).real / abs(way) for way in outwards]
    return min(gaps), gaps.index(min(gaps))


# --- laying the chart over the boards -------------------------------------------------------------


def _middles(deck: Deck) -> Points:
    """Return the centres of all places, mm, y up."""
    return np.array(
        [complex(*hexes.centre(site.middle, HEX_SIDE)).conjugate() for site in deck.sites]
    )


def _best(placed: Sequence[Tile], deck: Deck, middles: Points) -> tuple[float, Spread, int]:
    """Return the chart's bearing and the boards' places that explain the boards best, and their
    lead in points.
    """
    lean = _lean([tile.bearing for tile in placed])
    ways = [_ways(placed, deck, middles, lean + 60 * turn) for turn in range(6)]
    turns = np.repeat(np.arange(6), [len(places) for places, _ in ways])
    places, worth = (np.concatenate(parts) for parts in zip(*ways, strict=True))
    best = int(worth.argmax())
    same = (turns == turns[best]) & (places == places[best]).all(1)
    spread = tuple(None if place == NOWHERE else place for place in places[best].tolist())
    return lean + 60 * int(turns[best]), spread, int(worth[best] - worth[~same].max(initial=0))


def _lean(bearings: Sequence[float]) -> float:
    """Return the bearing of most boards modulo a sixth of a turn, degrees."""
    sixths = np.radians(np.array(bearings) * 6)
    off = np.abs(np.angle(np.exp(1j * (sixths[:, None] - sixths[None]))))
    near = off[np.argmax((off < np.radians(6 * 5)).sum(1))] < np.radians(6 * 5)
    return float(np.degrees(np.angle(np.exp(1j * sixths[near]).mean())) / 6)


def _ways(
    placed: Sequence[Tile], deck: Deck, middles: Points, bearing: float
) -> tuple[Int8s, Int64s]:
    """With the chart's north at `bearing`, return each shift that brings a board to a place: places
    by tile, and points.
    """
    points = np.array([tile.middle for tile in placed]) / _clockwise(bearing)
    shifts = (middles[None] - points[:, None]).ravel()
    moved = points + shifts[:, None]
    gaps = (moved.real[..., None] - middles.real) ** 2 + (moved.imag[..., None] - middles.imag) ** 2
    nearest = gaps.argmin(2)
    lies = np.abs(moved - middles[nearest]) < LOOSE
    backs, turns = (
        np.array([site.back for site in deck.sites]),
        np.array([site.turn for site in deck.sites]),
    )
    same = backs[nearest] == np.array([tile.board.back for tile in placed])
    way = turns[nearest] == np.array([facing(tile.bearing, bearing)[0] for tile in placed])
    places = np.where(lies, nearest, NOWHERE).astype(np.int8)
    ordered = np.sort(places, 1)
    crowded = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NOWHERE)).sum(1)
    return places, (lies * (LIES + BACK * same + WAY * way)).sum(1) - LIES * crowded


def _fit(points: Points, places: Spread, middles: Points, spin: complex) -> tuple[complex, complex]:
    """Return the chart's origin and spin that fit the boards best, with less weight for boards that
    are off their places.
    """
    used = [at for at, place in enumerate(places) if place is not None]
    wanted = middles[[place for place in places if place is not None]]
    origin = complex(np.mean(points[used] - spin * wanted))
    for _ in range(3):
        off = np.abs(points[used] - origin - spin * wanted)
        weights = 1 / (1 + (off / (FITS / 2)) ** 2)
        origin, spin = _similar(points[used], wanted, weights, spin)
    return origin, spin


def _similar(
    points: Points, wanted: Points, weights: NDArray[np.float64], spin: complex
) -> tuple[complex, complex]:
    """Solve points = origin + spin * wanted by weighted least squares; a single point keeps
    `spin`.
    """
    share = weights / weights.sum()
    points_mean, wanted_mean = complex((share * points).sum()), complex((share * wanted).sum())
    spread = float((share * np.abs(wanted - wanted_mean) ** 2).sum())
    if spread > 1:
        spin = (
            complex((share * (points - points_mean) * (wanted - wanted_mean).conj()).sum()) / spread
        )
        spin = spin / abs(spin) * min(max(abs(spin), STRETCH[0]), STRETCH[1])
    return points_mean - spin * wanted_mean, spin


def _rest(tile: Tile, place: Place | None, wanted: complex | None, north: float) -> Rest:
    turn, askew = facing(tile.bearing, north)
    off = 0.0 if wanted is None else round(abs(tile.middle - wanted), 1)
    return Rest(place, turn, off, askew)


def _clockwise(degrees: float) -> complex:
    return complex(np.exp(-1j * np.radians(degrees)))

"""A pirates table as it was read, without judgement: map, ships, anchor, tracks and loose
tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from companion.hexes import Direction, Hex
from companion.pirates.boards import BOB, COUSIN, HexId, Place
from companion.pirates.deck import Deck
from companion.pirates.measures import SHIP
from companion.pirates.tracks import Verb
from vision.games.pirates.map import Lay, Spot, Tile, facing, lay, spot, tiles
from vision.games.pirates.pieces import ANCHOR, base_middle, middle, on_table
from vision.games.pirates.tracks import Gauge, gauges
from vision.table.layout import Laid

CLEAR_WAY = 20.0  # degrees off a direction; from here to 30 a ship could point either way
# lead that the map needs before violations are derived from it: the points for one board's place
FIRM = 4


@dataclass(frozen=True, slots=True)
class Standing:
    """Something that stands or lies on the map: its index among the pieces, its spot, and the hex
    of the chart there.

    `hex` is None off the map; it is `clear` if the next hex of the map is far enough away. `facing`
    is the direction of a ship, `askew` its error in degrees.
    """

    piece: int
    spot: Spot
    hex: HexId | None
    clear: bool
    facing: Direction = 0
    askew: float = 0.0

    @property
    def looks_clearly(self) -> bool:
        """Whether its direction is unambiguous."""
        return abs(self.askew) <= CLEAR_WAY


@dataclass(frozen=True)
class Survey:
    """The table as read: `pieces` by index, `tiles` among them, the chart laid `over` them, and the
    tracks.

    `ships` and `anchors` are found only if the position of the chart is known.
    """

    deck: Deck
    pieces: tuple[Laid, ...]
    tiles: tuple[Tile, ...]
    over: Lay | None
    gauges: Mapping[Verb, Gauge]

    @cached_property
    def anchored(self) -> bool:
        """Whether the boards show which place is which."""
        return self.over is not None and self.over.lead > 0

    @cached_property
    def firm(self) -> bool:
        """Whether they show it so clearly that a single board that contradicts it is wrong."""
        return self.over is not None and self.over.lead >= FIRM

    @cached_property
    def lying(self) -> dict[Place, int]:
        """The index of the tile at each place, where exactly one fits."""
        rests = self.over.rests if self.over and self.anchored else ()
        placed = [
            (rest.place, at)
            for at, rest in enumerate(rests)
            if rest.place is not None and rest.fits
        ]
        places = [place for place, _ in placed]
        return {place: at for place, at in placed if places.count(place) == 1}

    @cached_property
    def unread(self) -> tuple[Place, ...]:
        """The places where no board was read."""
        return (
            tuple(place for place in range(len(self.deck.sites)) if place not in self.lying)
            if self.anchored
            else ()
        )

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the indices of the pieces called `name`."""
        return tuple(at for at, piece in enumerate(self.pieces) if piece.id == name)

    def ships(self, name: str) -> tuple[Standing, ...]:
        """Return the ships called `name`, if the position of the chart is known."""
        return tuple(ship for at in self.numbers(name) if (ship := self._ship(at)))

    @cached_property
    def anchors(self) -> tuple[Standing, ...]:
        """The anchor tokens, under the same condition as `ships`."""
        return tuple(
            anchor
            for at in self.numbers(ANCHOR)
            if (anchor := self._standing(at, middle(self.pieces[at])))
        )

    @cached_property
    def bob_hexes(self) -> frozenset[HexId]:
        """The hexes on face-up boards where someone waits to be rescued."""
        hexes = range(len(self.deck.chart.spots))
        return frozenset(hex_id for hex_id in hexes if self.special_at(hex_id) in {BOB, COUSIN})

    def tile_at(self, place: Place) -> Tile | None:
        """Return the board at a place."""
        at = self.lying.get(place)
        return None if at is None else self.tiles[at]

    def turn_at(self, place: Place) -> int:
        """Return the turn of the board at a place, in sixths."""
        return self.over.rests[self.lying[place]].turn if self.over else 0

    def special_at(self, hex_id: HexId) -> str | None:
        """Return what is on a hex of the chart; None if the board is face down, turned wrongly, or
        unread.
        """
        place = self.deck.chart.place[hex_id]
        tile = self.tile_at(place)
        if tile is None or not tile.up or self.turn_at(place) != self.deck.sites[place].turn:
            return None
        petal = self.deck.chart.petal[hex_id]
        return tile.board.faces[petal].special if petal < len(tile.board.faces) else None

    def _ship(self, at: int) -> Standing | None:
        ship = self._standing(at, on_table(self.pieces[at], base_middle(), SHIP.size))
        if ship is None:
            return None
        direction, askew = facing(-self.pieces[at].rotation, ship.spot.north)
        return replace(ship, facing=direction, askew=askew)

    def _standing(self, at: int, point: complex) -> Standing | None:
        if self.over is None or not self.anchored:
            return None
        here = spot(point, self.tiles, self.over, self.deck)
        number = hex_id(self.deck, here.hex)
        off = number is None and hex_id(self.deck, here.beyond) is None
        return Standing(at, here, number, here.clear or off)


def hex_id(deck: Deck, here: Hex) -> HexId | None:
    """Return the number of a hex of the chart; None off the map."""
    return deck.chart.spots.index(here) if here in deck.chart.spots else None


def survey(pieces: Sequence[Laid], deck: Deck) -> Survey:
    """Return the survey of the pieces on the table."""
    return _survey(tuple(pieces), deck)


@lru_cache(maxsize=8)
def _survey(pieces: tuple[Laid, ...], deck: Deck) -> Survey:
    """Return the survey, cached because the search for places and the judgement use the same
    one.
    """
    tiles_there = tiles(pieces, deck)
    return Survey(deck, pieces, tiles_there, lay(tiles_there, deck), gauges(pieces, deck))

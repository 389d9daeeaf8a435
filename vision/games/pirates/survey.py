"""A pirates table as it was read, before anything is said of it: map, ships, anchor, tracks and
loose tokens.
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

CLEAR_WAY = 20.0  # degrees off a direction; from there to 30 a ship could look either way
# by which the map's reading must lead before anyone is accused by it: the weight of one board's
# place
FIRM = 4


@dataclass(frozen=True, slots=True)
class Standing:
    """Something that stands or lies on the map: its number among the pieces, its spot, and the hex
    of the chart there.

    `hex` is None off the map; it is `clear` when the next hex of the map is far enough away.
    `facing` is a ship's, `askew` how far off that it looks, degrees.
    """

    piece: int
    spot: Spot
    hex: HexId | None
    clear: bool
    facing: Direction = 0
    askew: float = 0.0

    @property
    def looks_clearly(self) -> bool:
        """Whether it faces one direction and not the next."""
        return abs(self.askew) <= CLEAR_WAY


@dataclass(frozen=True)
class Survey:
    """The table as found: `pieces` by their numbers, `tiles` among them, the chart laid `over`
    them, the tracks.

    `ships` and `anchors` have their spots only where the chart's place is known.
    """

    deck: Deck
    pieces: tuple[Laid, ...]
    tiles: tuple[Tile, ...]
    over: Lay | None
    gauges: Mapping[Verb, Gauge]

    @cached_property
    def anchored(self) -> bool:
        """Whether boards tell which place is which."""
        return self.over is not None and self.over.lead > 0

    @cached_property
    def firm(self) -> bool:
        """Whether they tell it so clearly that one board that contradicts is wrong."""
        return self.over is not None and self.over.lead >= FIRM

    @cached_property
    def lying(self) -> dict[Place, int]:
        """Return the tile that lies at each place as it should, where only one does."""
        rests = self.over.rests if self.over and self.anchored else ()
        there = [
            (rest.place, at)
            for at, rest in enumerate(rests)
            if rest.place is not None and rest.fits
        ]
        places = [place for place, _ in there]
        return {place: at for place, at in there if places.count(place) == 1}

    @cached_property
    def unread(self) -> tuple[Place, ...]:
        """The places where no board was read."""
        return (
            tuple(place for place in range(len(self.deck.sites)) if place not in self.lying)
            if self.anchored
            else ()
        )

    def numbers(self, name: str) -> tuple[int, ...]:
        """The pieces called `name`, by their numbers."""
        return tuple(at for at, piece in enumerate(self.pieces) if piece.id == name)

    def ships(self, name: str) -> tuple[Standing, ...]:
        """The ships called `name`, where the chart's place is known."""
        return tuple(ship for at in self.numbers(name) if (ship := self._ship(at)))

    @cached_property
    def anchors(self) -> tuple[Standing, ...]:
        """The anchor token, as `ships`."""
        return tuple(
            anchor
            for at in self.numbers(ANCHOR)
            if (anchor := self._standing(at, middle(self.pieces[at])))
        )

    @cached_property
    def bob_hexes(self) -> frozenset[HexId]:
        """The hexes of boards that were read face up where someone waits to be rescued."""
        hexes = range(len(self.deck.chart.spots))
        return frozenset(hex_id for hex_id in hexes if self.special_at(hex_id) in {BOB, COUSIN})

    def tile_at(self, place: Place) -> Tile | None:
        """The board that lies at a place."""
        at = self.lying.get(place)
        return None if at is None else self.tiles[at]

    def turn_at(self, place: Place) -> int:
        """The turns of the board that lies at a place."""
        return self.over.rests[self.lying[place]].turn if self.over else 0

    def special_at(self, hex_id: HexId) -> str | None:
        """Return what is on a hex of the chart; None where the board is face down, turned, or was
        not read.
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
        there = hex_id(self.deck, here.hex)
        off = there is None and hex_id(self.deck, here.beyond) is None
        return Standing(at, here, there, here.clear or off)


def hex_id(deck: Deck, here: Hex) -> HexId | None:
    """The number of a hex of the chart; None off the map."""
    return deck.chart.spots.index(here) if here in deck.chart.spots else None


def survey(pieces: Sequence[Laid], deck: Deck) -> Survey:
    """Return what lies on the table."""
    return _survey(tuple(pieces), deck)


@lru_cache(maxsize=8)
def _survey(pieces: tuple[Laid, ...], deck: Deck) -> Survey:
    """Kept, since the eye looks where it is sent by the same survey that the table is judged by."""
    tiles_there = tiles(pieces, deck)
    return Survey(deck, pieces, tiles_there, lay(tiles_there, deck), gauges(pieces, deck))

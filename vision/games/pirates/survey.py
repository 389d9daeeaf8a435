"""A pirates table as read, without judgement: map, ships, anchor, tracks and loose tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from companion.hexes import Direction, Hex
from companion.pirates.boards import BOB, COUSIN, HexId, Place
from companion.pirates.deck import Deck
from companion.pirates.pieces import SHIP
from companion.pirates.tracks import Verb
from vision.games.pirates.map import BESIDE, Lay, Rest, Tile, facing, lay, spot, tiles
from vision.games.pirates.pieces import ANCHOR, BASE_MIDDLE, on_table
from vision.games.pirates.tracks import Gauge, gauges
from vision.games.pose import pose
from vision.table.layout import Laid

CLEAR_WAY = 20.0  # degrees off a direction; from here to 30 a ship could point either way
# lead that the map needs before violations are derived from it: the points for one board's place
FIRM = 4


@dataclass(frozen=True, slots=True)
class Standing:
    """A ship or anchor on the map: its index among the pieces, and the hex of the chart that it is
    in.

    `hex` is None off the map; it is `clear` if the next hex of the map is far enough away. `facing`
    is its direction, `askew` the error of that in degrees.
    """

    piece: int
    hex: HexId | None
    clear: bool
    facing: Direction
    askew: float

    @property
    def looks_clearly(self) -> bool:
        """Whether its direction is unambiguous."""
        return abs(self.askew) <= CLEAR_WAY


@dataclass(frozen=True)
class Survey:
    """The table as read: pieces, the `tiles` among them, the chart laid `over` them, and tracks.

    Ships and anchors are found only if the position of the chart is known.
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
    def rests(self) -> tuple[Rest, ...]:
        """The poses of the tiles."""
        return self.over.rests if self.over else ()

    @cached_property
    def lying(self) -> dict[Place, int]:
        """The index of the tile at each place, where exactly one fits."""
        fitting = [rest.place if self.anchored and rest.fits else None for rest in self.rests]
        return {
            place: at
            for at, place in enumerate(fitting)
            if place is not None and fitting.count(place) == 1
        }

    @cached_property
    def unread(self) -> tuple[Place, ...]:
        """The places where no board was read."""
        places = range(len(self.deck.sites)) if self.anchored else ()
        return tuple(place for place in places if place not in self.lying)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the indices of the pieces called `name`."""
        return tuple(at for at, piece in enumerate(self.pieces) if piece.id == name)

    def standing(self, name: str) -> tuple[Standing, ...]:
        """Return the ships or anchors called `name`, if the position of the chart is known."""
        if self.over is None or not self.anchored:
            return ()
        found = []
        for at in self.numbers(name):
            piece = self.pieces[at]
            foot = pose(piece).at if name == ANCHOR else on_table(piece, BASE_MIDDLE, SHIP.size)
            here = spot(foot, self.tiles, self.over, self.deck)
            number, beyond = (hex_id(self.deck, each) for each in (here.hex, here.beyond))
            clear = here.inside >= BESIDE or (number is None and beyond is None)
            found.append(Standing(at, number, clear, *facing(-piece.rotation, here.north)))
        return tuple(found)

    def only(self, name: str) -> Standing | None:
        """Return the one piece called `name` if it is clearly in one hex or off the map."""
        stands = self.standing(name)
        return stands[0] if len(stands) == 1 and stands[0].clear else None

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
        """Return what is on a hex; None if its board is face down, turned wrongly, or unread."""
        place = self.deck.chart.place[hex_id]
        tile = self.tile_at(place)
        if tile is None or not tile.up or self.turn_at(place) != self.deck.sites[place].turn:
            return None
        petal = self.deck.chart.petal[hex_id]
        return tile.board.faces[petal].special if petal < len(tile.board.faces) else None


def hex_id(deck: Deck, here: Hex) -> HexId | None:
    """Return the number of a hex of the chart; None off the map."""
    return deck.chart.spots.index(here) if here in deck.chart.spots else None


@lru_cache(maxsize=1)  # the search for places and the judgement use the same one
def survey(pieces: tuple[Laid, ...], deck: Deck) -> Survey:
    """Return the survey of the pieces on the table."""
    boards = tiles(pieces, deck)
    return Survey(deck, pieces, boards, lay(boards, deck), gauges(pieces, deck))

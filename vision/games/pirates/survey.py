"""A pirates table as read, without judgement: map, ships, anchor, tracks and loose tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import dist
from typing import Literal, TypeAlias

from companion.hexes import Direction, Hex, Point
from companion.pirates.boards import BOB, COUSIN, HexId, Place
from companion.pirates.deck import Deck
from companion.pirates.pieces import MARKER, SHIP, TRACKERS, tracker_plan
from companion.pirates.tracks import Verb
from vision.games.pirates.map import BESIDE, FLOWER, Lay, Tile, facing, lay, spot, tiles
from vision.games.pirates.pieces import ANCHOR, BASE_MIDDLE, CRAB, WAVE, on_piece, on_table
from vision.games.pose import pose
from vision.table.layout import Laid, Outline, as_outline

CLEAR_WAY = 20.0  # degrees off a direction; from here to 30 a ship could point either way
# lead that the map needs before violations are derived from it: the points for one board's place
FIRM = 4
State: TypeAlias = Literal["read", "between", "crowded", "bare", "absent"]
# marker of each track
MARKERS: Mapping[Verb, str] = {"sails": WAVE, "speed": WAVE, "water": CRAB}
ASIDE = 7.0  # mm to the left or right of a step's centre; half a step is 10.5
UP_DOWN = 9.0  # mm above or below; rows are 28 apart


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
    """The table as read: pieces, the chart laid `over` the boards among them, and tracks.

    Ships and anchors are found only if the position of the chart is known.
    """

    deck: Deck
    pieces: tuple[Laid, ...]
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
    def tiles(self) -> tuple[Tile, ...]:
        """The boards among the pieces."""
        return self.over.tiles if self.over else ()

    @cached_property
    def lying(self) -> dict[Place, int]:
        """The index of the tile at each place, where exactly one fits."""
        fitting = [tile.place if self.anchored and tile.fits else None for tile in self.tiles]
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
        """Return the ships or anchors called `name`, if the place of the chart is known; not those
        on a board that is apart from the map.
        """
        if self.over is None or not self.anchored:
            return ()
        found = []
        for at in self.numbers(name):
            piece = self.pieces[at]
            foot = pose(piece).at if name == ANCHOR else on_table(piece, BASE_MIDDLE, SHIP.size)
            if any(not each.fits and abs(foot - each.middle) < FLOWER for each in self.tiles):
                continue
            here = spot(foot, self.over, self.deck)
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
        return self.tiles[self.lying[place]].turn

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
    return Survey(deck, pieces, lay(tiles(pieces, deck), deck), gauges(pieces, deck))


@dataclass(frozen=True, slots=True)
class Gauge:
    """The reading of a track: its `value` if `state` is "read", else the reason.

    The marker is "between" two steps, or beside one; the track is "crowded" with several markers or
    "bare" of any; the tracker is "absent". `tracker` and `marker` are indices of pieces.
    """

    state: State
    value: int | None = None
    tracker: int | None = None
    marker: int | None = None

    def __post_init__(self) -> None:
        if (self.value is not None) != (self.state == "read"):
            raise ValueError("a value is read, or there is none")


def gauges(pieces: Sequence[Laid], deck: Deck) -> dict[Verb, Gauge]:
    """Return the gauge of each track."""
    return {
        verb: _gauge(verb, name, pieces, deck) for name, verbs in TRACKERS.items() for verb in verbs
    }


def track_corners(verb: Verb, tracker: Laid, deck: Deck) -> Outline:
    """Return the corners of the rows of a track on its tracker, mm in the frame."""
    plan = tracker_plan(deck, TRACKERS[tracker.id])
    low, last = plan.step(verb, 0), plan.step(verb, dict(plan.tracks)[verb])
    high = Point(plan.size.width - plan.margin, last.y + plan.cell.height)
    corners = (low, Point(high.x, low.y), high, Point(low.x, high.y))
    return as_outline(on_table(tracker, corner, plan.size) for corner in corners)


def _gauge(verb: Verb, name: str, pieces: Sequence[Laid], deck: Deck) -> Gauge:
    tracker = next((at for at, piece in enumerate(pieces) if piece.id == name), None)
    if tracker is None:
        return Gauge("absent")
    plan = tracker_plan(deck, TRACKERS[name])
    steps = []
    for track, most in plan.tracks:
        for value in range(most + 1):
            corner = plan.step(track, value)
            x, y = corner.x + plan.cell.width / 2, corner.y + plan.cell.height - MARKER.height / 2
            steps.append((track, value, x, y))
    on = []  # markers on this track: index, nearest step, and mm right of and below its place
    for at, piece in enumerate(pieces):
        x, y = on_piece(pieces[tracker], pose(piece).at, plan.size)
        if piece.id == MARKERS[verb] and 0 <= x <= plan.size.width and 0 <= y <= plan.size.height:
            track, value, *place = min(steps, key=lambda step: dist(step[2:], (x, y)))
            if track == verb:
                on.append((at, value, x - place[0], y - place[1]))
    if len(on) != 1:
        return Gauge("crowded" if on else "bare", tracker=tracker)
    marker, value, right, below = on[0]
    if abs(right) <= ASIDE and abs(below) <= UP_DOWN:
        return Gauge("read", value, tracker, marker)
    return Gauge("between", None, tracker, marker)

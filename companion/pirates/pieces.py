"""The printed pieces of pirates: measures, tags, and the deck's numbers in the rules.

All measures are in mm on the upright piece, y down, and from its top left unless noted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, sqrt
from typing import ClassVar, NamedTuple

from companion import hexes
from companion.game import Piece
from companion.hexes import ORIGIN, STEPS, Direction, Hex, Point, turned
from companion.language import Phrase, say, say_many
from companion.layout import POKER, TOKEN_TAG, Size, TagSpot
from companion.pirates.boards import PETALS, PIER, Board, HexId
from companion.pirates.deck import ACTIONS, BACKS, COLOURS, ORDERS, PENGUINS, TURNS, Deck, Event
from companion.pirates.state import enter
from companion.pirates.tracks import (
    BAIL,
    FISH,
    FULL_SAIL,
    SPECIALS,
    VERBS,
    Tracks,
    Verb,
    gain_speed,
)
from companion.summary import Details
from companion.tags import TagId, tag_ids

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


def board_box(deck: Deck, board: Board) -> tuple[Point, Size]:
    """Return a board's bounding box, mm: its top left from the board's middle, and its size."""
    return _box(board_hexes(deck, board))


@cache
def _box(spots: tuple[Hex, ...]) -> tuple[Point, Size]:
    points = [corner for spot in spots for corner in hexes.corners(spot, HEX_SIDE)]
    left, top = min(p.x for p in points), min(p.y for p in points)
    return Point(left, top), Size(max(p.x for p in points) - left, max(p.y for p in points) - top)


def board_middle(deck: Deck, board: Board, face: str = "front") -> Point:
    """Return the centre of a board's middle hex on its piece; the back is mirrored."""
    corner, size = board_box(deck, board)
    return Point(-corner.x if face == "front" else size.width + corner.x, -corner.y)


class Edge(NamedTuple):
    """A side of a board's outline, and the number of the hex that it belongs to."""

    start: Point
    end: Point
    hex: int


def board_edges(deck: Deck, board: Board) -> tuple[Edge, ...]:
    """Return the sides of a board's outline, clockwise, with points from the board's middle."""
    spots = board_hexes(deck, board)
    outer: dict[Point, Edge] = {}
    for number, spot in enumerate(spots):
        # rounded to a micrometre, so that hexes agree on shared corners
        corners = hexes.corners(spot, HEX_SIDE)
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


# --- pieces ---------------------------------------------------------------------------------------

CHANGES: Mapping[Verb, Phrase] = {
    "sails": say("Sails {by}"),
    "speed": say("Speed {by}"),
    "water": say("Water {by}"),
    "fish": say("Fish {by}"),
}
UNTAGGED: Mapping[str, tuple[TagSpot, ...]] = {"front": (), "back": ()}


def pieces(deck: Deck) -> tuple[Piece, ...]:
    """Return all pieces of `deck` in the order of printing."""
    return (*tiles(deck), *handicaps(deck), *events(deck), *trackers(deck), *tokens(deck), *ships())


def effect_texts(event: Event) -> tuple[Phrase, ...]:
    """Return an event's effects in words, as printed."""
    changes = tuple(say(CHANGES[verb], by=f"{amount:+d}") for verb, amount in event.changes)
    turns = abs(event.turn)
    if event.turn > 0:
        turn = say_many(
            "Your ship turns once to starboard", "Your ship turns {n} times to starboard", turns
        )
    else:
        turn = say_many("Your ship turns once to port", "Your ship turns {n} times to port", turns)
    spawn = (say("Pirates! If none are on the map, their ship appears in Puerto Rico"),)
    return (*changes, *((turn,) if event.turn else ()), *(spawn if event.spawns else ()))


def tiles(deck: Deck) -> Iterator[Piece]:
    """Yield the tile boards, with the dots and the special of each hex as data."""
    fronts = tag_ids("pirates", "tile", "front", count=len(deck.boards))
    backs = dict(zip(BACKS, tag_ids("pirates", "tile", "back", count=len(BACKS)), strict=True))
    for board, front in zip(deck.boards, fronts, strict=True):
        hexes = [
            {"hex": name, "yellow": face.yellow, "red": face.red, "special": face.special}
            for name, face in zip((*PETALS, PIER), board.faces, strict=False)
        ]
        data = {"back": board.back, "dots": sum(face.cost for face in board.faces), "hexes": hexes}
        faces = {
            "front": _tile_tag(deck, board, "front", front),
            "back": _tile_tag(deck, board, "back", backs[board.back]),
        }
        yield Piece(f"tile-{board.id}", "tile", board_box(deck, board)[1], faces, data=data)


def _tile_tag(deck: Deck, board: Board, face: str, tag: TagId) -> tuple[TagSpot]:
    """Return the tag where three hexes meet, east of the middle one, where no ship covers it."""
    middle = board_middle(deck, board, face)
    return (TagSpot(tag, middle.x + HEX_SIDE, middle.y, TOKEN_TAG),)


def handicaps(deck: Deck) -> Iterator[Piece]:
    """Yield the handicap cards."""
    for look, cards in zip(deck.penguins, deck.handicaps, strict=True):
        for card in cards:
            spots: dict[str, Sequence[str]] = {
                colour: [action for action in ACTIONS if card.colour(action) == colour]
                for colour in COLOURS
            }
            data = {"penguin": look.id, "number": card.number, **spots}
            yield Piece(f"handicap-{card.id}", "handicap", POKER, UNTAGGED, data=data)


def events(deck: Deck) -> Iterator[Piece]:
    """Yield the event cards."""
    for event in deck.events:
        data = {
            "name": event.name,
            "order": event.order,
            "distance": event.distance,
            "text": effect_texts(event),
            "changes": [{"track": track, "by": by} for track, by in event.changes],
            "turn": event.turn,
            "pirates": event.spawns,
        }
        yield Piece(event.id, "event", POKER, UNTAGGED, data=data)


def trackers(deck: Deck) -> Iterator[Piece]:
    """Yield a board for sails and speed and one for water (pirates R1)."""
    firsts = tag_ids("pirates", "tracker", "front", "first", count=len(TRACKERS))
    seconds = tag_ids("pirates", "tracker", "front", "second", count=len(TRACKERS))
    for (name, verbs), first, second in zip(TRACKERS.items(), firsts, seconds, strict=True):
        size = tracker_plan(deck, verbs).size
        inset = TrackerPlan.margin + WINDOW / 2
        tags = (
            TagSpot(first, inset, TrackerPlan.head / 2, TOKEN_TAG),
            TagSpot(second, size.width - inset, size.height - TrackerPlan.head / 2, TOKEN_TAG),
        )
        data: dict[str, object] = {
            verb: {"start": getattr(deck.start, verb), "most": getattr(deck.most, verb)}
            for verb in verbs
        }
        yield Piece(name, "tracker", size, {"front": tags}, data=data)


def tokens(deck: Deck) -> Iterator[Piece]:
    """Yield the penguins, the captain, the markers of the tracks, and the anchor for Bob."""
    penguins = tag_ids("pirates", "penguin", count=len(deck.penguins))
    for look, tag in zip(deck.penguins, penguins, strict=True):
        yield _token(f"penguin-{look.id}", tag, MARKER, data={"name": look.name})
    yield _token("captain", tag_ids("pirates", "captain")[0], CAPTAIN)
    yield _token(
        "wave", tag_ids("pirates", "wave")[0], MARKER, count=2, data={"marks": "sails, speed"}
    )
    yield _token("crab", tag_ids("pirates", "crab")[0], MARKER, data={"marks": "water"})
    fish = {"start": deck.start.fish}
    yield _token("fish", tag_ids("pirates", "fish")[0], MARKER, count=deck.most.fish, data=fish)
    yield _token(
        "anchor", tag_ids("pirates", "anchor")[0], MARKER, data={"marks": "Bob is rescued"}
    )


def _token(
    name: str, tag: TagId, size: Size, *, count: int = 1, data: Mapping[str, object] | None = None
) -> Piece:
    """Return a token with its tag at the lower edge, below the drawn figure."""
    middle = size.height - MARKER_RIM - WINDOW / 2
    spot = TagSpot(tag, size.width / 2, middle, TOKEN_TAG)
    return Piece(name, "token", size, {"front": (spot,), "back": ()}, count=count, data=data or {})


def ships() -> Iterator[Piece]:
    """Yield the two ships to fold."""
    looks = (("ship-penguins", "white"), ("ship-pirates", "black"))
    for (name, colour), tag in zip(
        looks, tag_ids("pirates", "ship", count=len(looks)), strict=True
    ):
        spot = TagSpot(tag, *SHIP.tag, TOKEN_TAG)
        data = {"colour": colour}
        yield Piece(name, "standee", SHIP.size, {"front": (spot,)}, data=data, base=SHIP.base)


# --- the rules on one page ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first move of a game.

    `before` are the tracks after gaining speed on the pier, `after` those after entering the hex
    ahead, where the whirlwind turns the ship to `facing`.
    """

    before: Tracks
    after: Tracks
    entered: HexId
    facing: Direction


def first_move(deck: Deck) -> FirstMove | None:
    """Return the first move; None if the ship has too little speed for it."""
    entered = deck.chart.ahead[deck.chart.pier][deck.pier_facing]
    face = deck.boards[0].faces[deck.chart.petal[entered]]
    before = gain_speed(deck.start, deck.most)
    if face.cost > before.speed:
        return None
    after, *_ = enter(deck, before, frozenset(), face)
    return FirstMove(before, after, entered, turned(deck.pier_facing, face.whirl))


def details(deck: Deck) -> Details:
    """Return the value of each `$name`; amounts have no sign."""
    boards = {
        f"{back}_boards": sum(board.back == back for board in deck.boards)
        for back in ("yellow", "red")
    }
    move = first_move(deck)
    before, after = (move.before, move.after) if move else (deck.start, deck.start)
    rows = Counter(site.id[0] for site in deck.sites)  # an id begins with its row's letter
    return {
        "rows": "-".join(str(rows[row]) for row in sorted(rows)),
        "boards": len(deck.boards),
        **boards,
        "penguins": PENGUINS,
        "cards": TURNS,
        "orders": ORDERS,
        "storm": deck.storm,
        **{f"first_{verb}": getattr(deck.start, verb) for verb in VERBS},
        "most_water": deck.most.water,
        "most_fish": deck.most.fish,
        **{special: abs(changes[0][1]) for special, changes in SPECIALS.items()},
        "bail": abs(BAIL[0][1]),
        "catch": abs(FISH[0][1]),
        "full": abs(FULL_SAIL[0][1]),
        "sailing": move is not None,
        "gained": before.speed - deck.start.speed,
        "paid": before.speed - after.speed,
        "taken": after.water - before.water,
        "kept": after.speed,
    }

"""The printed pieces of rocks: measures, tags, and the board's numbers in the rules.

All measures are in mm on the upright piece, y down, and from its top left unless noted. Penguins'
tags are ordered by seat, then number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import dist
from typing import NamedTuple, TypeAlias

from companion.errors import DeckError
from companion.game import Piece
from companion.language import say
from companion.layout import TOKEN_TAG, Size, TagSpot, token_tag
from companion.rocks.board import MIDDLE, NESTS, PENGUINS, PLAY_OUT, RING, Board, Place
from companion.rocks.state import DIE as FACES
from companion.rocks.state import FIRST, HOP, LANDING, ROCKS_A_SPACE, SECOND
from companion.summary import Details
from companion.tags import tag_ids

Point: TypeAlias = tuple[float, float]

MODULE = TOKEN_TAG / 8
# a tag with its quiet zone and 0.5 mm for cutting errors; two fit on a space of 36 mm
ROCK = Size(16, 16)
PATH = 11.0  # width of a path between two spaces
# from a tag's middle to what is printed beside it: half a window, and a little more
TAG_CLEAR = 10.0
# from a corner tag's middle to the edges: keeps the window inside the safe area of 3 mm
TAG_INSET = 12.0
TAG_INNER = 18.0  # from an inner tag's middle to the seams
STEP = 2  # distance of spots that are tried for a tag


@dataclass(frozen=True, slots=True)
class StandNet:
    """The net of a penguin's stand: from the top tab, back upside down, front and base.

    The figure stands on the rear edge of the base, and the tab is glued under it. In front of the
    feet are the tag, on the left, and the pad for a rock, on the right. `figure` and `base` are the
    sizes of one panel; `fold` is the figure's width at its head, where back and front meet, and
    `foot` that at the base.
    """

    tab: Size
    figure: Size
    base: Size
    fold: float
    foot: float
    corner: float  # radius of the base's front corners

    @property
    def size(self) -> Size:
        """Size of the flat net."""
        return Size(self.base.width, self.tab.height + 2 * self.figure.height + self.base.height)

    @property
    def creases(self) -> tuple[float, float, float]:
        """The y of the folds between tab and back, back and front, front and base."""
        first = self.tab.height
        return (first, first + self.figure.height, first + 2 * self.figure.height)

    @property
    def tag(self) -> Point:
        """The middle of the tag, which is upright seen from the front."""
        margin = (self.base.width - TOKEN_TAG - 2 * MODULE - ROCK.width) / 3
        return (margin + MODULE + TOKEN_TAG / 2, self.size.height - self.base.height / 2)

    @property
    def pad(self) -> Point:
        """The middle of the pad for a rock."""
        margin = (self.base.width - TOKEN_TAG - 2 * MODULE - ROCK.width) / 3
        return (self.base.width - margin - ROCK.width / 2, self.size.height - self.base.height / 2)


class Cell(NamedTuple):
    """A square of the die's net, by column and row."""

    column: int
    row: int


class Flap(NamedTuple):
    """A glue tab on a side of a square (n, e, s or w)."""

    cell: Cell
    side: str


@dataclass(frozen=True, slots=True)
class DieNet:
    """The die's net: a row of four squares `edge` mm wide, one above and one below the second."""

    edge: float
    flap: float  # depth of a tab

    @property
    def size(self) -> Size:
        """The size of the flat net, including tabs above, below and on the right."""
        return Size(4 * self.edge + self.flap, 3 * self.edge + 2 * self.flap)

    @property
    def faces(self) -> dict[int, Cell]:
        """The square of each number of pips; once folded, opposite faces sum to 7."""
        return {
            1: Cell(1, 1),
            2: Cell(1, 2),
            3: Cell(2, 1),
            4: Cell(0, 1),
            5: Cell(1, 0),
            6: Cell(3, 1),
        }

    @property
    def flaps(self) -> tuple[Flap, ...]:
        """The tabs for the seven edges of the cube that aren't folds."""
        top, low = Cell(1, 0), Cell(1, 2)
        tabs = [(top, "w"), (top, "n"), (top, "e"), (low, "w"), (low, "s"), (low, "e")]
        return (*(Flap(*tab) for tab in tabs), Flap(Cell(3, 1), "e"))

    def corner(self, cell: Cell) -> Point:
        """Return a square's top left corner on the net."""
        return (cell.column * self.edge, self.flap + cell.row * self.edge)


STAND = StandNet(
    tab=Size(26, 16), figure=Size(31, 43), base=Size(33.6, 17.6), fold=13, foot=27, corner=3
)
DIE = DieNet(edge=18, flap=5)


def width(board: Board, place: Place) -> int:
    """Return the diameter of a place."""
    return board.drawing.pile if place.is_pile else board.drawing.space


def paths(board: Board) -> Iterator[tuple[Place, Place]]:
    """Yield the pairs of places with a path between them; places of one nest touch."""
    by_id = {place.id: place for place in board.places}
    nest_of = {name: nest.id for nest in board.nests for name in (nest.centre, *nest.ring)}
    for one, other in board.edges:
        if nest_of.get(one, one) != nest_of.get(other, other):
            yield by_id[one], by_id[other]


class Obstacle(NamedTuple):
    """A place or a path: all within `reach` of a line, mm; a place's line is a point."""

    start: Point
    end: Point
    reach: float

    def distance(self, at: Point) -> float:
        """Return the distance from a spot; negative within the obstacle."""
        (px, py), (ax, ay), (bx, by) = at, self.start, self.end
        length = (bx - ax) ** 2 + (by - ay) ** 2
        share = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length if length else 0
        share = min(1, max(0, share))
        return dist(at, (ax + share * (bx - ax), ay + share * (by - ay))) - self.reach


def obstacles(board: Board) -> list[Obstacle]:
    """Return the places of a board, then its paths."""
    return [
        *(Obstacle(place.at, place.at, width(board, place) / 2) for place in board.places),
        *(Obstacle(one.at, other.at, PATH / 2) for one, other in paths(board)),
    ]


@cache
def board_tags(board: Board) -> tuple[Point, ...]:
    """Return the middles of a board's eight tags, from its middle.

    They are four near its corners, then four near its middle, each by rows from the top left.

    If an obstacle is in the way, a tag moves to the nearest free spot in its quarter. Raises
    `DeckError` if there is none.
    """
    half, around = board.drawing.side / 2, obstacles(board)
    spots: list[Point] = []
    for far in (half - TAG_INSET, TAG_INNER):
        for quarter in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            goal = (quarter[0] * far, quarter[1] * far)
            spots.append(_free_spot(around, half, goal, spots))
    return tuple(spots)


def _free_spot(around: list[Obstacle], half: float, goal: Point, taken: list[Point]) -> Point:
    """Return the spot nearest to `goal`, in the same quarter of the board, with room for a tag."""
    sides = [1 if n > 0 else -1 for n in goal]
    reach = range(0, int(half - TAG_INSET - TAG_INNER) + 1, STEP)
    spots = ((sides[0] * (TAG_INNER + x), sides[1] * (TAG_INNER + y)) for x in reach for y in reach)
    for spot in (goal, *sorted(spots, key=lambda spot: round(dist(spot, goal), 3))):
        near = next((o for o in around if o.distance(spot) <= TAG_CLEAR), None)
        # try it first for the next spot, where it is likely in the way too; else crowded boards
        # take minutes
        if near is not None:
            around.remove(near)
            around.insert(0, near)
        elif all(dist(spot, other) > 2.5 * TAG_CLEAR for other in taken):
            return spot
    problem = say("a quarter of the board has no room for its two tags")
    raise DeckError("the board", problem, remedy=say("move spaces apart, or make the board larger"))


# --- pieces ---------------------------------------------------------------------------------------

FEWEST = 2  # players; the first two seats' penguins are always needed


def pieces(board: Board) -> tuple[Piece, ...]:
    """Return all pieces in the order of printing."""
    rock = Piece(
        "rock",
        "rock",
        ROCK,
        {"front": token_tag(tag_ids("rocks", "rock")[0], ROCK), "back": ()},
        count=board.rules.rocks * len(board.nests),
        data={"a_pile": board.rules.rocks},
    )
    net = [
        {"pips": pips, "column": cell.column, "row": cell.row}
        for pips, cell in sorted(DIE.faces.items())
    ]
    die = Piece("die", "die", DIE.size, {"front": ()}, data={"faces": FACES, "net": net})
    return (_board(board), *_penguins(board), rock, die)


def _board(board: Board) -> Piece:
    """Return the board; the data has places in mm from its middle, x to the right, y down."""
    side, tags = board.drawing.side, board_tags(board)
    spots = tuple(
        TagSpot(tag, side / 2 + x, side / 2 + y, TOKEN_TAG)
        for tag, (x, y) in zip(tag_ids("rocks", "board", count=len(tags)), tags, strict=True)
    )
    keys = ("symbol", "centre", "ring", "pile", "start")
    nests = [
        {"colour": nest.id, **{key: getattr(nest, key) for key in keys}} for nest in board.nests
    ]
    touches: dict[str, list[str]] = {place.id: [] for place in board.places}
    for one, other in board.edges:
        touches[one].append(other)
        touches[other].append(one)
    places = [
        {
            "place": place.id,
            "kind": "pile" if place.is_pile else "space",
            "at": list(place.at),
            "touches": touches[place.id],
        }
        for place in board.places
    ]
    data = {"nests": nests, "places": places}
    return Piece("board", "board", Size(side, side), {"front": spots}, data=data)


def _penguins(board: Board) -> Iterator[Piece]:
    """Yield two penguins in each colour; with fewer players the last seats' aren't needed."""
    ids = tag_ids("rocks", "penguin", count=len(board.nests) * PENGUINS)
    for seat, nest in enumerate(board.nests):
        for number in range(1, PENGUINS + 1):
            start = nest.start if number == 1 else nest.centre
            data = {"colour": nest.id, "symbol": nest.symbol, "number": number, "start": start}
            tag = TagSpot(ids[seat * PENGUINS + number - 1], *STAND.tag, TOKEN_TAG)
            name, players = f"penguin-{nest.id}-{number}", max(FEWEST, seat + 1)
            yield Piece(
                name,
                "penguin",
                STAND.size,
                {"front": (tag,)},
                data=data,
                players=players,
                base=STAND.base,
            )


ROLL = 4  # of the example, which hops over two penguins


def details(board: Board) -> Details:
    """Return the value of each `$name`."""
    return {
        "nests": NESTS,
        "ring": RING,
        "pile": board.rules.rocks,
        "rocks": board.rules.rocks * NESTS,
        "penguins": NESTS * PENGUINS,
        "first": FIRST,
        "second": SECOND,
        "hop": HOP,
        "landing": LANDING,
        "roll": ROLL,
        "left": ROLL - HOP - LANDING,
        "most": ROCKS_A_SPACE,
        "rounds": board.rules.rounds,
        "play_out": board.rules.finish == PLAY_OUT,
        "middle_starts": board.rules.starts == MIDDLE,
        "middle_free": board.rules.free == MIDDLE,
    }

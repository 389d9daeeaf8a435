"""How large the pieces of rocks are: where a board's tags lie, how a penguin's stand and the die
fold.

Printing and scanning share it. All mm in the upright piece, origin at its top left unless said
otherwise, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from math import dist, hypot, inf
from typing import NamedTuple, TypeAlias

from companion.errors import DeckError
from companion.language import say
from companion.layout import TOKEN_TAG, Size
from companion.rocks.board import Board, Place

Point: TypeAlias = tuple[float, float]

MODULE = TOKEN_TAG / 8
# a tag with its quiet zone and half a millimetre for the knife; two fit on a space of 36 mm
ROCK = Size(16, 16)
PATH = 11.0  # how broad a path between two spaces is drawn
# from a board's tag to what is printed beside it: half a window's side, and a little
TAG_CLEAR = 10.0
# from a corner tag's middle to the edges: inside the safe area of 3 mm, window included
TAG_INSET = 12.0
TAG_INNER = 18.0  # from an inner tag's middle to the seams
STEP = 2  # between two spots that are tried for a tag


@dataclass(frozen=True, slots=True)
class StandNet:
    """A penguin's stand: from the top a tab, the figure's back upside down, its front, and the
    base.

    The figure stands up along the base's rear edge; the tab goes under the base. Before the
    figure's feet lie the tag, at the left, and the pad for a rock, at the right. `figure` and
    `base` are the sizes of one panel; `fold` is how wide the figure is at its head, where back and
    front hang together, and `foot` how wide where it stands.
    """

    tab: Size
    figure: Size
    base: Size
    fold: float
    foot: float
    corner: float  # radius of the base's front corners

    @property
    def size(self) -> Size:
        """The flat net."""
        return Size(self.base.width, self.tab.height + 2 * self.figure.height + self.base.height)

    @property
    def creases(self) -> tuple[float, float, float]:
        """How far down tab and back, back and front, front and base meet."""
        first = self.tab.height
        return (first, first + self.figure.height, first + 2 * self.figure.height)

    @property
    def tag(self) -> Point:
        """The tag's middle on the net; it is upright when the penguin looks at the reader."""
        margin = (self.base.width - TOKEN_TAG - 2 * MODULE - ROCK.width) / 3
        return (margin + MODULE + TOKEN_TAG / 2, self.size.height - self.base.height / 2)

    @property
    def pad(self) -> Point:
        """The middle of the place for a rock on the net."""
        margin = (self.base.width - TOKEN_TAG - 2 * MODULE - ROCK.width) / 3
        return (self.base.width - margin - ROCK.width / 2, self.size.height - self.base.height / 2)

    @property
    def across(self) -> float:
        """The width of the smallest round space that the base goes on."""
        inner = hypot(self.base.width / 2 - self.corner, self.base.height / 2 - self.corner)
        return 2 * (inner + self.corner)


class Cell(NamedTuple):
    """A square of the die's net, by column and row."""

    column: int
    row: int


class Flap(NamedTuple):
    """A tab on the side of a square that looks to `side` (n, e, s or w), glued under another
    square's side.
    """

    cell: Cell
    side: str
    onto: Cell
    onto_side: str


@dataclass(frozen=True, slots=True)
class DieNet:
    """A cross of six squares with `edge` mm sides: four in a row, one above and one below the
    second of them.
    """

    edge: float
    flap: float  # how far a tab stands out

    @property
    def size(self) -> Size:
        """The flat net: tabs stand out above, below and at the right."""
        return Size(4 * self.edge + self.flap, 3 * self.edge + 2 * self.flap)

    @property
    def faces(self) -> dict[int, Cell]:
        """Pips by square; once folded, opposite faces sum to 7."""
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
        """The seven edges of the cube that no fold makes."""
        top, low = Cell(1, 0), Cell(1, 2)
        first, third, last = Cell(0, 1), Cell(2, 1), Cell(3, 1)
        return (
            Flap(top, "w", first, "n"), Flap(top, "n", last, "n"), Flap(top, "e", third, "n"),
            Flap(low, "w", first, "s"), Flap(low, "s", last, "s"), Flap(low, "e", third, "s"),
            Flap(last, "e", first, "w"),
        )  # fmt: skip

    def corner(self, cell: Cell) -> Point:
        """A square's top left corner on the net."""
        return (cell.column * self.edge, self.flap + cell.row * self.edge)


STAND = StandNet(
    tab=Size(26, 16), figure=Size(31, 43), base=Size(33.6, 17.6), fold=13, foot=27, corner=3
)
DIE = DieNet(edge=18, flap=5)


def width(board: Board, place: Place) -> int:
    """How wide a place is drawn."""
    return board.drawing.pile if place.is_pile else board.drawing.space


def paths(board: Board) -> Iterator[tuple[Place, Place]]:
    """Pairs of places that a path joins: those of one nest touch without one."""
    by_id = {place.id: place for place in board.places}
    nest_of = {name: nest.id for nest in board.nests for name in (nest.centre, *nest.ring)}
    for one, other in board.edges:
        if nest_of.get(one, one) != nest_of.get(other, other):
            yield by_id[one], by_id[other]


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What is in the way of anything else on a board: places as discs (x, y, radius), and the
    middles of paths.
    """

    discs: tuple[tuple[float, float, float], ...]
    bands: tuple[tuple[Point, Point], ...]

    def clearance(self, at: Point) -> float:
        """How far a spot is from all of them; below 0 within one."""
        near = min(_off_disc(disc, at) for disc in self.discs)
        return min(near, min((_off_band(*band, at) for band in self.bands), default=inf))

    def each(self) -> list[Callable[[Point], float]]:
        """What tells how far a spot is from each of them."""
        return [
            *(partial(_off_disc, disc) for disc in self.discs),
            *(partial(_off_band, *band) for band in self.bands),
        ]


def obstacles(board: Board) -> Obstacles:
    """The places and paths of a board, seen from its middle."""
    discs = tuple((*place.at, width(board, place) / 2) for place in board.places)
    return Obstacles(discs, tuple((one.at, other.at) for one, other in paths(board)))


@cache
def board_tags(board: Board) -> tuple[Point, ...]:
    """The middles of a board's eight tags, seen from its middle: four near its corners, then four
    near its middle.

    Each four by rows from the top left; each quarter of the board has one of both. Where places are
    in the way a tag moves to the nearest spot that is free. Raises `DeckError` when a quarter has
    none.
    """
    half, around = board.drawing.side / 2, obstacles(board)
    found: list[Point] = []
    for far in (half - TAG_INSET, TAG_INNER):
        for quarter in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            goal = (quarter[0] * far, quarter[1] * far)
            found.append(_free_spot(around, half, goal, found))
    return tuple(found)


def _free_spot(around: Obstacles, half: float, goal: Point, taken: list[Point]) -> Point:
    """The spot nearest to `goal`, in the same quarter of the board, where a tag can be."""
    sides = [1 if n > 0 else -1 for n in goal]
    reach = range(0, int(half - TAG_INSET - TAG_INNER) + 1, STEP)
    spots = ((sides[0] * (TAG_INNER + x), sides[1] * (TAG_INNER + y)) for x in reach for y in reach)
    in_the_way = around.each()
    for spot in (goal, *sorted(spots, key=lambda spot: round(dist(spot, goal), 3))):
        found = next((n for n, away in enumerate(in_the_way) if away(spot) <= TAG_CLEAR), None)
        # and most likely of the next spot, too: else a crowded board takes minutes
        if found is not None:
            in_the_way.insert(0, in_the_way.pop(found))
        elif all(dist(spot, other) > 2.5 * TAG_CLEAR for other in taken):
            return spot
    problem = say("a quarter of the board has no room for its two tags")
    raise DeckError("the board", problem, remedy=say("move spaces apart, or make the board larger"))


def _off_disc(disc: tuple[float, float, float], at: Point) -> float:
    x, y, radius = disc
    return hypot(at[0] - x, at[1] - y) - radius


def _off_band(one: Point, other: Point, at: Point) -> float:
    return _away(at, one, other) - PATH / 2


def _away(at: Point, one: Point, other: Point) -> float:
    """From a point to the straight line between two others."""
    (px, py), (ax, ay), (bx, by) = at, one, other
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = (
        min(1, max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length)) if length else 0
    )
    return dist(at, (ax + share * (bx - ax), ay + share * (by - ay)))

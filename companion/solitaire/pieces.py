"""The printed pieces of solitaire: their measures, tags, and data for the manifest.

By default a print has the board, the tally mat and a nest of tokens for each square. Paper pyramids
to fold and glue are printed on request (`--only board,mat,pyramid`). Players can share one board
(solitaire R5); to play all at once (R6), print more with `--copies`.

All measures are in mm on the upright piece, y down, and from its top left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot
from typing import ClassVar, TypeAlias

from companion.game import Piece
from companion.layout import TOKEN_TAG, Size, TagSpot
from companion.solitaire.board import NEST, PYRAMIDS, Board, Pyramid, SquareName
from companion.tags import TagId, tag_ids

Point: TypeAlias = tuple[float, float]

SQUARE = 38.0  # room for fingers beside a large pyramid of 25.4 mm
# around the squares: room for a tag's window, and 4x5 still fits a page of A4 or Letter
RIM = 19.5
# a tag of 12 mm in its white window: on each side a module of 1.5 mm and 0.7 mm for drift
WINDOW = 16.4
TOKEN_WINDOW = 16.2  # smaller, because a token has little room
PAPER = 0.3  # thickness of thick paper, 240 g/m2
LAYERS = 2  # of paper where a pyramid's tabs are glued


def board_size(board: Board) -> Size:
    """Return the size of a board with its rim."""
    return Size(board.columns * SQUARE + 2 * RIM, board.rows * SQUARE + 2 * RIM)


def square_centre(board: Board, square: SquareName) -> Point:
    """Return the middle of a square on the printed board.

    >>> from companion.solitaire.board import standard
    >>> square_centre(standard(), "a1"), square_centre(standard(), "d3")
    ((38.5, 38.5), (152.5, 114.5))
    """
    row, column = divmod(board.grid.number[square], board.columns)
    return (RIM + (column + 0.5) * SQUARE, RIM + (row + 0.5) * SQUARE)


def seams(board: Board) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the x and then the y of the lines between squares, where a board may be cut."""
    across, down = (
        tuple(RIM + n * SQUARE for n in range(1, count)) for count in (board.columns, board.rows)
    )
    return across, down


def corner_tags(size: Size, ids: Sequence[TagId]) -> tuple[TagSpot, ...]:
    """Return the four tags in the corners of a rim: nw, ne, se, sw."""
    near, right, low = RIM / 2, size.width - RIM / 2, size.height - RIM / 2
    places = ((near, near), (right, near), (right, low), (near, low))
    return tuple(TagSpot(tag, x, y, TOKEN_TAG) for tag, (x, y) in zip(ids, places, strict=True))


@dataclass(frozen=True, slots=True)
class Frustum:
    """A pyramid of base width `base` and full height `peak`, cut off where it is `top` wide.

    Its flat net is a cross: the top in the middle, with a face on each side.
    """

    base: float
    peak: float
    top: float

    @property
    def height(self) -> float:
        """The height of the flat top above the table."""
        return self.peak * (1 - self.top / self.base)

    @property
    def slant(self) -> float:
        """The length of a face from top to base, along its middle."""
        return hypot(self.peak, self.base / 2) * (1 - self.top / self.base)

    @property
    def lean(self) -> float:
        """How far a face slopes outwards for each mm of height, mm."""
        return self.base / 2 / self.peak

    @property
    def size(self) -> Size:
        """The size of the flat net."""
        side = self.top + 2 * self.slant
        return Size(side, side)

    @property
    def tag(self) -> float:
        """The side of the tag on the top, which leaves one white module around it."""
        return self.top * 0.8

    @property
    def tab(self) -> float:
        """The depth of the tabs that the faces are glued by."""
        return self.top * 0.35


# Bases and slopes are those of the pyramids sold in shops (14.3 x 25.4, 19.8 x 34.9 and
# 25.4 x 44.5 mm). The tops have room for the smallest tag (modules of 0.8 mm), and the nets for a
# 3x4 board fill two sheets.
FRUSTUMS: Mapping[Pyramid, Frustum] = {
    "S": Frustum(14.3, 25.4, 8),
    "M": Frustum(19.8, 34.9, 10.6),
    "L": Frustum(25.4, 44.5, 13),
}
TOKENS: Mapping[Pyramid, Size] = {"S": Size(20, 20), "M": Size(25, 25), "L": Size(30, 30)}
# between a token's lower edge and its tag's window
TOKEN_RIMS: Mapping[Pyramid, float] = {"S": 0.7, "M": 1.8, "L": 2.6}


def token_tag_at(pyramid: Pyramid) -> Point:
    """Return the middle of a token's tag, low enough for the token's sign above it."""
    size = TOKENS[pyramid]
    return (size.width / 2, size.height - TOKEN_RIMS[pyramid] - TOKEN_WINDOW / 2)


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the tally mat for one pyramid, with its middle `at`.

    `total` is the pips of the places of this size up to this one.
    """

    pyramid: Pyramid
    number: int
    total: int
    at: Point

    sides: ClassVar[Mapping[Pyramid, float]] = {"S": 21.2, "M": 27.0, "L": 32.4}

    @property
    def side(self) -> float:
        """The width of the place, with some room around its token."""
        return self.sides[self.pyramid]


@dataclass(frozen=True, slots=True)
class Band:
    """The part of the mat for one size: a heading with rows of places below it."""

    pyramid: Pyramid
    top: float
    columns: int
    rows: int

    head: ClassVar[float] = 7.6
    label: ClassVar[float] = 4.6  # above each place, for its total

    @property
    def down(self) -> float:
        """The distance from row to row."""
        return Place.sides[self.pyramid] + self.label

    @property
    def height(self) -> float:
        """The height including the heading."""
        return self.head + self.rows * self.down


MAT = Size(191, 253)  # fits a page of A4 or Letter
MAT_MARGIN = 5.0  # beside the places
# enough for what is left after nearly every game on 3x4 or 4x5, even of random hops
BANDS = (Band("L", 18.6, 5, 2), Band("M", 101.7, 6, 2), Band("S", 174.0, 8, 2))


def mat_places(board: Board) -> tuple[Place, ...]:
    """Return all places of the tally mat, row by row, those for large pyramids first."""
    places = []
    for band in BANDS:
        across, middle = (MAT.width - 2 * MAT_MARGIN) / band.columns, Place.sides[band.pyramid] / 2
        for row, column in product(range(band.rows), range(band.columns)):
            number = row * band.columns + column + 1
            x = MAT_MARGIN + (column + 0.5) * across
            y = band.top + band.head + (row + 1) * band.down - middle
            places.append(Place(band.pyramid, number, number * board.pips[band.pyramid], (x, y)))
    return tuple(places)


LARGE_FIRST: tuple[Pyramid, ...] = tuple(reversed(NEST))


def pieces(board: Board) -> tuple[Piece, ...]:
    """Return all pieces in the order of printing: the board, the tally mat, tokens, pyramids.

    The board has seams between its squares. The mat is for laying out the pyramids left in a game,
    one a place (solitaire D1). Each of the two has four tags, clockwise from the upper left. Tokens
    are flat substitutes for pyramids, and have the same tags: by size, small ones first, then by
    colour as in the deck. A pyramid's tag is on its flat top, `height` mm above the table.
    """
    size = board_size(board)
    data: dict[str, object] = {"rows": board.rows, "columns": board.columns}
    data |= {"square": SQUARE, "rim": RIM, "hops": len(board.grid.jumps)}
    places = [
        {
            "place": f"{place.pyramid}{place.number}",
            "total": place.total,
            "at": [round(n, 2) for n in place.at],
        }
        for place in mat_places(board)
    ]
    corners, mat_corners = (
        {"front": corner_tags(each, tag_ids("solitaire", name, count=4))}
        for each, name in ((size, "board"), (MAT, "mat"))
    )
    printed = [
        Piece(f"board-{board.size}", "board", size, corners, data=data, seams=seams(board)),
        Piece("tally", "mat", MAT, mat_corners, data={"places": places}),
    ]
    pyramids, colours = list[Piece](), board.colours
    ids = tag_ids("solitaire", "pyramid", count=len(NEST) * len(colours))
    fewer, more = divmod(board.squares, len(colours))
    for pyramid, (index, colour) in product(LARGE_FIRST, enumerate(colours)):
        tag, count = ids[NEST.index(pyramid) * len(colours) + index], fewer + (index < more)
        name, size = f"{PYRAMIDS[pyramid]}-{colour.id}", TOKENS[pyramid]
        data = {"pyramid": pyramid, "pips": board.pips[pyramid]}
        data |= {"colour": colour.id, "symbol": colour.symbol}
        front = {"front": (TagSpot(tag, *token_tag_at(pyramid), TOKEN_TAG),)}
        printed.append(Piece(f"token-{name}", "token", size, front, count=count, data=data))
        form = FRUSTUMS[pyramid]
        middle, size = form.size.width / 2, form.size
        front = {"front": (TagSpot(tag, middle, middle, form.tag),)}
        data = {**data, "base": form.base, "height": round(form.height, 2)}
        name = f"pyramid-{name}"
        pyramids.append(Piece(name, "pyramid", size, front, count=count, data=data, extra=True))
    return (*printed, *pyramids)

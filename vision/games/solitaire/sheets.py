"""The printed board and the tally mat: the size of the board, and where they lie.

Boards of all sizes have the same four tags; the distances between these show how many squares are
between them. A board of several panels is glued by hand, and its print is never quite flat, so each
tag may be a few mm off.

Lengths are mm on the sheet from its upper left, y down, whichever way the photo was taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np

from companion.language import say
from companion.layout import Size, TagSpot
from companion.solitaire.board import FEWEST, NEST, Board
from companion.solitaire.pieces import MAT, RIM, SQUARE, board_size, corner_tags
from companion.tags import TagId, tag_ids
from vision.games.base import Eye
from vision.photo.loader import Image
from vision.table.camera import Camera, locate
from vision.table.layout import Frame, Outline, outline_of
from vision.table.matching import square
from vision.table.plane import Plane, Rigid, fit, lay
from vision.tags.detector import Floats, Sighting

Kind: TypeAlias = Literal["board", "mat"]

BOARD_TAGS, MAT_TAGS = (tag_ids("solitaire", kind, count=4) for kind in ("board", "mat"))
# which tags (nw, ne, se, sw) are at the right, at the bottom
RIGHT, LOW = (0, 1, 1, 0), (0, 0, 1, 1)
STRAY = 2.5  # mm by which distances between tags may be wrong, besides 0.5 a square; seen: 1
MANY = 3  # tags from which a sheet's own plane is better than the table's
NOT_SEEN = say("too few of the board's corner tags can be read to identify it")


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A board, or the mat (`rows` and `columns` 0): `plane` maps px in the photo to mm on it.

    `tags` is how many of its four were read.
    """

    kind: Kind
    rows: int
    columns: int
    size: Size
    plane: Plane
    camera: Camera
    tags: int

    @property
    def corners(self) -> Floats:
        """The sheet's corners, clockwise from its upper left."""
        width, height = self.size.width, self.size.height
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)

    def holds(self, point: Floats) -> bool:
        """Return whether a point lies on it."""
        return bool(
            (point >= 0).all() and point[0] <= self.size.width and point[1] <= self.size.height
        )

    def cell(self, point: Floats) -> tuple[int, int]:
        """Return row and column, from 0, of the square at a point, also outside the board."""
        column, row = np.floor((np.asarray(point) - RIM) / SQUARE).astype(int)
        return int(row), int(column)

    def has(self, cell: tuple[int, int]) -> bool:
        """Return whether the board has such a square."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def square_corners(self, cell: tuple[int, int]) -> Floats:
        """Return a square's corners, clockwise from its upper left."""
        around = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
        return np.asarray((around + cell[::-1]) * SQUARE + RIM)

    def outline(self, corners: Floats) -> Outline:
        """Return points of the sheet in the photo, px."""
        return outline_of(self.plane.to_px(corners).round(1))

    def flat(self, eye: Eye, px_per_mm: float, margin: float = 0.0) -> Image:
        """Return the sheet as seen from straight above, with `margin` mm around it."""
        view = replace(eye, plane=self.plane, frame=Frame(0.0, (0.0, 0.0)))
        corners = self.corners + margin * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        # frames are y up
        return view.flat(tuple((float(x), -float(y)) for x, y in corners), px_per_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Sheets:
    """The board and the mat, if they are in the photo, and doubts about them."""

    board: Sheet | None
    mat: Sheet | None
    doubts: tuple[str, ...] = ()


def find_sheets(eye: Eye, deck: Board) -> Sheets:
    """Return the board and the mat in a photo; `deck` limits the board's size."""
    doubts: list[str] = []
    found: list[dict[int, Sighting]] = []  # by corner, 0 to 3 clockwise from the upper left
    for ids, name in ((BOARD_TAGS, say("board")), (MAT_TAGS, say("tally mat"))):
        mine = [sighting for sighting in eye.sightings if sighting.tag in ids]
        found.append({ids.index(sighting.tag): sighting for sighting in mine})
        if len(mine) > len(found[-1]):
            doubts.append(say("the photo shows more than one {what}", what=name))
    board_tags, mat_tags = found
    try:
        board = _board(eye, board_tags, deck, doubts) if board_tags else None
        mat = _sheet(eye, "mat", mat_tags, MAT, corner_tags(MAT, MAT_TAGS)) if mat_tags else None
    except (ValueError, np.linalg.LinAlgError):  # the tags fit no plane that a camera could see
        return Sheets(None, None, (*doubts, NOT_SEEN))
    return Sheets(board, mat, tuple(doubts))


def _board(eye: Eye, tags: Mapping[int, Sighting], deck: Board, doubts: list[str]) -> Sheet | None:
    counts = squares_between({corner: eye.plane.to_mm(tag.corners) for corner, tag in tags.items()})
    if counts is None and len(tags) > 1:
        doubts.append(say("the board's tags don't fit a single board"))
        return None
    rows, columns = counts or (None, None)  # tags along one side don't show the other's number
    if (
        rows is None
        or columns is None
        or rows > deck.largest[0]
        or columns > deck.largest[1]
        or min(rows, columns) < FEWEST
    ):
        doubts.append(NOT_SEEN)
        return None
    size = board_size(deck.sized(rows, columns))
    sheet = _sheet(eye, "board", tags, size, corner_tags(size, BOARD_TAGS))
    return replace(sheet, rows=rows, columns=columns)


def squares_between(tags: Mapping[int, Floats]) -> tuple[int | None, int | None] | None:
    """Return rows and columns of the board with these tags: corners, 4 x 2 mm, clockwise from each
    tag's upper left, y down.

    A number that they don't show is None. Return None if they don't lie as on any board.
    """
    if not tags:
        return None
    right = np.mean([c[1] - c[0] + c[2] - c[3] for c in tags.values()], axis=0)
    right = right / np.linalg.norm(right)
    axes = np.array([right, (-right[1], right[0])])
    spans: tuple[list[float], list[float]] = ([], [])
    for (one, first), (other, second) in combinations(sorted(tags.items()), 2):
        across, down = axes @ (second.mean(0) - first.mean(0))
        for axis, side, way in ((0, RIGHT, across), (1, LOW, down)):
            step = side[other] - side[one]
            if step == 0 and abs(way) > 2 * STRAY:
                return None
            if step:
                spans[axis].append(float(way * step))
    counts: list[int | None] = []
    for distances in spans:
        count = round((float(np.median(distances)) - RIM) / SQUARE) if distances else None
        if count is not None and (
            count < 1
            or any(abs(n - RIM - count * SQUARE) >= STRAY + 0.5 * count for n in distances)
        ):
            return None
        counts.append(count)
    columns, rows = counts
    return rows, columns


def _sheet(
    eye: Eye, kind: Kind, tags: Mapping[int, Sighting], size: Size, spots: Sequence[TagSpot]
) -> Sheet:
    local = np.concatenate([square(spots[corner]) for corner in sorted(tags)])
    pixels = np.concatenate([tags[corner].corners for corner in sorted(tags)])
    plane = fit([Rigid(local, pixels)], eye.size) if len(tags) >= MANY else eye.plane
    _, turn, shift = lay(local, plane.to_mm(pixels))
    c, s = np.cos(turn), np.sin(turn)
    back = np.linalg.inv(np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]]))
    own = replace(plane, matrix=back @ plane.matrix)
    return Sheet(kind, 0, 0, size, own, locate(own, eye.size), len(tags))


def pyramid_of(tag: TagId, colours: int) -> tuple[int, int] | None:
    """Return the size (0 is small) and colour index of a pyramid's tag; None for other tags."""
    ids = tag_ids("solitaire", "pyramid", count=len(NEST) * colours)
    return divmod(ids.index(tag), colours) if tag in ids else None

"""What is on the squares of a board and on the tally mat: tokens and paper pyramids by their tags,
plastic ones by shape.

A token and a paper pyramid of one size and colour have the same tag in different sizes. A pyramid's
tag is on its top, so that it appears away from where the pyramid stands. The apparent size of the
tag shows which of the two it is, and how high it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import cv2
import numpy as np

from companion.language import say
from companion.layout import TOKEN_TAG
from companion.solitaire.board import NEST, PYRAMIDS, Board, Pyramid
from companion.solitaire.measures import FRUSTUMS, SQUARE, TOKENS, token_tag_at
from companion.tags import TagId
from vision.games.base import Eye
from vision.games.solitaire.paper import PX, Bools, Cell, lay_flat, middle
from vision.games.solitaire.plastic import Content, read_cells
from vision.games.solitaire.pose import Pose
from vision.games.solitaire.sheets import Sheet, pyramid_of
from vision.games.solitaire.tops import UNREAD, Top
from vision.table.camera import cropped
from vision.table.layout import Outline, outline_of
from vision.tags.detector import Floats

# mm above its own height at which a paper pyramid counts as the top of a stack of its size
TOWER = 9.0
# least number of pyramids, and their median likeness: two cropped photos with wrongly read sizes
# had 0.83 and 0.85
SEVERAL, AGREED = 3, 0.9
SIDE = 5.0  # mm from the line between two squares within which a piece may belong to either
REASONS: Mapping[str, tuple[str, str]] = {
    "strange": (
        say("the piece on {name} doesn't look like a pyramid"),
        say(
            "uncover it, put the pyramid in the middle of its square, and retake the photo from "
            "above"
        ),
    ),
    "close": (
        say("the size of the pyramid on {name} is unclear"),
        say("retake the photo from closer or more directly above"),
    ),
    "hidden": (
        say("{name} is hidden behind pyramids closer to the phone"),
        say("take the photo from straight above"),
    ),
    "pale": (
        say("{name} may be empty, or hold a clear or white pyramid"),
        say("use even light without glare, or enter clear pyramids by hand"),
    ),
    "two": (
        say("there are two pieces on {name}"),
        say("put the pyramids of each square on one stack"),
    ),
    "between": (
        say("a piece is between {name} and the next square"),
        say("push it fully onto its square"),
    ),
    "tag": (
        say("something on {name} can't be read"),
        say("hold still, move closer and uncover its tag"),
    ),
    "cropped": (
        say(
            "the size of the pyramid on {name} is unclear because part of the photo seems to be "
            "cropped"
        ),
        say("send the whole photo, uncropped"),
    ),
    "cut": (
        say("{name} is cut off at the edge of the photo"),
        say("step back until the whole board is in view"),
    ),
}


@dataclass(frozen=True, slots=True)
class Item:
    """A tagged pyramid or token: its size and where it stands on its sheet, mm.

    `turn` is clockwise, degrees; `outline` is what it covers of the sheet, mm; `at` is its index
    among the table's pieces.
    """

    size: Pyramid
    piece: str
    kind: str
    x: float
    y: float
    turn: float
    outline: Outline
    at: int

    @property
    def point(self) -> Floats:
        """Position on the sheet, x and y in mm."""
        return np.array([self.x, self.y])


@dataclass(frozen=True, slots=True)
class Squares:
    """A board's squares by row and column: the `tops`, why some are unread, and the plastic
    pyramids.
    """

    tops: Mapping[Cell, Top]
    why: Mapping[Cell, str] = field(default_factory=dict)
    plastic: Mapping[Cell, Content] = field(default_factory=dict)


def items_on(sheet: Sheet, eye: Eye, deck: Board) -> tuple[Item, ...]:
    """Return the tagged pieces on a sheet."""
    items = []
    for at, piece in enumerate(eye.detections):
        for sighting in piece.sightings:
            flat = sheet.plane.to_mm(sighting.corners)
            item = _item(sheet, deck, sighting.tag, flat, at)
            if item is not None and sheet.holds(item.point):
                items.append(item)
    return tuple(items)


def _item(sheet: Sheet, deck: Board, tag: TagId, corners: Floats, at: int) -> Item | None:
    """Return the piece whose tag has these corners, mm as if it lay on the sheet; None for other
    tags.
    """
    kind = pyramid_of(tag, len(deck.colours))
    if kind is None:
        return None
    size, colour = NEST[kind[0]], deck.colours[kind[1]].id
    way = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    turn = float(np.degrees(np.arctan2(way[1], way[0])))
    side = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())
    name = f"{PYRAMIDS[size]}-{colour}"
    form, camera = FRUSTUMS[size], sheet.camera
    # its size is nearer to a token's tag than to a pyramid's
    if side**2 > TOKEN_TAG * form.tag * camera.height / (camera.height - form.height):
        return _token(size, f"token-{name}", corners.mean(0), turn, at)
    height = camera.height_of(form.tag, side)
    height = height if height > form.height + TOWER else form.height
    x, y = camera.dropped(corners.mean(0)[None], height)[0]
    outline = _frustum(sheet, size, (x, y), turn)
    return Item(size, f"pyramid-{name}", "pyramid", float(x), float(y), turn, outline, at)


def _token(size: Pyramid, name: str, tag: Floats, turn: float, at: int) -> Item:
    form, spot = TOKENS[size], token_tag_at(size)
    x, y = tag + _turned(np.array([[form.width / 2 - spot[0], form.height / 2 - spot[1]]]), turn)[0]
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (form.width / 2, form.height / 2)
    return Item(
        size,
        name,
        "token",
        float(x),
        float(y),
        turn,
        outline_of(_turned(around, turn) + np.array([x, y])),
        at,
    )


def _frustum(sheet: Sheet, size: Pyramid, at: Sequence[float], turn: float) -> Outline:
    """Return what a paper pyramid hides of the sheet: its base, and its top as the camera sees it,
    mm.
    """
    form = FRUSTUMS[size]
    pose = Pose(size, at[0], at[1], turn)
    top = sheet.camera.seen((pose.base - at) * form.top / form.base + at, form.height)
    return outline_of(
        np.asarray(cv2.convexHull(np.concatenate([pose.base, top]).astype(np.float32))[:, 0], float)
    )


def read_board(sheet: Sheet, eye: Eye, items: Iterable[Item]) -> Squares:
    """Return all squares of a board, read by tags first, then by shape."""
    tops, why = _tagged(sheet, items)
    cells = [(row, column) for row in range(sheet.rows) for column in range(sheet.columns)]
    inside = {cell: _in_picture(sheet, eye, cell) for cell in cells}
    ground = lay_flat(sheet.flat(eye, PX), sheet.rows, sheet.columns)
    hidden = _covered(ground.foreign.shape, items)
    rest = [cell for cell in cells if cell not in tops and inside[cell]]
    plastic = read_cells(ground, sheet.camera, rest, hidden)
    askew = cropped(eye.size) and not _agreed(plastic.values())
    for cell, content in plastic.items():
        tops[cell], reason = _by_shape(content, tagged=bool(tops and any(items)))
        if askew and content.size:
            tops[cell], reason = UNREAD, "cropped"
        why |= {cell: reason} if reason else {}
    for cell in cells:
        if not inside[cell] and cell not in tops:
            tops[cell], why[cell] = UNREAD, "cut"
    return Squares({cell: tops[cell] for cell in cells}, why, plastic)


def _agreed(contents: Iterable[Content]) -> bool:
    """Return whether several pyramids' lines match edges so well that the camera's position must be
    right.
    """
    likes = [content.like for content in contents if content.size and content.drawn]
    return len(likes) >= SEVERAL and median(likes) >= AGREED


def _by_shape(content: Content, *, tagged: bool) -> tuple[Top, str]:
    """Return the top of a square without a tag, and why it is unread. If some pieces have tags, all
    do.
    """
    if content.size is None:
        return UNREAD, "tag" if tagged and content.why in ("strange", "close") else str(content.why)
    if content.size and tagged:
        return UNREAD, "tag"
    return content.size, ""


def _tagged(sheet: Sheet, items: Iterable[Item]) -> tuple[dict[Cell, Top], dict[Cell, str]]:
    """Return the tops by tags, and squares where pieces contradict each other."""
    tops: dict[Cell, Top] = {}
    why: dict[Cell, str] = {}
    for item in items:
        cell = sheet.cell(item.point)
        over = _across(sheet, item)
        if over is not None:
            for either in filter(sheet.has, (cell, over)):
                tops[either], why[either] = UNREAD, "between"
        elif sheet.has(cell):
            tops[cell] = UNREAD if cell in tops else item.size
            if tops[cell] == UNREAD:
                why.setdefault(cell, "two")
    return tops, why


def _across(sheet: Sheet, item: Item) -> Cell | None:
    """Return the next square if a piece is so near to the line that it may belong there."""
    row, column = sheet.cell(item.point)
    off = item.point - middle((row, column))
    axis = int(np.argmax(np.abs(off)))
    if abs(off[axis]) < SQUARE / 2 - SIDE:
        return None
    step = int(np.sign(off[axis]))
    return (row, column + step) if axis == 0 else (row + step, column)


def _covered(shape: tuple[int, ...], items: Iterable[Item]) -> Bools:
    """Return what tagged pieces hide of a board laid flat."""
    mask = np.zeros(shape, np.uint8)
    for item in items:
        cv2.fillConvexPoly(mask, np.round(np.array(item.outline) * PX).astype(np.int32), 1)
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)) > 0)


def _in_picture(sheet: Sheet, eye: Eye, cell: Cell) -> bool:
    px = sheet.plane.to_px(sheet.square_corners(cell))
    return bool(((px >= 0) & (px < eye.size)).all())


def _turned(points: Floats, degrees: float) -> Floats:
    """Return the points turned clockwise on the sheet, whose y points down."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(points @ np.array([[c, s], [-s, c]]))

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
from vision.games.base import Eye
from vision.games.solitaire.paper import PX, Cell, lay_flat, middle
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
    """Return the tagged pieces on a sheet; corners of tags are mm as if they lay on it."""
    sightings = [(at, each) for at, piece in enumerate(eye.detections) for each in piece.sightings]
    items = []
    for at, sighting in sightings:
        kind = pyramid_of(sighting.tag, len(deck.colours))
        if kind is None:
            continue
        corners = sheet.plane.to_mm(sighting.corners)
        size, colour = NEST[kind[0]], deck.colours[kind[1]].id
        way = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
        turn = float(np.degrees(np.arctan2(way[1], way[0])))
        side = float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())
        name = f"{PYRAMIDS[size]}-{colour}"
        form, camera = FRUSTUMS[size], sheet.camera
        # its size is nearer to a token's tag than to a pyramid's
        if side**2 > TOKEN_TAG * form.tag * camera.height / (camera.height - form.height):
            what, token, spot = "token", TOKENS[size], token_tag_at(size)
            aside = np.array([[token.width / 2 - spot[0], token.height / 2 - spot[1]]])
            at_mm = corners.mean(0) + _turned(aside, turn)[0]
            around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (
                token.width / 2,
                token.height / 2,
            )
            hull = _turned(around, turn) + at_mm
        else:
            what, height = "pyramid", camera.height_of(form.tag, side)
            height = height if height > form.height + TOWER else form.height
            at_mm = camera.dropped(corners.mean(0)[None], height)[0]
            # what it hides of the sheet: its base, and its top as the camera sees it
            base = Pose(size, at_mm[0], at_mm[1], turn).base
            top = camera.seen((base - at_mm) * form.top / form.base + at_mm, form.height)
            hull = cv2.convexHull(np.concatenate([base, top]).astype(np.float32))[:, 0].astype(
                float
            )
        x, y = at_mm.tolist()
        item = Item(size, f"{what}-{name}", what, x, y, turn, outline_of(hull), at)
        if sheet.holds(item.point):
            items.append(item)
    return tuple(items)


def read_board(sheet: Sheet, eye: Eye, items: Sequence[Item]) -> Squares:
    """Return all squares of a board, read by tags first, then by shape."""
    tops, why = _tagged(sheet, items)
    cells = [(row, column) for row in range(sheet.rows) for column in range(sheet.columns)]
    corners = {cell: sheet.plane.to_px(sheet.square_corners(cell)) for cell in cells}
    inside = {cell for cell, px in corners.items() if ((px >= 0) & (px < eye.size)).all()}
    ground = lay_flat(sheet.flat(eye, PX), sheet.rows, sheet.columns)
    covered = np.zeros(ground.foreign.shape, np.uint8)
    for item in items:
        cv2.fillConvexPoly(covered, np.round(np.array(item.outline) * PX).astype(np.int32), 1)
    hidden = cv2.dilate(covered, np.ones((5, 5), np.uint8)) > 0
    rest = [cell for cell in cells if cell not in tops and cell in inside]
    plastic = read_cells(ground, sheet.camera, rest, hidden)
    # if the lines of several pyramids match edges well, the camera's position must be right
    likes = [content.like for content in plastic.values() if content.size and content.drawn]
    agreed = len(likes) >= SEVERAL and median(likes) >= AGREED
    askew = cropped(eye.size) and not agreed
    for cell, content in plastic.items():
        # if some pieces have tags, all do
        tagged, reason = bool(tops and items), str(content.why or "")
        if tagged and (content.size or reason in ("strange", "close")):
            reason = "tag"
        if askew and content.size:
            reason = "cropped"
        tops[cell] = UNREAD if reason or content.size is None else content.size
        why |= {cell: reason} if reason else {}
    for cell in cells:
        if cell not in inside and cell not in tops:
            tops[cell], why[cell] = UNREAD, "cut"
    return Squares({cell: tops[cell] for cell in cells}, why, plastic)


def _tagged(sheet: Sheet, items: Iterable[Item]) -> tuple[dict[Cell, Top], dict[Cell, str]]:
    """Return the tops by tags, and squares where pieces contradict each other."""
    tops: dict[Cell, Top] = {}
    why: dict[Cell, str] = {}
    for item in items:
        row, column = cell = sheet.cell(item.point)
        off = item.point - middle(cell)
        axis = int(np.argmax(np.abs(off)))
        if abs(off[axis]) >= SQUARE / 2 - SIDE:  # so near to the line that it may belong beyond
            step = int(np.sign(off[axis]))
            beyond = (row, column + step) if axis == 0 else (row + step, column)
            for either in filter(sheet.has, (cell, beyond)):
                tops[either], why[either] = UNREAD, "between"
        elif sheet.has(cell):
            tops[cell] = UNREAD if cell in tops else item.size
            if tops[cell] == UNREAD:
                why.setdefault(cell, "two")
    return tops, why


def _turned(points: Floats, degrees: float) -> Floats:
    """Return the points turned clockwise on the sheet, whose y points down."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(points @ np.array([[c, s], [-s, c]]))

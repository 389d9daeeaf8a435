"""What is on a board and on the tally mat: pieces with tags, and plastic pyramids by shape.

A token and a paper pyramid of one size and colour have the same tag in different sizes. A pyramid's
tag is on its top, so that it appears away from where the pyramid stands. The apparent size of the
tag shows which of the two it is, and how high it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import median

import cv2
import numpy as np

from companion.language import say
from companion.layout import TOKEN_TAG
from companion.solitaire.board import NEST, PYRAMIDS, Board, Pyramid
from companion.solitaire.pieces import FRUSTUMS, SQUARE, TOKENS, token_tag_at
from vision.games.base import Eye
from vision.games.solitaire.paper import PX, Cell, Pose, filled, lay_flat, middle, widened
from vision.games.solitaire.plastic import Content, Why, read_cells
from vision.games.solitaire.sheets import Sheet, pyramid_of
from vision.table.camera import cropped
from vision.table.layout import Outline, outline_of, rotation
from vision.tags.detector import Floats

# mm above its own height at which a paper pyramid counts as the top of a stack of its size
TOWER = 9.0
# least number of pyramids, and their median likeness: two cropped photos with wrongly read sizes
# had 0.83 and 0.85
SEVERAL, AGREED = 3, 0.9
SIDE = 5.0  # mm from the line between two squares within which a piece may belong to either
REASONS: Mapping[Why, tuple[str, str]] = {
    "strange": (
        say("the piece on {name} doesn't look like a pyramid"),
        say(
            "put it in the middle of its square and retake the photo from above, or enter the "
            "square by hand"
        ),
    ),
    "close": (
        say("the size of the pyramid on {name} is unclear"),
        say("retake the photo from closer or more directly above"),
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
            at_mm = corners.mean(0) + (aside @ rotation(turn).T)[0]
            half = (token.width / 2, token.height / 2)
            around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
            hull = around @ rotation(turn).T + at_mm
        else:
            what, height = "pyramid", camera.height_of(form.tag, side)
            height = height if height > form.height + TOWER else form.height
            at_mm = camera.dropped(corners.mean(0)[None], height)[0]
            # what it hides of the sheet: its base, and its top as the camera sees it
            base = Pose(size, at_mm[0], at_mm[1], turn).base
            top = camera.seen((base - at_mm) * form.top / form.base + at_mm, form.height)
            both = np.concatenate([base, top]).astype(np.float32)
            hull = cv2.convexHull(both)[:, 0].astype(float)
        x, y = at_mm.tolist()
        item = Item(size, f"{what}-{name}", what, x, y, turn, outline_of(hull), at)
        if sheet.holds(item.point):
            items.append(item)
    return tuple(items)


def read_board(sheet: Sheet, eye: Eye, items: Sequence[Item]) -> dict[Cell, Content]:
    """Return what is on each square of a board, read by tags first, then by shape."""
    contents = _tagged(sheet, items)
    cells = list(product(range(sheet.rows), range(sheet.columns)))
    corners = {cell: sheet.plane.to_px(sheet.square_corners(cell)) for cell in cells}
    inside = {cell for cell, px in corners.items() if ((px >= 0) & (px < eye.size)).all()}
    ground = lay_flat(sheet.flat(eye, PX), sheet.rows, sheet.columns)
    covered = np.zeros(ground.foreign.shape, np.uint8)
    for item in items:
        covered |= filled(np.array(item.outline), covered.shape)
    hidden = widened(covered, 2 / PX) > 0
    rest = [cell for cell in cells if cell not in contents and cell in inside]
    plastic = read_cells(ground, sheet.camera, rest, hidden)
    # if the lines of several pyramids match edges well, the camera's position must be right
    likes = [content.like for content in plastic.values() if content.size]
    agreed = len(likes) >= SEVERAL and median(likes) >= AGREED
    askew = cropped(eye.size) and not agreed
    for cell, content in plastic.items():
        why = content.why
        # if some pieces have tags, all do
        if items and (content.size or why in ("strange", "close")):
            why = "tag"
        if askew and content.size:
            why = "cropped"
        contents[cell] = replace(content, size=None, why=why) if why else content
    return contents | {cell: Content(None, "cut") for cell in cells if cell not in contents}


def _tagged(sheet: Sheet, items: Iterable[Item]) -> dict[Cell, Content]:
    """Return the squares with tagged pieces, which may contradict each other."""
    contents: dict[Cell, Content] = {}
    for item in items:
        row, column = cell = sheet.cell(item.point)
        off = item.point - middle(cell)
        axis = int(np.argmax(np.abs(off)))
        if abs(off[axis]) >= SQUARE / 2 - SIDE:  # so near to the line that it may belong beyond
            step = int(np.sign(off[axis]))
            beyond = (row, column + step) if axis == 0 else (row + step, column)
            contents |= dict.fromkeys(filter(sheet.has, (cell, beyond)), Content(None, "between"))
        elif cell not in contents and sheet.has(cell):
            contents[cell] = Content(item.size)
        elif sheet.has(cell) and not contents[cell].why:
            contents[cell] = Content(None, "two")
    return contents

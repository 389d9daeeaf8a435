"""Find where something unread may lie on a rocks board: tags, places cut off or covered.

Looked for only while rocks or penguins are missing, as their number is known (rocks R1, R2). The
board isn't drawn here: `make albums` prints the standard board and stores it at 1 px per mm. Light,
ink and focus are compensated first, using the whole board; what remains are objects. There is no
print of your own board to compare with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import TOKEN_TAG, Size
from companion.rocks.board import Board
from companion.rocks.boardfile import standard
from companion.rocks.pieces import ROCK, STAND, Point, board_tags, width
from vision.evidence.album import INKS, Ink
from vision.games.base import Eye
from vision.games.pose import Pose, pose
from vision.games.rocks.scene import BASE, PAD, Scene, pad, place_corners, quarter_pose
from vision.photo.loader import Image
from vision.table.layout import Laid, Outline
from vision.tags.detector import Floats

Why: TypeAlias = Literal["square", "outside", "covered"]
Mask: TypeAlias = NDArray[np.bool_]

KNOWN = 7.0  # mm: a dark square nearer than this to a tag that was read is that tag
STICKS_OUT = 4.0  # mm beyond a place's edge that a rock's centre may be
ROUND_PAD = 22.0  # mm around a pad's centre: whatever covers it also shows there
SHOWN = 0.75  # share of a place that has to be in the photo
# where that is tried, as shares of the place's sides
GRID = np.stack(np.meshgrid(*[np.linspace(0.05, 0.95, 7)] * 2), -1).reshape(-1, 2)
HIDDEN = 200  # least strange area of a place that may hide a rock, mm²: a rock has 256
# least area, mm², for a penguin's base, most of which a rock hides, and margin of the place, mm
BARE_BASE, STANDS_OUT = 60, 8.0
FILE = "rocks-board-{}.webp"  # by ink
SOFT = 3.0  # blur applied to both, mm, so that the photo's own blur makes no difference
CELL = 2  # mm: fine enough for what is left after that blur
ROOM = 11  # mm, width of the square about each point of a known piece that its shadow may change
THIN = 2  # every second cell is used to estimate light and ink
STEPS = 8
BURNT, DULL = 235, 0.1  # grey level from which white is burnt out; least share that must not be
# how much a pixel must differ: as a share of the board's contrast, and as a multiple of the median
STRANGE, TIMES = 0.15, 4.0
# mm by which the board may be locally shifted, and the radius within which the shift is the same
PUSH, AROUND = 2.0, 12.0
LINES = 0.5  # how much more may be off where the print varies: lines often print a little darker
# ignored margins at edges of the board and of quarters, mm: still narrow enough to miss no rock
EDGE, SEAM = 7.0, 3.0
HALF = 0.5  # share of black-on-white contrast: about that of the standard board in full ink
POOR = 0.1  # median difference as a share of the contrast above which photos can't be compared
FINE = 2.0  # px per mm at which a penguin's pad is examined
# mm from a pad's centre, across or down: light in print, and the dark border of a rock's tag
RIM = (3.0, 5.0)
# share of contrast that counts as dark; dark share of the rim: bare up to 0.06, rocks from 0.37
DARK, LOADED = 0.4, 0.15
# mm from a pad's centre that its symbol fills; its least contrast: bare pads have 0.65 of the tag's
SYMBOL, PRINTED = 4.0, 0.45


@dataclass(frozen=True, slots=True)
class Suspect:
    """A place, by number, or a penguin's pad, by its id; the reason; and its corners, mm."""

    where: int | str
    why: Why
    corners: Outline


@dataclass(frozen=True, slots=True)
class Doubts:
    """All suspects; the rest is certain if the board could be `compared` with its print."""

    suspects: tuple[Suspect, ...] = ()
    compared: bool = True


def find_unread(eye: Eye | None, scene: Scene) -> Doubts:
    """Return where an unread rock or base may lie, and the places that can't be seen."""
    board, lies = scene.board, scene.lies
    bases = bool(scene.absent) or len(scene.playing) < len(board.nests)
    if scene.missing <= 0 and not bases:
        return Doubts()
    if lies is None or eye is None:
        return Doubts(compared=lies is not None)
    least, beyond = (BARE_BASE, STANDS_OUT) if bases else (HIDDEN, 0.0)
    tags = [centre for _, centre in eye.tags]
    tags += [lies.point(*tag) for tag in board_tags(board)]
    known = [pose(stand.piece).corners(STAND.base, BASE) for stand in scene.stands]
    known += [pose(rock).corners(ROCK) for rock, _ in (*scene.rocks, *scene.half)]
    odd = strange(eye, board, lies, known)
    suspects: list[Suspect] = []
    for number, place in enumerate(board.places):
        radius, corners = width(board, place) / 2, place_corners(board, lies, place)
        middle, reach = lies.point(*place.at), radius + STICKS_OUT
        first, right, _, down = np.array(corners)
        px = eye.to_px(first + GRID[:, :1] * (right - first) + GRID[:, 1:] * (down - first))
        if ((px >= 0) & (px < eye.size)).all(1).mean() < SHOWN:
            suspects.append(Suspect(number, "outside", corners))
        elif any(abs(square - middle) <= reach for square in _unknown(eye, corners, tags)):
            suspects.append(Suspect(number, "square", corners))
        elif _odd_about(board, place.at, radius + beyond, odd) >= least:
            suspects.append(Suspect(number, "covered", corners))
    for stand in scene.stands:
        corners = pose(stand.piece).corners(ROCK, PAD)
        if (
            _unknown(eye, corners, tags)
            or (not stand.rocks and not bare(eye, stand.piece))
            or _odd_about(board, lies.local(pad(stand.piece)), ROUND_PAD, odd) >= BARE_BASE
        ):
            suspects.append(Suspect(stand.piece.id, "square", corners))
    return Doubts(tuple(suspects), compared=odd is not None)


def _odd_about(board: Board, at: Point, radius: float, odd: Mask | None) -> int:
    """Return the strange area in a disc on the board, mm²."""
    if odd is None:
        return 0
    x, y = (n + board.drawing.side / 2 for n in at)
    rows, columns = np.ogrid[: odd.shape[0], : odd.shape[1]]
    return int((odd & ((columns - x) ** 2 + (rows - y) ** 2 <= radius**2)).sum())


def _unknown(eye: Eye, corners: Outline, known: Sequence[complex]) -> list[complex]:
    """Return the centres of unread dark squares as large as a rock's tag."""
    squares = [complex(x, y) for x, y in eye.squares(corners, TOKEN_TAG)]
    return [square for square in squares if all(abs(square - other) > KNOWN for other in known)]


# --- compared with the print ----------------------------------------------------------------------


def strange(eye: Eye, board: Board, lies: Pose, known: list[Outline]) -> Mask | None:
    """Return where the board differs from its print outside the `known` outlines, a cell per mm.

    Return None if they can't be compared: a board without a print, or a photo too unlike it.
    """
    prints = [print_ for ink in INKS if (print_ := printed(board, ink)) is not None]
    if not prints:
        return None
    side = board.drawing.side
    photo = _flat(eye, board, lies)
    covered = np.zeros((side, side), np.uint8)
    for outline in known:
        points = np.array([lies.local(complex(*corner)) for corner in outline]) + side / 2
        cv2.fillPoly(covered, [np.round(points).astype(np.int32)], 1)
    covered = np.asarray(cv2.dilate(covered, np.ones((ROOM, ROOM), np.uint8)), np.uint8)
    # the table may show at the edges of the board and of its quarters
    at = np.arange(side) + 0.5
    inner = (np.minimum(at, side - at) > EDGE) & (np.abs(at - side / 2) > SEAM)
    seen = (covered == 0) & inner[:, None] & inner & (photo.max(2) > 0)
    free = seen.reshape(side // CELL, CELL, side // CELL, CELL).all((1, 3))
    if free.mean() < 0.2:
        return None
    # some people print without colour
    for image, some in ((photo, prints), (_grey(photo), [_grey(print_) for print_ in prints])):
        soft, inks = _soft(image), [_soft(print_) for print_ in some]
        lit = [_lit(soft, ink, free) for ink in inks]
        apart = [np.percentile(_distance(soft, each)[free], 75) for each in lit]
        best = int(np.argmin(apart))
        off = _off(soft, lit[best], inks[best], free)
        usual = float(np.median(off[free]))
        if usual <= POOR:
            odd = free & (off > max(STRANGE, TIMES * usual) + LINES * _busy(inks[best]))
            return np.asarray(odd.repeat(CELL, 0).repeat(CELL, 1))
    return None


@cache
def printed_standard(ink: Ink = "full") -> Image:
    """Return the standard board as printed: BGR, 1 px per mm."""
    data = files("vision.evidence").joinpath("albums", FILE.format(ink)).read_bytes()
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{FILE.format(ink)} isn't a picture")
    return np.asarray(picture, np.uint8)


def printed(board: Board, ink: Ink = "full") -> Image | None:
    """Return the print of a board; None if it isn't drawn like the standard one."""
    ours = standard()
    alike = all(
        getattr(board, part) == getattr(ours, part)
        for part in ("nests", "places", "trails", "drawing")
    )
    return printed_standard(ink) if alike else None


def bare(eye: Eye, penguin: Laid) -> bool:
    """Return whether a penguin's pad shows its symbol, and no rock's border around it, by its tag's
    black and white.
    """
    lies = pose(penguin)
    black, white = np.percentile(eye.flat(lies.corners(STAND.base, BASE), FINE, grey=True), (5, 95))
    patch = eye.flat(lies.corners(ROCK, PAD), FINE, grey=True)
    across = np.abs(np.arange(len(patch)) - (len(patch) - 1) / 2) / FINE
    away = np.maximum(across[:, None], across)
    rim, symbol = patch[(away >= RIM[0]) & (away < RIM[1])], patch[away < SYMBOL]
    border = (rim < black + DARK * (white - black)).mean() > LOADED
    printed = white - np.percentile(symbol, 5) > PRINTED * (white - black)
    return bool(printed and not border)


def _flat(eye: Eye, board: Board, lies: Pose) -> Image:
    """Return the board from above, 1 px per mm, black outside the photo, its quarters together."""
    side = board.drawing.side
    image, half = np.zeros((side, side, 3), np.uint8), side // 2
    tags = dict(eye.tags)
    for right, down in product((-1, 1), repeat=2):
        own = quarter_pose(board, lies, (right, down), tags)
        corners = own.corners(Size(half, half), (right * half / 2, down * half / 2))
        left, top = (0 if way < 0 else half for way in (right, down))
        # `usual` spoils fine print, but both are blurred before they are compared
        image[top : top + half, left : left + half] = eye.usual(corners, 1.0)
    return image


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], np.uint8)


def _soft(image: Image) -> Floats:
    """Return the image blurred, a pixel per cell, height x width x channels."""
    height, width = image.shape[:2]
    soft = cv2.GaussianBlur(image, (0, 0), SOFT)
    cells = cv2.resize(soft, (width // CELL, height // CELL), interpolation=cv2.INTER_AREA)
    return cells.astype(float).reshape(height // CELL, width // CELL, -1)


def _off(photo: Floats, expected: Floats, print_: Floats, free: Mask) -> Floats:
    """Return each cell's difference from the print under this light, as a share of the contrast.

    The contrast is the board's or, on a board that is nearly white, half of that of black ink.
    Paper bends and lenses distort: of several small shifts of the print, each cell takes none or
    the one that fits its neighbourhood best.
    """
    (low, high), printed_range = (np.percentile(each[free], (5, 95)) for each in (expected, print_))
    ink = HALF * 255 * (high - low) / max(1.0, float(np.ptp(printed_range)))
    offs = []
    for right, down in product((0.0, -PUSH, PUSH), repeat=2):
        shift = np.array([[1, 0, right / CELL], [0, 1, down / CELL]])
        pushed = cv2.warpAffine(
            expected, shift, expected.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
        offs.append(_distance(photo, np.asarray(pushed, float).reshape(expected.shape)))
    about = [cv2.GaussianBlur(np.where(free, off, 0), (0, 0), AROUND / CELL) for off in offs]
    nearest = np.take_along_axis(np.array(offs), np.argmin(about, 0)[None], 0)[0]
    return np.asarray(np.minimum(nearest, offs[0]) / max(high - low, ink, 1.0))


def _distance(one: Floats, other: Floats) -> Floats:
    """Return each cell's root mean square difference of all channels."""
    return np.asarray(np.sqrt(((one - other) ** 2).mean(2)))


def _busy(print_: Floats) -> Floats:
    """Return how much the print varies about each cell, as a share of its contrast."""
    blurred = [cv2.GaussianBlur(each, (0, 0), SOFT / CELL) for each in (print_, print_**2)]
    mean, squares = (each.reshape(print_.shape) for each in blurred)
    spread = np.sqrt(np.maximum(squares - mean**2, 0)).mean(2)
    return np.asarray(spread / max(HALF * 255, float(np.ptp(np.percentile(print_, (5, 95))))))


def _lit(photo: Floats, print_: Floats, free: Mask) -> Floats:
    """Return the print under the photo's light, which varies smoothly across the board.

    Outliers get little weight, and what is burnt out none: it was lighter than it looks.
    """
    rows, columns = np.ogrid[-1 : 1 : photo.shape[0] * 1j, -1 : 1 : photo.shape[1] * 1j]
    ways = (np.ones(()), rows, columns, rows**2, columns**2, rows * columns)
    whole = np.stack(np.broadcast_arrays(*ways), 2)
    some = free[::THIN, ::THIN]
    flat = whole[::THIN, ::THIN][some]
    lit = np.empty_like(print_)
    for channel in range(photo.shape[2]):
        ink, wanted = (each[::THIN, ::THIN, channel][some] for each in (print_, photo))
        known = np.concatenate([ink[:, None] * flat, flat], 1)
        dull = wanted <= max(BURNT, float(np.percentile(wanted, 100 * DULL)))
        weights, factors = dull.astype(float), np.zeros(2 * len(ways))
        for _ in range(STEPS):
            weighted = known * weights[:, None]
            ridge = 1e-6 * np.eye(len(factors))
            factors = np.linalg.solve(weighted.T @ known + ridge, weighted.T @ wanted)
            off = np.abs(known @ factors - wanted)
            weights = dull / np.maximum(1, off / (1.5 * np.median(off[dull]) + 1)) ** 2
        slope, level = whole @ factors[: len(ways)], whole @ factors[len(ways) :]
        lit[..., channel] = np.minimum(print_[..., channel] * slope + level, wanted.max())
    return lit

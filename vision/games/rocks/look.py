"""What of a rocks board looks otherwise than it was printed: a hand on it, a penguin's figure, a
rock face down.

The eye doesn't draw boards: `bench/photos/make_board.py` prints ours and keeps it at 1 px a mm.
Light, ink and focus are taken out first, by the whole board; what then differs lies on it. Your own
board has no such picture. A penguin's pad, which its own rock hides, is looked at for itself.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import product
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Size
from companion.rocks.board import Board
from companion.rocks.boardfile import standard
from vision.evidence.album import INKS, Ink
from vision.games.base import Eye
from vision.games.rocks.board import Pose, base_corners, pad_corners, quarter_pose
from vision.photo.loader import Image
from vision.table.layout import Laid, Outline
from vision.tags.detector import Floats

Mask: TypeAlias = NDArray[np.bool_]

FILE = "rocks-board-{}.webp"  # by ink
SOFT = 3.0  # mm; how far both are blurred, so that the photo's own blur makes no difference
ROOM = 5.0  # mm about a known piece that its shadow and blur may change
THIN = 3  # every so-manieth pixel is used to take out light and ink
STEPS = 8
# of the board's contrast that a pixel must be off, and as a multiple of what most are
STRANGE, TIMES = 0.15, 4.0
# mm that a point of the board may lie beside its place, and how far about it the others do as well
PUSH, AROUND = 2.0, 12.0
LINES = 0.5  # how much more may be off where the print varies: lines often print a little darker
# mm beside an edge of the board, and of a quarter, that don't count: so far no rock would be missed
EDGE, SEAM = 7.0, 3.0
HALF = 0.5  # of the contrast of black ink on white paper: about that of our board in full ink
POOR = 0.1  # of the contrast that most pixels may be off, or the photo can't be compared
FINE = 2.0  # px a mm at which a penguin's pad is looked at
# mm from a pad's middle, across or down: light in print, and the dark edge of a rock's tag
RIM = (3.0, 5.0)
# of the contrast that is dark; share of the rim: bare ones have up to 0.06, rocks from 0.37
DARK, LOADED = 0.4, 0.15


def strange(eye: Eye, board: Board, lies: Pose, known: list[Outline]) -> Mask | None:
    """Return where the board looks otherwise than printed, one cell a mm from its top left, outside
    the `known` outlines.

    None where that can't be known: another board, or a picture too unlike the print.
    """
    prints = [print_ for ink in INKS if (print_ := printed(board, ink)) is not None]
    if not prints:
        return None
    side = board.drawing.side
    free = ~_covered(lies, side, known) & _inner(side)
    seen = _flat(eye, board, lies)
    there = np.asarray(seen.max(2) > 0)
    free &= there
    if free.mean() < 0.2:
        return None
    # some print without colour
    for image, some in ((seen, prints), (_grey(seen), [_grey(print_) for print_ in prints])):
        offs = [(_off(_soft(image), _soft(print_), free), print_) for print_ in some]
        off, print_ = min(offs, key=lambda ink: np.percentile(ink[0][free], 75))
        usual = float(np.median(off[free]))
        if usual <= POOR:
            return np.asarray(free & (off > max(STRANGE, TIMES * usual) + LINES * _busy(print_)))
    return None


@cache
def printed_standard(ink: Ink = "full") -> Image:
    """Our board as printed: BGR, one px a mm."""
    data = files("vision.evidence").joinpath("albums", FILE.format(ink)).read_bytes()
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{FILE.format(ink)} isn't a picture")
    return np.asarray(picture, np.uint8)


def printed(board: Board, ink: Ink = "full") -> Image | None:
    """The picture of a board; None for one that is drawn in another way than ours."""
    ours = standard()
    alike = (board.nests, board.places, board.trails, board.drawing) == (
        ours.nests,
        ours.places,
        ours.trails,
        ours.drawing,
    )
    return printed_standard(ink) if alike else None


def loaded(eye: Eye, penguin: Laid) -> bool:
    """Return whether a penguin's pad is dark where its print is light, by the black and white of
    the penguin's own tag.
    """
    black, white = np.percentile(eye.flat_grey(base_corners(penguin), FINE), (5, 95))
    seen = eye.flat_grey(pad_corners(penguin), FINE)
    across = np.abs(np.arange(len(seen)) - (len(seen) - 1) / 2) / FINE
    away = np.maximum(across[:, None], across)
    rim = seen[(away >= RIM[0]) & (away < RIM[1])]
    return float((rim < black + DARK * (white - black)).mean()) > LOADED


def _flat(eye: Eye, board: Board, lies: Pose) -> Image:
    """The board seen from above, one px a mm, black beyond the picture; quarters that lie apart are
    pushed together.
    """
    side = board.drawing.side
    image, half = np.zeros((side, side, 3), np.uint8), side // 2
    tags = {tag: complex(*np.mean(corners, 0)) for tag, corners in eye.tags}
    for right, down in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        part = (
            slice(half) if down < 0 else slice(half, side),
            slice(half) if right < 0 else slice(half, side),
        )
        own = quarter_pose(board, lies, (right, down), tags)
        middle = (right * half / 2, down * half / 2)
        # what that makes of fine print is blurred
        image[part] = eye.usual(own.corners(middle, Size(half, half)), 1.0)
    return image


def _covered(lies: Pose, side: int, known: list[Outline]) -> Mask:
    mask = np.zeros((side, side), np.uint8)
    for outline in known:
        points = np.array([lies.local(complex(*corner)) for corner in outline]) + side / 2
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 1)
    size = 2 * round(ROOM) + 1
    return np.asarray(cv2.dilate(mask, np.ones((size, size), np.uint8)) > 0)


def _inner(side: int) -> Mask:
    """All but the strips along the edges of the board and of its quarters, beside which the table
    may show.
    """
    at = np.arange(side) + 0.5
    inner = (np.minimum(at, side - at) > EDGE) & (np.abs(at - side / 2) > SEAM)
    return np.asarray(inner[:, None] & inner)


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], np.uint8)


def _soft(image: Image) -> Floats:
    """Blurred, height x width x channels."""
    soft = cv2.GaussianBlur(image, (0, 0), SOFT)
    return np.asarray(soft, float).reshape(image.shape)


def _off(seen: Floats, print_: Floats, free: Mask) -> Floats:
    """Return how far each pixel is from the print as light and ink have it, as a share of the
    board's contrast; of a board that is nearly white, of half of what black ink would be.

    Paper bends, and so does a lens: of some ways to push the print by a little, each pixel has
    none, or the one that suits its neighbourhood best.
    """
    expected = np.stack([_lit(seen[..., c], print_[..., c], free) for c in range(seen.shape[2])], 2)
    (low, high), printed_range = (np.percentile(each[free], (5, 95)) for each in (expected, print_))
    ink = HALF * 255 * (high - low) / max(1.0, float(np.ptp(printed_range)))
    contrast = max(high - low, ink, 1.0)
    offs = [
        np.sqrt(((seen - _pushed(expected, right, down)) ** 2).mean(2))
        for right, down in product((0.0, -PUSH, PUSH), repeat=2)
    ]
    about = [cv2.GaussianBlur(np.where(free, off, 0), (0, 0), AROUND) for off in offs]
    nearest = np.take_along_axis(np.array(offs), np.argmin(about, 0)[None], 0)[0]
    return np.asarray(np.minimum(nearest, offs[0]) / contrast)


def _busy(print_: Image) -> Floats:
    """Return how much the print varies about each pixel, as a share of its contrast."""
    soft = _soft(print_)
    mean, squares = (cv2.GaussianBlur(layer, (0, 0), SOFT) for layer in (soft, soft**2))
    spread = np.sqrt(np.maximum(squares - mean**2, 0)).reshape(soft.shape).mean(2)
    return np.asarray(spread / max(HALF * 255, float(np.ptp(np.percentile(soft, (5, 95))))))


def _pushed(print_: Floats, right: float, down: float) -> Floats:
    """A print some mm beside its place."""
    matrix, size = np.array([[1, 0, right], [0, 1, down]]), print_.shape[1::-1]
    moved = cv2.warpAffine(print_, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, float).reshape(print_.shape)


def _lit(seen: Floats, print_: Floats, free: Mask) -> Floats:
    """One channel of the print in this light, which changes evenly across the board and towards
    its corners; what is off counts little.
    """
    rows, columns = np.ogrid[-1 : 1 : seen.shape[0] * 1j, -1 : 1 : seen.shape[1] * 1j]
    ways = (np.ones(()), rows, columns, rows**2, columns**2, rows * columns)
    whole = np.stack(np.broadcast_arrays(*ways), 2)
    flat, some = whole[::THIN, ::THIN], free[::THIN, ::THIN]
    ink, wanted = print_[::THIN, ::THIN][some], seen[::THIN, ::THIN][some]
    known = np.concatenate([ink[:, None] * flat[some], flat[some]], 1)
    weights, factors = np.ones(len(wanted)), np.zeros(2 * len(ways))
    for _ in range(STEPS):
        weighted = known * weights[:, None]
        factors = np.linalg.solve(
            weighted.T @ known + 1e-6 * np.eye(len(factors)), weighted.T @ wanted
        )
        off = np.abs(known @ factors - wanted)
        weights = 1 / np.maximum(1, off / (1.5 * np.median(off) + 1)) ** 2
    slope, level = (whole @ part for part in (factors[: len(ways)], factors[len(ways) :]))
    return np.asarray(print_ * slope + level)

"""A studio for calibration sheets: any printer's error, through any phone's lens, in half a second.

The printed page is a real one (our PDF, drawn by PDFium); paper, ground, perspective, the lens's
bulge, blur and noise are put in here. The path-traced photos in tests/photos/calibration prove that
reality is harder.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache

import cv2
import numpy as np
import pypdfium2
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.calibration import FACES, Face, Key
from companion.layout import PAPER_SIZES, Size
from companion.profile import Drift
from printables.calibration import print_sheet
from tests.vision.conftest import photo_of
from vision.photo.loader import Photo

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

PX = 8.0  # of the drawn page, per mm
SIZE = (1600, 1200)
FOCAL = 0.72  # of the picture's width: a phone's main camera
AROUND = 60  # mm of ground about the paper that are drawn


@dataclass(frozen=True)
class Shot:
    """How a sheet is photographed: its picture's width covers `span` mm; the rest as a phone is
    held.
    """

    span: float = 400.0
    tilt: float = 8.0
    turn: float = 90.0
    roll: float = 0.0
    bulge: float = 0.02
    shift: tuple[float, float] = (4.0, -3.0)
    blur: float = 0.8
    noise: float = 3.0
    ground: int = 60
    gain: float = 0.9
    seed: int = 0
    size: tuple[int, int] = SIZE
    paper: Size | None = None  # as it was really cut
    # a box, mm on the page, that something hides
    cover: tuple[float, float, float, float] | None = field(default=None)


shots = st.builds(
    Shot,
    span=st.floats(370, 430),
    tilt=st.floats(0, 18),
    turn=st.sampled_from([90.0, -90.0]),
    roll=st.floats(-8, 8),
    bulge=st.floats(-0.05, 0.05),
    shift=st.tuples(st.floats(-8, 8), st.floats(-8, 8)),
    blur=st.floats(0.6, 1.6),
    noise=st.floats(1, 6),
    ground=st.integers(20, 130),
    gain=st.floats(0.75, 1),
    seed=st.integers(0, 9),
)


def shoot(key: Key, face: Face, drift: Drift = Drift(), shot: Shot = Shot()) -> Photo:  # noqa: B008 - both are frozen
    """A photo of one side, printed by a printer with this error."""
    canvas, scale = _on_ground(key, face, drift, shot), PX
    middle = (np.array(canvas.shape[1::-1]) - 1) / 2
    seen = _mm_of_pixels(shot)
    maps = (seen * scale + middle).astype(np.float32)
    picture = cv2.remap(
        canvas, maps, np.zeros(0, np.float32), cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    soft = cv2.GaussianBlur(picture, (0, 0), shot.blur).astype(np.float64) * shot.gain
    grain = np.random.default_rng(shot.seed).normal(0, shot.noise, soft.shape)
    grey = np.clip(soft + grain, 0, 255).astype(np.uint8)
    return photo_of(np.asarray(np.repeat(grey[..., None], 3, 2)), f"{face}.jpg")


def _on_ground(key: Key, face: Face, drift: Drift, shot: Shot) -> Image:
    """The paper with its print on the ground, seen straight from above, PX a mm."""
    page, paper = key.size, shot.paper or key.size
    drawn = _page(key, face)
    wide, tall = (round((length + 2 * AROUND) * PX) for length in (paper.width, paper.height))
    canvas = np.full((tall, wide), shot.ground, np.uint8)
    edge = [
        round(AROUND * PX),
        round((AROUND + paper.width) * PX),
        round((AROUND + paper.height) * PX),
    ]
    # The page's content about its middle, which is where the paper's middle is when nothing drifts.
    turn = np.radians(drift.rotation_deg)
    matrix = np.array([[np.cos(turn) * drift.scale_x, -np.sin(turn) * drift.scale_y],
                       [np.sin(turn) * drift.scale_x, np.cos(turn) * drift.scale_y]])  # fmt: skip
    from_middle = (np.array(drawn.shape[1::-1]) - 1) / 2
    # a drawn page has whole pixels
    exact = np.array([page.width, page.height]) * PX / np.array(drawn.shape[1::-1])
    matrix = matrix * exact
    to_middle = (np.array([wide, tall]) - 1) / 2 + np.array([drift.dx, drift.dy]) * PX
    affine = np.column_stack([matrix, to_middle - matrix @ from_middle])
    printed = cv2.warpAffine(drawn, affine, (wide, tall), flags=cv2.INTER_LINEAR, borderValue=255)
    inside = (slice(edge[0], edge[2]), slice(edge[0], edge[1]))
    canvas[inside] = printed[inside]
    if shot.cover:
        left, top, right, bottom = (round((AROUND + mm) * PX) for mm in shot.cover)
        canvas[top:bottom, left:right] = 120
    return canvas


def _mm_of_pixels(shot: Shot) -> Floats:
    """Where on the table, mm from the paper's middle, each pixel looks: height x width x 2."""
    width, height = shot.size
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    bent = np.stack([x - (width - 1) / 2, y - (height - 1) / 2], 2) / (FOCAL * width)
    rays = bent.copy()
    for _ in range(8):
        rays = bent / (1 + shot.bulge * (rays**2).sum(2, keepdims=True))
    high = shot.span * FOCAL
    tilt, turn, roll = np.radians([shot.tilt, shot.turn, shot.roll])
    rolled = rays @ _rotation(roll).T
    # A camera that leans by `tilt` about the picture's level axis, looking at the table's origin.
    depth = np.cos(tilt) - rolled[..., 1] * np.sin(tilt)
    down = rolled[..., 1] * np.cos(tilt) + np.sin(tilt)
    table = np.stack([rolled[..., 0] / depth, down / depth - np.tan(tilt)], 2) * high
    return np.asarray((table - shot.shift) @ _rotation(turn).T)


def _rotation(angle: float) -> Floats:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@cache
def _document(key: Key) -> bytes:
    return print_sheet(key).pdf


@lru_cache(maxsize=8)
def _page(key: Key, face: Face) -> Image:
    document = pypdfium2.PdfDocument(_document(key))
    picture = document[FACES.index(face)].render(scale=PX * 25.4 / 72, grayscale=True).to_numpy()
    document.close()
    return np.ascontiguousarray(picture.reshape(picture.shape[:2]))


A4, LETTER = PAPER_SIZES["a4"], PAPER_SIZES["letter"]

"""A printed solitaire board laid flat: what on it isn't paper, which signs it shows, and what a
pyramid hides of it.

The board is compared with itself: each square with the bare stone between its frame and its sign.
Pixels of another colour, or darker than a shadow, are foreign. Lengths are mm on the board from its
upper left, y down; images of it have `PX` pixels per mm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from math import cos, radians, sin
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.solitaire.board import Pyramid
from companion.solitaire.pieces import FRUSTUMS, RIM, SQUARE
from vision.photo.loader import Image
from vision.table.camera import Camera
from vision.tags.detector import Floats, Grey

Bools: TypeAlias = NDArray[np.bool_]
Light: TypeAlias = NDArray[np.float32]
Cell: TypeAlias = tuple[int, int]  # row and column, from 0

PX = 2.5  # px per mm of the board laid flat
LITTLE = 0.03  # share of an empty square that may seem foreign
FLOOR = 0.01  # share of white below which light is noise


@dataclass(frozen=True, slots=True)
class Limits:
    """What of a square isn't its stone, and what of that counts."""

    joint: float = 1.6  # ignored margin on either side of the dark line between two stones, mm
    bare: tuple[float, float] = (3.2, 7.0)  # limits of the bare stone, mm from a square's side
    # logarithms of light, against the stone's: no shadow tints so much, tints and darkens so much,
    # or darkens so much
    colour: float = 0.45
    tint: float = 0.2
    shade: float = -0.5
    deep: float = -1.2
    # share of a blob up to which a hole is a reflection; larger holes show paper
    hole: float = 0.12


LIMITS = Limits()

SIGN = 26.0  # side of a sign in the middle of a square, mm
DRIFT = 2.0  # mm by which the print of a bent board may be displaced


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A board laid flat: where it is `foreign`, and where it `counts` (joints and the rim don't).

    `darkness` is how much darker each pixel is than the bare stone of its square, a logarithm of
    light. `picture` is the board itself, BGR.
    """

    foreign: Bools
    counts: Bools
    darkness: Light
    picture: Image
    rows: int
    columns: int


def lay_flat(flat: Image, rows: int, columns: int) -> Ground:
    """Find what is foreign on a board with `PX` pixels per mm, BGR."""
    foreign, counts = (np.zeros(flat.shape[:2], bool) for _ in range(2))
    darkness = np.zeros(flat.shape[:2], np.float32)
    for cell, against in against_stone(flat, rows, columns).items():
        part, shade = window(cell), against.mean(2)
        # a shadow darkens all colours alike, and print tints a little; neither does both strongly
        colour = np.linalg.norm(against - shade[..., None], axis=2)
        strange = (
            (colour > LIMITS.colour)
            | ((colour > LIMITS.tint) & (shade < LIMITS.shade))
            | (shade < LIMITS.deep)
        )
        counts[part] = from_side(shade.shape) > LIMITS.joint
        foreign[part] = strange & counts[part]
        darkness[part] = -shade
    return Ground(_solid(foreign), counts, darkness, flat, rows, columns)


def against_stone(flat: Image, rows: int, columns: int) -> Mapping[Cell, Light]:
    """Return each square's light relative to its bare stone, a logarithm, n x n x 3."""
    # removes thin printed lines
    smooth = cv2.GaussianBlur(cv2.medianBlur(flat, 5), (0, 0), 0.4 * PX)
    light = np.asarray((smooth.astype(np.float32) / 255) ** 2.2, np.float32)
    # The bare stone is the lighter part between frame and sign. If it is too different from the
    # others', because the square is covered, it is theirs.
    stones: dict[Cell, Light] = {}
    for cell in product(range(rows), range(columns)):
        part = light[window(cell)]
        away = from_side(part.shape[:2])
        ring = part[(away > LIMITS.bare[0]) & (away < LIMITS.bare[1])]
        brightness = ring.mean(1)
        stones[cell] = np.asarray(
            np.median(ring[brightness >= np.quantile(brightness, 0.6)], axis=0), np.float32
        )
    usual = {
        tone: np.median([stone for cell, stone in stones.items() if sum(cell) % 2 == tone], axis=0)
        for tone in (0, 1)
    }
    for cell, stone in stones.items():
        others = usual[sum(cell) % 2]
        against = np.log((stone + FLOOR) / (others + FLOOR))
        if np.linalg.norm(against - against.mean()) > LIMITS.tint or against.mean() < LIMITS.shade:
            stones[cell] = others
    return {
        cell: np.log((light[window(cell)] + FLOOR) / (stone + FLOOR))
        for cell, stone in stones.items()
    }


def window(cell: Cell) -> tuple[slice, slice]:
    """Return the rows and columns of a square in the image of its board."""
    top, left = (round((RIM + n * SQUARE) * PX) for n in cell)
    side = round(SQUARE * PX)
    return slice(top, top + side), slice(left, left + side)


def middle(cell: Cell) -> Floats:
    """Return the centre of a square, x and y in mm."""
    return np.asarray(RIM + (np.array([cell[1], cell[0]]) + 0.5) * SQUARE)


@cache
def from_side(shape: tuple[int, int]) -> Floats:
    """Return each pixel's distance from the nearest side of a square, mm."""
    y, x = ((np.minimum(np.arange(n) + 0.5, n - np.arange(n) - 0.5)) / PX for n in shape)
    return np.asarray(np.minimum(y[:, None], x[None]))


def shows_sign(darkness: Light, cell: Cell) -> float:
    """Return the correlation, -1 to 1, of a square with its sign: only an empty one shows it."""
    part = np.clip(darkness[about_sign(cell)], 0, None)
    return max(
        float(cv2.matchTemplate(part, sign, cv2.TM_CCOEFF_NORMED).max()) for sign in signs(cell)
    )


def about_sign(cell: Cell) -> tuple[slice, slice]:
    """Return the rows and columns of a square within which its sign must be."""
    reach = SIGN / 2 + DRIFT
    x, y = (round(float(n)) for n in (middle(cell) - reach) * PX)
    side = round(2 * reach * PX)
    return slice(y, y + side), slice(x, x + side)


def signs(cell: Cell) -> tuple[Light, ...]:
    """Return the darkness of a square's sign in full ink and in little ink."""
    return _signs()[cell[0] % 2, cell[1] % 2]


@cache
def _signs() -> Mapping[Cell, tuple[Light, ...]]:
    """Return the signs' darkness by parity of row and column, in full and in little ink."""
    inks = [np.asarray(row / 255, np.float32) for row in printed("signs.png")]
    side = len(inks[0])
    return {
        divmod(n, 2): tuple(row[:, n * side : (n + 1) * side] for row in inks) for n in range(4)
    }


def printed(name: str) -> list[Grey]:
    """Return a stored print in full ink and in little ink (docs/make_albums.py)."""
    data = files("vision.games.solitaire").joinpath(name).read_bytes()
    strip = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if strip is None:
        raise RuntimeError(f"{name} isn't a picture")
    return [np.asarray(row, np.uint8) for row in np.split(strip, 2)]


def _solid(foreign: Bools) -> Bools:
    """Return the mask without specks, with small holes (reflections) filled."""
    mask = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for index, outline in enumerate(outlines):
        parent = tree[0][index][3]
        if parent >= 0 and cv2.contourArea(outline) < LIMITS.hole * cv2.contourArea(
            outlines[parent]
        ):
            cv2.drawContours(mask, outlines, index, 1, cv2.FILLED)
    return np.asarray(mask > 0)


# what stands on it


@dataclass(frozen=True, slots=True)
class Pose:
    """A pyramid on the board: its base's centre, its turn in degrees, how far it is raised."""

    size: Pyramid
    x: float
    y: float
    turn: float
    rise: float = 0.0

    @property
    def base(self) -> Floats:
        """The corners of its base, 4 x 2."""
        return np.array(self._corners())

    def patch(self, camera: Camera) -> Floats:
        """Return the outline of the paper that it hides together with those it stands on, n x 2."""
        highest = 0.9 * camera.height
        peak = camera.spread(min(FRUSTUMS[self.size].peak + self.rise, highest))
        foot = camera.spread(min(self.rise, highest))
        x, y, base = camera.x, camera.y, self._corners()
        lifted = [(x + (u - x) * foot, y + (v - y) * foot) for u, v in base] if self.rise else []
        tip = (x + (self.x - x) * peak, y + (self.y - y) * peak)
        return np.asarray(
            cv2.convexHull(np.array([*base, *lifted, tip], np.float32))[:, 0], np.float32
        )

    def _corners(self) -> list[tuple[float, float]]:
        """Return the corners of its base as plain numbers, which is fast: thousands are tried."""
        half, turn = FRUSTUMS[self.size].base / 2, radians(self.turn)
        c, s = half * cos(turn), half * sin(turn)
        around = ((c - s, s + c), (-c - s, c - s), (s - c, -s - c), (c + s, s - c))
        return [(self.x + u, self.y + v) for u, v in around]


def filled(outline: Floats, shape: tuple[int, ...]) -> Grey:
    """Return a mask of this shape with 1 inside an outline, n x 2 mm."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * PX).astype(np.int32), 1)
    return mask


def widened(mask: Grey, by: float) -> Grey:
    """Return a mask extended by `by` mm."""
    side = 2 * round(by * PX) + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), np.uint8)

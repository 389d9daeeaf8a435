"""Table: table tops, linear BGR, as large as the picture shows of them: procedural ones, and a
printed oilcloth with a real photograph, the one that matplotlib ships.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from matplotlib.cbook import get_sample_data

from bench.photos.lab_prints import DISPLAY, ONE, PAPER_WHITE, Deep
from bench.photos.lab_scene import Camera, Floats, Rng, Table

# how far each pixel is from the one colour to the other; both, BGR
Shaded: TypeAlias = tuple[Floats, Floats, Floats]

FINEST = 4.0  # px a mm: finer than any weave drawn here
LARGEST = 0.6  # of the picture's own width; what is finer than the picture costs and doesn't show
OCTAVES = 5
SHADES = 256
# How uneven a top is, its largest features in mm (x, y), and between which colours
CLOUDY = {
    # black slate, nearly as dark as ink
    "dark": (0.25, (90.0, 60.0), (0.012, 0.01, 0.01), (0.06, 0.05, 0.045)),
    # a tablecloth as white as paper, with a fine weave
    "white": (0.25, (3.0, 3.0), (0.78, 0.8, 0.8), (0.86, 0.87, 0.87)),
    # a card table's felt
    "green": (0.3, (6.0, 6.0), (0.05, 0.13, 0.015), (0.1, 0.25, 0.04)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """A picture of the table: the middle of its first pixel at `corner`, mm; rows go to +y."""

    pixels: Deep
    corner: tuple[float, float]
    px_per_mm: float

    def at(self, places: Floats) -> Floats:
        """Pixel coordinates of places on the table, ... x 2 mm."""
        return (places - self.corner) * self.px_per_mm


def table_top(kind: Table, camera: Camera, rng: Rng) -> Top:
    """The table that fills the picture."""
    wide, high = camera.size
    rim = [(x, y) for x in np.linspace(0, wide - 1, 9) for y in np.linspace(0, high - 1, 9)]
    places = camera.meet(camera.looks(np.array(rim)))
    low, most = places.min(0) - 2, places.max(0) + 2
    scale = float(min(FINEST, LARGEST * wide / (most - low).max()))
    columns, rows = (int(n) for n in np.ceil((most - low) * scale).astype(int) + 1)
    x = np.arange(columns, dtype=np.float32)[None] / scale + float(low[0])
    y = np.arange(rows, dtype=np.float32)[:, None] / scale + float(low[1])
    corner = (float(low[0]), float(low[1]))
    if kind == "photo":
        return Top(_oilcloth(x, y, rng), corner, scale)
    if kind in CLOUDY:
        uneven, coarse, *tones = CLOUDY[kind]
        share, (start, end) = 0.5 + uneven * _cloud(x, y, rng, coarse), map(np.array, tones)
    else:
        share, start, end = {"wood": _wood, "plain": _plain, "checked": _checked}[kind](x, y, rng)
    steps = np.linspace(0, 1, SHADES)[:, None]
    shades = (((1 - steps) * start + steps * end) * ONE).astype(np.uint16)
    pixels = shades[np.asarray(np.clip(share, 0, 1) * (SHADES - 1), np.uint8)]
    return Top(np.asarray(pixels), corner, scale)


def _oilcloth(x: Floats, y: Floats, rng: Rng) -> Deep:
    """A photograph printed on it again and again, 30 to 70 cm wide."""
    photo = cv2.imread(str(get_sample_data("grace_hopper.jpg", asfileobj=False)))
    assert photo is not None
    fine = photo.shape[1] / rng.uniform(300, 700)
    at = np.stack(np.broadcast_arrays(x, -y), -1) * np.float32(fine)
    at += rng.uniform(0, photo.shape[1], 2).astype(np.float32)
    where, border = at.astype(np.float32), cv2.BORDER_REFLECT
    grey = cv2.remap(photo, where, np.zeros(0), cv2.INTER_LINEAR, borderMode=border)
    light = (PAPER_WHITE * ONE * (np.arange(256) / 255) ** DISPLAY).astype(np.uint16)
    return np.asarray(light[grey])


def _cloud(x: Floats, y: Floats, rng: Rng, coarse: tuple[float, float]) -> Floats:
    """Smooth noise of mean 0 and spread about 1; its largest features are `coarse` mm (x, y)."""
    rows, columns = y.shape[0], x.shape[1]
    size = np.array([columns * abs(x[0, 1] - x[0, 0]), rows * abs(y[1, 0] - y[0, 0])])
    total = np.zeros((rows, columns), np.float32)
    for octave in range(OCTAVES):
        cells = np.ceil(size / np.array(coarse) * 2.0**octave) + 3
        wide, high = np.minimum(cells, (columns, rows)).astype(int)
        grains = rng.standard_normal((high, wide), dtype=np.float32) * 0.6**octave
        total += cv2.resize(grains, (columns, rows), interpolation=cv2.INTER_CUBIC)
    return np.asarray(total)


def _wood(x: Floats, y: Floats, rng: Rng) -> Shaded:
    """Planks along x, each of its own tone, with grain and dark seams."""
    plank = rng.uniform(80, 150)
    across = (y + rng.uniform(0, plank)) / plank
    tone = rng.uniform(-0.25, 0.25, 4096)[(np.floor(across).astype(int)) % 4096]
    seam = np.abs(across - np.round(across)) * plank < 0.8
    share = 0.5 + 0.22 * _cloud(x, y, rng, (220.0, 14.0)) + (tone - 9 * seam).astype(np.float32)
    return share, np.array([0.018, 0.045, 0.1]), np.array([0.09, 0.2, 0.38])


def _plain(x: Floats, y: Floats, rng: Rng) -> Shaded:
    """A light kitchen top with fine grains."""
    tint = rng.uniform(0.9, 1.0, 3)
    share = 0.5 + 0.2 * _cloud(x, y, rng, (30.0, 30.0))
    return share, np.array([0.5, 0.54, 0.55]) * tint, np.array([0.66, 0.69, 0.7]) * tint


def _checked(x: Floats, y: Floats, rng: Rng) -> Shaded:
    """A woven cloth: squares of 8 to 28 mm, as dark and bright as a tag's where stripes cross."""
    side = rng.uniform(8, 28)
    dyes = np.array([(0.03, 0.03, 0.5), (0.35, 0.06, 0.03), (0.02, 0.02, 0.02), (0.03, 0.2, 0.03)])
    dark = dyes[rng.integers(4)]
    across, along = (np.floor(way / side).astype(np.float32) % 2 for way in (x, y))
    # gingham, or a plain chequer
    both = (across + along) / 2 if rng.random() < 0.5 else (across + along) % 2
    share = 0.06 + 0.88 * both + 0.03 * _cloud(x, y, rng, (2.0, 2.0))
    return share, np.array([0.8, 0.83, 0.83]), dark

"""Find the edges of a sheet of paper, to a twentieth of a millimetre, as lines in the page printed
on it.

The paper is lighter than the ground. On each profile across the edge, the steepest fall of light
shows roughly where the edge is, and the levels before and after it define the half-way point. A
line is fitted to many such points, without those that a shadow or a fibre has moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate.sheet import View
from vision.tags.detector import Floats, Grey, sample

Edge: TypeAlias = Literal["left", "right", "top", "bottom"]

EDGES: tuple[Edge, ...] = ("left", "right", "top", "bottom")
PROFILES = 150  # profiles across an edge
CORNERS = 0.05  # share of an edge that is left out at each end
# searched range around the edge of a perfect print, mm; tags begin 10 mm inside
INSIDE, OUTSIDE = 9.0, 13.0
SURELY_PAPER = 2.0  # innermost part of a profile, which is paper, mm
STEP = 0.1  # distance of points on a profile, mm
SOFT = 0.25  # blur along a profile, mm: finer detail is noise
NEAR, FAR = 0.6, 1.5  # mm from the fall between which the levels before and after it are measured
LEAST_FALL = 0.06  # share of the paper's light
LEAST_SEEN = 0.6  # share of an edge's profiles that must lie on one line
ON_LINE = 0.35  # greatest distance of a point from its line, mm
SIGMA = 0.08  # mm; error of a whole edge through shadow, fibres and light that bleeds over it
ALIKE = 6  # number of neighbouring profiles that share their error


@dataclass(frozen=True, slots=True)
class Line:
    """An edge: its position across at the page's centre (`place`, mm), its `slope`, and the
    standard errors of both.
    """

    place: float
    slope: float
    place_sigma: float
    slope_sigma: float


def find_edge(grey: Grey, view: View, edge: Edge) -> Line | None:
    """Return one of the paper's edges in the page as printed; None if it doesn't stand out."""
    upright = edge in ("left", "right")
    length = view.page.height if upright else view.page.width
    # profiles across the edge from the inside out, n x m: the linear light, 1 on the paper, NaN
    # outside the photo
    pixels = _points(view, edge, np.arange(-INSIDE, OUTSIDE + STEP / 2, STEP))
    raw = (sample(grey, pixels.reshape(-1, 2)).reshape(pixels.shape[:2]) / 255) ** 2.2
    reach = 2 * round(3 * SOFT / STEP) + 1
    soft = cv2.GaussianBlur(raw, (reach, 1), SOFT / STEP, borderType=cv2.BORDER_REPLICATE)
    paper = np.median(soft[:, : round(SURELY_PAPER / STEP)], axis=1, keepdims=True)
    light = np.asarray(soft / np.maximum(paper, 1e-3), np.float64)
    light[_outside(grey, pixels)] = np.nan
    found = [(row, at) for row, one in enumerate(light) if (at := _fall(one)) is not None]
    if len(found) < LEAST_SEEN * PROFILES:
        return None
    rows, places = (np.array(column) for column in zip(*found, strict=True))
    low = places.astype(int)
    share = (places - low)[:, None]
    falls = np.asarray(pixels[rows, low] * (1 - share) + pixels[rows, low + 1] * share)
    across, along = view.to_page(falls).T if upright else view.to_page(falls).T[::-1]
    along = along - length / 2
    # the line on which most points lie (Tukey's biweight)
    slope, place = 0.0, float(np.median(across))
    for _ in range(20):
        off = across - place - slope * along
        spread = max(1.4826 * float(np.median(np.abs(off))), 0.02)
        weights = np.clip(1 - (off / (4 * spread)) ** 2, 0, None) ** 2
        slope, place = (float(n) for n in np.polyfit(along, across, 1, w=np.sqrt(weights) + 1e-9))
    off = across - place - slope * along
    good = np.abs(off) < ON_LINE
    if good.sum() < LEAST_SEEN * PROFILES:
        return None
    sigma = float(np.hypot(SIGMA, off[good].std() / np.sqrt(good.sum() / ALIKE)))
    return Line(place, slope, sigma, sigma / float(along[good].std()))


def cut_off(grey: Grey, view: View, edge: Edge) -> bool:
    """Return whether part of the edge is outside the photo."""
    return bool(_outside(grey, _points(view, edge, np.array([1.0]))).any())


def _outside(grey: Grey, pixels: Floats) -> NDArray[np.bool_]:
    height, width = grey.shape
    return np.asarray(((pixels < 0) | (pixels > [width - 1, height - 1])).any(2))


def _points(view: View, edge: Edge, outwards: Floats) -> Floats:
    """Return points at these distances outside the edge's nominal position, along all of it: n x m
    x 2 px.
    """
    upright, page = edge in ("left", "right"), view.page
    length, far = (page.height, page.width) if upright else (page.width, page.height)
    along = np.linspace(CORNERS, 1 - CORNERS, PROFILES) * length
    across = -outwards if edge in ("left", "top") else far + outwards
    grid = np.stack(np.meshgrid(along, across, indexing="ij"), 2)
    points = grid[..., ::-1] if upright else grid
    return view.to_px(points.reshape(-1, 2)).reshape(grid.shape)


def _fall(light: Floats) -> float | None:
    """Return the step of a profile at which light has fallen half way; None without a complete
    fall.
    """
    near, far = round(NEAR / STEP), round(FAR / STEP)
    steps = light[:-2] - light[2:]
    if np.isnan(steps).all():
        return None
    middle = int(np.nanargmax(steps)) + 1
    if not far <= middle < len(light) - far:
        return None
    before, behind = (
        light[middle - far : middle - near].mean(),
        light[middle + near : middle + far].mean(),
    )
    if not before - behind > LEAST_FALL:  # also false for NaN
        return None
    level, part = (before + behind) / 2, light[middle - near : middle + near + 1]
    below = np.flatnonzero((part[:-1] >= level) & (part[1:] < level))
    if not len(below):
        return None
    at = int(below[0])
    return float(middle - near + at + (part[at] - level) / (part[at] - part[at + 1]))

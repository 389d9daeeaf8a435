"""Measure what a printer did to each side of a calibration sheet, from a photo of the side.

Everything that it does (scale, turn, offset) keeps straight lines straight. A plane fitted to the
tags therefore removes perspective and lens distortion but leaves the page as it was printed.

Both sides share the paper. A photo of a side gives the paper's four edges as lines in that page, to
a twentieth of a millimetre; in a perfect print they would be where the paper format has them. The
paper is lighter than the ground. On each profile across an edge, the steepest fall of light shows
roughly where the edge is, and the levels before and after it define the half-way point. A line is
fitted to many such points, without those that a shadow or a fibre has moved.

Lengths are mm in the printed page, y down; angles are degrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import cv2
import numpy as np

from companion.calibration import Face, Key, known_tags, sheet_tags
from companion.errors import PhotoError
from companion.language import Phrase, decimal, say
from companion.layout import Size, TagSpot
from companion.measured import Side, check_plain, paired
from companion.profile import Drift, Within
from vision.photo.loader import Photo
from vision.table.matching import square
from vision.table.plane import Plane, Rigid, fit, lay
from vision.tags.detector import Bools, Floats, Grey, Sighting, sample, sweep

Bend: TypeAlias = Floats  # 10 x 2 coefficients, one column for x and one for y
Edge: TypeAlias = Literal["left", "right", "top", "bottom"]

EDGES: Mapping[Edge, Phrase] = {
    "left": say("the paper's left edge"),
    "right": say("the paper's right edge"),
    "top": say("the paper's top edge"),
    "bottom": say("the paper's bottom edge"),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What counts as a sheet, an edge, and a print that is true to size."""

    least_tags: int = 16  # of the grid's 24
    least_px: float = 2.5  # px per mm
    full_side: int = 4032  # px; size that is searched if the reduced photo doesn't show all tags
    bends: int = 3  # degree of the polynomial that models the paper's curl
    stray: float = 0.3  # mm; a tag further than this from where the others put it is left out
    profiles: int = 150  # profiles across an edge
    corners: float = 0.05  # share of an edge that is left out at each end
    # searched range around the edge of a perfect print, mm; tags begin 10 mm inside
    inside: float = 9.0
    outside: float = 13.0
    surely_paper: float = 2.0  # innermost part of a profile, which is paper, mm
    step: float = 0.1  # distance of points on a profile, mm
    soft: float = 0.25  # blur along a profile, mm: finer detail is noise
    # mm from the fall between which the levels before and after it are measured
    near: float = 0.6
    far: float = 1.5
    least_fall: float = 0.06  # share of the paper's light
    least_seen: float = 0.6  # share of an edge's profiles that must lie on one line
    on_line: float = 0.35  # greatest distance of a point from its line, mm
    # mm; error of a whole edge through shadow, fibres and light that bleeds over it
    sigma: float = 0.08
    alike: int = 6  # number of neighbouring profiles that share their error
    crooked: float = 0.006  # radians by which the paper's edges may deviate from right angles
    same_shape: float = 0.015  # relative difference allowed between the scales across and down
    # relative error of scale: less in printers, more with "fit to page"
    true_to_size: float = 0.025


LIMITS = Limits()


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The position of a side's page in a photo: its `plane`, turn and shift from the page's frame
    to the plane's, and the paper's `bend`.
    """

    plane: Plane
    turn: Floats
    shift: Floats
    page: Size
    bend: Bend

    def to_page(self, points: Floats) -> Floats:
        """Convert n x 2 px in the photo to n x 2 mm in the page as printed."""
        flat = (self.plane.to_mm(points) - self.shift) @ self.turn
        return np.asarray(flat + _terms(flat, self.page) @ self.bend)

    def to_px(self, points: Floats) -> Floats:
        """Convert n x 2 mm in the page to px as if the paper were flat, to half a millimetre."""
        return self.plane.to_px(points @ self.turn.T + self.shift)

    @property
    def px_per_mm(self) -> float:
        """Scale of the photo at the centre of the page, px per mm."""
        middle = np.array([[self.page.width / 2, self.page.height / 2]])
        return self.plane.px_per_mm((middle @ self.turn.T + self.shift)[0])


def find_sheet(name: str, grey: Grey) -> tuple[Key, Face, View]:
    """Return which side of which sheet a photo shows, and where; raise `PhotoError` if unclear."""
    known = frozenset(known_tags())
    sightings = sweep(grey, known=known)
    if len(sightings) < len(sheet_tags(Key("a4", "long"), "front")):
        sightings = max(sightings, sweep(grey, known=known, max_side=LIMITS.full_side), key=len)
    mirrored = np.asarray(cv2.flip(grey, 1), np.uint8)
    if len(sightings) < LIMITS.least_tags <= len(sweep(mirrored, known=known)):
        remedy = say("use the main camera, or switch mirroring off")
        raise PhotoError(name, say("the photo is mirrored"), remedy=remedy)
    if not sightings:
        remedy = say("print one, and photograph it from straight above, sharp and bright")
        raise PhotoError(name, say("no calibration sheet can be seen"), remedy=remedy)
    meanings = [known_tags()[sighting.tag] for sighting in sightings]
    faces = Counter(meaning for meaning in meanings if not isinstance(meaning, Key))
    keys = Counter(meaning for meaning in meanings if isinstance(meaning, Key))
    if len(faces) > 1 and min(faces.values()) > 1:
        problem = say("shows both sides of a sheet, or two sheets")
        raise PhotoError(name, problem, remedy=say("photograph one side at a time"))
    most = max(faces.values(), default=0)
    if most < LIMITS.least_tags:
        remedy = say(
            "all of the sheet must be in view, sharp, evenly lit, with nothing on it, and large"
        )
        problem = say("only {n} of the sheet's 24 tags can be read", n=most)
        raise PhotoError(name, problem, remedy=remedy)
    if not keys:
        problem = say("the tag beside the sheet's title, which names the paper, can't be read")
        remedy = say("uncover it, keep reflections off it, and shoot again")
        raise PhotoError(name, problem, remedy=remedy)
    key, face = max(keys, key=lambda key: keys[key]), max(faces, key=lambda face: faces[face])
    view = _view(sightings, sheet_tags(key, face), (grey.shape[1], grey.shape[0]), key.size)
    if view.px_per_mm < LIMITS.least_px:
        has, enough = decimal(f"{view.px_per_mm:.1f}"), decimal(f"{LIMITS.least_px:g}")
        problem = say("the sheet is too small in the photo: {n} pixels a millimetre", n=has)
        remedy = say("go closer, or send the camera's full size; {n} is enough", n=enough)
        raise PhotoError(name, problem, remedy=remedy)
    return key, face, view


def _view(
    sightings: Sequence[Sighting], tags: Sequence[TagSpot], size: tuple[int, int], page: Size
) -> View:
    """Return the page by its tags, without tags that don't fit the others."""
    spots = {spot.id: spot for spot in tags}
    ours = [sighting for sighting in sightings if sighting.tag in spots]
    local = np.array([square(spots[sighting.tag]) for sighting in ours])
    seen = np.array([sighting.corners for sighting in ours])
    view = _fitted(local, seen, size, page)
    away = view.to_page(seen.reshape(-1, 2)) - local.reshape(-1, 2)
    off = np.linalg.norm(away, axis=1).reshape(-1, 4).mean(1)
    near = off < max(LIMITS.stray, 4 * float(np.median(off)))
    return view if near.all() else _fitted(local[near], seen[near], size, page)


def _fitted(local: Floats, corners: Floats, size: tuple[int, int], page: Size) -> View:
    """Fit the plane to all tags as one rigid body, then the rest as a smooth bend."""
    flat, pixels = local.reshape(-1, 2), corners.reshape(-1, 2)
    plane = fit([Rigid(flat, pixels)], size)
    _, angle, shift = lay(flat, plane.to_mm(pixels))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    unbent = View(plane, turn, shift, page, np.zeros((_terms(flat, page).shape[1], 2)))
    on_page = unbent.to_page(pixels)
    bend = np.linalg.lstsq(_terms(on_page, page), flat - on_page, rcond=None)[0]
    return replace(unbent, bend=np.asarray(bend, np.float64))


def _terms(points: Floats, page: Size) -> Floats:
    """Return each point's terms x^i y^j up to degree `LIMITS.bends`, with the page from -1 to 1."""
    x, y = points[:, 0] * 2 / page.width - 1, points[:, 1] * 2 / page.height - 1
    return np.stack(
        [x**i * y**j for i in range(LIMITS.bends + 1) for j in range(LIMITS.bends + 1 - i)], 1
    )


@dataclass(frozen=True, slots=True)
class Line:
    """An edge: its place at the page's centre (mm), its slope, and their standard errors."""

    place: float
    slope: float
    place_sigma: float
    slope_sigma: float


def read_side(photo: Photo) -> Side:
    """Measure one side; raise `PhotoError` if the photo doesn't allow it.

    A point p of the page lies at middle + A (p - middle) + d on the paper. The left edge is a line
    x = place + slope * y of the page and lies at x = 0 of the paper, the right one at its width:
    that gives the first row of A and of d, and the other two edges give the second one. A is a
    scale, then a turn.
    """
    grey = photo.grey
    key, face, view = find_sheet(photo.name, grey)
    lines: list[Line] = []
    for edge in EDGES:
        line = _find_edge(grey, view, edge)
        if line is not None:
            lines.append(line)
        elif _outside(grey, _points(view, edge, np.array([1.0]))).any():
            problem = say("{edge} is cut off by the picture's", edge=EDGES[edge])
            remedy = say("step back until all four edges are in view")
            raise PhotoError(photo.name, problem, remedy=remedy)
        else:
            names = {"edge": EDGES[edge], "paper": key.paper}
            problem = say("{edge} doesn't stand out where {paper} has it", **names)
            remedy = say(
                "lay the sheet flat and alone on something darker and plain; is it {paper}, "
                "printed at 100 %?",
                paper=key.paper,
            )
            raise PhotoError(photo.name, problem, remedy=remedy)
    left, right, top, bottom = lines
    across, dx, slant_x = _row(left, right, key.size.width)
    down, dy, slant_y = _row(top, bottom, key.size.height)
    # deviations that no printer causes: other paper, another scale
    if abs(across / down - 1) > LIMITS.same_shape or abs(slant_x + slant_y) > LIMITS.crooked:
        paper = key.paper
        problem = say(
            "the paper isn't {paper}, or not flat: its sides don't fit the print", paper=paper
        )
        remedy = say(
            "print the sheet on {paper} at 100 %, or one for your paper; press it flat and "
            "shoot again",
            paper=paper,
        )
        raise PhotoError(photo.name, problem, remedy=remedy)
    scale = (across + down) / 2
    if abs(scale - 1) > LIMITS.true_to_size:
        problem = say("the sheet was printed at {n} %", n=f"{100 * scale:.0f}")
        remedy = say("print it at 100 % (actual size, never 'fit to page') and shoot again")
        raise PhotoError(photo.name, problem, remedy=remedy)
    turn = (slant_y - slant_x) / 2
    angle = float(np.degrees(np.arctan2(turn, scale)))
    drift = Drift(float(np.hypot(across, turn)), float(np.hypot(down, turn)), dx, dy, angle)
    errors = np.array([line.place_sigma for line in lines]).reshape(2, 2)
    x, y = (float(both) for both in np.hypot(*errors.T))
    turned = float(np.linalg.norm([line.slope_sigma for line in lines])) / 4
    size = key.size
    sigma = Within(x / size.width, y / size.height, x / 2, y / 2, float(np.degrees(turned)))
    return Side(photo.name, key, face, drift, sigma)


def read_sheet(photos: Sequence[Photo], *, saved: bool) -> tuple[Side, Side]:
    """Measure both sides of one sheet from a photo of each, in any order; return the front first.

    Raises `PhotoError` if a photo doesn't allow it, if they aren't of one sheet, and for a sheet
    that was printed with a profile if the result is to be `saved`.
    """
    one, other = map(read_side, photos)
    front, back = paired(one, other)
    if saved:
        check_plain(front)
    return front, back


def _row(near: Line, far: Line, length: float) -> tuple[float, float, float]:
    """Return scale, offset of the centre, and slant from the two edges that are `length` apart."""
    scale = length / (far.place - near.place)
    offset = scale * (length - near.place - far.place) / 2
    return scale, offset, -scale * (near.slope + far.slope) / 2


def _find_edge(grey: Grey, view: View, edge: Edge) -> Line | None:
    """Return one of the paper's edges in the page as printed; None if it doesn't stand out."""
    upright = edge in ("left", "right")
    length = view.page.height if upright else view.page.width
    # profiles across the edge from the inside out, n x m: the linear light, 1 on the paper, NaN
    # outside the photo
    pixels = _points(
        view, edge, np.arange(-LIMITS.inside, LIMITS.outside + LIMITS.step / 2, LIMITS.step)
    )
    raw = (sample(grey, pixels.reshape(-1, 2)).reshape(pixels.shape[:2]) / 255) ** 2.2
    reach = 2 * round(3 * LIMITS.soft / LIMITS.step) + 1
    soft = cv2.GaussianBlur(
        raw, (reach, 1), LIMITS.soft / LIMITS.step, borderType=cv2.BORDER_REPLICATE
    )
    paper = np.median(soft[:, : round(LIMITS.surely_paper / LIMITS.step)], axis=1, keepdims=True)
    light = np.asarray(soft / np.maximum(paper, 1e-3), np.float64)
    light[_outside(grey, pixels)] = np.nan
    found = [(row, at) for row, one in enumerate(light) if (at := _fall(one)) is not None]
    if len(found) < LIMITS.least_seen * LIMITS.profiles:
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
    good = np.abs(off) < LIMITS.on_line
    if good.sum() < LIMITS.least_seen * LIMITS.profiles:
        return None
    sigma = float(np.hypot(LIMITS.sigma, off[good].std() / np.sqrt(good.sum() / LIMITS.alike)))
    return Line(place, slope, sigma, sigma / float(along[good].std()))


def _outside(grey: Grey, pixels: Floats) -> Bools:
    """Return which points, n x m x 2 px, are outside the photo."""
    height, width = grey.shape
    return np.asarray(((pixels < 0) | (pixels > [width - 1, height - 1])).any(2))


def _points(view: View, edge: Edge, outwards: Floats) -> Floats:
    """Return points at these distances outside an edge's nominal position: n x m x 2 px."""
    upright, page = edge in ("left", "right"), view.page
    length, far = (page.height, page.width) if upright else (page.width, page.height)
    along = np.linspace(LIMITS.corners, 1 - LIMITS.corners, LIMITS.profiles) * length
    across = -outwards if edge in ("left", "top") else far + outwards
    grid = np.stack(np.meshgrid(along, across, indexing="ij"), 2)
    points = grid[..., ::-1] if upright else grid
    return view.to_px(points.reshape(-1, 2)).reshape(grid.shape)


def _fall(light: Floats) -> float | None:
    """Return the step at which light has fallen half way; None without a complete fall."""
    near, far = round(LIMITS.near / LIMITS.step), round(LIMITS.far / LIMITS.step)
    steps = light[:-2] - light[2:]
    if np.isnan(steps).all():
        return None
    middle = int(np.nanargmax(steps)) + 1
    if not far <= middle < len(light) - far:
        return None
    before = light[middle - far : middle - near].mean()
    behind = light[middle + near : middle + far].mean()
    if not before - behind > LIMITS.least_fall:  # also false for NaN
        return None
    level, part = (before + behind) / 2, light[middle - near : middle + near + 1]
    below = np.flatnonzero((part[:-1] >= level) & (part[1:] < level))
    if not len(below):
        return None
    at = int(below[0])
    return float(middle - near + at + (part[at] - level) / (part[at] - part[at + 1]))

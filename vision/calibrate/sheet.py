"""Find one side of a calibration sheet in a photo: which one it is, and how its page lies.

Everything that a printer does to a side (scale, turn, offset) keeps straight lines straight. A
plane fitted to the tags therefore removes perspective and lens distortion but leaves the page as it
was printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from companion.calibration import Face, Key, known_tags, sheet_tags
from companion.errors import PhotoError
from companion.layout import Size, TagSpot
from vision.table.matching import square
from vision.table.plane import Plane, Rigid, fit, lay
from vision.tags.detector import Floats, Grey, Sighting, sweep

LEAST_TAGS = 16  # of the grid's 24
LEAST_PX = 2.5  # px per mm
FULL_SIDE = 4032  # px; size that is searched if the reduced photo doesn't show all tags
BENDS = 3  # degree of the polynomial that models the paper's curl
STRAY = 0.3  # mm; a tag further than this from where the others put it is left out

Bend: TypeAlias = Floats  # 10 x 2 coefficients, one column for x and one for y


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
        sightings = max(sightings, sweep(grey, known=known, max_side=FULL_SIDE), key=len)
    mirrored = np.asarray(cv2.flip(grey, 1), np.uint8)
    if len(sightings) < LEAST_TAGS <= len(sweep(mirrored, known=known)):
        remedy = "use the main camera, or switch mirroring off"
        raise PhotoError(name, "the photo is mirrored", remedy=remedy)
    if not sightings:
        remedy = (
            "print one with 'rookery calibrate sheet', and photograph it from straight above, "
            "sharp and bright"
        )
        raise PhotoError(name, "no calibration sheet can be seen", remedy=remedy)
    meanings = [known_tags()[sighting.tag] for sighting in sightings]
    faces = Counter(meaning for meaning in meanings if not isinstance(meaning, Key))
    keys = Counter(meaning for meaning in meanings if isinstance(meaning, Key))
    if len(faces) > 1 and min(faces.values()) > 1:
        problem = "shows both sides of a sheet, or two sheets"
        raise PhotoError(name, problem, remedy="photograph one side at a time")
    most = max(faces.values(), default=0)
    if most < LEAST_TAGS:
        remedy = (
            "all of the sheet must be in the picture, sharp, evenly lit, with nothing on it, "
            "and large"
        )
        raise PhotoError(name, f"only {most} of the sheet's 24 tags can be read", remedy=remedy)
    if not keys:
        problem = "the tag beside the sheet's title, which tells the paper, can't be read"
        remedy = "uncover it, keep reflections off it, and shoot again"
        raise PhotoError(name, problem, remedy=remedy)
    key, face = max(keys, key=lambda key: keys[key]), max(faces, key=lambda face: faces[face])
    view = _view(sightings, sheet_tags(key, face), (grey.shape[1], grey.shape[0]), key.size)
    if view.px_per_mm < LEAST_PX:
        problem = f"the sheet is too small in the picture: {view.px_per_mm:.1f} pixels a millimetre"
        remedy = f"go closer, or send the camera's full size; {LEAST_PX:g} will do"
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
    near = off < max(STRAY, 4 * float(np.median(off)))
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
    """Return each point's terms x^i y^j up to degree `BENDS`, with the page from -1 to 1."""
    x, y = points[:, 0] * 2 / page.width - 1, points[:, 1] * 2 / page.height - 1
    return np.stack([x**i * y**j for i in range(BENDS + 1) for j in range(BENDS + 1 - i)], 1)

"""Truth: where each piece and each tag is in a generated photo, and how much of it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from bench.photos.lab_camera import Camera, Floats
from bench.photos.lab_objects import finger_rim, hull, pyramid_corners
from bench.photos.lab_paint import on_piece
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Lay, Setting

WHOLE = 0.995  # of a tag and its quiet zone
COARSE = 4  # px a cell of the map of what hides what
SQUARE = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])  # clockwise from the top left, y up
QUIET = 10 / 8  # a tag with its quiet zone, of its black square


@dataclass(frozen=True, slots=True, eq=False)
class TrueTag:
    """One tag: corners of its black square, 4 x 2 px, clockwise from its own top left; and how much
    of it is `visible`, 0 to 1.
    """

    id: int
    corners: Floats
    visible: float

    @property
    def side(self) -> float:
        """Length of its shortest side, px."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, 0), axis=1).min())


@dataclass(frozen=True, slots=True, eq=False)
class TruePiece:
    """One piece: `outline` of its corners, 4 x 2 px, clockwise from its own top left.

    `flat` is the same of the whole print, lying flat, for a standee of which only the base lies
    there.
    """

    id: str
    face: str
    outline: Floats
    flat: Floats
    tags: tuple[TrueTag, ...]

    @property
    def side(self) -> float:
        """Side of its largest tag that shows whole, px; 0 when none does."""
        return max((tag.side for tag in self.tags if tag.visible > WHOLE), default=0.0)

    @property
    def readable(self) -> bool:
        """Whether a tag of it shows with all of its quiet zone."""
        return self.side > 0


def true_pieces(setting: Setting, prints: Prints, camera: Camera) -> tuple[TruePiece, ...]:
    """All pieces in the order they are laid down."""
    hidden = _cover_map(setting, prints, camera)
    return tuple(_piece(n, lay, prints, camera, hidden) for n, lay in enumerate(setting.lays))


def _piece(number: int, lay: Lay, prints: Prints, camera: Camera, hidden: Floats) -> TruePiece:
    whole = prints.window(lay.id, lay.face)
    off = np.array(whole.middle) - lay.window.middle
    flat = SQUARE * (whole.width / 2, whole.height / 2) + off * (1, -1)
    outline = camera.project(on_piece(lay, SQUARE * (lay.width / 2, lay.height / 2)))
    tags = []
    for spot in prints.pieces[lay.id, lay.face].tags:
        left, top = lay.window.middle
        centre = np.array([spot.x - left - lay.shift[0], top - spot.y + lay.shift[1]])
        square = SQUARE * spot.size / 2
        own, quiet = (camera.project(on_piece(lay, centre + square * by)) for by in (1, QUIET))
        tags.append(TrueTag(spot.id, own, _share(quiet, number, camera, hidden)))
    level = camera.project(on_piece(replace(lay, curl=0.0, warp=0.0), flat))
    return TruePiece(lay.id, lay.face, outline, level, tuple(tags))


def _share(outline: Floats, number: int, camera: Camera, hidden: Floats) -> float:
    """Share of the outline in which nothing lies over piece `number`, inside the picture."""
    low = np.floor(outline.min(0) / COARSE).astype(int) - 1
    size = np.ceil(outline.max(0) / COARSE).astype(int) + 2 - low
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline / COARSE - low).astype(np.int32), (1,))
    y, x = np.nonzero(mask)
    x, y = x + low[0], y + low[1]
    inside = (x >= 0) & (y >= 0) & (x < hidden.shape[1]) & (y < hidden.shape[0])
    inside &= (x * COARSE < camera.size[0]) & (y * COARSE < camera.size[1])
    return float((hidden[y[inside], x[inside]] <= number).sum() / max(1, len(x)))


def _cover_map(setting: Setting, prints: Prints, camera: Camera) -> Floats:
    """For each cell of the picture the number of the topmost thing."""
    wide, high = (-(-side // COARSE) for side in camera.size)
    top = np.full((high, wide), -1, np.int16)
    outlines = [
        *(on_piece(lay, prints.outline((lay.id, lay.face), lay.window)) for lay in setting.lays),
        *map(pyramid_corners, setting.pyramids),
        *map(finger_rim, setting.fingers),
        *map(hull, setting.objects),
    ]
    for number, outline in enumerate(outlines):
        shown = (camera.project(outline) / COARSE).astype(np.float32)
        if number >= len(setting.lays):
            shown = np.asarray(cv2.convexHull(shown)[:, 0], np.float32)
        cv2.fillPoly(top, [np.round(shown).astype(np.int32)], (number,))
    return np.asarray(top)

"""Read faint tags where one must be, once the table is known.

A detector needs a sharp square. Here position, size and turn are known, and only some ids are
possible: the patch is rectified and compared with how these ids would look, sharp or blurred. The
best must lead by a margin.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import TagSpot
from companion.tags import BLACK_MODULES, TagId, modules
from vision.table.plane import Plane
from vision.tags.detector import FREE_ERRORS, Floats, Grey, Sighting, sample, unit

# wrong bits assumed for a tag read by correlation: it may confirm a piece, but not start one
SOFT = FREE_ERRORS + 1
CELL = 4  # samples along a module
_SIDE = (BLACK_MODULES + 2) * CELL  # of a tag with its quiet zone
_DATA = slice(2 * CELL, -2 * CELL)  # the tag's data in that


@dataclass(frozen=True, slots=True)
class Limits:
    """When a patch is accepted as a tag."""

    slack: int = 2  # modules around the quiet zone within which the tag may really lie
    # agreement of the best id, and its lead over the next
    sure: float = 0.62
    margin: float = 0.22
    # or nearly perfect agreement, and this many times less unexplained than by the next
    clear: float = 0.9
    times: float = 4.0
    blurs: tuple[float, float, float] = (0.25, 0.6, 0.95)  # blurs that are tried, modules
    flat: float = 6.0  # grey levels; a patch with less contrast has no tag


LIMITS = Limits()


@cache
def square(spot: TagSpot) -> Floats:
    """Return a tag's corners in its upright piece, mm, clockwise from its top left."""
    half = spot.size / 2
    around = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    corners = np.asarray(around + np.array([spot.x, spot.y]))
    corners.flags.writeable = False  # the array is shared by all callers
    return corners


def read(
    grey: Grey, plane: Plane, corners: Floats, size: float, *, wanted: TagId, ids: Collection[TagId]
) -> Sighting | None:
    """Read the tag of `size` mm at `corners` (mm) by correlation; None if cut off or uncertain.

    Its exact position is where `wanted` fits best; its id is decided among all `ids`.
    """
    if (patch := _patch(grey, plane, corners)) is None:
        return None
    window, shift = _best_place(patch, wanted)
    names = tuple(sorted(set(ids) | {wanted}))
    data = unit(window[_DATA, _DATA].reshape(1, -1))[0]
    scores = np.max([fields @ data for fields in _fields(names)], axis=0)  # at the best blur
    *_, second, best = np.argsort(scores).tolist()
    agreement, lead = float(scores[best]), float(scores[best] - scores[second])
    left = 1 - agreement  # blur makes all ids similar to each other; noise doesn't
    clear = agreement >= LIMITS.clear and left + lead >= LIMITS.times * left
    if not clear and (agreement < LIMITS.sure or lead < LIMITS.margin):
        return None
    step = shift * size / BLACK_MODULES
    along, down = (corners[1] - corners[0]) / size, (corners[3] - corners[0]) / size
    places = plane.to_px(corners + step[0] * along + step[1] * down)
    return Sighting(names[best], places, SOFT, agreement)


def _patch(grey: Grey, plane: Plane, corners: Floats) -> Floats | None:
    """Return a tag's place and surroundings, rectified; None if cut off or without contrast."""
    height, width = grey.shape
    inner = plane.to_px(corners)
    if (inner < 0).any() or (inner > (width - 1, height - 1)).any():
        return None
    cells = _SIDE + 2 * LIMITS.slack * CELL
    axis = ((np.arange(cells) + 0.5) / CELL - 1 - LIMITS.slack) / BLACK_MODULES
    points = plane.to_px(_across(corners, axis, axis))
    patch = sample(grey, points).reshape(cells, cells).astype(float)
    return None if float(np.std(patch)) < LIMITS.flat else patch


def _across(corners: Floats, right: Floats, down: Floats) -> Floats:
    """Return points in a parallelogram, row by row, at these shares of its sides: n x 2."""
    u, v = (share.reshape(-1, 1) for share in np.meshgrid(right, down))
    return np.asarray(corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0]))


def _best_place(patch: Floats, wanted: TagId) -> tuple[Floats, Floats]:
    """Return the part of a patch where a tag with its quiet zone fits best, and how many modules
    that is right of and below the middle.
    """
    picture = _templates((wanted,), LIMITS.blurs[1])[0].astype(np.float32)
    match = cv2.matchTemplate(patch.astype(np.float32), picture, cv2.TM_CCOEFF_NORMED)
    row, column = (int(n) for n in np.unravel_index(int(np.argmax(match)), match.shape))
    window = patch[row : row + _SIDE, column : column + _SIDE]
    return window, (np.array([column, row]) - LIMITS.slack * CELL) / CELL


@cache
def _fields(ids: tuple[TagId, ...]) -> tuple[Floats, ...]:
    """Return the data modules of `ids` at each blur, with mean 0 and length 1: n x samples."""
    sheets = (_templates(ids, blur)[:, _DATA, _DATA].reshape(len(ids), -1) for blur in LIMITS.blurs)
    return tuple(unit(sheet).astype(np.float32) for sheet in sheets)


@cache
def _templates(ids: tuple[TagId, ...], blur: float) -> Floats:
    """Return images of ids with quiet zone, blurred by `blur` modules: n x height x width."""
    sheets = []
    for tag in ids:
        picture = np.pad(1.0 - np.array(modules(tag), float), 1, constant_values=1.0)
        large = np.kron(picture, np.ones((CELL, CELL)))
        border = cv2.BORDER_REPLICATE
        sheets.append(cv2.GaussianBlur(large, (0, 0), blur * CELL, borderType=border))
    return np.array(sheets)


def flat_map(
    to_px: Callable[[Floats], Floats], corners: Floats, size: tuple[int, int]
) -> NDArray[np.float32]:
    """Return where in the photo each pixel of a rectified image is: height x width x 2 px.

    `corners` are mm, clockwise from the image's upper left, and `to_px` converts them to the photo.
    """
    width, height = size
    # The lens bends so little that every eighth point is enough; the rest is interpolated.
    rough = (width // 8 + 2, height // 8 + 2)
    right, down = ((np.arange(n) * 8 + 0.5) / most for n, most in zip(rough, size, strict=True))
    points = to_px(_across(corners, right, down))
    maps = points.reshape(rough[1], rough[0], 2).astype(np.float32)
    place = np.array([[1 / 8, 0, 0], [0, 1 / 8, 0]], np.float32)
    back = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR
    fine = cv2.warpAffine(maps, place, size, flags=back, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(fine, np.float32)

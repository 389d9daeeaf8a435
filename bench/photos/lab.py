"""Lab: photographs of printed tables, generated in about a second, with truth: where each piece and
each tag is in the photo, and how much of it shows.

Real printed faces are laid on a procedural table in linear light, seen through a phone's lens, and
made a picture by a phone's sensor and program. The same layout, scene and seed give the same bytes.

    prints, scene = Prints.of("giza", folder), Scene(height=450, tilt=25, table="checked")
    photo = render(layout, prints, scene, seed=7)  # BGR, 8 bit
    where = truth(layout, prints, scene, seed=7)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.photos import lab_objects as things
from bench.photos.lab_paint import Top, lay_piece, lay_table, on_piece, table_top
from bench.photos.lab_prints import Pixels, Prints
from bench.photos.lab_scene import Camera, Floats, Layout, Rng, Scene, Setting, camera, resolve
from bench.photos.lab_sensor import develop, encoded

WHOLE = 0.995  # of a tag and its quiet zone
COARSE = 4  # px a cell of the map of what hides what
SQUARE = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])  # clockwise from the top left, y up
QUIET = 10 / 8  # a tag with its quiet zone, of its black square


@dataclass(frozen=True, slots=True, eq=False)
class TrueTag:
    """One tag: corners of its black square, 4 x 2 px, clockwise from its own top left."""

    id: int
    corners: Floats
    visible: float  # how much of it, 0 to 1

    @property
    def side(self) -> float:
        """Length of its shortest side, px."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, 0), axis=1).min())


@dataclass(frozen=True, slots=True, eq=False)
class TruePiece:
    """One piece: `outline` of its corners, 4 x 2 px, clockwise from its own top left."""

    id: str
    face: str
    outline: Floats
    flat: Floats  # the same of the whole print: of a standee only the base lies there
    tags: tuple[TrueTag, ...]

    @property
    def side(self) -> float:
        """Side of its largest tag that shows whole, px; 0 when none does."""
        return max((tag.side for tag in self.tags if tag.visible > WHOLE), default=0.0)

    @property
    def readable(self) -> bool:
        """Whether a tag of it shows with all of its quiet zone."""
        return self.side > 0


def take(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> bytes:
    """The photo's JPEG file."""
    setting, rng = _setting(layout, prints, scene, seed), np.random.default_rng([seed, 2])
    top = table_top(scene.table, camera(scene, setting.centre), rng)
    picture = expose(setting, prints, scene, top, rng, skin=seed)
    return encoded(picture, scene.quality)


def expose(
    setting: Setting, prints: Prints, scene: Scene, top: Top, rng: Rng, *, skin: int
) -> Pixels:
    """The picture before it is encoded: `rng` draws its noise, `skin` the fingers' colours."""
    eye = camera(scene, setting.centre)
    canvas = np.empty((scene.size[1], scene.size[0], 3), np.uint16)
    lay_table(canvas, top, eye)
    for lay in setting.lays:
        lay_piece(canvas, lay, prints, scene, eye)
    x, y, _ = eye.at
    for pyramid in sorted(setting.pyramids, key=lambda p: -np.hypot(p["x"] - x, p["y"] - y)):
        things.lay_pyramid(canvas, pyramid, scene, eye)
    for number, finger in enumerate(setting.fingers):
        things.lay_finger(canvas, finger, scene, eye, skin=skin + number)
    for thing in setting.objects:
        things.lay_object(canvas, thing, scene, eye, top)
    return develop(canvas, scene, eye, rng)


def render(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> Pixels:
    """The photo as a reader sees it: height x width x BGR, after JPEG."""
    data = np.frombuffer(take(layout, prints, scene, seed), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def truth(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> tuple[TruePiece, ...]:
    """Where each piece and each tag is in the photo that `render` gives for the same arguments."""
    setting = _setting(layout, prints, scene, seed)
    return true_pieces(setting, prints, camera(scene, setting.centre))


def _setting(layout: Layout, prints: Prints, scene: Scene, seed: int) -> Setting:
    """All that lies there; an object has chances of its own, so all else is as without it."""
    setting = resolve(layout, prints.window, scene, seed)
    if not scene.object:
        return setting
    standing = [*setting.lays, *(things.footprint(pyramid) for pyramid in setting.pyramids)]
    thing = things.place_object(scene.object, standing, np.random.default_rng([seed, 3]))
    return replace(setting, objects=(thing,))


def true_pieces(setting: Setting, prints: Prints, camera: Camera) -> tuple[TruePiece, ...]:
    """All pieces in the order they are laid down."""
    # the number of the topmost thing in each cell of the picture
    hidden = np.full([-(-side // COARSE) for side in camera.size[::-1]], -1, np.int16)
    outlines = [
        *(on_piece(lay, prints.outline((lay.id, lay.face), lay.window)) for lay in setting.lays),
        *map(things.pyramid_corners, setting.pyramids),
        *map(things.finger_rim, setting.fingers),
        *map(things.hull, setting.objects),
    ]
    for number, points in enumerate(outlines):
        shown = (camera.project(points) / COARSE).astype(np.float32)
        if number >= len(setting.lays):
            shown = np.asarray(cv2.convexHull(shown)[:, 0], np.float32)
        cv2.fillPoly(hidden, [np.round(shown).astype(np.int32)], (number,))
    pieces = []
    for number, lay in enumerate(setting.lays):
        left, top = lay.window.middle
        tags = []
        for spot in prints.pieces[lay.id, lay.face].tags:
            centre = np.array([spot.x - left - lay.shift[0], top - spot.y + lay.shift[1]])
            square = SQUARE * spot.size / 2
            own, quiet = (camera.project(on_piece(lay, centre + square * by)) for by in (1, QUIET))
            tags.append(TrueTag(spot.id, own, _visible(quiet, number, camera, hidden)))
        half = np.array([lay.window.width, lay.window.height]) / 2
        outline = camera.project(on_piece(lay, SQUARE * half))
        whole = prints.window(lay.id, lay.face)
        off = np.array(whole.middle) - lay.window.middle
        flat = SQUARE * (whole.width / 2, whole.height / 2) + off * (1, -1)
        level = camera.project(on_piece(replace(lay, curl=0.0, warp=0.0), flat))
        pieces.append(TruePiece(lay.id, lay.face, outline, level, tuple(tags)))
    return tuple(pieces)


def _visible(outline: Floats, number: int, camera: Camera, hidden: NDArray[np.int16]) -> float:
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

"""Photographs of printed tables, generated in about a second, with their truth: where each piece
and each tag is in the photo, and how much of it shows.

Real printed faces are laid on a procedural table in linear light, seen through a phone's lens, and
developed as a phone does: blur, mosaic, noise, tone, sharpening, JPEG. The same layout, scene and
seed give the same bytes.

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
from bench.photos import lab_paint as paint
from bench.photos.lab_prints import ONE, Deep, Pixels, Prints
from bench.photos.lab_scene import Camera, Floats, Layout, Rng, Scene, Setting, camera, resolve

WHOLE = 0.995  # share of a tag and its quiet zone
COARSE = 4  # px a cell of the map of what hides what
SQUARE = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])  # clockwise from the top left, y up
QUIET = 10 / 8  # a tag with its quiet zone, of its black square


LENS = 0.55  # px: the blur that the sharpest lens leaves
LEVELS = 4095  # of the sensor
GAMMA = 2.2
GRAINS = 1 << 20  # places where a strip's random numbers may start, as drawing all takes 0.5 s
LIGHT_STEP = 32  # px; light changes slowly
FINE = 8  # sub-pixels, for soft edges of disc and line
WARM = np.array([-0.35, 0.0, 0.3])  # what a lamp takes and adds, BGR


@dataclass(frozen=True, slots=True, eq=False)
class TrueTag:
    """A tag: corners of its black square, 4 x 2 px, clockwise from its own top left."""

    id: int
    corners: Floats
    visible: float  # how much of it, 0 to 1

    @property
    def side(self) -> float:
        """Length of its shortest side, px."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, 0), axis=1).min())


@dataclass(frozen=True, slots=True, eq=False)
class TruePiece:
    """A piece: its corners, 4 x 2 px, clockwise from its own top left."""

    id: str
    face: str
    outline: Floats
    flat: Floats  # of the whole print, as only the base of a standee lies there
    tags: tuple[TrueTag, ...]

    @property
    def side(self) -> float:
        """Side of its largest tag that shows whole, px; 0 if none does."""
        return max((tag.side for tag in self.tags if tag.visible > WHOLE), default=0.0)

    @property
    def readable(self) -> bool:
        """Whether one of its tags shows whole."""
        return self.side > 0


def take(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> bytes:
    """Return the photo as a JPEG file."""
    setting, rng = _setting(layout, prints, scene, seed), np.random.default_rng([seed, 2])
    top = paint.table_top(scene.table, camera(scene, setting.centre), rng)
    picture = expose(setting, prints, scene, top, rng, skin=seed)
    return encoded(picture, scene.quality)


def expose(
    setting: Setting, prints: Prints, scene: Scene, top: paint.Top, rng: Rng, *, skin: int
) -> Pixels:
    """Return the picture before it is encoded; `rng` draws noise, `skin` the fingers' colours."""
    eye = camera(scene, setting.centre)
    canvas = np.empty((scene.size[1], scene.size[0], 3), np.uint16)
    paint.lay_table(canvas, top, eye)
    for lay in setting.lays:
        paint.lay_piece(canvas, lay, prints, scene, eye)
    x, y, _ = eye.at
    for pyramid in sorted(setting.pyramids, key=lambda p: -np.hypot(p["x"] - x, p["y"] - y)):
        things.lay_pyramid(canvas, pyramid, scene, eye)
    for number, finger in enumerate(setting.fingers):
        things.lay_finger(canvas, finger, scene, eye, skin=skin + number)
    for thing in setting.objects:
        things.lay_object(canvas, thing, scene, eye, top)
    return develop(canvas, scene, eye, rng)


def develop(canvas: Deep, scene: Scene, camera: Camera, rng: Rng) -> Pixels:
    """Return the phone's picture, 8 bit BGR, of linear light."""
    kernel = _point_spread(scene, float(rng.uniform(0, 180)))
    halo = max(4, (len(kernel) // 2 + 2) // 2 * 2)  # even, so that the mosaic doesn't shift
    # the 8 bit value of each count, white balance included
    counts = np.arange(LEVELS + 1) / LEVELS
    levels = (np.clip(counts * gain, 0, 1) ** (1 / GAMMA) * 255 + 0.5 for gain in scene.balance)
    tone = [each.astype(np.uint8) for each in levels]
    grains = rng.standard_normal(GRAINS + 3 * (256 + 2 * halo) * canvas.shape[1], dtype=np.float32)
    angle, colour = np.radians(scene.light_from), 1 + scene.warmth * WARM
    falling = np.array([np.cos(angle), -np.sin(angle)])  # where it gets lighter
    picture = np.empty(canvas.shape, np.uint8)
    for box in paint.bands(canvas):
        wide = paint.Box(0, max(0, box.top - halo), box.right, min(canvas.shape[0], box.low + halo))
        light = wide.part(canvas).astype(np.float32) * np.float32(1 / ONE)
        if len(kernel) <= 7:
            side = cv2.getGaussianKernel(5, LENS, cv2.CV_32F)
            seen = cv2.sepFilter2D(light, -1, side, side)
        else:
            seen = cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REPLICATE)
        # level, colour, fall-off and vignette of the light
        off = (paint.lattice(wide, LIGHT_STEP) - camera.middle) / (camera.size[0] / 2)
        level = scene.light * (1 + scene.gradient * (off @ falling))
        level = np.maximum(level * (1 - scene.vignette * (off * off).sum(-1)), 0)
        lit = np.asarray(seen * paint.spread(level[..., None] * colour, wide, LIGHT_STEP))
        counted = _mosaic(lit, scene.noise, grains[int(rng.integers(GRAINS)) :])
        soft = cv2.merge([tone[n][counted[..., n]] for n in range(3)])
        blurred = cv2.GaussianBlur(soft, (0, 0), 1.2)
        sharp = cv2.addWeighted(soft, 1 + scene.sharpen, blurred, -scene.sharpen, 0)
        picture[box.top : box.low] = sharp[box.top - wide.top : box.low - wide.top]
    return picture


def encoded(picture: Pixels, quality: int) -> bytes:
    """Return the picture as JPEG."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def render(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> Pixels:
    """Return the photo as a reader sees it: height x width x BGR, after JPEG."""
    data = np.frombuffer(take(layout, prints, scene, seed), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def truth(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> tuple[TruePiece, ...]:
    """Return where each piece is in the photo that `render` makes of the same arguments."""
    setting = _setting(layout, prints, scene, seed)
    return true_pieces(setting, prints, camera(scene, setting.centre))


def _setting(layout: Layout, prints: Prints, scene: Scene, seed: int) -> Setting:
    """Return what lies there; an object has random numbers of its own and changes nothing else."""
    setting = resolve(layout, prints.window, scene, seed)
    if not scene.object:
        return setting
    standing = [*setting.lays, *(things.footprint(pyramid) for pyramid in setting.pyramids)]
    thing = things.place_object(scene.object, standing, np.random.default_rng([seed, 3]))
    return replace(setting, objects=(thing,))


def true_pieces(setting: Setting, prints: Prints, camera: Camera) -> tuple[TruePiece, ...]:
    """Return all pieces in the order in which they are laid down."""
    # number of the topmost thing in each cell of the picture
    hidden = np.full([-(-side // COARSE) for side in camera.size[::-1]], -1, np.int16)
    outlines = [
        *(
            paint.on_piece(lay, prints.outline((lay.id, lay.face), lay.window))
            for lay in setting.lays
        ),
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
            own, quiet = (
                camera.project(paint.on_piece(lay, centre + square * by)) for by in (1, QUIET)
            )
            tags.append(TrueTag(spot.id, own, _visible(quiet, number, camera, hidden)))
        half = np.array([lay.window.width, lay.window.height]) / 2
        outline = camera.project(paint.on_piece(lay, SQUARE * half))
        whole = prints.window(lay.id, lay.face)
        off = np.array(whole.middle) - lay.window.middle
        flat = SQUARE * (whole.width / 2, whole.height / 2) + off * (1, -1)
        level = camera.project(paint.on_piece(replace(lay, curl=0.0, warp=0.0), flat))
        pieces.append(TruePiece(lay.id, lay.face, outline, level, tuple(tags)))
    return tuple(pieces)


def _visible(outline: Floats, number: int, camera: Camera, hidden: NDArray[np.int16]) -> float:
    """Return the share of an outline in the picture over which nothing covers piece `number`."""
    low = np.floor(outline.min(0) / COARSE).astype(int) - 1
    size = np.ceil(outline.max(0) / COARSE).astype(int) + 2 - low
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline / COARSE - low).astype(np.int32), (1,))
    y, x = np.nonzero(mask)
    x, y = x + low[0], y + low[1]
    inside = (x >= 0) & (y >= 0) & (x < hidden.shape[1]) & (y < hidden.shape[0])
    inside &= (x * COARSE < camera.size[0]) & (y * COARSE < camera.size[1])
    return float((hidden[y[inside], x[inside]] <= number).sum() / max(1, len(x)))


def _point_spread(scene: Scene, angle: float) -> Floats:
    """Return what lens, defocus (a disc) and motion (a line) make of a point; sums to 1."""
    reach = int(np.ceil(3 * LENS + scene.defocus + scene.motion / 2)) + 1
    kernel: Floats = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    kernel[reach, reach] = 1
    if scene.defocus > 0.2:
        half = int(np.ceil(scene.defocus + 0.5))
        side = 2 * half + 1
        span = ((np.arange(side * FINE) + 0.5) / FINE - half - 0.5) ** 2
        inside = (span[:, None] + span[None] <= scene.defocus**2).astype(np.float32)
        disc = cv2.resize(inside, (side, side), interpolation=cv2.INTER_AREA)
        kernel = np.asarray(cv2.filter2D(kernel, -1, disc / disc.sum()), np.float32)
    if scene.motion > 0.2:
        length = scene.motion
        half = int(np.ceil(length / 2 + 1))
        at = np.linspace(-length / 2, length / 2, max(2, int(length * FINE)))
        line = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        across, down = (at * way(np.radians(angle)) + half for way in (np.cos, np.sin))
        for x, y in zip(across, down, strict=True):
            left, top = int(x), int(y)
            right, low = x - left, y - top
            share = np.outer((1 - low, low), (1 - right, right)).astype(np.float32)
            line[top : top + 2, left : left + 2] += share
        kernel = np.asarray(cv2.filter2D(kernel, -1, line / line.sum()), np.float32)
    soft = cv2.GaussianBlur(kernel, (0, 0), LENS)
    return np.asarray(soft / soft.sum(), np.float32)


def _mosaic(light: Floats, noise: float, grains: Floats) -> Deep:
    """Return a sensor's counts: one colour a pixel (red at the top left), the others filled in.

    Photons arrive at random (more light, more noise), reading adds a little.
    """
    raw = np.empty(light.shape[:2], np.float32)
    for row, column, channel in ((0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 0)):
        raw[row::2, column::2] = light[row::2, column::2, channel]
    counts = np.sqrt(raw + np.float32(1 / 16))
    counts *= np.float32(noise)
    counts *= grains[: raw.size].reshape(raw.shape)
    counts += raw
    counts *= LEVELS
    whole = np.asarray(np.clip(counts, 0, LEVELS, out=counts), np.uint16)
    return np.asarray(cv2.cvtColor(whole, cv2.COLOR_BayerRGGB2BGR), np.uint16)

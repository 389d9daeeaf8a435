"""Draws the table and what lies on it as light that reaches the lens: pieces, shadows, glare.

The canvas is linear BGR, `ONE` is white paper in full light. Table tops are as large as the picture
shows of them: procedural ones, and a printed oilcloth with the photograph that matplotlib ships.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from matplotlib.cbook import get_sample_data

from bench.photos.lab_prints import DISPLAY, ONE, PAPER_WHITE, ROOM, Deep, Pixels, Prints
from bench.photos.lab_scene import Camera, Floats, Lay, Rng, Scene, Table, rotation

Shaded: TypeAlias = tuple[Floats, Floats, Floats]  # share of the second BGR colour; both
STEP = 8  # px between points whose place on the table is computed; others are interpolated
FINER = 1.25  # pixels of a face a pixel of the picture, against aliasing
AMBIENT = 0.45  # share of light from all sides, which casts no shadow
RIM = 1.5  # mm that a sleeve is larger than its card
FILM, FILM_WHITE = 0.12, 0.6  # how opaque a sleeve's rim is, and how bright
HAZE = 0.05  # light that a sleeve adds everywhere
EDGE = 12  # points a side, to follow a bent edge
OPAQUE = 65535
FINEST = 4.0  # px a mm: finer than any weave drawn here
LARGEST = 0.6  # of the picture's width: what is finer costs time and doesn't show
OCTAVES = 5
SHADES = 256
# how uneven a top is, its largest features in mm (x, y), and its darkest and lightest colour
CLOUDY = {
    # slate, nearly as dark as ink
    "dark": (0.25, (90.0, 60.0), (0.012, 0.01, 0.01), (0.06, 0.05, 0.045)),
    # a tablecloth as white as paper, with a fine weave
    "white": (0.25, (3.0, 3.0), (0.78, 0.8, 0.8), (0.86, 0.87, 0.87)),
    # a card table's felt
    "green": (0.3, (6.0, 6.0), (0.05, 0.13, 0.015), (0.1, 0.25, 0.04)),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the picture, px: `right` and `low` are excluded."""

    left: int
    top: int
    right: int
    low: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return (self.right - self.left, self.low - self.top)

    def part(self, canvas: Deep) -> Deep:
        """The canvas' own pixels."""
        return canvas[self.top : self.low, self.left : self.right]


def around(points: Floats, size: tuple[int, int], room: float = 3) -> Box | None:
    """Return the part of a picture that holds points (n x 2 px) and `room` px more, if any."""
    left, top = np.maximum(np.floor(points.min(0) - room), 0).astype(int)
    right, low = np.minimum(np.ceil(points.max(0) + room) + 1, size).astype(int)
    return Box(int(left), int(top), int(right), int(low)) if right > left and low > top else None


def spread(coarse: Floats, box: Box, step: int = STEP) -> Floats:
    """Interpolate values at `lattice` points to each pixel of the box."""
    size = (coarse.shape[1] * step, coarse.shape[0] * step)
    full = cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    width, height = box.size
    return np.asarray(full[step : step + height, step : step + width], np.float32)


def lattice(box: Box, step: int = STEP) -> Floats:
    """Return points every `step` px, one extra on each side: rows x columns x 2 px."""
    width, height = box.size
    x = box.left + (np.arange(-1, -(-width // step) + 1) + 0.5) * step - 0.5
    y = box.top + (np.arange(-1, -(-height // step) + 1) + 0.5) * step - 0.5
    return np.stack(np.meshgrid(x, y), -1)


def sampled(picture: Floats | Deep, where: Floats) -> Any:
    """Return the picture's colours at places, rows x columns x 2 px of it."""
    x, y = (where[..., axis].copy() for axis in (0, 1))
    border = cv2.BORDER_REPLICATE
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=border))


def bands(canvas: Deep) -> Iterator[Box]:
    """Yield the picture in strips that fit into the processor's cache."""
    high, wide = canvas.shape[:2]
    for top in range(0, high, 256):
        yield Box(0, top, wide, min(high, top + 256))


def lay_table(canvas: Deep, top: Top, camera: Camera) -> None:
    """Fill the canvas with the table."""
    for box in bands(canvas):
        places = camera.meet(camera.looks(lattice(box, 16)))
        box.part(canvas)[:] = sampled(top.pixels, spread(top.at(places), box, 16))


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """A picture of the table: the middle of its first pixel at `corner`, mm; rows go to +y."""

    pixels: Deep
    corner: tuple[float, float]
    px_per_mm: float

    def at(self, places: Floats) -> Floats:
        """Return the pixel coordinates of places on the table, ... x 2 mm."""
        return (places - self.corner) * self.px_per_mm


def table_top(kind: Table, camera: Camera, rng: Rng) -> Top:
    """Return a table that fills the picture."""
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
    """Return a photograph repeated, each time 30 to 70 cm wide."""
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
    """Return smooth noise of mean 0, spread about 1 and features of up to `coarse` mm (x, y)."""
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
    plank = rng.uniform(80, 150)
    across = (y + rng.uniform(0, plank)) / plank
    tone = rng.uniform(-0.25, 0.25, 4096)[(np.floor(across).astype(int)) % 4096]
    seam = np.abs(across - np.round(across)) * plank < 0.8
    share = 0.5 + 0.22 * _cloud(x, y, rng, (220.0, 14.0)) + (tone - 9 * seam).astype(np.float32)
    return share, np.array([0.018, 0.045, 0.1]), np.array([0.09, 0.2, 0.38])


def _plain(x: Floats, y: Floats, rng: Rng) -> Shaded:
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


def bend(lay: Lay, u: Floats, v: Floats) -> Floats:
    """Return the height above the table, mm, of the places u, v of a piece."""
    across, along = u / lay.window.width, v / lay.window.height
    return np.asarray(lay.lift + 4 * lay.curl * across**2 + 4 * lay.warp * across * along)


def on_piece(lay: Lay, places: Floats) -> Floats:
    """Return where places of the upright piece, n x 2 mm from its middle, lie: n x 3 mm."""
    u, v = places[:, 0], places[:, 1]
    c, s = np.cos(np.radians(lay.turn)), np.sin(np.radians(lay.turn))
    return np.stack([lay.x + c * u - s * v, lay.y + s * u + c * v, bend(lay, u, v)], -1)


def lay_piece(canvas: Deep, lay: Lay, prints: Prints, scene: Scene, camera: Camera) -> None:
    """Draw a piece with its shadow and sleeve."""
    edge = on_piece(lay, _fine(prints.outline((lay.id, lay.face), lay.window)))
    cast_shadow(canvas, edge, scene, camera)
    outline = camera.project(edge)
    box = around(outline, camera.size)
    if box is None:
        return
    size = np.array([lay.window.width, lay.window.height])
    if scene.sleeve:  # its film, a little white, over the canvas
        rim = _fine(np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])) * (size / 2 + RIM)
        sleeve = camera.project(on_piece(lay, rim))
        if beyond := around(sleeve, camera.size):
            film = filled(sleeve, beyond) * np.float32(FILM / 255)
            white = np.full((*film.shape, 3), FILM_WHITE, np.float32)
            blend(beyond.part(canvas), white, film)
    # where lines of sight meet the bent piece, mm from its middle; it is nearly flat
    ways, z = camera.looks(lattice(box)), np.asarray(lay.lift)
    places = ways[..., :2]
    for _ in range(3):
        places = (camera.meet(ways, z) - (lay.x, lay.y)) @ rotation(lay.turn)
        inside = places.clip(-size, size)
        z = bend(lay, inside[..., 0], inside[..., 1])
    fine = camera.px_per_mm(lay.x, lay.y) * FINER
    face = prints.light((lay.id, lay.face), fine, grey=scene.grey, ink=scene.ink)
    whole = prints.window(lay.id, lay.face)
    room = np.array([whole.width, whole.height]) + 2 * ROOM
    share = (places * (1, -1) + lay.window.middle + lay.shift + ROOM) / room
    light = spread(_shade(lay, places, scene), box) / np.float32(ONE)
    shown = sampled(face, spread(share * face.shape[1::-1] - 0.5, box)) * light[..., None]
    if scene.sleeve or scene.glare:  # what glossy paper or a sleeve reflects of the lamp
        shine = np.full(places.shape[:2], HAZE if scene.sleeve else 0.0)
        if scene.glare:
            off = (((places - lay.glare) / (1.0, 1.3)) ** 2).sum(-1)
            core, halo = (np.exp(-off / (2 * r**2)) for r in (scene.lamp, 4 * scene.lamp))
            shine = shine + scene.glare * (core + 0.12 * halo)
        shown += spread(shine, box)[..., None]
    blend(box.part(canvas), shown, filled(outline, box) / np.float32(255))


def blend(under: Deep, colour: Floats, opaque: Floats) -> None:
    """Lay a colour (1 is white) over the canvas' pixels where it is opaque (0 to 1)."""
    part = opaque[..., None].astype(np.float32)
    mixed = under * (1 - part)
    mixed += colour * (part * np.float32(ONE))
    np.copyto(under, np.minimum(mixed, OPAQUE, out=mixed).astype(np.uint16))


def _fine(outline: Floats) -> Floats:
    """Return the outline with `EDGE` points a side, so that it can bend."""
    t = np.linspace(0, 1, EDGE, endpoint=False)[:, None]
    ends = zip(outline, np.roll(outline, -1, 0), strict=True)
    return np.concatenate([here + t * (there - here) for here, there in ends])


def _shade(lay: Lay, places: Floats, scene: Scene) -> Floats:
    """Return how much brighter a bent piece is than a flat one."""
    turn, (x, y, z) = np.radians(lay.turn), scene.to_light
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    area = lay.window.width * lay.window.height
    bent, twist_u = 8 * lay.curl * places[..., 0], 4 * lay.warp * places[..., 1]
    slope_u = bent / lay.window.width**2 + twist_u / area
    slope_v = 4 * lay.warp * places[..., 0] / area
    direct = np.clip(1 - (slope_u * u + slope_v * v) / z, 0.4, 1.6)
    return np.asarray(AMBIENT + (1 - AMBIENT) * direct)


def cast_shadow(canvas: Deep, rim: Floats, scene: Scene, camera: Camera) -> None:
    """Darken the table where a thing of the outline `rim`, n x 3 mm, keeps the lamp's light off."""
    x, y, z = scene.to_light
    ground = rim.copy()
    ground[:, :2] -= rim[:, 2:] * (x / z, y / z)
    ground[:, 2] = 0
    middle = ground.mean(0)
    high, wide = float(rim[:, 2].mean()), np.tan(np.radians(scene.lamp))
    soft = high * wide / z * camera.px_per_mm(middle[0], middle[1])
    outline = camera.project(ground)
    box = around(outline, camera.size, 3 * soft + 3)
    if box is None:
        return
    shade = cv2.GaussianBlur(filled(outline, box), (0, 0), max(0.6, soft))
    left = OPAQUE - shade.astype(np.float32) * np.float32((1 - AMBIENT) * OPAQUE / 255)
    under = box.part(canvas)
    np.copyto(under, cv2.multiply(under, cv2.merge([left.astype(np.uint16)] * 3), scale=1 / OPAQUE))


def filled(outline: Floats, box: Box) -> Pixels:
    """Return 255 inside the outline (n x 2 px), smooth at its edge."""
    mask = np.zeros(box.size[::-1], np.uint8)
    points = np.round((outline - (box.left, box.top)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, shift=4)
    return mask

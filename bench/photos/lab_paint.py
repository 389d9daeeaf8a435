"""Paint: the table and what lies on it, as light that reaches the lens: pieces, shadows, glare.

The canvas is linear BGR, `ONE` is a white paper in full light; everything is laid over what is
there already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from bench.photos.lab_camera import Camera, Floats
from bench.photos.lab_prints import ONE, ROOM, Deep, Prints
from bench.photos.lab_scene import Lay, Scene
from bench.photos.lab_table import Top

# px between points whose place on the table is worked out; between them it is interpolated
STEP = 8
# pixels of a face a pixel of the picture, so that sampling it between pixels doesn't alias
FINER = 1.25
AMBIENT = 0.45  # of the light comes from all sides and casts no shadow
RIM = 1.5  # mm that a sleeve is larger than its card
FILM, FILM_WHITE = 0.12, 0.6  # how opaque a sleeve's rim is, and how bright
HAZE = 0.05  # light that a sleeve adds everywhere
EDGE = 12  # points a side, to follow a bent edge
OPAQUE = 65535


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
    """The part of a picture of this size that holds the points (n x 2 px) and `room` px more; None:
    outside.
    """
    left, top = np.maximum(np.floor(points.min(0) - room), 0).astype(int)
    right, low = np.minimum(np.ceil(points.max(0) + room) + 1, size).astype(int)
    return Box(int(left), int(top), int(right), int(low)) if right > left and low > top else None


def spread(coarse: Floats, box: Box, step: int = STEP) -> Floats:
    """Values at `lattice` points, interpolated to each pixel of the box."""
    rows, columns = coarse.shape[:2]
    full = cv2.resize(
        coarse.astype(np.float32), (columns * step, rows * step), interpolation=cv2.INTER_LINEAR
    )
    width, height = box.size
    return np.asarray(full[step : step + height, step : step + width], np.float32)


def lattice(box: Box, step: int = STEP) -> Floats:
    """Points every `step` px, one more than needed on each side: rows x columns x 2 px."""
    width, height = box.size
    x = box.left + (np.arange(-1, -(-width // step) + 1) + 0.5) * step - 0.5
    y = box.top + (np.arange(-1, -(-height // step) + 1) + 0.5) * step - 0.5
    return np.stack(np.meshgrid(x, y), -1)


def lay_table(canvas: Deep, top: Top, camera: Camera) -> None:
    """Fill the canvas with the table."""
    for box in bands(canvas, 256):
        where = spread(top.at(camera.on_plane(lattice(box, 16))), box, 16)
        cv2.remap(
            top.pixels,
            where[..., 0].copy(),
            where[..., 1].copy(),
            cv2.INTER_LINEAR,
            box.part(canvas),
            borderMode=cv2.BORDER_REPLICATE,
        )


def bands(canvas: Deep, rows: int) -> Iterator[Box]:
    """The picture in strips that stay in the processor's cache."""
    high, wide = canvas.shape[:2]
    for top in range(0, high, rows):
        yield Box(0, top, wide, min(high, top + rows))


# Pieces


def bend(lay: Lay, u: Floats, v: Floats) -> Floats:
    """Height above the table, mm, of the places u, v of a piece."""
    across, along = u / lay.width, v / lay.height
    return np.asarray(lay.lift + 4 * lay.curl * across**2 + 4 * lay.warp * across * along)


def on_piece(lay: Lay, places: Floats) -> Floats:
    """Points of the table's frame, n x 3 mm, where places of the upright piece (n x 2 mm from its
    middle) lie.
    """
    u, v = places[:, 0], places[:, 1]
    c, s = np.cos(np.radians(lay.turn)), np.sin(np.radians(lay.turn))
    return np.stack([lay.x + c * u - s * v, lay.y + s * u + c * v, bend(lay, u, v)], -1)


def rim_of(lay: Lay, room: float = 0.0) -> Floats:
    """Places along a piece's edge, clockwise from its top left, n x 2 mm from its middle."""
    t = np.linspace(-1, 1, EDGE, endpoint=False)
    one = np.ones(EDGE)
    unit = np.concatenate(
        [np.stack(side, -1) for side in ((t, one), (one, -t), (-t, -one), (-one, t))]
    )
    return np.asarray(unit * (lay.width / 2 + room, lay.height / 2 + room))


def lay_piece(canvas: Deep, lay: Lay, prints: Prints, scene: Scene, camera: Camera) -> None:
    """Its shadow, its sleeve and the piece itself."""
    cast_shadow(
        canvas, on_piece(lay, _fine(prints.outline((lay.id, lay.face), lay.window))), scene, camera
    )
    outline = camera.project(on_piece(lay, _fine(prints.outline((lay.id, lay.face), lay.window))))
    box = around(outline, camera.size)
    if box is None:
        return
    if scene.sleeve:
        _cover(canvas, camera.project(on_piece(lay, rim_of(lay, RIM))), FILM)
    places = _places(lay, camera.looks(lattice(box)), camera)
    face = prints.light(
        (lay.id, lay.face), camera.px_per_mm(lay.x, lay.y) * FINER, grey=scene.grey, ink=scene.ink
    )
    where = spread(_in_print(lay, places, prints) * face.shape[1::-1] - 0.5, box)
    light = spread(_shade(lay, places, scene), box)
    seen = cv2.remap(
        face,
        where[..., 0].copy(),
        where[..., 1].copy(),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    print_ = seen * (light / np.float32(ONE))[..., None]
    if scene.sleeve or scene.glare:
        print_ += spread(_shine(lay, places, scene), box)[..., None]
    blend(box.part(canvas), print_, filled(outline, box) / np.float32(255))


def _in_print(lay: Lay, places: Floats, prints: Prints) -> Floats:
    """Where in the picture of its face places of the piece are, as shares of its width
    and height.
    """
    whole = prints.window(lay.id, lay.face)
    room = np.array([whole.width, whole.height]) + 2 * ROOM
    return np.asarray((places * (1, -1) + lay.window.middle + lay.shift + ROOM) / room)


def blend(under: Deep, colour: Floats, opaque: Floats) -> None:
    """Lay a colour (1 is white) over the canvas' pixels where it is opaque (0 to 1)."""
    part = opaque[..., None].astype(np.float32)
    mixed = under * (1 - part)
    mixed += colour * (part * np.float32(ONE))
    np.copyto(under, np.minimum(mixed, OPAQUE, out=mixed).astype(np.uint16))


def _fine(outline: Floats) -> Floats:
    """The same outline with `EDGE` points a side, so that it can bend."""
    t = np.linspace(0, 1, EDGE, endpoint=False)[:, None]
    return np.concatenate(
        [
            here + t * (there - here)
            for here, there in zip(outline, np.roll(outline, -1, 0), strict=True)
        ]
    )


def _places(lay: Lay, ways: Floats, camera: Camera) -> Floats:
    """Where on the bent piece lines of sight end: ... x 2 mm from its middle."""
    c, s = np.cos(np.radians(lay.turn)), np.sin(np.radians(lay.turn))
    to_piece = np.array([[c, -s], [s, c]])
    z: Floats = np.asarray(lay.lift)
    places = ways[..., :2]
    for _ in range(3):  # a piece is nearly flat: this settles at once
        places = (camera.meet(ways, z) - (lay.x, lay.y)) @ to_piece
        z = bend(
            lay,
            places[..., 0].clip(-lay.width, lay.width),
            places[..., 1].clip(-lay.height, lay.height),
        )
    return np.asarray(places)


def _shade(lay: Lay, places: Floats, scene: Scene) -> Floats:
    """How much brighter a bent piece is than a flat one."""
    turn = np.radians(lay.turn)
    x, y, z = scene.to_light
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    slope_u = 8 * lay.curl * places[..., 0] / lay.width**2 + 4 * lay.warp * places[..., 1] / (
        lay.width * lay.height
    )
    slope_v = 4 * lay.warp * places[..., 0] / (lay.width * lay.height)
    direct = np.clip(1 - (slope_u * u + slope_v * v) / z, 0.4, 1.6)
    return np.asarray(AMBIENT + (1 - AMBIENT) * direct)


def _shine(lay: Lay, places: Floats, scene: Scene) -> Floats:
    """What glossy paper or a sleeve reflects of the lamp, and a sleeve's haze; 1 is as bright as
    white.
    """
    haze = np.full(places.shape[:2], HAZE if scene.sleeve else 0.0)
    if not scene.glare:
        return haze
    off = ((places - lay.glare) / (1.0, 1.3)) ** 2
    core, halo = (np.exp(-off.sum(-1) / (2 * reach**2)) for reach in (scene.lamp, 4 * scene.lamp))
    return np.asarray(haze + scene.glare * (core + 0.12 * halo))


def _cover(canvas: Deep, outline: Floats, opacity: float) -> None:
    """A film over the canvas: a little white."""
    box = around(outline, (canvas.shape[1], canvas.shape[0]))
    if box is None:
        return
    film = filled(outline, box) * np.float32(opacity / 255)
    blend(box.part(canvas), np.full((*film.shape, 3), FILM_WHITE, np.float32), film)


# Shadows


def cast_shadow(canvas: Deep, rim: Floats, scene: Scene, camera: Camera) -> None:
    """Darken where a thing with the outline `rim`, n x 3 mm, keeps the lamp's light
    from the table.
    """
    x, y, z = scene.to_light
    ground = rim.copy()
    ground[:, :2] -= rim[:, 2:] * (x / z, y / z)
    ground[:, 2] = 0
    middle = ground.mean(0)
    soft = (
        float(rim[:, 2].mean())
        * np.tan(np.radians(scene.lamp))
        / z
        * camera.px_per_mm(middle[0], middle[1])
    )
    outline = camera.project(ground)
    box = around(outline, camera.size, 3 * soft + 3)
    if box is None:
        return
    shade = cv2.GaussianBlur(filled(outline, box), (0, 0), max(0.6, soft))
    left = OPAQUE - shade.astype(np.float32) * np.float32((1 - AMBIENT) * OPAQUE / 255)
    under = box.part(canvas)
    np.copyto(under, cv2.multiply(under, cv2.merge([left.astype(np.uint16)] * 3), scale=1 / OPAQUE))


def filled(outline: Floats, box: Box) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """255 inside the outline (n x 2 px), smooth at its edge."""
    mask = np.zeros(box.size[::-1], np.uint8)
    points = np.round((outline - (box.left, box.top)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, shift=4)
    return mask

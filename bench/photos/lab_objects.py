"""What lies on a table and hides what is behind it: fingers, plastic pyramids, and objects that
people leave there.

Lengths are mm, angles degrees counter-clockwise, colours linear BGR, the share of light that is
given back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np

from bench.photos import lab_paint as paint
from bench.photos.lab_paint import AMBIENT, Top
from bench.photos.lab_prints import ONE, Deep
from bench.photos.lab_scene import Camera, Floats, Lay, Object, Rng, Scene, Window, rotation

Picture: TypeAlias = Callable[[tuple[int, int], Rng, Top], Floats]

FINE = 2.0  # px a mm of an object's picture
TRIES = 200  # places to choose an object's from
CORE = 5.5  # mm from a piece's edge where its tags begin
SKINS = np.array([(0.13, 0.2, 0.42), (0.25, 0.36, 0.62), (0.05, 0.08, 0.17)])
CERAMICS = ((0.75, 0.78, 0.8), (0.35, 0.1, 0.05), (0.06, 0.08, 0.4), (0.05, 0.05, 0.05))
TISSUES = ((0.85, 0.85, 0.85), (0.8, 0.8, 0.83), (0.12, 0.1, 0.5), (0.45, 0.5, 0.12))
INKS = ((0.05, 0.04, 0.45), (0.4, 0.1, 0.04), (0.05, 0.05, 0.05))
CLOTHS = np.array([(5, 5, 35), (30, 12, 3), (5, 20, 6), (4, 4, 4), (55, 60, 65)]) / 100
FINGER, FINGER_Z = (8.0, 48.0, 8.0), 9.0  # half its width, length and height; its middle, mm
HAND = np.fromstring(  # x and y of its outline
    """-38 -95 38 -95 42 -20 58 10 66 38 56 42 40 22 38 60 34 88 26 88 22 52 18 98 8 100 3 55 -2 94
    -12 92 -17 50 -22 72 -30 70 -35 40 -42 -10""",
    sep=" ",
).reshape(-1, 2)


def _round(points: int) -> Floats:
    """Return points on the unit circle, n x 2."""
    angle = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.stack([np.cos(angle), np.sin(angle)], -1)


def _bordered(sheet: Floats, width: float, light: float) -> Floats:
    edge = int(width * FINE)
    sheet[:edge] = sheet[-edge:] = light
    sheet[:, :edge] = sheet[:, -edge:] = light
    return sheet


def _paper(size: tuple[int, int], rng: Rng, _table: Top) -> Floats:
    sheet = np.full((size[1], size[0], 3), 0.86) * rng.uniform(0.92, 1.0)
    if rng.random() < 0.3:
        for line in range(int(20 * FINE), size[1] - 10, int(9 * FINE)):
            x = np.arange(int(12 * FINE), int(size[0] * rng.uniform(0.4, 0.9)), 3)
            y = line + 3 * np.cumsum(rng.normal(0, 0.5, len(x))) * 0.4
            points = np.stack([x, y], 1).round().astype(np.int32)
            cv2.polylines(sheet, [points], isClosed=False, color=(0.25, 0.05, 0.05), thickness=1)
    return sheet


def _napkin(size: tuple[int, int], rng: Rng, _table: Top) -> Floats:
    colour = np.array(TISSUES[rng.integers(4)])
    rows, columns = np.ogrid[: size[1], : size[0]]
    emboss = 1 + 0.04 * np.sin(rows * 2.1 / FINE) * np.sin(columns * 2.1 / FINE)
    sheet = emboss[..., None] * colour
    if rng.random() < 0.3:
        for x, y in rng.uniform((0, 0), size, (60, 2)).astype(int).tolist():
            cv2.circle(sheet, (x, y), int(4 * FINE), (0.1, 0.1, 0.5), cv2.FILLED)
    fold = size[0] // 2
    sheet[:, fold : fold + 2] *= 0.93
    return np.asarray(sheet)


def _phone(size: tuple[int, int], rng: Rng, _table: Top) -> Floats:
    """Black glass that mirrors the ceiling a little, in a dark or light frame."""
    rows, columns = np.ogrid[: size[1], : size[0]]
    sky = rng.uniform(0.0, 0.03) * (1 + np.sin(0.004 * (rows + columns) + rng.uniform(0, 6)))
    return _bordered(0.008 + sky[..., None] * np.ones(3), 1.5, rng.choice([0.02, 0.3]))


def _book(size: tuple[int, int], rng: Rng, _table: Top) -> Floats:
    sheet = np.full((size[1], size[0], 3), CLOTHS[rng.integers(len(CLOTHS))])
    for at in rng.uniform(0.1, 0.8, 3):
        start, end = (size[0] // 6, int(at * size[1])), size[0] * 4 // 5
        low = (end, start[1] + size[1] // 16)
        cv2.rectangle(sheet, start, low, (0.5, 0.6, 0.6), cv2.FILLED)
    return sheet


def _card(size: tuple[int, int], rng: Rng, _table: Top) -> Floats:
    """The back of another game's card: a lattice in a white border."""
    rows, columns = np.ogrid[: size[1], : size[0]]
    step = rng.uniform(3, 7) * FINE
    lines = np.minimum((rows + columns) % step, (rows - columns) % step) < 0.25 * step
    return _bordered(np.where(lines[..., None], 0.84, np.array(INKS[rng.integers(3)])), 3.5, 0.84)


def _mug(size: tuple[int, int], rng: Rng, _table: Top) -> Floats:
    sheet = np.full((size[1], size[0], 3), CERAMICS[rng.integers(len(CERAMICS))])
    middle = (size[0] // 2, size[1] // 2)
    cv2.circle(sheet, middle, int(size[0] / 2 - 4 * FINE), (0.5, 0.52, 0.53), cv2.FILLED)
    cv2.circle(sheet, middle, int(size[0] / 2 - 8 * FINE), (0.01, 0.02, 0.05), cv2.FILLED)
    return sheet


def _lookalike(size: tuple[int, int], rng: Rng, top: Top) -> Floats:
    """A thing of the table's own colour, or cut from the same cloth."""
    light = top.pixels.astype(np.float32) / ONE
    if rng.random() < 0.5:
        return np.broadcast_to(light.reshape(-1, 3).mean(0), (size[1], size[0], 3))
    turned = cv2.getRotationMatrix2D((0, 0), rng.uniform(0, 360), FINE / top.px_per_mm)
    shift = np.array([[0.0, 0.0, side * rng.uniform()] for side in size])
    return np.asarray(cv2.warpAffine(light, turned + shift, size, borderMode=cv2.BORDER_REFLECT))


def _hand(size: tuple[int, int], rng: Rng, _table: Top) -> Floats:
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [(HAND * (1, -1) * FINE + np.array(size) / 2).astype(np.int32)], (1,))
    deep = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 3) / (7 * FINE), 1)
    return np.asarray((0.55 + 0.45 * np.sqrt(deep))[..., None] * SKINS[rng.integers(len(SKINS))])


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object: its sizes, its least and most height, and its picture from above."""

    sizes: Sequence[tuple[float, float]]
    height: tuple[float, float]
    picture: Picture


KINDS: Mapping[str, Kind] = {
    "paper": Kind(((105, 148), (148, 210), (210, 297)), (0.1, 1.5), _paper),
    "napkin": Kind(((125, 125), (165, 165), (200, 200)), (0.3, 3.0), _napkin),
    "phone": Kind(((72, 150), (78, 163)), (7.0, 9.0), _phone),
    "book": Kind(((110, 180), (135, 205)), (8.0, 25.0), _book),
    "mug": Kind(((80, 80), (92, 92)), (85.0, 105.0), _mug),
    "hand": Kind(((136, 204),), (12.0, 22.0), _hand),
    "card": Kind(((63.5, 88.9), (59, 92), (70, 120)), (0.3, 0.3), _card),
    "lookalike": Kind(((72, 150), (110, 180), (125, 125)), (0.3, 20.0), _lookalike),
}


def place_object(what: str, lays: Sequence[Lay], rng: Rng) -> Object:
    """Return an object over one piece, at the random place where it hides fewest others."""
    # half of the time over an outermost piece, such as a line's end or a pyramid's corner
    kind, outer = KINDS[what], [*range(len(lays))]
    if len(lays) > 2:
        middles = np.array([(lay.x, lay.y) for lay in lays], np.float32)
        outer = cv2.convexHull(middles, returnPoints=False).ravel().tolist()
    target = lays[int(rng.choice(outer) if rng.random() < 0.5 else rng.integers(len(lays)))]
    size = kind.sizes[int(rng.integers(len(kind.sizes)))]
    height, look = float(rng.uniform(*kind.height)), int(rng.integers(1 << 30))
    places: dict[tuple[bool, int], Object] = {}
    for _ in range(TRIES):
        reach = min(size) / 2
        turn = float(target.turn + rng.normal(0, 4) if what == "card" else rng.uniform(0, 360))
        x, y = np.array([target.x, target.y]) + rng.uniform(-reach, reach, 2)
        thing = Object(what, float(x), float(y), turn, size, height, look)
        outline = outline_of(thing).astype(np.float32)
        hidden = [_hides(outline, lay) for lay in lays if lay is not target]
        places.setdefault((not _hides(outline, target), sum(hidden)), thing)
        if (False, 0) in places:
            break
    return places[min(places)]


def _hides(outline: Floats, lay: Lay) -> bool:
    """Whether the outline covers the part of a piece where its tags lie."""
    half = np.maximum(np.array([lay.window.width, lay.window.height]) / 2 - CORE, 3)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    core = square @ rotation(lay.turn).T + (lay.x, lay.y)
    return all(
        cv2.pointPolygonTest(outline, (float(x), float(y)), measureDist=False) >= 0 for x, y in core
    )


def outline_of(thing: Object) -> Floats:
    """Return an object's edge from above, n x 2 mm on the table."""
    width, height = thing.size
    if thing.what == "hand":
        shape = HAND
    elif thing.what == "mug":
        shape = _round(40) * width / 2
    else:
        shape = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width, height) / 2
    return np.asarray(shape @ rotation(thing.turn).T + (thing.x, thing.y))


def hull(thing: Object) -> Floats:
    """Return points, n x 3 mm, whose hull in the picture is all that the object hides."""
    flat = outline_of(thing)
    return np.vstack([np.column_stack([flat, np.full(len(flat), z)]) for z in (0.0, thing.height)])


def lay_object(canvas: Deep, thing: Object, scene: Scene, camera: Camera, table: Top) -> None:
    """Draw an object's shadow, sides and upper face; it may look like `table`."""
    points = hull(thing)
    rim = points[len(points) // 2 :]
    paint.cast_shadow(canvas, rim, scene, camera)
    size = (int(thing.size[0] * FINE), int(thing.size[1] * FINE))
    picture = KINDS[thing.what].picture(size, np.random.default_rng(thing.look), table)
    face = picture.astype(np.float32)
    if thing.what != "hand":  # its fingers don't hide what is between them
        whole = cv2.convexHull(camera.project(points).astype(np.float32))[:, 0]
        edge = np.asarray(whole, np.float32)
        box = paint.around(edge, camera.size)
        if box is None:
            return
        side = np.full((*box.size[::-1], 3), 0.7, np.float32) * face.reshape(-1, 3).mean(0)
        paint.blend(box.part(canvas), side, paint.filled(edge, box) / np.float32(255))
    edge = camera.project(rim)
    box = paint.around(edge, camera.size)
    if box is None:
        return
    ways = camera.meet(camera.looks(paint.lattice(box)), thing.height)
    places = (ways - (thing.x, thing.y)) @ rotation(thing.turn)
    where = paint.spread((places * (1, -1) + np.array(thing.size) / 2) * FINE - 0.5, box)
    upper = np.asarray(paint.sampled(face, where), np.float32)
    paint.blend(box.part(canvas), upper, paint.filled(edge, box) / np.float32(255))


def finger_rim(finger: Mapping[str, Any]) -> Floats:
    """Return a finger's outline where it is widest, n x 3 mm."""
    edge = _round(24) * FINGER[:2]
    places = edge @ rotation(finger.get("rotation", 0)).T + np.array([finger["x"], finger["y"]])
    return np.column_stack([places, np.full(len(places), FINGER_Z)])


def lay_finger(
    canvas: Deep, finger: Mapping[str, Any], scene: Scene, camera: Camera, skin: int
) -> None:
    """Draw a finger, an ellipsoid, with its shadow."""
    rim = finger_rim(finger)
    paint.cast_shadow(canvas, rim, scene, camera)
    fine = camera.px_per_mm(finger["x"], finger["y"])
    box = paint.around(camera.project(rim), camera.size, 12 * fine)
    if box is None:
        return
    turned = np.eye(3)
    turned[:2, :2] = rotation(finger.get("rotation", 0))
    radii = np.array(FINGER)
    start = ((camera.at - (finger["x"], finger["y"], FINGER_Z)) @ turned) / radii
    way = (camera.looks(paint.lattice(box, 4)) @ turned) / radii
    length = (way * way).sum(-1)
    nearest = -(way @ start) / length
    past = start + nearest[..., None] * way
    away = (past * past).sum(
        -1
    )  # squared distance of lines of sight from the middle; 1 is the outline
    hit = past - np.sqrt(np.maximum(1 - away, 0) / length)[..., None] * way
    normal = (hit / radii) @ turned.T
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    light = AMBIENT + (1 - AMBIENT) * np.maximum(normal @ np.array(scene.to_light), 0)
    opaque = np.clip(paint.spread(1 - np.sqrt(away), box, 4) * (FINGER[0] * fine) + 0.5, 0, 1)
    colour = SKINS[skin % len(SKINS)].astype(np.float32) * paint.spread(light, box, 4)[..., None]
    paint.blend(box.part(canvas), colour, opaque)


def pyramid_corners(pyramid: Mapping[str, Any]) -> Floats:
    """Return the corners of a pyramid's base, counter-clockwise, and its tip: 5 x 3 mm."""
    half, low = pyramid["base"] / 2, pyramid.get("z", 0)
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    square = square @ rotation(pyramid.get("rotation", 0)).T
    base = np.column_stack([square + np.array([pyramid["x"], pyramid["y"]]), np.full(4, low)])
    return np.vstack([base, [pyramid["x"], pyramid["y"], low + pyramid["height"]]])


def footprint(pyramid: Mapping[str, Any]) -> Lay:
    """Return where a pyramid stands, as if it were a flat piece."""
    base, x, y = pyramid["base"], pyramid["x"], pyramid["y"]
    window, turn = Window(base, base, (base / 2, base / 2)), pyramid.get("rotation", 0.0)
    return Lay(id="pyramid", face="front", window=window, x=x, y=y, turn=turn)


def lay_pyramid(canvas: Deep, pyramid: Mapping[str, Any], scene: Scene, camera: Camera) -> None:
    """Draw the sides of a plastic pyramid that the camera sees, and its shadow."""
    corners = pyramid_corners(pyramid)
    x, y, z = scene.to_light
    ground = np.asarray(corners[:, :2] - corners[:, 2:] * (x / z, y / z))
    hull = cv2.convexHull(ground.astype(np.float32))[:, 0]
    paint.cast_shadow(canvas, np.column_stack([hull, np.full(len(hull), 0.2)]), scene, camera)
    solid = 1 - 0.5 * pyramid.get("transmission", 0.35)
    colour = np.array(pyramid["color"][::-1], np.float32)
    for n in range(4):
        side = corners[[n, (n + 1) % 4, 4]]
        normal = np.cross(side[1] - side[0], side[2] - side[0])
        normal /= np.linalg.norm(normal)
        box = paint.around(camera.project(side), camera.size)
        if box is None or normal @ (camera.at - side[0]) <= 0:
            continue
        light = AMBIENT + (1 - AMBIENT) * max(0.0, float(normal @ np.array(scene.to_light)))
        opaque = paint.filled(camera.project(side), box) * np.float32(solid / 255)
        seen = np.broadcast_to(colour * light + 0.02, (*opaque.shape, 3))
        paint.blend(box.part(canvas), seen, opaque)

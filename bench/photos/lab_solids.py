"""Solids: fingers and plastic pyramids, which stand up from the table and hide what is behind them.

Colours are linear BGR.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from bench.photos.lab_camera import Camera, Floats
from bench.photos.lab_paint import AMBIENT, around, blend, cast_shadow, filled, lattice, spread
from bench.photos.lab_prints import Deep
from bench.photos.lab_scene import Lay, Scene, Window, rotation

FINGER = (8.0, 48.0, 8.0)  # half its width, length and height, mm
FINGER_MIDDLE = 9.0  # height, mm
SKINS = ((0.13, 0.2, 0.42), (0.25, 0.36, 0.62), (0.05, 0.08, 0.17))
ROUND = 24  # points round a finger


def finger_rim(finger: Mapping[str, Any]) -> Floats:
    """Where it is widest: n x 3 mm."""
    angle = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    round_ = np.stack([FINGER[0] * np.cos(angle), FINGER[1] * np.sin(angle)], -1)
    places = round_ @ rotation(finger.get("rotation", 0)).T + np.array([finger["x"], finger["y"]])
    return np.column_stack([places, np.full(ROUND, FINGER_MIDDLE)])


def lay_finger(
    canvas: Deep, finger: Mapping[str, Any], scene: Scene, camera: Camera, skin: int
) -> None:
    """An ellipsoid like a finger, with its shadow."""
    rim = finger_rim(finger)
    cast_shadow(canvas, rim, scene, camera)
    fine = camera.px_per_mm(finger["x"], finger["y"])
    box = around(camera.project(rim), camera.size, 12 * fine)
    if box is None:
        return
    depth, light = _ellipsoid(camera.looks(lattice(box, 4)), finger, scene, camera)
    opaque = np.clip(spread(depth, box, 4) * (FINGER[0] * fine) + 0.5, 0, 1)
    colour = np.array(SKINS[skin % len(SKINS)], np.float32) * spread(light, box, 4)[..., None]
    blend(box.part(canvas), colour, opaque)


def _ellipsoid(
    ways: Floats, finger: Mapping[str, Any], scene: Scene, camera: Camera
) -> tuple[Floats, Floats]:
    """For lines of sight: how far inside the outline they pass (1 is through the middle), and the
    light they meet.
    """
    turned = np.eye(3)
    turned[:2, :2] = rotation(finger.get("rotation", 0))
    radii = np.array(FINGER)
    start = ((camera.at - (finger["x"], finger["y"], FINGER_MIDDLE)) @ turned) / radii
    way = (ways @ turned) / radii
    length = (way * way).sum(-1)
    nearest = -(way @ start) / length
    past = start + nearest[..., None] * way
    away = (past * past).sum(-1)
    hit = past - np.sqrt(np.maximum(1 - away, 0) / length)[..., None] * way
    normal = (hit / radii) @ turned.T
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    direct = np.maximum(normal @ np.array(scene.to_light), 0)
    return 1 - np.sqrt(away), AMBIENT + (1 - AMBIENT) * direct


def pyramid_corners(pyramid: Mapping[str, Any]) -> Floats:
    """The four corners of its base, counter-clockwise, and its tip: 5 x 3 mm."""
    half, low = pyramid["base"] / 2, pyramid.get("z", 0)
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    square = square @ rotation(pyramid.get("rotation", 0)).T
    base = np.column_stack([square + np.array([pyramid["x"], pyramid["y"]]), np.full(4, low)])
    return np.vstack([base, [pyramid["x"], pyramid["y"], low + pyramid["height"]]])


def footprint(pyramid: Mapping[str, Any]) -> Lay:
    """Where it stands, as of a piece that lies there."""
    base, turn = pyramid["base"], pyramid.get("rotation", 0.0)
    window = Window(base, base, (base / 2, base / 2))
    x, y = pyramid["x"], pyramid["y"]
    return Lay(id="pyramid", face="front", window=window, x=x, y=y, turn=turn)


def lay_pyramid(canvas: Deep, pyramid: Mapping[str, Any], scene: Scene, camera: Camera) -> None:
    """A plastic pyramid: those of its sides that the camera sees, and its shadow."""
    corners = pyramid_corners(pyramid)
    x, y, z = scene.to_light
    ground = np.asarray(corners[:, :2] - corners[:, 2:] * (x / z, y / z))
    hull = cv2.convexHull(ground.astype(np.float32))[:, 0]
    cast_shadow(canvas, np.column_stack([hull, np.full(len(hull), 0.2)]), scene, camera)
    solid = 1 - 0.5 * pyramid.get("transmission", 0.35)
    colour = np.array(pyramid["color"][::-1], np.float32)
    for n in range(4):
        side = corners[[n, (n + 1) % 4, 4]]
        normal = np.cross(side[1] - side[0], side[2] - side[0])
        normal /= np.linalg.norm(normal)
        box = around(camera.project(side), camera.size)
        if box is None or normal @ (camera.at - side[0]) <= 0:
            continue
        light = AMBIENT + (1 - AMBIENT) * max(0.0, float(normal @ np.array(scene.to_light)))
        opaque = filled(camera.project(side), box) * np.float32(solid / 255)
        blend(box.part(canvas), np.broadcast_to(colour * light + 0.02, (*opaque.shape, 3)), opaque)

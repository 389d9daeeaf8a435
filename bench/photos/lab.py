"""Lab: photographs of printed tables, generated in about a second, with truth.

Real printed faces are laid on a procedural table in linear light, seen through a phone's lens, and
made a picture by a phone's sensor and program. The same layout, scene and seed give the same bytes.

    prints = Prints.of("giza", folder)
    photo = render(layout, prints, Scene(height=450, tilt=25, table="checked"), seed=7)      # BGR,
    8 bit where = truth(layout, prints, Scene(height=450, tilt=25, table="checked"), seed=7)
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from bench.photos.lab_camera import camera
from bench.photos.lab_objects import lay_object, place_object
from bench.photos.lab_paint import lay_piece, lay_table
from bench.photos.lab_prints import Pixels, Prints
from bench.photos.lab_scene import TABLES, Layout, Scene, Setting, Table, resolve
from bench.photos.lab_sensor import develop, encoded
from bench.photos.lab_solids import footprint, lay_finger, lay_pyramid
from bench.photos.lab_table import Top, table_top
from bench.photos.lab_truth import TruePiece, TrueTag, true_pieces

__all__ = [
    "TABLES",
    "Layout",
    "Pixels",
    "Prints",
    "Scene",
    "Table",
    "TruePiece",
    "TrueTag",
    "expose",
    "render",
    "take",
    "truth",
]


def take(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> bytes:
    """The photo's JPEG file."""
    return encoded(
        expose(_setting(layout, prints, scene, seed), prints, scene, seed), scene.quality
    )


def render(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> Pixels:
    """The photo as a reader sees it: height x width x BGR, after JPEG."""
    data = np.frombuffer(take(layout, prints, scene, seed), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def truth(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> tuple[TruePiece, ...]:
    """Where each piece and each tag is in the photo that `render` gives for the same arguments."""
    setting = _setting(layout, prints, scene, seed)
    return true_pieces(setting, prints, camera(scene, setting.centre))


def _setting(layout: Layout, prints: Prints, scene: Scene, seed: int) -> Setting:
    """All that lies there; the object has chances of its own, so that all else is as it is without
    it.
    """
    setting = resolve(layout, prints.window, scene, seed)
    if not scene.object:
        return setting
    standing = [*setting.lays, *(footprint(pyramid) for pyramid in setting.pyramids)]
    return replace(
        setting,
        objects=(place_object(scene.object, standing, np.random.default_rng([seed, 3])),),
    )


def expose(  # noqa: PLR0917 - all that makes a picture
    setting: Setting,
    prints: Prints,
    scene: Scene,
    seed: int,
    top: Top | None = None,
    moment: int = 0,
) -> Pixels:
    """The picture before it is encoded; frames of one film have one table `top`, and each at its
    `moment` its own grain.
    """
    eye = camera(scene, setting.centre)
    rng = np.random.default_rng([seed, 2, moment] if top else [seed, 2])
    canvas = np.empty((scene.size[1], scene.size[0], 3), np.uint16)
    top = top or table_top(scene.table, eye, rng)
    lay_table(canvas, top, eye)
    for lay in setting.lays:
        lay_piece(canvas, lay, prints, scene, eye)
    for pyramid in sorted(setting.pyramids, key=lambda each: -eye.distance(each["x"], each["y"])):
        lay_pyramid(canvas, pyramid, scene, eye)
    for number, finger in enumerate(setting.fingers):
        lay_finger(canvas, finger, scene, eye, skin=seed + number)
    for thing in setting.objects:
        lay_object(canvas, thing, scene, eye, top)
    return develop(canvas, scene, eye, rng)

"""Lab: photographs of printed tables, generated in about a second, with truth.

Real printed faces are laid on a procedural table in linear light, seen through a phone's lens, and
made a picture by a phone's sensor and program. The same layout, scene and seed give the same bytes.

    prints, scene = Prints.of("giza", folder), Scene(height=450, tilt=25, table="checked")
    photo = render(layout, prints, scene, seed=7)  # BGR, 8 bit
    where = truth(layout, prints, scene, seed=7)
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from bench.photos import lab_objects as things
from bench.photos.lab_camera import camera
from bench.photos.lab_paint import lay_piece, lay_table
from bench.photos.lab_prints import Pixels, Prints
from bench.photos.lab_scene import Layout, Scene, Setting, resolve
from bench.photos.lab_sensor import develop, encoded
from bench.photos.lab_table import Rng, Top, table_top
from bench.photos.lab_truth import TruePiece, true_pieces


def take(layout: Layout, prints: Prints, scene: Scene, seed: int = 0) -> bytes:
    """The photo's JPEG file."""
    setting, rng = _setting(layout, prints, scene, seed), np.random.default_rng([seed, 2])
    top = table_top(scene.table, camera(scene, setting.centre), rng)
    picture = expose(setting, prints, scene, top, rng, skin=seed)
    return encoded(picture, scene.quality)


def expose(
    setting: Setting, prints: Prints, scene: Scene, top: Top, rng: Rng, *, skin: int
) -> Pixels:
    """The picture before it is encoded: `rng` draws its noise, `skin` the fingers' colours.

    All frames of a video have one table `top`.
    """
    eye = camera(scene, setting.centre)
    canvas = np.empty((scene.size[1], scene.size[0], 3), np.uint16)
    lay_table(canvas, top, eye)
    for lay in setting.lays:
        lay_piece(canvas, lay, prints, scene, eye)
    for pyramid in sorted(setting.pyramids, key=lambda each: -eye.distance(each["x"], each["y"])):
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

"""Grain: photos of 12 megapixels as large as a phone's files, 3 to 5 MB, for measuring time.

Half of the tables have nothing hard about them, as in `bench.photos.recall`. The lab's sensor is
followed by a noise reduction that real phones do without; so grain is added to the finished
picture, and JPEG has a phone's quality.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from bench.photos.lab import Prints, render, truth
from bench.photos.lab_sensor import encoded
from bench.photos.layouts import GAMES, layout
from bench.photos.recall_draw import draw_scene, draw_shot

GRAIN = 0.03 * 255  # standard deviation of each colour of each pixel, grey levels
QUALITY = (82, 91)


def photograph(folder: Path, tables: int, first: int = 0) -> None:
    """Write `tables` photos of each game to `folder`, what lies there beside each one."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        for game in GAMES:
            prints = Prints.of(game, Path(scratch))
            for number in range(first, first + tables):
                table = layout(draw_shot(game, number))
                scene, _ = draw_scene(table, number, small=0)
                rng = np.random.default_rng([number, 21])
                fine = render(table, prints, replace(scene, quality=98), number)
                noise = rng.normal(0, GRAIN, fine.shape)
                grainy = np.asarray(cv2.add(fine, noise, dtype=cv2.CV_8U), np.uint8)
                pieces = truth(table, prints, scene, number)
                there = [{"id": piece.id} for piece in pieces if piece.readable]
                photo = folder / f"{game}-{number}.jpg"
                photo.write_bytes(encoded(grainy, int(rng.integers(*QUALITY))))
                so = {"game": game, "pieces": there}
                photo.with_suffix(".truth.json").write_text(json.dumps(so), "utf-8")

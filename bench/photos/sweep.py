"""Sweep: short films of hard tables, read as films and frame by frame; none may be wrong as sure.

    python -m bench.photos.sweep [--scenes 20] [--games GAME,GAME] [--jobs 1] [--folder FOLDER]

A virtual phone moves over one table. In turn a finger wanders over the pieces, a lamp is reflected
by sleeves (the reflection moves with the phone), or the phone moves so fast that most frames are
smeared; a finger wanders over every other of these, too. Prints how many films are read fully
right, beside one frame: the mean over the frames that the film's reader picks, so that they are
among the sharpest. Films are kept in FOLDER and made only once.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import count, islice, repeat
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.photos.lab import Pixels, Prints, Scene, expose
from bench.photos.lab_camera import camera
from bench.photos.lab_prints import Floats
from bench.photos.lab_scene import Lay, Setting, resolve
from bench.photos.lab_table import table_top
from bench.photos.lab_truth import true_pieces
from bench.photos.objects import draw_table
from bench.photos.recall_draw import draw_scene, lowest
from bench.photos.recall_marks import mark
from vision.photo.video import sharp_frames
from vision.scan.pipeline import Scan, read_frames

SIZE = (1920, 1080)
RATE = 5  # frames a second: a sixth of a phone's, as they take long to draw
FRAMES = 24
WHOLE = 1.35  # times as high as the phone, all that it sees of the table is in view
FILMED = ("combust", "giza", "rocks", "solitaire")  # a map of pirates is too large for 1080p
# solitaire's plastic is read by its shape in one frame: other frames add nothing to that
USUAL = FILMED[:3]
HARD = ("finger", "glare", "motion")
WIDE = (3 / 4) / (9 / 16)  # a film is so much less high than a photo
TURN, TILT = 22.0, 10.0  # degrees that the phone swings to either side
THUMB = (96, 54)  # px: enough to tell which frame of a film one is


@dataclass(frozen=True, slots=True)
class Film:
    """One scene's circumstances at any moment from 0 to 1."""

    game: str
    table: Mapping[str, Any]
    scene: Scene
    setting: Setting
    hard: str
    stops: Floats  # where the finger passes, n x 2 mm
    seed: int

    def at(self, moment: float) -> tuple[Scene, Setting]:
        """The camera and what lies on the table."""
        swing = np.sin(np.pi * (moment - 0.5))
        scene = replace(
            self.scene,
            turn=self.scene.turn + TURN * float(swing),
            tilt=abs(self.scene.tilt + TILT * float(np.cos(2 * np.pi * moment))),
            aside=(60.0 * float(swing), 25.0 * float(np.sin(2 * np.pi * moment))),
            motion=self._smear(moment),
        )
        setting = self.setting
        if self.hard == "glare":
            here, before = camera(scene, setting.centre).at, camera(self.scene, setting.centre).at
            shift = (here - before)[:2] / 2  # the lamp is about as high above the table
            setting = replace(setting, lays=tuple(_shone(lay, shift) for lay in setting.lays))
        if len(self.stops):
            way = moment * (len(self.stops) - 1)
            part = min(int(way), len(self.stops) - 2)
            x, y = self.stops[part] + (way - part) * (self.stops[part + 1] - self.stops[part])
            fingers = ({"x": float(x), "y": float(y), "rotation": 40 * float(np.sin(9 * moment))},)
            setting = replace(setting, fingers=fingers)
        return scene, setting

    def _smear(self, moment: float) -> float:
        """By how many px a frame is smeared: a hand moves in jerks."""
        jerk = abs(float(np.sin(np.pi * (5 * moment + self.seed * 0.37))))
        return 2 + 16 * jerk if self.hard == "motion" else 0.5 + 2.5 * jerk


def draw_film(number: int, prints: Prints, game: str) -> Film:
    """A film by lot."""
    table = draw_table(game, number)
    scene, _ = draw_scene(table, number, hardness=0)
    rng = np.random.default_rng([number, 17])
    hard = HARD[number // len(FILMED) % len(HARD)]
    if hard == "glare":
        scene = replace(
            scene, sleeve=True, glare=float(rng.uniform(0.6, 1.6)), lamp=float(rng.uniform(5, 12))
        )
    height = max(300.0, lowest(table, scene) * WIDE) * float(rng.uniform(1.02, 1.12))
    scene = replace(scene, size=SIZE, height=height, tilt=8.0 + scene.tilt / 3, noise=0.012)
    setting = resolve(table, prints.window, scene, number)
    stops = np.zeros((0, 2))
    if hard == "finger" or number % 2:
        picked = rng.permutation(len(setting.lays))[:4]
        middles = np.array([(lay.x, lay.y) for lay in setting.lays])
        stops = middles[np.resize(picked, 4)] + rng.uniform(-15, 15, (4, 2))
    return Film(game, table, scene, setting, hard, stops, number)


def _shone(lay: Lay, shift: Floats) -> Lay:
    """The piece with its reflection so far on, mm on the table."""
    c, s = np.cos(np.radians(lay.turn)), np.sin(np.radians(lay.turn))
    x, y = shift
    return replace(lay, glare=(lay.glare[0] + c * x + s * y, lay.glare[1] + c * y - s * x))


def run(number: int, folder: Path) -> dict[str, Any]:
    """One film made, read, and marked."""
    cv2.setNumThreads(1)
    game = FILMED[number % len(FILMED)]
    prints = Prints.of(game, folder)
    film = draw_film(number, prints, game)
    file, thumbs = folder / f"{game}-{number}.mp4", folder / f"{game}-{number}.npy"
    if not thumbs.exists():
        _shoot(film, prints, file, thumbs)
    known = np.load(thumbs)
    frames = sharp_frames(file.read_bytes(), file.name)
    began = time.process_time()
    scan = read_frames(frames, file.name)
    taken = time.process_time() - began
    alone = [read_frames([frame], file.name) for frame in frames]
    whole = _marked(film, prints, scan, known)
    single = [_marked(film, prints, each, known) for each in alone]
    return {
        "film": file.name,
        "hard": film.hard + ("+finger" if film.hard != "finger" and len(film.stops) else ""),
        "table": film.scene.table,
        "seconds": round(taken, 1),
        **whole,
        "single": sum(one["right"] for one in single) / len(single),
        "single_wrong": sum(bool(one["wrong"]) for one in single),
    }


def _shoot(film: Film, prints: Prints, file: Path, thumbs: Path) -> None:
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"mp4v"), RATE, SIZE)
    small = []
    above = replace(film.scene, height=WHOLE * film.scene.height, tilt=0.0)
    eye = camera(above, film.setting.centre)
    top = table_top(above.table, eye, np.random.default_rng([film.seed, 2]))
    for number in range(FRAMES):
        scene, setting = film.at(number / (FRAMES - 1))
        picture = expose(setting, prints, scene, film.seed, top, number)
        writer.write(picture)
        small.append(_thumb(picture))
    writer.release()
    np.save(thumbs, np.array(small))


def _thumb(picture: Pixels) -> Pixels:
    return np.asarray(cv2.resize(picture, THUMB, interpolation=cv2.INTER_AREA), np.uint8)


def _marked(film: Film, prints: Prints, scan: Scan, known: Pixels) -> dict[str, Any]:
    """What is wrong as sure or missing, against all that lies there, covered or not."""
    off = np.abs(known.astype(int) - _thumb(scan.photo.image)).sum((1, 2, 3))
    scene, setting = film.at(int(off.argmin()) / (FRAMES - 1))
    setting = replace(setting, fingers=())
    pieces = true_pieces(setting, prints, camera(scene, setting.centre))
    marks = mark(pieces, film.table["truth"], scan.reading, film.game)
    return {
        "verdict": scan.reading.verdict,
        "wrong": list(marks.wrong),
        "missing": list(marks.missing),
        "unsure": [item.text for item in scan.reading.unsure],
        "right": marks.whole and scan.reading.verdict != "unsure",
    }


def summary(rows: Sequence[Mapping[str, Any]]) -> str:
    """A line for each kind of hardness."""
    lines = [f"{'hard':15} films  one frame right  film right  film wrong as sure"]
    kinds = sorted({row["hard"] for row in rows})
    for name, of in ((kind, [row for row in rows if row["hard"] == kind]) for kind in kinds):
        lines.append(_line(name, of))
    return "\n".join([*lines, _line("all", rows)])


def _line(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    single, right = sum(row["single"] for row in rows), sum(row["right"] for row in rows)
    wrong = sum(bool(row["wrong"]) for row in rows)
    return f"{name:15} {len(rows):5}  {single:15.1f}  {right:10}  {wrong:18}"


def main() -> None:
    """Film, read, print the table."""
    cli = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cli.add_argument("--scenes", type=int, default=20)
    cli.add_argument("--first", type=int, default=0, help="number of the first film")
    cli.add_argument(
        "--games", type=lambda names: names.split(","), default=USUAL, help=f"of {FILMED}"
    )
    cli.add_argument("--jobs", type=int, default=1)
    cli.add_argument("--folder", type=Path, help="where prints and films are kept")
    cli.add_argument("--json", type=Path, help="write a row a film to this file")
    args = cli.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = args.folder or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        for game in args.games:
            Prints.of(game, folder)
        numbers = (n for n in count(args.first) if FILMED[n % len(FILMED)] in args.games)
        with ProcessPoolExecutor(args.jobs) as pool:
            found = []
            for row in pool.map(run, islice(numbers, args.scenes), repeat(folder)):
                print(json.dumps(row), file=sys.stderr, flush=True)
                found.append(row)
    if args.json:
        args.json.write_text("".join(json.dumps(row) + "\n" for row in found), "utf-8")
    for row in found:
        for text in row["wrong"]:
            print(f"{row['film']} ({row['hard']}): {text}")
    print(summary(found))
    sys.exit(any(row["wrong"] for row in found))


if __name__ == "__main__":
    main()

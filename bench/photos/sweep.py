"""Short videos of hard tables, read whole and frame by frame; none may be wrong as sure.

    python -m bench.photos.sweep [--scenes 20] [--games GAME,GAME] [--jobs 1] [--folder FOLDER]

A virtual phone moves over one table. In turn a finger wanders over the pieces, sleeves reflect a
lamp (the reflection moves with the phone), or the phone moves so fast that most frames are blurred;
a finger wanders over every other table, too. Single frames are those that the reader picks, so they
are among the sharpest. Videos are kept in FOLDER and made only once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np

from bench import pages
from bench.photos.lab import expose, true_pieces
from bench.photos.lab_paint import table_top
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Layout, Scene, Setting, camera, resolve, rotation
from bench.photos.objects import draw_table
from bench.photos.recall import Marks, draw_scene, each_of, mark
from vision.photo.video import sharp_frames
from vision.scan.pipeline import read_photo

GAMES = ("combust", "giza", "rocks")  # a map of pirates is too large for 1080p
HARDSHIPS = ("finger", "glare", "motion")
SIZE = (1920, 1080)
WIDE = (3 / 4) / (9 / 16)  # height of a photo by that of a video
WHOLE = 1.35  # from so many times its height the phone sees all of the table
FRAMES, RATE = 24, 5  # a sixth of a phone's rate, as drawing takes long
Frame: TypeAlias = tuple[Scene, Setting]  # the camera, and what lies on the table


@dataclass(frozen=True, slots=True)
class Row:
    """One video: untrue statements, whether all was read, and in what share of single frames."""

    game: str
    wrong: tuple[str, ...]
    right: bool
    share: float


def draw_frames(table: Layout, seed: int, prints: Prints) -> list[Frame]:
    """Return the frames of a table's video, drawn by its seed."""
    hardship, rng = HARDSHIPS[seed % len(HARDSHIPS)], np.random.default_rng([seed, 17])
    scene, _ = draw_scene(table, seed, hardness=0)
    if hardship == "glare":
        shine, lamp = rng.uniform((0.6, 5), (1.6, 12)).tolist()
        scene = replace(scene, sleeve=True, glare=shine, lamp=lamp)
    height, tilt = WIDE * scene.height, 8 + scene.tilt / 3
    scene = replace(scene, size=SIZE, height=height, tilt=tilt, noise=0.012)
    setting = resolve(table, prints.window, scene, seed)
    path = rng.choice([(lay.x, lay.y) for lay in setting.lays], 4)
    path = path + rng.uniform(-15, 15, path.shape)
    frames = []
    for moment in np.linspace(0, 1, FRAMES).tolist():
        swing, sway = sin(pi * (moment - 0.5)), 2 * pi * moment
        jerk = abs(sin(pi * (5 * moment + 0.37 * seed)))  # as hands move
        moved = replace(
            scene,
            turn=scene.turn + 22 * swing,
            tilt=abs(scene.tilt + 10 * cos(sway)),
            aside=(60 * swing, 25 * sin(sway)),
            motion=2 + 16 * jerk if hardship == "motion" else 0.5 + 2.5 * jerk,
        )
        here, before = (camera(each, setting.centre).at[:2] for each in (moved, scene))
        shift = (here - before) / 2  # the lamp is about as high above the table
        lays, fingers = [], setting.fingers
        for lay in setting.lays:
            glare = lay.glare + rotation(-lay.turn) @ shift
            lays.append(replace(lay, glare=(float(glare[0]), float(glare[1]))))
        if hardship == "finger" or seed % 2:
            x, y = (float(np.interp(3 * moment, range(4), each)) for each in path.T)
            fingers = ({"x": x, "y": y, "rotation": 40 * sin(9 * moment)},)
        frames.append((moved, replace(setting, lays=tuple(lays), fingers=fingers)))
    return frames


def run(game: str, seed: int, folder: Path) -> Row:
    """Make a game's video of a seed unless it is there, and read and mark it."""
    prints, table = Prints.of(game, folder), draw_table(game, seed)
    file = folder / f"{game}-{seed}.mp4"
    frames = draw_frames(table, seed, prints)
    if not file.exists():
        scene, setting = frames[FRAMES // 2]
        above = replace(scene, height=WHOLE * scene.height, tilt=0.0)
        rng = np.random.default_rng([seed, 2])
        top = table_top(above.table, camera(above, setting.centre), rng)
        writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"mp4v"), RATE, SIZE)
        for scene, setting in frames:
            writer.write(expose(setting, prints, scene, top, rng, skin=seed))
        writer.release()

    def read(pictures: Sequence[bytes]) -> Marks:
        """Compare with all that lies there, also under the finger; unsure isn't whole."""
        scan, video = read_photo(pictures, file.name), cv2.VideoCapture(str(file))
        off = [cv2.norm(video.read()[1], scan.photo.image) for _ in frames]
        scene, setting = frames[int(np.argmin(off))]
        eye = camera(scene, setting.centre)
        pieces = true_pieces(replace(setting, fingers=()), prints, eye)
        marks = mark(pieces, table["truth"], scan.reading, game)
        unsure = ("verdict",) if scan.reading.verdict == "unsure" else ()
        return replace(marks, missing=(*marks.missing, *unsure))

    picked = sharp_frames(file.read_bytes(), file.name)
    marks, share = read(picked), np.mean([read([picture]).whole for picture in picked])
    wrong = tuple(f"{file.name}: {text}" for text in marks.wrong)
    return Row(game, wrong, marks.whole, float(share))


def summary(rows: Sequence[Row]) -> str:
    """Return a table with a row for each game."""
    lines = []
    for game in dict.fromkeys(row.game for row in rows):
        own = [row for row in rows if row.game == game]
        counts = len(own), sum(row.right for row in own), sum(bool(row.wrong) for row in own)
        share = 100 * sum(row.share for row in own) / len(own)
        lines.append((game, *map(str, counts), f"{share:.0f} %"))
    head = ("game", "videos", "fully right", "wrong as sure", "single frames fully right")
    return pages.table(head, lines, right=True)


def main() -> None:
    """Film and read all scenes, and print the table."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("--scenes", type=int, default=20, help="videos in all")
    cli.add_argument("--games", type=lambda names: names.split(","), default=GAMES)
    cli.add_argument("--jobs", type=int, default=1)
    cli.add_argument("--folder", type=Path, default=Path("build/sweep"))
    args = cli.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for game in args.games:
        Prints.of(game, args.folder)
    count = len(args.games)
    jobs = [(args.games[n % count], n // count) for n in range(args.scenes)]
    rows = each_of(jobs, partial(run, folder=args.folder), args.jobs)
    print(*(text for row in rows for text in row.wrong), summary(rows), sep="\n")
    sys.exit(any(row.wrong for row in rows))


if __name__ == "__main__":
    main()

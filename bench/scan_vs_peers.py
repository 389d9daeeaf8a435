"""Compare reading photos with OpenCV's and AprilTag's own detectors: a table for docs/speed.md.

    python -m bench.scan_vs_peers --grain 4 --write
    python -m bench.scan_vs_peers --min-pixels 12000000

Every photo `NAME.jpg` of tests/photos has a `NAME.truth.json` that lists its pieces; `--grain`
makes so many of each game instead, of 12 megapixels and 3 to 5 MB. In one run, one after the other
and in turn, are timed, each from the file's bytes: `read_photo` to the verdict; OpenCV as it comes,
that is `cv2.imdecode` and `cv2.aruco` with its default parameters; pyapriltags with
`quad_decimate=1` on the decoded grey picture, once. Each run goes over all photos, so that nothing
is remembered from a photo's last run. Times are medians of the runs, in ms, as the clock goes and
(in brackets) as processors worked; on a busy machine only the latter mean anything. Peers give
tags, not pieces: a piece counts as found by them when one of its tags was. The whole command is
started once a photo for its cold time and peak memory.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from vision.games import row
from vision.scan.pipeline import (  # before NumPy: it asks for one thread of algebra
    read_photo,
    standard,
)

import cv2  # isort: skip
import numpy as np  # isort: skip
from pyapriltags import Detector  # isort: skip

from bench import pages
from bench.photos.lab import render, truth
from bench.photos.lab_prints import Prints
from bench.photos.lab_sensor import encoded
from bench.photos.layouts import GAMES, layout
from bench.photos.recall import draw_scene, draw_shot
from vision.photo.loader import open_shot

ROOT = Path(__file__).parent.parent
PHOTOS, GRAINY = ROOT / "tests" / "photos", ROOT / "build" / "grain"
MARKS = ("<!-- bench/scan_vs_peers -->", "<!-- end of bench/scan_vs_peers -->")
# what we aim at: of OpenCV's time for clear photos, and for unsure ones; s; MB
CLEAR, UNSURE, COLD, PEAK = 1.0, 2.0, 0.8, 400
COLUMNS = ("photo", "file, MB", "verdict", "pieces", "ours, ms", "found", "OpenCV, ms", "found",
           "AprilTag, ms", "found", "missed", "ratio", "cold, s", "memory, MB")  # fmt: skip
VERDICTS = {0: "legal", 3: "unsure", 4: "illegal"}  # by the command's exit status
CORES = 2
GRAIN = 0.03 * 255  # standard deviation of each colour of each pixel, grey levels
QUALITY = (82, 91)
# A small process stands between: a child that is started by a large one begins with its memory.
MEASURED = """
import resource, subprocess, sys, time
start = time.perf_counter()
command = [sys.executable, "-m", "rookery", "scan", "--json", sys.argv[1]]
status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
wall, used = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
print(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, status)
"""


@dataclass(frozen=True)
class Timed:
    """Ms by the clock and of processor time, and the pieces found; of one run, or medians."""

    wall: float
    cpu: float
    pieces: frozenset[str]


@dataclass(frozen=True)
class Compared:
    """One photo: what lies there, our run, OpenCV's and AprilTag's, and the command's s and MB."""

    name: str
    megabytes: float
    verdict: str
    there: frozenset[str]
    runs: tuple[Timed, ...]
    cold: tuple[float, float]
    peak: float

    @property
    def missed(self) -> int:
        """How many pieces the peers together found of what lies there, and we didn't."""
        ours, opencv, apriltag = (run.pieces for run in self.runs)
        return len(((opencv | apriltag) & self.there) - ours)

    @property
    def ratio(self) -> tuple[float, float]:
        """Our time over OpenCV's: by the clock, and of processor time."""
        ours, opencv, _ = self.runs
        return ours.wall / opencv.wall, ours.cpu / opencv.cpu


def photograph(folder: Path, tables: int) -> None:
    """Write `tables` photos of each game to `folder`, what lies there beside each one.

    The lab's sensor is followed by a noise reduction that real phones do without; so grain is added
    to the finished picture, and JPEG has a phone's quality.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        for game in GAMES:
            prints = Prints.of(game, Path(scratch))
            for number in range(tables):
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


@cache
def owners(game: str) -> tuple[dict[int, str], dict[str, str]]:
    """Return the piece that each tag stands on (of several with the same tag the first), and by
    that the one name of pieces with the same tags.
    """
    printed = row(game).printed(standard(game))
    faces = [(piece.id, tags) for piece in printed for tags in piece.faces.values() if tags]
    first = {tag.id: piece for piece, tags in reversed(faces) for tag in tags}
    return first, {piece: first[tags[0].id] for piece, tags in faces}


def lying(photo: Path) -> Any:
    """Return what lies in a photo; the first nineteen are giza's."""
    return {"game": "giza"} | json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))


def compared(photos: Sequence[Path], runs: int) -> list[Compared]:
    """Read every photo with each detector, so many times; AprilTag, which takes longest, once."""
    cv2.setNumThreads(CORES)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    opencv = cv2.aruco.ArucoDetector(family)
    apriltag = Detector(families="tag36h11", nthreads=CORES, quad_decimate=1.0)
    turns: dict[Path, tuple[list[Timed], ...]] = {photo: ([], [], []) for photo in photos}
    for turn in range(runs):
        for photo in photos:
            do = detectors(photo, opencv, apriltag)
            for one, all_of_it in zip(do if turn == 0 else do[:2], turns[photo], strict=False):
                wall, cpu = time.perf_counter(), time.process_time()
                pieces = frozenset(one())
                took = 1e3 * (time.perf_counter() - wall), 1e3 * (time.process_time() - cpu)
                all_of_it.append(Timed(*took, pieces))
    rows = []
    for photo, timed in turns.items():
        so = lying(photo)
        _, names = owners(so["game"])
        there = frozenset(names[piece["id"]] for piece in so["pieces"] if piece["id"] in names)
        medians = tuple(
            Timed(median(each.wall for each in of), median(each.cpu for each in of), of[-1].pieces)
            for of in timed
        )
        command = [sys.executable, "-S", "-c", MEASURED, str(photo)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        wall, cpu, peak, status = (float(number) for number in done.stdout.split())
        verdict, size = VERDICTS.get(int(status), "not read"), photo.stat().st_size / 1e6
        rows.append(Compared(photo.stem, size, verdict, there, medians, (wall, cpu), peak))
    return rows


def detectors(photo: Path, opencv: Any, apriltag: Any) -> list[Callable[[], Iterable[str]]]:
    """Return what names a photo's pieces by ours, OpenCV and AprilTag."""
    data, (first, names) = photo.read_bytes(), owners(lying(photo)["game"])
    packed = np.frombuffer(data, np.uint8)

    def ours() -> Iterable[str]:
        pieces = read_photo(data, photo.name).reading.pieces
        return (names.get(piece.id, piece.id) for piece in pieces)

    def markers() -> Iterable[str]:
        ids = opencv.detectMarkers(np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)))[1]
        tags = [] if ids is None else np.ravel(ids).tolist()
        return (first[tag] for tag in tags if tag in first)

    def hits() -> Iterable[str]:
        tags = apriltag.detect(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE))
        return (first[tag.tag_id] for tag in tags if tag.hamming <= 2 and tag.tag_id in first)

    return [ours, markers, hits]


def report(rows: Sequence[Compared], runs: int) -> str:
    """Return the part of docs/speed.md between the marks; the medians are of so many `runs`."""
    aims = []
    for name, most in (("clear", CLEAR), ("unsure", UNSURE)):
        some = [one.ratio for one in rows if (one.verdict == "unsure") == (name == "unsure")]
        if some:
            worst = max(wall for wall, _ in some)
            what = f"{len(some)} {name} photos take {_both(some, '.2f')} of OpenCV's time in the"
            aims.append((f"{what} median, {worst:.2f} at most", worst <= most, f"{most:g}"))
    cold, peak = median(one.cold[0] for one in rows), max(one.peak for one in rows)
    missed = sum(one.missed for one in rows)
    aims += [
        (f"{missed} pieces missed that the others found", not missed, "0"),
        (f"{cold:.2f} s for the whole command in the median", cold <= COLD, f"{COLD:g} s"),
        (f"{peak:.0f} MB of memory at most", peak <= PEAK, f"{PEAK} MB"),
    ]
    words = {True: "within", False: "**not** within"}
    verdict = [f"- {what} ({words[good]} the {aim} that we aim at)" for what, good, aim in aims]
    load = f"{runs} runs, load of the machine at the end {os.getloadavg()[0]:.1f}:"
    head = f"\n{pages.where()}, OpenCV {cv2.__version__}, {load}"
    lines = []
    for name, group in [*((one.name, [one]) for one in rows), (f"**all {len(rows)}**", rows)]:
        cells = [name, f"{median(one.megabytes for one in group):.1f}"]
        cells += ["/".join(dict.fromkeys(one.verdict for one in group))]
        cells += [str(sum(len(one.there) for one in group))]
        for which in range(3):
            cells.append(_both([(o.runs[which].wall, o.runs[which].cpu) for o in group], ".0f"))
            cells.append(str(sum(len(one.runs[which].pieces & one.there) for one in group)))
        cells.append(str(sum(one.missed for one in group)))
        cells += [_both([one.ratio for one in group], ".2f")]
        cells += [_both([one.cold for one in group], ".2f")]
        lines.append([*cells, f"{max(one.peak for one in group):.0f}"])
    table = pages.table(COLUMNS, lines)
    return "\n\n".join([head, "\n".join(verdict), table + "\n"])


def _both(times: Sequence[tuple[float, float]], shape: str) -> str:
    """Return medians of times by the clock and (in brackets) of processor time."""
    wall, cpu = (median(each) for each in zip(*times, strict=True))
    return f"{wall:{shape}} ({cpu:{shape}})"


def main() -> None:
    """Print the table in Markdown, and put it into docs/speed.md where asked."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("--runs", type=int, default=5)
    cli.add_argument("--grain", type=int, help="make so many grainy photos a game, and read those")
    cli.add_argument("--min-pixels", type=int, default=0, help="leave out smaller photos")
    cli.add_argument("--write", action="store_true", help="put the table into docs/speed.md")
    args = cli.parse_args()
    if args.grain:
        photograph(GRAINY, args.grain)
    photos = []
    for photo in sorted((GRAINY if args.grain else PHOTOS).rglob("*.jpg")):
        width, height = open_shot(photo.read_bytes(), photo.name).size
        if photo.with_suffix(".truth.json").is_file() and width * height >= args.min_pixels:
            photos.append(photo)
    for part in ("companion", "rookery", "vision"):  # as where Rookery was installed
        compileall.compile_dir(ROOT / part, quiet=1)
    part = report(compared(photos, args.runs), args.runs)
    print(part)
    if args.write:
        pages.put(part, pages.DOCS / "speed.md", *MARKS)


if __name__ == "__main__":
    main()

"""Time reading photos beside OpenCV's own detector: a table for bench/results/speed.md.

    python -m bench.scan_vs_peers --write

The lab photographs some tables of each game with 12 megapixels and a phone's grain. Timed in one
run and in turn, each from the file's bytes, are `read_photo` to the verdict, and OpenCV as it
comes: `cv2.imdecode` and `cv2.aruco` with its default parameters. Each run goes over all photos, so
that nothing is remembered from a photo's last run. Times are medians of the runs in ms, by the
clock and (in brackets) of processor time, which alone means something on a busy machine. OpenCV
gives tags: a piece counts as found when one of its tags was. The whole command is started once a
photo for its cold time and peak memory.
"""

from __future__ import annotations

import argparse
import compileall
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, TypeVar

from vision.scan.pipeline import read_photo  # before NumPy: it asks for one thread of algebra

import cv2  # isort: skip
import numpy as np  # isort: skip

from bench import pages
from bench.photos.lab import TruePiece, encoded, render, truth
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Floats
from bench.photos.layouts import GAMES, layout
from bench.photos.peers import aruco_tags, hits
from bench.photos.recall import draw_scene, draw_shot, mark

ROOT = Path(__file__).parent.parent
MARKS = ("<!-- bench/scan_vs_peers -->", "<!-- end of bench/scan_vs_peers -->")
COLUMNS = ("photo", "file, MB", "verdict", "pieces", "ours, ms", "found", "OpenCV, ms", "found",
           "missed", "ratio", "cold, s", "memory, MB")  # fmt: skip
VERDICTS = {0: "legal", 3: "unsure", 4: "illegal"}  # by the command's exit status
CORES = 2
GRAIN = 0.03 * 255  # standard deviation of each colour of each pixel, grey levels
QUALITY = (82, 91)
Times: TypeAlias = tuple[float, float]  # by the clock, and of processor time
T = TypeVar("T")


@dataclass(frozen=True)
class Photo:
    """A photo's file, and what lies there: pieces in px, and the layout's truth."""

    game: str
    path: Path
    pieces: tuple[TruePiece, ...]
    truth: dict[str, Any]


@dataclass(frozen=True)
class Compared:
    """One photo: the numbers of all pieces that show a tag, and of those that each reader found;
    the readers' median times, and the command's cold start.
    """

    name: str
    megabytes: float
    pieces: frozenset[int]
    found: tuple[frozenset[int], frozenset[int]]  # by us, by OpenCV
    ours: Times
    opencv: Times
    cold: pages.Cost

    @property
    def verdict(self) -> str:
        """The command's verdict."""
        return VERDICTS.get(self.cold.status, "not read")

    @property
    def missed(self) -> int:
        """How many pieces OpenCV found and we didn't."""
        return len((self.found[1] & self.pieces) - self.found[0])

    @property
    def ratio(self) -> Times:
        """Our time over OpenCV's: by the clock, and of processor time."""
        return self.ours[0] / self.opencv[0], self.ours[1] / self.opencv[1]


def photograph(folder: Path, game: str, number: int) -> Photo:
    """Photograph a game's table of a number.

    The lab's sensor is followed by a noise reduction that real phones do without; so grain is added
    to the finished picture, and JPEG has a phone's quality.
    """
    prints, table = Prints.of(game, folder), layout(draw_shot(game, number))
    scene, _ = draw_scene(table, number, small=0)
    rng = np.random.default_rng([number, 21])
    fine = render(table, prints, replace(scene, quality=98), number)
    noise = rng.normal(0, GRAIN, fine.shape)
    grainy = np.asarray(cv2.add(fine, noise, dtype=cv2.CV_8U), np.uint8)
    path = folder / f"{game}-{number}.jpg"
    path.write_bytes(encoded(grainy, int(rng.integers(*QUALITY))))
    return Photo(game, path, truth(table, prints, scene, number), table["truth"])


def opencv(data: bytes) -> list[tuple[int, Floats]]:
    """Detect a photo's tags with OpenCV."""
    return aruco_tags(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))


def timed(read: Callable[[bytes], T], data: bytes) -> tuple[Times, T]:
    """Return the ms that a reader took, by the clock and of processor time, and what it read."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = read(data)
    return (1e3 * (time.perf_counter() - wall), 1e3 * (time.process_time() - cpu)), result


def compared(photos: Sequence[Photo], runs: int) -> list[Compared]:
    """Read every photo so many times with both readers, and once with the whole command."""
    cv2.setNumThreads(CORES)
    times = [(list[Times](), list[Times]()) for _ in photos]
    results = {}
    for _ in range(runs):
        for n, photo in enumerate(photos):
            data = photo.path.read_bytes()
            ours, scan = timed(partial(read_photo, name="photo.jpg"), data)
            theirs, tags = timed(opencv, data)
            times[n][0].append(ours)
            times[n][1].append(theirs)
            results[n] = scan.reading, tags
    rows = []
    for n, photo in enumerate(photos):
        marks = mark(photo.pieces, photo.truth, results[n][0], photo.game)
        found = frozenset(marks.read), frozenset(hits(photo.pieces, results[n][1]))
        cold = pages.cost(sys.executable, "-m", "rookery", "scan", "--json", photo.path)
        size, readable = photo.path.stat().st_size / 1e6, frozenset(marks.readable)
        mine, peer = map(_medians, times[n])
        rows.append(Compared(photo.path.stem, size, readable, found, mine, peer, cold))
    return rows


def report(rows: Sequence[Compared], runs: int) -> str:
    """Return the part of results/speed.md between the marks: a table with medians of `runs`."""
    groups = {one.name: [one] for one in rows}
    groups["**clear**"] = [one for one in rows if one.verdict != "unsure"]
    groups["**unsure**"] = [one for one in rows if one.verdict == "unsure"]
    groups["**all**"] = [*rows]
    lines = []
    for name, group in groups.items():
        if not group:
            continue
        verdicts = "/".join(dict.fromkeys(one.verdict for one in group))
        cells = [name, f"{median(one.megabytes for one in group):.1f}", verdicts]
        cells += [str(sum(len(one.pieces) for one in group))]
        for which, took in enumerate(([o.ours for o in group], [o.opencv for o in group])):
            found = sum(len(one.found[which] & one.pieces) for one in group)
            cells += [_both(took, ".0f"), str(found)]
        cells += [str(sum(one.missed for one in group)), _both([one.ratio for one in group], ".2f")]
        cells += [_both([(one.cold.wall, one.cold.cpu) for one in group], ".2f")]
        lines.append([*cells, f"{max(one.cold.memory for one in group):.0f}"])
    load = f"{runs} runs, load of the machine at the end {os.getloadavg()[0]:.1f}"
    head = f"\n{pages.where()}, OpenCV {cv2.__version__}, {len(rows)} photos, {load}:"
    return f"{head}\n\n{pages.table(COLUMNS, lines)}\n"


def _medians(times: Sequence[Times]) -> Times:
    wall, cpu = (median(each) for each in zip(*times, strict=True))
    return wall, cpu


def _both(times: Sequence[Times], shape: str) -> str:
    """Return medians of times by the clock and (in brackets) of processor time."""
    wall, cpu = _medians(times)
    return f"{wall:{shape}} ({cpu:{shape}})"


def main() -> None:
    """Print the table in Markdown, and put it into bench/results/speed.md where asked."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("--runs", type=int, default=5)
    cli.add_argument("--tables", type=int, default=4, help="photos a game")
    cli.add_argument("--write", action="store_true", help="put the table into bench/results")
    args = cli.parse_args()
    for part in ("companion", "rookery", "vision"):  # as where Rookery was installed
        compileall.compile_dir(ROOT / part, quiet=1)
    with TemporaryDirectory() as name:
        photos = [photograph(Path(name), game, n) for game in GAMES for n in range(args.tables)]
        part = report(compared(photos, args.runs), args.runs)
    print(part)
    if args.write:
        pages.put(part, pages.RESULTS / "speed.md", *MARKS)


if __name__ == "__main__":
    main()

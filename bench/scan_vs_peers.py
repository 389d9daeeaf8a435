"""How fast and how well photos are read, beside OpenCV's and AprilTag's own detectors: a table for docs/speed.md.

    python bench/scan_vs_peers.py --min-pixels 12000000 --write
    python bench/scan_vs_peers.py [FOLDER...] [--runs N] [--min-pixels N]

Every photo `NAME.jpg` has a `NAME.truth.json` that lists its pieces. In one run, one after the other and in turn, are
timed: `read_photo` from the file's bytes to the verdict; `cv2.aruco` with its default parameters on the decoded grey
picture at full size (decoding is not counted against it); pyapriltags with `quad_decimate=1` likewise, once. Each run
goes over all photos, so that nothing is remembered from a photo's last run. Times are medians of the runs, in ms, as
the clock goes and (in brackets) as processors worked; on a busy machine only the latter mean anything. Peers give
tags, no pieces: a piece counts as found by them when one of its tags was. The whole command is started once a photo
for its cold time and peak memory.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.scan import read_photo, standard  # before NumPy: it asks for one thread of linear algebra
from vision.tables import row

import cv2  # isort: skip
import numpy as np  # isort: skip
from pyapriltags import Detector  # isort: skip

ROOT = Path(__file__).parent.parent
PHOTOS, PAGE = ROOT / "tests" / "photos", ROOT / "docs" / "speed.md"
BEGIN, END = "<!-- bench/scan_vs_peers -->", "<!-- end of bench/scan_vs_peers -->"
RATIO, COLD, PEAK = 0.4, 0.8, 400  # what we aim at: of OpenCV's time; s; MB
COLUMNS = ("photo", "pieces", "ours, ms", "found", "OpenCV, ms", "found", "AprilTag, ms", "found", "missed", "ratio",
           "cold, s", "MB")  # fmt: skip
FAMILY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
CORES = 2
MEASURED = """
import resource, subprocess, sys, time
start = time.perf_counter()
command = [sys.executable, "-m", "rookery", "scan", "--json", sys.argv[1]]
subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
wall, used = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
print(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


@dataclass(frozen=True)
class Timed:
    """Medians, ms: by the clock and of processor time; and the pieces found in the last run."""

    wall: float
    cpu: float
    found: frozenset[str]


@dataclass(frozen=True)
class Compared:
    """One photo: what lies there, what each found, and the whole command's seconds and megabytes."""

    name: str
    there: frozenset[str]
    ours: Timed
    opencv: Timed
    apriltag: Timed
    cold: tuple[float, float]
    peak: float

    @property
    def missed(self) -> frozenset[str]:
        """What the peers together found of what lies there, and we did not."""
        return ((self.opencv.found | self.apriltag.found) & self.there) - self.ours.found

    @property
    def ratio(self) -> tuple[float, float]:
        """Our time over OpenCV's: by the clock, and of processor time."""
        return self.ours.wall / self.opencv.wall, self.ours.cpu / self.opencv.cpu


def owners(game: str) -> dict[int, str]:
    """The piece that each tag stands on; of several with the same tag the first."""
    found: dict[int, str] = {}
    for piece in row(game).printed(standard(game)):
        for tags in piece.faces.values():
            for tag in tags:
                found.setdefault(tag.id, piece.id)
    return found


def namesakes(game: str) -> dict[str, str]:
    """Each piece by the name that its first tag's owner has: pieces with the same tag can not be told apart."""
    own = owners(game)
    tagged = ((p.id, t.id) for p in row(game).printed(standard(game)) for tags in p.faces.values() for t in tags[:1])
    return {piece: own[tag] for piece, tag in tagged}


def timed(do: Callable[[], Iterable[str]]) -> Timed:
    """One run."""
    wall, cpu = time.perf_counter(), time.process_time()
    told = do()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Timed(1e3 * wall, 1e3 * cpu, frozenset(told))


def middle(runs: Sequence[Timed]) -> Timed:
    """The medians of several runs, and what the last one found."""
    wall, cpu = (statistics.median(getattr(run, name) for run in runs) for name in ("wall", "cpu"))
    return Timed(wall, cpu, runs[-1].found)


def whole_command(photo: Path) -> tuple[float, float, float]:
    """Seconds by the clock and of processor time, and peak memory, MB, of `rookery scan --json` as a process.

    A small process stands between: a child that is started by a large one begins with its memory.
    """
    done = subprocess.run(
        [sys.executable, "-S", "-c", MEASURED, str(photo)], capture_output=True, text=True, check=True
    )
    wall, cpu, peak = (float(number) for number in done.stdout.split())
    return wall, cpu, peak


class Contest:
    """One photo and its contestants."""

    def __init__(self, photo: Path, apriltag: Any) -> None:
        self.photo, self.data, self.apriltag = photo, photo.read_bytes(), apriltag
        self.truth = json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))
        game = str(self.truth.get("game") or read_photo(self.data, photo.name).reading.game or "giza")
        self.names, self.own = namesakes(game), owners(game)
        self.detector = cv2.aruco.ArucoDetector(FAMILY)

    def run(self, *, slow: bool) -> tuple[Timed, Timed, Timed | None]:
        """Ours, OpenCV and AprilTag, one after the other; the last, which takes longest, only where asked."""
        grey = np.asarray(cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
        return timed(self._ours), timed(lambda: self._opencv(grey)), timed(lambda: self._tags(grey)) if slow else None

    def result(self, runs: Sequence[tuple[Timed, Timed, Timed | None]]) -> Compared:
        """What all runs say, and the whole command's time and memory."""
        there = frozenset(self.names[piece["id"]] for piece in self.truth["pieces"] if piece["id"] in self.names)
        ours, opencv = middle([run[0] for run in runs]), middle([run[1] for run in runs])
        wall, cpu, peak = whole_command(self.photo)
        slow = middle([run[2] for run in runs if run[2]])
        return Compared(self.photo.stem, there, ours, opencv, slow, (wall, cpu), peak)

    def _ours(self) -> list[str]:
        pieces = read_photo(self.data, self.photo.name).reading.pieces
        return [self.names.get(piece.id, piece.id) for piece in pieces]

    def _opencv(self, grey: Any) -> list[str]:
        ids: Any = self.detector.detectMarkers(grey)[1]  # None where there are none
        return [] if ids is None else [self.own[int(tag)] for tag in np.ravel(ids) if int(tag) in self.own]

    def _tags(self, grey: Any) -> list[str]:
        hits = self.apriltag.detect(grey)
        return [self.own[hit.tag_id] for hit in hits if hit.hamming <= 2 and hit.tag_id in self.own]


def line(one: Compared) -> str:
    """One row of the table."""
    counts = [f"{each.wall:.0f} ({each.cpu:.0f})|{len(each.found & one.there)}"
              for each in (one.ours, one.opencv, one.apriltag)]  # fmt: skip
    ratio = f"{one.ratio[0]:.2f} ({one.ratio[1]:.2f})"
    cells = (one.name, len(one.there), *"|".join(counts).split("|"), len(one.missed), ratio,
             f"{one.cold[0]:.2f} ({one.cold[1]:.2f})", f"{one.peak:.0f}")  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


def summary(all_photos: Sequence[Compared]) -> str:
    """The last row: medians of times and ratios, sums of pieces, worst of memory."""
    cells = [f"**all {len(all_photos)}**", str(sum(len(one.there) for one in all_photos))]
    for name in ("ours", "opencv", "apriltag"):
        each = [getattr(one, name) for one in all_photos]
        cells += [
            both([(t.wall, t.cpu) for t in each], ".0f"),
            str(sum(len(t.found & one.there) for t, one in zip(each, all_photos, strict=True))),
        ]
    cells += [
        str(sum(len(one.missed) for one in all_photos)),
        both([one.ratio for one in all_photos], ".2f"),
        both([one.cold for one in all_photos], ".2f"),
        f"{max(one.peak for one in all_photos):.0f}",
    ]
    return "| " + " | ".join(cells) + " |"


def both(times: Sequence[tuple[float, float]], shape: str) -> str:
    """The medians of times by the clock and (in brackets) of processor time."""
    wall, cpu = (statistics.median(each) for each in zip(*times, strict=True))
    return f"{wall:{shape}} ({cpu:{shape}})"


def verdict(rows: Sequence[Compared]) -> str:
    """What was measured beside what we aim at, in a sentence each."""
    ratio = statistics.median(one.ratio[0] for one in rows)
    cold, peak = statistics.median(one.cold[0] for one in rows), max(one.peak for one in rows)
    missed = sum(len(one.missed) for one in rows)
    lines = (
        (f"{ratio:.2f} of OpenCV's time by the clock in the median", ratio <= RATIO, f"{RATIO:g}"),
        (f"{missed} pieces missed that the others found", not missed, "0"),
        (f"{cold:.2f} s for the whole command in the median", cold <= COLD, f"{COLD:g} s"),
        (f"{peak:.0f} MB of memory at most", peak <= PEAK, f"{PEAK} MB"),
    )
    return "\n".join(
        f"- {what} ({'' if good else '**not** '}within the {aim} that we aim at)" for what, good, aim in lines
    )


def report(rows: Sequence[Compared], runs: int) -> str:
    """The part of docs/speed.md between the marks; `runs` is how many the medians are of."""
    today, cores = time.strftime("%Y-%m-%d", time.gmtime()), os.cpu_count()
    where = f"{today}, {cores}-core machine, {platform.machine()}, OpenCV {cv2.__version__}, {runs} runs, "
    load = f"load of the machine at the end {os.getloadavg()[0]:.1f}:"
    return "\n\n".join([BEGIN, where + load, verdict(rows), table(rows), END])


def table(rows: Sequence[Compared]) -> str:
    """All photos and their summary, in Markdown."""
    head = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"
    return "\n".join([head, *map(line, rows), summary(rows)])


def written(page: str, part: str) -> str:
    """The page with `part` where its marks are; raises `ValueError` where they are missing."""
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise ValueError(f"the page needs {BEGIN} and {END}, once each")
    return page[: page.index(BEGIN)] + part + page[page.index(END) + len(END) :]


def contest(photos: Sequence[Path], runs: int) -> list[Compared]:
    """Every photo with all contestants, so many times."""
    cv2.setNumThreads(CORES)
    apriltag = Detector(families="tag36h11", nthreads=CORES, quad_decimate=1.0)
    contests = [Contest(photo, apriltag) for photo in photos]
    rounds = [[one.run(slow=not turn) for one in contests] for turn in range(runs)]
    return [one.result(each) for one, *each in zip(contests, *rounds, strict=True)]


def main() -> int:
    """Print the table in Markdown, and put it into docs/speed.md where asked."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("folders", nargs="*", type=Path, default=[PHOTOS])
    cli.add_argument("--runs", type=int, default=5)
    cli.add_argument("--min-pixels", type=int, default=0, help="leave out smaller photos")
    cli.add_argument("--write", action="store_true", help="put the table into docs/speed.md")
    args = cli.parse_args()
    there = sorted(photo for folder in args.folders for photo in folder.rglob("*.jpg"))
    photos = [one for one in there if one.with_suffix(".truth.json").is_file() and _pixels(one) >= args.min_pixels]
    if not photos:
        print("no photos with a truth beside them", file=sys.stderr)
        return 2
    # as where Rookery was installed; a shell may forbid Python to keep it
    for part in ("companion", "rookery", "vision"):
        compileall.compile_dir(ROOT / part, quiet=1)
    rows = contest(photos, args.runs)
    if args.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), report(rows, args.runs)), "utf-8")
    print(table(rows) + "\n\n" + verdict(rows))
    return 0


def _pixels(photo: Path) -> int:
    from vision.load import open_shot  # noqa: PLC0415 - by its header alone

    width, height = open_shot(photo.read_bytes(), photo.name).size
    return width * height


if __name__ == "__main__":
    sys.exit(main())

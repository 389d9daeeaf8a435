"""Compare reading photos with OpenCV's and AprilTag's own detectors: a table for docs/speed.md.

    python -m bench.scan_vs_peers --grain 4 --write
    python -m bench.scan_vs_peers [FOLDER...] [--runs N] [--min-pixels N]

Every photo `NAME.jpg` has a `NAME.truth.json` that lists its pieces; `--grain` makes so many of
each game, of 12 megapixels and 3 to 5 MB. In one run, one after the other and in turn, are timed,
each from the file's bytes: `read_photo` to the verdict; OpenCV as it comes, that is `cv2.imdecode`
and `cv2.aruco` with its default parameters; pyapriltags with `quad_decimate=1` on the decoded grey
picture, once. Each run goes over all photos, so that nothing is remembered from a photo's last run.
Times are medians of the runs, in ms, as the clock goes and (in brackets) as processors worked; on a
busy machine only the latter mean anything. Peers give tags, not pieces: a piece counts as found by
them when one of its tags was. The whole command is started once a photo for its cold time and peak
memory.
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
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.games import row
from vision.scan.pipeline import (  # before NumPy: it asks for one thread of algebra
    read_photo,
    standard,
)

import cv2  # isort: skip
import numpy as np  # isort: skip
from pyapriltags import Detector  # isort: skip

ROOT = Path(__file__).parent.parent
PHOTOS, PAGE = ROOT / "tests" / "photos", ROOT / "docs" / "speed.md"
BEGIN, END = "<!-- bench/scan_vs_peers -->", "<!-- end of bench/scan_vs_peers -->"
# what we aim at: of OpenCV's time for clear photos, and for unsure ones; s; MB
CLEAR, UNSURE, COLD, PEAK = 1.0, 2.0, 0.8, 400
GRAINY = ROOT / "build" / "grain"
COLUMNS = ("photo", "file, MB", "verdict", "pieces", "ours, ms", "found", "OpenCV, ms", "found",
           "AprilTag, ms", "found", "missed", "ratio", "cold, s", "memory, MB")  # fmt: skip
VERDICTS = {0: "legal", 3: "unsure", 4: "illegal"}  # by the command's exit status
CORES = 2
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
    """Median ms by the clock and of processor time; and the pieces found in the last run."""

    wall: float
    cpu: float
    found: frozenset[str]


@dataclass(frozen=True)
class Compared:
    """One photo: what lies there, what each found, and the whole command's seconds and MB."""

    name: str
    megabytes: float
    verdict: str
    there: frozenset[str]
    ours: Timed
    opencv: Timed
    apriltag: Timed
    cold: tuple[float, float]
    peak: float

    @property
    def missed(self) -> int:
        """How many pieces the peers together found of what lies there, and we didn't."""
        return len(((self.opencv.found | self.apriltag.found) & self.there) - self.ours.found)

    @property
    def ratio(self) -> tuple[float, float]:
        """Our time over OpenCV's: by the clock, and of processor time."""
        return self.ours.wall / self.opencv.wall, self.ours.cpu / self.opencv.cpu


def owners(game: str) -> dict[int, str]:
    """Return the piece that each tag stands on; of several with the same tag the first."""
    found: dict[int, str] = {}
    for piece in row(game).printed(standard(game)):
        for tag in (tag for tags in piece.faces.values() for tag in tags):
            found.setdefault(tag.id, piece.id)
    return found


def timed(do: Callable[[], Iterable[str]]) -> Timed:
    """Time one run."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = frozenset(do())
    return Timed(1e3 * (time.perf_counter() - wall), 1e3 * (time.process_time() - cpu), found)


def compared(photos: Sequence[Path], runs: int) -> list[Compared]:
    """Read every photo with each detector, so many times."""
    cv2.setNumThreads(CORES)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    opencv = cv2.aruco.ArucoDetector(family)
    apriltag = Detector(families="tag36h11", nthreads=CORES, quad_decimate=1.0)
    turns: dict[Path, list[list[Timed]]] = {photo: [[], [], []] for photo in photos}
    for turn in range(runs):
        for photo, found in turns.items():
            slow = None if turn else apriltag
            for kept, one in zip(found, timings(photo, opencv, slow), strict=False):
                kept.append(one)
    return [result(photo, *map(middle, each)) for photo, each in turns.items()]


def timings(photo: Path, opencv: Any, apriltag: Any) -> Iterator[Timed]:
    """Yield ours, OpenCV's and, where there is one, AprilTag's; that one takes longest."""
    data, own = photo.read_bytes(), owners(truth(photo)["game"])
    packed = np.frombuffer(data, np.uint8)
    yield timed(lambda: (piece.id for piece in read_photo(data, photo.name).reading.pieces))

    def markers() -> Iterator[str]:
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
        return map(str, np.ravel(opencv.detectMarkers(picture)[1]).tolist())

    yield named(timed(markers), own)
    if apriltag:

        def hits() -> Iterator[str]:
            grey = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)
            return (str(hit.tag_id) for hit in apriltag.detect(grey) if hit.hamming <= 2)

        yield named(timed(hits), own)


def named(run: Timed, own: dict[int, str]) -> Timed:
    """Return a peer's run with pieces in place of tags."""
    tags = {int(tag) for tag in run.found if tag != "None"}
    return Timed(run.wall, run.cpu, frozenset(own[tag] for tag in tags & own.keys()))


def middle(runs: Sequence[Timed]) -> Timed:
    """Return the medians of several runs, and what the last one found."""
    wall, cpu = (statistics.median(getattr(run, name) for run in runs) for name in ("wall", "cpu"))
    return Timed(wall, cpu, runs[-1].found)


def truth(photo: Path) -> Any:
    """Return what lies in a photo; the first nineteen are giza's."""
    return {"game": "giza"} | json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))


def result(photo: Path, ours: Timed, opencv: Timed, apriltag: Timed) -> Compared:
    """Put one photo's runs together, pieces with the same tags under one name."""
    so = truth(photo)
    own, printed = owners(so["game"]), row(so["game"]).printed(standard(so["game"]))
    tagged = ((p.id, tags[0].id) for p in printed for tags in p.faces.values() if tags)
    names = {piece: own[tag] for piece, tag in tagged}
    there = frozenset(names[piece["id"]] for piece in so["pieces"] if piece["id"] in names)
    found = frozenset(names.get(piece, piece) for piece in ours.found)
    command = [sys.executable, "-S", "-c", MEASURED, str(photo)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wall, cpu, peak, status = (float(number) for number in done.stdout.split())
    mine, size = Timed(ours.wall, ours.cpu, found), photo.stat().st_size / 1e6
    verdict, cold = VERDICTS.get(int(status), "not read"), (wall, cpu)
    return Compared(photo.stem, size, verdict, there, mine, opencv, apriltag, cold, peak)


def table(rows: Sequence[Compared]) -> str:
    """Return all photos in Markdown, and a last row of medians, sums and the worst of memory."""
    lines = [f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"]
    for name, some in [*((one.name, [one]) for one in rows), (f"**all {len(rows)}**", rows)]:
        cells = [name, f"{statistics.median(one.megabytes for one in some):.1f}"]
        cells += ["/".join(dict.fromkeys(one.verdict for one in some))]
        cells += [str(sum(len(one.there) for one in some))]
        for each in ("ours", "opencv", "apriltag"):
            runs = [(getattr(one, each), one.there) for one in some]
            cells.append(both([(run.wall, run.cpu) for run, _ in runs], ".0f"))
            cells.append(str(sum(len(run.found & there) for run, there in runs)))
        cells.append(str(sum(one.missed for one in some)))
        cells += [both([one.ratio for one in some], ".2f"), both([one.cold for one in some], ".2f")]
        lines.append(f"| {' | '.join([*cells, f'{max(one.peak for one in some):.0f}'])} |")
    return "\n".join(lines)


def both(times: Sequence[tuple[float, float]], shape: str) -> str:
    """Return medians of times by the clock and (in brackets) of processor time."""
    wall, cpu = (statistics.median(each) for each in zip(*times, strict=True))
    return f"{wall:{shape}} ({cpu:{shape}})"


def report(rows: Sequence[Compared], runs: int) -> str:
    """Return the part of docs/speed.md between the marks; the medians are of so many `runs`."""
    cold, peak = statistics.median(one.cold[0] for one in rows), max(one.peak for one in rows)
    missed = sum(one.missed for one in rows)
    aims = [
        (f"{missed} pieces missed that the others found", not missed, "0"),
        (f"{cold:.2f} s for the whole command in the median", cold <= COLD, f"{COLD:g} s"),
        (f"{peak:.0f} MB of memory at most", peak <= PEAK, f"{PEAK} MB"),
    ]
    for name, unsure, most in (("unsure", True, UNSURE), ("clear", False, CLEAR)):
        some = [one.ratio for one in rows if (one.verdict == "unsure") == unsure]
        if some:
            worst = max(wall for wall, _ in some)
            what = f"{len(some)} {name} photos take {both(some, '.2f')} of OpenCV's time in the"
            aims.insert(0, (f"{what} median, {worst:.2f} at most", worst <= most, f"{most:g}"))
    words = {True: "within", False: "**not** within"}
    verdict = [f"- {what} ({words[good]} the {aim} that we aim at)" for what, good, aim in aims]
    today, cores = time.strftime("%Y-%m-%d", time.gmtime()), os.cpu_count()
    where = f"{today}, {cores}-core machine, {platform.machine()}, OpenCV {cv2.__version__}, "
    load = f"{runs} runs, load of the machine at the end {os.getloadavg()[0]:.1f}:"
    return "\n\n".join([BEGIN, where + load, "\n".join(verdict), table(rows), END])


def written(page: str, part: str) -> str:
    """Return the page with `part` between its marks; raise `ValueError` without marks."""
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise ValueError(f"the page needs {BEGIN} and {END}, once each")
    return page[: page.index(BEGIN)] + part + page[page.index(END) + len(END) :]


def main() -> int:
    """Print the table in Markdown, and put it into docs/speed.md where asked."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("folders", nargs="*", type=Path, default=[PHOTOS])
    cli.add_argument("--runs", type=int, default=5)
    cli.add_argument("--grain", type=int, help="make so many grainy photos a game, and read those")
    cli.add_argument("--min-pixels", type=int, default=0, help="leave out smaller photos")
    cli.add_argument("--write", action="store_true", help="put the table into docs/speed.md")
    args = cli.parse_args()
    if args.grain:
        from bench.photos.grain import photograph  # noqa: PLC0415 - a user's folder needs no lab

        photograph(GRAINY, args.grain)
        args.folders = [GRAINY]
    there = sorted(photo for folder in args.folders for photo in folder.rglob("*.jpg"))
    told = [photo for photo in there if photo.with_suffix(".truth.json").is_file()]
    photos = [photo for photo in told if pixels(photo) >= args.min_pixels]
    if not photos:
        print("no photos with a truth beside them", file=sys.stderr)
        return 2
    for part in ("companion", "rookery", "vision"):  # as where Rookery was installed
        compileall.compile_dir(ROOT / part, quiet=1)
    part = report(compared(photos, args.runs), args.runs)
    if args.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), part), "utf-8")
    print(part)
    return 0


def pixels(photo: Path) -> int:
    """Return how many pixels a photo has, by its header alone."""
    from vision.photo.loader import open_shot  # noqa: PLC0415 - OpenCV comes later

    width, height = open_shot(photo.read_bytes(), photo.name).size
    return width * height


if __name__ == "__main__":
    sys.exit(main())

"""Peers: pieces found in generated photos by Rookery and by plain tag detectors, in one run.

    python -m bench.photos.peers --photos 20 --report docs/photos.md

Every photo has one circumstance: the size of its tags (px a module), blur, motion or light; in all
but the first a module has 3 to 5 px. The peers get the decoded grey picture at full size: OpenCV's
`detectMarkers` with its default parameters, and pyapriltags with `quad_decimate` 1 and 2, at most
two wrong bits. They give tags, not pieces: a piece counts as found by them when one of its tags
was. Only pieces that show a whole tag with its quiet zone count.

A photo depends on its game, circumstance and number alone, so that other numbers (`--first`) are
photos that nobody has looked at.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from vision.scan.pipeline import read_photo  # before NumPy: it asks for one thread of algebra

import cv2  # isort: skip
import numpy as np  # isort: skip
from pyapriltags import Detector  # isort: skip

from bench.photos.lab import Layout, Prints, Scene, TruePiece, take, truth
from bench.photos.lab_sensor import encoded
from bench.photos.layouts import GAMES, layout
from bench.photos.recall_draw import FULL, LENS, MODULES, TAG, draw_scene, draw_shot
from bench.photos.recall_marks import mark
from printables.output.progress import progress

BEGIN, END = "<!-- peers, made by bench.photos.peers -->", "<!-- end of peers -->"
READERS = ("Rookery", "OpenCV", "AprilTag", "AprilTag, decimate 2")
FREE_BITS = 2  # wrong bits with which AprilTag is believed
# px that a photo is wide: as taken, or as mail and messengers make it
SENT = (FULL[0], 2016, 1600)
QUALITY = 80  # of the JPEG that a messenger makes
CLEAR = (3.0, 5.0)  # px a module where something else is varied
# What is varied: its unit, the ends of its ranges, and what it changes in a scene.
VARIED: Mapping[str, tuple[str, tuple[float, ...], Callable[[Scene, float], Scene]]] = {
    "size": (
        "px a module",
        (1.3, 1.5, 1.75, 2.0, 2.2, 2.5, 3.0, 4.0, 6.0),
        lambda scene, _px: scene,
    ),
    "blur": (
        "px of blur (radius)",
        (0.5, 1.0, 2.0, 3.0, 4.0),
        lambda scene, radius: replace(scene, defocus=radius),
    ),
    "motion": (
        "px of motion",
        (1.0, 3.0, 5.0, 7.0, 9.0),
        lambda scene, length: replace(scene, motion=length),
    ),
    "light": (
        "of full light, grainy",
        (0.05, 0.1, 0.2, 0.4, 0.8),
        lambda scene, light: replace(scene, light=light, noise=0.012 / light**0.5, warmth=0.4),
    ),
}


@dataclass(frozen=True, slots=True)
class Job:
    """One photo to make and to read."""

    game: str
    varied: str
    number: int
    folder: str


def photographed(job: Job) -> tuple[bytes, Layout, tuple[TruePiece, ...], float]:
    """Return a photo's JPEG, its layout, its pieces, and how much of what is varied it has."""
    _, ends, change = VARIED[job.varied]
    rng = np.random.default_rng([job.number, *job.varied.encode()])
    step = job.number % (len(ends) - 1)
    value = rng.uniform(ends[step], ends[step + 1])
    seed = int(rng.integers(1 << 31))
    table = layout(draw_shot(job.game, seed))
    scene, _ = draw_scene(table, seed, hardness=0)
    width = SENT[int(rng.integers(len(SENT)))]
    px = value if job.varied == "size" else rng.uniform(*CLEAR)
    height = width * LENS * TAG / MODULES * np.cos(np.radians(scene.tilt)) / px
    scene = change(replace(scene, size=FULL, height=float(height)), value)
    prints = _prints(job.game, job.folder)
    photo, pieces = take(table, prints, scene, seed), truth(table, prints, scene, seed)
    by = width / FULL[0]
    return _sent(photo, by), table, tuple(_scaled(piece, by) for piece in pieces), value


def _sent(photo: bytes, by: float) -> bytes:
    """Return the photo as a messenger makes it: `by` times as large, and JPEG once more."""
    if by == 1:
        return photo
    picture = np.asarray(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR))
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return encoded(np.asarray(small, np.uint8), QUALITY)


def _scaled(piece: TruePiece, by: float) -> TruePiece:
    """Return where a piece is in a picture `by` times as large."""
    tags = tuple(replace(tag, corners=(tag.corners + 0.5) * by - 0.5) for tag in piece.tags)
    outline, flat = ((points + 0.5) * by - 0.5 for points in (piece.outline, piece.flat))
    return replace(piece, outline=outline, flat=flat, tags=tags)


@cache
def _prints(slug: str, folder: str) -> Prints:
    return Prints.of(slug, Path(folder))


def run(job: Job) -> dict[str, Any]:
    """Make a photo and read it by all: each piece's size and who found it, ready for JSON."""
    cv2.setNumThreads(1)
    photo, table, pieces, value = photographed(job)
    reading = read_photo(photo, "photo.jpg", job.game).reading
    marks = mark(pieces, table["truth"], reading, job.game)
    grey = np.asarray(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_GRAYSCALE))
    seen = [set(marks.read)] + [hits(pieces, *look(grey)) for look in peers()]
    invented = [wrong for wrong in marks.wrong if wrong.endswith("lies not there")]
    return {
        "game": job.game,
        "varied": job.varied,
        "number": job.number,
        "value": round(value, 3),
        "width": grey.shape[1],
        "verdict": reading.verdict,
        "wrong": marks.wrong,
        "invented": invented,
        "pieces": [
            {
                "id": pieces[n].id,
                "px": round(pieces[n].side / MODULES, 2),
                "found": [n in found for found in seen],
            }
            for n in marks.readable
        ],
    }


@cache
def peers() -> tuple[Callable[[Any], tuple[list[int], Any]], ...]:
    """Return what finds tags in a grey picture: ids, and middles n x 2 px."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    detectors = [Detector(families="tag36h11", nthreads=1, quad_decimate=by) for by in (1.0, 2.0)]
    return (
        partial(_opencv, cv2.aruco.ArucoDetector(family)),
        *(partial(_apriltag, detector) for detector in detectors),
    )


def _opencv(detector: Any, grey: Any) -> tuple[list[int], Any]:
    quads, ids, _ = detector.detectMarkers(grey)
    if ids is None:
        return [], np.zeros((0, 2))
    return np.ravel(ids).tolist(), np.reshape(quads, (-1, 4, 2)).mean(1)


def _apriltag(detector: Any, grey: Any) -> tuple[list[int], Any]:
    found = [hit for hit in detector.detect(grey) if hit.hamming <= FREE_BITS]
    return [hit.tag_id for hit in found], np.array([hit.center for hit in found]).reshape(-1, 2)


def hits(pieces: Sequence[TruePiece], ids: Sequence[int], middles: Any) -> set[int]:
    """Return the numbers of the pieces one of whose tags was found where it lies."""
    return {
        n
        for n, piece in enumerate(pieces)
        for tag in piece.tags
        for name, middle in zip(ids, middles, strict=True)
        if name == tag.id and np.linalg.norm(tag.corners.mean(0) - middle) < tag.side / 2
    }


def report(rows: Sequence[Mapping[str, Any]], command: str) -> str:
    """Return the part of docs/photos.md between the marks."""
    today = time.strftime("%Y-%m-%d", time.gmtime())
    invented = sum(len(row["invented"]) for row in rows)
    where = f"{os.cpu_count()}-core machine, {platform.machine()}"
    made = f"{len(rows)} generated photos, {invented} pieces invented by Rookery"
    head = f"{today}, {where}, OpenCV {cv2.__version__}: {made}. Made by\n\n    {command}"
    tables = [_table(name, rows) for name in VARIED if any(row["varied"] == name for row in rows)]
    return "\n\n".join([BEGIN, head, *tables, END]) + "\n"


def _table(varied: str, rows: Sequence[Mapping[str, Any]]) -> str:
    unit, ends, _ = VARIED[varied]
    own = [row for row in rows if row["varied"] == varied]
    lines = [f"| {unit} | photos | pieces | {' | '.join(READERS)} |", "|---|" + "--:|" * 6]
    for low, high in pairwise(ends):
        # Of tags each piece has its own size; everything else is the whole photo's.
        some = [
            (row["number"], row["game"], piece["found"])
            for row in own
            for piece in row["pieces"]
            if low <= (piece["px"] if varied == "size" else row["value"]) < high
        ]
        if some:
            photos = len({each[:2] for each in some})
            shares = [f"{100 * np.mean([each[2][at] for each in some]):.1f} %" for at in range(4)]
            name = f"{low:g} to {high:g}"
            lines.append(f"| {name} | {photos} | {len(some)} | {' | '.join(shares)} |")
    return "\n".join(lines)


def write(part: str, page: Path) -> None:
    """Put the report between the marks of `page`; raise `ValueError` without marks."""
    before, mark_, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END + "\n")
    if not mark_ or not end:
        raise ValueError(f"{page} has no place for the report: it needs {BEGIN} and {END}")
    page.write_text(before + part + after, "utf-8")


def rows(jobs: Sequence[Job], workers: int) -> Iterator[dict[str, Any]]:
    """All photos in order, made and read by so many processes."""
    if workers == 1:
        yield from map(run, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(run, jobs)


def main() -> None:
    """Photograph, read, report."""
    cli = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cli.add_argument("games", nargs="*", default=GAMES)
    cli.add_argument("--varied", nargs="*", choices=VARIED, default=list(VARIED))
    cli.add_argument("--photos", type=int, default=16, help="a game and circumstance")
    cli.add_argument("--first", type=int, default=0, help="number of the first photo")
    cli.add_argument("--jobs", type=int, default=2)
    cli.add_argument("--json", type=Path, help="append a row a photo to this file")
    cli.add_argument("--report", type=Path, help="the page whose tables to make again")
    args = cli.parse_args()
    with TemporaryDirectory() as folder:
        for game in args.games:
            Prints.of(game, Path(folder))
        jobs = [
            Job(game, varied, args.first + n, folder)
            for varied in args.varied for n in range(args.photos) for game in args.games
        ]  # fmt: skip
        found = []
        with progress(len(jobs), "reading photos") as done:
            for row in rows(jobs, args.jobs):
                found.append(row)
                if args.json:
                    with args.json.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(row) + "\n")
                done()
    command = (
        f"python -m bench.photos.peers --photos {args.photos} --first {args.first}"
        " --report docs/photos.md"
    )
    part = report(found, command)
    print(part)
    if args.report:
        write(part, args.report)


if __name__ == "__main__":
    main()

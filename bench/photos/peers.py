"""Peers: pieces found in generated photos by Rookery and by plain tag detectors, in one run.

    python -m bench.photos.peers --tables 4 --report docs/photos.md

The lab photographs a table of each game with 12 megapixels. Each photo is then made again: smaller,
as mail and messengers send it; and blurred, shaken or dark at 3 to 4 px a module. All readers get
the same JPEG. The peers are OpenCV's `detectMarkers` with its default parameters, and pyapriltags
with `quad_decimate` 1 and 2, at most two wrong bits, on the decoded grey picture at full size. They
give tags, not pieces: a piece counts as found by them when one of its tags was. Only pieces that
show a whole tag with its quiet zone count.

A table depends on its game and number alone, so that other numbers (`--first`) are tables that
nobody has looked at.
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

from bench.photos.lab import Prints, TruePiece, render, truth
from bench.photos.lab_sensor import encoded
from bench.photos.layouts import GAMES, layout
from bench.photos.recall_draw import FULL, MODULES, draw_scene, draw_shot
from bench.photos.recall_marks import mark
from bench.photos.redeveloped import Picture, grainy, shaken, small, unfocused
from printables.output.progress import progress

BEGIN, END = "<!-- peers, made by bench.photos.peers -->", "<!-- end of peers -->"
READERS = ("Rookery", "OpenCV", "AprilTag", "AprilTag, decimate 2")
FREE_BITS = 2  # wrong bits with which AprilTag is believed
QUALITY = 80  # of the JPEG that a messenger makes
CLEAR = (3.0, 4.0)  # px a module where something else than size is varied
# What is varied: its unit and the ends of its ranges.
VARIED: Mapping[str, tuple[str, tuple[float, ...]]] = {
    "size": ("px a module", (1.3, 1.5, 1.75, 2.0, 2.2, 2.5, 3.0, 4.0, 6.0)),
    "blur": ("px of blur, sigma", (0.5, 1.0, 1.5, 2.0)),
    "motion": ("px of motion", (2, 4, 6, 8)),
    "light": ("of full light", (0.12, 0.18, 0.25, 0.5)),
}


@dataclass(frozen=True, slots=True)
class Job:
    """One table to photograph and to read."""

    game: str
    number: int
    folder: str
    varied: tuple[str, ...] = tuple(VARIED)


def run(job: Job) -> list[dict[str, Any]]:
    """Photograph a table, and read each photo made of that: a row each, ready for JSON."""
    cv2.setNumThreads(1)
    table = layout(draw_shot(job.game, job.number))
    scene, _ = draw_scene(table, job.number, hardness=0, small=0)
    scene, prints = replace(scene, quality=95), _prints(job.game, job.folder)
    picture = np.asarray(render(table, prints, scene, job.number), np.float32)
    pieces = truth(table, prints, scene, job.number)
    module = float(np.median([piece.side for piece in pieces if piece.readable])) / MODULES
    rng = np.random.default_rng([job.number, *job.game.encode()])
    found = []
    for varied in job.varied:
        for low, high in pairwise(VARIED[varied][1]):
            value = rng.uniform(low, high)
            px = value if varied == "size" else rng.uniform(*CLEAR)
            width = round(FULL[0] * min(1.0, px / module))
            photo = encoded(_made_again(picture, width, varied, value, rng), QUALITY)
            there = tuple(_scaled(piece, width / FULL[0]) for piece in pieces)
            who = _found(photo, job.game, there, table["truth"])
            found.append({
                "game": job.game, "number": job.number, "varied": varied, "value": value, **who
            })  # fmt: skip
    return found


def _made_again(
    picture: Picture, width: int, varied: str, value: float, rng: np.random.Generator
) -> Any:
    """Return the picture so wide, and blurred, shaken or dark."""
    picture = small(picture, width)
    match varied:
        case "blur":
            picture = unfocused(picture, value)
        case "motion":
            picture = shaken(picture, round(value), rng)
        case "light":
            picture = grainy(picture, 0.03, rng, gain=value)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _scaled(piece: TruePiece, by: float) -> TruePiece:
    """Return where a piece is in a picture `by` times as large."""
    tags = tuple(replace(tag, corners=(tag.corners + 0.5) * by - 0.5) for tag in piece.tags)
    outline, flat = ((points + 0.5) * by - 0.5 for points in (piece.outline, piece.flat))
    return replace(piece, outline=outline, flat=flat, tags=tags)


def _found(photo: bytes, game: str, pieces: Sequence[TruePiece], so: Any) -> dict[str, Any]:
    """Return the size of each piece that shows a tag, and which readers found it."""
    reading = read_photo(photo, "photo.jpg", game).reading
    marks = mark(pieces, so, reading, game)
    grey = np.asarray(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_GRAYSCALE))
    seen = [set(marks.read), *(hits(pieces, *look(grey)) for look in peers())]
    return {
        "width": grey.shape[1],
        "verdict": reading.verdict,
        "invented": [wrong for wrong in marks.wrong if wrong.endswith("lies not there")],
        "wrong": marks.wrong,
        "pieces": [
            {
                "id": pieces[n].id,
                "px": round(pieces[n].side / MODULES, 2),
                "found": [n in each for each in seen],
            }
            for n in marks.readable
        ],
    }


@cache
def _prints(slug: str, folder: str) -> Prints:
    return Prints.of(slug, Path(folder))


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
    unit, ends = VARIED[varied]
    own = [row for row in rows if row["varied"] == varied]
    lines = [f"| {unit} | photos | pieces | {' | '.join(READERS)} |", "|---|" + "--:|" * 6]
    for low, high in pairwise(ends):
        # Each piece has tags of its own size; blur, motion and light are the whole photo's.
        some = [
            ((row["number"], row["game"], row["value"]), piece["found"])
            for row in own
            for piece in row["pieces"]
            if low <= (piece["px"] if varied == "size" else row["value"]) < high
        ]
        if some:
            photos = len({each[0] for each in some})
            shares = [f"{100 * np.mean([each[1][at] for each in some]):.1f} %" for at in range(4)]
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


def rows(jobs: Sequence[Job], workers: int) -> Iterator[list[dict[str, Any]]]:
    """The photos of each table in turn, made and read by so many processes."""
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
    cli.add_argument("--tables", type=int, default=4, help="a game")
    cli.add_argument("--first", type=int, default=0, help="number of the first table")
    cli.add_argument("--jobs", type=int, default=2)
    cli.add_argument("--json", type=Path, help="append a row a photo to this file")
    cli.add_argument("--prints", type=Path, help="a folder with printed games; made without")
    cli.add_argument("--report", type=Path, help="the page whose tables to make again")
    args = cli.parse_args()
    found: list[dict[str, Any]] = []
    with TemporaryDirectory() as scratch:
        folder = str(args.prints or scratch)
        for game in args.games:
            Prints.of(game, Path(folder))
        jobs = [
            Job(game, args.first + n, folder, tuple(args.varied))
            for n in range(args.tables) for game in args.games
        ]  # fmt: skip
        with progress(len(jobs), "reading photos") as done:
            for photos in rows(jobs, args.jobs):
                found += photos
                if args.json:
                    with args.json.open("a", encoding="utf-8") as out:
                        out.writelines(json.dumps(row) + "\n" for row in photos)
                done()
    which = f"--tables {args.tables} --first {args.first}"
    part = report(found, f"python -m bench.photos.peers {which} --report docs/photos.md")
    print(part)
    if args.report:
        write(part, args.report)


if __name__ == "__main__":
    main()

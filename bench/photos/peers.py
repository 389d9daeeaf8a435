"""Pieces found in generated photos by Rookery and by plain tag detectors, in one run.

    python -m bench.photos.peers --tables 1 --first 7000 --report bench/results/photos.md

The lab photographs a table of each game with 12 megapixels. Each photo is made again: smaller, as
mail and messengers send it; and blurred, shaken or dark at 3 to 4 px a module. All readers get the
same JPEG. The peers are OpenCV's `detectMarkers` with its default parameters, and pyapriltags with
`quad_decimate` 1 and 2 and at most two wrong bits, on the decoded grey picture at full size. A
piece counts as found by them when one of its tags was; only pieces that show a whole tag count.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from vision.scan.pipeline import read_photo  # before NumPy: it asks for one thread of algebra

import cv2  # isort: skip
import numpy as np  # isort: skip
from pyapriltags import Detector  # isort: skip

from bench import pages
from bench.photos.lab import TruePiece, encoded, render, truth
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Floats
from bench.photos.layouts import GAMES, layout
from bench.photos.recall import FULL, MODULES, draw_scene, draw_shot, each_of, mark
from bench.photos.redeveloped import grainy, shaken, small, unfocused

BEGIN, END = "<!-- peers, made by bench.photos.peers -->", "<!-- end of peers -->"
READERS = ("Rookery", "OpenCV", "AprilTag", "AprilTag, decimate 2")
FAMILY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
ARUCO = cv2.aruco.ArucoDetector(FAMILY)
FREE_BITS = 2  # wrong bits with which AprilTag is believed
QUALITY = 80  # of the JPEG that a messenger makes
CLEAR = (3.0, 4.0)  # px a module where something else than size is varied
# what is varied: its unit and the limits of its ranges
VARIED: Mapping[str, tuple[str, tuple[float, ...]]] = {
    "size": ("px a module", (1.3, 1.5, 1.75, 2.0, 2.2, 2.5, 3.0, 4.0, 6.0)),
    "blur": ("px of blur, sigma", (0.5, 1.0, 1.5, 2.0)),
    "motion": ("px of motion", (2, 4, 6, 8)),
    "light": ("of full light", (0.12, 0.18, 0.25, 0.5)),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One photo; px a module of each piece that shows a tag, and which readers found it."""

    table: tuple[str, int]
    varied: str
    value: float
    invented: int  # by Rookery
    pieces: tuple[tuple[float, tuple[bool, ...]], ...]


def run(number: int, game: str, folder: Path) -> list[Row]:
    """Photograph a game's table of a number, and read each photo made of it."""
    table = layout(draw_shot(game, number))
    scene, _ = draw_scene(table, number, hardness=0, small=0)
    scene, prints = replace(scene, quality=95), Prints.of(game, folder)
    picture = np.asarray(render(table, prints, scene, number), np.float32)
    pieces = truth(table, prints, scene, number)
    module = float(np.median([piece.side for piece in pieces if piece.readable])) / MODULES
    rng = np.random.default_rng([number, *game.encode()])
    rows = []
    for varied, (_, ends) in VARIED.items():
        for low, high in pairwise(ends):
            value = rng.uniform(low, high)
            px = value if varied == "size" else rng.uniform(*CLEAR)
            width = round(FULL[0] * min(1.0, px / module))

            def scaled(points: Floats, by: float = width / FULL[0]) -> Floats:
                return (points + 0.5) * by - 0.5

            again = small(picture, width)
            if varied == "blur":
                again = unfocused(again, value)
            elif varied == "motion":
                again = shaken(again, round(value), rng)
            elif varied == "light":
                again = grainy(again, 0.03, rng, gain=value)
            photo = encoded(np.asarray(np.clip(again, 0, 255), np.uint8), QUALITY)
            there = []  # where each piece is in the smaller picture
            for piece in pieces:
                tags = tuple(replace(tag, corners=scaled(tag.corners)) for tag in piece.tags)
                outline, flat = scaled(piece.outline), scaled(piece.flat)
                there.append(replace(piece, outline=outline, flat=flat, tags=tags))
            marks = mark(there, table["truth"], read_photo(photo, "photo.jpg", game).reading, game)
            readers = [set(marks.read), *detected(photo, there)]
            sizes = tuple(
                (round(there[n].side / MODULES, 2), tuple(n in each for each in readers))
                for n in marks.readable
            )
            invented = sum(wrong.endswith("isn't there") for wrong in marks.wrong)
            rows.append(Row((game, number), varied, value, invented, sizes))
    return rows


def detected(photo: bytes, pieces: Sequence[TruePiece]) -> list[set[int]]:
    """Return the numbers of the pieces that OpenCV and AprilTag detect, undecimated and by two."""
    grey = np.asarray(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_GRAYSCALE))
    numbers = [hits(pieces, aruco_tags(grey))]
    for decimate in (1.0, 2.0):
        tags = [hit for hit in _apriltag(decimate).detect(grey) if hit.hamming <= FREE_BITS]
        numbers.append(hits(pieces, [(hit.tag_id, hit.center) for hit in tags]))
    return numbers


def aruco_tags(picture: Any) -> list[tuple[int, Floats]]:
    """Return the id and the middle (px) of each tag that OpenCV detects by default."""
    quads, ids, _ = ARUCO.detectMarkers(picture)
    middles = np.reshape(quads, (-1, 4, 2)).mean(1)
    return [*zip(np.ravel(() if ids is None else ids).tolist(), middles, strict=True)]


@cache
def _apriltag(decimate: float) -> Any:
    return Detector(families="tag36h11", nthreads=1, quad_decimate=decimate)


def hits(pieces: Sequence[TruePiece], tags: Sequence[tuple[int, Any]]) -> set[int]:
    """Return the numbers of the pieces that have one of these tags (id, middle in px) in place."""
    return {
        n
        for n, piece in enumerate(pieces)
        for tag in piece.tags
        for name, middle in tags
        if name == tag.id and np.linalg.norm(tag.corners.mean(0) - middle) < tag.side / 2
    }


def report(rows: Sequence[Row], command: str) -> str:
    """Return the part of bench/results/photos.md between the marks."""
    invented = sum(row.invented for row in rows)
    made = f"{len(rows)} generated photos, {invented} pieces invented by Rookery"
    head = f"{pages.where()}, OpenCV {cv2.__version__}: {made}. Made by\n\n    {command}"
    parts = [head]
    for varied, (unit, ends) in VARIED.items():
        lines = []
        for low, high in pairwise(ends):
            # Each piece has tags of its own size; blur, motion and light are the whole photo's.
            pieces = [
                ((row.table, row.value), readers)
                for row in rows
                if row.varied == varied
                for px, readers in row.pieces
                if low <= (px if varied == "size" else row.value) < high
            ]
            if pieces:
                photos = len({photo for photo, _ in pieces})
                shares = 100 * np.mean([readers for _, readers in pieces], 0)
                cells = [f"{low:g} to {high:g}", str(photos), str(len(pieces))]
                lines.append(cells + [f"{share:.1f} %" for share in shares])
        parts.append(pages.table((unit, "photos", "pieces", *READERS), lines, right=True))
    return "\n" + "\n\n".join(parts) + "\n"


def main() -> None:
    """Photograph, read, report."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("--tables", type=int, default=4, help="a game")
    cli.add_argument("--first", type=int, default=0, help="number of the first table")
    cli.add_argument("--jobs", type=int, default=2)
    cli.add_argument("--report", type=Path, help="the page whose tables to make again")
    args = cli.parse_args()
    jobs = [*product(range(args.first, args.first + args.tables), GAMES)]
    with TemporaryDirectory() as folder:
        for game in GAMES:
            Prints.of(game, Path(folder))
        work = partial(run, folder=Path(folder))
        rows = [row for some in each_of(jobs, work, args.jobs) for row in some]
    which = f"--tables {args.tables} --first {args.first}"
    part = report(rows, f"python -m bench.photos.peers {which} --report bench/results/photos.md")
    print(part)
    if args.report:
        pages.put(part, args.report, BEGIN, END)


if __name__ == "__main__":
    main()

"""Recall: how much of generated photos is read, by what was hard about them; and nothing wrong as
sure.

    python -m bench.photos.recall giza rocks --photos 200 --jobs 2 --json recall.jsonl --wrong
    FOLDER python -m bench.photos.recall --photos 100 --report docs/photos.md

Each photo is drawn from the seed and its number alone, so one that was read wrongly can be made
again:

    python -m bench.photos.recall giza --first 137 --photos 1 --wrong FOLDER --keep
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2

from bench.photos.lab import Prints, TruePiece, take, truth
from bench.photos.layouts import GAMES, layout
from bench.photos.recall_draw import draw_scene, draw_shot
from bench.photos.recall_marks import Marks, mark
from bench.photos.recall_report import write
from printables.output.progress import progress
from vision.games import rows as known_rows
from vision.scan.pipeline import read_photo

MODULES = 8  # a tag's black square


@dataclass(frozen=True, slots=True)
class Job:
    """One photo to make and to read: `folder` has the prints; what is wrong, or all with `keep`,
    goes to `wrong`.
    """

    game: str
    seed: int
    hardness: float
    small: float
    folder: str
    wrong: str | None
    keep: bool = False


def run(job: Job) -> dict[str, Any]:
    """Make the photo, read it, and mark the reading: a line of the table, ready for JSON."""
    cv2.setNumThreads(1)
    table = layout(draw_shot(job.game, job.seed))
    scene, hard = draw_scene(table, job.seed, job.hardness, job.small)
    prints = _prints(job.game, job.folder)
    photo = take(table, prints, scene, job.seed)
    pieces = truth(table, prints, scene, job.seed)
    start = time.perf_counter()
    try:
        reading = read_photo(photo, f"{job.game}-{job.seed}.jpg").reading
        seconds = time.perf_counter() - start
        marks = mark(pieces, table["truth"], reading, job.game)
        verdict, asked = str(reading.verdict), [item.text for item in reading.unsure]
    except Exception as error:  # noqa: BLE001 - a crash is a finding, not the end of the run
        seconds, verdict, asked = time.perf_counter() - start, "crash", []
        where = traceback.extract_tb(error.__traceback__)[-1]
        marks = Marks(
            (),
            (),
            (f"crash: {error!r} in {where.name}, {Path(where.filename).name}:{where.lineno}",),
            (),
        )
    if marks.wrong or job.keep:
        _keep(job, photo, marks.wrong)
    return {
        "game": job.game,
        "seed": job.seed,
        "hard": hard,
        "scene": asdict(scene),
        "seconds": round(seconds, 3),
        "verdict": verdict,
        "unsure": asked,
        "wrong": marks.wrong,
        "missing": marks.missing,
        "whole": marks.whole,
        "pieces": [_seen(pieces[n], read=n in marks.read) for n in marks.readable],
    }


def _seen(piece: TruePiece, *, read: bool) -> dict[str, Any]:
    """A piece that shows a whole tag: how many px a module of it has, and whether it was read."""
    return {"id": piece.id, "px": round(piece.side / MODULES, 2), "read": read}


@cache
def _prints(slug: str, folder: str) -> Prints:
    return Prints.of(slug, Path(folder))


def _keep(job: Job, photo: bytes, wrong: Sequence[str]) -> None:
    if job.wrong is None:
        return
    out = Path(job.wrong) / f"{job.game}-{job.seed}.jpg"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(photo)
    out.with_suffix(".txt").write_text("\n".join(wrong) + "\n", "utf-8")


def rows(jobs: list[Job], workers: int) -> Iterator[dict[str, Any]]:
    """All photos in order, made and read by so many processes."""
    if workers == 1:
        yield from map(run, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(run, jobs, chunksize=2)


def main() -> None:
    """Photograph, read, report."""
    args = _arguments()
    with TemporaryDirectory() as scratch:
        folder = str(args.prints or scratch)
        games = args.games or [row.game for row in known_rows()]
        for slug in games:
            Prints.of(slug, Path(folder))
        wrong = str(args.wrong) if args.wrong else None
        jobs = [
            Job(slug, args.first + n, args.hardness, args.small, folder, wrong, args.keep)
            for slug in games for n in range(args.photos)
        ]  # fmt: skip
        found = []
        with progress(len(jobs), "reading photos") as done:
            for row in rows(jobs, args.jobs):
                found.append(row)
                if args.json:
                    with args.json.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(row) + "\n")
                done()
    print(_summary(found))
    if args.report:
        write(found, args.report)
    sys.exit(1 if any(row["wrong"] for row in found) else 0)


def _summary(found: list[dict[str, Any]]) -> str:
    lines = []
    for slug in dict.fromkeys(row["game"] for row in found):
        own = [row for row in found if row["game"] == slug]
        pieces = [piece["read"] for row in own for piece in row["pieces"]]
        wrong = sum(bool(row["wrong"]) for row in own)
        whole = sum(row["whole"] for row in own)
        lines.append(
            f"{slug}: {whole}/{len(own)} wholly right, {sum(pieces)}/{len(pieces)} read, {wrong} "
            "wrong as sure"
        )
    return "\n".join(lines)


def _arguments() -> argparse.Namespace:
    cli = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cli.add_argument(
        "games", nargs="*", help=f"of {', '.join(GAMES)}; all that the eye knows by default"
    )
    cli.add_argument("--photos", type=int, default=40, help="a game")
    cli.add_argument("--first", type=int, default=0, help="number of the first photo")
    cli.add_argument(
        "--hardness", type=float, default=0.5, help="share of photos with something hard about them"
    )
    cli.add_argument("--small", type=float, default=0.5, help="share of small pictures")
    cli.add_argument("--jobs", type=int, default=2)
    cli.add_argument("--json", type=Path, help="append a row a photo to this file")
    cli.add_argument("--wrong", type=Path, help="where photos go that were read wrongly")
    cli.add_argument(
        "--report", type=Path, help="the page whose report to make again, docs/photos.md"
    )
    cli.add_argument("--keep", action="store_true", help="keep all photos there")
    cli.add_argument(
        "--prints", type=Path, help="a folder with printed games; printed again without"
    )
    return cli.parse_args()


if __name__ == "__main__":
    main()

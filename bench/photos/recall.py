"""Recall: how much of generated photos is read, by what was hard about them; and nothing wrong as
sure.

    python -m bench.photos.recall --photos 100 --report docs/photos.md

Each photo is drawn from the seed and its number alone, so one that was read wrongly can be made
again:

    python -m bench.photos.recall giza --first 137 --photos 1 --wrong FOLDER --keep
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, product
from math import cos, inf, radians
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import cv2

from bench import pages
from bench.photos.lab import take, truth
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Scene
from bench.photos.layouts import GAMES, layout
from bench.photos.recall_draw import FULL, HARD, MODULES, draw_scene, draw_shot
from bench.photos.recall_marks import Marks, mark
from printables.output.progress import progress
from vision.scan.pipeline import read_photo

BEGIN, END = "<!-- recall, made by `make recall` -->", "<!-- end of recall -->"
WHOLE = (
    "A table counts as *whole* when every piece that shows a tag was read and everything that "
    "should be said of the game was, and nothing else."
)
BY_SIZE = """Photos with nothing hard about them, by the size of their pieces' tags, which are 8
modules wide. A photo counts in each row of which it has pieces."""
SIZES = (0.0, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, inf)  # px a module
DISTANCES = (0, 40, 60, 80, 120)  # cm, of pictures of full size
TILTS = (0, 10, 20, 30, 45)  # degrees
HEAD = ("photos", "whole tables", "pieces read", "wrong as sure")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """One photo; of each piece that shows a whole tag px a module, and whether it was read."""

    game: str
    hard: tuple[str, ...]
    scene: Scene
    wrong: bool
    whole: bool
    pieces: tuple[tuple[float, bool], ...]


def each_of(jobs: Collection[Iterable[Any]], run: Callable[..., T], processes: int) -> list[T]:
    """What `run` makes of each job's arguments, in so many processes of one thread each."""
    with (
        ProcessPoolExecutor(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool,
        progress(len(jobs), "reading photos") as done,
    ):
        made = []
        for one in pool.map(run, *zip(*jobs, strict=True), chunksize=2):
            made.append(one)
            done()
    return made


def run(game: str, number: int, *, folder: Path, wrong: Path | None, keep: bool) -> Row:
    """Make a game's photo of a number, read it, and mark the reading.

    `folder` has the prints; what is wrong, or all with `keep`, goes to `wrong`.
    """
    table = layout(draw_shot(game, number))
    scene, hard = draw_scene(table, number)
    prints = Prints.of(game, folder)
    photo, pieces = take(table, prints, scene, number), truth(table, prints, scene, number)
    name = f"{game}-{number}.jpg"
    try:
        marks = mark(pieces, table["truth"], read_photo(photo, name).reading, game)
    except Exception as error:  # noqa: BLE001 - a crash is a finding, not the end of the run
        marks = Marks((), (), (f"crash: {error!r}",), ())
    if wrong and (marks.wrong or keep):
        wrong.mkdir(parents=True, exist_ok=True)
        (wrong / name).write_bytes(photo)
        text = "\n".join(marks.wrong) + "\n"
        (wrong / name).with_suffix(".txt").write_text(text, "utf-8")
    read = tuple((round(pieces[n].side / MODULES, 2), n in marks.read) for n in marks.readable)
    return Row(game, hard, scene, bool(marks.wrong), marks.whole, read)


def report(rows: Sequence[Row]) -> str:
    """Return the part of docs/photos.md between the marks."""
    easy = [row for row in rows if not row.hard]
    full = [row for row in easy if row.scene.size == FULL]
    straight = [row for row in rows if {*row.hard} <= {"steep"}]
    games = {}
    for game in dict.fromkeys(row.game for row in rows):
        games[game] = [row for row in easy if row.game == game]
        games[f"{game}, hard"] = [row for row in rows if row.game == game and row.hard]
    hardships = {name: [row for row in rows if name in row.hard] for name in HARD}
    sizes = {}  # photos that have pieces of each size, with these alone
    for low, high in pairwise(SIZES):
        name = f"{low:g} to {high:g}" if high < inf else f"{low:g} and more"
        within = [tuple(each for each in row.pieces if low <= each[0] < high) for row in easy]
        pairs = zip(easy, within, strict=True)
        sizes[name] = [replace(row, pieces=some) for row, some in pairs if some]
    far = [row.scene.height / cos(radians(row.scene.tilt)) / 10 for row in full]
    distances = {
        f"{low:g} to {high:g} cm": [
            row for row, cm in zip(full, far, strict=True) if low <= cm < high
        ]
        for low, high in pairwise(DISTANCES)
    }
    tilts = {
        f"{low:g} to {high:g} °": [row for row in straight if low <= row.scene.tilt < high]
        for low, high in pairwise(TILTS)
    }
    wrong = sum(row.wrong for row in rows)
    made = f"{pages.where()}: {len(rows)} generated photographs, {wrong} with anything wrong"
    parts = (
        f"{made} as sure. {WHOLE}",
        _table("game", games),
        _table("hard", {"nothing": easy, **hardships}),
        BY_SIZE,
        _table("px a module", sizes),
        "Those of them with 12 MP, by the distance from the lens to the middle of the table:",
        _table("distance", distances),
        "Photos with nothing hard about them but the tilt, measured from straight down:",
        _table("tilt", tilts),
    )
    return "\n" + "\n\n".join(parts) + "\n"


def _table(head: str, groups: Mapping[str, Sequence[Row]]) -> str:
    lines = []
    for name, rows in groups.items():
        if rows:
            pieces = [read for row in rows for _, read in row.pieces]
            whole = 100 * sum(row.whole for row in rows) / len(rows)
            cells = [f"{whole:.1f} %", f"{100 * sum(pieces) / max(1, len(pieces)):.1f} %"]
            lines.append([name, str(len(rows)), *cells, str(sum(row.wrong for row in rows))])
    return pages.table((head, *HEAD), lines, right=True)


def main() -> None:
    """Photograph, read, report."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("games", nargs="*", default=GAMES, help="all by default")
    cli.add_argument("--photos", type=int, default=40, help="a game")
    cli.add_argument("--first", type=int, default=0, help="number of the first photo")
    cli.add_argument("--jobs", type=int, default=2)
    cli.add_argument("--wrong", type=Path, help="where photos go that were read wrongly")
    cli.add_argument("--keep", action="store_true", help="keep all photos there")
    cli.add_argument("--report", type=Path, help="the page whose tables to make again")
    args = cli.parse_args()
    jobs = [*product(args.games, range(args.first, args.first + args.photos))]
    with TemporaryDirectory() as folder:
        for slug in args.games:
            Prints.of(slug, Path(folder))
        work = partial(run, folder=Path(folder), wrong=args.wrong, keep=args.keep)
        rows = each_of(jobs, work, args.jobs)
    print(report(rows))
    if args.report:
        pages.put(report(rows), args.report, BEGIN, END)
    sys.exit(any(row.wrong for row in rows))


if __name__ == "__main__":
    main()

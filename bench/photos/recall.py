"""How much of generated photos is read, by what was hard about them; nothing may be wrong as sure.

    python -m bench.photos.recall --photos 100 --report bench/results/photos.md

Each photo follows from its game and number alone, so one that was read wrongly can be made again:

    python -m bench.photos.recall giza --first 137 --photos 1 --wrong FOLDER --keep

Tables and circumstances are drawn by lot (`draw_shot`, `draw_scene`), and a reading is compared
with what lies there (`mark`). A piece is wrong as sure if it is reported as read by its tags and
none of its kind lies there, a statement about the game (`tests.vision.truths`) if it is made and
untrue.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise, product
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import cv2
import numpy as np

from bench import pages
from bench.photos.lab import TruePiece, take, truth
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Floats, Layout, Rng, Scene, Table
from bench.photos.layouts import GAMES, layout
from companion.tags import TagId
from printables.output.progress import progress
from tests.vision.truths import statements
from vision.games import row as game_row
from vision.games.reading import Reading
from vision.scan.pipeline import read_photo, standard
from vision.table.layout import Laid

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
TABLES: tuple[Table, ...] = ("wood", "plain", "dark", "checked", "green")
HARD: Mapping[str, Callable[[Rng], dict[str, Any]]] = {  # what each hardship changes in a scene
    "finger": lambda rng: {"fingers": int(rng.integers(1, 3))},
    "glare": lambda rng: {
        "sleeve": True,
        "glare": rng.uniform(0.3, 1.5),
        "lamp": rng.uniform(4, 14),
    },
    "evening": lambda rng: {
        "light": rng.uniform(0.15, 0.5),
        "noise": rng.uniform(0.015, 0.035),
        "warmth": rng.uniform(0.3, 1.0),
    },
    "motion": lambda rng: {"motion": rng.uniform(1.5, 7)},
    "defocus": lambda rng: {"defocus": rng.uniform(0.8, 3)},
    "sleeve": lambda _rng: {"sleeve": True},
    "grey": lambda _rng: {"grey": True},
    "faded": lambda rng: {"ink": rng.uniform(0.35, 0.8)},
    "miscut": lambda _rng: {"miscut": 1.5},
    "steep": lambda rng: {"tilt": rng.uniform(28, 42)},
    "cut": lambda rng: {"aside": _way(rng)},
}
LENS = 26 / 36  # focal length of a phone by the picture's width
SHAPE = 3 / 4
FULL, SMALL = (4032, 3024), (2016, 1512)  # px
TAG, MODULES = 12.0, 8  # the smallest tag, mm, and what it is divided into
BESIDE = 0.6  # of the camera's height: a bit less than half of what it sees across
COARSEST = 2.2  # px a module that a small picture may have
REACHES = {  # about how far a piece reaches from its middle, mm, by the start of its id
    ("board.",): 130.0,
    ("board",): 115.0,
    ("tally",): 150.0,
    ("tile",): 75.0,
    ("tracker",): 100.0,
    ("rock", "token", "wave", "fish", "anchor", "crab", "ship"): 15.0,
    ("",): 50.0,
}
NEAR, NEARLY = 0.2, 12.0  # share of a piece's diagonal, and px, by which a report may be off
PANEL = re.compile(r"\.\d+$")  # the number of a board's panel, in its id
T = TypeVar("T")


def draw_shot(slug: str, seed: int) -> dict[str, Any]:
    """Return a shot of a game for `bench.photos.layouts`: how far it was played, and by how many.

    Giza's pyramids are finished, or lack a card inside: without its edge nobody knows where one
    stood. Solitaire's games don't end at once, as too much would be left for the mat.
    """
    rng, shot = np.random.default_rng([seed, 11]), dict[str, Any]()
    match slug:
        case "giza":
            both = rng.random() < 0.2
            shot |= {"rounds": 10, "seats": [0, 1] if both else [0], "lean": [0, 0]}
            shot["tokens"] = rng.choice([0, 0, 0, 1, 2])
            shot["goals"] = 0 if both else rng.choice([0, 0, 3])
            shot["spoil"] = rng.choice(["", "", "overload", "gap"])
            shot["loose"] = rng.choice([0, 0, 1])
        case "rocks":
            players = int(rng.integers(2, 5))
            shot |= {"players": players, "moves": rng.integers(20, 130 * players)}
            shot["gap"] = rng.uniform(0.1, 1.5)
        case "combust":
            players = int(rng.integers(3, 5))
            shot |= {"players": players, "turns": rng.integers(2, 9 if players == 3 else 12)}
            shot["style"] = rng.choice(["apart", "fan"])
        case "solitaire":
            hops, what = int(rng.integers(0, 24)), rng.choice(["tokens", "plastic"])
            stage = rng.choice(["running", "running", "running", "tally"])
            shot |= {"hops": max(hops, 12) if stage == "tally" else hops, "what": what}
            shot |= {"stage": stage, "clear": bool(rng.random() < 0.2)}
        case "pirates":
            shot |= {"moves": rng.integers(5, 70), "players": rng.integers(3, 5)}
            shot["crew"] = bool(rng.random() < 0.6)
    row = {"game": slug, "seed": seed, "name": f"{slug} {seed}", "lean": 0}
    return row | {
        name: value.item() if hasattr(value, "item") else value for name, value in shot.items()
    }


def draw_scene(
    layout: Layout, seed: int, hardness: float = 0.5, small: float = 0.5, coarsest: float = COARSEST
) -> tuple[Scene, tuple[str, ...]]:
    """Return a photo's circumstances and what is hard about them, in a share `hardness` of photos.

    The camera hangs so high that the table fills 60 to 100 % of the picture, but not below 30 cm. A
    share `small` of pictures is as messengers make them, if that leaves `coarsest` px a module of a
    tag. What is cut lies up to half a picture's width beside its middle.
    """
    rng, hard = np.random.default_rng([seed, 12]), tuple[str, ...]()
    if rng.random() < hardness:
        picked = rng.choice(len(HARD), 2 if rng.random() < 0.3 else 1, replace=False)
        hard = tuple([*HARD][n] for n in sorted(picked))
    scene = Scene(
        tilt=rng.uniform(0, 28),
        turn=rng.choice([0.0, 90.0, 180.0, 270.0]) + rng.uniform(-30, 30),
        roll=rng.uniform(-8, 8),
        table=TABLES[int(rng.integers(len(TABLES)))],
        distortion=rng.uniform(-0.06, 0.04),
        light=rng.uniform(0.75, 1.05),
        warmth=rng.uniform(-0.2, 0.4),
        gradient=rng.uniform(0, 0.35),
        light_from=rng.uniform(0, 360),
        elevation=rng.uniform(35, 80),
        lamp=rng.uniform(2, 15),
        curl=rng.uniform(0, 1.8),
        noise=rng.uniform(0.004, 0.012),
        miscut=float(rng.choice([0.0, 0.5])),
        sharpen=rng.uniform(0.2, 0.8),
        balance=(rng.uniform(0.94, 1.06), 1.0, rng.uniform(0.94, 1.06)),
        quality=int(rng.integers(70, 95)),
    )
    for name in hard:
        scene = replace(scene, **HARD[name](rng))
    height = max(300.0, _lowest(layout, scene)) * rng.uniform(1.0, 1.35)
    module = SMALL[0] * LENS / (height / np.cos(np.radians(scene.tilt))) * TAG / MODULES
    size = SMALL if rng.random() < small and module > coarsest else FULL
    aside = scene.aside[0] * height * BESIDE, scene.aside[1] * height * BESIDE
    return replace(scene, height=float(height), size=size, aside=aside), hard


def _way(rng: Rng) -> tuple[float, float]:
    turn, share = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1)
    return float(share * np.cos(turn)), float(share * np.sin(turn))


def _lowest(layout: Layout, scene: Scene) -> float:
    """Return the camera's height, mm, at which the table just fits into the picture."""
    places, reach = [], []
    for piece in layout["pieces"]:
        places.append((piece["x"], piece["y"]))
        reach.append(next(far for start, far in REACHES.items() if piece["id"].startswith(start)))
    away = np.array(places) - np.array(layout["centre"])
    turn = np.radians(scene.turn + scene.roll)
    right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    half = np.array([(np.abs(away @ way) + reach).max() for way in (right, up)])
    tilt = np.radians(scene.tilt)
    # things towards the camera look larger: at `up` mm they are up * sin(tilt) nearer
    needed = half / (np.array([0.5, 0.5 * SHAPE]) / LENS) + half[1] * np.sin(tilt)
    return float(needed.max() * np.cos(tilt))


@dataclass(frozen=True, slots=True)
class Marks:
    """A marked reading: the numbers of true pieces that show a whole tag (`readable`) and of those
    `read`, perhaps by half a tag or a card's art; untrue statements; and missing ones.
    """

    readable: tuple[int, ...]
    read: tuple[int, ...]
    wrong: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether all that shows was read and stated, and nothing else."""
        return not self.wrong and not self.missing and set(self.readable) <= set(self.read)


def mark(
    pieces: Sequence[TruePiece], truth: Mapping[str, Any], reading: Reading, game: str
) -> Marks:
    """Compare a reading with the pieces that lie there, and with the layout's truth."""
    read: set[int] = set()
    wrong = []
    for laid in reading.pieces:
        true = _true(pieces, laid, read, game)
        read.update(true)
        if not true and laid.source != "inferred":
            middle = np.array(laid.outline).mean(0).round().tolist()
            what = f"{laid.id} {laid.face} ({laid.source}, {laid.confidence:.2f})"
            wrong.append(f"{what} at px {middle} isn't there")
    made = statements(reading, truth, game)
    wrong += [f"{each.name}: {each.said}, is {each.true}" for each in made if each.wrong]
    missing = tuple(f"{each.name}: {each.true}" for each in made if each.missing)
    readable = tuple(n for n, piece in enumerate(pieces) if piece.readable)
    return Marks(readable, tuple(sorted(read)), tuple(wrong), missing)


@cache
def _tags_of(game: str) -> Mapping[tuple[str, str], tuple[TagId, ...]]:
    """Return the tags on each face of a game's pieces; faces with the same ones look alike."""
    return {
        (piece.id, face): tuple(tag.id for tag in tags)
        for piece in game_row(game).printed(standard(game))
        for face, tags in piece.faces.items()
    }


def _true(pieces: Sequence[TruePiece], laid: Laid, taken: set[int], game: str) -> set[int]:
    """Return the true piece that is reported; of a board in panels, all of them."""
    tags, outline = _tags_of(game), np.array(laid.outline)
    mine, middle = tags.get((laid.id, laid.face), laid.id), outline.mean(0)
    close = max(NEARLY, NEAR * float(np.linalg.norm(outline[2] - outline[0])))

    def off(points: Floats) -> float:
        return float(np.linalg.norm(middle - points.mean(0)))

    names = [PANEL.sub("", piece.id) for piece in pieces]
    alike = [
        n
        for n, (name, piece) in enumerate(zip(names, pieces, strict=True))
        if piece.face == laid.face and tags.get((name, piece.face), name) == mine
    ]
    if any(pieces[n].id != names[n] for n in alike):  # panels
        whole = np.array([pieces[n].outline.mean(0) for n in alike])
        return set(alike) if off(whole) <= close else set()
    near = {
        n: off(pieces[n].outline)
        for n in alike
        if n not in taken and min(off(pieces[n].outline), off(pieces[n].flat)) <= close
    }
    return {min(near, key=near.__getitem__)} if near else set()


@dataclass(frozen=True, slots=True)
class Row:
    """One photo; px a module of each piece that shows a whole tag, and whether it was read."""

    game: str
    hard: tuple[str, ...]
    scene: Scene
    wrong: bool
    whole: bool
    pieces: tuple[tuple[float, bool], ...]


def each_of(jobs: Collection[Iterable[Any]], run: Callable[..., T], processes: int) -> list[T]:
    """Return what `run` makes of each job's arguments, in processes of one thread each."""
    with (
        ProcessPoolExecutor(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool,
        progress(len(jobs), "reading photos") as done,
    ):
        results = []
        for result in pool.map(run, *zip(*jobs, strict=True), chunksize=2):
            results.append(result)
            done()
    return results


def run(game: str, number: int, *, folder: Path, wrong: Path | None, keep: bool) -> Row:
    """Make a game's photo of a number, and read and mark it; `folder` has the prints."""
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
    """Return the part of bench/results/photos.md between the marks."""
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
    distances = _ranges(full, DISTANCES, "cm", lambda row: row.scene.distance / 10)
    tilts = _ranges(straight, TILTS, "°", lambda row: row.scene.tilt)
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


def _ranges(
    rows: Sequence[Row], ends: Sequence[float], unit: str, value: Callable[[Row], float]
) -> dict[str, list[Row]]:
    return {
        f"{low:g} to {high:g} {unit}": [row for row in rows if low <= value(row) < high]
        for low, high in pairwise(ends)
    }


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

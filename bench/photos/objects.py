"""Objects: one thing over one piece of a table that is easy to read otherwise, and the same photo
without it.

    python -m bench.photos.objects giza combust --photos 20 --first 800000 --folder FOLDER

What the object hides may never be stated as sure; the same photo without it must be read wholly,
and surely. All else is drawn by the number of the pair: the table top (two more than `recall` has:
a cloth as white as paper, and an oilcloth with a real photograph), the object, full, low or mono
ink, and whose deck it is. "own" differs from the standard deck in a single number, which turns all
second tags. Solitaire's plastic pyramids, which have no tags, are counted as a game by themselves.
Photos are kept in FOLDER and made only once; rows are written to FOLDER/rows.jsonl as they come.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import product, repeat
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import cv2
import numpy as np

from bench.photos.lab import Prints, Scene, Table, TruePiece, take, truth
from bench.photos.lab_objects import KINDS
from bench.photos.layouts import GAMES, layout
from bench.photos.recall_draw import draw_scene, draw_shot
from bench.photos.recall_marks import mark
from companion.deckfile import deck_text, load_deck
from companion.game import game as find_game
from companion.giza.deck import standard as giza_deck
from companion.giza.pyramid import WIDTHS, Pyramid
from rookery.drawing import albums
from vision.evidence.album import INKS, Ink
from vision.games.reading import Reading
from vision.scan.pipeline import read_photo

Whose: TypeAlias = Literal["standard", "own"]

NOTHING = "nothing"
PRINTS = tuple((whose, ink) for ink in INKS for whose in get_args(Whose))
FINE = 3.0  # px a module, which docs/photos.md promises to read
RUN = 10  # pairs in a row of the same prints: cutting them out of the PDF takes longest
TOPS: tuple[Table, ...] = get_args(Table)
# of your own deck: what the tables of this bench can do without
CHANGES = {
    "giza": ("count = 10", "count = 11"),
    "combust": ("copies = 8", "copies = 9"),
    "rocks": ("rounds = 40", "rounds = 41"),
    "pirates": ("storm = 5", "storm = 6"),
    "solitaire": ("longest = 300", "longest = 301"),
}


def run(game: str, seed: int, folder: Path) -> list[dict[str, Any]]:
    """Both photos of a seed, each made, read and marked."""
    cv2.setNumThreads(1)
    table = draw_table(game, seed)
    scene, _ = draw_scene(table, seed, hardness=0, small=0.8, coarsest=FINE)
    rng = np.random.default_rng([seed, *game.encode()])
    top = TOPS[int(rng.integers(len(TOPS)))]
    kind = list(KINDS)[int(rng.integers(len(KINDS)))]
    whose, ink = PRINTS[seed // RUN % len(PRINTS)]
    there = folder / f"{whose}-{ink}"
    return [
        {"seed": seed, "ink": ink, "deck": whose}
        | _row(game, seed, table, replace(scene, table=top, object=what), there)
        for what in ("", kind)
    ]


def draw_table(game: str, seed: int) -> dict[str, Any]:
    """A table by lot; giza's half of the time with a pyramid that has its whole base and is still
    being built; no see-through plastic, which is never easy to read; no ship on another.
    """
    shot = {**draw_shot(game, seed), "spoil": "", "clear": False}
    if game == "pirates":
        return next(
            table
            for moves in range(shot["moves"], -1, -1)
            if not _on_each_other((table := layout({**shot, "moves": moves}))["truth"])
        )
    rounds = range(6, 10) if game == "giza" and seed % 2 else ()
    tables = (layout({**shot, "rounds": number}) for number in rounds)
    unfinished = (
        table
        for table in tables
        if all(_whole_base(lies["pyramid"]) for lies in table["truth"]["pyramids"])
    )
    return next(unfinished, None) or layout(shot)


def _on_each_other(truth: Mapping[str, Any]) -> bool:
    """Whether the pirates have caught the penguins' ship: one lies on the other's tag."""
    return bool(truth["pirate"]) and truth["pirate"]["hex"] == truth["ship"]["hex"]


def _whole_base(pyramid: str) -> bool:
    lies = Pyramid.parse(pyramid, giza_deck())
    return all(lies.at((0, place)) for place in range(WIDTHS[0]))


def _row(
    game: str, seed: int, table: Mapping[str, Any], scene: Scene, folder: Path
) -> dict[str, Any]:
    """One photo, made where it is not there yet, read and marked."""
    prints, what = _prints(game, folder), scene.object or NOTHING
    file = folder / f"{game}-{seed}-{what}.jpg"
    if not file.exists():
        file.write_bytes(take(table, prints, scene, seed))
    pieces = truth(table, prints, scene, seed)
    slug, deck = _deck(game, folder)
    reading = read_photo(file.read_bytes(), file.name, slug, deck, albums=albums(None)).reading
    marks = mark(pieces, table["truth"], reading, game)
    wrong = [*marks.wrong, *unfounded(reading, table["truth"], pieces)]
    return {
        "file": file.name,
        "game": "plastic" if table["truth"].get("what") == "plastic" else game,
        "object": what,
        "table": scene.table,
        "verdict": reading.verdict,
        "wrong": wrong,
        "missing": marks.missing,
        "unsure": reading.verdict == "unsure" or bool(marks.missing),
        "doubts": [item.text for item in reading.doubts],
        "right": not (wrong or marks.missing) and reading.verdict != "unsure",
    }


def unfounded(
    reading: Reading, table: Mapping[str, Any], pieces: Sequence[TruePiece]
) -> Iterator[str]:
    """What is stated of a pyramid one of whose cards is hidden: nobody can know that, also where it
    happens to be so.

    A card that shows half of a tag may be read all the same, and a pyramid that asks for its top
    can be legal whatever lies there.
    """
    for lies in table.get("pyramids", ()):
        cards = {
            placed.penguin.id for _, placed in Pyramid.parse(lies["pyramid"], giza_deck()).placed()
        }
        hidden = cards & {piece.id for piece in pieces if max(tag.seen for tag in piece.tags) < 0.3}
        if (
            hidden - {piece.id for piece in reading.pieces}
            and reading.verdict == "legal"
            and not reading.unsure
        ):
            yield f"legal, though {', '.join(sorted(hidden))} is hidden"
        so = {fault[0] for fault in lies["violations"]}
        yield from (
            f"{broken.rule} is not broken" for broken in reading.violations if broken.rule not in so
        )


@cache
def _prints(game: str, folder: Path) -> Prints:
    """The prints of a folder, which is named after the deck and its ink."""
    whose, ink = folder.name.split("-")
    own = _own(game, folder)
    if whose == "own":
        text, _ = deck_text(find_game(game), None)
        own.write_text(text.replace(*CHANGES[game], 1), "utf-8")
    found: Ink = next(each for each in INKS if each == ink)
    return Prints.of(game, folder, deck_file=str(own) if whose == "own" else None, ink=found)


@cache
def _deck(game: str, folder: Path) -> tuple[str | None, Any]:
    """The game and the deck in the folder; neither where it is the standard one."""
    own = _own(game, folder)
    return (game, load_deck(find_game(game), str(own))) if own.exists() else (None, None)


def _own(game: str, folder: Path) -> Path:
    return folder / f"{game}.toml"


def summary(rows: Sequence[Mapping[str, Any]]) -> str:
    """Wrong as sure, unsure, and sure and right: by game with an object and without, then by what
    lies there, and clear photos by table top, and by deck and ink.

    On an oilcloth with a photograph nothing proves that a place is bare: it counts by itself.
    """
    clear = [row for row in rows if row["object"] == NOTHING]
    told = [row for row in clear if row["table"] != "photo"]
    covered = [row for row in rows if row["object"] != NOTHING]
    head = f"{'':24} photos  wrong as sure  unsure  sure and right"
    parts: tuple[tuple[str, Sequence[Mapping[str, Any]], Callable[[Mapping[str, Any]], str]], ...]
    parts = (
        ("with an object", covered, lambda row: str(row["game"])),
        ("clear", told, lambda row: str(row["game"])),
        ("with", covered, lambda row: str(row["object"])),
        ("clear on", clear, lambda row: str(row["table"])),
        ("clear, deck and ink", told, lambda row: f"{row['deck']} {row['ink']}"),
    )
    return "\n".join(
        line
        for title, some, by in parts
        for line in (f"{title:24}{head[24:]}", *_counted(some, by), "")
    )


def _counted(
    rows: Sequence[Mapping[str, Any]], by: Callable[[Mapping[str, Any]], str]
) -> Iterator[str]:
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        counts.setdefault(by(row), Counter()).update(
            photos=1,
            wrong=bool(row["wrong"]),
            unsure=row["unsure"],
            right=row["right"],
        )
    for name, n in sorted(counts.items()):
        share = f"{100 * n['right'] / n['photos']:.1f} %"
        yield (
            f"{name:24} {n['photos']:6} {n['wrong']:14} {n['unsure']:7} {n['right']:6} {share:>8}"
        )


def main() -> None:
    """Photograph, read, print the table."""
    cli = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cli.add_argument("games", nargs="*", default=GAMES, help="all games by default")
    cli.add_argument("--photos", type=int, default=20, help="pairs a game")
    cli.add_argument("--first", type=int, default=0, help="number of the first pair")
    cli.add_argument("--jobs", type=int, default=1)
    cli.add_argument("--folder", type=Path, required=True, help="where prints and photos are kept")
    args = cli.parse_args()
    for whose, ink in PRINTS:
        (args.folder / f"{whose}-{ink}").mkdir(parents=True, exist_ok=True)
        for game in args.games:
            _prints(game, args.folder / f"{whose}-{ink}")
    seeds = range(args.first, args.first + args.photos)
    jobs = sorted(product(seeds, args.games), key=lambda job: (job[0] // RUN, job[1]))
    found = []
    with (
        ProcessPoolExecutor(args.jobs) as pool,
        (args.folder / "rows.jsonl").open("w", encoding="utf-8") as file,
    ):
        numbers, games = zip(*jobs, strict=True)
        for pair in pool.map(run, games, numbers, repeat(args.folder)):
            found += pair
            print(*map(json.dumps, pair), sep="\n", file=file, flush=True)
    for row in found:
        for text in row["wrong"]:
            print(f"{row['file']} ({row['table']}): {text}")
    print(summary(found))
    sys.exit(any(row["wrong"] for row in found))


if __name__ == "__main__":
    main()

"""Objects: one thing over one piece of a table that is easy to read otherwise, and the same photo
without it.

    python -m bench.photos.objects giza combust --photos 20 --folder FOLDER
    python -m bench.photos.objects giza --own --ink mono --folder ANOTHER

What the object hides may never be stated as sure; the same photo without it must be read wholly,
and surely. Photos are kept in FOLDER, and made only once: each deck and amount of ink needs a
folder of its own. `--own` prints a deck that differs from the standard one in a single card, so
that all its second tags differ.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.photos.lab import TABLES, Prints, Scene, TruePiece, take, truth
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

NOTHING = "nothing"
# of your own deck
CHANGES = {"giza": ("count = 10", "count = 11"), "combust": ("copies = 8", "copies = 9")}


def run(game: str, seed: int, folder: Path, ink: Ink = "full") -> list[dict[str, Any]]:
    """Both photos of a seed, each made, read and marked."""
    cv2.setNumThreads(1)
    table = draw_table(game, seed)
    scene, _ = draw_scene(table, seed, hardness=0, small=0.8)
    rng = np.random.default_rng([seed, 13])
    scene = replace(scene, table=TABLES[int(rng.integers(len(TABLES)))])
    kind = list(KINDS)[int(rng.integers(len(KINDS)))]
    return [
        _row(game, seed, table, replace(scene, object=what), folder, ink) for what in ("", kind)
    ]


def draw_table(game: str, seed: int) -> dict[str, Any]:
    """A table by lot; giza's half of the time with a pyramid that has its whole base and is still
    being built.
    """
    shot = {**draw_shot(game, seed), "spoil": ""}
    rounds = range(6, 10) if game == "giza" and seed % 2 else ()
    tables = (layout({**shot, "rounds": number}) for number in rounds)
    unfinished = (
        table
        for table in tables
        if all(_whole_base(lies["pyramid"]) for lies in table["truth"]["pyramids"])
    )
    return next(unfinished, None) or layout(shot)


def _whole_base(pyramid: str) -> bool:
    lies = Pyramid.parse(pyramid, giza_deck())
    return all(lies.at((0, place)) for place in range(WIDTHS[0]))


def _row(  # noqa: PLR0917 - all that makes a photo
    game: str, seed: int, table: Mapping[str, Any], scene: Scene, folder: Path, ink: Ink
) -> dict[str, Any]:  # fmt: skip
    """One photo, made where it is not there yet, read and marked."""
    prints, what = _prints(game, folder, ink), scene.object or NOTHING
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
        "game": game,
        "object": what,
        "table": scene.table,
        "verdict": reading.verdict,
        "wrong": wrong,
        "missing": marks.missing,
        "unsure": [item.text for item in reading.unsure],
        "right": marks.whole and not wrong and reading.verdict != "unsure",
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
def _prints(game: str, folder: Path, ink: Ink) -> Prints:
    own = _own(game, folder)
    return Prints.of(game, folder, deck_file=str(own) if own.exists() else None, ink=ink)


@cache
def _deck(game: str, folder: Path) -> tuple[str | None, Any]:
    """The game and the deck in the folder; neither where it is the standard one."""
    own = _own(game, folder)
    return (game, load_deck(find_game(game), str(own))) if own.exists() else (None, None)


def _own(game: str, folder: Path) -> Path:
    return folder / f"{game}.toml"


def write_own_deck(game: str, folder: Path) -> None:
    """The standard deck with one number changed, on a card that the tables of this bench can do
    without.
    """
    text, _ = deck_text(find_game(game), None)
    _own(game, folder).write_text(text.replace(*CHANGES[game], 1), "utf-8")


def summary(rows: Sequence[Mapping[str, Any]]) -> str:
    """Wrong as sure, unsure, and fully right, by game and object."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        one = counts.setdefault((row["game"], row["object"]), Counter())
        one.update(
            photos=1,
            wrong=bool(row["wrong"]),
            unsure=row["verdict"] == "unsure",
            right=row["right"],
        )
    head = f"{'game':10} {'object':8} photos  wrong as sure  unsure  fully right"
    return "\n".join(
        [
            head,
            *(
                f"{game:10} {what:8} {n['photos']:6} {n['wrong']:14} {n['unsure']:7} "
                f"{n['right']:12}"
                for (game, what), n in sorted(counts.items())
            ),
        ]
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
    cli.add_argument("--ink", choices=INKS, default="full", help="how the cards are printed")
    cli.add_argument("--own", action="store_true", help="print your own deck")
    cli.add_argument("--json", type=Path, help="write a row a photo to this file")
    args = cli.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for game in args.games:
        if args.own:
            write_own_deck(game, args.folder)
        _prints(game, args.folder, args.ink)
    games, seeds = zip(
        *((game, args.first + n) for n in range(args.photos) for game in args.games), strict=True
    )  # fmt: skip
    with ProcessPoolExecutor(args.jobs) as pool:
        found = [
            row
            for pair in pool.map(run, games, seeds, repeat(args.folder), repeat(args.ink))
            for row in pair
        ]
    if args.json:
        args.json.write_text("".join(json.dumps(row) + "\n" for row in found), "utf-8")
    for row in found:
        for text in row["wrong"]:
            print(f"{row['file']} ({row['table']}): {text}")
    print(summary(found))
    sys.exit(any(row["wrong"] for row in found))


if __name__ == "__main__":
    main()

"""One object over one piece of a table that is easy to read otherwise, and a photo without it.

    python -m bench.photos.objects --photos 100 --folder FOLDER

What the object hides may never be stated as sure; the same photo without it must be read wholly and
surely. Each pair's number draws the table top (two more than in `recall`: a cloth as white as
paper, and an oilcloth with a photograph), the object, full, low or mono ink, and the deck. "own"
differs from the standard deck in one number, which changes all second tags. Plastic pyramids, which
have no tags, count separately. Photos are kept in FOLDER and made only once.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, get_args

import numpy as np

from bench import pages
from bench.photos.lab import TruePiece, take, truth
from bench.photos.lab_objects import KINDS
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Table
from bench.photos.layouts import GAMES, layout
from bench.photos.recall import draw_scene, draw_shot, each_of, mark
from companion.deckfile import deck_text, load_deck
from companion.game import game as find_game
from companion.giza.deck import standard as giza_deck
from companion.giza.pyramid import WIDTHS, Pyramid
from rookery import albums
from vision.evidence.album import INKS, Ink
from vision.games.reading import Reading
from vision.scan.pipeline import read_photo

NOTHING = "nothing"
PRINTS = tuple((whose, ink) for ink in INKS for whose in ("standard", "own"))
FINE = 3.0  # px a module, which docs/photos.md promises to read
RUN = 10  # successive pairs of the same prints, as cutting those from the PDF takes longest
TOPS: tuple[Table, ...] = get_args(Table)
CHANGES = {  # of your own deck, which matter to no table here
    "giza": ("count = 10", "count = 11"),
    "combust": ("copies = 8", "copies = 9"),
    "rocks": ("rounds = 40", "rounds = 41"),
    "pirates": ("storm = 5", "storm = 6"),
    "solitaire": ("longest = 300", "longest = 301"),
}
Row = Mapping[str, Any]


def run(seed: int, game: str, folder: Path) -> list[Row]:
    """Make both photos of a seed and a game unless they are there, and read and mark them."""
    table = draw_table(game, seed)
    scene, _ = draw_scene(table, seed, hardness=0, small=0.8, coarsest=FINE)
    rng = np.random.default_rng([seed, *game.encode()])
    top = TOPS[int(rng.integers(len(TOPS)))]
    kind = list(KINDS)[int(rng.integers(len(KINDS)))]
    prints, own = _prints(game, folder, *PRINTS[seed // RUN % len(PRINTS)])
    deck = load_deck(find_game(game), own) if own else None
    rows = list[Row]()
    for what in ("", kind):
        seen = replace(scene, table=top, object=what)
        file = prints.pdf.with_name(f"{game}-{seed}-{what or NOTHING}.jpg")
        if not file.exists():
            file.write_bytes(take(table, prints, seen, seed))
        pieces = truth(table, prints, seen, seed)
        slug = game if own else None
        scan = read_photo(file.read_bytes(), file.name, slug, deck, albums=albums(None))
        marks = mark(pieces, table["truth"], scan.reading, game)
        wrong = [*marks.wrong, *unfounded(scan.reading, table["truth"], pieces)]
        unsure = scan.reading.verdict == "unsure"
        row = {
            "file": file.name,
            "game": "plastic" if table["truth"].get("what") == "plastic" else game,
            "object": what or NOTHING,
            "table": top,
            "wrong": wrong,
            "unsure": unsure or bool(marks.missing),
            "right": not (wrong or marks.missing or unsure),
        }
        rows.append(row)
    return rows


def draw_table(game: str, seed: int) -> dict[str, Any]:
    """Return a table drawn by a seed; half of giza's pyramids are unfinished with a whole base;
    without see-through plastic, which is never easy to read, or a ship on another.
    """
    shot = {**draw_shot(game, seed), "spoil": "", "clear": False}
    if game == "pirates":
        for moves in range(shot["moves"], -1, -1):
            table = layout({**shot, "moves": moves})
            pirate, ship = table["truth"]["pirate"], table["truth"]["ship"]
            if not pirate or pirate["hex"] != ship["hex"]:
                return table
    for rounds in range(6, 10) if game == "giza" and seed % 2 else ():
        table = layout({**shot, "rounds": rounds})
        pyramids = [_parsed(true) for true in table["truth"]["pyramids"]]
        if all(each.at((0, place)) for each in pyramids for place in range(WIDTHS[0])):
            return table
    return layout(shot)


def _parsed(true: Row) -> Pyramid:
    return Pyramid.parse(true["pyramid"], giza_deck())


def unfounded(reading: Reading, table: Row, pieces: Sequence[TruePiece]) -> Iterator[str]:
    """Yield statements about pyramids with a hidden card that nobody can know, even if true, and a
    count of fish without hidden ones.

    A card that shows half of a tag may be read, and a pyramid that asks for its top may be legal.
    """
    count = getattr(reading, "fish", None)
    if count is not None and count != table["tracks"]["fish"]:
        yield f"{count} fish, are {table['tracks']['fish']}"
    covered = {piece.id for piece in pieces if all(tag.visible < 0.3 for tag in piece.tags)}
    unread = covered - {piece.id for piece in reading.pieces}
    for true in table.get("pyramids", ()):
        hidden = unread & {placed.penguin.id for _, placed in _parsed(true).placed()}
        if hidden and reading.verdict == "legal" and not reading.unsure:
            yield f"legal, though {', '.join(sorted(hidden))} is hidden"
        broken = {fault[0] for fault in true["violations"]}
        for each in reading.violations:
            if each.rule not in broken:
                yield f"{each.rule} is not broken"


@cache
def _prints(game: str, folder: Path, whose: str, ink: Ink) -> tuple[Prints, str | None]:
    """Return the prints of a deck in an ink, in a folder of their own, and your own deck's file."""
    folder /= f"{whose}-{ink}"
    folder.mkdir(parents=True, exist_ok=True)
    own = None
    if whose == "own":
        text, _ = deck_text(find_game(game), None)
        own = str(folder / f"{game}.toml")
        Path(own).write_text(text.replace(*CHANGES[game], 1), "utf-8")
    return Prints.of(game, folder, deck_file=own, ink=ink), own


def summary(rows: Sequence[Row]) -> str:
    """Return how many photos are wrong as sure, unsure, and right, by game with and without object.

    The oilcloth counts separately, as nothing proves that a place on its photograph is bare.
    """
    groups: dict[str, Counter[str]] = {}
    for row in sorted(rows, key=lambda row: (row["object"] == NOTHING, row["game"])):
        clear = "clear, photo" if row["table"] == "photo" else "clear"
        what = clear if row["object"] == NOTHING else "with an object"
        count = groups.setdefault(f"{row['game']}, {what}", Counter())
        count.update(["photos", *(each for each in ("wrong", "unsure", "right") if row[each])])
    head = ("photos of", "photos", "wrong as sure", "unsure", "sure and right")
    columns = ("photos", "wrong", "unsure", "right")
    lines = ([name, *(str(count[each]) for each in columns)] for name, count in groups.items())
    return pages.table(head, lines, right=True)


def main() -> None:
    """Photograph and read all pairs, and print the table."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("games", nargs="*", default=GAMES, help="all games by default")
    cli.add_argument("--photos", type=int, default=20, help="pairs a game")
    cli.add_argument("--first", type=int, default=0, help="number of the first pair")
    cli.add_argument("--jobs", type=int, default=1)
    cli.add_argument("--folder", type=Path, required=True, help="where prints and photos are kept")
    args = cli.parse_args()
    for (whose, ink), game in product(PRINTS, args.games):
        _prints(game, args.folder, whose, ink)
    seeds = range(args.first, args.first + args.photos)
    jobs = sorted(product(seeds, args.games), key=lambda job: (job[0] // RUN, job[1]))
    both = each_of(jobs, partial(run, folder=args.folder), args.jobs)
    rows = [row for pair in both for row in pair]
    for row in rows:
        for text in row["wrong"]:
            print(f"{row['file']} ({row['table']}): {text}")
    print(summary(rows))
    sys.exit(any(row["wrong"] for row in rows))


if __name__ == "__main__":
    main()

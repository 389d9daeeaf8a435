"""One object or clash on a table that is easy to read otherwise, and a photo without it.

    python -m bench.photos.objects --photos 100 --folder FOLDER
    python -m bench.photos.objects --photos 100 --folder FOLDER --what clashes --counts true

An object lies over a piece; a clash is a piece of the same game on another, a cut frame or a
stitched panorama (`clashes`). What is hidden may never be stated as sure; the same photo without it
must be read wholly and surely. The reader gets no counts, the true ones, or wrong ones (one card
more than there are, as where someone forgot to lay it).

Each pair's number draws the table top (two more than in `recall`: a cloth as white as paper, and an
oilcloth with a photograph), the object or clash, full, low or mono ink, and the deck. "own" differs
from the standard deck in one number, which changes all second tags. Plastic pyramids, which have no
tags, count separately. Photos are kept in FOLDER and made only once.
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
from bench.photos.clashes import SIDES, Seam, aimed, clashes, dropped
from bench.photos.lab import TruePiece, encoded, render, truth
from bench.photos.lab_objects import KINDS
from bench.photos.lab_prints import Prints
from bench.photos.lab_scene import Table
from bench.photos.layouts import GAMES, layout
from bench.photos.recall import draw_scene, draw_shot, each_of, mark
from companion.deckfile import deck_text, load_deck
from companion.game import game as find_game
from companion.giza.deck import standard as giza_deck
from companion.giza.pyramid import WIDTHS, Pyramid
from vision.games.giza.prints import INKS, Ink
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


def run(seed: int, game: str, folder: Path, what: str, counts: str) -> list[Row]:
    """Make both photos of a seed and a game unless they are there, and read and mark them."""
    clear = draw_table(game, seed)
    scene, _ = draw_scene(clear, seed, hardness=0, small=0.8, coarsest=FINE)
    rng = np.random.default_rng([seed, *game.encode()])
    scene = replace(scene, table=TOPS[int(rng.integers(len(TOPS)))])
    kind = list(KINDS)[int(rng.integers(len(KINDS)))]
    if what == "clashes":
        kind = clashes(game)[seed % len(clashes(game))]
    prints, own = _prints(game, folder, *PRINTS[seed // RUN % len(PRINTS)])
    deck = load_deck(find_game(game), own) if own else None
    rows = list[Row]()
    for hidden in ("", kind):
        table, seen = clear, scene
        if hidden in KINDS:
            seen = replace(scene, object=hidden)
        elif hidden in SIDES:
            seen = aimed(scene, table, hidden, rng)
        elif hidden == "piled":
            table = layout({**easy_shot(game, seed), "spoil": "carried", "piled": True})
        elif hidden in {"dropped", "copy"}:
            table = dropped(game, table, prints, hidden, rng)
        seam = Seam.drawn(scene.size[0], hidden, seed)
        file = prints.pdf.with_name(f"{game}-{seed}-{hidden or NOTHING}.jpg")
        if not file.exists():
            photo = render(table, prints, seen, seed)
            file.write_bytes(encoded(seam.stitched(photo) if seam else photo, seen.quality))
        pieces = truth(table, prints, seen, seed)
        pieces = tuple(map(seam.moved, pieces)) if seam else pieces
        slug = game if own else None
        asked = counted(game, table["truth"], counts)
        scan = read_photo(file.read_bytes(), file.name, slug, deck, asked)
        marks = mark(pieces, table["truth"], scan.reading, game)
        wrong = [*marks.wrong, *unfounded(scan.reading, table["truth"], pieces)]
        unsure = scan.reading.verdict == "unsure"
        row = {
            "file": file.name,
            "game": "plastic" if table["truth"].get("what") == "plastic" else game,
            "object": hidden or NOTHING,
            "table": scene.table,
            "wrong": wrong,
            "unsure": unsure or bool(marks.missing),
            "right": not (wrong or marks.missing or unsure),
        }
        rows.append(row)
    return rows


def counted(game: str, true: Row, counts: str) -> dict[str, Any]:
    """Return the counts that a reader is given: `none`, `true` ones, or one card `more`."""
    more, asked = int(counts == "more"), dict[str, Any]()
    if counts == "none":
        return asked
    match game:
        case "giza":
            laid = [[placed for _, placed in _parsed(each).placed()] for each in true["pyramids"]]
            asked["cards"] = [min(len(each) + more, 10) for each in laid]
            asked["tokens"] = sum(placed.tokens for each in laid for placed in each)
        case "combust":
            lines = [len(line["cards"]) for line in true["lines"] if line["cards"]]
            asked["cards"] = [lines[0] + more, *lines[1:]]
            asked["players"] = len(lines)
        case "pirates":
            asked["boards"] = sum(board["up"] for board in true["boards"].values()) + more
            asked["fish"] = true["tracks"]["fish"]
        case "solitaire" if "count" in true:
            asked["pyramids"] = sum(true["count"].values()) + more
        case "rocks":
            asked["players"] = len(true["penguins"]) // 2
    return asked


def draw_table(game: str, seed: int) -> dict[str, Any]:
    """Return a table drawn by a seed; half of giza's pyramids are unfinished with a whole base;
    without see-through plastic, which is never easy to read, or a ship on another.
    """
    shot = easy_shot(game, seed)
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


def easy_shot(game: str, seed: int) -> dict[str, Any]:
    """Return a shot of a game that was played by the rules, without see-through plastic."""
    return {**draw_shot(game, seed), "spoil": "", "clear": False}


def _parsed(true: Row) -> Pyramid:
    return Pyramid.parse(true["pyramid"], giza_deck())


def unfounded(reading: Reading, table: Row, pieces: Sequence[TruePiece]) -> Iterator[str]:
    """Yield statements about pyramids with a hidden card that nobody can know, even if true, and a
    count of fish without hidden ones.

    A card that shows half of a tag may be read; without it a pyramid is legal so far.
    """
    count = getattr(reading, "fish", None)
    if count is not None and count != table["tracks"]["fish"]:
        yield f"{count} fish, are {table['tracks']['fish']}"
    covered = {piece.id for piece in pieces if all(tag.visible < 0.3 for tag in piece.tags)}
    unread = covered - {piece.id for piece in reading.pieces}
    for true in table.get("pyramids", ()):
        hidden = unread & {placed.penguin.id for _, placed in _parsed(true).placed()}
        if hidden and reading.complete:
            yield f"complete, though {', '.join(sorted(hidden))} is hidden"
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
    cli.add_argument("--what", choices=("objects", "clashes"), default="objects")
    cli.add_argument("--counts", choices=("none", "true", "more"), default="none")
    cli.add_argument("--folder", type=Path, required=True, help="where prints and photos are kept")
    args = cli.parse_args()
    for (whose, ink), game in product(PRINTS, args.games):
        _prints(game, args.folder, whose, ink)
    seeds = range(args.first, args.first + args.photos)
    jobs = sorted(product(seeds, args.games), key=lambda job: (job[0] // RUN, job[1]))
    both = each_of(
        jobs, partial(run, folder=args.folder, what=args.what, counts=args.counts), args.jobs
    )
    rows = [row for pair in both for row in pair]
    for row in rows:
        for text in row["wrong"]:
            print(f"{row['file']} ({row['table']}): {text}")
    print(summary(rows))
    sys.exit(any(row["wrong"] for row in rows))


if __name__ == "__main__":
    main()

"""The command `rookery scan`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.choice import Choice
from companion.deckfile import game_of_file, load_deck
from companion.errors import PhotoError, UsageError
from companion.game import game, slugs
from vision.album import SHIPPED, Albums
from vision.load import encode_jpeg, read_bytes
from vision.output import write_whole
from vision.scan import Scan, read_photo
from vision.table import Wishes
from vision.tables import row

WORST_FIRST = (2, 3, 4, 0)
PICTURES = (".jpg", ".jpeg")
STDIN = "-"
READABLE = (*PICTURES, ".png", ".webp", ".heic", ".heif", ".hif")
STRANGE = (".avif", ".tif", ".tiff", ".dng", ".gif", ".bmp")  # each is told what helps
SEVERAL = 2  # photos from which on there is a progress bar


@dataclass(frozen=True, slots=True)
class Asked:
    """What all photos are read with: the game (None: each photo tells), its deck (None: the standard one), wishes, and
    where pictures of its cards come from.
    """

    game: str | None
    deck: Any
    wishes: Wishes
    albums: Albums


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO|FOLDER...")
@click.option("--game", type=Choice(slugs()), help="The game that lies on the table; else the photo tells.")
@click.option("--deck", "deck_file", metavar="FILE.toml", help="The deck of your own that the cards were printed from.")
@click.option(
    "--goals",
    type=str.lower,
    default="",
    metavar="ID,ID,ID",
    help="The goals of this game; else goal cards in the picture.",
)
@click.option("--players", type=click.IntRange(2, 4), help="How many play giza: goals that compare need all.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, a line a photo.")
@click.option("--overlay", metavar="OUT.jpg", help="Also write the photo with the reading drawn on it.")
@click.pass_obj
def scan(
    albums: Callable[[str | None], Albums] | None, *, photos: tuple[str, ...], game: str | None,
    deck_file: str | None, goals: str, players: int | None, as_json: bool, overlay: str | None,
) -> None:  # fmt: skip
    """Read photos of a table: is what lies there legal, and what is it worth?

    Ends with 0 for a legal table, 4 for an illegal one, 3 where the photo does not tell (and says how to shoot
    again), 2 for an unusable file. Several photos, or a folder of them, are judged each by itself, and the worst of
    2, 3, 4, 0 counts. "-" is a photo from standard input.
    """
    asked = _asked(game, deck_file, _wishes(goals, players), albums(deck_file) if albums else SHIPPED)
    names = [name for path in photos for name in _named(path)]
    targets = _overlay_names(overlay, names)
    with _progress(len(names)) as step:
        codes = []
        for name, target in zip(names, targets, strict=True):
            codes.append(_one(name, asked, target, as_json=as_json))
            step()
    raise click.exceptions.Exit(next(code for code in WORST_FIRST if code in codes))


def _named(path: str) -> list[str]:
    """The path itself, or all pictures in the folder that it names, by name, and those that can't be read too."""
    try:
        if not Path(path).is_dir():
            return [path]
        inside = sorted(file for file in Path(path).iterdir() if file.is_file())
    except OSError:  # it may not be looked into, or is no name at all: whoever reads it says so
        return [path]
    found = [str(file) for file in inside if file.suffix.lower() in (*READABLE, *STRANGE)]
    if not found:
        raise PhotoError(path, "no photo is in this folder", remedy=f"photos end in {', '.join(READABLE)}")
    return found


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], object]]:
    """Call what this gives after each photo: a bar on standard error for several photos, on a terminal only."""
    if total < SEVERAL or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415 - a single photo should not wait for it
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415 - see above

    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    # Where the words go to the same terminal they have to pass above the bar; into a file they go as they are.
    bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
    with bar:
        task = bar.add_task("Reading", total=total)
        yield lambda: bar.advance(task)


def _wishes(goals: str, players: int | None) -> Wishes:
    """What was asked for besides the photo."""
    names = [name.strip() for name in goals.split(",") if name.strip()]
    return {**({"goals": names} if names else {}), **({"players": players} if players else {})}


def _asked(slug: str | None, deck_file: str | None, wishes: Wishes, albums: Albums) -> Asked:
    """What was asked for, checked before any photo is opened."""
    known = game_of_file(deck_file, slug).slug if deck_file is not None else slug
    if known is None:
        return Asked(None, None, wishes, albums)
    deck = load_deck(game(known), deck_file)
    row(known).asked(wishes, deck)
    return Asked(known, deck, wishes, albums)


def _one(photo: str, asked: Asked, target: Path | None, *, as_json: bool) -> int:
    """Read, report and draw one photo; an unusable one is said on stderr and spares the others."""
    try:
        data = sys.stdin.buffer.read() if photo == STDIN else read_bytes(photo)
        found = read_photo(data, photo, asked.game, asked.deck, asked.wishes, asked.albums)
        if target is not None:
            _draw(found, target)
    except (PhotoError, UsageError) as error:
        click.echo(f"rookery: {error}", err=True)
        return error.exit_code
    if as_json:
        click.echo(json.dumps(found.reading.to_json()))
    else:
        _show(found, asked)
    return found.reading.exit_code


def _show(found: Scan, asked: Asked) -> None:
    from vision.explain import show  # noqa: PLC0415 - rich costs 0.1 s that --json need not pay

    slug = found.reading.game
    show(found.reading, asked.deck or (load_deck(game(slug)) if slug else None))


def _draw(found: Scan, target: Path) -> None:
    from vision.overlay import draw  # noqa: PLC0415 - Pillow and fonts are for pictures only

    write_whole(target, encode_jpeg(draw(found), max_side=10_000))


def _overlay_names(overlay: str | None, photos: Sequence[str]) -> list[Path | None]:
    """Where each photo's overlay goes: OUT.jpg, or OUT-1.jpg, OUT-2.jpg for several; never onto a photo."""
    if overlay is None:
        return [None] * len(photos)
    out = Path(overlay)
    if out.suffix.lower() not in PICTURES:
        raise UsageError("--overlay", f"{overlay} isn't a JPEG's name", remedy=f"end it in .jpg, as in {out.stem}.jpg")
    if not out.parent.is_dir():
        raise UsageError("--overlay", f"there is no folder {out.parent}", remedy="make it first")
    several = len(photos) > 1
    names = [out.with_stem(f"{out.stem}-{number}") if several else out for number in range(1, len(photos) + 1)]
    for name in names:
        if any(_same(name, photo) for photo in photos):
            raise PhotoError(str(name), "the overlay would overwrite a photo", remedy="choose another name")
    return list(names)


def _same(path: Path, other: str) -> bool:
    """Whether both are one file; what is not there, or may not be looked at, is none."""
    try:
        return path.samefile(other)
    except OSError:
        return False

"""The command `rookery scan`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.deckfile import game_of_file, load_deck
from companion.errors import PhotoError, UsageError
from companion.game import Deck, game, slugs
from companion.options import DECK, FILE, JSON, Choice, number
from vision.commands.output import JPEG, jpeg_path, write_whole

if TYPE_CHECKING:
    from vision.evidence.album import Albums

WORST_FIRST = (2, 3, 4, 0)
STDIN = "-"
VIDEOS = (".mp4", ".mov", ".m4v", ".3gp", ".webm")
READABLE = (*JPEG, ".png", ".webp", ".heic", ".heif", ".hif", *VIDEOS)
UNREADABLE = (".avif", ".tif", ".tiff", ".dng", ".gif", ".bmp")  # reported with a remedy
SEVERAL = 2  # least number of photos for a progress bar


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO|FOLDER...", type=FILE)
@click.option(
    "--game",
    "slug",
    metavar="GAME",
    type=Choice(slugs(), "game"),
    help="The game on the table.  [default: found from the photo]",
)
@DECK
@click.option(
    "--goals",
    type=str.lower,
    default="",
    metavar="ID,ID,ID",
    help="The goals in play, by id or name.  [default: the goal cards in the photo]",
)
@click.option(
    "--players",
    type=number(2, 4),
    metavar="N",
    help="How many play giza, 2 to 4; some goals compare all pyramids.",
)
@JSON
@click.option(
    "--overlay",
    metavar="OUT.jpg",
    type=FILE,
    help="Save the photo with the reading drawn on it; several photos as OUT-1.jpg, OUT-2.jpg.",
)
@click.pass_obj
def scan(
    albums: Callable[[str | None], Albums] | None,
    *,
    photos: tuple[str, ...],
    slug: str | None,
    deck_file: str | None,
    goals: str,
    players: int | None,
    as_json: bool,
    overlay: str | None,
) -> None:
    """Check and score the table in each photo; '-' reads one from standard input.

    A photo can be a short video (MP4, MOV, WebM) in which you move the phone over the table: what
    fingers or glare hide in one moment shows in another.

    The exit status is 0 for a legal table, 4 for an illegal one, 3 if the photo doesn't show enough
    (the output says how to retake it), and 2 for a file that can't be read. With several photos, it
    is the worst of 2, 3, 4, 0. --json prints one line for each photo.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from vision.evidence.album import SHIPPED
    from vision.games import row
    from vision.photo.loader import encode_jpeg, read_bytes
    from vision.sandbox.worker import frames_in_worker
    from vision.scan.pipeline import read_photo
    from vision.show.explanation import report

    wishes: dict[str, object] = {}
    if names := [name.strip() for name in goals.split(",") if name.strip()]:
        wishes["goals"] = names
    if players:
        wishes["players"] = players
    deck: Deck | None = None
    if deck_file is not None:
        slug = game_of_file(deck_file, slug).slug
    if slug is not None:
        deck = load_deck(game(slug), deck_file)
        row(slug).checked(wishes, deck)
    pictures = albums(deck_file) if albums else SHIPPED

    files = [file for path in photos for file in _files(path)]
    targets = _overlays(overlay, files)
    codes, terminal = [], Console(highlight=False, soft_wrap=True)
    bar = Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # on the same terminal, print above the bar
        disable=len(files) < SEVERAL or not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("Reading", total=len(files))
        for file, target in zip(files, targets, strict=True):
            try:
                data = sys.stdin.buffer.read() if file == STDIN else read_bytes(file)
                frames = frames_in_worker(data, file)
                result = read_photo(frames, file, slug, deck, wishes, pictures)
                if target is not None:
                    from vision.show.overlay import draw

                    write_whole(target, encode_jpeg(draw(result), max_side=10_000))
            except (PhotoError, UsageError) as error:
                click.echo(f"rookery: {error}", err=True)
                codes.append(error.exit_code)
            else:
                reading = result.reading
                codes.append(reading.exit_code)
                if as_json:
                    click.echo(json.dumps(reading.to_json()))
                else:
                    judged = load_deck(game(reading.game)) if reading.game and not deck else deck
                    for line in report(reading, judged):
                        terminal.print(line)
                if target is not None:
                    click.echo(f"Saved {target}", err=as_json)
            bar.advance(task)
    raise click.exceptions.Exit(next(code for code in WORST_FIRST if code in codes))


def _files(path: str) -> list[str]:
    """Return the path itself, or the photos in the folder it names, unreadable ones included."""
    try:
        if not Path(path).is_dir():
            return [path]
        inside = sorted(file for file in Path(path).iterdir() if file.is_file())
    except OSError:  # reading the file will report the reason
        return [path]
    files = [str(file) for file in inside if file.suffix.lower() in (*READABLE, *UNREADABLE)]
    if not files:
        remedy = f"use {', '.join(READABLE)} files"
        raise PhotoError(path, "no photos in this folder", remedy=remedy)
    return files


def _overlays(overlay: str | None, photos: Sequence[str]) -> list[Path | None]:
    """Return each photo's overlay: OUT.jpg, or OUT-1.jpg, ...; refuse to overwrite a photo."""
    if overlay is None:
        return [None] * len(photos)
    out = jpeg_path(overlay, "--overlay")
    if not out.parent.is_dir():
        raise UsageError(str(out.parent), "no such folder", remedy="make it first")
    paths = [out]
    if len(photos) > 1:
        paths = [out.with_stem(f"{out.stem}-{n}") for n in range(1, len(photos) + 1)]
    for path in paths:
        for photo in photos:
            with suppress(OSError):  # one of them doesn't exist
                if path.samefile(photo):
                    problem = "the overlay would overwrite a photo"
                    raise PhotoError(str(path), problem, remedy="choose another name")
    return list(paths)

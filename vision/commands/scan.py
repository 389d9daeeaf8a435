"""The command `rookery scan`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.choice import FILE, Choice, number
from companion.deckfile import game_of_file, load_deck
from companion.errors import PhotoError, UsageError
from companion.game import Deck, game, slugs
from companion.options import DECK, JSON
from vision.commands.output import JPEG, jpeg_path

if TYPE_CHECKING:
    from vision.evidence.album import Albums
    from vision.scan.pipeline import Scan

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
    from vision.evidence.album import SHIPPED
    from vision.games import row
    from vision.photo.video import is_video
    from vision.sandbox.worker import frames_in_worker
    from vision.scan.pipeline import read_frames, read_photo

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

    def read(data: bytes, name: str) -> Scan:
        if is_video(data):
            frames = frames_in_worker(data, name)
            return read_frames(frames, name, slug, deck, wishes, pictures)
        return read_photo(data, name, slug, deck, wishes, pictures)

    files = [file for path in photos for file in _files(path)]
    targets = _overlays(overlay, files)
    codes = []
    with _progress(len(files)) as step:
        for file, target in zip(files, targets, strict=True):
            codes.append(_scan(file, read, deck, target, as_json=as_json))
            step()
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
        raise PhotoError(
            path,
            "no photos in this folder",
            remedy=f"use {', '.join(READABLE)} files",
        )
    return files


def _overlays(overlay: str | None, photos: Sequence[str]) -> list[Path | None]:
    """Return each photo's overlay: OUT.jpg, or OUT-1.jpg, OUT-2.jpg for several; refuse to
    overwrite a photo.
    """
    if overlay is None:
        return [None] * len(photos)
    out = jpeg_path(overlay, "--overlay")
    if not out.parent.is_dir():
        raise UsageError(str(out.parent), "no such folder", remedy="make it first")
    paths = [out]
    if len(photos) > 1:
        paths = [out.with_stem(f"{out.stem}-{n}") for n in range(1, len(photos) + 1)]
    for path in paths:
        if any(_same(path, photo) for photo in photos):
            problem = "the overlay would overwrite a photo"
            raise PhotoError(str(path), problem, remedy="choose another name")
    return list(paths)


def _same(path: Path, other: str) -> bool:
    """Return whether both are one existing file."""
    try:
        return path.samefile(other)
    except OSError:
        return False


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], object]]:
    """Yield a function to call after each photo; show a bar for several photos on a terminal."""
    if total < SEVERAL or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # on the same terminal, print above the bar
    )
    with bar:
        task = bar.add_task("Reading", total=total)
        yield lambda: bar.advance(task)


def _scan(
    photo: str,
    read: Callable[[bytes, str], Scan],
    deck: Deck | None,
    target: Path | None,
    *,
    as_json: bool,
) -> int:
    """Read, report and draw one photo and return its exit status; report an unusable one without
    raising.
    """
    from vision.commands.output import write_whole
    from vision.photo.loader import encode_jpeg, read_bytes

    try:
        data = sys.stdin.buffer.read() if photo == STDIN else read_bytes(photo)
        result = read(data, photo)
        if target is not None:
            from vision.show.overlay import draw

            write_whole(target, encode_jpeg(draw(result), max_side=10_000))
    except (PhotoError, UsageError) as error:
        click.echo(f"rookery: {error}", err=True)
        return error.exit_code
    reading = result.reading
    if as_json:
        click.echo(json.dumps(reading.to_json()))
    else:
        from vision.show.explanation import show

        show(reading, deck or (load_deck(game(reading.game)) if reading.game else None))
    if target is not None:
        click.echo(f"Saved {target}", err=as_json)
    return reading.exit_code

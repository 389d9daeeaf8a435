"""The command `rookery scan`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.deckfile import file_text, game_of_file, load_deck
from companion.errors import PhotoError, UsageError
from companion.game import Deck, game, slugs
from companion.manifest import Manifest
from companion.options import DECK, FILE, FORCE, JSON, Choice, number
from companion.wholefile import check_free, write_whole

if TYPE_CHECKING:
    from vision.games.owngame import OwnGame

WORST_FIRST = (2, 3, 4, 0)
STDIN = "-"
MANIFEST = ".json"  # how the file that lists someone's own cards ends
JPEG = (".jpg", ".jpeg")
VIDEOS = (".mp4", ".mov", ".m4v", ".3gp", ".webm")
READABLE = (*JPEG, ".png", ".webp", ".heic", ".heif", ".hif", ".avif")
UNREADABLE = (".cr3", ".tif", ".tiff", ".dng", ".gif", ".bmp", *VIDEOS)  # reported with a remedy


class GameOrManifest(Choice):
    """A game, or the file that lists someone's own printed cards."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a manifest's name as it is, and a game's as in the list."""
        return value if value.endswith(MANIFEST) else super().convert(value, param, ctx)


def _counts(text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them."""
    read = number(0, 99)
    return tuple(int(read(part)) for part in text.split(",") if part.strip())


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO|FOLDER...", type=FILE)
@click.option(
    "--game",
    "slug",
    metavar="GAME",
    type=GameOrManifest(slugs(), "game"),
    help="The game on the table, or the manifest of cards that were printed with --tags, such as "
    "otters.manifest.json.  [default: found from the photo]",
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
    "--cards",
    type=_counts,
    metavar="N[,N...]",
    help="The cards in each pyramid (giza) or line (combust); one number if all have as many.",
)
@click.option(
    "--tokens",
    type=number(0, 99),
    metavar="N",
    help="The strength tokens on giza's pyramids.",
)
@click.option(
    "--players",
    type=number(1, 8),
    metavar="N",
    help="How many play, in combust how many clans live.",
)
@click.option(
    "--sum",
    "field",
    metavar="COLUMN",
    help="With a manifest: add up this column of the game's spreadsheet.",
)
@JSON
@click.option(
    "--plain",
    is_flag=True,
    help="A line for each place instead of a drawing, as always in a file or another program.",
)
@click.option(
    "--overlay",
    metavar="OUT.jpg",
    type=FILE,
    help="Save the photo with the reading drawn on it; several photos as OUT-1.jpg, OUT-2.jpg.",
)
@FORCE
def scan(
    *,
    photos: tuple[str, ...],
    slug: str | None,
    deck_file: str | None,
    goals: str,
    cards: tuple[int, ...] | None,
    tokens: int | None,
    players: int | None,
    field: str | None,
    as_json: bool,
    plain: bool,
    overlay: str | None,
    force: bool,
) -> None:
    """Check and score the table in each photo; '-' reads one from standard input.

    A photo can't show that there is nothing more. What depends on that, such as a score, is stated
    once the count is met: ten cards are a finished pyramid, and --cards, --tokens and --players say
    how many there are otherwise.

    The exit status is 0 for a legal table, 4 for an illegal one, 3 if the photo doesn't show enough
    (the output says how to retake it), and 2 for a file that can't be read. With several photos, it
    is the worst of 2, 3, 4, 0. --json prints one line for each photo.
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from vision.games import row
    from vision.photo.loader import MAX_BYTES, read_bytes
    from vision.scan.pipeline import read_own, read_photo
    from vision.show.explanation import report

    names = [name.strip() for name in goals.split(",") if name.strip()]
    options = {"goals": names or None, "cards": cards, "tokens": tokens, "players": players}
    asked = {name: value for name, value in options.items() if value is not None}
    deck: Deck | None = None
    own: OwnGame | None = None
    if slug is not None and slug.endswith(MANIFEST):
        own = _own(slug, field or "", {"--deck": deck_file, "--overlay": overlay, **asked})
    elif field is not None:
        remedy = "add --game FILE.manifest.json"
        raise UsageError("--sum", "is for cards that a manifest lists", remedy=remedy)
    elif deck_file is not None:
        slug = game_of_file(deck_file, slug).slug
    if slug is not None and own is None:
        deck = load_deck(game(slug), deck_file)
        row(slug).checked(asked, deck)

    files = [file for path in photos for file in _files(path)]
    targets = _overlays(overlay, files, force=force)
    codes, terminal = [], Console(highlight=False, soft_wrap=True)
    plain = plain or not terminal.is_terminal or terminal.is_dumb_terminal
    bar = Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # on the same terminal, print above the bar
        disable=len(files) <= 1 or not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("Reading", total=len(files))
        for file, target in zip(files, targets, strict=True):
            try:
                data = sys.stdin.buffer.read(MAX_BYTES + 1) if file == STDIN else read_bytes(file)
                if own:
                    result = read_own(data, file, own)
                else:
                    result = read_photo(data, file, slug, deck, asked)
                if target is not None:
                    from vision.show.overlay import encode_overlay

                    write_whole(target, encode_overlay(result, max_side=10_000))
            except (PhotoError, UsageError) as error:
                click.echo(f"rookery: {error}", err=True)
                codes.append(error.exit_code)
            else:
                reading = result.reading
                codes.append(reading.exit_code)
                if as_json:
                    click.echo(json.dumps(reading.to_json()))
                else:
                    judged = deck
                    if reading.game and not (deck or own):
                        judged = load_deck(game(reading.game))
                    for line in report(reading, judged, plain=plain):
                        terminal.print(line)
                if target is not None:
                    click.echo(f"Saved {target}", err=as_json)
            bar.advance(task)
    raise click.exceptions.Exit(next(code for code in WORST_FIRST if code in codes))


def _own(manifest: str, field: str, options: Mapping[str, object]) -> OwnGame:
    """Return the game of a manifest; raise `UsageError` for options of Rookery's own games."""
    from vision.games.owngame import own_game

    for option, value in options.items():
        if value is not None:
            problem = "is for Rookery's own games"
            raise UsageError(option, problem, remedy="leave it out with a manifest")
    return own_game(Manifest.from_json(file_text(manifest), manifest), manifest, field)


def _files(path: str) -> list[str]:
    """Return the path itself, or the photos in the folder it names, unreadable ones included.

    Hidden files are none, such as those that a Mac puts beside photos, nor are our own overlays,
    nor the video of a Live Photo, which has its photo's name.
    """
    try:
        if not Path(path).is_dir():
            return [path]
        inside = sorted(file for file in Path(path).iterdir() if file.is_file())
    except OSError:  # reading the file will report the reason
        return [path]
    photos = {file.stem for file in inside if file.suffix.lower() in READABLE}
    files = [
        str(file)
        for file in inside
        if file.suffix.lower() in (*READABLE, *UNREADABLE)
        and not file.name.startswith(".")
        and not (file.suffix.lower() in VIDEOS and file.stem in photos)
        and not _is_overlay(file)
    ]
    if not files:
        remedy = f"use {', '.join(READABLE)} files"
        raise PhotoError(path, "no photos in this folder", remedy=remedy)
    return files


def _is_overlay(file: Path) -> bool:
    """Return whether a file is a photo with a reading drawn on it, which isn't a photo to read."""
    from vision.show.overlay import COMMENT, JFIF

    with suppress(OSError), file.open("rb") as start:  # reading the file will report the reason
        return start.read(JFIF + len(COMMENT)).endswith(COMMENT)
    return False


def _overlays(overlay: str | None, photos: Sequence[str], *, force: bool) -> list[Path | None]:
    """Return each photo's overlay: OUT.jpg, or OUT-1.jpg, ...; refuse to overwrite a photo, or
    another file without `force`.
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
        for photo in photos:
            with suppress(OSError):  # one of them doesn't exist
                if path.samefile(photo):
                    problem = "the overlay would overwrite a photo"
                    raise PhotoError(str(path), problem, remedy="choose another name")
        check_free(path, force=force, option="--overlay")
    return list(paths)


def jpeg_path(name: str | Path, source: str) -> Path:
    """Return the path of a JPEG; raise `UsageError` (with `source`) for another suffix."""
    path = Path(name)
    if path.suffix.lower() not in JPEG:
        remedy = f"use a name that ends in .jpg, such as {path.stem}.jpg"
        raise UsageError(source, f"{name} isn't the name of a JPEG", remedy=remedy)
    return path

"""The commands `rookery plays export`, `import` and `delete`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import PlaysError, UsageError, reason
from companion.language import counted
from companion.options import FILE, Choice
from companion.plays.files import FORMS, MOST_BYTES, read
from companion.wholefile import whole_file
from web.options import DATA, confirm_deletion

if TYPE_CHECKING:
    from web.plays.played import PlayArchive


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@click.option(
    "--format",
    "name",
    type=Choice(sorted(FORMS), "format"),
    help="The format.  [default: by the ending of FILE]",
)
@DATA
def export(file: str, name: str | None, folder: Path) -> None:
    """Write all plays to FILE: .csv for a spreadsheet, .json with every detail, or .bgsplay.

    BG Stats imports .bgsplay files. With '-' as FILE and --format, write to standard output.
    """
    ending = name or Path(file).suffix.removeprefix(".").lower()
    if ending not in FORMS:
        known = ", ".join(f".{form}" for form in FORMS)
        remedy = f"use one of {known}, or add --format"
        raise UsageError(file, "unknown ending", remedy=remedy)
    with _played(folder) as played:
        plays = played.read()
    if plays.unread_tables or plays.unread_imports:
        lost = [*plays.unread_tables]
        if plays.unread_imports:
            lost.append(f"{counted(plays.unread_imports, 'play')} from files")
        click.echo(f"note: left out because they can't be read: {', '.join(lost)}", err=True)
    text = FORMS[ending].write(plays.all, None)
    if file == "-":
        click.echo(text)
        return
    try:
        with whole_file(Path(file)) as target:
            target.write(text.encode())
    except OSError as error:
        raise UsageError(file, reason(error), remedy="choose another place") from error
    click.echo(f"{file}  {counted(len(plays.all), 'play')}")


@click.command("import")
@click.argument("file", metavar="FILE", type=FILE)
@DATA
def import_(file: str, folder: Path) -> None:
    """Import the plays in FILE, from Rookery (.json) or BG Stats, without duplicates."""
    try:
        with Path(file).open("rb") as source:
            data = source.read(MOST_BYTES + 1)
    except OSError as error:
        raise PlaysError(file, reason(error), remedy="check the file's name") from error
    plays = read(data, file, None)
    with _played(folder, new=True) as played:
        new, known = played.add(plays)
    click.echo(f"{counted(new, 'play')} imported, {known} already here")


@click.command()
@click.option("--yes", is_flag=True, help="Skip the confirmation.")
@DATA
def delete(folder: Path, *, yes: bool) -> None:
    """Delete all plays for good, with their tables and photos."""
    from web.photos import Photos

    with _played(folder) as played:
        plays = played.read()
        count, tables = len(plays.all), len(plays.at_tables)
        if count and not yes:
            whose = f"{counted(tables, 'table')} with {'its' if tables == 1 else 'their'}"
            question = f"Delete {counted(count, 'play')} and {whose} history and photos for good?"
            confirm_deletion(question)
        photos = Photos(folder / "photos")
        for code in played.forget():
            photos.drop_all(code)
    click.echo(f"{counted(count, 'play')} deleted")


@contextmanager
def _played(folder: Path, *, new: bool = False) -> Iterator[PlayArchive]:
    """Open the plays of a data folder, which a server may be using; make it only if `new`."""
    from web.plays.played import PlayArchive
    from web.storage.store import Store

    if not new and not folder.is_dir():
        raise UsageError(str(folder), "no such folder", remedy="check --data")
    with closing(Store(folder)) as store:
        yield PlayArchive(store)

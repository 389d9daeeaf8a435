"""The commands `rookery plays export`, `import` and `delete`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.errors import PlaysError, UsageError, reason
from companion.folders import near_file, stored
from companion.language import counted
from companion.options import FILE, FORCE, Choice
from companion.plays.checked import Odd
from companion.plays.files import FORMS, MOST_BYTES, read
from companion.wholefile import check_free, write_whole
from web.options import DATA, confirm_deletion

MOST_SHOWN = 20  # of the places in a file that were shortened or left out


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@click.option(
    "--format",
    "name",
    type=Choice(sorted(FORMS), "format"),
    help="The format.  [default: by the ending of FILE]",
)
@FORCE
@DATA
def export(file: str, name: str | None, folder: Path, *, force: bool) -> None:
    """Write all plays to FILE: .csv for a spreadsheet, .json with every detail, or .bgsplay.

    BG Stats imports .bgsplay files. With '-' as FILE and --format, write to standard output.
    """
    from web.plays.played import PlayArchive
    from web.storage.existing import existing_store

    ending = name or Path(file).suffix.removeprefix(".").lower()
    if ending not in FORMS:
        known = ", ".join(f".{form}" for form in FORMS)
        remedy = f"use one of {known}, or add --format"
        raise UsageError(file, "unknown ending", remedy=remedy)
    if file != "-":
        check_free(Path(file), force=force)
    with existing_store(folder) as store:
        plays = PlayArchive(store).read()
    if plays.unread_tables or plays.unread_imports:
        lost = [*plays.unread_tables]
        if plays.unread_imports:
            lost.append(f"{counted(plays.unread_imports, 'play')} from files")
        click.echo(f"note: left out because they can't be read: {', '.join(lost)}", err=True)
    elif not plays.all:
        click.echo("note: no plays yet; open a table with: rookery table", err=True)
    text = FORMS[ending].write(plays.all, None)
    if file == "-":
        click.echo(text)
        return
    write_whole(Path(file), text.encode())
    click.echo(f"{file}  {counted(len(plays.all), 'play')}")


@click.command("import")
@click.argument("file", metavar="FILE", type=FILE)
@DATA
def import_(file: str, folder: Path) -> None:
    """Import the plays in FILE, from Rookery (.json) or BG Stats, without duplicates."""
    from web.plays.played import PlayArchive
    from web.storage.store import Store

    try:
        with stored(Path(file)).open("rb") as source:
            data = source.read(MOST_BYTES + 1)
    except OSError as error:
        remedy = near_file(Path(file)) or "check the file's name"
        raise PlaysError(file, reason(error), remedy=remedy) from error
    odd: Odd = []
    plays = read(data, file, None, odd)
    with closing(Store(folder)) as store:
        new, known = PlayArchive(store).add(plays)
    for each in odd[:MOST_SHOWN]:
        click.echo(f"note: {each.at}: {each.problem}", err=True)
    if len(odd) > MOST_SHOWN:
        click.echo(f"note: and {len(odd) - MOST_SHOWN} more", err=True)
    click.echo(f"{counted(new, 'play')} imported, {known} already here")


@click.command()
@click.option("--yes", is_flag=True, help="Skip the confirmation.")
@DATA
def delete(folder: Path, *, yes: bool) -> None:
    """Delete all plays for good, with their tables and photos."""
    from web.photos import Photos
    from web.plays.played import PlayArchive
    from web.storage.existing import existing_store

    with existing_store(folder) as store:
        played = PlayArchive(store)
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

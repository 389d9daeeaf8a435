"""The commands `rookery backup` and `rookery restore`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import UsageError
from companion.language import counted
from companion.options import FILE, FORCE
from companion.wholefile import check_free
from web.options import DATA, DATABASE

if TYPE_CHECKING:
    from web.backup.file import Contents


@click.command()
@click.option(
    "-o",
    "--output",
    metavar="FILE.zip",
    type=FILE,
    help="The file to write.  [default: rookery-DATE-TIME.zip]",
)
@FORCE
@DATA
@DATABASE
def backup(output: str | None, folder: Path, address: str | None, *, force: bool) -> None:
    """Copy all tables and their photos into one file, even while people play."""
    from web.backup.backup import backup as write
    from web.backup.places import place

    now = datetime.now()  # noqa: DTZ005 - by the clock on the wall
    target = Path(output or f"rookery-{now:%Y-%m-%d-%H%M%S}.zip")
    if target.suffix.lower() != ".zip":
        remedy = f"use a name that ends in .zip, such as {target.stem}.zip"
        raise UsageError(str(target), "not the name of a .zip file", remedy=remedy)
    check_free(target, force=force, option="-o")
    contents, missing = write(place(folder, address), target)
    size = target.stat().st_size / 1e6
    click.echo(f"{target}  {_in_words(contents)} ({size:,.1f} MB)")
    if missing:
        click.echo(f"note: {missing} photos of these tables are missing on disk", err=True)


@click.command()
@click.argument("file", metavar="[FILE]", type=FILE, required=False)
@click.option(
    "--latest", is_flag=True, help="Restore the newest backup that 'rookery table' made by itself."
)
@click.option("--force", is_flag=True, help="Replace existing tables. They are lost.")
@DATA
@DATABASE
def restore(
    file: str | None, folder: Path, address: str | None, *, latest: bool, force: bool
) -> None:
    """Restore a backup that 'rookery backup' wrote to FILE, all or nothing.

    Stop 'rookery table' first. A backup of a data folder also restores into PostgreSQL, and the
    other way round.
    """
    from web.backup.backup import latest_in
    from web.backup.backup import restore as put_back
    from web.backup.places import place

    if latest == bool(file):
        problem = "FILE and --latest exclude each other" if file else "no backup is named"
        raise UsageError("restore", problem, remedy="name a FILE or add --latest")
    source = Path(file) if file else latest_in(folder)
    contents = put_back(source, place(folder, address), force=force)
    click.echo(f"Restored {source}, made {contents.made}: {_in_words(contents)}")


def _in_words(contents: Contents) -> str:
    tables, events = counted(contents.tables, "table"), counted(contents.events, "event")
    photos = sum(name.endswith(".photo.jpg") for name in contents.photos)
    return f"{tables} with {events} and {counted(photos, 'photo')}"

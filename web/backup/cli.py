"""`rookery backup` and `rookery restore`: all tables and photos as one file, and back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import UsageError
from web.options import data_option

if TYPE_CHECKING:
    from web.backup.file import Contents

_database = click.option(
    "--database", "address", metavar="URL", envvar="DATABASE_URL",
    help="The PostgreSQL that holds the tables, when hosted.  [default: $DATABASE_URL, or the data folder]",
)  # fmt: skip


@click.command()
@click.option("-o", "--output", metavar="FILE", help="Where to.  [default: rookery-DATE-TIME.zip]")
@data_option
@_database
def backup(output: str | None, folder: Path, address: str | None) -> None:
    """Copy all tables and their photos into one file, also while people play."""
    from web.backup.backup import backup as write  # noqa: PLC0415 - SQLAlchemy costs 0.4 s that --help need not pay
    from web.backup.places import place  # noqa: PLC0415 - see above

    target = Path(output or f"rookery-{datetime.now():%Y-%m-%d-%H%M%S}.zip")  # noqa: DTZ005 - by the clock on the wall
    done, missing = write(place(folder, address), target)
    click.echo(f"{_said(done)} in {target} ({target.stat().st_size / 1e6:,.1f} MB)")
    if missing:
        click.echo(f"Pictures that the tables name, but that are not on the disk: {missing}", err=True)


@click.command()
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--latest", is_flag=True, help="The newest of the backups that `rookery table` makes by itself.")
@click.option("--force", is_flag=True, help="Also in place of tables that are there: they will be gone.")
@data_option
@_database
def restore(file: str | None, folder: Path, address: str | None, *, latest: bool, force: bool) -> None:
    """Put back what `rookery backup` wrote to FILE, whole or not at all.

    No server may use the tables meanwhile. A backup of a data folder may go into PostgreSQL, and the other way round.
    """
    from web.backup.backup import restore as put_back  # noqa: PLC0415 - see `backup`
    from web.backup.places import place  # noqa: PLC0415 - see `backup`
    from web.backup.rotation import latest_in  # noqa: PLC0415 - see `backup`

    if latest == bool(file):
        raise UsageError("rookery restore", "one backup is needed", remedy="name a FILE, or say --latest")
    source = Path(file) if file else latest_in(folder)
    done = put_back(source, place(folder, address), force=force)
    click.echo(f"Restored {source}, as of {done.made}: {_said(done)}")


def _said(done: Contents) -> str:
    counts = ((done.tables, "table"), (done.events, "event"), (len(done.photos) // 2, "photo"))
    tables, events, photos = (f"{n} {word}" if n == 1 else f"{n} {word}s" for n, word in counts)
    return f"{tables} with {events} and {photos}"

"""The command `rookery migrate`."""

from __future__ import annotations

from pathlib import Path

import click

from companion import extras
from companion.errors import RookeryError, UsageError
from companion.options import FILE
from web.options import DATABASE


@click.command()
@DATABASE
@click.option("--data", "folder", metavar="DIR", type=FILE, help="A folder of tables instead.")
def migrate(address: str | None, folder: str | None) -> None:
    """Upgrade the tables of an older Rookery, once, before hosted servers start."""
    if not folder and not address:
        raise UsageError(
            "migrate", "no database is named", remedy="add --database URL or --data DIR"
        )
    if folder and not Path(folder).is_dir():
        remedy = "name the folder of your tables with --data"
        raise UsageError(folder, "holds no tables", remedy=remedy)
    try:
        from web.hosted.migrate import migrate as upgrade
    except ModuleNotFoundError as error:
        name, remedy = str(error.name), extras.remedy("hosted")
        raise RookeryError(name, "is not installed", remedy=remedy) from error
    before, after = upgrade(Path(folder) if folder else str(address))
    if before == after:
        click.echo(f"Already up to date: schema {after}")
    else:
        click.echo(f"Upgraded the schema from {before or 'none'} to {after}")

"""`rookery migrate`, as a command."""

from __future__ import annotations

from pathlib import Path

import click

from companion.errors import RookeryError, UsageError


@click.command()
@click.option(
    "--database", metavar="URL", envvar="DATABASE_URL", help="A PostgreSQL database.  [default: $DATABASE_URL]"
)
@click.option("--data", "folder", metavar="DIR", help="A folder with tables in SQLite, instead.")
def migrate(database: str | None, folder: str | None) -> None:
    """Bring the tables of an older Rookery up to this one: once, before hosted servers start on them."""
    if not folder and not database:
        raise UsageError("rookery migrate", "no database is named", remedy="write --database URL or --data DIR")
    if folder and not Path(folder).is_dir():
        raise UsageError(folder, "no such folder", remedy="check --data")
    try:
        from web.hosted.migrate import migrate as bring_up  # noqa: PLC0415 - Alembic comes with an extra
    except ModuleNotFoundError as error:
        raise RookeryError(
            str(error.name), "is not installed", remedy="install Rookery with its extra `hosted`"
        ) from error
    before, after = bring_up(Path(folder) if folder else str(database))
    click.echo(f"Schema {after}, as it was." if before == after else f"Schema {before or 'none'} -> {after}.")

"""`rookery tables`: list, delete and expire tables without a browser, also while a server runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import UsageError
from companion.language import counted
from companion.wording import did_you_mean
from web.options import DATA, DATABASE, confirm_deletion, read_age

if TYPE_CHECKING:
    from web.photos import Photos
    from web.storage.store import Store


@dataclass(frozen=True)
class Row:
    """A table in the list. `players` is None if the table can't be read; `last_used` is in UTC."""

    code: str
    game: str
    players: list[str] | None
    last_used: str
    bytes: int


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
@DATA
@DATABASE
def list_(folder: Path, address: str | None, *, as_json: bool) -> None:
    """List all tables: their game and players, when they were last used, and their size."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from web.storage.errors import UnknownTableError, UnreadableError

    rows: list[Row] = []
    with _tables(folder, address) as (store, photos):
        for code, table in store.overview().items():
            players: list[str] | None = None
            with suppress(UnknownTableError, UnreadableError):
                players = [seat.name for seat in store.log(code).state.seats]
            rows.append(Row(code, table.game, players, table.at, table.size + photos.size(code)))
    if as_json:
        click.echo(json.dumps({"rookery": 1, "tables": [*map(asdict, rows)]}, indent=1))
        return
    shown = Table("code", "game", "players", "last used", "size", box=None)
    for row in rows:
        names = "can't be read" if row.players is None else ", ".join(row.players)
        used = row.last_used[:16].replace("T", " ")
        cells = (row.code, row.game, names, used, f"{row.bytes / 1e6:,.1f} MB")
        shown.add_row(*map(Text, cells))
    if rows:
        Console().print(shown)
    else:
        click.echo("No tables yet; open one with: rookery table")


@click.command()
@click.argument("codes", metavar="CODE...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Don't ask.")
@DATA
@DATABASE
def delete(codes: tuple[str, ...], folder: Path, address: str | None, *, yes: bool) -> None:
    """Delete tables for good, with their histories, plays and photos.

    Phones that have one of them open see that it is gone.
    """
    from web.storage.errors import UnknownTableError
    from web.text.names import read_code

    with _tables(folder, address) as (store, photos):
        known = store.codes()
        wanted = list(dict.fromkeys(map(read_code, codes)))
        for code in wanted:
            if code not in known:
                guess = did_you_mean(code, known)
                remedy = guess or "'rookery tables list' shows all codes"
                raise UsageError(code[:40], "no such table", remedy=remedy)
        if not yes:
            names = ", ".join(wanted)
            confirm_deletion(f"Delete {names} for good, with history and photos?")
        for code in wanted:
            with suppress(UnknownTableError):  # already deleted
                store.delete(code)
            photos.drop_all(code)
    click.echo(f"Deleted {counted(len(wanted), 'table')}: {', '.join(wanted)}")


@click.command()
@click.option(
    "--older-than",
    "age",
    type=lambda text: read_age(text, "--older-than"),
    metavar="AGE",
    required=True,
    help="90d, 12w, 1y.",
)
@click.option("--dry-run", is_flag=True, help="Only say which tables would be deleted.")
@DATA
@DATABASE
def expire(age: timedelta, folder: Path, address: str | None, *, dry_run: bool) -> None:
    """Delete the tables unused for longer than AGE."""
    from web import upkeep

    with _tables(folder, address) as (store, photos):
        tables = upkeep.find_expired(store, age)
        codes = list(tables) if dry_run else upkeep.delete(store, tables)
        for code in codes:
            if not dry_run:
                photos.drop_all(code)
    verb = "Would delete" if dry_run else "Deleted"
    names = f": {', '.join(codes)}" if codes else ""
    click.echo(f"{verb} {counted(len(codes), 'table')} unused for {age.days} days{names}")


@contextmanager
def _tables(folder: Path, address: str | None) -> Iterator[tuple[Store, Photos]]:
    """Open the tables and photos of a folder or database, which a server may be using."""
    from web.photos import Photos
    from web.storage.existing import existing_store

    with existing_store(folder, address) as store:
        yield store, Photos(folder / "photos")

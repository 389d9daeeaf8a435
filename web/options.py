"""Options that several commands share."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import click

from companion.console import INTERRUPTED
from companion.errors import UsageError
from companion.folders import data_folder
from companion.options import number

PORTS = number(1, 65535)
DATA = click.option(
    "--data",
    "folder",
    metavar="DIR",
    envvar="ROOKERY_DATA",
    type=click.Path(path_type=Path, readable=False),
    callback=lambda _context, _option, folder: folder.absolute(),  # Flask has a folder of its own
    default=data_folder,
    help="The folder for tables and photos.  [default: $ROOKERY_DATA, or your data folder]",
)
DATABASE = click.option(
    "--database",
    "address",
    metavar="URL",
    envvar="DATABASE_URL",
    help="The PostgreSQL database of a hosted Rookery.  [default: $DATABASE_URL, if set]",
)

DAYS = {"d": 1, "w": 7, "y": 365}
_AGE = re.compile(r"([1-9][0-9]{0,3}) ?([dwy])", re.IGNORECASE)


def confirm_deletion(question: str) -> None:
    """Ask before something is deleted for good; a no, Ctrl-C or no terminal ends the command."""
    try:
        if click.confirm(question):
            return
        status = 0
    except click.Abort:
        click.echo(err=True)  # ends the line of the question
        status = INTERRUPTED
    click.echo("Nothing was deleted.", err=True)
    raise click.exceptions.Exit(status)


def read_age(text: str, source: str) -> timedelta:
    """Return an age of days, weeks or years; raises `UsageError`, which names the `source`.

    >>> [read_age(text, "--keep").days for text in ("90d", "90 D", "2w", "1y")]
    [90, 90, 14, 365]
    """
    match = _AGE.fullmatch(text)
    if match is None:
        problem = "has no unit" if text.strip().isdecimal() else "isn't an age"
        raise UsageError(source, f"{text[:20]!r} {problem}", remedy="write 90d, 12w or 1y")
    return timedelta(days=int(match[1]) * DAYS[match[2].lower()])

"""Options that several commands share."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import click

from companion.choice import number
from companion.errors import UsageError
from companion.folders import data_folder

PORTS = number(1, 65535)
DATA = click.option(
    "--data",
    "folder",
    metavar="DIR",
    envvar="ROOKERY_DATA",
    type=click.Path(path_type=Path, readable=False),
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


def read_age(text: str, source: str = "age") -> timedelta:
    """Return an age of days, weeks or years; raise `UsageError`, which names the `source`.

    >>> read_age("90d") == read_age("90 D"), read_age("2w").days, read_age("1y").days
    (True, 14, 365)
    """
    match = _AGE.fullmatch(text)
    if match is None:
        raise UsageError(source, f"{text[:20]!r} isn't an age", remedy="write 90d, 12w or 1y")
    return timedelta(days=int(match[1]) * DAYS[match[2].lower()])

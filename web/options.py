"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

from companion.folders import data_folder

data_option = click.option(
    "--data", "folder", metavar="DIR", envvar="ROOKERY_DATA", type=click.Path(path_type=Path), default=data_folder,
    help="Where tables and photos are kept.  [default: $ROOKERY_DATA, or your data folder]",
)  # fmt: skip

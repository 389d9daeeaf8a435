"""The command `rookery deck read`."""

from __future__ import annotations

from pathlib import Path

import click

from companion.errors import UsageError
from companion.game import game
from vision.label import read_label
from vision.load import load, read_bytes
from vision.output import write_whole

SHORT = 8  # digits of the fingerprint


@click.command()
@click.argument("photo", metavar="PHOTO")
@click.option("-o", "--output", metavar="FILE.toml", help="Where to write the deck.  [default: shown here]")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
def read(photo: str, output: str | None, *, force: bool) -> None:
    """Get a deck back from a photo of its box label.

    The code on the label holds the whole deck. What comes out prints, scans and scores as the one that the label was
    printed with; comments of the file are not in it.
    """
    if output and not force and Path(output).exists():
        raise UsageError(output, "there is such a file already", remedy="choose another name, or add --force")
    slug, text = read_label(load(read_bytes(photo), photo))
    row = game(slug)
    if output:
        write_whole(Path(output), text.encode())
    else:
        click.echo(text, nl=False)
    where = f", written to {output}" if output else ""
    click.echo(f"{row.title}, deck {row.read_deck(text, photo).fingerprint[:SHORT]}{where}", err=True)

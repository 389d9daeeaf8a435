"""The command `rookery deck read`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from companion.decks import short_id
from companion.game import game
from companion.options import FILE, FORCE
from companion.wholefile import check_free, write_whole

_ART = re.compile(r"^(?=art = )", re.MULTILINE)  # a card's picture as written by `to_toml`
WITHOUT = """\
# The box label doesn't hold this deck's own pictures, so the standard drawings are used. To restore
# them, put the picture files beside this file and remove the # before "art".

"""


@click.command()
@click.argument("photo", metavar="PHOTO", type=FILE)
@click.option(
    "-o",
    "--output",
    metavar="FILE.toml",
    type=FILE,
    help="The deck file to write.  [default: standard output]",
)
@FORCE
def read(photo: str, output: str | None, *, force: bool) -> None:
    """Recover a deck file from a photo of its box label, whose QR code holds the whole deck.

    The result prints, scans and scores like the original, but comments and your own pictures aren't
    on the label.
    """
    from vision.photo.label import read_label
    from vision.photo.loader import load, read_bytes

    if output:
        check_free(Path(output), force=force, option="-o")
    slug, text = read_label(load(read_bytes(photo), photo))
    row = game(slug)
    text, pictures = without_pictures(text)
    if output:
        write_whole(Path(output), text.encode())
    else:
        click.echo(text if sys.stdout.isatty() else text.encode(), nl=False)  # files are UTF-8
    where = f", written to {output}" if output else ""
    fingerprint = short_id(row.read_deck(text, photo).fingerprint)
    click.echo(f"{row.title}, deck {fingerprint}{where}", err=True)
    if pictures:
        what = "picture" if pictures == 1 else f"{pictures} pictures"
        note = "the standard drawings take their place"
        click.echo(f"note: the label doesn't hold the deck's {what}; {note}", err=True)


def without_pictures(text: str) -> tuple[str, int]:
    r"""Return a deck's text with its pictures commented out, and their number.

    >>> text, count = without_pictures('id = "fox"\nart = "fox.png"')
    >>> print(text.partition("\n\n")[2])
    id = "fox"
    # art = "fox.png"
    """
    result, count = _ART.subn("# ", text)
    return (f"{WITHOUT}{result}" if count else text), count

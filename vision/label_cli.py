"""The command `rookery deck read`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from companion.errors import UsageError
from companion.game import game
from vision.label import read_label
from vision.load import load, read_bytes
from vision.output import write_whole

SHORT = 8  # digits of the fingerprint
_ART = re.compile(
    r"^(?=art = )", re.MULTILINE
)  # a card's picture, as `to_toml` writes it: no text goes over a line's end
WITHOUT = """\
# The pictures of this deck are not in its label: our drawings stand for them. Put the files into the folder of this one
# and take away the # before "art" to have them back.

"""


@click.command()
@click.argument("photo", metavar="PHOTO")
@click.option("-o", "--output", metavar="FILE.toml", help="Where to write the deck.  [default: shown here]")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
def read(photo: str, output: str | None, *, force: bool) -> None:
    """Get a deck back from a photo of its box label.

    The code on the label holds the whole deck. What comes out prints, scans and scores as the one that the label was
    printed with; comments of the file are not in it. Nor are your own pictures: their names become remarks, and
    our drawings stand for them.
    """
    if output and not force and Path(output).exists():
        raise UsageError(output, "there is such a file already", remedy="choose another name, or add --force")
    slug, text = read_label(load(read_bytes(photo), photo))
    row = game(slug)
    text, pictures = without_pictures(text)
    if output:
        write_whole(Path(output), text.encode())
    else:
        _show(text)
    where = f", written to {output}" if output else ""
    click.echo(f"{row.title}, deck {row.read_deck(text, photo).fingerprint[:SHORT]}{where}", err=True)
    if pictures:
        click.echo(f"its own pictures ({pictures}) are not in the label: our drawings stand for them", err=True)


def without_pictures(text: str) -> tuple[str, int]:
    r"""The deck's text with the pictures that its cards name as remarks, and how many those are.

    >>> print(without_pictures('[[penguin]]\nid = "fox"\nart = "fox.png"\n')[0].partition("[[")[2], end="")
    penguin]]
    id = "fox"
    # art = "fox.png"
    """
    found, count = _ART.subn("# ", text)
    return (f"{WITHOUT}{found}" if count else text), count


def _show(text: str) -> None:
    """A deck file is UTF-8 wherever it goes; a terminal has an encoding of its own."""
    click.echo(text if sys.stdout.isatty() else text.encode(), nl=False)

"""The commands `rookery game new|check|print`: card games as data, in your own folder."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Unpack

import click

from companion import options
from printables.cli import raise_faults, show
from printables.options import INK, PRESS, SHEETS, STOCK, TAGS, only, output

if TYPE_CHECKING:
    from printables.output.job import Order

FOLDER = click.argument("folder", metavar="FOLDER", type=options.FILE)


@click.command()
@FOLDER
def new(folder: str) -> None:
    """Make FOLDER with a small card game to change: game.toml, a spreadsheet, icons and rules.

    The comments in game.toml explain each field. An existing folder is never changed.
    """
    from printables.decks.newgame import make_game

    for path in make_game(Path(folder)):
        click.echo(f"{path}")
    click.echo(f"next   rookery game print {quote(folder)}")


@click.command()
@FOLDER
def check(folder: str) -> None:
    """Check the game in FOLDER: list its mistakes by file and line, or what it prints."""
    from printables.decks.cardgame import report_card_game
    from printables.sheets.plan import pieces_of, tally

    result = report_card_game(folder)
    raise_faults(result.faults, folder)
    pieces = result.game.pieces(result.deck)
    kinds = [pieces_of(kind, number, own=True) for kind, number in tally(pieces).items()]
    click.echo(f"{folder}  no mistakes: {', '.join(kinds)}")
    show("Worth a second look:", result.advice)


@click.command("print")
@FOLDER
@output(
    "The PDF.  [default: FOLDER.pdf; part of a game gets its own name, such as FOLDER-card-07.pdf]"
)
@SHEETS
@INK
@only(
    "Print only these pieces, kinds or patterns, such as 'card-07' or 'token', into a file of "
    "their name."
)
@click.option(
    "--extras",
    is_flag=True,
    default=None,
    help="Add label, box, score pad and reference cards, as [about] in game.toml says.",
)
@TAGS
@STOCK
@PRESS
def print_(folder: str, **order: Unpack[Order]) -> None:
    """Print the game in FOLDER, which has a game.toml, as a PDF for a home printer.

    A manifest beside the PDF lists what lies where on its pages.
    """
    from printables.printing import print_card_game

    print_card_game(folder, order)

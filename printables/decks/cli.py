"""The commands `rookery deck new`, `check`, `import` and `export`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from companion.choice import FILE
from companion.deckfile import deck_text, file_text, game_of_file
from companion.errors import DeckError, UsageError
from companion.game import game
from companion.options import BOARD, DECK, DECK_FILE, GAME, GAME_OF_FILE, JSON

MOST_SHOWN = 20  # of each kind of lines; the preview shows the rest
SHORT = 16  # digits of a fingerprint
TABLES = (".csv", ".tsv", ".txt", "")  # how the name of a spreadsheet as text may end
BOM = "\ufeff"  # without it spreadsheets misread UTF-8

_ROWS = "Which rows of the deck file: penguin, goal, event, ..."
ROWS = click.option("--rows", "key", type=str.lower, metavar="NAME", help=_ROWS)
F = TypeVar("F", bound=Callable[..., object])


def _output(metavar: str, text: str) -> Callable[[F], F]:
    names = ("-o", "--output", "file")
    return click.option(*names, metavar=metavar, type=FILE, required=True, help=text)


@click.command()
@GAME
@DECK_FILE
@BOARD
def new(slug: str, file: str, board: str | None) -> None:
    """Write the standard deck of GAME to FILE.toml, with comments that explain each field.

    An existing file is never replaced.
    """
    from printables.decks.spreadsheet import new_deck
    from printables.output.files import write_new

    _check_ending(file, ".toml")
    chosen = game(slug)
    write_new(Path(file), new_deck(chosen, file, board).encode())
    click.echo(f"{file}  your deck of {slug}, a copy of the standard one")
    click.echo(f"next   rookery deck preview {file}")


@click.command()
@DECK_FILE
@GAME_OF_FILE
@JSON
def check(file: str, slug: str | None, *, as_json: bool) -> None:
    """Check FILE.toml: list its mistakes by line, or how it differs from the standard deck."""
    from printables.decks.report import report

    row = game_of_file(file, slug)
    result = report(row, file_text(file), file)
    if as_json:
        faults = [
            {"at": fault.at, "problem": fault.problem, "remedy": fault.remedy}
            for fault in result.faults
        ]
        data = {
            "rookery": 1,
            "file": file,
            "game": row.slug,
            "deck": None if faults else result.deck.fingerprint,
            "pieces": result.pieces,
            "faults": faults,
            "differences": result.differences,
            "advice": result.advice,
        }
        click.echo(json.dumps(data, indent=1))
        raise click.exceptions.Exit(DeckError.exit_code if faults else 0)
    _raise(result.faults, file)
    fingerprint = result.deck.fingerprint[:SHORT]
    click.echo(f"{file}  no mistakes: {row.slug}, {result.pieces} pieces, deck {fingerprint}")
    if not result.differences:
        click.echo("Same as the standard deck.")
    for heading, lines in (
        ("Differences from the standard deck:", result.differences),
        ("Worth a second look:", result.advice),
    ):
        if lines:
            click.echo(f"\n{heading}")
        for line in lines[:MOST_SHOWN]:
            click.echo(f"  {line}")
        if len(lines) > MOST_SHOWN:
            click.echo(f"  and {len(lines) - MOST_SHOWN} more")


@click.command("import")
@GAME
@click.argument("cards", metavar="CARDS.csv", type=FILE)
@_output("FILE.toml", "The deck file: an existing one, or a new one.")
@ROWS
def import_(slug: str, cards: str, file: str, key: str | None) -> None:
    """Copy the rows of a spreadsheet, saved as CSV, into a deck file of GAME.

    Name the columns like the fields of the deck; 'rookery deck export' writes a spreadsheet to
    start from. Everything else in the deck file stays; a new one starts as the standard deck.
    """
    from printables.decks.spreadsheet import import_rows
    from printables.output.files import check_folder, write_together
    from printables.sheets.plan import counted

    if Path(cards).suffix.lower() not in TABLES:
        remedy = "save the spreadsheet as CSV (UTF-8) and name that file"
        raise UsageError(cards, "not the name of a .csv file", remedy=remedy)
    check_folder(Path(file).parent)
    text, rows, faults = import_rows(game(slug), cards, file, key)
    _raise(faults, cards)
    write_together({Path(file): text.encode()})
    click.echo(f"{file}  {counted(len(rows.rows), 'row')} of {rows.key} from {cards}")
    click.echo(f"next   rookery deck check {file}")


@click.command()
@GAME
@_output("CARDS.csv", "The spreadsheet to write.")
@DECK
@ROWS
def export(slug: str, file: str, deck_file: str | None, key: str | None) -> None:
    """Write the rows of a deck of GAME as a spreadsheet (CSV), to edit and import again."""
    from companion.tomltext import read_toml
    from printables.decks.spreadsheet import write_cards
    from printables.output.files import write_new
    from printables.sheets.plan import counted

    _check_ending(file, ".csv")
    chosen = game(slug)
    text, source = deck_text(chosen, deck_file)
    chosen.read_deck(text, source)
    data = read_toml(text, source)
    written, key = write_cards(data, key)
    write_new(Path(file), (BOM + written).encode())
    click.echo(f"{file}  {counted(len(data[key]), 'row')} of {key}")
    click.echo(
        f"next   edit it, then: rookery deck import {slug} {file} -o {deck_file or 'my.toml'}"
    )


def _check_ending(file: str, ending: str) -> None:
    if Path(file).suffix.lower() != ending:
        remedy = f"use a name that ends in {ending}, such as {Path(file).stem}{ending}"
        raise UsageError(file, f"not the name of a {ending} file", remedy=remedy)


def _raise(faults: Sequence[DeckError], file: str) -> None:
    """Raise a single mistake; print several, then raise an error with their number."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        for fault in faults[:MOST_SHOWN]:
            click.echo(str(fault), err=True)
        raise DeckError(file, f"{len(faults)} mistakes", remedy="fix them and check again")

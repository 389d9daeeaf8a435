"""`rookery deck`: write your own deck file, check it, and fill it from a spreadsheet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click

from companion.choice import Choice
from companion.deckfile import deck_text, file_text, game_of_file
from companion.decks import examine, parse
from companion.errors import DeckError, UsageError
from companion.game import Game, game, slugs
from companion.tomltext import read_toml
from printables.decks.report import report
from printables.decks.spreadsheet import (
    CardList,
    in_spreadsheet,
    read_cards,
    with_rows,
    write_cards,
)
from printables.extras.selection import resized
from printables.output.files import check_folder, write_new, write_together

MOST_SHOWN = 20  # lines of a kind; who has more of them sees the preview
SHORT = 16  # digits of a fingerprint
BOM = "\ufeff"  # without it spreadsheets take UTF-8 for something else

GAME = click.argument("slug", metavar="GAME", type=Choice(slugs()))
OF_GAME = click.option(
    "--game", "slug", type=Choice(slugs()), help="The game, where the file does not say it."
)
ROWS = click.option(
    "--rows",
    "key",
    type=str.lower,
    metavar="NAME",
    help="Which rows of the deck file, as penguin, goal or event.",
)

HEADER = """\
# Your own deck of {title}.
#
# Change what you like, save, and look:
#
#     rookery deck preview {file}     all cards in the browser, again whenever you save
#     rookery deck check {file}       what is wrong, or how it differs from ours
#     rookery print {slug} --deck {file}
#
# Whatever follows a # is a remark for you. A text stands in "quotes", a number does not.
# {more}

"""
PICTURES = """\
A picture of your own on a card: put a PNG or JPEG beside this file and write \
art = "its-name.png" in the card's rows.
# The picture covers the drawing; numbers, signs and tags stay where they are."""
NO_PICTURES = "docs/own-decks.md tells it step by step."


@click.command()
@GAME
@click.argument("file", metavar="FILE.toml")
@click.option("--board", type=str.lower, metavar="ROWSxCOLUMNS", help="Solitaire's board, as 4x5.")
def new(slug: str, file: str, board: str | None) -> None:
    """Write the standard deck of GAME to FILE.toml, with remarks that tell what each field may be.

    A file that is there already is left alone.
    """
    chosen = game(slug)
    if Path(file).suffix.lower() != ".toml":
        raise UsageError(
            file,
            "not the name of a deck file",
            remedy=f"let it end in .toml, as in {Path(file).stem}.toml",
        )
    _check_place(Path(file).parent)
    write_new(Path(file), new_deck(chosen, file, board).encode())
    click.echo(f"{file}  a deck of {chosen.title}, yours to change")
    click.echo(f"next   rookery deck preview {file}")


def _check_place(folder: Path) -> None:
    """Raise `UsageError` for a folder that a new file can't go to; this command has no -o to
    advise.
    """
    if not folder.is_dir():
        raise UsageError(
            str(folder), "no such folder", remedy="make it first, or name a file elsewhere"
        )
    if not os.access(folder, os.W_OK):
        raise UsageError(str(folder), "you may not write here", remedy="name a file elsewhere")


def new_deck(chosen: Game, file: str, board: str | None = None) -> str:
    """The text of a deck file to begin with; raises `UsageError` for a board that the game has
    not.
    """
    text, source = deck_text(chosen)
    deck = chosen.read_deck(text, source)
    if board is not None:
        for fields in resized(chosen, deck, board).amendments.values():
            text = _amended(text, fields)
    more = PICTURES if hasattr(deck, "art") else NO_PICTURES
    name = Path(file).name
    return HEADER.format(title=chosen.title, slug=chosen.slug, file=name, more=more) + text


def _amended(text: str, fields: Mapping[str, object]) -> str:
    """The text with these fields changed where they stand first, so that its remarks stay."""
    lines = text.splitlines(keepends=True)
    for field, value in fields.items():
        place = next(n for n, line in enumerate(lines) if line.partition("=")[0].strip() == field)
        rest = lines[place].partition("=")[2].lstrip()
        lines[place] = f"{field} = {value}{rest[len(rest.split()[0]) :]}"
    return "".join(lines)


@click.command()
@click.argument("file", metavar="FILE.toml")
@OF_GAME
def check(file: str, slug: str | None) -> None:
    """Say what is wrong with FILE.toml, each mistake with its line; or how it differs from the
    standard deck.
    """
    found = report(game_of_file(file, slug), file_text(file), file)
    _refuse(found.faults, file)
    fingerprint = found.deck.fingerprint
    click.echo(
        f"{file}  is a fine deck of {found.game.slug}: {found.pieces} pieces, deck "
        f"{fingerprint[:SHORT]}"
    )
    if found.differences:
        click.echo("\nIt differs from the standard deck:")
        _list(found.differences)
    else:
        click.echo("It is the standard deck.")
    if found.advice:
        click.echo("\nWorth a second look:")
        _list(found.advice)


def _list(lines: Sequence[str]) -> None:
    for line in lines[:MOST_SHOWN]:
        click.echo(f"  {line}")
    if len(lines) > MOST_SHOWN:
        click.echo(f"  and {len(lines) - MOST_SHOWN} more")


def _refuse(faults: Sequence[DeckError], file: str) -> None:
    """One mistake is the error; several are listed before it."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        for fault in faults[:MOST_SHOWN]:
            click.echo(str(fault), err=True)
        raise DeckError(file, f"{len(faults)} mistakes", remedy="fix them and check again")


@click.command("import")
@GAME
@click.argument("cards", metavar="CARDS.csv")
@click.option(
    "-o",
    "--output",
    "file",
    metavar="FILE.toml",
    required=True,
    help="The deck file: a new one, or yours.",
)
@ROWS
def import_(slug: str, cards: str, file: str, key: str | None) -> None:
    """Put the rows of a spreadsheet, saved as CSV, into a deck file of GAME.

    The columns are called as the deck's fields. A deck file that is there keeps all else, a new one
    begins as the standard deck. 'rookery deck export' writes a spreadsheet to begin with.
    """
    chosen, target = game(slug), Path(file)
    check_folder(target.parent)
    before = file_text(file) if target.exists() else new_deck(chosen, file)
    # TOML and of this game: what is wrong in its rows the spreadsheet may fix
    parse(before, file, slug)
    ours = read_toml(*deck_text(chosen))
    found = read_cards(file_text(cards), cards, read_toml(before, file), key, like=ours)
    text = with_rows(before, found.key, found.rows)
    _, faults = examine(chosen.read_deck, text, file)
    if faults:
        _, olds = examine(chosen.read_deck, before, file)
        _refuse([_placed(fault, olds, found, cards) for fault in faults], cards)
    write_together({target: text.encode()})
    click.echo(f"{file}  has {_counted(found.rows)} of {found.key} from {cards}")
    click.echo(f"next   rookery deck check {file}")


def _placed(fault: DeckError, olds: Iterable[DeckError], found: CardList, cards: str) -> DeckError:
    """A mistake of the new text, which nobody sees, where it is to be fixed: in the spreadsheet or
    in the old file.
    """
    moved = in_spreadsheet(fault, found, cards)
    if moved is not fault:
        return moved
    _, _, field = fault.at.partition(", ")
    same = (
        old for old in olds if (old.problem, old.at.partition(", ")[2]) == (fault.problem, field)
    )
    return next(same, DeckError(fault.source, fault.problem, at=field, remedy=fault.remedy))


@click.command()
@GAME
@click.option(
    "-o", "--output", "file", metavar="CARDS.csv", required=True, help="The spreadsheet to write."
)
@click.option("--deck", "deck_file", metavar="FILE.toml", help="A deck of your own.")
@ROWS
def export(slug: str, file: str, deck_file: str | None, key: str | None) -> None:
    """Write the rows of a deck of GAME as a spreadsheet (CSV), to change them there and import them
    again.
    """
    if Path(file).suffix.lower() != ".csv":
        raise UsageError(
            file, "isn't a CSV file's name", remedy=f"end it in .csv, as in {Path(file).stem}.csv"
        )
    chosen = game(slug)
    text, source = deck_text(chosen, deck_file)
    chosen.read_deck(text, source)
    data = read_toml(text, source)
    written, key = write_cards(data, key)
    write_new(Path(file), (BOM + written).encode())
    click.echo(f"{file}  has {_counted(data[key])} of {key}")
    click.echo(
        f"next   change it, then: rookery deck import {slug} {file} -o {deck_file or 'my.toml'}"
    )


def _counted(rows: Iterable[object]) -> str:
    count = len(list(rows))
    return "1 row" if count == 1 else f"{count} rows"

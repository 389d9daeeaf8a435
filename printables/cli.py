"""The commands `rookery print`, `puzzle`, `calibrate sheet`, and `deck new|check|import|export`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from companion import console, options
from companion.calibration import TURNS, Key, Turn, ruler_lengths
from companion.deckfile import deck_text, file_text, game_of_file
from companion.decks import short_id
from companion.errors import DeckError, UsageError
from companion.game import game, slugs
from companion.language import counted
from companion.options import (
    BOARD,
    DECK,
    DECK_FILE,
    FORCE,
    GAME,
    GAME_OF_FILE,
    JSON,
    Choice,
    number,
)
from companion.profile import load_profile
from companion.wholefile import check_free
from printables.options import (
    ADDRESS,
    INK,
    LANGUAGE,
    PAPER,
    PRESS,
    SHEETS,
    STOCK,
    TAGS,
    choice,
    only,
    output,
    profile,
    whole,
)

if TYPE_CHECKING:
    from printables.decks.folder import ImposeOrder
    from printables.draw.colours import Ink
    from printables.output.job import Order

MOST_SHOWN = 20  # of each kind of lines about a deck; the preview shows the rest
TABLES = (".csv", ".tsv", ".txt", "")  # how the name of a spreadsheet as text may end
BOM = "\ufeff"  # without it spreadsheets misread UTF-8

_ROWS = "Which rows of the deck file: penguin, goal, event, ..."
ROWS = click.option("--rows", "key", type=str.lower, metavar="NAME", help=_ROWS)


@click.command("print")
@click.argument("slug", metavar="GAME|all", type=Choice((*slugs(), "all"), "game"))
@output(
    "The PDF, or with 'all' a folder.  "
    "[default: GAME.pdf; part of a set gets its own name, such as giza-penguin-07.pdf]"
)
@SHEETS
@INK
@click.option(
    "--back-ink",
    type=Choice(("light", "full"), "ink"),
    help="Print combust's card backs light, or in full as before, to replace a lost card.  "
    "[default: light; full with --shop]",
)
@click.option(
    "--index/--no-index",
    default=None,
    help="Start with a page that lists the pieces.  [default: yes, except with --only]",
)
@DECK
@BOARD
@only(
    "Print only these ids, kinds or patterns, such as 'penguin-07' or 'goal,chief'; "
    "'rookery games GAME' lists them."
)
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="Print only what N players need.  [default: the whole game]",
)
@click.option(
    "--extras/--no-extras",
    default=None,
    help="Add a box to fold, stickers and other extras, or print nothing but the pieces.  "
    "[default: add label, rules, reference cards and score pad]",
)
@click.option(
    "--tonight",
    is_flag=True,
    help="Print the fewest sheets to play with: the pieces, without extras and index.",
)
@ADDRESS
@click.option(
    "--weight",
    type=number(80, 500),
    metavar="GSM",
    help="With --extras: the weight of the cards' paper, 80 to 500 g/m2; the box is made to fit.  "
    "[default: 250]",
)
@STOCK
@PRESS
def print_(slug: str, **order: Unpack[Order]) -> None:
    """Print the pieces of GAME, or of all games, as PDFs for a home printer.

    A manifest beside each PDF lists what lies where on its pages.
    """
    from printables.printing import print_games

    print_games(slug, order)


@click.command()
@click.argument("fronts", metavar="FRONTS", type=options.FILE)
@click.argument("backs", metavar="[BACKS]", type=options.FILE, required=False)
@click.option(
    "--size",
    metavar="SIZE",
    help="The size of a card without bleed: poker (63x88 mm), bridge (57x88), mini (44x68), tarot "
    "(70x120), square (70x70), or width x height such as 63x88 or 2.5x3.5in.  "
    "[default: what the files say]",
)
@click.option(
    "--bleed-included",
    "included",
    type=number(0.0, 20.0),
    default=0,
    metavar="MM",
    help="How far each picture reaches beyond its card's edges, in mm; without it, or below 3 mm, "
    "edges are mirrored.",
)
@click.option(
    "--counts",
    type=options.FILE,
    metavar="CARDS.csv",
    help="A spreadsheet with the columns front, count and, if you like, back and stock: card, "
    "board, plain or labels.  "
    "[default: counts in names, such as 'goblin x3.png']",
)
@output("The PDF.  [default: FRONTS-sheets.pdf]")
@SHEETS
@TAGS
@STOCK
@PRESS
def impose(**order: Unpack[ImposeOrder]) -> None:
    """Print your own cards: FRONTS is a folder of pictures or a PDF with a card on each page.

    BACKS is one picture for all cards, or a folder or PDF with a back for each, by name or in the
    same order.
    """
    from printables.printing import impose_cards

    impose_cards(order)


@click.command()
@whole("--level", 1, 10, "How hard, from 1 to 10.  [default: all levels in turn]")
@whole("--count", 1, 200, "How many puzzles, up to 200.", 12)
@whole("--seed", 0, 999_999_999, "Another seed gives other puzzles.", 0)
@click.option(
    "--board",
    type=str.lower,
    default="3x4",
    show_default=True,
    metavar="ROWSxCOLUMNS",
    help="The board: 3x4 or 4x3.",
)
@ADDRESS
@output("The PDF to write.  [default: puzzles.pdf; none with --json]")
@FORCE
@PAPER
@INK
@LANGUAGE
@JSON
def puzzle(
    *,
    level: int | None,
    count: int,
    seed: int,
    board: str,
    address: str,
    output: str | None,
    force: bool,
    paper: str,
    ink: Ink,
    language: str,
    as_json: bool,
) -> None:
    """Print Egyptian Solitaire puzzles: each has one good first hop; solutions are at the end.

    Level 1 takes seconds, level 10 a long evening. The same seed gives the same puzzles. To play
    one on a phone, open a table of solitaire and type its name under Puzzles, such as 4-7.
    """
    from companion.language import say as phrase
    from printables.art.codes import checked_address
    from printables.output.files import check_target, write_together
    from printables.puzzles import booklet, make_puzzles
    from printables.sheets.paper import find_paper

    if address:
        checked_address(address)
    target = check_target(Path(output or "puzzles.pdf")) if output or not as_json else None
    if target:
        check_free(target, force=force, option="-o")
    puzzles = make_puzzles(board, level, count, seed)
    if target:
        origin, on = phrase("seed {n}", n=seed), find_paper(paper)
        pdf = booklet(puzzles, on, ink, origin, language=language, address=address)
        write_together({target: pdf})
    if as_json:
        rows = [{"number": n, **each.to_json()} for n, each in enumerate(puzzles, start=1)]
        data = {"rookery": 1, "board": board, "seed": seed, "puzzles": rows}
        click.echo(json.dumps(data, indent=1))
    elif target:
        console.say(str(target), f"{counted(len(puzzles), 'puzzle')}, solutions at the end")


@click.command()
@output("The PDF to write.", default="printer-check.pdf")
@FORCE
@PAPER
@choice("--sides", TURNS, "edge", "long", "The edge your printer flips the paper on.")
@profile("Print with this profile, so that the sheet shows the errors that remain.")
@LANGUAGE
def sheet(
    *, output: str, force: bool, paper: str, sides: Turn, profile_name: str | None, language: str
) -> None:
    """Print a two-sided sheet that measures your printer from a photo of each side."""
    from printables.calibration import print_sheet
    from printables.output.files import check_replaced, check_target, describe_files, save
    from printables.output.profiles import corrections
    from printables.sheets.imposition import find_sides
    from printables.sheets.paper import find_paper

    target, turning = check_target(Path(output)), find_sides(sides)
    measured = load_profile(profile_name) if profile_name else None
    corrected = corrections(measured, find_paper(paper), turning)
    key = Key(paper, sides, profiled=bool(profile_name))
    printout = print_sheet(key, corrected, language)
    check_replaced(target, printout.manifest, force=force)
    save(printout, target)
    across, down = ruler_lengths(key.size)
    console.say(str(target), describe_files(printout, target))
    console.say("print", f"at 100 % (actual size, not fit to page), {turning.hint}")
    edges = "on something dark, all four edges in the picture"
    console.say("photograph", f"both sides from straight above, {edges}")
    console.say("measure", f"the rulers, which should be {across:.0f} and {down:.0f} mm long")
    save_as = "" if profile_name else " --save NAME"
    console.say("next", f"rookery calibrate read FRONT.jpg BACK.jpg{save_as}")


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
    raise_faults(result.faults, file)
    fingerprint = short_id(result.deck.fingerprint)
    click.echo(f"{file}  no mistakes: {row.slug}, {result.pieces} pieces, deck {fingerprint}")
    if not result.differences:
        click.echo("Same as the standard deck.")
    show("Differences from the standard deck:", result.differences)
    show("Worth a second look:", result.advice)


def show(heading: str, lines: Sequence[str]) -> None:
    """Print a heading and the first of its lines, nothing without lines."""
    if lines:
        click.echo(f"\n{heading}")
    for line in lines[:MOST_SHOWN]:
        click.echo(f"  {line}")
    if len(lines) > MOST_SHOWN:
        click.echo(f"  and {len(lines) - MOST_SHOWN} more")


@click.command("import")
@GAME
@click.argument("cards", metavar="CARDS.csv", type=options.FILE)
@output("The deck file: an existing one, or a new one.", metavar="FILE.toml")
@ROWS
def import_(slug: str, cards: str, output: str, key: str | None) -> None:
    """Copy the rows of a spreadsheet, saved as CSV, into a deck file of GAME.

    Name the columns like the fields of the deck; 'rookery deck export' writes a spreadsheet to
    start from. Everything else in the deck file stays; a new one starts as the standard deck. Each
    row that changes is listed with its old values.
    """
    from printables.decks.spreadsheet import import_rows
    from printables.output.files import check_folder, write_together

    if Path(cards).suffix.lower() not in TABLES:
        remedy = "save the spreadsheet as CSV (UTF-8) and name that file"
        raise UsageError(cards, "not the name of a .csv file", remedy=remedy)
    check_folder(Path(output).parent)
    text, rows, changes, faults = import_rows(game(slug), cards, output, key)
    raise_faults(faults, cards)
    write_together({Path(output): text.encode()})
    total = f"{counted(len(rows.rows), 'row')} of {rows.key} from {cards}"
    click.echo(f"{output}  {total}, {counted(len(changes), 'change')}{':' if changes else ''}")
    for change in changes:
        click.echo(f"  {change}")
    if rows.unknown:
        columns = f"{'column' if len(rows.unknown) == 1 else 'columns'} {', '.join(rows.unknown)}"
        click.echo(f"note: {columns} left out: {rows.key} has no such field", err=True)
    click.echo(f"next   rookery deck check {output}")


@click.command()
@GAME
@output("The spreadsheet to write.", metavar="CARDS.csv")
@DECK
@ROWS
def export(slug: str, output: str, deck_file: str | None, key: str | None) -> None:
    """Write the rows of a deck of GAME as a spreadsheet (CSV), to edit and import again."""
    from companion.tomltext import read_toml
    from printables.decks.spreadsheet import write_cards
    from printables.output.files import write_new

    _check_ending(output, ".csv")
    chosen = game(slug)
    text, source = deck_text(chosen, deck_file)
    chosen.read_deck(text, source)
    data = read_toml(text, source)
    written, key = write_cards(data, key)
    write_new(Path(output), (BOM + written).encode())
    click.echo(f"{output}  {counted(len(data[key]), 'row')} of {key}")
    if deck_file is None:
        click.echo("note   this is the standard deck; for yours, add --deck FILE.toml")
    target = deck_file or "NEW.toml"
    click.echo(f"next   edit it, then: rookery deck import {slug} {output} -o {target}")


def _check_ending(file: str, ending: str) -> None:
    if Path(file).suffix.lower() != ending:
        remedy = f"use a name that ends in {ending}, such as {Path(file).stem}{ending}"
        raise UsageError(file, f"not the name of a {ending} file", remedy=remedy)


def raise_faults(faults: Sequence[DeckError], file: str) -> None:
    """Raise a single mistake; print several, then raise an error with their number."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        for fault in faults[:MOST_SHOWN]:
            click.echo(str(fault), err=True)
        raise DeckError(file, f"{len(faults)} mistakes", remedy="fix them and check again")

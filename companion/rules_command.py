"""The command `rookery rules`."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING

import click

from companion.choice import Choice
from companion.deckfile import load_deck, load_summary, resized
from companion.game import Game, game
from companion.language import ENGLISH, LANGUAGES, say, spoken, translated
from companion.options import BOARD, DECK, GAME, JSON
from companion.summary import LEGEND, Item, Section, Summary

if TYPE_CHECKING:
    from rich.table import Table

WIDEST = 100  # longer lines are hard to read
MARK = "*"  # before interpretations; colour alone isn't enough


@click.command()
@GAME
@DECK
@BOARD
@click.option(
    "--language",
    type=Choice(LANGUAGES, "language"),
    default=ENGLISH,
    show_default=True,
    help="The language of the rules.",
)
@JSON
def rules(
    slug: str, deck_file: str | None, board: str | None, language: str, *, as_json: bool
) -> None:
    """Show how to play GAME.

    Each rule has the number that 'rookery scan' cites; our own interpretations are marked.
    """
    row = game(slug)
    deck = spoken(resized(row, load_deck(row, deck_file), board), language)
    summary = load_summary(row, deck, language)
    if as_json:
        click.echo(json.dumps(as_data(row, summary, language), indent=1))
    else:
        _print(row, summary, language)


def as_data(row: Game, summary: Summary, language: str = ENGLISH) -> dict[str, object]:
    """Return the rules for programs (docs/formats.md)."""
    return {
        "rookery": 1,
        "game": row.slug,
        "language": language,
        "title": summary.title,
        "aim": summary.aim,
        "players": list(row.players),
        "minutes": list(summary.minutes),
        "needs": list(map(_item, summary.needs.items)),
        "sections": [
            {"title": section.title, "kind": section.kind, "items": list(map(_item, section.items))}
            for section in summary.sections
        ],
        "legend": translated(LEGEND, language),
    }


def _item(item: Item) -> dict[str, object]:
    name = {"name": item.name} if item.name else {}
    return {**name, "text": item.text, "rules": list(item.rules), "reading": item.reading}


def _print(row: Game, summary: Summary, language: str) -> None:
    from rich.console import Console  # noqa: PLC0415 - rich takes 60 ms, and --help doesn't need it
    from rich.text import Text  # noqa: PLC0415 - see above

    console = Console(highlight=False)
    console.width = min(console.width, WIDEST)
    (low, high), (shortest, longest) = row.players, summary.minutes
    facts = say(
        "{low} to {high} players, about {shortest} to {longest} minutes",
        low=low,
        high=high,
        shortest=shortest,
        longest=longest,
    )
    console.print(Text(summary.title, "bold"))
    console.print(Text(translated(facts, language)))
    console.print(Text(summary.aim))
    for section in summary.page:
        console.print()
        console.print(Text(section.title, "bold"))
        console.print(_grid(section))
    console.print()
    console.print(Text(f"{MARK} {translated(LEGEND, language)}", "italic"))


def _grid(section: Section) -> Table:
    """Return a grid of a section's texts.

    Before each are its number, dash, mark or name, and after it the numbers of its rules.
    """
    from rich.table import Table  # noqa: PLC0415 - see _print
    from rich.text import Text  # noqa: PLC0415 - see _print

    grid = Table.grid(padding=(0, 1, 0, 0), expand=True)
    grid.add_column()
    grid.add_column(ratio=1)
    grid.add_column(justify="right")
    numbers = count(1)
    for item in section.items:
        text = item.text
        if item.reading:
            lead = MARK
        elif item.name and section.kind == "table":
            lead = f"{item.name}:"
        elif item.name:
            lead, text = "", f"{item.name}: {text}"
        else:
            lead = f"{next(numbers)}." if section.kind == "steps" else "-"
        grid.add_row(Text(f"  {lead}"), Text(text), Text(item.numbers, "dim"))
    return grid

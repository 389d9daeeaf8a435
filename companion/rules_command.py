"""`rookery rules`: a game's rules on one page, as we read them."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

import click

from companion.choice import Choice
from companion.deckfile import load_deck, load_summary
from companion.game import Game, game, slugs
from companion.summary import LEGEND, Item, Section, Summary

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDEST = 100  # longer lines are hard to read
MARK = "*"  # before a reading of ours: a sign, as colour never tells alone


@click.command()
@click.argument("slug", metavar="GAME", type=Choice(slugs()))
@click.option("--deck", "deck_file", metavar="FILE.toml", help="A deck of your own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def rules(slug: str, deck_file: str | None, *, as_json: bool) -> None:
    """Tell the rules of GAME on one page, our own readings marked."""
    row = game(slug)
    summary = load_summary(row, load_deck(row, deck_file))
    if as_json:
        click.echo(json.dumps(as_data(row, summary), indent=1))
    else:
        _draw(row, summary)


def as_data(row: Game, summary: Summary) -> dict[str, Any]:
    """The page as programs get it (docs/formats.md)."""
    return {
        "rookery": 1,
        "game": row.slug,
        "title": summary.title,
        "aim": summary.aim,
        "players": list(row.players),
        "minutes": list(summary.minutes),
        "needs": list(map(_item, summary.needs)),
        "sections": [
            {"title": section.title, "kind": section.kind, "items": list(map(_item, section.items))}
            for section in summary.sections
        ],
        "legend": LEGEND,
    }


def _item(item: Item) -> dict[str, Any]:
    name = {"name": item.name} if item.name else {}
    return {**name, "text": item.text, "rules": list(item.rules), "reading": item.reading}


def _draw(row: Game, summary: Summary) -> None:
    from rich.console import Console  # noqa: PLC0415 - rich costs 60 ms that --help should not pay
    from rich.text import Text  # noqa: PLC0415 - see above

    console = Console(highlight=False)
    console.width = min(console.width, WIDEST)
    low, high = row.players
    console.print(Text(summary.title, "bold"))
    console.print(Text(f"{low} to {high} players, about {summary.minutes[0]} to {summary.minutes[1]} minutes"))
    console.print(Text(summary.aim))
    console.print(Text(f"{MARK} {LEGEND}", "italic"))
    _draw_section(console, Section("You need", "points", summary.needs))
    for section in summary.sections:
        _draw_section(console, section)


def _draw_section(console: Console, section: Section) -> None:
    from rich.text import Text  # noqa: PLC0415 - see _draw

    console.print(Text(section.title, "bold"))
    console.print(_grid(section))


def _grid(section: Section) -> Table:
    """A number, a point or a name before each text; before a reading of ours stands its mark instead."""
    from rich.table import Table  # noqa: PLC0415 - see _draw
    from rich.text import Text  # noqa: PLC0415 - see _draw

    grid = Table.grid(padding=(0, 1, 0, 0))
    numbers = count(1)
    for item in section.items:
        lead = MARK if item.reading else f"{next(numbers)}." if section.kind == "steps" else _point(item)
        grid.add_row(Text(f"  {lead}"), Text(item.text))
    return grid


def _point(item: Item) -> str:
    return f"{item.name}:" if item.name else "-"

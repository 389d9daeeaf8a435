"""The commands `rookery games` and `rookery rules`: pieces and rules for people and programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, groupby

import click

from companion.deckfile import load_deck, load_summary, resized
from companion.differences import words
from companion.errors import UsageError
from companion.game import Deck, Game, Piece, game, slugs
from companion.language import ENGLISH, LANGUAGES, counted, say, spoken, translated
from companion.layout import Size
from companion.options import BOARD, DECK, GAME, JSON, Choice
from companion.summary import LEGEND, Item, Summary

WIDEST = 100  # longer lines of rules are hard to read
MARK = "*"  # before interpretations; colour alone isn't enough
TEXT = "text"  # the field of a piece that has its printed rule


@dataclass(frozen=True, slots=True)
class Listing:
    """The pieces of one kind; a single one has no columns, and a row for each of its fields."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def listings(pieces: Sequence[Piece]) -> Iterator[Listing]:
    """Yield a listing for each run of pieces of one kind, in the order of printing."""
    for kind, group in groupby(pieces, key=lambda piece: piece.kind):
        alike = list(group)
        total, sizes = sum(piece.count for piece in alike), {piece.size for piece in alike}
        heading = f"{kind}: {counted(total, 'piece')}"
        idle = {"count"} if total == len(alike) else set()
        if len(sizes) == 1:
            heading += f", {_mm(alike[0].size)} mm"
            idle.add("mm")
        cells = [_cells(piece) for piece in alike]
        keys = [
            key
            for key in dict.fromkeys(chain(*cells))
            if key not in idle and any(row.get(key) for row in cells)
        ]
        columns = tuple(key.replace("_", " ") for key in keys)
        rows = tuple(tuple(row.get(key, "") for key in keys) for row in cells)
        if len(alike) > 1:
            yield Listing(heading, columns, rows)
        else:
            yield Listing(heading, (), tuple(zip(columns, *rows, strict=True)))


def _cells(piece: Piece) -> dict[str, str]:
    own: dict[str, object] = {}
    for key, value in piece.data.items():
        parts = value if isinstance(value, list | tuple) else [value]
        if not any(isinstance(part, Mapping) for part in parts):  # tables are for programs (--json)
            own[key] = value
    if TEXT in own:  # what follows repeats it, for programs
        own = dict(list(own.items())[: list(own).index(TEXT) + 1])
    own = {"id": piece.id, "count": piece.count, "mm": _mm(piece.size).replace(" ", "")} | own
    return {
        key: f"{value:.4g}" if isinstance(value, float) else words(value)
        for key, value in own.items()
    }


def _mm(size: Size) -> str:
    return f"{size.width:.0f} x {size.height:.0f}"


@click.command()
@click.argument("slug", metavar="[GAME]", type=Choice(slugs(), "game"), required=False)
@DECK
@JSON
def games(slug: str | None, deck_file: str | None, *, as_json: bool) -> None:
    """List the games, or every piece of GAME; --json adds tags and all that programs need."""
    if deck_file and not slug:
        raise UsageError("--deck", "a deck belongs to one game", remedy="name the GAME too")
    chosen = [(row, load_deck(row, deck_file)) for row in map(game, [slug] if slug else slugs())]
    if as_json:
        data = [_game_data(row, deck) for row, deck in chosen]
        click.echo(json.dumps(data[0] if slug else {"rookery": 1, "games": data}, indent=1))
    elif slug:
        _draw_pieces(*chosen[0])
    else:
        _draw_games(chosen)


def _game_data(row: Game, deck: Deck) -> dict[str, object]:
    pieces = [
        {
            "id": piece.id,
            "kind": piece.kind,
            "count": piece.count,
            "size": [piece.size.width, piece.size.height],
            "tags": {face: [tag.id for tag in tags] for face, tags in piece.faces.items()},
            **piece.data,
        }
        for piece in row.pieces(deck)
    ]
    return {
        "rookery": 1,
        "game": row.slug,
        "title": row.title,
        "players": list(row.players),
        "offers": sorted(row.offers),
        "deck": deck.fingerprint,
        "pieces": pieces,
    }


def _draw_games(chosen: Iterable[tuple[Game, Deck]]) -> None:
    from rich.console import Console
    from rich.table import Table

    rows = list(chosen)
    table = Table("game", "title", "players", "pieces", box=None)
    if differ := len({row.offers for row, _ in rows}) > 1:
        table.add_column("what you can do")
    for row, deck in rows:
        low, high = row.players
        pieces = sum(piece.count for piece in row.pieces(deck) if not piece.extra)
        offers = [", ".join(sorted(row.offers))] if differ else []
        table.add_row(row.slug, row.title, f"{low}-{high}", str(pieces), *offers)
    Console().print(table)


def _draw_pieces(row: Game, deck: Deck) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(row.title, "bold"))
    for listing in listings(row.pieces(deck)):
        table = Table(
            *listing.columns,
            box=None,
            show_header=bool(listing.columns),
            padding=(0, 2, 0, 0),
            pad_edge=False,
        )
        for cells in listing.rows:
            table.add_row(*map(Text, cells))
        if table.columns:
            table.columns[0].no_wrap = True  # ids are typed after --only, so they must stay whole
        texts = zip(listing.columns or ("", ""), *listing.rows, strict=True)
        widths = [max(map(len, " ".join(column).split())) for column in texts]
        fits = sum(widths) + 2 * len(widths) - 2 <= console.width  # without breaking a word
        for column, width in zip(table.columns, widths, strict=True):
            column.overflow = "fold"
            column.min_width = width if fits else None
        console.print(Text(f"\n{listing.heading}", "bold"))
        console.print(table)


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
        click.echo(json.dumps(_rules_data(row, summary, language), indent=1))
    else:
        _draw_rules(row, summary, language)


def _rules_data(row: Game, summary: Summary, language: str) -> dict[str, object]:
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


def _draw_rules(row: Game, summary: Summary, language: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

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
        grid = Table.grid(padding=(0, 1, 0, 0), expand=True)
        grid.add_column()  # a number, mark or name
        grid.add_column(ratio=1)
        grid.add_column(justify="right")  # the numbers of rules
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
        console.print()
        console.print(Text(section.title, "bold"))
        console.print(grid)
    console.print()
    console.print(Text(f"{MARK} {translated(LEGEND, language)}", "italic"))

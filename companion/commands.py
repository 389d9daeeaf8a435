"""The command `rookery games`."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from companion.choice import Choice
from companion.deckfile import load_deck
from companion.errors import UsageError
from companion.game import Deck, Game, game, slugs
from companion.listing import listings
from companion.options import DECK, JSON


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
        data = [as_data(row, deck) for row, deck in chosen]
        click.echo(json.dumps(data[0] if slug else {"rookery": 1, "games": data}, indent=1))
    elif slug:
        _draw_pieces(*chosen[0])
    else:
        _draw_games(chosen)


def as_data(row: Game, deck: Deck) -> dict[str, object]:
    """Return a game and its pieces for programs (docs/formats.md)."""
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
        count = sum(piece.count for piece in row.pieces(deck))
        offers = [", ".join(sorted(row.offers))] if differ else []
        table.add_row(row.slug, row.title, f"{low}-{high}", str(count), *offers)
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

"""The command `rookery games`: the games as a list, or a game's pieces as tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

import click

from companion.choice import Choice
from companion.deckfile import load_deck
from companion.differences import words
from companion.errors import UsageError
from companion.game import Deck, Game, Piece, game, slugs
from companion.layout import Size
from companion.options import DECK, JSON

TEXT = "text"  # the field of a piece that has its printed rule


@dataclass(frozen=True, slots=True)
class Listing:
    """The pieces of one kind: a heading, the columns' names and the rows.

    For a single piece there are no columns, and each row begins with a name.
    """

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def listings(pieces: Sequence[Piece]) -> Iterator[Listing]:
    """Yield a listing for each run of pieces of one kind, in the order of printing.

    It has a row for each piece, or for a single piece a row for each field.
    """
    for kind, group in groupby(pieces, key=lambda piece: piece.kind):
        alike = list(group)
        total, sizes = sum(piece.count for piece in alike), {piece.size for piece in alike}
        heading = f"{kind}: {total} piece{'s' if total > 1 else ''}"
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
        columns = tuple(map(_plain, keys))
        rows = tuple(tuple(row.get(key, "") for key in keys) for row in cells)
        if len(alike) > 1:
            yield Listing(heading, columns, rows)
        else:
            yield Listing(heading, (), tuple(zip(columns, *rows, strict=True)))


def _cells(piece: Piece) -> dict[str, str]:
    own = {}
    for key, value in piece.data.items():
        parts = value if isinstance(value, list | tuple) else [value]
        if not any(isinstance(part, Mapping) for part in parts):  # tables are for programs (--json)
            own[key] = value
    if TEXT in own:  # what comes behind it is the same once more, for programs
        own = dict(list(own.items())[: list(own).index(TEXT) + 1])
    common: dict[str, object] = {
        "id": piece.id,
        "count": piece.count,
        "mm": _mm(piece.size).replace(" ", ""),
    }
    return {
        key: f"{value:.4g}" if isinstance(value, float) else words(value)
        for key, value in {**common, **own}.items()
    }


def _mm(size: Size) -> str:
    return f"{size.width:.0f} x {size.height:.0f}"


def _plain(name: str) -> str:
    return name.replace("_", " ")


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

"""The commands that need nothing but the games themselves."""

from __future__ import annotations

import json
from typing import Any

import click

from companion.deckfile import load_deck
from companion.game import SLUGS, Game, Piece, game


@click.command()
@click.argument("slug", metavar="[GAME]", required=False)
@click.option("--deck", "deck_file", metavar="FILE.toml", help="A deck of your own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def games(slug: str | None, deck_file: str | None, *, as_json: bool) -> None:
    """List the games, or every piece of GAME with its data."""
    chosen = [game(slug)] if slug else [game(name) for name in SLUGS]
    listing = [_listing(row, deck_file) for row in chosen]
    if as_json:
        click.echo(json.dumps(listing[0] if slug else {"rookery": 1, "games": listing}, indent=1))
    elif slug:
        _draw_pieces(listing[0])
    else:
        _draw_games(listing)


def _listing(row: Game, deck_file: str | None) -> dict[str, Any]:
    deck = load_deck(row, deck_file)
    return {
        "rookery": 1,
        "game": row.slug,
        "title": row.title,
        "players": list(row.players),
        "offers": sorted(row.offers),
        "deck": deck.fingerprint,
        "pieces": [_piece(piece) for piece in row.pieces(deck)],
    }


def _piece(piece: Piece) -> dict[str, Any]:
    tags = {face: [tag.id for tag in spots] for face, spots in piece.faces.items()}
    size = [piece.size.width, piece.size.height]
    return {"id": piece.id, "kind": piece.kind, "count": piece.count, "size": size, "tags": tags, **piece.data}


def _draw_games(listing: list[dict[str, Any]]) -> None:
    from rich.console import Console  # noqa: PLC0415 - rich costs 60 ms that --help shall not pay
    from rich.table import Table  # noqa: PLC0415 - see above

    table = Table("game", "title", "players", "pieces", "what you can do", box=None)
    for row in listing:
        low, high = row["players"]
        count = sum(piece["count"] for piece in row["pieces"])
        table.add_row(row["game"], row["title"], f"{low}-{high}", str(count), ", ".join(row["offers"]))
    Console().print(table)


def _draw_pieces(listing: dict[str, Any]) -> None:
    from rich.console import Console  # noqa: PLC0415 - see _draw_games
    from rich.table import Table  # noqa: PLC0415 - see above

    common = {"id", "kind", "count", "size", "tags"}
    table = Table("id", "kind", "count", "mm", "tags", "data", box=None, title=listing["title"])
    for piece in listing["pieces"]:
        tags = " / ".join(" ".join(map(str, ids)) for ids in piece["tags"].values() if ids)
        data = ", ".join(f"{key} {value}" for key, value in piece.items() if key not in common)
        width, height = piece["size"]
        table.add_row(piece["id"], piece["kind"], str(piece["count"]), f"{width:g} x {height:g}", tags, data)
    Console().print(table)

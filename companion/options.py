"""Arguments and options that several commands share."""

from __future__ import annotations

import click

from companion.choice import Choice, complete_decks
from companion.game import slugs
from companion.profilefile import profile_names

GAME = click.argument("slug", metavar="GAME", type=Choice(slugs(), "game"))
DECK = click.option(
    "--deck",
    "deck_file",
    metavar="FILE.toml",
    shell_complete=complete_decks,
    help="Use your own deck.",
)
DECK_FILE = click.argument("file", metavar="FILE.toml", shell_complete=complete_decks)
GAME_OF_FILE = click.option(
    "--game",
    "slug",
    metavar="GAME",
    type=Choice(slugs(), "game"),
    help="The game, if the file doesn't name it.",
)
BOARD = click.option(
    "--board",
    type=str.lower,
    metavar="ROWSxCOLUMNS",
    help="The size of solitaire's board, such as 4x5.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def complete_profiles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a printer profile's name."""
    del ctx, param
    return [name for name in profile_names() if name.lower().startswith(incomplete.lower())]

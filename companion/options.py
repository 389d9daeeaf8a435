"""Types for command-line values, and arguments and options that several commands share."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterable
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from companion.errors import UsageError
from companion.game import slugs
from companion.profile import profile_names
from companion.wording import near

FILE = click.Path(readable=False)  # for completion; commands check files themselves


class Choice(click.Choice[str]):
    """One of several words, in upper or lower case; `noun` names what they are."""

    def __init__(self, choices: Iterable[str], noun: str = "choice") -> None:
        super().__init__(choices, case_sensitive=False)
        self.noun = noun

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word as in the list; raises `UsageError` with a suggestion."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            remedy = near(value, self.choices)
            raise UsageError(value, f"no such {self.noun}", remedy=remedy) from None

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Return the remedy for a missing argument."""
        del param, ctx
        return f"use one of: {', '.join(self.choices)}"


def number(low: float, high: float | None = None) -> Callable[[str], float]:
    """Return a type for numbers from `low` to `high`, whole ones if `low` is an int."""
    kind, convert = ("whole number", int) if isinstance(low, int) else ("number", float)
    limits = f"of at least {low:.0f}" if high is None else f"from {low:.0f} to {high:.0f}"

    def read(text: str) -> float:
        with suppress(ValueError):
            value = convert(text)
            if low <= value <= (value if high is None else high):  # "nan" is out
                return value
        raise click.BadParameter(f"{text!r} is not a {kind} {limits}")

    return read


def complete_decks(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete a deck file's name with TOML files, or else any file."""
    del ctx, param
    files = sorted(glob.glob(f"{glob.escape(incomplete)}*.toml"))  # noqa: PTH207 - as typed
    return list(map(CompletionItem, files)) or [CompletionItem(incomplete, type="file")]


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
FORCE = click.option("--force", is_flag=True, help="Replace an existing file.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def complete_profiles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a printer profile's name."""
    del ctx, param
    return [name for name in profile_names() if name.lower().startswith(incomplete.lower())]

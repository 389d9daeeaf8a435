"""The command `rookery help`."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from rookery.cli import rookery


def complete_commands(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete a command's name."""
    del param
    return rookery.shell_complete(ctx, incomplete)


@click.command("help")
@click.argument("command", nargs=-1, metavar="[COMMAND]", shell_complete=complete_commands)
def help_(command: tuple[str, ...]) -> None:
    """Show the help of COMMAND, such as 'print' or 'deck new', or list all commands."""
    rookery.main(args=[*command, "--help"], prog_name="rookery", standalone_mode=False)

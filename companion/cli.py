"""The `rookery` command: a lazy group, so that `rookery --help` imports neither OpenCV nor reportlab."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from companion import __version__
from companion.errors import RookeryError

FAULT_OF_OURS = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130

# name -> (module:command, one line of help). The wings own their commands; --help reads only this table.
COMMANDS = {
    "games": ("companion.commands:games", "List the games, or every piece of one with its data."),
    "rules": ("companion.rules_command:rules", "Tell a game's rules on one page, our own readings marked."),
    "print": ("printables.cli:print_", "Print a game's pieces as a PDF for a home printer."),
    "scan": ("vision.cli:scan", "Read a photo of the table: check the pyramid, tally the score."),
    "table": ("web.cli:table", "Open the phone table: players join by QR, everybody sees the score."),
    "simulate": ("companion.simulation.command:simulate", "Let bots play a game many times: is its deck fair?"),
    "demo": ("web.demo:demo", "See it all once: print, read a photo, open the table."),
}


class LazyGroup(click.Group):
    """A group that knows its commands' names and help as text and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which a newcomer would use them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command; None for an unknown name, which click turns into its own message."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}:{attribute} is no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The listing, from the table alone: click's own would import every wing."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rookery")
def rookery() -> None:
    """Print it, play it, photograph it."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status; whatever goes wrong ends in one line on stderr.

    0 fine, 2 a user's mistake, 3 and 4 from `scan`, 70 a fault of ours (set ROOKERY_TRACEBACK=1 to see where).
    """
    try:
        status = rookery.main(args=None if argv is None else list(argv), prog_name="rookery", standalone_mode=False)
    except RookeryError as error:
        return _say(str(error), error.exit_code)
    except click.ClickException as error:
        return _say(_hint(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _say("stopped; nothing half-written was left", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader closed early, as `head` does
        return 0
    except Exception as error:
        if os.environ.get("ROOKERY_TRACEBACK"):
            raise
        return _say(f"a fault of ours, sorry: {type(error).__name__}: {error}", FAULT_OF_OURS)
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """The console script's entry."""
    sys.exit(run())


def _hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "rookery"
    return f"{error.format_message().rstrip('.')}; see {command} --help"


def _say(message: str, status: int) -> int:
    click.echo(f"rookery: {' '.join(message.split())}", err=True)
    return status


if __name__ == "__main__":
    main()

"""The `rookery` command: a lazy group, so that `rookery --help` imports neither OpenCV nor reportlab."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from typing import Any, NoReturn, TypeAlias

import click

from companion import __version__
from companion.choice import did_you_mean
from companion.console import READER_GONE, let_go, make_lenient
from companion.errors import RookeryError, UsageError
from companion.interrupts import INTERRUPTS
from rookery.drawing import albums

FAULT_OF_OURS = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

# name -> (module:command, or such a table of a group's own; one line of help). The wings own their commands; --help
# reads only these tables.
Commands: TypeAlias = Mapping[str, tuple["str | Commands", str]]

DECK: Commands = {
    "new": ("printables.decks.cli:new", "Write a deck file with comments to start from."),
    "check": ("printables.decks.cli:check", "Check a deck file, and compare it with the standard deck."),
    "preview": ("web.preview.cli:preview", "Show a deck's cards in the browser, updated whenever you save the file."),
    "read": ("vision.label_cli:read", "Get a deck back from a photo of its box label."),
    "import": ("printables.decks.cli:import_", "Import the rows of a spreadsheet (CSV) into a deck file."),
    "export": ("printables.decks.cli:export", "Export the rows of a deck file as a spreadsheet (CSV)."),
}
CALIBRATE: Commands = {
    "sheet": ("printables.calibrate.cli:sheet", "Print the calibration sheet."),
    "read": ("vision.calibrate:read", "Measure photos of both sides and save a profile."),
    "type": ("companion.calibrate:type_", "Make a profile from your own measurements with a ruler."),
    "list": ("companion.calibrate:list_", "List your printer profiles."),
    "show": ("companion.calibrate:show", "Show a profile."),
    "remove": ("companion.calibrate:remove", "Delete a profile."),
}
PLAYS: Commands = {
    "export": ("web.plays.cli:export", "Export all plays as CSV, as JSON or for BG Stats."),
    "import": ("web.plays.cli:import_", "Import plays from such a file; known ones aren't doubled."),
    "delete": ("web.plays.cli:delete", "Delete all plays for good, with their tables."),
}
COMMANDS: dict[str, tuple[str | Commands, str]] = {
    "games": ("companion.commands:games", "List the games, or every piece of one game."),
    "rules": ("companion.rules_command:rules", "Show a game's rules on one page."),
    "print": ("printables.cli:print_", "Print a game's pieces as a PDF for a home printer."),
    "deck": (DECK, "Write, check and preview your own deck."),
    "calibrate": (CALIBRATE, "Calibrate your printer so that fronts and backs line up."),
    "scan": ("vision.cli:scan", "Read a photo of the table: check the pyramid, tally the score."),
    "table": ("web.cli:table", "Open the phone table: players join by QR code."),
    "plays": (PLAYS, "Export, import or delete the plays on this computer."),
    "backup": ("web.backup.cli:backup", "Copy all tables and photos into one file, also while people play."),
    "restore": ("web.backup.cli:restore", "Restore a backup, all or nothing."),
    "migrate": ("web.hosted.migrate_cli:migrate", "Upgrade the tables of an older Rookery (for hosting)."),
    "solve": ("vision.solve_cli:solve_", "Solve solitaire from any position."),
    "puzzle": ("printables.puzzles:puzzle", "Print solitaire puzzles of ten grades, with solutions."),
    "simulate": ("companion.simulation.command:simulate", "Let bots play a game many times: is its deck fair?"),
    "demo": ("rookery.demo:demo", "See it all: print, read a photo, open the table."),
}


class LazyGroup(click.Group):
    """A group that knows its commands' names and help as text and imports one only to run it."""

    def __init__(self, name: str | None = None, *, table: Commands = COMMANDS, **settings: Any) -> None:
        super().__init__(name, **settings)
        self._table = table

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """As click does it; `--help` speaks already here."""
        with _while_read():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """As click does it."""
        with _while_read():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which a newcomer would use them."""
        del ctx
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command; None for an unknown name, which click turns into its own message."""
        del ctx
        if cmd_name not in self._table:
            return None
        place, text = self._table[cmd_name]
        if not isinstance(place, str):
            return LazyGroup(cmd_name, table=place, help=text)
        module, _, attribute = place.partition(":")
        with INTERRUPTS.held():
            command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}:{attribute} is no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, but a typo gets a suggestion, and no empty word is taken.

        A script makes an empty word of a name that was never set.
        """
        if place := _before_nothing(args):
            raise UsageError(place, "an empty word follows it", remedy="say what is meant, or leave it out")
        if args[0].lower() not in self._table and not ctx.resilient_parsing:
            ctx.fail(f"No such command {args[0]!r}.{did_you_mean(args[0], names(self._table))}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The listing, from the table alone: click's own would import every wing."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self._table.items()])


def _before_nothing(args: Sequence[str]) -> str:
    """The option or command after which an empty word stands; "" where none does."""
    for before, word in pairwise(args):
        if not word:
            return before
        if word.startswith("--") and word.endswith("="):
            return word[:-1]
    return ""


@contextmanager
def _while_read() -> Iterator[None]:
    """End where the reader has closed the pipe, as `head` does; click and rich would say that with 1, each its way."""
    try:
        yield
    except (BrokenPipeError, SystemExit) as end:
        if isinstance(end, SystemExit) and not isinstance(end.__context__, BrokenPipeError):
            raise
        let_go()
        raise click.exceptions.Exit(READER_GONE) from end


def names(table: Commands = COMMANDS, before: str = "") -> Iterator[str]:
    """What one may write after `rookery`, those of groups included: "print", "deck", "deck new" ..."""
    for name, (place, _) in table.items():
        yield f"{before}{name}"
        if not isinstance(place, str):
            yield from names(place, f"{before}{name} ")


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower},
)
@click.version_option(__version__, prog_name="rookery")
def rookery() -> None:
    """Print it, play it, photograph it."""


def run(argv: Sequence[str] | None = None) -> int:  # noqa: PLR0911 - a return for each way to end
    """Run one command line and return its exit status; whatever goes wrong ends in one line on stderr.

    0 fine, 2 a user's mistake, 3 and 4 from `scan`, 70 a fault of ours (set ROOKERY_TRACEBACK=1 to see where), 130
    and 141 as for all programs that Ctrl-C or a closed pipe has ended.
    """
    make_lenient()
    try:
        args = None if argv is None else list(argv)
        status = rookery.main(args=args, prog_name="rookery", standalone_mode=False, obj=albums)
    except RookeryError as error:
        return _say(str(error), error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)  # on as many lines as it has
        return error.exit_code
    except click.ClickException as error:
        return _say(_hint(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _stopped()
    except Exception as error:
        if INTERRUPTS.pressed:  # Python and libraries make other errors of it
            return _stopped()
        if os.environ.get("ROOKERY_TRACEBACK"):
            raise
        if isinstance(error, OSError) and (trouble := _trouble(error)):
            return _say(str(trouble), trouble.exit_code)
        return _say(f"a fault of ours, sorry: {type(error).__name__}: {error}", FAULT_OF_OURS)
    if INTERRUPTS.pressed:  # lost on the way
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """Run this process's command line, and end the process with its status."""
    INTERRUPTS.hear()
    try:
        status = run()
        INTERRUPTS.end()
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def _stopped() -> int:
    return _say("stopped; nothing half-written was left", INTERRUPTED)


def _trouble(error: OSError) -> UsageError | None:
    """What the system says of a file that a command did not expect to fail; None where it is about no file.

    A full disk has no file's name where it stopped what went into one, standard output among them.
    """
    if error.errno in _FULL:
        let_go()
        where = error.filename or "output"
        return UsageError(f"{where}", "the disk is full, and not all was written", remedy="free some space")
    if error.filename is None:
        return None
    remedy = "check its name, its folder and who may use them"
    return UsageError(f"{error.filename}", error.strerror or type(error).__name__, remedy=remedy)


def _hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "rookery"
    problem = error.format_message()
    return f"{problem}{'' if problem.endswith(('.', '?', '?)')) else '.'} See '{command} --help'."


def _say(message: str, status: int) -> int:
    click.echo(f"rookery: {' '.join(message.split())}", err=True)
    return status

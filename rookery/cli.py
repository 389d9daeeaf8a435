"""The `rookery` command: its groups are lazy, so `rookery --help` imports no command."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import NoReturn, TypeAlias

import click
from click.shell_completion import CompletionItem

from companion import __version__
from companion.console import INTERRUPTED, INTERRUPTS, READER_GONE, drop_output, make_lenient
from companion.errors import RookeryError, UsageError, reason
from companion.options import FILE
from companion.wholefile import check_free
from companion.wording import did_you_mean

INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

# name -> ("module:command" or the table of a group, one line of help)
Commands: TypeAlias = Mapping[str, tuple["str | Commands", str]]

DECK: Commands = {
    "new": ("printables.cli:new", "Start your own deck file from the standard deck."),
    "check": ("printables.cli:check", "Check a deck file, or compare it with the standard one."),
    "preview": ("web.preview.cli:preview", "Show a deck file in the browser as you edit it."),
    "read": ("vision.commands.deck:read", "Recover a deck file from a photo of its box label."),
    "import": ("printables.cli:import_", "Import rows from a spreadsheet (CSV)."),
    "export": ("printables.cli:export", "Export rows to a spreadsheet (CSV)."),
}
GAME: Commands = {
    "new": ("printables.game_cli:new", "Start a card game of your own in a folder."),
    "check": ("printables.game_cli:check", "Check its files for mistakes."),
    "preview": ("web.preview.cli:game_preview", "Show it in the browser as you edit its files."),
    "print": ("printables.game_cli:print_", "Print it as a PDF."),
}
CALIBRATE: Commands = {
    "sheet": ("printables.cli:sheet", "Print the calibration sheet."),
    "read": ("vision.commands.calibrate:read", "Measure photos of both sides and save a profile."),
    "type": ("companion.calibrate:type_", "Make a profile from measurements with a ruler."),
    "list": ("companion.calibrate:list_", "List your printer profiles."),
    "show": ("companion.calibrate:show", "Show a profile."),
    "remove": ("companion.calibrate:remove", "Delete a profile."),
}
PLAYS: Commands = {
    "export": ("web.plays.cli:export", "Export all plays as CSV, JSON or for BG Stats."),
    "import": ("web.plays.cli:import_", "Import plays from such a file."),
    "delete": ("web.plays.cli:delete", "Delete all plays and their tables for good."),
}
TABLES: Commands = {
    "list": ("web.tables.cli:list_", "List all tables with their players, last use and size."),
    "delete": ("web.tables.cli:delete", "Delete tables for good, with their photos."),
    "expire": ("web.tables.cli:expire", "Delete the tables that nobody has touched for so long."),
}
COMMANDS: dict[str, tuple[str | Commands, str]] = {
    "games": ("companion.commands:games", "List the games, or every piece of one game."),
    "rules": ("companion.commands:rules", "Show how to play a game."),
    "print": ("printables.cli:print_", "Print a game's pieces as a PDF."),
    "impose": ("printables.cli:impose", "Print your own pictures as cards."),
    "deck": (DECK, "Make, check and preview your own deck."),
    "game": (GAME, "Make a card game of your own, without programming."),
    "calibrate": (CALIBRATE, "Calibrate your printer so that fronts and backs line up."),
    "scan": ("vision.commands.scan:scan", "Check and score a photo of the table."),
    "table": ("web.cli:table", "Keep score on phones: open a table that players join."),
    "tables": (TABLES, "List, delete or expire the tables on this computer."),
    "plays": (PLAYS, "Export, import or delete the plays on this computer."),
    "backup": ("web.backup.cli:backup", "Back up all tables and photos to one file."),
    "restore": ("web.backup.cli:restore", "Restore a backup."),
    "migrate": ("web.hosted.migrate_cli:migrate", "Upgrade a database for hosting."),
    "solve": ("rookery.solving:solve_", "Solve solitaire from any position."),
    "puzzle": ("printables.cli:puzzle", "Print graded solitaire puzzles with solutions."),
    "simulate": ("companion.simulation.command:simulate", "Let bots play a game many times."),
    "demo": ("rookery.cli:demo", "Try it all: print, read a photo, open a table."),
    "doctor": ("web.doctor:doctor", "Check this computer, for a bug report."),
    "help": ("rookery.cli:help_", "Show a command's help."),
    "version": ("rookery.cli:version", "Show the version."),
}


class LazyGroup(click.Group):
    """A group that lists its commands from a table and imports one only to run it."""

    def __init__(self, name: str, table: Commands, text: str) -> None:
        super().__init__(name, help=text)
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the table's order, roughly that in which a newcomer uses them."""
        del ctx
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command; None for an unknown name."""
        del ctx
        if cmd_name not in self._table:
            return None
        place, text = self._table[cmd_name]
        if not isinstance(place, str):
            return LazyGroup(cmd_name, place, text)
        module, _, attribute = place.partition(":")
        with INTERRUPTS.hold():
            command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}:{attribute} is not a command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command to run; raise `UsageError` for an unknown one or an empty value.

        In scripts, a variable that was never set becomes an empty value.
        """
        for before, word in pairwise(args):
            if (before and not word) or (word.startswith("--") and word.endswith("=")):
                option = word[:-1] or before
                raise UsageError(option, "the value is empty", remedy="give one, or leave it out")
        name = args[0].lower()
        if name not in self._table and not name.startswith("-") and not ctx.resilient_parsing:
            remedy = did_you_mean(name, names(self._table)) or f"see '{ctx.command_path} --help'"
            raise UsageError(args[0], "no such command", remedy=remedy)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, because click would import them all."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self._table.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete commands from the table, and options as click does."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [
            CompletionItem(name, help=text)
            for name, (_, text) in self._table.items()
            if name.startswith(incomplete.lower())
        ]


def names(table: Commands = COMMANDS, before: str = "") -> Iterator[str]:
    """Yield all commands, including those of groups, such as "print", "deck", "deck new"."""
    for name, (place, _) in table.items():
        yield f"{before}{name}"
        if not isinstance(place, str):
            yield from names(place, f"{before}{name} ")


class FrontDoor(LazyGroup):
    """The root: options without a command are those of `table`, and so is nothing at all.

    Without a terminal, as in scripts, `rookery` alone shows the help.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `table` before its options; raise `NoArgsIsHelpError` without a terminal."""
        if not ctx.resilient_parsing:
            name = args[0].lower().partition("=")[0] if args else ""
            mine = [each for param in self.get_params(ctx) for each in param.opts]
            if name.startswith("-") and name not in mine:
                table = self.get_command(ctx, "table")
                params = table.params if table else []
                known = [one for param in params for one in (*param.opts, *param.secondary_opts)]
                args = ["table", *args] if name in known else args
            elif not args and sys.stdout.isatty():
                args = ["table"]
        return super().parse_args(ctx, args)


rookery = FrontDoor(
    "rookery",
    COMMANDS,
    "Print five penguin and pyramid games, keep score on phones, and score photos of the table.",
)
rookery.context_settings = {
    "help_option_names": ["-h", "--help"],
    "token_normalize_func": str.lower,
}
rookery.epilog = (
    "'rookery' alone opens the home page in your browser, with the options of 'rookery table'. "
    "'rookery help COMMAND' shows a command's options. New here? Try 'rookery demo'. "
    "Something is wrong? 'rookery doctor', and docs/troubleshooting.md."
)
click.version_option(__version__, "-V", "--version", message="rookery %(version)s")(rookery)


@click.command("help")
@click.argument(
    "command",
    nargs=-1,
    metavar="[COMMAND]",
    shell_complete=lambda ctx, _param, incomplete: rookery.shell_complete(ctx, incomplete),
)
def help_(command: tuple[str, ...]) -> None:
    """Show the help of COMMAND, such as 'print' or 'deck new', or list all commands."""
    rookery.main(args=[*command, "--help"], prog_name="rookery", standalone_mode=False)


@click.command()
def version() -> None:
    """Show Rookery's version, as --version does."""
    rookery.main(args=["--version"], prog_name="rookery", standalone_mode=False)


@click.command()
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=FILE,
    default="rookery-demo",
    show_default=True,
    help="The folder for the files.",
)
@click.option("--no-serve", is_flag=True, help="Stop before opening the table.")
def demo(output: str, *, no_serve: bool) -> None:
    """Print giza, score a photo of a pyramid, and open a table for phones."""
    folder, sample = Path(output), files("vision").joinpath("samples/giza.jpg").read_bytes()
    pdf, photo, overlay = (folder / name for name in ("giza.pdf", "photo.jpg", "overlay.jpg"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        again = photo.is_file() and photo.read_bytes() == sample  # left by an earlier demo
        for file in (photo, overlay):
            check_free(file, force=again, option="-o")
        photo.write_bytes(sample)
    except OSError as error:
        raise UsageError(output, reason(error), remedy="choose another folder with -o") from error
    _show("1. Print it", ["print", "giza", "-o", str(pdf)])
    _show("2. Photograph it", ["scan", str(photo), "--overlay", str(overlay), "--force"])
    if no_serve:
        click.echo(f"\nThe files are in {folder}. To play with phones, run: rookery table")
    else:
        _show("3. Play it", ["table"])


def _show(title: str, argv: list[str]) -> None:
    """Show a command, then run it; end the demo if it fails, except with a verdict of `scan`."""
    click.secho(f"\n{title}", bold=True)
    click.secho(f"$ rookery {' '.join(argv)}", dim=True)
    status = run(argv)
    if status not in (0, 3, 4):
        raise click.exceptions.Exit(status)


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status; an error is one line on stderr.

    The status is 0 for success, 2 for a user's mistake, 3 and 4 from `scan`, 70 for an internal
    error (whose traceback ROOKERY_TRACEBACK=1 shows), 130 after Ctrl-C, 141 when the program that
    reads the output has ended.
    """
    make_lenient()
    try:
        args = None if argv is None else list(argv)
        status = rookery.main(args=args, prog_name="rookery", standalone_mode=False)
    except RookeryError as error:
        return _report(str(error), error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())  # the help
        return 0
    except click.ClickException as error:
        return _report(str(_as_ours(error)), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _report_stop()
    except SystemExit as end:
        if end.code != 1:
            raise  # a server has been stopped
        # click and rich exit like this when the program that reads the output has ended
        drop_output()
        return READER_GONE
    except Exception as error:
        if INTERRUPTS.pressed:  # Python and libraries may replace the KeyboardInterrupt
            return _report_stop()
        if os.environ.get("ROOKERY_TRACEBACK"):
            raise
        if isinstance(error, OSError) and (trouble := _file_trouble(error)):
            return _report(str(trouble), trouble.exit_code)
        what = f"{type(error).__name__}: {error}"
        remedy = "please report it with the output of ROOKERY_TRACEBACK=1"
        return _report(f"internal error: {what}; {remedy}", INTERNAL_ERROR)
    if INTERRUPTS.pressed and status != INTERRUPTED:  # a library dropped the KeyboardInterrupt
        return _report_stop()
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """Run this process's command line and exit with its status."""
    INTERRUPTS.install()
    try:
        status = run()
        INTERRUPTS.end()
    except KeyboardInterrupt:
        status = _report_stop()
    sys.exit(status)


def _file_trouble(error: OSError) -> UsageError | None:
    """Return an error about a file or a full disk as a `UsageError`; None for any other."""
    if error.errno in _FULL:
        drop_output()
        problem = "the disk is full, so the output is incomplete"
        return UsageError(str(error.filename or "output"), problem, remedy="free some space")
    if error.filename is None:
        return None
    remedy = "check the name, the folder and their permissions"
    return UsageError(str(error.filename), reason(error), remedy=remedy)


def _as_ours(error: click.ClickException) -> RookeryError:
    """Return click's error as a `RookeryError` in the usual form."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    remedy = f"see '{context.command_path} --help'" if context else ""
    source = context.info_name if context and context.info_name else "rookery"
    problem = error.format_message().rstrip(".")
    problem = problem[:1].lower() + problem[1:]
    match error:
        case click.MissingParameter(param=click.Parameter() as param):
            known = param.type.get_missing_message(param, context)
            problem, remedy = f"{_name(param)} is missing", known or remedy
        case click.BadParameter(param=click.Parameter() as param):
            source, problem = _name(param), error.message.rstrip(".")
        case click.NoSuchOption(option_name=source, possibilities=options):
            problem, remedy = "no such option", did_you_mean(source, options or ()) or remedy
        case click.BadOptionUsage(option_name=source):
            problem = problem.removeprefix(f"option {source!r} ")
    return UsageError(source, problem, remedy=remedy)


def _name(param: click.Parameter) -> str:
    """Return a parameter's name as in --help."""
    argument = isinstance(param, click.Argument)
    return param.human_readable_name.strip("[].") if argument else param.opts[-1]


def _report_stop() -> int:
    return _report("stopped; nothing was left half-written", INTERRUPTED)


def _report(message: str, status: int) -> int:
    click.echo(f"rookery: {' '.join(message.split())}", err=True)
    return status

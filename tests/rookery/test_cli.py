"""The root command: help, version and shell completion."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from companion import __version__, folders
from companion.deckfile import load_deck
from companion.game import game
from companion.profile import HOME, save_profile
from printables.art.cover import deck_mark
from rookery import cli
from tests.companion.profiles import EXAMPLE
from web.cli import table


@pytest.mark.parametrize("option", ["-V", "-v", "--version", "version"])
def test_version(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Name and version, in one line that programs can split."""
    assert cli.run([option]) == 0
    assert capsys.readouterr().out == f"rookery {__version__}\n"


@pytest.mark.parametrize("command", [[], ["print"], ["deck"], ["Deck", "NEW"]])
def test_help_is_what_help_says(command: list[str]) -> None:
    """`rookery help COMMAND` shows what `rookery COMMAND --help` and `-h` show.

    In processes of their own: click remembers the help option of a command that a test ran by
    itself.
    """
    shown = set()
    for argv in (["help", *command], [*command, "--help"], [*command, "-h"]):
        run = [sys.executable, "-m", "rookery", *argv]
        shown.add(subprocess.run(run, capture_output=True, text=True, check=True).stdout.lower())
    assert len(shown) == 1
    assert shown.pop().startswith(f"usage: {' '.join(['rookery', *command])} ".lower())


GROUPS = [[name] for name, (place, _) in cli.COMMANDS.items() if not isinstance(place, str)]


@pytest.mark.parametrize("command", [[], *GROUPS], ids=" ".join)
def test_a_group_alone_shows_its_help(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard output, with exit status 0: whoever types only `rookery deck` made no mistake."""
    assert cli.run(command) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith(f"Usage: {' '.join(['rookery', *command])} ")
    assert (cli.run([*command, "--help"]), capsys.readouterr().out) == (0, shown.out)
    assert shown.err == ""


@pytest.mark.parametrize(
    ("command", "terminal", "opened"),
    [
        ("", True, (None, None)),
        ("", False, None),
        ("--no-open", False, (None, False)),
        ("--PORT=8001", True, (8001, None)),
        ("--port 8001 --open", True, (8001, True)),
        ("table --port 8001", True, (8001, None)),
        ("--help", True, None),
        ("-V", True, None),
        ("games", True, None),
    ],
)
def test_rookery_alone_opens_the_home_page(
    command: str,
    terminal: bool,
    opened: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the options of `table`; but scripts, which have no terminal, get the help."""
    calls = list[object]()
    monkeypatch.setattr(table, "callback", lambda port, opens, **_: calls.append((port, opens)))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert cli.run(command.split()) == 0
    assert calls == ([] if opened is None else [opened])


def test_an_option_that_no_command_has_is_the_roots(capsys: pytest.CaptureFixture[str]) -> None:
    """It opens no table."""
    assert cli.run(["--porrt", "8001"]) == 2
    assert capsys.readouterr().err == "rookery: --porrt: no such option; see 'rookery --help'\n"


@pytest.mark.parametrize(
    ("command", "out", "err"),
    [
        ("tables list", "No tables yet; open one with: rookery table\n", ""),
        ("tables list --json", '{\n "rookery": 1,\n "tables": []\n}\n', ""),
        ("tables expire --older-than 1y", "Deleted 0 tables unused for 365 days\n", ""),
        ("plays export plays.json", "plays.json  0 plays\n", "no plays yet; open a table with: "),
        ("plays export - --format csv", "\ufeffplay,game", "note: no plays yet; open a table with"),
        ("plays delete", "0 plays deleted\n", ""),
        ("calibrate list", "no profiles yet", ""),
    ],
)
def test_a_new_computer_has_nothing_yet_and_that_is_fine(
    *,
    command: str,
    out: str,
    err: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit status 0 and the next step, where nobody has played; no folder is made (white-box)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ROOKERY_DATA", raising=False)
    monkeypatch.setattr(folders, "_old_folder", lambda: tmp_path / "new")
    assert cli.run(command.split()) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith(out)
    assert err in shown.err
    assert bool(err) == bool(shown.err)
    assert not (tmp_path / "new").exists()


def test_a_deck_has_one_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever people see it, it has the length that is printed on its box label."""
    monkeypatch.chdir(tmp_path)
    for words in (
        ["deck", "new", "rocks", "my.toml"],
        ["deck", "check", "my.toml"],
        ["simulate", "rocks", "--bots", "random", "--games", "1", "--jobs", "1"],
    ):
        assert cli.run(words) == 0
    printed = str(deck_mark(load_deck(game("rocks"))))
    assert set(re.findall(r"deck [0-9a-f]{6,}", capsys.readouterr().out)) == {printed}
    assert len(printed) == len("deck 01234567")


def test_help_for_a_typo(capsys: pytest.CaptureFixture[str]) -> None:
    """A command that isn't there ends in one line with a suggestion."""
    assert cli.run(["help", "deck", "nwe"]) == 2
    assert capsys.readouterr().err == "rookery: nwe: no such command; did you mean 'new'?\n"


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        (["pri"], ["print"]),
        (["deck", "P"], ["preview"]),
        (["help", "sol"], ["solve"]),
        (["print", "GI"], ["giza"]),
        (["scan", "--game", "ro"], ["rocks"]),
        (["print", "giza", "--paper", "l"], ["letter"]),
        (["print", "giza", "--pr"], ["--profile"]),
        (["print", "giza", "--profile", "OFF"], ["office"]),
        (["calibrate", "show", ""], ["office"]),
        (["deck", "check", ""], ["a [1].toml", "my.toml"]),
        (["deck", "check", "a [1]"], ["a [1].toml"]),
        (["print", "giza", "--deck", "decks/"], ["decks/own.toml"]),
    ],
    ids=" ".join,
)
def test_completion(
    words: list[str],
    completions: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Commands, games, choices, options, profiles and deck files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(HOME, str(tmp_path))
    save_profile(EXAMPLE)
    (tmp_path / "decks").mkdir()
    for name in ("my.toml", "a [1].toml", "notes.txt", "decks/own.toml"):
        (tmp_path / name).touch()
    shell = ShellComplete(cli.rookery, {}, "rookery", "_ROOKERY_COMPLETE")
    found = shell.get_completions(words[:-1], words[-1])
    assert [item.value for item in found] == completions


@pytest.mark.parametrize(
    "words", [["scan", "ph"], ["deck", "check", "no"], ["print", "giza", "-o", ""]]
)
def test_the_shell_completes_files(words: list[str]) -> None:
    """Photos, outputs, and a deck file's name where no TOML file begins so."""
    shell = ShellComplete(cli.rookery, {}, "rookery", "_ROOKERY_COMPLETE")
    assert [item.type for item in shell.get_completions(words[:-1], words[-1])] == ["file"]

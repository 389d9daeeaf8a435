"""The root command: help, version and shell completion."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from companion import __version__
from companion.profile import HOME, save_profile
from rookery import cli
from tests.companion.profiles import EXAMPLE


@pytest.mark.parametrize("option", ["-V", "-v", "--version"])
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

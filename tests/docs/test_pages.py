"""The documentation: every link leads somewhere, every command is one, every example runs."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import click
import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it; it ships no types
from mkdocs.commands.build import build
from mkdocs.config import load_config

from rookery.cli import rookery, run

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
SHOWN_ONLY = ("text",)  # what a command prints, and commands that need a server of your own


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page."""

    page: str
    language: str
    text: str


def blocks(*languages: str, page: str = "") -> Iterator[Block]:
    """Return the blocks in one of `languages`, of all pages or of one."""
    for path in PAGES:
        if page in ("", path.name):
            for language, text in FENCE.findall(path.read_text("utf-8")):
                if not languages or language in languages:
                    yield Block(path.name, language, text)


def commands(block: Block) -> Iterator[list[str]]:
    """Return the arguments of each `$ rookery ...` line."""
    for line in block.text.splitlines():
        if line.startswith("$ rookery "):
            yield shlex.split(line.removeprefix("$ rookery "))


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """Pages outside the navigation and broken links or anchors are warnings, and stop a strict
    build.
    """
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path)))
    assert (tmp_path / "search" / "search_index.json").is_file()
    loaded = re.compile(r"""<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="?https?:""")
    assert [
        path.name for path in tmp_path.rglob("*.html") if loaded.search(path.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda each: each.name)
def test_links_lead_to_files(path: Path) -> None:
    """In a clone, where pages also link to code."""
    links = LINK.findall(path.read_text("utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_block_says_what_it_is() -> None:
    """So that each is checked below; only output and server administration are `text`."""
    known = {"console", "json", "python", "sh", "toml", "yaml", *SHOWN_ONLY}
    assert [block for block in blocks() if block.language not in known] == []


@pytest.mark.parametrize("block", list(blocks("console")), ids=lambda each: each.page)
def test_commands_exist_with_their_options(block: Block) -> None:
    """Arguments are parsed, but nothing runs."""
    for argv in commands(block):
        words, name = list(argv), "rookery"
        command: click.Command | None = rookery
        while isinstance(command, click.Group):
            name = words.pop(0)
            command = command.get_command(click.Context(command), name)
        assert command is not None, argv
        command.make_context(name, words)


def test_other_blocks_can_be_read() -> None:
    """TOML, JSON and YAML by their parsers, shell commands by the shell."""
    for block in blocks("toml"):
        tomllib.loads(block.text)
    for block in blocks("json"):
        json.loads(block.text)
    for block in blocks("yaml"):
        yaml.safe_load(block.text)
    if sys.platform != "win32":
        for block in blocks("sh"):
            subprocess.run(["sh", "-n", "-c", block.text], check=True)


@pytest.mark.parametrize("page", ["README.md", "first-evening.md"])
def test_examples_print_what_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line below a command is in its output; `...` stands for more. The server isn't
    started.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")
    for name in ("photo.jpg", "vision/samples/giza.jpg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(files("vision") / "samples" / "giza.jpg"), name)
    for block in blocks("console", page=page):
        ((*argv,),) = commands(block)
        if argv == ["table"]:
            continue
        assert run(argv) == 0
        said = capsys.readouterr().out
        for line in block.text.splitlines()[1:]:
            assert re.sub(r"\d+ KiB", "", line.removesuffix("...")) in re.sub(r"\d+ KiB", "", said)


def test_the_photo_tutorial_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its blocks one after the other, with the sample photo."""
    monkeypatch.chdir(tmp_path)
    shutil.copyfile(str(files("vision") / "samples" / "giza.jpg"), "table.jpg")
    names: dict[str, object] = {}
    for block in blocks("python", page="first-photo.md"):
        exec(compile(block.text, block.page, "exec"), names)  # noqa: S102 - our own tutorial
    said = capsys.readouterr().out
    assert said.startswith("legal\n")
    assert "score: 11 between [11, 11]\nlevels, base first: [1, 5, 3, 2]\n" in said
    assert "holiday.txt" in said
    assert said.endswith("Anna 11\nBen 11\n")


def test_the_deck_tutorial_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card is in the file as shown, and may be changed as shown."""
    monkeypatch.chdir(tmp_path)
    assert run(["deck", "new", "giza", "my.toml"]) == 0
    deck = Path("my.toml")
    card, change, *_ = [block.text for block in blocks("toml", page="first-deck.md")]
    text = deck.read_text("utf-8")
    assert card in text
    deck.write_text(text.replace(card, card.replace("arms = [0, 1]\n", change)), "utf-8")
    assert run(["deck", "check", "my.toml"]) == 0
    assert run(["print", "giza", "--deck", "my.toml", "--only", "penguin-07"]) == 0
    assert Path("giza-penguin-07.pdf").is_file()

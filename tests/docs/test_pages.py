"""The documentation: every link leads somewhere, every command is one, every example runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain
from pathlib import Path

import click
import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it; it ships no types
from mkdocs.commands.build import build
from mkdocs.config import load_config
from PIL import Image

from docs import make_reference
from rookery.cli import rookery, run
from tests.docs.guides import write_games

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
        if line.startswith("$ rookery ") or line == "$ rookery":
            yield shlex.split(line.removeprefix("$ rookery")) or ["table"]  # in a terminal


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


def test_pictures_are_light_and_described() -> None:
    """All together stay below 4 MB and each below 300 KB; pages say in words what they show."""
    sizes = [path.stat().st_size for path in (ROOT / "docs" / "pictures").rglob("*.*")]
    assert max(sizes) < 300_000
    assert sum(sizes) < 4_000_000
    shown = re.compile(r"!\[([^\]]*)\]\(")
    texts = {path.name: shown.findall(path.read_text("utf-8")) for path in PAGES}
    assert [name for name, some in texts.items() if not all(map(str.strip, some))] == []


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
    assert {"toml", "json", "yaml", "sh"} <= {block.language for block in blocks()}
    for block in blocks("toml"):
        tomllib.loads(block.text)
    for block in blocks("json"):
        json.loads(block.text)
    for block in blocks("yaml"):
        yaml.safe_load(block.text)
    if sys.platform != "win32":
        for block in blocks("sh"):
            subprocess.run(["sh", "-n", "-c", block.text], check=True)


def test_the_guide_to_printing_any_cards_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Followed word by word, with 24 pictures and a back; its spreadsheet names five of them."""
    monkeypatch.chdir(tmp_path)
    names = ["goblin", "wolf", *(f"card {number}" for number in range(22))]
    for name in (*(f"cards/{name}" for name in names), "back", "backs/red", "backs/blue"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        Image.new("RGB", (744, 1039), "teal").save(f"{name}.png")
    (block,) = blocks("console", page="print-any-cards.md")
    ((*argv,),) = commands(block)
    assert run(argv) == 0
    said = re.sub(r"\d+ KiB", "", capsys.readouterr().out)
    assert said == re.sub(r"\d+ KiB", "", block.text.split("\n", 1)[1])
    table, tagged = blocks("text", page="print-any-cards.md")
    (tmp_path / "cards.csv").write_text(table.text, "utf-8")
    assert run(["impose", "cards", "backs", "--size", "mini", "--counts", "cards.csv"]) == 2
    assert "holds 24 pieces" in capsys.readouterr().err
    argv = ["impose", "cards", "backs", "--size", "mini", "--counts", "cards.csv", "--force"]
    assert run(argv) == 0
    assert "5 cards" in capsys.readouterr().out
    argv, _ = commands(tagged)
    assert run([*argv, "--force"]) == 0
    assert Path("cards-sheets.manifest.json").is_file()


def test_the_guide_to_card_games_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Followed word by word: a new game, two mistakes in it, and two games from what it shows."""
    monkeypatch.chdir(tmp_path)
    page = "make-a-card-game.md"
    assert write_games(tmp_path) == ["storm", "islands"]
    mistakes, *_ = blocks("text", page=page)
    for block in blocks("console", page=page):
        for argv in commands(block):
            assert run(argv) == 0
        lines = [line for line in block.text.splitlines() if not line.startswith("$ ")]
        said = re.sub(r"\d+ KiB", "", capsys.readouterr().out)
        assert said.splitlines() == [re.sub(r"\d+ KiB", "", line) for line in lines]
    cards = tmp_path / "otters" / "cards.csv"
    wrong = cards.read_text("utf-8").replace("otter.png,4", "oter.png,4", 1)
    cards.write_text(wrong.replace("{shell}", "{shlel}", 1), "utf-8")
    assert run(["game", "check", "otters"]) == 2
    assert capsys.readouterr().err.startswith(mistakes.text)


def test_the_guide_to_tabletop_simulator_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Followed word by word; the file names pictures on this computer, as the page warns."""
    monkeypatch.chdir(tmp_path)
    (block,) = blocks("console", page="tabletop-simulator.md")
    for argv in commands(block):
        assert run(argv) == 0
    said = capsys.readouterr().out
    assert all(line in said for line in block.text.splitlines() if not line.startswith("$ "))
    saved = (tmp_path / "otters-tts" / "otters.json").read_text("utf-8")
    pictures = set(re.findall(r'"(file:///[^"]+)"', saved))
    assert {name.rpartition("/")[2] for name in pictures} == {
        path.name for path in (tmp_path / "otters-tts").glob("otters-*.*")
    }


def test_the_guide_to_printing_counts_the_sheets(capsys: pytest.CaptureFixture[str]) -> None:
    """Its table, and the README's line about --tonight, are what --plan says; at most 52 in all."""
    page = (ROOT / "docs" / "print.md").read_text("utf-8")
    table = page.partition("## Fewer sheets")[2]
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \|$", table, re.MULTILINE)
    for option, column in (((), 1), (("--tonight",), 2), (("--extras",), 3)):
        assert run(["print", "all", "--plan", *option]) == 0
        said = re.findall(r"^(\w+) .*?(\d+) sheets of A4", capsys.readouterr().out, re.MULTILINE)
        assert dict(said) == {row[0]: row[column] for row in rows}
    readme = (ROOT / "README.md").read_text("utf-8")
    assert all(f"{game} {few}" in readme for game, _, few, _ in rows if game != "all")
    assert {game: int(whole) for game, whole, _, _ in rows}["all"] <= 52


@pytest.mark.parametrize("page", ["README.md", "first-evening.md"])
def test_examples_print_what_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line below a command is in its output; `...` stands for more. The server isn't
    started.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")
    for name in ("photo.jpg", "rookery-demo/photo.jpg"):
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


def test_the_guide_to_your_own_deck_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Followed from top to bottom, with a change after the first command and one to the spreadsheet
    before it is imported: both are in the deck at the end.
    """
    monkeypatch.chdir(tmp_path)
    guide = blocks("console", page="own-decks.md")
    for argv in chain.from_iterable(map(commands, guide)):
        if argv[:2] == ["deck", "preview"]:
            continue
        if argv[:2] == ["deck", "import"]:
            cards = Path("cards.csv").read_text("utf-8")
            assert "penguin-01,ruby,0," in cards
            Path("cards.csv").write_text(cards.replace("penguin-01,ruby,0,", "penguin-01,ruby,1,"))
        if argv[0] == "scan":
            shutil.copyfile(str(files("vision") / "samples" / "giza.jpg"), "photo.jpg")
        words = [*argv, *(["--games", "2", "--jobs", "1"] if argv[0] == "simulate" else [])]
        assert run(words) in ((0, 3) if argv[0] == "scan" else (0,)), capsys.readouterr().err
        if argv[:2] == ["deck", "new"]:
            text = Path("my.toml").read_text("utf-8")
            card, _ = [block.text for block in blocks("toml", page="own-decks.md")]
            assert card in text
            changed = text.replace(card, card.replace("weight = 2", "weight = 5  # mine"))
            Path("my.toml").write_text(changed, "utf-8")
    assert "weight = 5  # mine" in Path("my.toml").read_text("utf-8")
    assert "penguin-01: weight 1, was 0" in capsys.readouterr().out


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


def test_the_tutorial_on_adding_a_game_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its four files, installed beside Rookery, print two cards; its bot plays solitaire."""
    page = "add-a-game.md"
    project, deck = (block.text for block in blocks("toml", page=page))
    package, faces, bot = (block.text for block in blocks("python", page=page))
    entries = tomllib.loads(project)["project"]["entry-points"]["rookery.games"]
    info = tmp_path / "otters-1.0.dist-info"
    written = {
        tmp_path / "otters" / "__init__.py": package,
        tmp_path / "otters" / "deck.toml": deck,
        tmp_path / "otters" / "faces.py": faces,
        info / "METADATA": "Metadata-Version: 2.1\nName: otters\nVersion: 1.0\n",
        info / "entry_points.txt": "\n".join(
            ["[rookery.games]", *(f"{name} = {place}" for name, place in entries.items())]
        ),
    }
    for path, text in written.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    command = [sys.executable, "-m", "rookery", "print", "otters", "-o", str(tmp_path / "o.pdf")]
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PYTHONPATH": paths}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    assert "2 otters" in done.stdout
    exec(compile(bot, page, "exec"), {})  # noqa: S102 - our own tutorial
    assert re.fullmatch(r"pips left: \(\d+,\)\n", capsys.readouterr().out)


def test_the_pages_of_the_python_api_are_up_to_date() -> None:
    """docs/reference.md and the signatures in docs/python.md are what `make docs` would write."""
    docs = ROOT / "docs"
    assert make_reference.page() == (docs / "reference.md").read_text("utf-8"), "run `make docs`"
    python = (docs / "python.md").read_text("utf-8")
    assert make_reference.signed(python) == python, "run `make docs`"

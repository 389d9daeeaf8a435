"""No command replaces a file that isn't provably its own, unless it is forced."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import click
import pytest

import rookery
from companion.console import READER_GONE
from companion.errors import UsageError
from companion.profile import HOME
from printables.decks.newgame import make_game
from rookery import cli
from web.storage.store import Store

# by command: words that write the file, and its name
WRITERS = {
    "print": (["print", "giza", "--only", "chief", "-o", "OUT"], "out.pdf"),
    "impose": (["impose", "photo.jpg", "--size", "poker", "-o", "OUT"], "out.pdf"),
    "game print": (["game", "print", "otters", "--only", "token", "-o", "OUT"], "out.pdf"),
    "puzzle": (["puzzle", "--level", "1", "--count", "1", "-o", "OUT"], "out.pdf"),
    "calibrate sheet": (["calibrate", "sheet", "-o", "OUT"], "out.pdf"),
    "scan": (["scan", "photo.jpg", "--overlay", "OUT"], "out.jpg"),
    "simulate": (["simulate", "rocks", "--games", "2", "--jobs", "1", "--chart", "OUT"], "out.svg"),
    "plays export": (["plays", "export", "OUT", "--data", "data"], "out.csv"),
    "backup": (["backup", "-o", "OUT", "--data", "data"], "out.zip"),
}
# those that never replace a file, change the one that they name, or have a test of their own
OTHERS = {"deck new", "deck export", "deck import", "deck read", "demo"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a photo and data, in which commands run."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(str(files("vision") / "samples" / "giza.jpg"), "photo.jpg")
    Store(Path("data")).close()
    make_game(Path("otters"))
    return tmp_path


@pytest.mark.parametrize("command", WRITERS)
def test_a_file_of_yours_stays_unless_forced(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The refusal names the file and both remedies, and comes before any work."""
    words, name = WRITERS[command]
    words = [name if word == "OUT" else word for word in words]
    (folder / name).write_bytes(b"yours")
    before = sorted(path.name for path in folder.iterdir())
    assert cli.run(words) == UsageError.exit_code
    said = capsys.readouterr()
    assert said.err.startswith(f"rookery: {name}: already exists"), said.err
    assert "; replace it with --force, or name another file" in said.err
    assert said.out == ""
    assert sorted(path.name for path in folder.iterdir()) == before
    assert (folder / name).read_bytes() == b"yours"
    assert cli.run([*words, "--force"]) == 0
    assert (folder / name).read_bytes() != b"yours"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows' pipes fail in another way")
@pytest.mark.parametrize(
    "command", [*sorted(WRITERS.keys() - {"print", "impose", "game print"}), "calibrate type"]
)
def test_files_are_there_before_anything_is_printed(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that ends early, as `| true` does, ends the command, but costs no file.

    Only `print` and `impose` say their plan first, so that it can be stopped.
    """
    monkeypatch.setenv(HOME, str(folder))
    typed = ["calibrate", "type", "--save", "office", "--back-x", "1", "--back-y", "1"]
    words, name = WRITERS.get(command, (typed, "profiles/office.toml"))
    read, write = os.pipe()
    os.close(read)
    with open(write, "w") as gone:  # noqa: PTH123 - a pipe
        monkeypatch.setattr(sys, "stdout", gone)
        assert cli.run([name if word == "OUT" else word for word in words]) == READER_GONE
    assert (folder / name).stat().st_size > 100


def _command(name: str) -> click.Command:
    command: click.Command = cli.rookery
    for word in name.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word) or command
    return command


def test_every_command_that_writes_a_named_file_is_tried() -> None:
    """Whoever adds an option for an output adds a row above."""
    outputs = {"-o", "--overlay", "--chart"}
    writers = {
        name
        for name in cli.names()
        if outputs & {option for param in _command(name).params for option in param.opts}
    }
    assert writers | {"plays export", "deck new"} == WRITERS.keys() | OTHERS
    for name in WRITERS:
        assert any("--force" in param.opts for param in _command(name).params), name


def test_the_demo_replaces_only_its_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder of yours, photo.jpg and overlay.jpg stay; a demo can be run again in its own."""
    monkeypatch.chdir(tmp_path)
    Path("photo.jpg").write_bytes(b"yours")
    with pytest.raises(UsageError, match=r"photo\.jpg: already exists"):
        cli.demo.main(["-o", ".", "--no-serve"], standalone_mode=False)
    assert Path("photo.jpg").read_bytes() == b"yours"
    for _ in range(2):
        cli.demo.main(["-o", "demo", "--no-serve"], standalone_mode=False)


Spoil = Callable[[Path], object]


def _foreign_manifest(folder: Path) -> None:
    rookery.print_game("rocks", folder / "other.pdf", only="board")
    (folder / "other.manifest.json").replace(folder / "out.manifest.json")


def _edited_manifest(folder: Path) -> None:
    path = folder / "out.manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "files": {}}), "utf-8")


def _append(name: str) -> Spoil:
    def append(folder: Path) -> None:
        path = folder / name
        path.write_bytes(path.read_bytes() + b" a note of mine")

    return append


SPOILT: dict[str, tuple[Spoil, str]] = {
    "a PDF of yours": (
        lambda folder: (folder / "out.pdf").write_bytes(b"%PDF-1.7 mine"),
        "out.pdf",
    ),
    "a PDF with notes": (_append("out.pdf"), "out.pdf"),
    "no manifest": (lambda folder: (folder / "out.manifest.json").unlink(), "out.pdf"),
    "a manifest of another print": (_foreign_manifest, "out.pdf"),
    "a manifest without digests": (_edited_manifest, "out.pdf"),
    "a file named like a manifest": (
        lambda folder: (folder / "out.manifest.json").write_text('{"name": "my app"}'),
        "out.manifest.json",
    ),
    "a deep file named like a manifest": (
        lambda folder: (folder / "out.manifest.json").write_text("[" * 100_000),
        "out.manifest.json",
    ),
    "a manifest with numbers for names": (
        lambda folder: (folder / "out.manifest.json").write_text(
            '{"rookery": 1, "game": "giza", "deck": "", "paper": "a4", "page": [1, 2], "pieces": '
            '[{"id": 1, "kind": [], "face": 2, "copy": 1, "page": 1, "trim": [], "rotation": 0, '
            '"tags": []}]}'
        ),
        "out.pdf",
    ),
    "cut files with lines of yours": (_append("out.cut-03.svg"), "out.cut-03.svg"),
    "a cut file of a page that is no more": (
        lambda folder: (folder / "out.cut-77.svg").write_bytes(b"<svg/>"),
        "out.cut-77.svg",
    ),
}


@pytest.mark.parametrize("case", SPOILT)
def test_only_a_print_as_its_manifest_lists_it_is_replaced(
    case: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """PDF, manifest and cut files show together that Rookery wrote them, else they stay."""
    words = ["print", "giza", "--only", "chief,goal", "-o", "out.pdf", "--cut", "svg"]
    for _ in range(2):  # its own print is replaced without a word
        assert cli.run(words) == 0
    spoil, name = SPOILT[case]
    spoil(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    capsys.readouterr()
    assert cli.run(words) == UsageError.exit_code
    problem = "already exists, and no manifest shows that Rookery wrote it"
    assert capsys.readouterr().err.startswith(
        f"rookery: {name}: {problem}; replace it with --force"
    )
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert after == before
    assert cli.run([*words, "--force"]) == 0
    assert cli.run(words) == 0


def test_cut_files_of_another_machine_stay_known(folder: Path) -> None:
    """A print for one machine between two for another asks nothing."""
    for kind in ("svg", "dxf", "svg"):
        words = ["print", "giza", "--only", "chief", "-o", "out.pdf", "--cut", kind]
        assert cli.run(words) == 0
    assert {path.suffix for path in folder.glob("out.cut-*")} == {".svg", ".dxf"}


def test_the_overlay_of_the_api_replaces_nothing_unasked(folder: Path) -> None:
    """As on the command line."""
    (folder / "out.jpg").write_bytes(b"yours")
    with pytest.raises(UsageError, match="already exists"):
        rookery.read_photo("photo.jpg", overlay="out.jpg")
    rookery.read_photo("photo.jpg", overlay="out.jpg", force=True)
    assert (folder / "out.jpg").read_bytes() != b"yours"

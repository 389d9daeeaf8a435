"""The entry of the double-clicked app, run from source: what its arguments lead to."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from unittest.mock import Mock

import pytest

from rookery import app
from vision.sandbox.worker import read_in_worker

ROOT = Path(__file__).parents[2]
SAMPLE = files("vision") / "samples" / "giza.jpg"


def run(*argv: str) -> subprocess.CompletedProcess[bytes]:
    """The app with these arguments."""
    command = [sys.executable, "-m", "rookery.app", *argv]
    return subprocess.run(command, capture_output=True, check=False)


def test_every_child_process_is_known_to_the_app() -> None:
    """A module that is started as `python -m` from our code is one of those that the app runs."""
    wings = ("companion", "printables", "rookery", "vision", "web")
    started = set()
    for path in (each for wing in wings for each in (ROOT / wing).rglob("*.py")):
        words = path.read_text("utf-8").split('"-P", "-m", "')
        started |= {each.partition('"')[0] for each in words[1:]}
    assert "vision.sandbox.worker" in started
    assert started <= set(app.CHILDREN)


def test_with_arguments_it_is_the_command() -> None:
    """Also `-m`, which no command knows, unless Python's flags alone stand before it."""
    assert run("--version").stdout.startswith(b"rookery ")
    assert run("print", "-m", "vision.sandbox.worker").returncode == 2


@pytest.mark.parametrize("argv", [["-P", "-m", "http.server"], ["-c", "print(1)"], ["-m"]])
def test_it_is_no_python(argv: list[str]) -> None:
    """Other modules and code aren't run."""
    done = run(*argv)
    assert (done.returncode, done.stdout) == (2, b"")


def test_it_is_the_child_that_reads_a_photo() -> None:
    """As the server starts it: the same reading as from Python itself."""
    child = ("-m", "rookery.app", "-P", "-m", "vision.sandbox.worker")
    result = read_in_worker(SAMPLE.read_bytes(), "giza.jpg", "", child=child)
    assert result.reading["score"] == 11


@pytest.mark.parametrize("before", [None, "/opt/lib"])
def test_programs_that_it_starts_find_their_own_libraries(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PyInstaller's start points LD_LIBRARY_PATH at the app, and keeps what was there."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/apps/rookery/_internal")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    monkeypatch.delenv("PYINSTALLER_RESET_ENVIRONMENT", raising=False)
    if before:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    app.restore_libraries()
    assert os.environ.get("LD_LIBRARY_PATH") == before
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
    assert os.environ.pop("PYINSTALLER_RESET_ENVIRONMENT") == "1"


def test_a_python_that_is_not_frozen_keeps_its_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """There the variable is the user's."""
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/lib")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    app.restore_libraries()
    assert os.environ["LD_LIBRARY_PATH"] == "/opt/lib"


def test_a_problem_at_the_start_is_shown_in_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who double-clicked sees no terminal; in one, it's there too."""
    shown: list[str] = []
    monkeypatch.setattr("web.cli.show_page", lambda address, **_: shown.append(address))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("web.cli.bind", Mock(side_effect=OSError(99, "no address is free")))
    assert app.open_home() == 2
    problem = capsys.readouterr().err
    assert "no address is free" in problem
    (page,) = tmp_path.glob("rookery-*/Rookery.txt")
    assert shown == [page.as_uri()]
    assert page.read_text("utf-8-sig").endswith(problem)

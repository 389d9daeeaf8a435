"""What is said reaches whoever reads: in any encoding, through a pipe that closes, onto a disk that
is full.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.console import PLAIN, READER_GONE
from companion.deckfile import load_deck
from companion.game import game, slugs
from rookery.cli import run

PHOTO = Path(__file__).parents[1] / "photos" / "03-evening-illegal.jpg"
OLD = ("cp1252", "latin-1", "ascii", "cp437")
Said = Callable[..., str]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    """What a command writes to standard output in an encoding."""

    def call(encoding: str, *argv: str, status: int = 0) -> str:
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", out)
        try:
            ended = run(argv)
        except SystemExit as end:  # as `scan` does
            ended = int(end.code or 0)
        assert ended == status
        out.flush()
        return out.buffer.getvalue().decode(encoding)

    return call


@pytest.mark.parametrize("slug", slugs())
def test_a_report_in_any_encoding(said: Said, slug: str) -> None:
    """An old code page, as Windows has for files, writes every sign that it lacks plainly and
    loses none.
    """
    command = ("simulate", slug, "--games", "2", "--jobs", "1")
    questions = said("utf-8", *command).count("?")
    for encoding in OLD if slug == "giza" else ("ascii",):
        report = said(encoding, *command)
        assert "What else happened" in report
        assert report.count("?") == questions


@pytest.mark.parametrize("encoding", OLD)
def test_pieces_in_any_encoding(said: Said, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    """A narrow table wraps its cells; the ids, which `--only` takes, stay whole."""
    monkeypatch.setenv("COLUMNS", "40")
    told = said(encoding, "games", "solitaire").split()
    row = game("solitaire")
    assert {piece.id for piece in row.pieces(load_deck(row))} <= set(told)


def test_a_photo_in_an_old_encoding(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pyramid is drawn with the letters that there are."""
    for name, value in (("TERM", "xterm"), ("NO_COLOR", "1"), ("TTY_COMPATIBLE", "1")):
        monkeypatch.setenv(name, value)  # rich takes any output for a terminal
    told = said("ascii", "scan", str(PHOTO), status=4)
    assert "X ILLEGAL" in told
    assert "| 39 gold X     |" in told


def test_plain_signs_can_be_written_anywhere() -> None:
    """What stands for a sign is ASCII, and no sign of ours stands for another."""
    assert all(plain.isascii() and plain for plain in PLAIN.values())


@pytest.mark.parametrize(
    "argv", [("rules", "giza"), ("simulate", "giza", "--games", "2", "--jobs", "1"), ("games",)]
)
def test_json_is_the_same_in_any_encoding(said: Said, argv: tuple[str, ...]) -> None:
    """Programs get ASCII, and so the same letters whatever the system's encoding is."""
    assert said("cp1252", *argv, "--json") == said("utf-8", *argv, "--json")


def test_names_in_json_are_escaped(said: Said, tmp_path: Path) -> None:
    """A name that the encoding lacks is not lost."""
    photo = tmp_path / "金.jpg"
    photo.write_bytes(PHOTO.read_bytes())
    assert json.loads(said("cp1252", "scan", str(photo), "--json", status=4))["photo"] == str(photo)


def _piped(*argv: str) -> tuple[int, str]:
    """Status and standard error of a command whose reader is gone before it speaks."""
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "rookery", *argv]
    try:
        done = subprocess.run(
            command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(theirs)
    return done.returncode, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows' pipes fail in another way")
@pytest.mark.parametrize(
    "argv",
    [
        ("--help",),
        ("rules", "--help"),
        ("rules", "giza"),
        ("rules", "giza", "--json"),
        ("scan", str(PHOTO)),
    ],
)
def test_a_pipe_that_closes_early(argv: tuple[str, ...]) -> None:
    """`| head -1` ends it without a word and with 141, as other programs: no verdict, no fault, no
    traceback.
    """
    assert _piped(*argv) == (READER_GONE, "")


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell closes streams")
@pytest.mark.parametrize(
    ("argv", "closed", "status", "said"),
    [
        ("scan -", "<&-", 2, "rookery: -: an empty file; copy or send the photo again\n"),
        (f"scan {PHOTO}", "<&- >&- 2>&-", 4, ""),
        ("simulate rocks --bots random --games 2 --jobs 2", ">&- 2>&-", 0, ""),
        ("games giza", ">&-", 0, ""),
        ("deck nwe", "2>&-", 2, ""),
    ],
)
def test_closed_streams_are_empty(argv: str, closed: str, status: int, said: str) -> None:
    """No internal error, also in the processes that a command starts."""
    command = f"exec {sys.executable} -m rookery {argv} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (status, said, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
@pytest.mark.parametrize(
    "argv", [("rules", "giza"), ("rules", "giza", "--json"), ("scan", "--json", str(PHOTO))]
)
def test_output_onto_a_full_disk(argv: tuple[str, ...]) -> None:
    """One line that says so, and 2: what was written is not all."""
    command = [sys.executable, "-m", "rookery", *argv]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    expected = "rookery: output: the disk is full, so the output is incomplete; free some space\n"
    assert (done.returncode, done.stderr) == (2, expected)

"""`rookery puzzle`: a booklet of boards with solutions at the end, and the same as data."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner

from companion.errors import RookeryError
from companion.solitaire.board import standard
from companion.solitaire.solver import solve
from companion.solitaire.state import parse_position
from printables.cli import puzzle

EASY = ("--level", "1", "--count", "8")


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(puzzle, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def _codes(path: Path) -> set[str]:
    """What a phone reads on the pages."""
    document = pypdfium2.PdfDocument(path)
    try:
        pictures = [document[number].render(scale=3).to_pil() for number in range(len(document))]
    finally:
        document.close()
    return {code.text for picture in pictures for code in zxingcpp.read_barcodes(picture)}


def _pages(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    try:
        return [document[number].get_textpage().get_text_range() for number in range(len(document))]
    finally:
        document.close()


def test_one_puzzle_is_one_puzzle(tmp_path: Path) -> None:
    """The command says how many there are."""
    target = tmp_path / "one.pdf"
    assert _run("--count", "1", "--level", "1", "-o", str(target)) == (
        f"{target}  1 puzzle, solutions at the end\n"
    )


def test_a_booklet(tmp_path: Path) -> None:
    """Six boards a page with their texts, then the solutions, which no page before gives away."""
    target = tmp_path / "book.pdf"
    table = ("--address", "http://192.168.1.5:8000")
    data = json.loads(_run(*EASY, "-o", str(target), "--json", "--paper", "letter", *table))
    *boards, solutions = _pages(target)
    assert len(boards) == 2
    for row in data["puzzles"]:
        page = boards[(row["number"] - 1) // 6]
        assert row["position"] in page
        assert f"puzzle {row['name']}" in page
        assert ", ".join(row["line"]) in solutions
        assert ", ".join(row["line"]) not in page or len(row["line"]) == 1
    assert _codes(target) == {f"HTTP://192.168.1.5:8000/S/{row['name']}" for row in data["puzzles"]}
    assert list(tmp_path.iterdir()) == [target]


def test_data_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--json` writes no file; what it says of a puzzle the solver finds too, and levels go up."""
    monkeypatch.chdir(tmp_path)
    data = json.loads(_run("--count", "2", "--json", "--seed", "2"))
    assert list(tmp_path.iterdir()) == []
    assert data["rookery"] == 1
    levels = [row["level"] for row in data["puzzles"]]
    assert levels == sorted(levels) == [1, 6]
    for row in data["puzzles"][:2]:
        assert (
            solve(parse_position(row["position"], standard()), engine="plain").best == row["best"]
        )
        assert row["first"] == row["line"][0]


def test_mistakes_are_said_before_any_work(tmp_path: Path) -> None:
    """A name that isn't a PDF's, a board that there are no puzzles for."""
    book = ("-o", str(tmp_path / "book.pdf"))
    for arguments in (
        ("-o", str(tmp_path / "book.txt")),
        ("--board", "5x6", "--json"),
        (*book, "--address", "here"),
    ):
        with pytest.raises(RookeryError):
            _run(*EASY, *arguments)
    assert list(tmp_path.iterdir()) == []

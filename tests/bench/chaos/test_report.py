"""Results are kept and told."""

from __future__ import annotations

import doctest
from pathlib import Path

from bench.chaos import report
from bench.chaos.report import BEGIN, END, PAGE, Result, from_json, merged, table, to_json, write

GOOD = Result("kills", "SQLite", 2000, "kills -9", 3600.0, 7, {"lost": 0, "ready, p95 (s)": 1.21})
BAD = Result("taps", "SQLite", 100, "taps", 9.5, 7, {"lost": 1}, ("lost: a | b",))


def test_results_survive_being_written_down() -> None:
    """JSON gives back what it was made of."""
    assert from_json(to_json([GOOD, BAD])) == [GOOD, BAD]


def test_a_newer_result_takes_the_older_ones_place() -> None:
    """Of the same experiment on the same subject; others stay."""
    newer = Result("kills", "SQLite", 3, "kills -9", 4.0, 8)
    assert merged([GOOD, BAD], [newer]) == [newer, BAD]


def test_the_page_tells_each_result_and_what_went_wrong(tmp_path: Path) -> None:
    """Between its marks; what people wrote round them stays, also the second time."""
    page, kept = tmp_path / "proof.md", tmp_path / "proof.json"
    page.write_text(f"Before\n{BEGIN}\n{END}\nAfter\n", "utf-8")
    write([GOOD], page, kept)
    write([BAD], page, kept)
    text = page.read_text("utf-8")
    assert text.startswith("Before\n")
    assert text.endswith("After\n")
    assert "| 2,000 kills -9 | 60 min | 7 | holds | lost 0; ready, p95 (s) 1.21 |" in text
    assert "**1 problems**" in text
    assert "lost: a" in text
    assert text.count("| kills |") == 1


def test_a_row_is_one_line_of_as_many_cells_as_the_head() -> None:
    """Whatever the figures say."""
    head, _, *rows = table([GOOD]).splitlines()
    assert [row.count("|") for row in rows] == [head.count("|")]


def test_the_real_page_has_its_marks() -> None:
    """So that the harness finds its place."""
    text = PAGE.read_text("utf-8")
    assert 0 < text.find(BEGIN) < text.find(END)


def test_examples_in_the_docstrings() -> None:
    """They say what is so."""
    assert doctest.testmod(report) == (0, 4)

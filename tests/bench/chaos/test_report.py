"""Results are kept and told."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from bench.chaos import report
from bench.chaos.report import BEGIN, END, PAGE, Result, added, from_json, merged, table, to_json, write

GOOD = Result("kills", "SQLite", 2000, "kills -9", 3600.0, 7, {"lost": 0, "ready, p95 (s)": 1.21})
BAD = Result("taps", "SQLite", 100, "taps", 9.5, 7, {"lost": 1}, ("lost: a | b",))


def test_results_survive_being_written_down() -> None:
    """JSON gives back what it was made of."""
    assert from_json(to_json([GOOD, BAD])) == [GOOD, BAD]


def test_a_newer_result_takes_the_older_ones_place() -> None:
    """Of the same experiment on the same subject; others stay."""
    newer = Result("kills", "SQLite", 3, "kills -9", 4.0, 8)
    assert merged([GOOD, BAD], [newer]) == [newer, BAD]


def test_parts_of_a_fuzz_are_one_run() -> None:
    """Counts add up, of the slowest and the largest there is one, words and seeds are all told."""
    some = Result("fuzz", "decks", 30, "decks", 4.0, 7, {"refused": 20, "slowest, s": 1.5, "taps": "all"})
    more = Result("fuzz", "decks", 20, "decks", 3.0, 8, {"refused": 5, "slowest, s": 0.5, "crash": 1}, ("it broke",))
    whole, other = added([some, GOOD, more])
    assert (whole.count, whole.seconds, whole.problems) == (50, 7.0, ("seed 8: it broke",))
    assert whole.figures == {"refused": 25, "slowest, s": 1.5, "taps": "all", "crash": 1, "seeds": "7, 8"}
    assert other == GOOD


@pytest.mark.parametrize("result", [GOOD, Result("fuzz", "decks", 30, "decks", 4.0, 7)])
def test_what_is_no_part_is_not_added(result: Result) -> None:
    """Kills have percentiles; and twice the same cases are not twice as many."""
    with pytest.raises(ValueError, match="no parts of one run"):
        added([result, result])


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

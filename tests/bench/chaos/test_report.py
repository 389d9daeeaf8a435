"""Results are printed, and kept in bench/results/durability.md."""

from __future__ import annotations

from pathlib import Path

from bench.chaos.report import BEGIN, END, HEAD, PAGE, Result, harm, write

GOOD = Result("SQLite", 2000, "kills -9", {"lost": 0, "ready (s)": 1.21}, (), "kills", 3600.0, 7)
BAD = Result("SQLite", 100, "taps", {"lost": 1}, ("lost: a | b",), "taps", 9.5, 7)


def test_the_page_tells_each_result_and_what_went_wrong(tmp_path: Path) -> None:
    """Between its marks; what people wrote around them stays, also the second time."""
    page = tmp_path / "durability.md"
    page.write_text(f"Before\n{BEGIN}\n{END}\nAfter\n", "utf-8")
    write([GOOD], page)
    write([BAD], page)
    text = page.read_text("utf-8")
    assert text.startswith("Before\n")
    assert text.endswith("After\n")
    assert "| 2,000 kills -9 | 60 min | 7 | holds | lost 0; ready (s) 1.21 |" in text
    assert "**1 problems**: lost: a / b" in text


def test_a_newer_result_takes_the_older_ones_place(tmp_path: Path) -> None:
    """Of the same experiment on the same subject; others stay."""
    page = tmp_path / "durability.md"
    page.write_text(f"{BEGIN}\n{END}\n", "utf-8")
    write([GOOD, BAD], page)
    write([Result("SQLite", 3, "kills -9", experiment="kills")], page)
    rows = page.read_text("utf-8").splitlines()[4:-2]
    assert [row.split(" | ")[2] for row in rows] == ["3 kills -9", "100 taps"]


def test_a_row_has_as_many_cells_as_the_head() -> None:
    """Whatever the figures say."""
    for result in (GOOD, BAD):
        assert len(result.cells()) == len(HEAD)


def test_the_real_page_has_its_marks_and_keeps_its_rows(tmp_path: Path) -> None:
    """So that the harness finds its place, and writing changes no old result."""
    page = tmp_path / "durability.md"
    page.write_text(PAGE.read_text("utf-8"), "utf-8")
    write([], page)
    assert page.read_text("utf-8") == PAGE.read_text("utf-8")


def test_harm_is_counted_by_the_ledgers_words() -> None:
    """What was lost, and what was doubled."""
    assert harm(["lost: key-one, acknowledged as event 2"]) == {"lost": 1, "doubled": 0}

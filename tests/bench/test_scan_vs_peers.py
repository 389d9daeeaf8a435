"""The table of docs/speed.md: what was measured beside what we aim at, put between its marks."""

from pathlib import Path

import pytest

from bench import pages
from bench.scan_vs_peers import MARKS, Compared, report


def compared(
    ours: float, opencv: float, found: set[int], peak: float = 100, status: int = 0
) -> Compared:
    """A photo with three pieces, of which OpenCV found two; times in ms."""
    both = frozenset(found), frozenset({1, 2})
    cold = pages.Cost(cpu=0.4, wall=0.5, memory=peak, status=status)
    return Compared("photo", 3.2, frozenset({1, 2, 3}), both, (ours, ours), (opencv, opencv), cold)


def test_each_aim_is_called_reached_or_not() -> None:
    """The slowest photo sets the ratio, any photo the pieces missed and the memory."""
    good, unsure = compared(30, 100, {1, 2}), compared(150, 100, {1, 2}, status=3)
    slow = compared(110, 100, {1}, peak=500)
    assert "not" not in report([good, good, unsure], 3).split("| photo |")[0]
    text = report([good, good, slow, unsure], 3)
    assert "- 3 clear photos take 0.30 (0.30) of OpenCV's time in the median, 1.10 at most" in text
    assert "1.10 at most (**not** within the 1 " in text
    assert "1.50 at most (within the 2 " in text
    assert "- 1 pieces missed that OpenCV found (**not**" in text
    assert "- 500 MB of memory at most (**not**" in text


def test_a_table_goes_between_its_marks_and_nowhere_else(tmp_path: Path) -> None:
    """All else of a page stays; a page without marks is refused; ours has them."""
    page = tmp_path / "page.md"
    page.write_text("before <b> old <e> after", "utf-8")
    pages.put("new", page, "<b>", "<e>")
    assert page.read_text("utf-8") == "before <b>\nnew\n<e> after"
    assert all((pages.DOCS / "speed.md").read_text("utf-8").count(mark) == 1 for mark in MARKS)
    page.write_text("no marks", "utf-8")
    with pytest.raises(ValueError, match="needs"):
        pages.put("new", page, "<b>", "<e>")

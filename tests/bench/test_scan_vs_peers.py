"""The table of bench/results/speed.md, and how it is put between its marks."""

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


def test_photos_are_summed_up_by_verdict() -> None:
    """Times and ratios are medians, pieces and what we missed sums, memory the most."""
    good, unsure = compared(30, 100, {1, 2}), compared(150, 100, {1, 2}, status=3)
    slow = compared(110, 100, {1}, peak=500)
    clear, doubtful, every = report([good, good, slow, unsure], 3).splitlines()[-3:]
    assert clear == (
        "| **clear** | 3.2 | legal | 9 | 30 (30) | 5 | 100 (100) | 6 | 1 | 0.30 (0.30) "
        "| 0.50 (0.40) | 500 |"
    )
    assert doubtful.startswith("| **unsure** | 3.2 | unsure | 3 | 150 (150) | 2 | 100 (100) | 2 ")
    assert every.startswith(
        "| **all** | 3.2 | legal/unsure | 12 | 70 (70) | 7 | 100 (100) | 8 | 1 "
    )
    assert "**unsure**" not in report([good], 3)


def test_a_table_goes_between_its_marks_and_nowhere_else(tmp_path: Path) -> None:
    """All else of a page stays; a page without marks is refused; ours has them."""
    page = tmp_path / "page.md"
    page.write_text("before <b> old <e> after", "utf-8")
    pages.put("new", page, "<b>", "<e>")
    assert page.read_text("utf-8") == "before <b>\nnew\n<e> after"
    assert all((pages.RESULTS / "speed.md").read_text("utf-8").count(mark) == 1 for mark in MARKS)
    page.write_text("no marks", "utf-8")
    with pytest.raises(ValueError, match="needs"):
        pages.put("new", page, "<b>", "<e>")

"""The table of docs/speed.md: what was measured beside what we aim at, put between its marks."""

import pytest

from bench.scan_vs_peers import BEGIN, END, PAGE, Compared, Timed, report, written


def compared(
    ours: float, opencv: float, found: set[str], peak: float = 100, verdict: str = "legal"
) -> Compared:
    """A photo with two pieces, both found by OpenCV; times in ms."""
    peer = Timed(opencv, opencv, frozenset({"a", "b"}))
    mine, there = Timed(ours, ours, frozenset(found)), frozenset({"a", "b", "c"})
    return Compared("photo", 3.2, verdict, there, mine, peer, peer, (0.5, 0.4), peak)


def test_each_aim_is_called_reached_or_not() -> None:
    """The slowest photo sets the ratio, any photo the pieces missed and the memory."""
    good, unsure = compared(30, 100, {"a", "b"}), compared(150, 100, {"a", "b"}, verdict="unsure")
    slow = compared(110, 100, {"a"}, peak=500)
    assert "not" not in report([good, good, unsure], 3).split("| photo |")[0]
    said = report([good, good, slow, unsure], 3)
    assert "- 3 clear photos take 0.30 (0.30) of OpenCV's time in the median, 1.10 at most" in said
    assert "1.10 at most (**not** within the 1 " in said
    assert "1.50 at most (within the 2 " in said
    assert "- 1 pieces missed that the others found (**not**" in said
    assert "- 500 MB of memory at most (**not**" in said


def test_the_table_goes_between_its_marks_and_nowhere_else() -> None:
    """All else of the page stays; a page without marks is refused; ours has them."""
    part = report([compared(30, 100, {"a", "b"})], 3)
    assert written(f"before {BEGIN} old {END} after", part) == f"before {part} after"
    assert written(PAGE.read_text("utf-8"), part).count(BEGIN) == 1
    with pytest.raises(ValueError, match="needs"):
        written("no marks", part)

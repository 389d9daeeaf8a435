"""The table of docs/speed.md: what was measured beside what we aim at, put between its marks."""

import pytest

from bench.scan_vs_peers import BEGIN, END, PAGE, Compared, Timed, report, written


def compared(ours: float, opencv: float, found: set[str], peak: float = 100) -> Compared:
    """A photo with two pieces, both found by OpenCV; times in ms."""
    peer = Timed(opencv, opencv, frozenset({"a", "b"}))
    mine = Timed(ours, ours, frozenset(found))
    return Compared("photo", frozenset({"a", "b", "c"}), mine, peer, peer, (0.5, 0.4), peak)


def test_each_aim_is_called_reached_or_not() -> None:
    """The median photo tells the ratio, any photo the pieces missed and the memory."""
    good, slow = compared(30, 100, {"a", "b"}), compared(90, 100, {"a"}, peak=500)
    assert "not" not in report([good, good, good], 3).split("| photo |")[0]
    told = report([good, good, slow], 3)
    assert "- 0.30 of OpenCV's time by the clock in the median (within" in told
    assert "- 1 pieces missed that the others found (**not**" in told
    assert "- 500 MB of memory at most (**not**" in told


def test_the_table_goes_between_its_marks_and_nowhere_else() -> None:
    """All else of the page stays; a page without marks is refused; ours has them."""
    part = report([compared(30, 100, {"a", "b"})], 3)
    assert written(f"before {BEGIN} old {END} after", part) == f"before {part} after"
    assert written(PAGE.read_text("utf-8"), part).count(BEGIN) == 1
    with pytest.raises(ValueError, match="needs"):
        written("no marks", part)

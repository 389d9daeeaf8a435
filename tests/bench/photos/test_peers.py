"""Rookery beside plain detectors: when a piece counts as found, and the tables of that."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.photos.lab import TruePiece, TrueTag
from bench.photos.peers import BEGIN, END, hits, report, write

SQUARE = np.array([(0, 0), (20, 0), (20, 20), (0, 20)], float)


def piece(name: str, tag: int, x: float) -> TruePiece:
    """A piece with one tag of 20 px at x, 0."""
    corners = SQUARE + np.array([x, 0])
    return TruePiece(name, "front", corners, corners, (TrueTag(tag, corners, 1.0),))


def row(value: float, px: float, *found: bool) -> dict[str, Any]:
    """A photo with one piece, of the table of sizes."""
    return {
        "game": "giza", "number": 1, "varied": "size", "value": value, "invented": [],
        "pieces": [{"id": "a", "px": px, "found": list(found)}],
    }  # fmt: skip


def test_a_tag_counts_where_it_lies_and_nowhere_else() -> None:
    """Of two pieces with the same tag the one at that place is found."""
    pieces = [piece("rock", 3, 0), piece("rock", 3, 100), piece("wave", 4, 200)]
    assert hits(pieces, [3, 3, 4], np.array([(111, 12), (50, 10), (10, 10)])) == {1}
    assert hits(pieces, [], np.zeros((0, 2))) == set()


def test_pieces_are_counted_by_the_size_of_their_own_tags() -> None:
    """A photo of 2.1 px a module has some of 1.9; each reader has its share."""
    told = report(
        [row(2.1, 1.9, True, False, True, False), row(1.8, 1.8, True, True, False, False)], "x"
    )
    assert "| 1.75 to 2 | 2 | 2 | 100.0 % | 50.0 % | 50.0 % | 0.0 % |" in told
    assert "2 to 2.2" not in told


def test_the_tables_go_between_their_marks(tmp_path: Path) -> None:
    """All else of the page stays; a page without marks is refused; ours has them."""
    part, page = report([row(2.1, 2.1, True, True, True, True)], "x"), tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", "utf-8")
    write(part, page)
    assert page.read_text("utf-8") == f"before\n{part}after\n"
    ours = Path(__file__).parents[3] / "docs" / "photos.md"
    assert ours.read_text("utf-8").count(BEGIN) == 1
    page.write_text("no marks", "utf-8")
    with pytest.raises(ValueError, match="no place"):
        write(part, page)

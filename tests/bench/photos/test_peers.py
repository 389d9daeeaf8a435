"""Rookery beside plain detectors: when a piece counts as found, and the tables of that."""

import numpy as np

from bench import pages
from bench.photos.lab import TruePiece, TrueTag
from bench.photos.peers import BEGIN, Row, hits, report

SQUARE = np.array([(0, 0), (20, 0), (20, 20), (0, 20)], float)


def piece(name: str, tag: int, x: float) -> TruePiece:
    """A piece with one tag of 20 px at x, 0."""
    corners = SQUARE + np.array([x, 0])
    return TruePiece(name, "front", corners, corners, (TrueTag(tag, corners, 1.0),))


def row(value: float, px: float, *readers: bool) -> Row:
    """A photo with one piece, of the table of sizes."""
    return Row(("giza", 1), "size", value, 0, ((px, readers),))


def test_a_tag_counts_where_it_lies_and_nowhere_else() -> None:
    """Of two pieces with the same tag the one at that place is found."""
    pieces = [piece("rock", 3, 0), piece("rock", 3, 100), piece("wave", 4, 200)]
    assert hits(pieces, [(3, (111, 12)), (3, (50, 10)), (4, (10, 10))]) == {1}
    assert hits(pieces, []) == set()


def test_pieces_are_counted_by_the_size_of_their_own_tags() -> None:
    """A photo of 2.1 px a module has some of 1.9; each reader has its share."""
    rows = [row(2.1, 1.9, True, False, True, False), row(1.8, 1.8, True, True, False, False)]
    page = report(rows, "x")
    assert "| 1.75 to 2 | 2 | 2 | 100.0 % | 50.0 % | 50.0 % | 0.0 % |" in page
    assert "2 to 2.2" not in page


def test_the_page_has_a_place_for_the_tables() -> None:
    """Once."""
    page = pages.RESULTS / "photos.md"
    assert page.read_text("utf-8").count(BEGIN) == 1

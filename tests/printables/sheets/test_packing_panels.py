from __future__ import annotations

from itertools import combinations
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import PrintError
from companion.game import Piece
from companion.layout import Size, TagSpot
from printables.draw.paths import Box, around
from printables.marks.guides import advice
from printables.sheets.panels import OVERLAP, split
from printables.sheets.paper import PAPERS, rooms
from tests.printables.workshop import BOARD

large = st.floats(100, 700).map(round)
room_sides = st.floats(150, 420).map(round)


def rooms_of(paper: str, *, sideways: bool = False) -> list[Box]:
    page = PAPERS[paper].sideways if sideways else PAPERS[paper].size
    return [frame.marked for frame in rooms(page)[1]]


@given(large, large, room_sides, room_sides)
def test_panels_meet_edge_to_edge_and_make_the_whole(
    width: int, height: int, across: int, down: int
) -> None:
    """No gap, none twice; in the order of reading; each with its overlap fits the room."""
    room = Box(0, 0, across, down)
    panels = split(Piece("board", "board", Size(width, height), {"front": ()}), [room])
    windows = [panel.window for _, panel in panels]
    outline = around(windows)
    assert (outline.x, outline.y) == (0, 0)
    assert (outline.width, outline.height) == pytest.approx((width, height))
    assert sum(window.width * window.height for window in windows) == pytest.approx(width * height)
    assert not any(one.overlaps(other) for one, other in combinations(windows, 2))
    assert [piece.id for piece, _ in panels] == [f"board.{n}" for n in range(1, len(panels) + 1)]
    places = [(panel.row, panel.column) for _, panel in panels]
    assert places == sorted(places)
    for piece, panel in panels:
        assert (piece.size.width, piece.size.height) == pytest.approx(
            (panel.window.width, panel.window.height)
        )
        assert panel.footprint.width <= across + 1e-6
        assert panel.footprint.height <= down + 1e-6
        assert (
            panel.overlap[0] == (0 if panel.column == panel.columns else panel.strip[0]) <= OVERLAP
        )
        assert panel.overlap[1] == (0 if panel.row == panel.rows else panel.strip[1]) <= OVERLAP
    assert len(panels) >= ceil(width / across - 1e-6) * ceil(height / down - 1e-6)


@given(st.lists(st.tuples(st.floats(20, 380), st.floats(20, 380)), max_size=6))
def test_every_tag_lies_whole_in_one_panel_where_it_was(places: list[tuple[float, float]]) -> None:
    """Seen from its panel's corner; a tag that no way of cutting spares is an error, never a tag in
    two halves.
    """
    tags = tuple(TagSpot(number, x, y, 12) for number, (x, y) in enumerate(places))
    board = Piece("board", "board", Size(400, 400), {"front": tags, "back": tags})
    try:
        panels = split(board, rooms_of("a3"))
    except PrintError:
        return
    for face in ("front", "back"):
        found = []
        for piece, panel in panels:
            seen = panel.seen(face)
            for tag in piece.faces[face]:
                quiet = tag.size * 5 / 8
                assert Box(0, 0, seen.width, seen.height).holds(
                    Box(tag.x, tag.y, 0, 0).grown(quiet)
                )
                found.append((tag.id, round(seen.x + tag.x, 6), round(seen.y + tag.y, 6)))
        assert sorted(found) == sorted((tag.id, round(tag.x, 6), round(tag.y, 6)) for tag in tags)


@pytest.mark.parametrize(
    ("paper", "sideways", "rows", "columns", "part"),
    [
        ("a4", False, 2, 2, (200, 200)),
        ("a4", True, 2, 2, (200, 200)),
        ("letter", False, 2, 2, (200, 200)),
        ("a3", False, 1, 2, (200, 400)),
        ("a3", True, 2, 1, (400, 200)),
        ("tabloid", False, 1, 2, (200, 400)),
    ],
)
def test_a_board_of_400_mm_takes_four_small_sheets_or_two_large_ones(
    *, paper: str, sideways: bool, rows: int, columns: int, part: tuple[float, float]
) -> None:
    """The fewest sheets there can be, all of one size, with a line of words on each that has room
    for it.
    """
    panels = [panel for _, panel in split(BOARD, rooms_of(paper, sideways=sideways))]
    assert len(panels) == rows * columns
    for panel in panels:
        assert (panel.rows, panel.columns) == (rows, columns)
        assert (panel.window.width, panel.window.height) == part
        assert panel.labelled == (paper != "a4" or not sideways)


@pytest.mark.parametrize(
    ("size", "room", "words"),
    [
        (
            Size(400, 400),
            Box(0, 0, 210, 210),
            "the next sheets on its right and lower strips, up to the dashed lines",
        ),
        (
            Size(400, 100),
            Box(0, 0, 210, 120),
            "lay the next sheet on its right strip, up to the dashed line",
        ),
        (
            Size(100, 400),
            Box(0, 0, 120, 210),
            "lay the next sheet on its lower strip, up to the dashed line",
        ),
        (
            Size(400, 400),
            Box(0, 0, 202, 210),
            "to the dashed lines; tape the narrow strip from behind",
        ),
        (
            Size(400, 400),
            Box(0, 0, 202, 203),
            "to the dashed lines; tape the narrow strips from behind",
        ),
    ],
)
def test_a_panel_says_how_it_is_joined(size: Size, room: Box, words: str) -> None:
    """One next sheet or several; a strip under 5 mm is too narrow for glue, and the last panel has
    none.
    """
    panels = [panel for _, panel in split(Piece("board", "board", size, {"front": ()}), [room])]
    assert advice(panels[0]).endswith(words)
    assert advice(panels[-1]) == "cut along the edges, lay it on its neighbours' strips"


def test_backs_are_seen_from_behind() -> None:
    """The first panel of the front lies at the left, so behind it is what the back shows at its
    right.
    """
    both = Piece("map", "board", Size(400, 100), {"front": (), "back": (TagSpot(1, 350, 50, 12),)})
    (first, panel), (second, _) = split(both, [Box(0, 0, 210, 200)])
    assert panel.seen("back") == Box(200, 0, 200, 100)
    assert first.faces["back"] == (TagSpot(1, 150, 50, 12),)
    assert second.faces["back"] == ()


def test_a_seam_moves_off_a_tag() -> None:
    """A tag in the middle makes it three columns instead of two."""
    board = Piece("board", "board", Size(300, 100), {"front": (TagSpot(1, 150, 50, 12),)})
    assert [panel.columns for _, panel in split(board, [Box(0, 0, 200, 200)])] == [3, 3, 3]


def test_a_board_full_of_tags_is_refused_by_name() -> None:
    """The message names the piece, a tag, and what helps."""
    tags = tuple(TagSpot(number, 10 * number, 50, 12) for number in range(60))
    board = Piece("board", "board", Size(600, 100), {"front": tags})
    with pytest.raises(
        PrintError,
        match=r"board: .* seams would cut its tag \d+; print it on "
        r"larger paper, or move",
    ):
        split(board, [Box(0, 0, 200, 200)])


@given(
    columns=st.integers(3, 12),
    rows=st.integers(3, 12),
    rim=st.integers(0, 30),
    side=st.integers(20, 60),
    across=room_sides,
    down=room_sides,
)
def test_a_piece_with_seams_is_cut_along_them(
    *, columns: int, rows: int, rim: int, side: int, across: int, down: int
) -> None:
    """A board of squares falls apart between squares, into parts as even as that allows; together
    they are whole.
    """
    xs, ys = (tuple(float(rim + n * side) for n in range(1, count)) for count in (columns, rows))
    size = Size(2 * rim + columns * side, 2 * rim + rows * side)
    room = Box(0, 0, across, down)
    panels = [
        panel
        for _, panel in split(Piece("board", "board", size, {"front": ()}, seams=(xs, ys)), [room])
    ]
    windows = [panel.window for panel in panels]
    assert sum(window.width * window.height for window in windows) == pytest.approx(
        size.width * size.height
    )
    assert not any(one.overlaps(other) for one, other in combinations(windows, 2))
    for panel in panels:
        assert panel.window.x in {0, *xs}
        assert panel.window.y in {0, *ys}
        assert panel.footprint.width <= across + 1e-6
        assert panel.footprint.height <= down + 1e-6
        assert panel.footprint == panels[0].footprint
        assert panel.window.width <= panel.largest.width
        assert panel.window.height <= panel.largest.height


def test_seams_that_do_not_help_are_an_error() -> None:
    """No part would fit: the message says so instead of cutting elsewhere."""
    board = Piece("board", "board", Size(500, 100), {"front": ()}, seams=((30.0,), ()))
    with pytest.raises(
        PrintError,
        match=r"board: .* none of its seams makes them small enough; "
        r"print it on larger",
    ):
        split(board, [Box(0, 0, 200, 200)])

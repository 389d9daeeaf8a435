from __future__ import annotations

import pytest

from companion.game import Piece
from companion.layout import POKER, TOKEN
from printables.draw.boxes import Box, whole
from printables.marks.crop import LEAST, Mark, marks
from printables.marks.legend import strips
from printables.output.printer import Printout
from printables.sheets.imposition import SIDES, Page, impose
from printables.sheets.packing import copies_of
from printables.sheets.paper import EDGE, PAPERS, card_frame

Way = tuple[str, str]


def as_box(mark: Mark) -> Box:
    """The hairline with the width of its ink."""
    x1, y1, x2, y2 = mark.segment
    return Box.between(x1, y1, x2, y2).grown(0.1)


def is_cut_out(way: Way, page: Page) -> bool:
    return page.side != "back" or way[1] == "single"


def test_marks_lie_outside_the_art_and_within_the_printers_reach(planned: Printout) -> None:
    """A mark within a card would be printed on it; one nearer than 4 mm to the edge might not be
    printed.
    """
    for page in planned.pages:
        for mark in marks(page):
            assert whole(page.size).grown(-EDGE + 0.11).holds(as_box(mark))
            assert not any(as_box(mark).overlaps(placed.art) for placed in page.placements)
            x1, y1, x2, y2 = mark.segment
            assert (x2 - x1) + (y2 - y1) >= LEAST


def test_marks_stand_on_one_side_of_the_paper_only(way: Way, planned: Printout) -> None:
    """The two sides of a sheet drift apart, and marks on both would contradict each other."""
    for page in planned.pages:
        assert bool(marks(page)) == is_cut_out(way, page)


def test_pieces_without_backs_get_no_marks_on_the_back_page() -> None:
    """On sheets of their own, only what lies there is cut out: here two rows of cards, not the
    tokens.
    """
    card = Piece("card", "card", POKER, {"front": (), "back": ()}, 6)
    token = Piece("token", "token", TOKEN, {"front": ()}, 10)
    front, back = impose(copies_of([card, token]), PAPERS["a4"], SIDES["single"])
    assert len(marks(front)) > len(marks(back)) == 14


def test_every_cut_line_of_a_full_sheet_has_a_mark_at_both_ends(planned: Printout) -> None:
    """So that a ruler laid from mark to mark shows the cut."""
    page = planned.pages[0]
    segments = [mark.segment for mark in marks(page)]
    fronts = [placed.trim for placed in page.placements if placed.face == "front"]
    xs = {round(x, 3) for trim in fronts for x in (trim.x, trim.right)}
    ys = {round(y, 3) for trim in fronts for y in (trim.y, trim.bottom)}
    upright = [round(x1, 3) for x1, _, x2, _ in segments if x1 == x2]
    level = [round(y1, 3) for _, y1, _, y2 in segments if y1 == y2]
    assert sorted(upright) == sorted([*xs, *xs])
    assert sorted(level) == sorted([*ys, *ys])


def test_every_cut_line_of_a_mixed_sheet_has_a_mark(way: Way, planned: Printout) -> None:
    """On the last sheet, cards and tokens are cut apart first; each edge of a piece is on a marked
    line.
    """
    page = next(page for page in reversed(planned.pages) if is_cut_out(way, page))
    segments = [mark.segment for mark in marks(page)]
    upright = {round(x1, 3) for x1, _, x2, _ in segments if x1 == x2}
    level = {round(y1, 3) for _, y1, _, y2 in segments if y1 == y2}
    for placed in page.placements:
        if placed.face == "front":
            assert {round(placed.trim.x, 3), round(placed.trim.right, 3)} <= upright
            assert {round(placed.trim.y, 3), round(placed.trim.bottom, 3)} <= level


def test_small_print_touches_neither_art_nor_marks_nor_the_papers_edge(planned: Printout) -> None:
    """The two strips have their own room on every page, fronts and backs."""
    for page in planned.pages:
        for strip in strips(page.frame):
            assert whole(page.size).grown(-EDGE).holds(strip.box)
            assert not any(strip.box.overlaps(placed.art) for placed in page.placements)
            assert not any(strip.box.overlaps(as_box(mark)) for mark in marks(page))


@pytest.mark.parametrize(("paper", "turn"), [("a4", 0), ("letter", -90)])
def test_small_print_runs_where_the_cards_leave_more_room(paper: str, turn: int) -> None:
    """Top and bottom on A4; on Letter only the left and right margins are wide enough."""
    assert {strip.turn for strip in strips(card_frame(PAPERS[paper].size))} == {turn}

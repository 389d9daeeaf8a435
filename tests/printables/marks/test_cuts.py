from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Piece
from companion.layout import POKER, TOKEN, Size
from printables.draw.paths import Box
from printables.marks.cuts import LEAST, Cut, Segment, cut_order, labels, lines
from printables.marks.legend import strips
from printables.output.printer import Printout
from printables.sheets.imposition import SIDES, Page, impose
from printables.sheets.packing import copies_of
from printables.sheets.paper import EDGE, PAPERS, THICKNESS, card_frame
from tests.printables.workshop import PIECES, area, jumbles, papers, shape

Way = tuple[str, str]


def marks(page: Page) -> list[Segment]:
    """All crop marks of a page."""
    return [mark for line in lines(page) for mark in line.marks]


def as_box(mark: Segment) -> Box:
    """The hairline with the width of its ink."""
    x1, y1, x2, y2 = mark
    return Box.between(x1, y1, x2, y2).grown(0.1)


def is_cut_out(way: Way, page: Page) -> bool:
    return page.side != "back" or way[1] == "single"


def test_marks_lie_outside_the_art_and_within_the_printers_reach(planned: Printout) -> None:
    """A mark within a card would be printed on it; one nearer than 4 mm to the edge might not be
    printed.
    """
    for page in planned.pages:
        for mark in marks(page):
            assert Box.whole(page.size).grown(-EDGE + 0.11).holds(as_box(mark))
            assert not any(as_box(mark).overlaps(placed.art) for placed in page.placements)
            x1, y1, x2, y2 = mark
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
    segments = marks(page)
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
    segments = marks(page)
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
            assert Box.whole(page.size).grown(-EDGE).holds(area(strip))
            assert not any(area(strip).overlaps(placed.art) for placed in page.placements)
            assert not any(area(strip).overlaps(as_box(mark)) for mark in marks(page))


@pytest.mark.parametrize(("paper", "turn"), [("a4", 0), ("letter", -90)])
def test_small_print_runs_where_the_cards_leave_more_room(paper: str, turn: int) -> None:
    """Top and bottom on A4; on Letter only the left and right margins are wide enough."""
    assert {strip.turn for strip in strips(card_frame(PAPERS[paper].size))} == {turn}


def fall_apart(paper: Box, cuts: tuple[Cut, ...]) -> list[Box]:
    """What the hands hold in the end: every part that a cut names is cut through from
    edge to edge.
    """
    parts = [paper]
    for cut in cuts:
        for sheet in cut.sheets:
            here = [part for part in parts if sheet.holds(part)]
            if cut.upright:
                (part,) = [part for part in here if part.x < cut.at < part.right]
                parts.append(Box.between(part.x, part.y, cut.at, part.bottom))
                parts.append(Box.between(cut.at, part.y, part.right, part.bottom))
            else:
                (part,) = [part for part in here if part.y < cut.at < part.bottom]
                parts.append(Box.between(part.x, part.y, part.right, cut.at))
                parts.append(Box.between(part.x, cut.at, part.right, part.bottom))
            parts.remove(part)
    return parts


def same(one: Box, other: Box) -> bool:
    """Whether they are the same but for rounding."""
    return one.holds(other) and other.holds(one)


def crossed(cut: Cut, piece: Box) -> bool:
    """Whether the cut goes through the inside of a piece that lies on a part that is cut."""
    low, high = (piece.x, piece.right) if cut.upright else (piece.y, piece.bottom)
    return low + 1e-6 < cut.at < high - 1e-6 and any(sheet.overlaps(piece) for sheet in cut.sheets)


def held(page: Page) -> Box:
    """The paper to cut: a folded page lies double."""
    paper = Box.whole(page.size)
    return Box(0, 0, paper.width / 2, paper.height) if page.frame.folded else paper


@given(pieces=jumbles(), paper=papers, sides=st.sampled_from(sorted(SIDES)), bleed=st.booleans())
def test_following_the_cuts_frees_every_rectangle_and_crosses_no_piece(
    *, pieces: tuple[Piece, ...], paper: str, sides: str, bleed: bool
) -> None:
    """Straight cuts from edge to edge, numbered 1, 2, 3: each rectangular piece ends up alone, its
    edges cut.
    """
    for page in impose(copies_of(pieces, shape=shape), PAPERS[paper], SIDES[sides], bleed=bleed):
        cuts = cut_order(page)
        assert [cut.number for cut in cuts] == list(range(1, len(cuts) + 1))
        here = [
            placed for placed in page.placements if page.cut_out and held(page).holds(placed.trim)
        ]
        for cut in cuts:
            assert not any(crossed(cut, placed.cut) for placed in here)
        parts = fall_apart(held(page), cuts)
        for placed in here:
            if placed.copy.shape is None:
                assert any(same(part, placed.cut) for part in parts), placed.piece.id


def test_a_cut_may_clear_the_way_between_other_pieces() -> None:
    """A token in the corner behind shaped pieces, with no edge of its own open from edge to edge,
    is freed as well.
    """
    token = Piece("token", "card", Size(20, 20), {"front": ()})
    odd = Piece("odd", "odd", POKER, {"front": ()}, 5)
    card = Piece("card", "card", POKER, {"front": ()})
    (page,) = impose(copies_of([card, token, odd], shape=shape), PAPERS["a3"], SIDES["gutterfold"])
    freed = next(placed.cut for placed in page.placements if placed.piece.id == "token")
    assert any(same(part, freed) for part in fall_apart(held(page), cut_order(page)))


def test_a_sheet_of_nine_cards_takes_eight_cuts() -> None:
    """Across the sheet first, then the strips in a pile."""
    card = Piece("card", "card", POKER, {"front": ()}, 9)
    (page,) = impose(copies_of([card]), PAPERS["a4"], SIDES["long"])
    cuts = cut_order(page)
    assert [cut.upright for cut in cuts] == [False] * 4 + [True] * 4
    assert [round(cut.at, 1) for cut in cuts] == [
        16.5,
        104.5,
        192.5,
        280.5,
        10.5,
        73.5,
        136.5,
        199.5,
    ]
    assert [len(cut.sheets) for cut in cuts] == [1] * 4 + [3] * 4


def test_backs_have_no_numbers() -> None:
    """Guides are on one side."""
    card = Piece("card", "card", POKER, {"front": (), "back": ()}, 9)
    front, back = impose(copies_of([card]), PAPERS["a4"], SIDES["long"])
    assert labels(front)
    assert cut_order(back) == ()
    assert labels(back) == ()


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("paper", PAPERS)
def test_each_line_of_each_block_has_its_number_in_the_margin(paper: str, sides: str) -> None:
    """Small, on no piece, on no mark and on no small print, and never over another number."""
    for page in impose(copies_of(PIECES, shape=shape), PAPERS[paper], SIDES[sides]):
        numbers = labels(page)
        if not page.cut_out:
            continue
        assert {label.number for label in numbers} == {cut.number for cut in cut_order(page)}
        for label in numbers:
            assert page.frame.reach.grown(0.1).holds(label.box)
            assert not any(label.box.overlaps(placed.cut) for placed in page.placements)
            assert not any(label.box.overlaps(area(strip)) for strip in strips(page.frame))
            if not label.disc:
                assert not any(label.box.overlaps(placed.art) for placed in page.placements)
                for mark in marks(page):
                    assert not label.box.overlaps(as_box(mark))
        assert not any(one.box.overlaps(other.box) for one, other in combinations(numbers, 2))


def test_numbers_keep_off_art_on_every_page_of_giza(planned: Printout) -> None:
    """In every way of printing."""
    for page in planned.pages:
        for label in labels(page):
            assert not label.disc
            assert label.box.height < THICKNESS
            assert not any(label.box.overlaps(placed.art) for placed in page.placements)

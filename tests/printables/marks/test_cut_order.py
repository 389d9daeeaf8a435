from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Piece
from companion.layout import POKER, Size
from printables.draw.boxes import Box, whole
from printables.marks.crop import Cut, cut_order, labels, marks
from printables.marks.legend import strips
from printables.output.printer import Printout
from printables.sheets.imposition import SIDES, Page, impose
from printables.sheets.packing import copies_of
from printables.sheets.paper import PAPERS, THICKNESS
from tests.printables.workshop import PIECES, jumbles, papers, shape


def fall_apart(paper: Box, cuts: tuple[Cut, ...]) -> list[Box]:
    """What the hands hold in the end: every part that a cut names is cut through from
    edge to edge.
    """
    parts = [paper]
    for cut in cuts:
        for sheet in cut.sheets:
            (part,) = [part for part in parts if same(part, sheet)]
            parts.remove(part)
            if cut.upright:
                assert part.x < cut.at < part.right
                parts.append(Box.between(part.x, part.y, cut.at, part.bottom))
                parts.append(Box.between(cut.at, part.y, part.right, part.bottom))
            else:
                assert part.y < cut.at < part.bottom
                parts.append(Box.between(part.x, part.y, part.right, cut.at))
                parts.append(Box.between(part.x, cut.at, part.right, part.bottom))
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
    paper = whole(page.size)
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
            assert not any(label.box.overlaps(strip.box) for strip in strips(page.frame))
            if not label.disc:
                assert not any(label.box.overlaps(placed.art) for placed in page.placements)
                for mark in marks(page):
                    x1, y1, x2, y2 = mark.segment
                    assert not label.box.overlaps(Box.between(x1, y1, x2, y2).grown(0.1))
        assert not any(one.box.overlaps(other.box) for one, other in combinations(numbers, 2))


def test_numbers_keep_off_art_on_every_page_of_giza(planned: Printout) -> None:
    """In every way of printing."""
    for page in planned.pages:
        for label in labels(page):
            assert not label.disc
            assert label.box.height < THICKNESS
            assert not any(label.box.overlaps(placed.art) for placed in page.placements)

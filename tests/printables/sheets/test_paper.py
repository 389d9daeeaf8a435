from __future__ import annotations

import pytest

from companion.errors import UsageError
from companion.layout import POKER, Size
from printables.draw.paths import Box
from printables.draw.pen import BLEED
from printables.marks.legend import strips
from printables.sheets.paper import EDGE, GUTTER, PAPERS, card_frame, find_paper, fitting, rooms
from tests.printables.workshop import area

PAGES = [size for paper in PAPERS.values() for size in (paper.size, paper.sideways)]


@pytest.mark.parametrize(
    ("paper", "sideways", "shared", "apart", "folded"),
    [
        ("a4", False, (3, 3), (2, 3), (1, 3)),
        ("a4", True, (4, 2), (4, 2), (2, 2)),
        ("letter", False, (3, 3), (2, 2), (1, 3)),
        ("letter", True, (4, 2), (3, 2), (2, 2)),
        ("a3", False, (4, 4), (4, 4), (2, 4)),
        ("a3", True, (6, 3), (5, 3), (3, 3)),
        ("tabloid", False, (4, 4), (3, 4), (2, 4)),
        ("tabloid", True, (6, 3), (6, 2), (3, 3)),
    ],
)
def test_so_many_cards_go_on_a_page(
    *,
    paper: str,
    sideways: bool,
    shared: tuple[int, int],
    apart: tuple[int, int],
    folded: tuple[int, int],
) -> None:
    """Columns and rows with shared cut lines, with a bleed each, and on one half of a
    folded page.
    """
    page = PAPERS[paper].sideways if sideways else PAPERS[paper].size

    def cards(gap: float, *, folded: bool = False) -> tuple[int, int]:
        box = card_frame(page, folded=folded, gap=gap).marked
        return fitting(box.width, POKER.width, gap), fitting(box.height, POKER.height, gap)

    assert (cards(0), cards(2 * BLEED), cards(0, folded=True)) == (shared, apart, folded)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_small_print_lies_outside_of_every_frame(page: Size) -> None:
    """The strips touch neither the grid of cards, its bleed, nor the room, and keep off the paper's
    edge.
    """
    for folded in (False, True):
        for frame in (
            card_frame(page, folded=folded),
            *(room for pair in rooms(page, folded=folded) for room in pair),
        ):
            for strip in strips(frame):
                assert Box.whole(page).grown(-EDGE).holds(area(strip))
                assert not area(strip).overlaps(
                    frame.reach if frame.room else frame.marked.grown(BLEED if frame.level else 1)
                )


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_small_print_is_not_upside_down(page: Size) -> None:
    """A landscape page is printed turned to the left, so the strips at its short sides run down."""
    turns = {
        strip.turn
        for folded in (False, True)
        for pair in rooms(page, folded=folded)
        for room in pair
        for strip in strips(room)
    }
    assert turns <= ({0, 90} if page.width > page.height else {0, -90})


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_fronts_of_a_folded_page_stay_left_of_the_fold(page: Size) -> None:
    """And leave room for bleed and marks there."""
    for frame in (card_frame(page, folded=True), *rooms(page, folded=True)[0]):
        assert frame.marked.right <= page.width / 2 - GUTTER + 1e-6


@pytest.mark.parametrize(
    ("slug", "width", "height"),
    [("a4", 210, 297), ("letter", 215.9, 279.4), ("a3", 297, 420), ("tabloid", 279.4, 431.8)],
)
def test_papers_have_the_sizes_of_their_standards(slug: str, width: float, height: float) -> None:
    """ISO 216 and ANSI Y14.1, upright; sideways swaps the edges."""
    paper = find_paper(slug)
    assert paper.size == Size(width, height)
    assert paper.sideways == Size(height, width)


def test_an_unknown_paper_is_refused_by_name() -> None:
    """The message lists what there is."""
    with pytest.raises(UsageError, match=f"a5: no such paper; use one of: {', '.join(PAPERS)}"):
        find_paper("a5")

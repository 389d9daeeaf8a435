from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import UsageError
from companion.layout import Size
from printables.draw.paths import Box
from printables.sheets.paper import PAPERS, find_paper

lengths = st.floats(0, 500)
boxes = st.builds(Box, lengths, lengths, st.floats(1, 100), st.floats(1, 100))


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


@given(boxes, st.floats(200, 700), st.floats(200, 700))
def test_turning_a_sheet_over_twice_brings_a_box_back(
    box: Box, width: float, height: float
) -> None:
    """Mirroring and turning by 180 degrees are their own inverses."""
    page = Size(width, height)
    for there_and_back in (box.mirrored(width).mirrored(width), box.turned(page).turned(page)):
        assert there_and_back.centre == pytest.approx(box.centre)
        assert (there_and_back.width, there_and_back.height) == (box.width, box.height)


@given(boxes, boxes)
def test_overlapping_goes_both_ways_and_agrees_with_the_shared_part(one: Box, other: Box) -> None:
    """Two boxes overlap when what lies in both has an area, whichever is asked."""
    shared = one.cut(other)
    assert (
        one.overlaps(other) == other.overlaps(one) == (shared.width > 1e-6 and shared.height > 1e-6)
    )
    if one.overlaps(other):
        assert one.holds(shared)
        assert other.holds(shared)


@given(boxes, st.floats(0.1, 20))
def test_a_grown_box_holds_the_old_one_about_the_same_centre(box: Box, by: float) -> None:
    """Growing moves every edge out."""
    assert box.grown(by).holds(box)
    assert not box.holds(box.grown(by))
    assert box.grown(by).centre == pytest.approx(box.centre)

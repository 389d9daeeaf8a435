from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.layout import Size
from companion.manifest import PrintedPiece
from printables.correction import NONE, Correction
from printables.printer import Job, Printout, print_job
from tests.printables.test_pages import Picture, find_tags

UPRIGHT, SIDEWAYS = Size(210, 297), Size(297, 210)
MM = 72 / 25.4

corrections = st.builds(
    Correction, st.floats(0.97, 1.03), st.floats(0.97, 1.03), st.floats(-5, 5), st.floats(-5, 5), st.floats(-2, 2)
)
points = st.tuples(st.floats(0, 297), st.floats(0, 297))


@given(corrections, points, st.sampled_from([UPRIGHT, SIDEWAYS]))
def test_the_pdfs_matrix_does_what_is_said_in_mm(correction: Correction, at: tuple[float, float], page: Size) -> None:
    """Points are upside down: y grows up the page."""
    a, b, c, d, e, f = correction.matrix(page, MM)
    x, y = at[0] * MM, (page.height - at[1]) * MM
    found = ((a * x + c * y + e) / MM, page.height - (b * x + d * y + f) / MM)
    assert found == pytest.approx(correction.moved(*at, page), abs=1e-6)


@given(points)
def test_without_errors_nothing_moves(at: tuple[float, float]) -> None:
    """The default is the identity, upright and sideways."""
    for page in (UPRIGHT, SIDEWAYS):
        assert NONE.on(page).moved(*at, page) == pytest.approx(at)


@given(corrections, points)
def test_a_page_on_its_side_is_corrected_as_the_paper_is(correction: Correction, at: tuple[float, float]) -> None:
    """A printer turns it counter-clockwise onto the upright paper; there the same correction holds."""
    on_paper = (at[1], SIDEWAYS.width - at[0])
    expected = correction.moved(*on_paper, UPRIGHT)
    moved = correction.on(SIDEWAYS).moved(*at, SIDEWAYS)
    assert (moved[1], SIDEWAYS.width - moved[0]) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_side_moves_as_a_whole_and_the_manifest_stays(
    job: Callable[..., Job], render: Callable[[Printout, int, float], Picture], side: str
) -> None:
    """Each tag of that side lies where the correction moves it; the other side and the manifest know nothing of it."""
    error = Correction(1.01, 0.99, 1.5, -2, 0.5)
    changes: dict[str, Any] = {side: error, "pieces": job().pieces[:9]}
    plain, shifted = print_job(job(pieces=job().pieces[:9])), print_job(job(**changes))
    assert shifted.manifest == plain.manifest
    for number, name in ((1, "front"), (2, "back")):
        correction = error if name == side else NONE
        seen = find_tags(render(shifted, number, 5.0), (210, 297))
        pieces = [piece for piece in shifted.manifest.pieces if piece.page == number]
        places = [correction.moved(x, y, UPRIGHT) for piece in pieces for x, y in _tags(piece)]
        assert len(seen) == len(places) == 18
        for place in places:
            assert min(abs(one.centre[0] - place[0]) + abs(one.centre[1] - place[1]) for one in seen) < 0.12


def _tags(piece: PrintedPiece) -> list[tuple[float, float]]:
    return [(piece.trim[0] + tag.x, piece.trim[1] + tag.y) for tag in piece.tags]

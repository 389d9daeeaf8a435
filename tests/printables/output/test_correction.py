from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.layout import Size
from printables.output.printer import Job, Printout, print_job
from printables.output.profiles import NONE, Correction
from tests.printables.test_pages import Picture, find_tags, tag_places

A4 = Size(210, 297)
MM = 72 / 25.4

corrections = st.builds(
    Correction,
    st.floats(0.97, 1.03),
    st.floats(0.97, 1.03),
    st.floats(-5, 5),
    st.floats(-5, 5),
    st.floats(-2, 2),
)
points = st.tuples(st.floats(0, 297), st.floats(0, 297))


@given(corrections, points)
def test_the_pdfs_matrix_does_what_is_said_in_mm(
    correction: Correction, at: tuple[float, float]
) -> None:
    """Points are upside down: y grows up the page."""
    a, b, c, d, e, f = correction.matrix(A4, MM)
    x, y = at[0] * MM, (A4.height - at[1]) * MM
    found = ((a * x + c * y + e) / MM, A4.height - (b * x + d * y + f) / MM)
    assert found == pytest.approx(correction.moved(*at, A4), abs=1e-6)


@given(points)
def test_without_errors_nothing_moves(at: tuple[float, float]) -> None:
    """The default is the identity."""
    assert NONE.moved(*at, A4) == pytest.approx(at)


@pytest.mark.parametrize(
    ("side", "bleed"), [("front", False), ("back", False), ("front", True), ("back", True)]
)
def test_a_side_moves_as_a_whole_and_the_manifest_stays(
    *,
    job: Callable[..., Job],
    render: Callable[[Printout, int, float], Picture],
    side: str,
    bleed: bool,
) -> None:
    """Each tag of that side lies where the correction moves it; the other side and the manifest
    know nothing of it.

    The paper is the same where what is on it reads sideways, as eight cards with a bleed do: so is
    the correction.
    """
    error = Correction(1.01, 0.99, 1.5, -2, 0.5)
    changes: dict[str, Any] = {"pieces": job().pieces[: 8 if bleed else 9], "bleed": bleed}
    plain, shifted = print_job(job(**changes)), print_job(job(**{side: error, **changes}))
    assert shifted.manifest == plain.manifest
    assert {page.sideways for page in shifted.pages} == {bleed}
    for number, name in ((1, "front"), (2, "back")):
        correction = error if name == side else NONE
        seen = find_tags(render(shifted, number, 5.0), (210, 297))
        pieces = [piece for piece in shifted.manifest.pieces if piece.page == number]
        places = [correction.moved(*at, A4) for piece in pieces for _, at in tag_places(piece)]
        assert len(seen) == len(places) == (16 if bleed else 18)
        for place in places:
            assert (
                min(abs(one.centre[0] - place[0]) + abs(one.centre[1] - place[1]) for one in seen)
                < 0.12
            )

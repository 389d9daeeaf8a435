"""Boxes, and outlines as straight lines, which keep close to the curves they stand for."""

from __future__ import annotations

from math import hypot, inf, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.layout import Size
from printables.draw.chords import Run, distance, flattened, inside
from printables.draw.paths import Box, Path, circle, line, rectangle, rounded

radii = st.floats(0.5, 300)
lengths = st.floats(0, 500)
boxes = st.builds(Box, lengths, lengths, st.floats(1, 100), st.floats(1, 100))


@given(radius=radii, tolerance=st.sampled_from([0.005, 0.01, 0.05]))
def test_a_circle_stays_round(radius: float, tolerance: float) -> None:
    """Every point and every chord's middle lies on the circle, to the tolerance and a Bézier's own
    error of 0.03 %.
    """
    (run,) = flattened(circle(1, 2, radius), tolerance)
    assert run.closed
    for (ax, ay), (bx, by) in run.edges:
        for x, y in ((ax, ay), ((ax + bx) / 2, (ay + by) / 2)):
            assert abs(hypot(x - 1, y - 2) - radius) <= tolerance + 3e-4 * radius


@given(radius=radii)
def test_a_circle_is_not_cut_into_more_lines_than_it_needs(radius: float) -> None:
    """As many as its own curvature asks for, give or take half of them: a cutting machine's memory
    is small.
    """
    (run,) = flattened(circle(0, 0, radius), 0.01)
    needed = pi / (2 * 0.01 / radius) ** 0.5
    assert len(run.points) <= 1.5 * needed + 8


def test_runs_are_told_apart() -> None:
    """Closed and open ones; a point alone is none, and a closing point is not said twice."""
    path = (
        rectangle(0, 0, 2, 2)
        + line([(5, 5), (6, 6)])
        + Path((("M", (9, 9)),))
        + line([(0, 0), (1, 0), (0, 0)])
    )
    assert flattened(path) == (
        Run(((0, 0), (2, 0), (2, 2), (0, 2)), closed=True),
        Run(((5, 5), (6, 6)), closed=False),
        Run(((0, 0), (1, 0), (0, 0)), closed=False),
    )


@pytest.mark.parametrize(
    ("point", "within", "away"),
    [
        ((1, 5), True, 1),
        ((-3, 5), False, 3),
        ((5, 5), False, 1),
        ((13, 14), False, 5),
        ((0, 4), None, 0),
    ],
)
def test_inside_and_distance_in_a_frame(
    point: tuple[float, float], within: bool | None, away: float
) -> None:
    """A square of 10 mm with a hole from 4 to 6: the hole is outside, by the even-odd rule."""
    runs = flattened(rectangle(0, 0, 10, 10) + rectangle(4, 4, 2, 2))
    assert distance(point, runs) == pytest.approx(away)
    if within is not None:
        assert inside(point, runs) == within


def test_nothing_is_infinitely_far() -> None:
    """And nothing is inside of it."""
    assert distance((0, 0), ()) == inf
    assert not inside((0, 0), ())


@given(x=st.floats(-5, 25), y=st.floats(-5, 25))
def test_a_rounded_box_is_inside_its_box(x: float, y: float) -> None:
    """Round corners only take away."""
    if inside((x, y), flattened(rounded(0, 0, 20, 20, 4))):
        assert 0 <= x <= 20
        assert 0 <= y <= 20


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

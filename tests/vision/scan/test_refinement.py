"""Look: what is read again takes the place of what was only half believed."""

from __future__ import annotations

import numpy as np
import pytest

from vision.scan.refinement import join_sightings
from vision.tags.detector import Sighting

SQUARE = np.array([[0, 0], [28, 0], [28, 28], [0, 28]], float)


def sighting(tag: int, x: float, errors: int = 0) -> Sighting:
    """A tag of 28 px a side, so far from the left."""
    return Sighting(tag, SQUARE + np.array([x, 0]), errors, 0.9)


@pytest.mark.parametrize(
    ("tag", "x", "left"),
    [(253, 100.3, 1), (253, 150.0, 2), (251, 100.3, 2)],
    ids=["the same tag again", "one further on", "another tag"],
)
def test_a_tag_read_anew_is_there_once(tag: int, x: float, left: int) -> None:
    """One with too many wrong bits to be a piece by itself gives way: both would be two pieces in
    one place.
    """
    new = sighting(tag, x, errors=2)
    found = join_sightings([sighting(253, 100, errors=3)], [new])
    assert len(found) == left
    assert found[-1] is new

"""Look: what is read again takes the place of what was only half believed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.giza.deck import Deck
from vision.evidence.album import SHIPPED
from vision.games import row
from vision.photo.loader import load
from vision.scan.refinement import Attempt, join_sightings, with_far_tags
from vision.scan.search import find_tags
from vision.table.pieces import catalogue
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


@pytest.mark.parametrize(("height", "first"), [(1000, 8), (700, 20)])
def test_far_tags_are_read_in_the_full_photo(
    *, studio: Any, camera: Any, as_jpeg: Any, deck: Deck, legal: str, height: int, first: int
) -> None:
    """A photo of ten cards' twenty tags from so far away that the upper ones are too small for the
    first search, and from nearer.
    """
    view = camera(height=height, tilt=45, size=(4032, 3024))
    photo = load(as_jpeg(studio.shoot(studio.pyramid(legal), view)), "far.jpg")
    spots = catalogue(row("giza").printed(deck))
    found = find_tags(photo, frozenset(spots))
    attempt = Attempt(photo, row("giza"), deck, spots, SHIPPED, found)
    assert (len(found), len(with_far_tags(attempt).sightings)) == (first, 20)

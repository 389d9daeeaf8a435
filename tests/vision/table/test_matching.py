"""Predict: where a tag must be, even a bad picture of it says, and nothing is read
where none is.
"""

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.giza.deck import Deck
from companion.giza.pieces import pieces
from vision.table.matching import read
from vision.table.pieces import Catalogue, catalogue, rigid
from vision.table.plane import Plane, fit

GREY = cv2.COLOR_BGR2GRAY


@pytest.fixture
def spots(deck: Deck) -> Catalogue:
    return catalogue(pieces(deck))


def setting(
    studio: Any, camera: Any, spots: Catalogue, **flaws: Any
) -> tuple[NDArray[np.uint8], Plane, Any]:
    """One card in the middle of a picture, and the plane as a sharp picture of two
    cards gave it.
    """
    from vision.tags.detector import sweep

    view = camera(tilt=20, turn=25)
    layout = [{"id": "penguin-07", "x": 0, "y": 0}, {"id": "penguin-08", "x": 90, "y": 10}]
    sharp = np.asarray(cv2.cvtColor(studio.shoot(layout, view), GREY), np.uint8)
    seen = sweep(sharp, known=frozenset(spots))
    plane = fit([rigid(sighting, spots) for sighting in seen], view.size)
    first = next(
        s for s in seen if spots[s.tag][0].piece == "penguin-07" and spots[s.tag][0].end == 0
    )
    return (
        np.asarray(cv2.cvtColor(studio.shoot(layout, view, **flaws), GREY), np.uint8),
        plane,
        first,
    )


FLAWS: dict[str, dict[str, float]] = {
    "sharp": {},
    "defocus": {"blur": 3.2},
    "noise": {"noise": 40},
    "dark": {"gain": 0.18},
}


@pytest.mark.parametrize("flaw", sorted(FLAWS))
def test_a_tag_is_read_softly_where_it_must_be(
    studio: Any, camera: Any, spots: Catalogue, flaw: str
) -> None:
    """Sharp, out of focus (1.2 modules), noisy or dark: the same id, surely."""
    grey, plane, first = setting(studio, camera, spots, **FLAWS[flaw])
    guess = read(grey, plane, plane.to_mm(first.corners), 14, wanted=first.tag, ids=spots)
    assert guess is not None
    assert guess.tag == first.tag
    assert np.abs(guess.corners - first.corners).max() < 2.5


@pytest.mark.parametrize("shift", [(2.5, -2), (-3, 3)])
def test_the_place_may_be_wrong_by_a_few_millimetres(
    studio: Any, camera: Any, spots: Catalogue, shift: Any
) -> None:
    """A bent card's second tag doesn't lie exactly where the first one says."""
    grey, plane, first = setting(studio, camera, spots)
    guess = read(grey, plane, plane.to_mm(first.corners) + shift, 14, wanted=first.tag, ids=spots)
    assert guess is not None
    assert np.abs(guess.corners - first.corners).max() < 2.5


def test_another_id_than_the_one_expected_is_told(
    studio: Any, camera: Any, spots: Catalogue
) -> None:
    """Expecting one tag doesn't make it so: a card of another deck must not pass."""
    grey, plane, first = setting(studio, camera, spots)
    guess = read(grey, plane, plane.to_mm(first.corners), 14, wanted=99, ids=spots)
    assert guess is not None
    assert guess.tag == first.tag


def test_bare_table_reads_as_nothing(studio: Any, camera: Any, spots: Catalogue) -> None:
    """Every id, at forty places of the table: never sure."""
    grey, plane, first = setting(studio, camera, spots, noise=12)
    there = plane.to_mm(first.corners)
    for tag in range(40):
        away = there + np.array([-150 - 3 * (tag % 7), 40 - 2 * tag])
        assert read(grey, plane, away, 14, wanted=tag, ids=spots) is None


def test_a_place_outside_the_picture_is_none(studio: Any, camera: Any, spots: Catalogue) -> None:
    """What can't be seen is not guessed."""
    grey, plane, first = setting(studio, camera, spots)
    assert (
        read(
            grey,
            plane,
            plane.to_mm(first.corners) + np.array([0, 5000]),
            14,
            wanted=first.tag,
            ids=spots,
        )
        is None
    )

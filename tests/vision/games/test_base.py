"""Table: what rows see of the picture through the eye."""

import cv2
import numpy as np
import pytest

from tests.vision.conftest import jpeg
from vision.games.base import Eye
from vision.photo.loader import load
from vision.table.layout import Frame
from vision.table.plane import Plane

PLACE = ((-40.0, 30.0), (40.0, 30.0), (40.0, -30.0), (-40.0, -30.0))


def eye() -> Eye:
    """A picture of a coloured table from straight above, 4 px a mm."""
    small = np.random.default_rng(3).integers(0, 256, (30, 40, 3), np.uint8)
    large = np.asarray(cv2.resize(small, (3200, 2400), interpolation=cv2.INTER_CUBIC), np.uint8)
    photo = load(jpeg(large), "x.jpg")
    plane = Plane(np.diag([500.0, 500.0, 1.0]), 0.0, (1599.5, 1199.5), 2000.0)
    return Eye(photo, plane, Frame(0.0, (0.0, 0.0)), ())


@pytest.mark.parametrize("px_per_mm", [1.0, 3.0])
def test_a_place_without_colour_is_the_same_place(px_per_mm: float) -> None:
    """As seen from straight above, of the shrunk picture and of the whole one, whose colours aren't
    decoded for it.
    """
    grey, colours = eye(), eye()
    flat = grey.flat(PLACE, px_per_mm, grey=True)
    assert flat.shape == (60 * px_per_mm, 80 * px_per_mm)
    assert "image" not in grey.photo.__dict__
    wanted = cv2.cvtColor(colours.flat(PLACE, px_per_mm), cv2.COLOR_BGR2GRAY)
    assert np.abs(flat.astype(int) - wanted).max() < 12


def test_only_as_much_of_the_picture_is_decoded_as_a_place_needs() -> None:
    """At 1 px a mm the shrunk one is enough, at 3 the whole one is asked for."""
    seen = eye()
    seen.flat(PLACE, 1.0, grey=True)
    assert "grey" not in seen.photo.__dict__
    seen.flat(PLACE, 3.0, grey=True)
    assert "grey" in seen.photo.__dict__

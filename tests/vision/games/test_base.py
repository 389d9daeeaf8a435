"""Table: what rows see of the picture through the eye."""

import cv2
import numpy as np

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


def test_only_as_much_of_the_picture_is_decoded_as_a_place_needs() -> None:
    """At 1 px a mm the shrunk one is enough, at 3 the whole one is asked for."""
    seen = eye()
    assert seen.flat(PLACE, 1.0).shape == (60, 80, 3)
    assert "image" not in seen.photo.__dict__
    assert seen.flat(PLACE, 3.0).shape == (180, 240, 3)
    assert "image" in seen.photo.__dict__

"""The camera above the table: told by the perspective, assumed where that can't tell it, and
heights taken out.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.conftest import Camera as Phone
from vision.table.camera import LEAST_TILT, Camera, focal_length, locate
from vision.table.plane import Plane, Rigid, fit, lay

FIELD = np.array([(x, y) for x in (-90, 0, 90) for y in (-70, 70)], float)
TAG = np.array([(-6, -6), (6, -6), (6, 6), (-6, 6)], float)


def seen_by(phone: Phone, focal: float = 1.0) -> tuple[Plane, tuple[int, int]]:
    """The plane that a phone's photo of a board gives, in the board's own mm (y down)."""
    local = np.concatenate([TAG + middle for middle in FIELD])
    middle = (np.array(phone.size) - 1) / 2
    # a longer lens shows the same, larger
    seen = (phone.to_px(local * (1, -1)) - middle) * focal + middle
    plane = fit([Rigid(local, seen)], phone.size)
    _, turn, shift = lay(local, plane.to_mm(seen))
    c, s = np.cos(turn), np.sin(turn)
    back = np.linalg.inv(np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]]))
    return Plane(back @ plane.matrix, plane.bulge, plane.middle, plane.radius), phone.size


@settings(max_examples=12)
@given(st.floats(300, 800), st.floats(14, 40), st.floats(0, 360), st.floats(0.8, 1.6))
def test_a_tilted_photo_tells_where_the_camera_was_and_its_focal_length(
    height: float, tilt: float, turn: float, focal: float
) -> None:
    """From the plane alone, whatever lens took it: to 2 % of the height."""
    phone = Phone(height=height, tilt=tilt, turn=turn)
    plane, size = seen_by(phone, focal)
    camera = locate(plane, size)
    away = height * np.tan(np.radians(tilt))
    assert focal_length(plane, size) == pytest.approx(0.72 * 2016 * focal, rel=0.02)
    found = (camera.x, -camera.y, camera.height)
    wanted = (away * np.sin(np.radians(turn)), -away * np.cos(np.radians(turn)), height)
    assert found == pytest.approx(wanted, abs=0.02 * height)


@settings(max_examples=6)
@given(st.floats(0, LEAST_TILT - 1), st.floats(0, 360))
def test_from_nearly_straight_above_the_usual_lens_is_assumed(tilt: float, turn: float) -> None:
    """The perspective can't tell the focal length there, and doesn't pretend to; the height is
    still right.
    """
    phone = Phone(height=500, tilt=tilt, turn=turn)
    plane, size = seen_by(phone)
    camera = locate(plane, size)
    assert focal_length(plane, size) is None
    assert camera.height == pytest.approx(500, rel=0.02)


@settings(max_examples=25)
@given(st.floats(-200, 200), st.floats(-200, 200), st.floats(0, 60))
def test_a_point_at_a_height_is_put_down_where_it_was(x: float, y: float, height: float) -> None:
    """`dropped` undoes `seen`, and both agree with a camera that projects in space."""
    camera = Camera(30, -150, 450)
    point = np.array([[x, y]])
    plane_point = camera.seen(point, height)
    assert camera.dropped(plane_point, height) == pytest.approx(point)
    ray = np.array([x, y, height]) - (camera.x, camera.y, camera.height)
    foot = np.array([camera.x, camera.y, camera.height]) - ray * camera.height / ray[2]
    assert plane_point[0] == pytest.approx(foot[:2])


def test_a_tags_height_is_told_by_how_large_it_looks() -> None:
    """10 mm at 22 mm above the board look as large as 10.44 mm on it, from 520 mm."""
    camera = Camera(0, 0, 520)
    assert camera.height_of(10, 10 * 520 / (520 - 22)) == pytest.approx(22)


@pytest.mark.parametrize(("x", "height"), [(0, 0), (0, float("nan")), (float("nan"), 500)])
def test_a_camera_that_cannot_be_is_refused(x: float, height: float) -> None:
    """It stands above the plane."""
    with pytest.raises(ValueError, match="camera"):
        Camera(x, 0, height)

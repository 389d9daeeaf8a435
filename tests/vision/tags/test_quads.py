"""Quads: every dark square is found in one pass, and a table's grain costs nothing."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.tags import modules
from vision.tags.quads import dark_quads


def scene(
    corners: NDArray[np.float64], tag: int | None = 7, paper: int = 230, ink: int = 30
) -> NDArray[np.uint8]:
    """A tag (or a plain square, None) whose black square has these corners, on paper."""
    black = np.ones((8, 8)) if tag is None else np.array(modules(tag), float)
    drawn = np.kron(np.where(np.pad(black, 2) > 0, ink, paper), np.ones((10, 10))).astype(np.uint8)
    flat = np.array([[19.5, 19.5], [99.5, 19.5], [99.5, 99.5], [19.5, 99.5]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    picture = cv2.warpPerspective(
        drawn, matrix, (400, 300), flags=cv2.INTER_AREA, borderValue=paper
    )
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def square(
    side: float, turn: float = 0, middle: tuple[float, float] = (200, 150)
) -> NDArray[np.float64]:
    """Corners of an upright or turned square, px."""
    angle = np.radians(turn)
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    return np.asarray(
        around @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        + middle
    )


@given(side=st.floats(24, 160), turn=st.floats(0, 90), tag=st.integers(0, 586))
def test_a_tag_is_among_the_quads_whatever_its_size_and_turn(
    side: float, turn: float, tag: int
) -> None:
    """Its corners within two pixels, clockwise, whichever comes first."""
    wanted = square(side, turn)
    quads = dark_quads(scene(wanted, tag), 16)
    assert any(np.abs(np.roll(quad, by, 0) - wanted).max() < 2 for quad in quads for by in range(4))


def test_a_plain_square_is_no_tag() -> None:
    """What has nothing within is left out."""
    assert len(dark_quads(scene(square(50), None), 16)) == 0


def test_a_faded_tag_is_found_on_a_cloth_with_thousands_of_darker_checks() -> None:
    """Plain squares, of however much contrast, take no tag's place among the pieces that are looked
    at.
    """
    check = np.pad(np.zeros((12, 12), np.uint8), 6, constant_values=255)
    cloth = np.tile(check, (50, 50))
    cloth[300:600, 400:800] = scene(square(50), ink=120)
    assert any(np.abs(quad.mean(0) - (600, 450)).max() < 2 for quad in dark_quads(cloth, 8))


def test_three_points_in_a_line_are_no_quadrangle() -> None:
    """Slivers and triangles of any size never become quads, or later stages would divide by
    nothing.
    """
    picture = np.full((300, 400), 230, np.uint8)
    cv2.fillPoly(picture, [np.array([[50, 50], [150, 60], [60, 150]])], 30)
    cv2.line(picture, (200, 40), (380, 260), 30, 3)
    assert len(dark_quads(picture, 10)) == 0

"""Detect: both libraries tell the same corners of the same tag, to a tenth of a pixel."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.tags import modules
from vision.tags.detector import (
    Sighting,
    distinct,
    measure,
    project,
    refine,
    square_to,
    sweep,
    sweep_again,
    sweep_finely,
)

KNOWN = frozenset(range(168))
# middles of pixels are whole numbers
TRUE = np.array([[109.5, 109.5], [189.5, 109.5], [189.5, 189.5], [109.5, 189.5]])


def picture(tag: int, turns: int = 0, blur: float = 0.8) -> NDArray[np.uint8]:
    """A tag of 80 px, its upright top left at TRUE[turns], on white paper."""
    drawn = np.where(np.pad(np.array(modules(tag)), 2), 0, 255).astype(np.uint8)
    scene = np.full((300, 300), 255, np.uint8)
    scene[90:210, 90:210] = np.rot90(np.kron(drawn, np.ones((10, 10), np.uint8)), -turns)
    return np.asarray(cv2.GaussianBlur(scene, (0, 0), blur), np.uint8)


def only(sightings: tuple[Sighting, ...]) -> Sighting:
    assert len(sightings) == 1
    return sightings[0]


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("tag", [0, 7, 103, 167])
def test_corners_run_clockwise_from_the_upright_top_left(tag: int, turns: int) -> None:
    """Whichever way the tag is turned, corner 0 is its own top left, within 0.1 px."""
    seen = only(sweep(picture(tag, turns), known=KNOWN))
    assert (seen.tag, seen.errors) == (tag, 0)
    assert np.abs(seen.corners - np.roll(TRUE, -turns, 0)).max() < 0.1


def test_a_covered_corner_and_a_covered_middle_are_both_read() -> None:
    """OpenCV's detector fails on the first one."""
    corner, middle = picture(7), picture(7)
    corner[100:122, 100:122] = 255
    cv2.rectangle(middle, (140, 140), (148, 148), 128, -1)
    for covered in (corner, middle):
        assert {seen.tag for seen in sweep_again(covered, known=KNOWN)} == {7}


@pytest.mark.parametrize(("tag", "x", "left"), [(7, 2.3, 1), (7, 50.0, 2), (9, 2.3, 2)])
def test_a_tag_read_twice_is_there_once(tag: int, x: float, left: int) -> None:
    """Of one tag in one place, the reading with fewer wrong bits stays."""
    new = Sighting(tag, TRUE + np.array([x, 0]), 2, 0.9)
    found = distinct([Sighting(7, TRUE, 3, 0.9), new])
    assert len(found) == left
    assert found[0] is new


def test_ids_that_are_not_ours_are_left_alone() -> None:
    """A tag of another project on the table isn't a piece."""
    assert sweep(picture(300), known=KNOWN) == ()


@pytest.mark.parametrize("coarse", [0.6, 1.5, 4])
def test_grain_has_no_tags(coarse: float) -> None:
    """However coarse the noise, and whatever ids are asked for."""
    noise = np.random.default_rng(3).integers(0, 255, (600, 800)).astype(np.uint8)
    soft = cv2.GaussianBlur(noise, (0, 0), coarse).astype(float)
    stretched = np.clip((soft - soft.mean()) / soft.std() * 70 + 128, 0, 255).astype(np.uint8)
    assert sweep(stretched, known=frozenset(range(587))) == ()


def test_a_shrunk_search_gives_corners_in_the_full_picture() -> None:
    """Half-pixel offsets survive the way down and up again."""
    large = np.asarray(
        cv2.resize(picture(7), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), np.uint8
    )
    seen = only(sweep(large, known=KNOWN, max_side=600))
    assert np.abs(seen.corners - ((TRUE + 0.5) * 4 - 0.5)).max() < 0.4


def test_a_fine_search_reads_tags_of_a_pixel_and_a_half_a_module() -> None:
    """The plain one misses them; corners are those of the picture that was given."""
    small = cv2.resize(picture(7), None, fx=0.15, fy=0.15, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.copyMakeBorder(small, 40, 40, 60, 60, cv2.BORDER_REPLICATE), np.uint8)
    assert not sweep(grey, known=KNOWN)
    seen = only(sweep_finely(grey, known=KNOWN))
    assert seen.tag == 7
    assert np.abs(seen.corners - ((TRUE + 0.5) * 0.15 - 0.5 + (60, 40))).max() < 0.5


def test_part_of_a_picture_is_searched() -> None:
    """Only tags in it are found, and their corners are those in the whole picture."""
    both, right = np.hstack([picture(7), picture(9)]), (slice(60, 240), slice(360, 540))
    for search in (sweep_again, sweep_finely):
        assert {seen.tag for seen in search(both, known=KNOWN)} == {7, 9}
        seen = only(distinct(search(both, known=KNOWN, part=right)))
        assert seen.tag == 9
        assert np.abs(seen.corners - TRUE - (300, 0)).max() < 0.2


def small(tag: int, blur: float, light: float, grain: float) -> NDArray[np.uint8]:
    """A tag of 3 px a module, out of focus by `blur` px, with this share of the light and a
    camera's grain in grey levels.
    """
    drawn = np.where(np.pad(np.array(modules(tag)), 12, constant_values=False), 0, 200)
    large = np.kron(drawn, np.ones((3, 3))).astype(np.float32)
    soft = light * (cv2.GaussianBlur(large, (0, 0), blur) if blur else large)
    noise = np.random.default_rng(tag).normal(0, grain, soft.shape)
    return np.clip(soft + noise, 0, 255).astype(np.uint8)


def test_blur_turns_no_bits() -> None:
    """A module that differs from all its neighbours is still told from them."""
    for tag in range(0, 160, 8):
        assert only(sweep(small(tag, blur=1.4, light=1, grain=4), known=KNOWN)).errors <= 1, tag


def test_a_fine_search_reads_dark_grainy_photos() -> None:
    """Grain would tear a dark tag's frame apart."""
    tags = range(0, 160, 4)
    row = np.hstack([small(tag, blur=0.4, light=0.25, grain=12) for tag in tags])
    assert len(sweep_finely(row, known=KNOWN)) == len(tags)


def test_sides_are_found_again_from_a_pixel_and_a_half_away() -> None:
    """Refinement doesn't depend on where the search left off."""
    nudged = TRUE + np.array([[1.5, -1], [-1, 1.5], [1, 1], [-1.5, -1]])
    assert np.abs(refine(picture(7, blur=1.5), nudged[None])[0] - TRUE).max() < 0.15


def test_measured_modules_are_the_printed_ones() -> None:
    """What is measured in the picture is what is in the code table, quiet zone included."""
    seen = measure(picture(7, blur=0.3), TRUE[None])[0] < 128
    assert (seen == np.pad(np.array(modules(7)), 1)).all()


def test_the_unit_square_goes_to_the_corners() -> None:
    """The closed form maps all four corners, in order."""
    quad = np.array([[[10.0, 20], [110, 35], [95, 140], [5, 120]]])
    square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    assert np.allclose(project(square_to(quad), square), quad)


@pytest.mark.parametrize(
    ("tag", "corners", "says"),
    [
        (7, TRUE[:3], "four finite corners"),
        (7, TRUE * np.nan, "four finite corners"),
        (587, TRUE, "no tag"),
    ],
)
def test_a_sighting_refuses_nonsense(tag: int, corners: NDArray[np.float64], says: str) -> None:
    """The stage's result is validated on construction."""
    with pytest.raises(ValueError, match=says):
        Sighting(tag, corners, 0, 1.0)

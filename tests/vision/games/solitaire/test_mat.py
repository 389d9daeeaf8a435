"""Plastic pyramids on the tally mat: place and edges have to agree, and what a pyramid hides isn't
missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from companion.solitaire.board import PYRAMIDS, Pyramid, standard
from companion.solitaire.pieces import FRUSTUMS, MAT, Place, mat_places
from tests.vision.games.solitaire.mats import ON_MAT, token
from vision.games.solitaire.mat import (
    AROUND,
    Standing,
    Tally,
    _printed,
    box,
    read_mat,
    standing,
    tally_doubts,
    unread_places,
)
from vision.games.solitaire.paper import PX, Pose
from vision.games.solitaire.sheets import Sheet
from vision.photo.loader import Image
from vision.table.camera import Camera

DECK = standard()
PLACES = {(place.pyramid, place.number): place for place in mat_places(DECK)}
ABOVE = Camera(MAT.width / 2, MAT.height / 2, 450.0)
LOW = Camera(MAT.width / 2, MAT.height + 160, 330.0)
PAPER = 225
EYE = cast("Any", None)  # the mat is laid flat already


@dataclass(frozen=True)
class Drawn:
    """A mat laid flat, with `AROUND` mm about it, as a camera sees it."""

    image: Image
    camera: Camera

    def flat(self, _eye: object, px: float, margin: float = 0.0) -> Image:
        """The part of the picture that is asked for."""
        assert px == PX
        rim = round((AROUND - margin) * PX)
        return self.image[rim : self.image.shape[0] - rim, rim : self.image.shape[1] - rim]


def mat(camera: Camera, *pyramids: tuple[Pyramid, Place], solid: float = 1.0) -> Sheet:
    """A printed mat with pyramids (their sizes) in the middle of places, the farthest from the
    camera first.
    """
    rim = round(AROUND * PX)
    high, wide = round(MAT.height * PX) + 2 * rim, round(MAT.width * PX) + 2 * rim
    image = np.full((high, wide, 3), PAPER, np.uint8)
    inner = image[rim:-rim, rim:-rim]
    for place in mat_places(DECK):
        inner[box(place)] = _printed()[place.pyramid][0][..., None]
    for size, place in sorted(
        pyramids, key=lambda each: -np.hypot(*(np.array(each[1].at) - (camera.x, camera.y)))
    ):
        bare = image.copy()
        _stand(image, Pose(size, place.at[0], place.at[1], 6.0), camera)
        image[:] = cv2.addWeighted(image, solid, bare, 1 - solid, 0)
    return cast("Sheet", Drawn(image, camera))


def _stand(image: Image, pose: Pose, camera: Camera) -> None:
    """Each face in a shade of its own, those turned away first."""
    tip = camera.seen(np.array([[pose.x, pose.y]]), FRUSTUMS[pose.size].peak)[0]
    faces = [(a, b) for a, b in zip(pose.base, np.roll(pose.base, -1, 0), strict=True)]
    order = sorted(
        range(4), key=lambda n: -float(np.hypot(*(np.mean(faces[n], 0) - (camera.x, camera.y))))
    )
    for n in order:
        corners = np.round((np.array([*faces[n], tip]) + AROUND) * PX * 16).astype(np.int32)
        cv2.fillConvexPoly(image, corners, (40 + 12 * n, 30 + 10 * n, 110 + 30 * n), cv2.LINE_AA, 4)


def told(sheet: Sheet) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """The places on which a pyramid was reported, and those left open, of all that don't look as
    printed.
    """
    found = list(standing(sheet, EYE, unread_places(sheet.flat(EYE, PX), DECK, [])))
    stood = {
        (each.place.pyramid, each.place.number) for each in found if isinstance(each, Standing)
    }
    return stood, {(each.pyramid, each.number) for each in found if isinstance(each, Place)}


@pytest.mark.parametrize("camera", [ABOVE, LOW], ids=["from above", "aslant"])
def test_pyramids_on_their_places_are_told(camera: Camera) -> None:
    """Three of each size from the left; from aslant they lean over places behind, which are empty
    all the same.
    """
    there = {(size, number) for size in PYRAMIDS for number in (1, 2, 3)}
    assert told(mat(camera, *((size, PLACES[size, number]) for size, number in sorted(there)))) == (
        there,
        set(),
    )


@pytest.mark.parametrize("solid", [0.5, 0.25, 0.18])
def test_see_through_pyramids_do_not_pass_for_bare_places(solid: float) -> None:
    """Print shows through them: each is read or left open."""
    there = {(size, number) for size in PYRAMIDS for number in (1, 2)}
    stood, left = told(
        mat(ABOVE, *((size, PLACES[size, number]) for size, number in sorted(there)), solid=solid)
    )
    assert stood | left == there


@pytest.mark.parametrize(("number", "open_"), [(2, {("S", 1)}), (0, set())], ids=["gap", "empty"])
def test_places_fill_from_the_left(number: int, open_: set[tuple[str, int]]) -> None:
    """Where lines show in the dark before the last pyramid, a clear one may stand."""
    there = [("S", PLACES["S", number])] if number else []
    sheet = mat(ABOVE, *cast("Any", there))
    part = sheet.flat(EYE, PX)[box(PLACES["S", 1], 4.0)]
    part[:] = part * np.linspace(0.3, 1.0, part.shape[1])[:, None]  # a shadow's soft edge
    tally = read_mat(sheet, cast("Any", SimpleNamespace(detections=())), DECK, plastic=True)
    assert {(place.pyramid, place.number) for place in tally.unread} == open_
    assert tally.sizes == "S" * len(there)


@pytest.mark.parametrize(("size", "place"), [("M", "L"), ("S", "M"), ("M", "S"), ("L", "M")])
def test_a_pyramid_on_a_place_of_another_size_is_left_open(size: Pyramid, place: Pyramid) -> None:
    """Neither the place's size nor the pyramid's is counted: a person has mixed them up, or the eye
    has.
    """
    assert told(mat(ABOVE, (size, PLACES[place, 2]))) == (set(), {(place, 2)})


def test_what_has_no_pyramids_edges_is_left_open() -> None:
    """A round thing as wide as the base."""
    sheet = mat(ABOVE)
    centre = tuple(round((n + AROUND) * PX) for n in PLACES["M", 1].at)
    image = cast("Any", sheet).image
    cv2.circle(
        image, centre, round(FRUSTUMS["M"].base / 2 * PX), (40, 30, 150), cv2.FILLED, cv2.LINE_AA
    )
    assert told(sheet) == (set(), {("M", 1)})


def test_where_it_stands_is_told_in_millimetres_of_the_mat() -> None:
    """The middle of its base, and the outline of what it hides about it."""
    place = PLACES["L", 4]
    (found,) = standing(mat(LOW, ("L", place)), EYE, [place])
    assert isinstance(found, Standing)
    assert np.hypot(*(np.array(found.at) - place.at)) < 2
    assert cv2.pointPolygonTest(found.patch.astype(np.float32), place.at, measureDist=False) > 0


# What is counted and asked


def test_sizes_are_told_larger_ones_first() -> None:
    """Whatever distinguishes them."""
    stood = [
        Standing(place, place.at, 0.9, np.zeros((4, 2)))
        for place in (mat_places(DECK)[-1], mat_places(DECK)[0])
    ]
    assert Tally((token(50, 60, 0),), tuple(stood)).sizes == "LSS"


def test_each_unread_place_is_asked_for_by_its_name() -> None:
    """Each with its outline in the picture; what helps differs where pyramids have no tags."""
    places = mat_places(DECK)
    tagged = list(tally_doubts(ON_MAT, Tally((), (), (places[0], places[10]))))
    stood = Standing(places[1], places[1].at, 0.9, np.zeros((4, 2)))
    plastic = list(tally_doubts(ON_MAT, Tally((), (stood,), (places[0],))))
    assert [item.slot for item in tagged] == ["L1", "M1"]
    assert all(len(item.outline) == 4 and item.could_change == "legality" for item in tagged)
    assert "uncover its tag" in tagged[0].remedy
    assert "tag" not in plastic[0].remedy


def test_two_pieces_on_one_place_are_asked_for_once() -> None:
    """One of them may hide a third."""
    items = (token(50, 60, 0), token(54, 62, 1), token(90, 60, 2))
    (found,) = tally_doubts(ON_MAT, Tally(items))
    assert (found.slot, found.could_change) == ("mat", "legality")

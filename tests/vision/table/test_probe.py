"""Probe: the reason that is given for a card that can't be read is the one that holds."""

from typing import Any, get_args

import cv2
import numpy as np
import pytest

from companion.giza.deck import Deck
from companion.giza.pieces import pieces
from tests.vision.conftest import photo_of
from vision.table.pieces import catalogue, rigid
from vision.table.plane import Plane, fit
from vision.table.probe import LIMITS, REMEDIES, Cause, Evidence, look, sharpness
from vision.tags.detector import sweep

CARD = np.array([[-31.5, -44.0], [31.5, -44], [31.5, 44], [-31.5, 44]])


def looked(
    studio: Any,
    camera: Any,
    deck: Deck,
    at: tuple[float, float],
    layout: list[dict[str, Any]],
    **flaws: Any,
) -> Evidence:
    """What the place `at` mm right and up of penguin-07's middle shows."""
    view = camera(tilt=10)
    image = studio.shoot([{"id": "penguin-07", "x": 0, "y": 0}, *layout], view, **flaws)
    spots = catalogue(pieces(deck))
    sharp = studio.shoot([{"id": "penguin-07", "x": 0, "y": 0}], view)
    seen = sweep(
        np.asarray(cv2.cvtColor(sharp, cv2.COLOR_BGR2GRAY), np.uint8), known=frozenset(spots)
    )
    plane = fit([rigid(s, spots) for s in seen], view.size)
    middle = plane.to_mm(view.to_px(np.zeros((1, 2))))[0]
    across = plane.to_mm(view.to_px(np.array([[1.0, 0], [0, 1]]))) - middle
    asked = (CARD * (1, -1) + at) @ across + middle
    photo = photo_of(image, "x")
    return look(photo.work_grey, plane.scaled(1 / photo.shrunk), asked, photo.shrunk)


@pytest.mark.parametrize(
    ("flaws", "cause"),
    [({}, "covered"), ({"blur": 9}, "blur"), ({"gain": 0.1, "noise": 1}, "dark")],
)
def test_the_cause_is_measured(
    studio: Any, camera: Any, deck: Deck, flaws: dict[str, Any], cause: str
) -> None:
    """Sharp and unread means covered; blurred and dark are distinguished."""
    seen = looked(studio, camera, deck, (80, 0), [{"id": "penguin-08", "x": 80, "y": 0}], **flaws)
    assert seen.cause == cause


def test_beyond_the_edge_is_outside(studio: Any, camera: Any, deck: Deck) -> None:
    """Nobody knows what lies there."""
    seen = looked(studio, camera, deck, (600, 0), [])
    assert seen.cause == "outside"


def test_every_cause_has_its_remedy() -> None:
    """Each in other words."""
    assert len({REMEDIES[cause] for cause in get_args(Cause)}) == len(get_args(Cause)) == 6


def test_sharpness_tells_a_blurred_photo(studio: Any, camera: Any) -> None:
    """The same scene, in and out of focus."""
    layout = [{"id": "penguin-07", "x": 0, "y": 0}]
    sharp, soft = (
        sharpness(
            np.asarray(
                cv2.cvtColor(studio.shoot(layout, camera(height=250), blur=b), cv2.COLOR_BGR2GRAY),
                np.uint8,
            )
        )
        for b in (0.6, 10)
    )
    assert sharp > LIMITS.blurred
    assert soft < LIMITS.blurred


@pytest.mark.parametrize(
    ("evidence", "cause"),
    [
        (Evidence(0.3, 120, 0.0, 0.5, 5.0), "outside"),
        (Evidence(0.0, 250, 0.9, 1.0, 5.0), "glare"),
        (Evidence(0.0, 120, 0.0, 0.5, 1.2), "far"),
    ],
)
def test_the_first_cause_counts(evidence: Evidence, cause: str) -> None:
    """What is cut off, in a reflection or far away can't be said to be covered."""
    assert evidence.cause == cause


@pytest.mark.parametrize(("step", "outside"), [(0.0, 0.0), (30.0, 0.5), (300.0, 1.0)])
def test_the_share_outside_is_that_of_the_places_area(step: float, outside: float) -> None:
    """A place 60 mm wide in a photo of 1 px a mm that ends right of it."""
    plane = Plane(np.eye(3), 0.0, (0.0, 0.0), 1.0)
    place = np.array([[39.0, 5], [99, 5], [99, 93], [39, 93]]) + np.array([step, 0])
    seen = look(np.full((100, 99), 120, np.uint8), plane, place)
    assert seen.outside == pytest.approx(outside, abs=0.02)

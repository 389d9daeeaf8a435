"""Probe: table, card or nothing to be seen - and the reason that is given is the one that holds."""

from typing import Any, get_args

import cv2
import numpy as np
import pytest

from companion.giza.deck import Deck
from companion.giza.pieces import pieces
from tests.vision.conftest import photo_of
from vision.evidence.probe import BLURRED, REMEDIES, Cause, Evidence, Prober, sharpness
from vision.table.pieces import catalogue, rigid
from vision.table.plane import Plane, fit
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
    card = CARD * (1, -1) @ across + middle
    return Prober(photo_of(image, "x"), plane, [card], [asked]).look(asked)


def test_bare_table_is_empty(studio: Any, camera: Any, deck: Deck) -> None:
    """Nothing but the table's own colours."""
    seen = looked(studio, camera, deck, (80, 0), [])
    assert seen.empty


@pytest.mark.parametrize(
    ("flaws", "cause"),
    [({}, "covered"), ({"blur": 9}, "blur"), ({"gain": 0.1, "noise": 1}, "dark")],
)
def test_a_card_is_something_and_the_cause_is_measured(
    studio: Any, camera: Any, deck: Deck, flaws: dict[str, Any], cause: str
) -> None:
    """Sharp and unread means covered; blurred and dark are distinguished."""
    seen = looked(studio, camera, deck, (80, 0), [{"id": "penguin-08", "x": 80, "y": 0}], **flaws)
    assert not seen.empty
    assert seen.cause == cause


def test_beyond_the_edge_is_outside(studio: Any, camera: Any, deck: Deck) -> None:
    """Nobody knows what lies there."""
    seen = looked(studio, camera, deck, (600, 0), [])
    assert not seen.empty
    assert seen.cause == "outside"


@pytest.mark.parametrize(
    ("step", "outside"), [(30.0, 1.0), (0.0, 0.0)], ids=["a strip beyond the edge", "all covered"]
)
def test_what_is_beyond_the_edge_is_told_by_what_no_piece_covers(
    step: float, outside: float
) -> None:
    """Of a place under a known card nothing but the strip that goes on beyond the
    picture counts.
    """
    photo = photo_of(np.full((100, 100, 3), 120, np.uint8), "x")
    card = np.array([[40.0, 5], [98, 5], [98, 93], [40, 93]])
    plane = Plane(np.eye(3), 0.0, (0.0, 0.0), 1.0)
    place = card + np.array([step, 0])
    seen = Prober(photo, plane, [card], [place]).look(place)
    assert (seen.outside, seen.foreign) == (outside, 0.0)


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
    assert sharp > BLURRED
    assert soft < BLURRED


def test_a_dazzled_place_is_not_bare() -> None:
    """White on white: neither its colour nor its brightness shows whether a card lies in the
    reflection.
    """
    assert Evidence(0, 0.0, 250, 0.1, 1.0, 5).empty
    assert not Evidence(0, 0.0, 250, 0.9, 1.0, 5).empty


def test_a_place_with_anything_unproved_is_not_bare() -> None:
    """Of a pale card on a pale table, out of focus, only its black squares differ from
    the table.
    """
    assert not Evidence(0, 0.05, 200, 0.0, 0.1, 5).empty


def test_evidence_refuses_shares_over_one() -> None:
    """The stage's result is validated on construction."""
    with pytest.raises(ValueError, match="shares go from 0 to 1"):
        Evidence(1.5, 0, 0, 0, 0, 1)

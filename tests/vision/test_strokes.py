"""Strokes: fine print tells cards from tables of any colour, in any light."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.tags import modules
from vision.plane import Plane
from vision.strokes import Strokes

Grey: TypeAlias = NDArray[np.uint8]
Colour: TypeAlias = int | tuple[int, int, int]

PX = 3  # a mm
WIDE, HIGH, TABLE = 63, 88, 500  # mm
PLANE = Plane(np.diag([1 / PX, 1 / PX, 1.0]), 0.0, (0.0, 0.0), 1.0)


def grid(left: float, top: float) -> NDArray[np.float64]:
    """Points on a card that lies there, mm."""
    x, y = np.meshgrid(np.arange(2, WIDE, 2.5), np.arange(2, HIGH, 2.5))
    return np.stack([x.ravel() + left, y.ravel() + top], 1)


def card(picture: NDArray[np.uint8], corner: Sequence[float], paper: Colour, ink: Colour) -> None:
    """Draw a card with its upper left there, mm: lines of letters, and tags in two corners."""
    x, y = (round(mm * PX) for mm in corner)
    cv2.rectangle(picture, (x, y), (x + WIDE * PX, y + HIGH * PX), paper, -1)
    for line in range(20 * PX, (HIGH - 20) * PX, 80):
        cv2.putText(picture, "Rookery", (x + 9, y + line), cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 2)
    tag, (height, width) = np.kron(np.array(modules(7)), np.ones((5, 5))) > 0, picture.shape[:2]
    for u, v in ((3 * PX, 3 * PX), ((WIDE - 17) * PX, (HIGH - 17) * PX)):
        part = picture[y + v : min(height, y + v + len(tag)), x + u : min(width, x + u + len(tag))]
        part[tag[: part.shape[0], : part.shape[1]]] = ink


def table(*cards: tuple[int, int], ground: Grey | None = None, paper: int = 220, ink: int = 40) -> Grey:
    """A table with cards at these places, mm."""
    picture = np.full((TABLE * PX, TABLE * PX), paper, np.uint8) if ground is None else ground.copy()
    for corner in cards:
        card(picture, corner, paper, ink)
    return picture


def strokes(picture: Grey, *cards: tuple[int, int], tones: tuple[float, float] = (40, 220)) -> Strokes:
    """What `picture` shows, of which these cards are known; the rest but a place at (300, 300) is the table."""
    x, y = np.meshgrid(np.arange(0, TABLE, 6.0), np.arange(0, TABLE, 6.0))
    points = np.stack([x.ravel(), y.ravel()], 1)
    away = [np.any(np.abs(points - np.array(card) - (WIDE / 2, HIGH / 2)) > (WIDE / 2 + 5, HIGH / 2 + 5), axis=1)
            for card in (*cards, (300, 300))]  # fmt: skip
    return Strokes(picture, PLANE, [grid(*card) for card in cards], points[np.all(away, axis=0)], tones)


KNOWN = ((20, 20), (120, 20), (220, 20))  # upper left corners, mm
PLACE = grid(300, 300)


@pytest.mark.parametrize(("there", "least", "most"), [(((300, 300),), 0.7, 1.0), ((), 0.0, 0.03)], ids=["card", "bare"])
@pytest.mark.parametrize(
    "light",
    [
        lambda grey: grey,
        lambda grey: grey * np.linspace(1, 0.3, grey.shape[1]),
        lambda grey: np.minimum(grey * 1.15, 255),
        lambda grey: cv2.GaussianBlur(grey, (0, 0), 2),
        lambda grey: grey + np.random.default_rng(1).normal(0, 12, grey.shape),
    ],
    ids=["even", "in a shadow", "overexposed", "out of focus", "grainy"],
)
def test_a_card_shows_print_and_a_table_as_light_as_it_shows_none(
    light: Callable[[NDArray[np.float64]], NDArray[np.float64]], there: tuple[tuple[int, int], ...], least: float,
    most: float,
) -> None:  # fmt: skip
    """Whatever the light, and though both are as white as each other."""
    picture = np.clip(light(table(*KNOWN, *there).astype(float)), 0, 255).astype(np.uint8)
    share = strokes(picture, *KNOWN).share(PLACE)
    assert share is not None
    assert least <= share <= most


def test_a_hazy_picture_is_told_by_how_far_its_own_black_is_from_its_paper() -> None:
    """Print is only as much darker as everything is there."""
    hazy = (table(*KNOWN, (300, 300)).astype(float) * 0.4 + 130).astype(np.uint8)
    told = strokes(hazy, *KNOWN, tones=(146, 218)).share(PLACE)
    assert told is not None
    assert told > 0.7


def test_a_card_that_nobody_knows_does_not_make_its_table_printed() -> None:
    """Most parts of the table tell what it looks like."""
    others = ((20, 200), (120, 200), (20, 300))
    told = strokes(table(*KNOWN, *others, (300, 300)), *KNOWN).share(PLACE)
    assert told is not None
    assert told > 0.7


def test_a_finely_checked_cloth_tells_nothing() -> None:
    """It has as many strokes as cards have."""
    check = np.kron(np.indices((250, 250)).sum(0) % 2, np.ones((6, 6)))
    cloth = np.where(check > 0, 40, 220).astype(np.uint8)
    assert strokes(table(*KNOWN, ground=cloth), *KNOWN).share(PLACE) is None


def test_where_even_cards_show_no_print_the_picture_is_smeared() -> None:
    """Then nothing can be told by it, and that is said."""
    smeared = cv2.GaussianBlur(table(*KNOWN), (0, 0), 25)
    seen = strokes(np.asarray(smeared, np.uint8), *KNOWN)
    assert seen.smeared
    assert seen.share(PLACE) is None
    assert not strokes(table(*KNOWN), *KNOWN).smeared


@pytest.mark.parametrize("points", [np.zeros((0, 2)), PLACE + 4 * TABLE], ids=["none", "beyond the picture"])
def test_of_what_is_not_in_the_picture_nothing_is_told(points: NDArray[np.float64]) -> None:
    """None is not bare."""
    assert strokes(table(*KNOWN), *KNOWN).share(points) is None


def test_without_cards_nothing_is_told() -> None:
    """There is nothing to compare with."""
    assert Strokes(table(), PLANE, [], PLACE, (0.0, 0.0)).share(PLACE) is None


@given(st.integers(0, 437), st.integers(0, 412))
def test_a_share_is_from_0_to_1(left: int, top: int) -> None:
    """Wherever one looks."""
    share = strokes(table(*KNOWN), *KNOWN).share(grid(left, top))
    assert share is not None
    assert 0 <= share <= 1

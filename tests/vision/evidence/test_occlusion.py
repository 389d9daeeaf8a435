"""Covered: what lies on a card that was read by its tags, told by the card's own picture."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.giza.deck import standard
from vision.evidence.album import SHIPPED
from vision.evidence.occlusion import covered, pictures
from vision.table.plane import Plane
from vision.tags.detector import Floats, Grey

FLAT = Plane(np.eye(3), 0.0, (0.0, 0.0), 1.0)  # a picture taken straight from above: 1 px is 1 mm
CARD = np.array([[30.0, 30], [93, 30], [93, 118], [30, 118]])
FACE = ("penguin-21", "front")
NOTHING: tuple[Floats, ...] = ()
TOKEN: tuple[Floats, ...] = (np.array([[50.0, 60], [70, 60], [70, 80], [50, 80]]),)


def _bare(_grey: Grey) -> None:
    """As it was printed."""


def _finger(grey: Grey) -> None:
    """A smooth stroke across the card."""
    cv2.line(grey, (25, 60), (85, 95), 90, 17)


def _reflection(grey: Grey) -> None:
    """A lamp's, which has no edge and lets the print through."""
    light = cv2.GaussianBlur(cv2.line(np.zeros_like(grey), (25, 60), (85, 95), 80, 17), (0, 0), 5)
    grey[:] = cv2.add(grey, light)


def _squared(grey: Grey) -> None:
    """A dark square in a light one, as on a token."""
    grey[60:80, 50:70] = 230
    grey[64:76, 54:66] = 20


def _dimmed(grey: Grey) -> None:
    """Half the light on half of the card."""
    grey[:75] //= 2


@pytest.mark.parametrize(("change", "others", "told"), [
    (_bare, NOTHING, False), (_dimmed, NOTHING, True), (_finger, NOTHING, True),
    (_reflection, NOTHING, False), (_squared, NOTHING, True), (_squared, TOKEN, False),
], ids=["bare", "shadow", "finger", "reflection", "token", "token that was read"])  # fmt: skip
def test_a_card_is_covered_where_its_print_does_not_show(
    change: Callable[[Grey], None], others: tuple[Floats, ...], *, told: bool
) -> None:
    """A finger hides the print, a token shows another; reflections and known pieces are neither.
    The edge of a shadow could be that of something: nothing is proved there.
    """
    book = SHIPPED.of("giza", standard())
    assert book is not None
    print_ = cv2.resize(book.pictures[book.faces.index(FACE)], (63, 88))
    grey = np.full((150, 130), 90, np.uint8)
    grey[30:118, 30:93] = print_
    change(grey)
    assert covered(grey, FLAT, np.array([CARD, *others]), [{0: pictures(book)[FACE]}]) == (
        {0} if told else set()
    )


@pytest.mark.parametrize(("pale", "told"), [([True, False, False], {0}), ([True] * 3, {0, 1, 2})])
def test_a_photo_in_which_no_card_matches_its_print_proves_nothing(
    pale: list[bool], told: set[int]
) -> None:
    """Something on one card stands out; if all are strange, each may have something on it."""
    book = SHIPPED.of("giza", standard())
    assert book is not None
    print_ = cv2.resize(book.pictures[book.faces.index(FACE)], (63, 88))
    square = np.full((20, 20), 230, np.uint8)
    square[4:16, 4:16] = 20
    grey, outlines = np.full((150, 80 * len(pale) + 20), 90, np.uint8), []
    for number, has_one in enumerate(pale):
        card = print_.copy()
        if has_one:
            card[30:50, 20:40] = cv2.addWeighted(card[30:50, 20:40], 0.4, square, 0.6, 0)
        left = 10 + 80 * number
        grey[30:118, left : left + 63] = card
        outlines.append(CARD + np.array([left - 30, 0]))
    cards = dict.fromkeys(range(len(pale)), pictures(book)[FACE])
    assert covered(grey, FLAT, np.array(outlines), [cards]) == told


def test_a_card_of_which_too_little_shows_may_be_covered() -> None:
    """Beyond the photo's edge anything may lie on it."""
    book = SHIPPED.of("giza", standard())
    assert book is not None
    beyond = CARD + np.array([500.0, 0])
    grey = np.full((150, 130), 90, np.uint8)
    assert covered(grey, FLAT, np.array([beyond]), [{0: pictures(book)[FACE]}]) == {0}

"""Covered: what lies on a card that was read by its tags, told by the card's own picture."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.giza.deck import standard
from vision.album import album
from vision.covered import covered, pictures
from vision.detect import Floats, Grey
from vision.plane import Plane

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
    (_bare, NOTHING, False), (_dimmed, NOTHING, False), (_finger, NOTHING, True),
    (_reflection, NOTHING, False), (_squared, NOTHING, True), (_squared, TOKEN, False),
], ids=["bare", "shadow", "finger", "reflection", "token", "token that was read"])  # fmt: skip
def test_a_card_is_covered_where_its_print_does_not_show(
    change: Callable[[Grey], None], others: tuple[Floats, ...], *, told: bool
) -> None:
    """A finger hides the print, a token shows another; shadows, reflections and known pieces are neither."""
    book = album("giza", standard())
    assert book is not None
    print_ = cv2.cvtColor(book.pictures[book.faces.index(FACE)], cv2.COLOR_BGR2GRAY)
    grey = np.full((150, 130), 90, np.uint8)
    grey[30:118, 30:93] = print_
    change(grey)
    assert covered(grey, FLAT, np.array([CARD, *others]), {0: pictures(book)[FACE]}) == ({0} if told else set())

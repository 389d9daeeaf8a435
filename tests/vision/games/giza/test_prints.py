"""Prints: whether a card that was read by its tags shows all that is printed on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision.games.giza
from companion.giza.deck import standard
from docs.make_albums import card_pictures
from vision.games.giza.prints import HEIGHT, INKS, LIMITS, WIDTH, Ink, strangest

FOLDER = Path(vision.games.giza.__file__).with_name("albums")
STALE = 5.0  # grey levels between a face in the album and as printed, on average
Grey = NDArray[np.float32]


@pytest.mark.parametrize("ink", INKS)
def test_albums_are_up_to_date(ink: Ink) -> None:
    """Every face is in the album and looks as `rookery print` draws it; else run `make albums`."""
    table = json.loads((FOLDER / "giza.json").read_text("utf-8"))
    faces, pictures = card_pictures(ink)
    assert table["deck"] == standard().fingerprint, "run `make albums`"
    assert [tuple(face) for face in table["faces"]] == list(faces), "run `make albums`"
    strip = cv2.imread(str(FOLDER / f"giza-{ink}.png"), cv2.IMREAD_GRAYSCALE)
    assert strip is not None
    off = np.abs(strip.reshape(pictures.shape).astype(int) - pictures).mean((1, 2))
    assert [face for face, much in zip(faces, off, strict=True) if much > STALE] == []


def _bare(_card: Grey) -> None:
    """As it was printed."""


def _dimmed(card: Grey) -> None:
    """Less light, and less contrast."""
    card[:] = 30 + card / 2


def _finger(card: Grey) -> None:
    """A smooth stroke across the card."""
    cv2.line(card, (0, 16), (28, 32), 90, 8)


def _token(card: Grey) -> None:
    """A dark square in a light one."""
    card[15:25, 10:20] = 230
    card[17:23, 12:18] = 20


@pytest.mark.parametrize(("change", "shows"), [
    (_bare, True), (_dimmed, True), (_finger, False), (_token, False),
], ids=["bare", "dimmed", "finger", "token"])  # fmt: skip
def test_what_lies_on_a_card_differs_from_its_print(
    change: Callable[[Grey], None], *, shows: bool
) -> None:
    """A finger hides print, a token has another; where a piece was read, neither matters."""
    faces, pictures = card_pictures("full")
    printed = pictures[faces.index(("penguin-21", "front"))].astype(np.float32)
    card, visible = printed.copy(), np.ones((HEIGHT, WIDTH), bool)
    change(card)
    assert (strangest(card, printed, visible) < LIMITS.strange) == shows
    visible[8:36] = False
    assert strangest(card, printed, visible) < LIMITS.strange


def test_a_card_of_which_too_little_shows_proves_nothing() -> None:
    """Under others, anything may lie on it."""
    _, pictures = card_pictures("full")
    printed, visible = pictures[0].astype(np.float32), np.zeros((HEIGHT, WIDTH), bool)
    visible[:10] = True
    assert strangest(printed, printed, visible) == np.inf

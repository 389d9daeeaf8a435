"""A deck with pictures of its owner's own is read from a photo as any other."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.deckfile import load_deck
from companion.game import Deck, Piece, game
from printables.draw.embedding import finished
from printables.draw.pen import PdfPen
from printables.draw.pictures import load_pictures
from printables.faces.artists import artist
from tests.printables.own import noisy, with_art
from vision.games.giza.reading import GizaReading
from vision.scan.pipeline import read_photo

PX = 6  # of a drawn piece, per mm: the studio's
PENGUINS = [f"penguin-{number:02d}" for number in (1, 2, 14, 15, 3, 16, 17, 4, 18, 8)]
PYRAMID = "01,02,14,15/03,16,17/04,18/08"


@pytest.fixture
def deck_file(tmp_path: Path) -> str:
    """Our own deck with a noisy picture on ten penguins."""
    (tmp_path / "own.jpg").write_bytes(noisy(630, 880))
    return with_art("giza", dict.fromkeys(PENGUINS, "own.jpg"), tmp_path)


def printed(deck: Deck, path: str) -> Callable[[Piece, str], npt.NDArray[np.uint8]]:
    """Draws faces as `rookery print` does, as BGR pictures."""
    pictures = load_pictures(deck, path)

    def draw(piece: Piece, face: str) -> npt.NDArray[np.uint8]:
        canvas = Canvas("", invariant=1, pagesize=(piece.size.width * mm, piece.size.height * mm))
        artist(game("giza"))(PdfPen(canvas, piece.size, "full", pictures), piece, face, deck)
        canvas.showPage()
        document = pypdfium2.PdfDocument(b"".join(finished(canvas)))
        try:
            return np.ascontiguousarray(
                document[0].render(scale=PX * 25.4 / 72).to_numpy()[:, :, :3]
            )
        finally:
            document.close()

    return draw


def _dark(photo: npt.NDArray[np.uint8]) -> float:
    return float((cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY) < 60).mean())


def test_a_pyramid_of_ones_own_pictures_is_read(
    studio: Any, camera: Any, as_jpeg: Any, deck_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten cards whose pictures are full of black squares: every card, no other, and the deck is
    known as ours.
    """
    deck = load_deck(game("giza"), deck_file)
    own = type(studio)(deck)
    plain = own.shoot(own.pyramid(PYRAMID), camera(tilt=12, turn=15))
    monkeypatch.setattr(sys.modules[type(studio).__module__], "draw", printed(deck, deck_file))
    photo = own.shoot(own.pyramid(PYRAMID), camera(tilt=12, turn=15))
    assert _dark(photo) > 2 * _dark(plain)  # the pictures are there, not the studio's blots
    reading = read_photo(as_jpeg(photo), "photo.jpg", "giza", deck).reading
    assert isinstance(reading, GizaReading)
    assert sorted(piece.id for piece in reading.pieces) == sorted(PENGUINS)
    assert str(reading.pyramid) == PYRAMID
    assert reading.deck == deck.fingerprint

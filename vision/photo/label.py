"""A deck from the photo of a box label: the QR code found, and what it holds checked.

zxing-cpp reads the fine codes of whole decks (0.45 mm a module) where OpenCV's detectors give up:
of 120 synthetic photos with 5 to 14 px a mm, up to 35 degrees of tilt and blur to 1.8 px it read
95, OpenCV's two 26 and 58. Sharpened and enlarged the picture gives up 7 more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from companion.deckcode import MARK, unpack
from companion.errors import DeckError, PhotoError
from companion.language import say
from vision.photo.loader import Photo

Grey: TypeAlias = NDArray[np.uint8]

QR = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
SOFT = 2.0  # px: what blur of a hand-held photo the second look undoes
STRONG = 1.2  # how much of it
LARGER = 1.5  # times, for the last look


def read_label(photo: Photo) -> tuple[str, str]:
    """Game and deck file of the label in a photo.

    Raises `PhotoError` for a photo that shows no such code, `DeckError` for a code that is damaged
    or not ours.
    """
    others: list[str] = []
    for look in _looks(cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)):
        codes = _codes(look)
        decks = [text for text in codes if text.startswith(MARK)]
        if decks:
            return _unpacked(decks[0], photo.name)
        others += codes
    if others:
        problem = say("holds a different code, {code}", code=repr(others[0][:40]))
        raise PhotoError(
            photo.name, problem, remedy=say("photograph the large code on the box label")
        )
    raise PhotoError(
        photo.name,
        say("no deck code can be read"),
        remedy=say("hold the phone still, flat and close over the label"),
    )


def _unpacked(code: str, name: str) -> tuple[str, str]:
    try:
        return unpack(code)
    except DeckError as error:
        raise DeckError(
            f"{name}: {error.source}", error.problem, at=error.at, remedy=error.remedy
        ) from error


def _looks(grey: Grey) -> Iterator[Grey]:
    """The picture as it is, sharpened, and enlarged."""
    yield grey
    sharp = cv2.addWeighted(grey, 1 + STRONG, cv2.GaussianBlur(grey, (0, 0), SOFT), -STRONG, 0)
    yield sharp.astype(np.uint8, copy=False)
    larger = cv2.resize(sharp, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
    yield larger.astype(np.uint8, copy=False)


def _codes(grey: Grey) -> list[str]:
    """The texts of all QR codes in a picture."""
    return [code.text for code in zxingcpp.read_barcodes(grey, formats=QR)]

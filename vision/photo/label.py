"""Read a deck from the QR code on a photo of a box label.

zxing-cpp reads the fine codes of whole decks (0.45 mm per module) where OpenCV's detectors fail: of
120 synthetic photos with 5 to 14 px per mm, up to 35 degrees of tilt and blur of up to 1.8 px it
read 95, OpenCV's two 26 and 58. Sharpening and enlarging adds 7 more.
"""

from __future__ import annotations

import cv2
import zxingcpp

from companion.deckcode import MARK, unpack
from companion.errors import DeckError, PhotoError
from companion.language import say
from vision.photo.loader import Photo

QR = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
SOFT = 2.0  # px of blur, as in hand-held photos, that sharpening undoes
STRONG = 1.2  # strength of sharpening
LARGER = 1.5  # enlargement in the last attempt


def read_label(photo: Photo) -> tuple[str, str]:
    """Return game and deck file from the label in a photo; raise `PhotoError` without a code,
    `DeckError` for one that is damaged or isn't from Rookery.
    """
    others: list[str] = []
    grey = photo.grey
    sharp = cv2.addWeighted(grey, 1 + STRONG, cv2.GaussianBlur(grey, (0, 0), SOFT), -STRONG, 0)
    larger = cv2.resize(sharp, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
    for look in (grey, sharp, larger):
        codes = [code.text for code in zxingcpp.read_barcodes(look, formats=QR)]
        for text in codes:
            if text.startswith(MARK):
                try:
                    return unpack(text)
                except DeckError as error:
                    source = f"{photo.name}: {error.source}"
                    raise DeckError(
                        source, error.problem, at=error.at, remedy=error.remedy
                    ) from error
        others += codes
    if others:
        problem = say("holds a different code, {code}", code=repr(others[0][:40]))
        remedy = say("photograph the large code on the box label")
        raise PhotoError(photo.name, problem, remedy=remedy)
    remedy = say("hold the phone still, flat and close over the label")
    raise PhotoError(photo.name, say("no deck code can be read"), remedy=remedy)

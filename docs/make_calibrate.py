"""Draw the pictures of docs/calibrate.md: the sheet, a photo of it, and both sides against the
light.

python docs/make_calibrate.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from companion.calibration import FACES, Face, Key
from companion.profile import Drift
from printables.calibration import print_sheet
from printables.output.profiles import Corrections

PICTURES = Path(__file__).with_name("pictures")
PHOTO = Path(__file__).parents[1] / "tests" / "photos" / "calibration" / "desk-front.jpg"
KEY = Key("a4", "long")
DRIFT = Drift(dx=-1.2, dy=0.8)  # on the back's own page: to the right when seen from the front
WIDTH, PX = 560, 6.0
SHOWN = (38, 116, 172, 172)  # mm of the page: the scale across, and where both meet
LAMP = np.array([0.80, 0.93, 1.0])  # what paper leaves of light, BGR
SHINES_THROUGH = 0.55


def main() -> None:
    """All three."""
    PICTURES.mkdir(exist_ok=True)
    front, back = _page("front"), _page("back")
    scale = WIDTH / front.shape[1]
    _keep(
        cv2.resize(front, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA),
        "calibrate-sheet.png",
    )
    photo = cv2.imread(str(PHOTO))
    assert photo is not None, PHOTO
    scale = WIDTH / photo.shape[1]
    _keep(
        cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA),
        "calibrate-photo.jpg",
    )
    left, top, right, bottom = (round(mm * PX) for mm in SHOWN)
    _keep(_against_the_light(front, back)[top:bottom, left:right], "calibrate-light.png")


def _page(face: Face) -> NDArray[np.uint8]:
    document = pypdfium2.PdfDocument(print_sheet(KEY, Corrections(back=DRIFT)).pdf)
    picture = document[FACES.index(face)].render(scale=PX * 25.4 / 72).to_numpy()[..., :3]
    return np.ascontiguousarray(picture)


def _against_the_light(front: NDArray[np.uint8], back: NDArray[np.uint8]) -> NDArray[np.uint8]:
    behind = 1 - SHINES_THROUGH * (1 - back[:, ::-1] / 255)
    return np.asarray(front * behind * LAMP, np.uint8)


def _keep(picture: NDArray[Any], name: str) -> None:
    quality = [cv2.IMWRITE_JPEG_QUALITY, 80] if name.endswith(".jpg") else []
    assert cv2.imwrite(str(PICTURES / name), picture, quality), name


if __name__ == "__main__":
    main()

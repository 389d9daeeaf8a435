"""Who reads the code of a whole deck from a photo of its label: zxing-cpp or OpenCV's two detectors?

Labels of three games, drawn as they are printed, in synthetic photos from 14 to 5 px a mm with growing tilt, blur and
noise; a hit is the very deck. Run `.venv/bin/python bench/read_label.py` (four minutes on a 2-core machine).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from io import BytesIO

import cv2
import numpy as np
import pypdfium2
import zxingcpp
from numpy.typing import NDArray
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.deckcode import pack
from companion.deckfile import deck_text, load_deck
from companion.errors import RookeryError
from companion.game import game
from printables.extras import label
from printables.pen import PdfPen
from vision.label import read_label
from vision.load import Photo

GAMES = ("giza", "pirates", "solitaire")
DETAIL = 12  # px a mm of the label before it is photographed
NEAR = (14, 10, 8, 6.5, 5)  # px a mm in the photo
SHOTS = ((0.6, 4, 90, 0), (0.8, 6, 85, 20), (1.2, 8, 80, 30), (1.8, 10, 75, 35))  # blur px, noise, JPEG, tilt degrees
EACH = 2  # photos of each
PHOTO = (3000, 2250)  # px

Picture = NDArray[np.uint8]


def main() -> None:
    """Print a table: photos read of all, and the mean time of one."""
    rng = np.random.default_rng(1)
    hits = dict.fromkeys(READERS, 0)
    seconds = dict.fromkeys(READERS, 0.0)
    photos = 0
    for slug in GAMES:
        code = pack(slug, deck_text(game(slug))[0])
        flat = _drawn(slug, code)
        for near in NEAR:
            for shot in SHOTS * EACH:
                photo = _photo(flat, near, shot, rng)
                photos += 1
                for name, reader in READERS.items():
                    start = time.perf_counter()
                    hits[name] += code in reader(photo)
                    seconds[name] += time.perf_counter() - start
    for name, count in hits.items():
        print(f"{name:24} {count:4} of {photos}  {seconds[name] / photos:6.2f} s")


def _drawn(slug: str, code: str) -> Picture:
    row, file = game(slug), BytesIO()
    piece = label.pieces(code, "")[0]
    canvas = Canvas(file, (piece.size.width * mm, piece.size.height * mm))
    label.draw(PdfPen(canvas, piece.size), piece, row, load_deck(row))
    canvas.save()
    page = pypdfium2.PdfDocument(file.getvalue())[0]
    return np.ascontiguousarray(page.render(scale=DETAIL * 25.4 / 72).to_numpy()[:, :, :3])


def _photo(flat: Picture, near: float, shot: tuple[float, float, int, float], rng: np.random.Generator) -> Picture:
    """The label on a table, seen from aside, turned by up to 25 degrees, in uneven light."""
    blur, noise, quality, tilt = shot
    (height, width), scale = flat.shape[:2], near / DETAIL
    w, h, lean, turn = width * scale, height * scale, np.radians(tilt), np.radians(rng.uniform(-25, 25))
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    far = 2.2 * w
    seen = corners * [1, np.cos(lean)] * far / (far + corners[:, 1:] * np.sin(lean))
    aim = seen @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + np.array(PHOTO) / 2
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    table = np.full((PHOTO[1], PHOTO[0], 3), (96, 120, 150), np.uint8)
    cv2.warpPerspective(
        cv2.GaussianBlur(flat, (0, 0), 0.4 / scale), cv2.getPerspectiveTransform(source, aim.astype(np.float32)), PHOTO,
        dst=table, borderMode=cv2.BORDER_TRANSPARENT,
    )  # fmt: skip
    lit = cv2.GaussianBlur(table * np.linspace(0.6, 1.05, PHOTO[0])[None, :, None], (0, 0), blur)
    grainy = np.clip(lit + rng.normal(0, noise, lit.shape), 0, 255).astype(np.uint8)
    jpeg = cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    image = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    assert image is not None
    return image.astype(np.uint8)


def _zxing(photo: Picture) -> Sequence[str]:
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    return [found.text for found in zxingcpp.read_barcodes(grey)]


def _ours(photo: Picture) -> Sequence[str]:
    try:
        slug, text = read_label(Photo("bench", photo))
    except RookeryError:
        return []
    return [pack(slug, deck_text(game(slug))[0])] if game(slug).read_deck(text, "") == load_deck(game(slug)) else []


def _opencv(photo: Picture) -> Sequence[str]:
    try:
        return [cv2.QRCodeDetector().detectAndDecode(photo)[0]]
    except cv2.error:
        return []


def _aruco(photo: Picture) -> Sequence[str]:
    try:
        return list(cv2.QRCodeDetectorAruco().detectAndDecodeMulti(photo)[1])
    except cv2.error:
        return []


READERS: dict[str, Callable[[Picture], Sequence[str]]] = {
    "zxing-cpp": _zxing, "rookery deck read": _ours, "cv2.QRCodeDetector": _opencv, "cv2.QRCodeDetectorAruco": _aruco,
}  # fmt: skip


if __name__ == "__main__":
    main()

"""Draw the README's pictures (`make pictures`): a printed page, an overlay, and the phones'
screens.

The screens come from the browser tests, which keep a picture of each where ROOKERY_SHOTS says.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pypdfium2

from companion.manifest import Manifest

ROOT = Path(__file__).parents[1]
PICTURES = Path(__file__).with_name("pictures")
ROOKERY = [sys.executable, "-m", "rookery"]
PAGE_WIDTH, OVERLAY_WIDTH = 700, 900  # px; enough for a README
SCREENS = {
    "phone-lifted-light": "phone.jpg",
    "preview-broken-light": "preview.jpg",
    "door-join-light": "join.webp",
    "host-lobby-light": "host-lobby.webp",
    "host-turns-light": "host-turn.webp",
    "reach-host-light": "host-reach.webp",
    "phone-scoring-light": "phone-scoring.webp",
    "rocks-last-turns-phone-light": "phone-rocks.webp",
    "combust-card-phone-light": "phone-combust.webp",
    "free-picked-phone-light": "phone-solitaire.webp",
    "pirates-sail-phone-light": "phone-pirates.webp",
}
TESTS = ("test_screens.py", "test_preview.py", "test_scenes.py")
SCREEN_WIDTH = 960  # px at most


def main() -> None:
    """Each picture by the command or the test that shows it to people."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shots", type=Path, help="screens of `make screens`, and these alone")
    shots = parser.parse_args().shots
    PICTURES.mkdir(exist_ok=True)
    if shots:
        _keep_screens(shots)
        return
    with tempfile.TemporaryDirectory() as folder:
        _page(Path(folder) / "giza.pdf")
        _overlay(Path(folder) / "overlay.jpg")
        _screens(Path(folder) / "shots")


def _page(pdf: Path) -> None:
    subprocess.run([*ROOKERY, "print", "giza", "-o", str(pdf)], check=True)
    printed = Manifest.from_json(pdf.with_suffix(".manifest.json").read_text("utf-8"))
    page = pypdfium2.PdfDocument(pdf)[_full_of_penguins(printed) - 1]
    picture = page.render(scale=PAGE_WIDTH / page.get_width()).to_numpy()
    _keep(picture, "page.jpg")


def _full_of_penguins(printed: Manifest) -> int:
    """The first page, from 1, on which nine penguins show their colours."""
    fronts = Counter(
        piece.page for piece in printed.pieces if (piece.kind, piece.face) == ("penguin", "front")
    )
    return min(page for page, count in fronts.items() if count == 9)


def _overlay(overlay: Path) -> None:
    photo = ROOT / "vision" / "samples" / "giza.jpg"
    subprocess.run([*ROOKERY, "scan", str(photo), "--overlay", str(overlay)], check=True)
    picture = read(overlay)
    scale = OVERLAY_WIDTH / picture.shape[1]
    _keep(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), "overlay.jpg"
    )


def _screens(folder: Path) -> None:
    tests = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n0",
        *(f"tests/web/browser/{name}" for name in TESTS),
    ]
    subprocess.run(tests, cwd=ROOT, env=os.environ | {"ROOKERY_SHOTS": str(folder)}, check=True)
    _keep_screens(folder)


def _keep_screens(folder: Path) -> None:
    for screen, name in SCREENS.items():
        if (folder / f"{screen}.png").is_file():
            picture = read(folder / f"{screen}.png")
            scale = min(1.0, SCREEN_WIDTH / picture.shape[1])
            _keep(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), name)


def read(path: Path) -> np.ndarray:
    """Return the pixels of a picture file."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return picture


def _keep(picture: np.ndarray, name: str) -> None:
    webp = name.endswith(".webp")
    quality = [cv2.IMWRITE_WEBP_QUALITY, 80] if webp else [cv2.IMWRITE_JPEG_QUALITY, 85]
    assert cv2.imwrite(str(PICTURES / name), picture, quality), name


if __name__ == "__main__":
    main()

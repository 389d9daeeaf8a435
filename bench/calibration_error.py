"""How far off is a calibration by photo? On the path-traced pairs of tests/photos/calibration,
whose errors are known.

python -m bench.calibration_error
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from companion.profile import Drift
from vision.calibrate.sides import profile, read_side
from vision.photo.loader import load

PHOTOS = Path(__file__).parents[1] / "tests" / "photos" / "calibration"
DAY = "2026-11-21"  # no figure depends on it


def main() -> None:
    """A row for each pair: how far the back was put from where it lies, and the time for both."""
    print("pair         true x, y mm   off x   off y claimed    turn    scale     s")
    for path in sorted(PHOTOS.glob("*.truth.json")):
        truth, name = json.loads(path.read_text("utf-8")), path.name.removesuffix(".truth.json")
        photos = [path.with_name(f"{name}-{face}.jpg") for face in ("front", "back")]
        start = time.perf_counter()
        sides = [read_side(load(photo.read_bytes(), photo.name)) for photo in photos]
        seconds = time.perf_counter() - start
        measured, front = profile(name, sides[0], sides[1], DAY), Drift(*truth["front"])
        true = Drift(*truth["back"]).from_other_side(truth["sides"]).against(front)
        off, own = measured.back_from_front.against(true), measured.front.against(front)
        scale = 100 * max(abs(own.scale_x - 1), abs(own.scale_y - 1))
        place = (
            f"{true.dx:8.1f}, {true.dy:4.1f} {off.dx:7.3f} {off.dy:7.3f} {measured.match.dx:7.2f}"
        )
        print(f"{name:10} {place} {off.rotation_deg:6.3f}° {scale:7.2f}% {seconds:5.2f}")


if __name__ == "__main__":
    main()

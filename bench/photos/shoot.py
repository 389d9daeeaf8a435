"""Make the photographs of tests/photos: print the set, compose each shot, hand it to a photo booth.

The booth is a path tracer that takes a printed PDF, its manifest and a layout, and writes NAME.jpg and
NAME.truth.json; it is no part of this repository. Minutes a photo; shots that exist are skipped.

    python bench/photos/shoot.py --booth BOOTH/shoot.py -o tests/photos [NAME ...]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import cv2

from bench.photos.compose import compose, shots
from companion.giza.deck import standard

MAX_BYTES = 1_500_000


def main() -> None:
    """Shoot every shot that is missing in the output folder."""
    args = _arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pdf = args.pdf or Path(folder) / "giza.pdf"
        if not args.pdf:
            subprocess.run(["rookery", "print", "giza", "-o", str(pdf)], check=True)
        for shot in shots():
            photo = args.out / f"{shot['name']}.jpg"
            if not photo.exists() and (not args.names or shot["name"] in args.names):
                start = time.monotonic()
                _shoot(shot, pdf, photo, args)
                print(f"{shot['name']}: {time.monotonic() - start:.0f} s, {photo.stat().st_size} bytes", flush=True)


def _shoot(shot: dict[str, Any], pdf: Path, photo: Path, args: argparse.Namespace) -> None:
    """One photograph; a large one is taken with less noise and stronger JPEG to stay under MAX_BYTES."""
    large = shot["size"] == "4032x3024"
    layout = photo.with_suffix(".layout.json")
    layout.write_text(json.dumps(compose(shot, standard())))
    raw = photo.with_suffix(".part.jpg")
    samples = args.samples // 2 if large else args.samples
    command = [sys.executable, str(args.booth), "--pdf", str(pdf), "--manifest", str(pdf.with_suffix(".manifest.json")),
               "--layout", str(layout), "-o", str(raw), "--seed", str(shot["seed"]), "--look", shot["look"],
               "--size", shot["size"], "--samples", str(samples), "--height", str(shot["height"]),
               "--tilt", str(shot["tilt"]), "--turn", str(shot["turn"]), "--focus", str(shot.get("focus", 1.0)),
               "--motion", str(shot.get("motion", 0)), "--noise", "0.006" if large else "0.018",
               "--quality", "70" if large else "82"]  # fmt: skip
    subprocess.run(command, check=True)
    if shot.get("mirrored"):
        picture = cv2.imread(str(raw))
        assert picture is not None, raw
        cv2.imwrite(str(raw), cv2.flip(picture, 1), [cv2.IMWRITE_JPEG_QUALITY, 82])
    if raw.stat().st_size > MAX_BYTES:
        raise SystemExit(f"{photo.name}: {raw.stat().st_size} bytes; lower its noise or quality")
    raw.with_suffix(".truth.json").replace(photo.with_suffix(".truth.json"))
    raw.replace(photo)
    layout.unlink()


def _arguments() -> argparse.Namespace:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("names", nargs="*", help="only these shots")
    cli.add_argument("--booth", type=Path, required=True, help="the photo booth's program")
    cli.add_argument("-o", "--out", type=Path, required=True)
    cli.add_argument("--pdf", type=Path, help="an already printed set, with its manifest beside it")
    cli.add_argument("--samples", type=int, default=8)
    return cli.parse_args()


if __name__ == "__main__":
    main()

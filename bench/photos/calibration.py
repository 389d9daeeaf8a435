"""Make the photographs of tests/photos/calibration: sheets printed by printers with known errors, both sides of each.

Each pair of calibration.toml is printed with its errors put in where a profile would take them out, then handed to
the photo booth (see shoot.py). Two to four minutes a photo; photos that exist are skipped.

    python bench/photos/calibration.py --booth BOOTH/shoot.py -o tests/photos/calibration [NAME ...]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

from companion.calibration import FACES, PIECE, Face, Key
from printables.calibrate.sheet import print_sheet
from printables.output.correction import Correction
from printables.output.files import manifest_path, save
from printables.output.profiles import Corrections

PAIRS = Path(__file__).with_name("calibration.toml")
SIZE = "2016x1512"
MAX_BYTES = 700_000
TABLE_TURN = 90  # the sheet lies on its side, as the picture does


def pairs() -> list[dict[str, Any]]:
    """The rows of calibration.toml."""
    rows: list[dict[str, Any]] = tomllib.loads(PAIRS.read_text("utf-8"))["pair"]
    return rows


def main() -> None:
    """Shoot every photo that is missing in the output folder."""
    args = _arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    for number, pair in enumerate(pairs()):
        for face, turn in zip(FACES, pair["turns"], strict=True):
            photo = args.out / f"{pair['name']}-{face}.jpg"
            if not photo.exists() and (not args.names or pair["name"] in args.names):
                start = time.monotonic()
                _shoot({**pair, "turn": turn, "seed": 700 + 10 * number + FACES.index(face)}, face, photo, args)
                print(f"{photo.name}: {time.monotonic() - start:.0f} s, {photo.stat().st_size} bytes", flush=True)


def _shoot(pair: dict[str, Any], face: Face, photo: Path, args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pdf, layout, raw = (Path(folder) / name for name in ("sheet.pdf", "layout.json", "photo.jpg"))
        errors = Corrections(Correction(*pair["front"]), Correction(*pair["back"]))
        save(print_sheet(Key(pair["paper"], pair["sides"]), errors), pdf)
        sheet = {"id": PIECE, "face": face, "x": 3, "y": -2, "rotation": TABLE_TURN}
        layout.write_text(json.dumps({"pieces": [sheet | {name: pair[name] for name in ("curl", "warp")}]}))
        command = [sys.executable, str(args.booth), "--pdf", str(pdf), "--manifest", str(manifest_path(pdf)),
                   "--layout", str(layout), "-o", str(raw), "--seed", str(pair["seed"]), "--look", pair["look"],
                   "--size", SIZE, "--samples", str(args.samples), "--height", str(pair["height"]),
                   "--tilt", str(pair["tilt"]), "--turn", str(pair["turn"]), "--noise", "0.018"]  # fmt: skip
        subprocess.run(command, check=True)
        if raw.stat().st_size > MAX_BYTES:
            raise SystemExit(f"{photo.name}: {raw.stat().st_size} bytes; lower its noise or quality")
        photo.write_bytes(raw.read_bytes())
    truth = {name: pair[name] for name in ("paper", "sides", "front", "back")}
    photo.with_name(f"{pair['name']}.truth.json").write_text(json.dumps(truth) + "\n", "utf-8")


def _arguments() -> argparse.Namespace:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("names", nargs="*", help="only these pairs")
    cli.add_argument("--booth", type=Path, required=True, help="the photo booth's program")
    cli.add_argument("-o", "--out", type=Path, required=True)
    cli.add_argument("--samples", type=int, default=8)
    return cli.parse_args()


if __name__ == "__main__":
    main()

"""Make the photographs of tests/photos: print a game, lay its table, hand it to a photo booth.

The booth is a path tracer that takes printed pieces and a layout, and makes a phone's photograph of them; it is no part
of this repository. Minutes a photo; shots that exist are skipped.

    python -m bench.photos.shoot --booth BOOTH/shoot.py -o tests/photos [NAME ...]

The first nineteen (shots.toml, compose.py) lie in tests/photos itself, those of sets/GAME.toml in GAME/tune and
GAME/held: the held ones are never looked at while the eye is tuned. Beside each photo stands what lies there.
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2

from bench.photos.booth import Booth, Print
from bench.photos.compose import compose, shots
from bench.photos.layouts import GAMES, layout, standard

SETS = Path(__file__).with_name("sets")
HALVES = ("tune", "held")


def all_shots() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every shot with the path of its photograph below the output folder, without the suffix."""
    for shot in shots():
        large = shot["size"] == "4032x3024"
        film = {"noise": 0.006, "quality": 70} if large else {"noise": 0.018, "quality": 82}
        yield Path(shot["name"]), {**shot, "game": "giza", "composed": True, **film}
    for shot in set_shots():
        yield Path(shot["game"], shot["half"], shot["name"]), shot


def set_shots() -> Iterator[dict[str, Any]]:
    """The rows of sets/*.toml, game by game, checked; raises `ValueError` naming a wrong one."""
    for slug in GAMES:
        names: set[str] = set()
        path = SETS / f"{slug}.toml"
        for row in tomllib.loads(path.read_text("utf-8"))["shot"] if path.exists() else ():
            if row["half"] not in HALVES or row["name"] in names:
                raise ValueError(f"{path.name}: {row['name']!r} is there twice, or in no half of the set")
            names.add(row["name"])
            yield {**row, "game": slug}


def main() -> None:
    """Shoot every shot that is missing in the output folder."""
    args = _arguments()
    booth = Booth(args.booth, args.samples)
    for where, shot in all_shots():
        photo = args.out / where.with_suffix(".jpg")
        if not photo.exists() and (not args.names or shot["name"] in args.names or str(where) in args.names):
            start = time.monotonic()
            take(booth, shot, photo, args.prints)
            print(f"{where}: {time.monotonic() - start:.0f} s, {photo.stat().st_size} bytes", flush=True)


def take(booth: Booth, shot: Mapping[str, Any], photo: Path, prints: Path) -> None:
    """One photograph with its truth, both there only when they are complete."""
    deck = standard(shot)
    table = compose(dict(shot), deck) if shot.get("composed") else layout(shot, deck)
    prints.mkdir(parents=True, exist_ok=True)
    photo.parent.mkdir(parents=True, exist_ok=True)
    part = photo.with_suffix(".part")
    booth.photograph(table, shot, Print.of(shot["game"], deck, prints, *shot.get("print", [])), part)
    if shot.get("mirrored"):
        picture = cv2.imdecode(_bytes(part), cv2.IMREAD_COLOR)
        assert picture is not None, part
        part.write_bytes(cv2.imencode(".jpg", cv2.flip(picture, 1), [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes())
    truth = {**table, "seed": shot["seed"], "look": shot["look"], "game": shot["game"], "name": shot["name"],
             "hard": shot.get("hard", [])}  # fmt: skip
    photo.with_suffix(".truth.json").write_text(json.dumps(truth, indent=1) + "\n", "utf-8")
    part.replace(photo)


def _bytes(path: Path) -> Any:
    import numpy as np  # noqa: PLC0415 - mirrored shots alone need it

    return np.frombuffer(path.read_bytes(), np.uint8)


def _arguments() -> argparse.Namespace:
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("names", nargs="*", help="only these shots")
    cli.add_argument("--booth", type=Path, required=True, help="the photo booth's program")
    cli.add_argument("-o", "--out", type=Path, required=True)
    cli.add_argument("--prints", type=Path, default=Path("prints"), help="a folder for the printed games")
    cli.add_argument("--samples", type=int, default=4, help="path-tracing samples a pixel")
    return cli.parse_args()


if __name__ == "__main__":
    main()

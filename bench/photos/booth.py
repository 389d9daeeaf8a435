"""Path-traced photos of tables with one object on them, and of the same tables without it.

    python -m bench.photos.booth --booth FOLDER --prints FOLDER [NAME ...]

The booth is a path tracer round Blender that isn't part of this repository: FOLDER holds its
`shoot.py` and `scene.py`; the environment variable PHOTO_BOOTH can name it instead. Each row of
`booth.toml` becomes two photos in tests/photos/objects-HALF, NAME.jpg and NAME-clear.jpg, with the
truth beside them. Photos that exist are kept. A pair takes minutes.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from bench.photos.lab_objects import FINE, KINDS
from bench.photos.lab_prints import ONE, PX_PER_MM, ROOM, Key, Pixels, Prints
from bench.photos.lab_table import Top
from bench.photos.layouts import layout

PAIRS = Path(__file__).with_name("booth.toml")
PHOTOS = Path(__file__).parents[2] / "tests" / "photos"
MOST_BYTES = 200_000
FADE = 15  # px from the picture with the object to the one without


def pairs() -> Iterator[dict[str, Any]]:
    """Yield the rows of `booth.toml`."""
    yield from tomllib.loads(PAIRS.read_text("utf-8"))["pair"]


def folder(half: str) -> Path:
    """Where the photos of a half are kept; nobody looks at "held" while the reader is tuned."""
    return PHOTOS / f"objects-{half}"


def photograph(pair: Mapping[str, Any], booth: Path, prints: Prints, traced: Path) -> None:
    """Make both photos of a row and their truths; what Blender drew is kept in `traced`."""
    shoot = _module(booth / "shoot.py")
    table = layout(pair)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        spec = _spec(pair, table, prints, shoot.LOOKS[pair["look"]], work)
        (work / "spec.json").write_text(json.dumps(spec), "utf-8")
        pictures = [traced / f"{pair['name']}-{which}.png" for which in ("bare", "covered")]
        script = Path(__file__).with_name("booth_scene.py")
        files = [booth / "scene.py", work / "spec.json", *pictures]
        if not all(path.exists() for path in pictures):
            subprocess.run(
                ["blender", "-b", "-P", str(script), "--", *map(str, files)],
                check=True,
                stdout=subprocess.DEVNULL,
            )
        bare, part = (cv2.imread(str(path), cv2.IMREAD_UNCHANGED) for path in pictures)
    assert bare is not None, pair["name"]
    assert part is not None, pair["name"]
    bare = np.asarray(bare[:, :, :3], np.uint8)
    share = cv2.erode(part[:, :, 3], np.ones((2 * FADE + 1, 2 * FADE + 1), np.uint8))
    share = cv2.blur(share, (FADE, FADE))[:, :, None].astype(np.float32) / 255
    covered = (bare + share * (part[:, :, :3].astype(np.float32) - bare)).astype(np.uint8)
    where = folder(pair["half"])
    where.mkdir(parents=True, exist_ok=True)
    for number, (picture, suffix) in enumerate(((covered, ""), (bare, "-clear"))):
        photo = where / f"{pair['name']}{suffix}.jpg"
        photo.write_bytes(_developed(shoot, np.asarray(picture, np.uint8), pair, number))
        thing = {
            key: spec["thing"][key] for key in ("what", "over", "x", "y", "w", "h", "rotation")
        }
        truth = {**table, "game": pair["game"], "name": photo.stem, "look": pair["look"],
                 "object": None if number else thing}  # fmt: skip
        photo.with_suffix(".truth.json").write_text(json.dumps(truth) + "\n", "utf-8")


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("photo_booth", path)
    assert spec, path
    assert spec.loader, path
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _spec(
    pair: Mapping[str, Any], table: Mapping[str, Any], prints: Prints, look: Any, work: Path
) -> dict[str, Any]:
    """The scene as the booth's `scene.py` takes it, and the object as `booth_scene.py` does."""
    rng = np.random.default_rng(pair["seed"])
    pieces = []
    for number, piece in enumerate(table["pieces"]):
        key, png = (piece["id"], piece["face"]), work / f"{number}.png"
        window = prints.window(*key, piece.get("part", ""))
        cv2.imwrite(str(png), _face(prints, key, piece.get("part", "")))
        bent = {"curl": float(rng.uniform(0, 1.5)), "warp": float(rng.uniform(-0.6, 0.6))}
        look_of = {"roughness": 0.45, "specular": 0.3}
        pieces.append({**look_of, **bent, **piece, "png": str(png),
                       "w": window.width, "h": window.height})  # fmt: skip
    tilt, turn, height = np.radians(pair["tilt"]), np.radians(pair["turn"]), pair["height"]
    x, y = pair.get("centre", table["centre"])
    away = height * np.tan(tilt)
    return {
        "seed": pair["seed"],
        "samples": pair.get("samples", 4),
        "size": pair.get("size", [2016, 1512]),
        "table": {"checks": None, **{key: value for key, value in look.items() if key != "lamps"}},
        "lamps": look["lamps"],
        "ambient": look["ambient"],
        "pieces": pieces,
        "pyramids": table.get("pyramids", []),
        "fingers": [],
        "camera": [x + away * np.sin(turn), y - away * np.cos(turn), height],
        "target": [x, y, 0],
        "focus": 1.0,
        "fstop": 9,
        "thing": _thing(pair, table, work),
    }


def _face(prints: Prints, key: Key, part: str) -> Pixels:
    """The upright face as a screen shows it, transparent outside its outline: BGRA."""
    window = prints.window(*key, part)
    light = np.clip(prints.light(key, PX_PER_MM).astype(np.float32) / ONE, 0, 1)
    scale = (PX_PER_MM, PX_PER_MM)
    low = [round((at - half) * s) for at, half, s in zip(
        (window.middle[0] + ROOM, window.middle[1] + ROOM),
        (window.width / 2, window.height / 2), scale, strict=True)]  # fmt: skip
    size = (round(window.width * PX_PER_MM), round(window.height * PX_PER_MM))
    light = light[low[1] : low[1] + size[1], low[0] : low[0] + size[0]]
    mask = np.zeros(light.shape[:2], np.uint8)
    outline = prints.outline(key, window) * (1, -1) + (window.width / 2, window.height / 2)
    points = np.round(outline * PX_PER_MM * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, 4)
    return np.dstack([(_screen(light) * 255).astype(np.uint8), mask])


def _screen(light: Any) -> Any:
    """SRGB values, 0 to 1, of linear light."""
    return np.where(light < 0.0031308, light * 12.92, 1.055 * np.power(light, 1 / 2.4) - 0.055)


def _thing(pair: Mapping[str, Any], table: Mapping[str, Any], work: Path) -> dict[str, Any]:
    """The object: by default in the middle of the pieces that it lies over."""
    thing = {"rotation": 0.0, "dx": 0.0, "dy": 0.0, "height": 0.3, "curl": 0.4, "warp": 0.2,
             "color": [0.5, 0.5, 0.5], **pair["object"]}  # fmt: skip
    lying = [*table["pieces"], *table.get("pyramids", [])]
    over = np.mean([(lying[n]["x"], lying[n]["y"]) for n in thing["over"]], 0)
    thing["x"], thing["y"] = float(over[0] + thing["dx"]), float(over[1] + thing["dy"])
    if pyramids := table.get("pyramids"):
        thing["peaks"] = [(each["x"], each["y"], each["z"] + each["height"]) for each in pyramids]
    size = (int(thing["w"] * FINE), int(thing["h"] * FINE))
    what = thing["what"]
    if "picture" not in thing and what in KINDS:
        grey = Top(np.full((1, 1, 3), ONE // 2, np.uint16), (0.0, 0.0), 1.0)  # no row needs a table
        face = KINDS[what].picture(size, np.random.default_rng(thing.get("look", 0)), grey)
    else:
        face = np.broadcast_to(np.array(thing["color"][::-1]), (size[1], size[0], 3))
    thing["png"] = str(work / "thing.png")
    cv2.imwrite(thing["png"], (_screen(np.clip(face, 0, 1)) * 255).astype(np.uint8))
    return thing


def _developed(shoot: ModuleType, picture: Pixels, pair: Mapping[str, Any], number: int) -> bytes:
    """A phone's JPEG of at most `MOST_BYTES`: grains of path tracing smoothed, then its own."""
    smooth = cv2.fastNlMeansDenoisingColored(picture, None, 3, 5, 3, 9)
    data, quality = b"", 90
    while not data or len(data) > MOST_BYTES:
        quality -= 6
        rng = np.random.default_rng([pair["seed"], number])
        bend = float(rng.uniform(-0.06, 0))  # no black edges
        data = shoot.develop(
            smooth, rng, pair.get("motion", 0), pair.get("noise", 0.012), quality, bend
        )
    return data


def main() -> None:
    """Photograph every row whose photos are missing."""
    cli = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    cli.add_argument("names", nargs="*", help="only these rows")
    cli.add_argument("--booth", type=Path, default=os.environ.get("PHOTO_BOOTH"))
    cli.add_argument(
        "--prints",
        type=Path,
        required=True,
        help="where prints and traced pictures are kept",
    )
    args = cli.parse_args()
    if args.booth is None:
        cli.error("name the photo booth's folder with --booth or PHOTO_BOOTH")
    for pair in pairs():
        photos = [folder(pair["half"]) / f"{pair['name']}{end}.jpg" for end in ("", "-clear")]
        if pair["name"] in (args.names or [pair["name"]]) and not all(p.exists() for p in photos):
            start = time.monotonic()
            where = args.prints / pair["game"]
            where.mkdir(parents=True, exist_ok=True)
            photograph(pair, Path(args.booth), Prints.of(pair["game"], where), args.prints)
            sizes = [photo.stat().st_size for photo in photos]
            print(f"{pair['name']}: {time.monotonic() - start:.0f} s, {sizes} bytes", flush=True)


if __name__ == "__main__":
    main()

"""Make docs/gallery/phones anew (`make screens`): every screen of every game, on phones, the host's laptop and the TV.

The tables are brought to their scenes, and looked at, by the browser tests, which keep a picture of each screen when
they are asked to (tests/web/browser/test_screens.py, test_scenes.py): what is tested is what is shown. Pictures are
made small enough for a repository; phones are 390 x 844, hosts 1280 x 720, light and dark.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

HOUSE = Path(__file__).parent.parent
GALLERY = Path(__file__).with_name("gallery") / "phones"
TESTS = ("test_screens.py", "test_scenes.py", "test_plays.py")
COLOURS = 256  # of the palette
FLAT = 128  # of them: the most frequent ones as they are, seats' inks among them; the rest fit edges and shades
TALL = 1700  # px, at most: a page longer than two phones is cut
GAMES = {
    "giza": ("phone-", "host-"),
    "rocks": ("rocks-",),
    "combust": ("combust-",),
    "solitaire": ("solitaire-", "king-tut-", "free-", "quicksand-", "challenge-"),
    "pirates": ("pirates-",),
    "doors, plays and help": ("",),
}


def main() -> None:
    """Play, look, keep."""
    GALLERY.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        shots = Path(name)
        _shoot(shots)
        made = sorted(shots.glob("*.png"))
        for old in GALLERY.glob("*.png"):
            old.unlink()
        for shot in made:
            _keep(shot, GALLERY / shot.name)
    GALLERY.joinpath("README.md").write_text(_index(), "utf-8")


def _shoot(folder: Path) -> None:
    """Run the tests that look at screens; one that fails has said so and is no reason to show nothing."""
    tests = [str(HOUSE / "tests" / "web" / "browser" / test) for test in TESTS]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *(test for test in tests if Path(test).exists())]
    done = subprocess.run(command, cwd=HOUSE, env={**os.environ, "ROOKERY_SHOTS": str(folder)}, check=False)
    if done.returncode:
        print("Some tests failed: their screens may be missing or old.")


def _keep(shot: Path, path: Path) -> None:
    with Image.open(shot) as picture:
        cut = picture.convert("RGB").crop((0, 0, picture.width, min(picture.height, TALL)))
    small(cut).save(path, optimize=True)


def small(picture: Image.Image) -> Image.Image:
    """The picture with a palette. No colour of an area changes, and so no seat's; edges and shades hardly do."""
    pixels = np.asarray(picture).reshape(-1, 3)
    codes = pixels @ np.array([1 << 16, 1 << 8, 1])
    colours, which, count = np.unique(codes, return_inverse=True, return_counts=True)
    if len(colours) <= COLOURS:
        return picture.quantize(COLOURS, dither=Image.Dither.NONE)
    flat = np.argsort(-count)[:FLAT]
    place = np.full(len(colours), -1)
    place[flat] = np.arange(FLAT)
    found = place[which]
    rest = found < 0
    octree = Image.Quantize.FASTOCTREE
    others = Image.fromarray(pixels[rest][None]).quantize(COLOURS - FLAT, octree, dither=Image.Dither.NONE)
    found[rest] = FLAT + np.asarray(others)[0]
    made = Image.fromarray(found.reshape(picture.height, picture.width).astype(np.uint8))
    exact = [int(code) >> shift & 255 for code in colours[flat] for shift in (16, 8, 0)]
    made.putpalette([*exact, *(others.getpalette() or ())])
    return made


def _index() -> str:
    """A page that shows all pictures, game by game, light beside dark."""
    words = "Every screen of every game, light and dark, as the browser tests see it; written by `make screens`."
    lines = ["# Screens", "", words]
    left = sorted({path.stem.rpartition("-")[0] for path in GALLERY.glob("*-light.png")})
    for game, starts in GAMES.items():
        mine = [name for name in left if name.startswith(starts)]
        left = [name for name in left if name not in mine]
        if mine:
            lines += ["", f"## {game.capitalize()}", "", *_rows(mine)]
    return "\n".join(lines) + "\n"


def _rows(names: list[str]) -> Iterator[str]:
    for name in names:
        width = 420 if name.endswith(("-host", "-screen")) or name.startswith("host-") else 195
        pair = (
            f'<img src="{name}-{scheme}.png" width="{width}" alt="{name}, {scheme}">' for scheme in ("light", "dark")
        )
        yield f"{' '.join(pair)}\n"


if __name__ == "__main__":
    main()

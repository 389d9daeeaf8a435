"""Read the path-traced photographs as other cameras and messengers would have delivered them; none
may be misread.

    python -m bench.photos.redeveloped [--only "hazy,very grainy"] [--wrong FOLDER]

Each photograph of the sets is developed again, read without naming the game, and compared with its
truth.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bench import pages
from bench.photos.lab_scene import Rng
from bench.photos.layouts import GAMES
from bench.photos.recall import each_of
from tests.vision.truths import statements
from vision.scan.pipeline import read_photo

Picture: TypeAlias = NDArray[np.float32]  # height x width x BGR, 0 to 255

PHOTOS = Path(__file__).parents[2] / "tests" / "photos"
# only boards are cut: the truth doesn't say what part of a line or pyramid is left
BOARDS = ("rocks", "pirates", "solitaire")
QUALITY = 85
GAMMA = 2.2


def toned(picture: Picture, white: Sequence[float], gamma: float = 1.0) -> Picture:
    """Return the picture with its blue, green and red scaled, after a gamma curve."""
    return np.asarray(255 * (picture / 255) ** gamma * np.array(white), np.float32)


def unfocused(picture: Picture, sigma: float) -> Picture:
    """Blur a picture, sigma in px."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def shaken(picture: Picture, length: int, rng: Rng) -> Picture:
    """Smear a picture over so many px, in any direction."""
    angle, middle = float(rng.uniform(0, np.pi)), length // 2
    x, y = round(middle * float(np.cos(angle))), round(middle * float(np.sin(angle)))
    kernel = np.zeros((length, length), np.float32)
    ends = (middle - x, middle - y), (middle + x, middle + y)
    cv2.line(kernel, *ends, 1, 1, cv2.LINE_AA)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)


def grainy(picture: Picture, noise: float, rng: Rng, gain: float = 1.0) -> Picture:
    """Add a sensor's noise at a share `gain` of the light, sharpened as phones do."""
    light = (np.maximum(picture, 0) / 255 * gain) ** GAMMA
    spread = noise * np.sqrt(light + 1 / 16) * rng.standard_normal(light.shape, np.float32)
    grain = np.clip(light + spread, 0, 1) ** (1 / GAMMA) - light ** (1 / GAMMA)
    grain += 0.5 * (grain - cv2.GaussianBlur(grain, (0, 0), 1.2))
    return np.asarray(255 * (light ** (1 / GAMMA) + grain), np.float32)


def small(picture: Picture, side: int) -> Picture:
    """Shrink a picture as messengers do: its longer side to so many px."""
    scale = side / max(picture.shape[:2])
    less = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(less, np.float32)


def cut(picture: Picture, share: float, turns: int) -> Picture:
    """Cut a share off one of the four sides."""
    turned = np.rot90(picture, turns)
    return np.ascontiguousarray(np.rot90(turned[round(share * len(turned)) :], -turns))


WAYS: Mapping[str, Callable[[Picture, Rng], Picture]] = {
    "as it is": lambda picture, _: picture,
    "a quarter of the light": lambda picture, rng: grainy(picture, 0.03, rng, gain=0.25),
    "overexposed": lambda picture, _: toned(picture, (1.5, 1.5, 1.5)),
    "lighter middle tones": lambda picture, _: toned(picture, (1, 1, 1), 0.6),
    "lamp light": lambda picture, _: toned(picture, (0.5, 0.85, 1.1)),
    "cold light": lambda picture, _: toned(picture, (1.15, 0.95, 0.6)),
    "without colour": lambda picture, _: np.repeat(picture.mean(2, keepdims=True), 3, 2),
    "in a shadow": lambda picture, _: np.asarray(
        picture * np.linspace(1, 0.3, picture.shape[1])[:, None], np.float32
    ),
    "hazy": lambda picture, _: (picture - 128) * 0.4 + 128,
    "out of focus, 2.5 px": lambda picture, _: unfocused(picture, 2.5),
    "shaken, 8 px": lambda picture, rng: shaken(picture, 8, rng),
    "very grainy": lambda picture, rng: grainy(picture, 0.1, rng),
    "JPEG of quality 20": lambda picture, _: picture,
    "1,280 px": lambda picture, _: small(picture, 1280),
    "1,024 px": lambda picture, _: small(picture, 1024),
    "a third cut off": lambda picture, rng: cut(picture, 0.33, int(rng.integers(4))),
}
# of the JPEG, where it differs from QUALITY
QUALITIES = {"as it is": 95, "JPEG of quality 20": 20, "1,280 px": 80}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One reading: how many statements are possible and how many missing, and which are wrong."""

    way: str
    photo: str
    possible: int
    missing: int
    wrong: tuple[str, ...]


def developed(photo: Path, way: str) -> bytes:
    """Return the photo developed in this way, a JPEG; always the same one."""
    picture = np.asarray(cv2.imread(str(photo)), np.float32)
    made = WAYS[way](picture, np.random.default_rng(zlib.crc32(photo.name.encode())))
    quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITIES.get(way, QUALITY)]
    return cv2.imencode(".jpg", np.clip(made, 0, 255).astype(np.uint8), quality)[1].tobytes()


def outcome(way: str, photo: Path, folder: Path | None = None) -> Outcome:
    """Develop a photo, read it, and compare it with its truth; keep it in `folder` if misread."""
    beside = json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))
    data, pyramids = developed(photo, way), beside["truth"].get("pyramids")
    wishes = {"players": len(pyramids)} if pyramids else {}
    reading = read_photo(data, photo.name, asked=wishes).reading
    made = statements(reading, beside["truth"], beside["game"])
    wrong = tuple(f"{each.name}: {each.said}, is {each.true}" for each in made if each.wrong)
    if wrong and folder:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{beside['game']}-{photo.stem}-{way.replace(' ', '-')}.jpg").write_bytes(data)
    possible, missing = sum(each.asked for each in made), sum(each.missing for each in made)
    return Outcome(way, f"{beside['game']} {photo.stem}", possible, missing, wrong)


def photos(games: Sequence[str]) -> list[Path]:
    """Return the photographs of these games' sets."""
    return [photo for game in games for photo in sorted((PHOTOS / game).rglob("*.jpg"))]


def table(outcomes: Sequence[Outcome]) -> str:
    """Return a table with a row for each way."""
    rows = []
    for way in dict.fromkeys(one.way for one in outcomes):
        own = [one for one in outcomes if one.way == way]
        whole = sum(not one.missing and not one.wrong for one in own)
        share = 1 - sum(one.missing for one in own) / max(1, sum(one.possible for one in own))
        wrong = sum(bool(one.wrong) for one in own)
        rows.append((way, str(len(own)), str(whole), f"{share:.1%}", str(wrong)))
    head = ("developed as", "photos", "read in full", "statements made", "misread")
    return pages.table(head, rows)


def main() -> int:
    """Develop and read all photos and print the table; return 1 if one was misread."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("--jobs", type=int, default=2)
    cli.add_argument("--only", type=lambda names: names.split(","), default=list(WAYS), help="ways")
    cli.add_argument("--wrong", type=Path, help="folder for what is misread")
    args = cli.parse_args()
    jobs = [
        (way, photo) for way in args.only for photo in photos(BOARDS if "cut off" in way else GAMES)
    ]
    outcomes = each_of(jobs, partial(outcome, folder=args.wrong), args.jobs)
    print(table(outcomes))
    misread = [one for one in outcomes if one.wrong]
    for one in misread:
        print(f"misread, {one.way}: {one.photo}: {'; '.join(one.wrong)}")
    return bool(misread)


if __name__ == "__main__":
    sys.exit(main())

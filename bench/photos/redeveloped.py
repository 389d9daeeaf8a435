"""Redeveloped: the path-traced photographs as other cameras and messengers would have made them;
none may be misread.

Each photograph of the sets is made darker, lighter, of another white, hazy, out of focus, shaken,
grainy, small, cut off, and so on, read without the game, and held against its truth. Prints a table
in Markdown, and what was misread.

    python -m bench.photos.redeveloped [--jobs 2] [--only hazy,shaken] [--wrong FOLDER]
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from printables.output.progress import progress
from tests.vision.truths import statements
from vision.games import rows
from vision.scan.pipeline import read_photo

Picture: TypeAlias = NDArray[np.float32]  # height x width x BGR, 0 to 255

PHOTOS = Path(__file__).parents[2] / "tests" / "photos"
GAMES = tuple(row.game for row in rows())
BOARDS = ("rocks", "pirates", "solitaire")
QUALITY = 85
GAMMA = 2.2


def toned(
    picture: Picture, gain: float = 1.0, gamma: float = 1.0, white: Sequence[float] = (1, 1, 1)
) -> Picture:
    """Lighter or darker, its middle tones too, and of another white (blue, green, red)."""
    return np.asarray(255 * (picture / 255) ** gamma * gain * np.array(white), np.float32)


def contrasted(picture: Picture, share: float) -> Picture:
    """With so much of its contrast: hazy below 1."""
    return np.asarray((picture - 128) * share + 128, np.float32)


def shaded(picture: Picture, share: float) -> Picture:
    """Darker to the right, down to that share of the light."""
    return np.asarray(picture * np.linspace(1, share, picture.shape[1])[:, None], np.float32)


def unfocused(picture: Picture, sigma: float) -> Picture:
    """Blurred, px."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def shaken(picture: Picture, length: int, rng: np.random.Generator) -> Picture:
    """Moved by so many px, whichever way."""
    angle, middle, kernel = (
        rng.uniform(0, np.pi),
        length // 2,
        np.zeros((length, length), np.float32),
    )
    reach = (round(middle * float(np.cos(angle))), round(middle * float(np.sin(angle))))
    cv2.line(
        kernel,
        (middle - reach[0], middle - reach[1]),
        (middle + reach[0], middle + reach[1]),
        1,
        1,
        cv2.LINE_AA,
    )
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)


def grainy(picture: Picture, noise: float, rng: np.random.Generator, gain: float = 1.0) -> Picture:
    """With a sensor's noise, as in so much less light, and the sharpening that phones put on it."""
    light = (np.maximum(picture, 0) / 255 * gain) ** GAMMA
    spread = noise * np.sqrt(light + 1 / 16)
    seen = np.clip(light + spread * rng.standard_normal(light.shape, np.float32), 0, 1) ** (
        1 / GAMMA
    )
    grain = seen - light ** (1 / GAMMA)
    grain += 0.5 * (grain - cv2.GaussianBlur(grain, (0, 0), 1.2))
    return np.asarray(255 * (light ** (1 / GAMMA) + grain), np.float32)


def small(picture: Picture, side: int) -> Picture:
    """As messengers send it: the longer side so many px."""
    scale = side / max(picture.shape[:2])
    return np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32
    )


def cut(picture: Picture, share: float, turns: int) -> Picture:
    """Without that share at one side."""
    turned = np.rot90(picture, turns)
    return np.ascontiguousarray(np.rot90(turned[round(share * len(turned)) :], -turns))


def grey(picture: Picture) -> Picture:
    """Without colour."""
    return np.repeat(picture.mean(2, keepdims=True), 3, 2)


@dataclass(frozen=True, slots=True)
class Way:
    """How a photograph is made again, and the quality of its JPEG; `whole` is False where a part of
    it is gone.

    Of such only boards are read: what a part of a line or of a pyramid is worth, and which line is
    the first, its truth doesn't tell.
    """

    make: Callable[[Picture, np.random.Generator], Picture]
    quality: int = QUALITY
    whole: bool = True


def _plain(make: Callable[..., Picture], *how: float, quality: int = QUALITY) -> Way:
    return Way(lambda picture, _rng: make(picture, *how), quality)


WAYS: Mapping[str, Way] = {
    "as it is": Way(lambda picture, _rng: picture, 95),
    "a quarter of the light": Way(lambda picture, rng: grainy(picture, 0.03, rng, gain=0.25)),
    "overexposed": _plain(toned, 1.5),
    "lighter middle tones": _plain(toned, 1.0, 0.6),
    "darker middle tones": _plain(toned, 1.0, 1.8),
    "lamp light": Way(lambda picture, _rng: toned(picture, white=(0.5, 0.85, 1.1))),
    "cold light": Way(lambda picture, _rng: toned(picture, white=(1.15, 0.95, 0.6))),
    "green light": Way(lambda picture, _rng: toned(picture, white=(0.75, 1.05, 0.75))),
    "without colour": _plain(grey),
    "in a shadow": _plain(shaded, 0.3),
    "hazy": _plain(contrasted, 0.4),
    "hard": _plain(contrasted, 1.7),
    "out of focus, 3 px": _plain(unfocused, 3.0),
    "out of focus, 5 px": _plain(unfocused, 5.0),
    "shaken, 9 px": Way(lambda picture, rng: shaken(picture, 9, rng)),
    "shaken, 15 px": Way(lambda picture, rng: shaken(picture, 15, rng)),
    "grainy": Way(lambda picture, rng: grainy(picture, 0.06, rng)),
    "very grainy": Way(lambda picture, rng: grainy(picture, 0.1, rng)),
    "JPEG of quality 20": Way(lambda picture, _rng: picture, 20),
    "2,048 px": _plain(small, 2048, quality=60),
    "1,600 px": _plain(small, 1600, quality=70),
    "1,280 px": _plain(small, 1280, quality=80),
    "1,024 px": _plain(small, 1024),
    "a fifth cut off": Way(
        lambda picture, rng: cut(picture, 0.2, int(rng.integers(4))), whole=False
    ),
    "a third cut off": Way(
        lambda picture, rng: cut(picture, 0.33, int(rng.integers(4))), whole=False
    ),
}


@dataclass(frozen=True, slots=True)
class Told:
    """What was said of one photo: how many statements, how many left open, and the wrong ones in
    words.
    """

    way: str
    photo: str
    asked: int
    missing: int
    wrong: tuple[str, ...]


def developed(photo: Path, way: Way) -> bytes:
    """The photo made again; the same at every call."""
    picture = np.asarray(cv2.imread(str(photo)), np.float32)
    made = way.make(picture, np.random.default_rng(zlib.crc32(photo.name.encode())))
    data = cv2.imencode(
        ".jpg", np.clip(made, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, way.quality]
    )[1]
    return bytes(data.tobytes())


def told(photo: Path, name: str, wrong: Path | None = None) -> Told:
    """One photo made again, read, and held against its truth; a misread one is kept in the folder
    `wrong`.
    """
    cv2.setNumThreads(1)
    way, so = WAYS[name], json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))
    data, pyramids = developed(photo, way), so["truth"].get("pyramids")
    wishes = {"players": len(pyramids)} if pyramids else {}
    found = statements(read_photo(data, photo.name, wishes=wishes).reading, so["truth"], so["game"])
    misread = tuple(f"{each.name}: {each.said}, so is {each.so}" for each in found if each.wrong)
    if misread and wrong:
        wrong.mkdir(parents=True, exist_ok=True)
        (wrong / f"{so['game']}-{photo.stem}-{name.replace(' ', '-')}.jpg").write_bytes(data)
    asked = [each for each in found if each.asked]
    return Told(
        name, f"{so['game']} {photo.stem}", len(asked), sum(each.missing for each in found), misread
    )


def photos(games: Sequence[str]) -> list[Path]:
    """The photographs of the sets."""
    return [photo for game in games for photo in sorted((PHOTOS / game).rglob("*.jpg"))]


def table(found: Sequence[Told]) -> Iterator[str]:
    """A line of Markdown for each way."""
    yield (
        "| developed as | photos | read in full | statements made | misread "
        "|\n|---|---|---|---|---|"
    )
    for name in dict.fromkeys(one.way for one in found):
        own = [one for one in found if one.way == name]
        whole = sum(not one.missing and not one.wrong for one in own)
        share = 1 - sum(one.missing for one in own) / max(1, sum(one.asked for one in own))
        yield (
            f"| {name} | {len(own)} | {whole} | {share:.1%} | "
            f"{sum(map(bool, (one.wrong for one in own)))} |"
        )


def main() -> int:
    """Make them all, read them, and print the table; 1 where one was misread."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("--jobs", type=int, default=2)
    cli.add_argument(
        "--only", type=lambda names: names.split(","), default=list(WAYS), help="ways, by name"
    )
    cli.add_argument("--wrong", type=Path, help="folder for what is misread")
    args = cli.parse_args()
    jobs = [
        (photo, name)
        for name in args.only
        for photo in photos(GAMES if WAYS[name].whole else BOARDS)
    ]
    found = []
    with ProcessPoolExecutor(args.jobs) as pool, progress(len(jobs), "reading photos") as done:
        for one in pool.map(partial(told, wrong=args.wrong), *zip(*jobs, strict=True), chunksize=4):
            found.append(one)
            done()
    print("\n".join(table(found)))
    print(
        "\n".join(
            f"misread, {one.way}: {one.photo}: {'; '.join(one.wrong)}" for one in found if one.wrong
        )
    )
    return any(one.wrong for one in found)


if __name__ == "__main__":
    sys.exit(main())

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import pyapriltags
import pytest

from bench.photos.lab import render, take, truth
from bench.photos.lab_prints import Pixels, Prints
from bench.photos.lab_scene import Scene, Table

SMALL = Scene(size=(640, 480), height=330, tilt=10, table="plain", curl=0, noise=0.002, quality=98)
PIECES: list[dict[str, Any]] = [
    {"id": "penguin-07", "face": "front", "x": -50, "y": 10, "rotation": 4},
    {"id": "penguin-21", "face": "front", "x": 40, "y": -20, "rotation": -87},
    {"id": "token", "face": "front", "x": -48, "y": -75, "rotation": 30},
]
LAYOUT = {"pieces": PIECES}


@pytest.fixture(scope="module")
def prints(tmp_path_factory: pytest.TempPathFactory) -> Prints:
    """Two penguins and a token, printed."""
    ids = frozenset(str(piece["id"]) for piece in PIECES)
    return Prints.of("giza", tmp_path_factory.mktemp("prints"), ids)


def sighted(picture: Pixels) -> dict[int, np.ndarray[Any, Any]]:
    """Corners of the tags that an independent reader finds, clockwise from the tag's own top left,
    px.

    It reads light, not screen values: a screen's make black shrink where lens and sensor mix it
    with white.
    """
    light = np.asarray(255 * (picture[..., 1] / 255) ** 2.2, np.uint8)
    detector = pyapriltags.Detector("tag36h11", quad_decimate=1)
    return {found.tag_id: found.corners[[3, 2, 1, 0]] - 0.5 for found in detector.detect(light)}


@pytest.mark.parametrize(
    "scene",
    [
        SMALL,
        replace(SMALL, tilt=35, turn=160, roll=-7, distortion=-0.06),
        replace(SMALL, miscut=1.5, curl=1.8, distortion=0.04),
    ],
    ids=["straight", "slanting", "bent and miscut"],
)
def test_truth_is_where_a_reader_finds_the_tags(prints: Prints, scene: Scene) -> None:
    """Every tag of the layout is found, and each of its corners within a pixel of the truth."""
    scene = replace(scene, size=(1280, 960))
    found = sighted(render(LAYOUT, prints, scene, seed=3))
    tags = [tag for piece in truth(LAYOUT, prints, scene, seed=3) for tag in piece.tags]
    assert {tag.id for tag in tags} == set(found)
    for tag in tags:
        off = [
            np.linalg.norm(np.roll(found[tag.id], turn, 0) - tag.corners, axis=1).max()
            for turn in range(4)
        ]
        assert min(off) < 1.0, tag


def test_the_same_seed_gives_the_same_bytes(prints: Prints) -> None:
    """A photo can be made again; another seed is another photo of the same table."""
    scene = replace(SMALL, curl=1.0, fingers=1, glare=0.5, motion=2, noise=0.01)
    first = take(LAYOUT, prints, scene, seed=5)
    assert take(LAYOUT, prints, scene, seed=5) == first
    assert take(LAYOUT, prints, scene, seed=6) != first


def fineness(picture: Pixels) -> float:
    """How strong edges are."""
    return float(cv2.Laplacian(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.CV_32F).std())


def brightness(picture: Pixels) -> float:
    """The mean of all values."""
    return float(picture.mean())


def burnt(picture: Pixels) -> float:
    """Share of the picture that is plain white."""
    return float((picture.min(-1) > 250).mean())


def grain(picture: Pixels) -> float:
    """Noise: how much neighbours differ where nothing is drawn."""
    corner = picture[-60:, -60:].astype(float)
    return float(np.abs(corner - cv2.blur(corner, (3, 3))).mean())


def redness(picture: Pixels) -> float:
    """Red beyond blue."""
    return float(picture[..., 2].mean() - picture[..., 0].mean())


def colour(picture: Pixels) -> float:
    """How far the card's middle is from grey."""
    card = picture[150:300, 150:260].astype(float)
    return float(np.abs(card[..., 2] - card[..., 0]).mean())


def contrast(picture: Pixels) -> float:
    """From the darkest to the brightest print on the first card."""
    low, high = np.percentile(picture[150:300, 150:260], [2, 98])
    return float(high - low)


def unevenness(picture: Pixels) -> float:
    """How much the brighter side of the picture is brighter."""
    columns = picture.mean((0, 2))
    return float(columns[-100:].mean() - columns[:100].mean())


def skin(picture: Pixels) -> float:
    """Share of the picture where red beats blue and green as it does on fingers."""
    b, g, r = (picture[..., channel].astype(int) for channel in range(3))
    return float(((r > 1.3 * g) & (r > 1.4 * b) & (g > b)).mean())


def bytes_needed(picture: Pixels) -> float:
    """Of the picture without further loss: fewer when JPEG has thrown more away."""
    return float(len(cv2.imencode(".png", picture)[1]))


@pytest.mark.parametrize(
    ("change", "measure", "way"),
    [
        ({"defocus": 2.5}, fineness, -1),
        ({"motion": 5.0}, fineness, -1),
        ({"sharpen": 1.5}, fineness, 1),
        ({"light": 0.3}, brightness, -1),
        ({"vignette": 0.6}, brightness, -1),
        ({"noise": 0.05}, grain, 1),
        ({"warmth": 0.8}, redness, 1),
        ({"balance": (1.2, 1.0, 0.8)}, redness, -1),
        ({"gradient": 0.6, "light_from": 0.0}, unevenness, 1),
        ({"grey": True}, colour, -1),
        ({"ink": 0.4}, contrast, -1),
        ({"sleeve": True}, contrast, -1),
        ({"glare": 1.5}, burnt, 1),
        ({"fingers": 2}, skin, 1),
        ({"quality": 30}, bytes_needed, -1),
        ({"table": "dark"}, brightness, -1),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_each_factor_does_what_it_says(
    prints: Prints, change: Mapping[str, Any], measure: Callable[[Pixels], float], way: int
) -> None:
    """A factor moves what a person would see, in the right direction, by more than three in a
    hundred.
    """
    before, after = (
        measure(render(LAYOUT, prints, scene, seed=2))
        for scene in (SMALL, replace(SMALL, **change))
    )
    assert (after - before) * way > 0.03 * abs(before)


def test_what_is_covered_does_not_count_as_seen(prints: Prints) -> None:
    """A card on a card hides its tag; what hangs out of the picture is not seen; the topmost is."""
    below, above = (dict(PIECES[n], x=0, y=0, rotation=0) for n in (0, 1))
    layout = {"pieces": [below, above | {"y": 40, "z": 1}, dict(PIECES[2], x=400)]}
    first, token, second = truth(layout, prints, SMALL)
    assert [tag.visible > 0.99 for tag in first.tags] == [False, True]
    assert all(tag.visible > 0.99 for tag in second.tags)
    assert token.tags[0].visible == 0
    assert not token.readable


@pytest.mark.parametrize("table", get_args(Table))
def test_no_table_is_a_tag(prints: Prints, table: Any) -> None:
    """However it is patterned, a bare table fills the picture and shows no tag."""
    picture = render({}, prints, replace(SMALL, table=table), seed=4)
    assert picture.shape == (480, 640, 3)
    assert picture.std() > 0.5
    assert not sighted(picture)


def test_impossible_scenes_are_refused() -> None:
    """A camera can't look along the table or from below it."""
    for change in ({"tilt": 80}, {"height": 0}, {"size": (4, 4)}):
        with pytest.raises(ValueError, match="no picture"):
            replace(SMALL, **change)


def test_shaped_pieces_lie_there_without_the_paper_round_them(tmp_path: Path) -> None:
    """Of a standee only the base with its tag lies there; a hexagonal tile leaves the table between
    its points.
    """
    prints = Prints.of("pirates", tmp_path, frozenset({"tile-red-1", "ship-penguins"}))
    window = prints.window("ship-penguins", "front", "base")
    assert window.height < prints.window("ship-penguins", "front").height / 3
    outline = prints.outline(("tile-red-1", "front"), prints.window("tile-red-1", "front"))
    box = np.prod(outline.max(0) - outline.min(0))
    assert 0.5 < cv2.contourArea(outline.astype(np.float32)) / box < 0.9

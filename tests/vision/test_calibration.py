"""Calibration: what a printer did to both sides of a sheet, read from photos of them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from companion.calibration import Key, sheet_tags
from companion.errors import PhotoError
from companion.layout import Size
from companion.measured import paired, profile
from companion.profile import Drift, Profile
from tests.vision.conftest import photo_of
from tests.vision.sheets import LETTER, Shot, shoot, shots
from vision.calibration import read_side
from vision.photo.loader import Photo, load

FOLDER = Path(__file__).parents[1] / "photos" / "calibration"
PAIRS = sorted(path.name.removesuffix(".truth.json") for path in FOLDER.glob("*.truth.json"))
PROMISED = 0.3  # mm
KEY, DAY = Key("a4", "long"), "2026-11-21"
# a smaller printer's error isn't simpler; seconds each
NO_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)

scales, places = st.floats(0.993, 1.007), st.floats(-4, 4)
drifts = st.builds(Drift, scales, scales, places, places, st.floats(-0.5, 0.5))

FRONT, BACK = Drift(0.995, 1.003, 0.6, -0.4, 0.15), Drift(0.996, 1.002, 1.7, -0.9, 0.4)


def photo(name: str, face: str) -> Photo:
    path = FOLDER / f"{name}-{face}.jpg"
    return load(path.read_bytes(), path.name)


@cache
def read_pair(name: str) -> Profile:
    front, back = (read_side(photo(name, face)) for face in ("front", "back"))
    paired(front, back)
    return profile(name, front, back, DAY)


def truth(name: str) -> dict[str, Any]:
    """What the printer of a pair did."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.truth.json").read_text("utf-8"))
    return found


def true_match(name: str) -> Drift:
    told = truth(name)
    return Drift(*told["back"]).from_other_side(told["sides"]).against(Drift(*told["front"]))


def test_every_pair_is_there_and_small() -> None:
    """Each row of bench/photos/calibration.toml has its photos, under 700 KB each, and a truth that
    says the same.
    """
    rows = tomllib.loads(
        (FOLDER.parents[2] / "bench" / "photos" / "calibration.toml").read_text("utf-8")
    )["pair"]
    assert sorted(row["name"] for row in rows) == PAIRS
    for row in rows:
        assert truth(row["name"]) == {
            name: row[name] for name in ("paper", "sides", "front", "back")
        }
        for face in ("front", "back"):
            assert (FOLDER / f"{row['name']}-{face}.jpg").stat().st_size < 700_000


@pytest.mark.parametrize("name", PAIRS)
def test_photos_tell_where_the_back_lies(name: str) -> None:
    """The back's offset to 0.3 mm as promised, and offset, turn and scale to what the profile
    itself says.
    """
    found = read_pair(name)
    off = found.back_from_front.against(true_match(name))
    assert (found.paper, found.sides) == (truth(name)["paper"], truth(name)["sides"])
    assert max(abs(off.dx), abs(off.dy)) < PROMISED
    assert abs(off.dx) <= found.match.dx < PROMISED
    assert abs(off.dy) <= found.match.dy < PROMISED
    assert abs(off.rotation_deg) <= found.match.rotation_deg
    assert abs(off.scale_x - 1) <= found.match.scale_x
    assert abs(off.scale_y - 1) <= found.match.scale_y


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("face", ["front", "back"])
def test_photos_tell_what_happened_to_a_side(name: str, face: str) -> None:
    """Each side's own place, turn and scale on its paper, to what the profile says of them."""
    found = read_pair(name)
    off = getattr(found, face).against(Drift(*truth(name)[face]))
    assert abs(off.dx) <= found.side.dx
    assert abs(off.dy) <= found.side.dy
    assert abs(off.rotation_deg) <= found.side.rotation_deg
    assert abs(off.scale_x - 1) < 0.0015 < found.side.scale_x
    assert abs(off.scale_y - 1) < 0.0015 < found.side.scale_y


@settings(max_examples=2, phases=NO_SHRINKING)
@given(drifts, drifts, shots, shots)
def test_any_printer_through_any_lens(front: Drift, back: Drift, one: Shot, other: Shot) -> None:
    """Whatever a printer and two phones do within reason: the back's place to 0.3 mm, its turn to
    0.1 degrees, and its scale to 0.3 %, of which a profile claims 1 %.
    """
    key = Key("letter", "short")
    sides = read_side(shoot(key, "front", front, one)), read_side(shoot(key, "back", back, other))
    paired(*sides)
    off = profile("p", *sides, DAY).back_from_front.against(
        back.from_other_side("short").against(front)
    )
    assert max(abs(off.dx), abs(off.dy)) < PROMISED
    assert abs(off.rotation_deg) < 0.1
    assert (off.scale_x, off.scale_y) == pytest.approx((1, 1), abs=0.003)


@pytest.mark.parametrize("paper", ["a4", "tabloid"])
def test_every_paper(paper: str) -> None:
    """Each paper's sheet is known by its key; larger ones are just smaller in the picture."""
    key = Key(paper, "long")
    shot = Shot(span=key.size.height * 1.3, size=(2016, 1512))
    side = read_side(shoot(key, "back", BACK, shot))
    assert (side.key, side.face) == (key, "back")
    assert (side.drift.dx, side.drift.dy) == pytest.approx((BACK.dx, BACK.dy), abs=0.15)


def test_paper_that_is_cut_a_millimetre_off() -> None:
    """Scale is as wrong as the paper, which the profile admits; the two sides still fit
    each other.
    """
    shot = Shot(paper=Size(209, 298))
    found = profile(
        "p",
        read_side(shoot(KEY, "front", FRONT, shot)),
        read_side(shoot(KEY, "back", FRONT, shot)),
        DAY,
    )
    assert found.front.scale_x == pytest.approx(FRONT.scale_x * 210 / 209, abs=0.002)
    assert abs(found.front.scale_x - FRONT.scale_x) < found.side.scale_x
    assert abs(found.front.scale_y - FRONT.scale_y) < found.side.scale_y
    assert found.back_from_front.against(
        FRONT.from_other_side("long").against(FRONT)
    ).dx == pytest.approx(0, abs=0.1)
    assert found.back_from_front.scale_x == pytest.approx(1, abs=0.001)


def test_a_finger_on_a_few_tags_does_no_harm() -> None:
    """Tags that are hidden are not needed; an edge that is hidden in part is found by the rest."""
    hidden = read_side(shoot(KEY, "front", FRONT, Shot(cover=(-20, 60, 30, 110))))
    assert astuple(hidden.drift)[2:] == pytest.approx(astuple(FRONT)[2:], abs=0.15)


def _box(index: int, margin: float = 4) -> tuple[float, float, float, float]:
    spot = sheet_tags(KEY, "front")[index]
    reach = spot.size / 2 + margin
    return (spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach)


BAD: dict[str, tuple[Callable[[], Photo], str]] = {
    "edge cut off": (
        lambda: shoot(KEY, "front", shot=Shot(span=340, shift=(35, 0))),
        (
            r"the paper's (top|bottom) edge is cut off by the picture's; step back until "
            r"all four"
        ),
    ),
    "most of it cut off": (
        lambda: shoot(KEY, "front", shot=Shot(span=400, shift=(180, 0))),
        (
            r"only \d+ of the sheet's 24 tags can be read; all of the sheet must "
            r"be in view"
        ),
    ),
    "too small": (
        lambda: shoot(KEY, "front", shot=Shot(span=760)),
        r"the sheet is too small in the photo: 2\.\d pixels a millimetre; go closer",
    ),
    "other paper": (
        lambda: shoot(KEY, "front", Drift(0.97, 0.97), Shot(paper=LETTER)),
        (
            r"the paper isn't a4, or not flat: its sides don't fit the print; print the "
            r"sheet on a4"
        ),
    ),
    "fit to page": (
        lambda: shoot(KEY, "front", Drift(0.96, 0.96)),
        r"the sheet was printed at 96 %; print it at 100 % \(actual size",
    ),
    "white ground": (
        lambda: shoot(KEY, "front", shot=Shot(ground=252)),
        (
            r"edge doesn't stand out where a4 has it; lay the sheet flat and alone on "
            r"something darker"
        ),
    ),
    "key covered": (
        lambda: shoot(KEY, "front", shot=Shot(cover=_box(-1, 0))),
        (
            r"the tag beside the sheet's title, which names the paper, can't be read; "
            r"uncover it"
        ),
    ),
    "mirrored": (
        lambda: _mirrored(shoot(KEY, "front")),
        (
            r"the photo is mirrored; use the main "
            r"camera"
        ),
    ),
    "no sheet": (
        lambda: photo_of(np.full((600, 800, 3), 90, np.uint8), "x.jpg"),
        r"no calibration sheet can be seen; print one, and photograph it",
    ),
}


def _mirrored(picture: Photo) -> Photo:
    return photo_of(np.asarray(cv2.flip(picture.image, 1), np.uint8), picture.name)


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_photo_is_one_clear_message(bad: str) -> None:
    """Each names the photo, what is wrong with it and the remedy; nothing is measured wrongly
    instead.
    """
    make, words = BAD[bad]
    with pytest.raises(PhotoError, match=words) as found:
        read_side(make())
    assert str(found.value).startswith(("front.jpg: ", "x.jpg: "))


def test_both_sides_in_one_photo_are_said() -> None:
    """Two sheets side by side would be measured as one."""
    pair = [shoot(KEY, face, shot=Shot(size=(1200, 900))).image for face in ("front", "back")]
    with pytest.raises(
        PhotoError,
        match="shows both sides of a sheet, or two sheets; photograph one side at a time",
    ):
        read_side(photo_of(np.vstack(pair), "both.jpg"))

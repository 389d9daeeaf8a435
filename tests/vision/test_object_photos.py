"""Path-traced photos with one object on the table, and the same tables without it.

The rows of bench/photos/booth.toml say what lies there. Nobody looked at those of objects-held
while the reader was tuned.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.vision.shots import pairs
from tests.vision.truths import Statement, counts, statements
from vision.scan.pipeline import read_photo

FOLDER = Path(__file__).parents[1] / "photos"
MOST_BYTES = 200_000
PHOTOS = [FOLDER / f"objects-{pair['half']}" / f"{pair['name']}.jpg" for pair in pairs()]
CLEAR = [photo.with_stem(f"{photo.stem}-clear") for photo in PHOTOS]


def truth(photo: Path) -> dict[str, Any]:
    """What is stored beside a photo: its game, the layout, and what there is to say of it."""
    stored: dict[str, Any] = json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))
    return stored


@cache
def made(photo: Path, *, counted: bool) -> list[Statement]:
    """What is said of a photo, read without anything known, or with its game and counts."""
    stored = truth(photo)
    known = (stored["game"], None, counts(stored)) if counted else ()
    reading = read_photo(photo.read_bytes(), photo.name, *known).reading
    return statements(reading, stored["truth"], stored["game"], counted=counted)


def mistakes(photo: Path, *, counted: bool) -> list[str]:
    """What is stated and isn't so."""
    some = made(photo, counted=counted)
    return [f"{each.name}: {each.said}, is {each.true}" for each in some if each.wrong]


def test_every_pair_has_both_photos() -> None:
    """With their truths; each photo is small."""
    assert sorted([*PHOTOS, *CLEAR]) == sorted(
        photo for half in ("tune", "held") for photo in (FOLDER / f"objects-{half}").glob("*.jpg")
    )
    assert all(truth(photo)["object"] for photo in PHOTOS)
    assert not any(truth(photo)["object"] for photo in CLEAR)
    assert max(photo.stat().st_size for photo in [*PHOTOS, *CLEAR]) <= MOST_BYTES


@pytest.mark.parametrize("counted", [False, True], ids=["alone", "counted"])
@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_nothing_wrong_is_stated_as_sure(photo: Path, *, counted: bool) -> None:
    """What an object hides is left open, whether it is known how much there is or not."""
    assert mistakes(photo, counted=counted) == []


@pytest.mark.parametrize("counted", [False, True], ids=["alone", "counted"])
@pytest.mark.parametrize("photo", CLEAR, ids=lambda photo: photo.stem)
def test_a_clear_photo_is_read_whole(photo: Path, *, counted: bool) -> None:
    """Without the object everything is read, and the reading is sure of it."""
    assert mistakes(photo, counted=counted) == []
    assert [each.name for each in made(photo, counted=counted) if each.missing] == []

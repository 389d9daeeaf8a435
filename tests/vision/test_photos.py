"""Photos: path-traced ones of real printed cards, each with what lies on it. Read exactly, and never misread."""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.giza.deck import standard
from companion.giza.pyramid import SLOTS, Pyramid
from vision.reading import Reading
from vision.scan import read_photo

FOLDER = Path(__file__).parent.parent / "photos"
PHOTOS = sorted(FOLDER.glob("*.jpg"))
READ_AT_LEAST = 0.9  # of all sharp photos, the whole table right; misreads: none, on any


def truth(photo: Path) -> dict[str, Any]:
    """What lies there and what should be said of it."""
    expected: dict[str, Any] = json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))["expect"]
    return expected


@cache
def reading(photo: Path) -> Reading:
    """A photo read with the goals of its truth; once for all tests of this file."""
    deck = standard()
    goals = [deck.goals_by_id[name] for name in truth(photo)["goals"]]
    return read_photo(photo.read_bytes(), photo.name, deck, goals).reading


def wholly_right(photo: Path) -> bool:
    """Pyramid, verdict, violations and score, all of it."""
    seen, wanted = reading(photo), truth(photo)
    violations = [[v.rule, list(v.slot) if v.slot else None] for v in seen.violations]
    return (str(seen.pyramid), seen.verdict, violations, seen.score) == (
        wanted["pyramid"], wanted["verdict"], wanted["violations"], wanted["score"],
    )  # fmt: skip


def test_every_shot_is_there_and_small() -> None:
    """Each row of bench/photos/shots.toml has its photo and truth, all five looks, at most 1.5 MB each."""
    shots = tomllib.loads((FOLDER.parents[1] / "bench" / "photos" / "shots.toml").read_text("utf-8"))["shot"]
    assert [photo.stem for photo in PHOTOS] == sorted(shot["name"] for shot in shots)
    assert {shot["look"] for shot in shots} == {"desk", "kitchen", "evening", "cloth", "picnic"}
    assert max(photo.stat().st_size for photo in PHOTOS) <= 1_500_000


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_no_photo_is_misread(photo: Path) -> None:
    """Every slot holds what lies there or nothing; what is missing is said; no verdict is claimed wrongly."""
    seen, wanted = reading(photo), truth(photo)
    true = Pyramid.parse(wanted["pyramid"], standard())
    for slot in SLOTS:
        assert seen.pyramid.at(slot) in (None, true.at(slot)), f"{slot} was misread"
    complete = str(seen.pyramid) == wanted["pyramid"]
    assert complete or seen.unsure, "a card is missing and nothing says so"
    judged = {"legal", "illegal"} if wanted["verdict"] == "unsure" and complete else set()
    assert seen.verdict in {"unsure", wanted["verdict"]} | judged
    low, high = seen.score_range
    assert seen.score in (None, wanted["score"])
    assert low <= wanted["score"] <= high


@pytest.mark.parametrize("photo", [photo for photo in PHOTOS if truth(photo)["sharp"]], ids=lambda photo: photo.stem)
def test_a_sharp_photo_is_read_whole(photo: Path) -> None:
    """Pyramid with tokens and sides, verdict, violations by rule and slot, score with goals."""
    assert wholly_right(photo)


@pytest.mark.parametrize("photo", [photo for photo in PHOTOS if truth(photo)["hidden"]], ids=lambda photo: photo.stem)
def test_a_hidden_card_is_asked_for(photo: Path) -> None:
    """The unread slot is named, with advice."""
    asked = [item for item in reading(photo).unsure if item.slot == tuple(truth(photo)["hidden"])]
    assert asked
    assert asked[0].remedy


@pytest.mark.parametrize("photo", [photo for photo in PHOTOS if truth(photo)["mirrored"]], ids=lambda photo: photo.stem)
def test_a_mirrored_photo_is_its_own_message(photo: Path) -> None:
    """Whoever holds a selfie camera is told."""
    assert ["mirrored" in item.text for item in reading(photo).unsure] == [True]


def test_most_sharp_photos_are_wholly_right() -> None:
    """A floor for the share of photos whose whole table is right; the misread ceiling is zero, above."""
    sharp = [photo for photo in PHOTOS if truth(photo)["sharp"]]
    assert sum(map(wholly_right, sharp)) >= READ_AT_LEAST * len(sharp)

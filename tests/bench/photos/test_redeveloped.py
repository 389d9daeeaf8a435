"""Redeveloped: the same photographs as other cameras and messengers would have made them."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.photos.layouts import GAMES
from bench.photos.redeveloped import PHOTOS, WAYS, developed, outcome, photos, table
from vision.games.combust.reading import CombustReading
from vision.scan.pipeline import read_photo

FINGER = PHOTOS / "combust" / "held" / "12-picnic-finger.jpg"
SHAKEN = PHOTOS / "giza" / "tune" / "04-evening-motion.jpg"
TWO = PHOTOS / "giza" / "tune" / "01-kitchen-two-players.jpg"
FELT = PHOTOS / "combust" / "tune" / "05-cloth-upside-down.jpg"


def opened(data: bytes) -> np.ndarray:
    """A JPEG's picture, as numbers that can be reckoned with."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), float)


@pytest.mark.parametrize(
    ("photo", "way"),
    [
        (FINGER, "overexposed"),
        (FINGER, "a quarter of the light"),
        (FINGER, "lamp light"),
        (FINGER, "cold light"),
        (FINGER, "without colour"),
        (FINGER, "in a shadow"),
        (FINGER, "hazy"),
        (FINGER, "lighter middle tones"),
        (SHAKEN, "shaken, 8 px"),
        (SHAKEN, "lamp light"),
        (TWO, "out of focus, 2.5 px"),
        (FELT, "out of focus, 2.5 px"),
        (FELT, "shaken, 8 px"),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_what_was_once_misread_is_not_again(photo: Path, way: str) -> None:
    """A covered card was no card, an unread one no gap and no top: told, or left open."""
    assert outcome(way, photo).wrong == ()


def test_cards_at_a_lines_end_that_cannot_be_read_close_no_line() -> None:
    """The sum is of those that were read; told how many there are, the reading asks for them."""
    photo = PHOTOS / "combust" / "held" / "11-desk-turned.jpg"
    data = developed(photo, "out of focus, 2.5 px")
    for asked in ({}, {"cards": [5, 5, 5]}):
        reading = read_photo(data, photo.name, "combust", None, asked).reading
        assert isinstance(reading, CombustReading)
        line = next(line for line in reading.lines if "vizier" in line.cards)
        assert (line.cards_read, line.complete) == (3, False if asked else None)
        assert reading.highest is None


def test_every_way_makes_another_picture_and_the_same_each_time(tmp_path: Path) -> None:
    """Of the size that it says, and none is forgotten."""
    photo = tmp_path / "small.png"
    cv2.imwrite(
        str(photo),
        cv2.resize(opened(FINGER.read_bytes()), (2200, 1650), interpolation=cv2.INTER_AREA),
    )
    made = {way: developed(photo, way) for way in WAYS}
    assert len(set(made.values())) == len(WAYS)
    assert made["very grainy"] == developed(photo, "very grainy")
    assert opened(made["1,280 px"]).shape == (960, 1280, 3)
    assert opened(made["a third cut off"]).size < 0.7 * opened(made["as it is"]).size
    assert opened(made["a quarter of the light"]).mean() < 0.35 * opened(made["as it is"]).mean()


def test_a_misread_photo_is_counted_and_kept(tmp_path: Path) -> None:
    """Held against another table's truth a photo is misread: the folder has it, the table counts
    it.
    """
    photo = tmp_path / "other.jpg"
    photo.write_bytes(TWO.read_bytes())
    truth = (PHOTOS / "giza" / "tune" / "02-desk-overload.truth.json").read_text("utf-8")
    photo.with_suffix(".truth.json").write_text(truth, "utf-8")
    one = outcome("as it is", photo, tmp_path / "wrong")
    assert one.wrong
    assert [kept.name for kept in (tmp_path / "wrong").iterdir()] == ["giza-other-as-it-is.jpg"]
    assert table([one]).splitlines()[-1].startswith("| as it is | 1 | 0 | ")
    assert table([one]).endswith("| 1 |")


def test_all_photographs_of_the_sets_are_read() -> None:
    """Each with its truth beside it."""
    assert len(photos(GAMES)) >= 41
    assert all(photo.with_suffix(".truth.json").is_file() for photo in photos(GAMES))

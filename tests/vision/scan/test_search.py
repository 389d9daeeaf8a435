"""Search: the cheap look first, harder ones only where it shows next to nothing; then why there is
nothing. The tags alone tell the game.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.game import slugs
from companion.giza.deck import Deck
from companion.tags import modules, registry
from tests.vision.conftest import jpeg
from vision.games import row, rows
from vision.photo.loader import load
from vision.scan.search import (
    find_tags,
    games_of,
    tags_of_games,
    why_no_tags,
)
from vision.table.pieces import catalogue
from vision.tags.detector import Sighting, sweep

KNOWN = frozenset({3, 7, 11, 19})
# px of a tag in the whole picture: under four, as far apart as its modules are, half as large
TINY = 30
SOMEWHERE = np.array([[0.0, 0], [9, 0], [9, 9], [0, 9]])


def scattered(tags: frozenset[int], side: int) -> tuple[bytes, dict[int, tuple[int, int]]]:
    """A photo of 12 megapixels with tags of `side` px on a grey table, and where the middle of each
    is.
    """
    scene: NDArray[np.uint8] = np.full((3024, 4032), 190, np.uint8)
    places = {tag: (700 + 800 * n, 500 + 600 * n) for n, tag in enumerate(sorted(tags))}
    for tag, (x, y) in places.items():
        drawn = np.where(np.pad(np.array(modules(tag)), 1), 0, 255).astype(np.uint8)
        whole = side * 10 // 8 // 2 * 2
        tiny = cv2.resize(drawn, (whole, whole), interpolation=cv2.INTER_AREA)
        scene[y - whole // 2 : y + whole // 2, x - whole // 2 : x + whole // 2] = tiny
    scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), 0.7), np.uint8)
    return cv2.imencode(".jpg", scene, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes(), places


def test_tags_too_small_for_the_first_look_are_found_in_the_whole_picture() -> None:
    """Their corners are reported in the smaller picture that all stages work in."""
    data, places = scattered(KNOWN, TINY)
    photo = load(data, "far.jpg")
    assert len(sweep(photo.work_grey, known=KNOWN)) < len(KNOWN)
    found = {
        sighting.tag: sighting.corners.mean(0) * photo.shrunk
        for sighting in find_tags(photo, KNOWN)
    }
    assert set(found) == KNOWN
    for tag, middle in found.items():
        assert np.abs(middle - places[tag]).max() < 2.5


def test_large_tags_are_found_without_decoding_the_whole_picture() -> None:
    """A clear photo pays nothing for those that are far away."""
    data, _ = scattered(KNOWN, 2 * TINY)
    photo = load(data, "near.jpg")
    assert len(find_tags(photo, KNOWN)) == len(KNOWN)
    assert not {"grey", "image"} & vars(photo).keys()


@pytest.mark.parametrize("height", [1000, 700])
def test_far_tags_are_read_in_the_full_photo(
    *, studio: Any, camera: Any, deck: Deck, legal: str, height: int
) -> None:
    """All twenty of ten cards, also if the upper ones are too small for the first search."""
    view = camera(height=height, tilt=45, size=(4032, 3024))
    photo = load(jpeg(studio.shoot(studio.pyramid(legal), view)), "far.jpg")
    assert len(find_tags(photo, frozenset(catalogue(row("giza").printed(deck))))) == 20


def test_strange_tags_are_named_and_ones_own_are_not() -> None:
    """Ids of this game that were too badly seen to be read are not said to be another game's."""
    data, _ = scattered(KNOWN, 4 * TINY)
    grey = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    assert str(why_no_tags(np.asarray(grey, np.uint8), KNOWN - {7}, "giza").text).endswith(
        "aren't from this game: 7"
    )


def test_pieces_of_another_game_are_named() -> None:
    """Instead of the numbers of their tags, which nobody knows."""
    data, _ = scattered(KNOWN, 4 * TINY)
    grey = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    assert why_no_tags(np.asarray(grey, np.uint8), frozenset({200}), "rocks").text == (
        "these pieces are from Giza: the penguin pyramid"
    )


def seen(*tags: int, errors: int = 0) -> list[Sighting]:
    return [Sighting(tag, SOMEWHERE, errors, 1.0) for tag in tags]


def first(game: str) -> int:
    return next(found.start for found in registry() if found.game == game)


@pytest.mark.parametrize("game", slugs())
def test_a_games_own_tags_tell_it(game: str) -> None:
    """Whatever else lies there less often comes after it."""
    other = next(slug for slug in slugs() if slug != game)
    tags = (first(game), first(game) + 1, first(other))
    assert games_of(seen(*tags)) == ((game, 2), (other, 1))


def test_what_was_hardly_read_and_what_is_no_games_tells_nothing() -> None:
    """Wrong bits make any tag of any other; the calibration sheet's aren't any game's."""
    assert games_of(seen(first("giza"), errors=3)) == ()
    assert games_of(seen(first("calibration"), 586)) == ()
    assert first("calibration") not in tags_of_games()


def test_every_game_has_its_row() -> None:
    """Each says whose it is, and lists the tagged pieces that the eye looks for."""
    assert [found.game for found in rows()] == list(slugs())
    assert row(slugs()[0]) is rows()[0]

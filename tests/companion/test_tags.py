"""The registry of fiducials: nothing printed ever changes its meaning."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion import tags
from companion.tags import FAMILY_SIZE, TagRange, codes, modules, registry, tag_range

# Append only: (game, kind, face, end, start, count) of everything that was ever printed. Add lines, change none.
PRINTED = [
    ("giza", "penguin", "front", "first", 0, 52),
    ("giza", "penguin", "front", "second", 52, 52),
    ("giza", "penguin", "back", "both", 104, 52),
    ("giza", "goal", "front", "both", 156, 10),
    ("giza", "chief", "front", "both", 166, 1),
    ("giza", "token", "front", "both", 167, 1),
]


def test_registry_is_append_only() -> None:
    """What was ever registered keeps its ids, at the beginning and in its order."""
    rows = [(row.game, row.kind, row.face, row.end, row.start, row.count) for row in registry()]
    assert rows[: len(PRINTED)] == PRINTED


def test_registry_does_not_overlap() -> None:
    """Ranges follow each other without sharing an id, and stay within the family of 587."""
    rows = registry()
    assert all(one.start + one.count <= other.start for one, other in pairwise(rows))
    assert rows[0].start >= 0
    assert rows[-1].start + rows[-1].count <= FAMILY_SIZE


def test_registry_leaves_room_for_every_game() -> None:
    """giza stays within its budget of 168, which leaves 419 ids for the other four games."""
    assert sum(row.count for row in registry() if row.game == "giza") == 168


def test_each_range_is_found_by_what_it_is_for() -> None:
    """`tag_range` finds each row by game, kind, face and end, and says when there is none."""
    for row in registry():
        assert tag_range(row.game, row.kind, row.face, row.end) is row
    with pytest.raises(KeyError, match="giza boat front both"):
        tag_range("giza", "boat")


@pytest.mark.parametrize("rotation", [0, 1, 51])
def test_rotation_uses_each_id_once(rotation: int) -> None:
    """A deck of one's own rotates second ids within their range: each still stands on one card."""
    row = TagRange("giza", "penguin", "front", "second", 52, 52)
    ids = [row.id_at(index, rotation) for index in range(52)]
    assert sorted(ids) == list(range(52, 104))
    assert ids[0] == 52 + rotation


@pytest.mark.parametrize("index", [-1, 52])
def test_no_such_piece(index: int) -> None:
    """A piece beyond the range has no id."""
    with pytest.raises(IndexError, match="penguin: piece"):
        tag_range("giza", "penguin", "back").id_at(index)


def test_codes_are_the_family_of_opencv() -> None:
    """Each of the 587 pictures is the one that OpenCV's dictionary draws: an independent source."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    assert len(codes()) == FAMILY_SIZE == len(dictionary.bytesList)
    for tag in range(FAMILY_SIZE):
        drawn = cv2.aruco.generateImageMarker(dictionary, tag, tags.BLACK_MODULES)
        assert np.array_equal(np.array(modules(tag)), drawn == 0), tag


def test_codes_differ_in_eleven_places() -> None:
    """36h11: any two tags, however turned, differ in at least 11 of 36 modules, so a slip of four is mended."""
    pictures = [np.array(modules(tag))[1:-1, 1:-1] for tag in range(FAMILY_SIZE)]
    flat = np.array([picture.ravel() for picture in pictures])
    for turns in range(4):
        turned = np.array([np.rot90(picture, turns).ravel() for picture in pictures])
        distance = (flat[:, None, :] != turned[None, :, :]).sum(axis=2)
        np.fill_diagonal(distance, 36)
        assert distance.min() >= 11

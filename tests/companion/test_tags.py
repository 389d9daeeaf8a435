"""The registry of fiducials: nothing printed ever changes its meaning."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion import tags
from companion.errors import UsageError
from companion.tags import FAMILY_SIZE, End, TagRange, codes, modules, registry, tag_ids

# Append only: (game, kind, face, end, start, count) of everything that was ever printed. Add lines,
# change none.
PRINTED: list[tuple[str, str, str, End, int, int]] = [
    ("giza", "penguin", "front", "first", 0, 52),
    ("giza", "penguin", "front", "second", 52, 52),
    ("giza", "penguin", "back", "both", 104, 52),
    ("giza", "goal", "front", "both", 156, 10),
    ("giza", "chief", "front", "both", 166, 1),
    ("giza", "token", "front", "both", 167, 1),
    ("combust", "penguin", "front", "first", 168, 20),
    ("combust", "penguin", "front", "second", 188, 20),
    ("combust", "event", "front", "first", 208, 12),
    ("combust", "event", "front", "second", 220, 12),
    ("pirates", "tile", "front", "both", 232, 13),
    ("pirates", "tile", "back", "both", 245, 3),
    ("pirates", "ship", "front", "both", 248, 2),
    ("pirates", "tracker", "front", "first", 250, 2),
    ("pirates", "tracker", "front", "second", 252, 2),
    ("pirates", "wave", "front", "both", 254, 1),
    ("pirates", "crab", "front", "both", 255, 1),
    ("pirates", "anchor", "front", "both", 256, 1),
    ("pirates", "fish", "front", "both", 257, 1),
    ("pirates", "penguin", "front", "both", 258, 4),
    ("pirates", "captain", "front", "both", 262, 1),
    ("rocks", "board", "front", "both", 263, 8),
    ("rocks", "penguin", "front", "both", 271, 8),
    ("rocks", "rock", "front", "both", 279, 1),
    ("solitaire", "board", "front", "both", 280, 4),
    ("solitaire", "mat", "front", "both", 284, 4),
    ("solitaire", "pyramid", "front", "both", 288, 15),
    ("calibration", "grid", "front", "both", 500, 24),
    ("calibration", "grid", "back", "both", 524, 24),
    ("calibration", "key", "front", "both", 548, 24),
    ("giza", "strip", "front", "both", 360, 7),
]


def test_registry_is_append_only() -> None:
    """What was ever registered keeps its ids, at the beginning and in its order."""
    rows = [(row.game, row.kind, row.face, row.end, row.start, row.count) for row in registry()]
    assert rows[: len(PRINTED)] == PRINTED


def test_registry_does_not_overlap() -> None:
    """Ranges share no id, and stay within the family of 587; a later one may fill a gap."""
    rows = sorted(registry(), key=lambda row: row.start)
    assert all(one.start + one.count <= other.start for one, other in pairwise(rows))
    assert rows[0].start >= 0
    assert rows[-1].start + rows[-1].count <= FAMILY_SIZE


def test_each_kind_has_the_ids_of_its_ranges() -> None:
    """`tag_ids` finds them by game, kind, face and end, and says when there are none."""
    for row in registry():
        same = [
            other
            for other in registry()
            if (other.game, other.kind, other.face, other.end)
            == (row.game, row.kind, row.face, row.end)
        ]
        ids = tuple(tag for other in same for tag in range(other.start, other.start + other.count))
        assert tag_ids(row.game, row.kind, row.face, row.end, count=len(ids)) == ids
    with pytest.raises(
        UsageError, match="giza boat: 1 pieces, but tags for only 0 are registered; leave some out"
    ):
        tag_ids("giza", "boat")


@pytest.mark.parametrize("rotation", [0, 1, 51])
def test_rotation_uses_each_id_once(rotation: int) -> None:
    """Your own deck rotates second ids within their range: each still stands on one card."""
    ids = tag_ids("giza", "penguin", "front", "second", count=52, rotation=rotation)
    assert sorted(ids) == list(range(52, 104))
    assert ids[0] == 52 + rotation


MORE = (
    TagRange("giza", "goal", "front", "both", 400, 3),
    TagRange("giza", "boat", "front", "both", 303, 2),
    TagRange("giza", "goal", "front", "both", 350, 5),
    TagRange("combust", "event", "front", "second", 310, 8),
)


@pytest.fixture
def appended(monkeypatch: pytest.MonkeyPatch) -> None:
    """More ranges at the registry's end: goals twice, a new kind, combust's second event tags."""
    rows = (*(TagRange(*row) for row in PRINTED), *MORE)
    monkeypatch.setattr(tags, "registry", lambda: rows)


@pytest.mark.usefixtures("appended")
def test_ids_go_on_from_one_range_to_the_next() -> None:
    """In the order in which they were added, wherever they lie; one more than there are
    is refused.
    """
    assert tag_ids("giza", "goal", count=11) == (*range(156, 166), 400)
    assert tag_ids("giza", "goal", count=18) == (*range(156, 166), 400, 401, 402, *range(350, 355))
    assert tag_ids("giza", "boat", count=2) == (303, 304)
    with pytest.raises(
        UsageError, match="giza goal: 19 pieces, but tags for only 18 are registered"
    ):
        tag_ids("giza", "goal", count=19)


@pytest.mark.usefixtures("appended")
@pytest.mark.parametrize("rotation", [0, 1, 11, 12, 20, 40, 59])
def test_a_range_that_is_added_changes_no_printed_tag(rotation: int) -> None:
    """A deck that the first range holds turns within it, a larger one within all that it needs; and
    never back.
    """
    few = tag_ids("combust", "event", "front", "second", count=5, rotation=rotation)
    assert few[0] == 220 + (rotation % 12 or min(rotation, 1))
    many = tag_ids("combust", "event", "front", "second", count=13, rotation=rotation)
    ours = tag_ids("combust", "event", "front", "second", count=13)
    assert len(set(many)) == 13
    assert set(many) <= {*range(220, 232), *range(310, 318)}
    assert all((one == other) == (rotation == 0) for one, other in zip(many, ours, strict=True))


def test_codes_are_the_family_of_opencv() -> None:
    """Each of the 587 pictures is the one that OpenCV's dictionary draws: an independent source."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    assert len(codes()) == FAMILY_SIZE == len(dictionary.bytesList)
    for tag in range(FAMILY_SIZE):
        drawn = cv2.aruco.generateImageMarker(dictionary, tag, tags.BLACK_MODULES)
        assert np.array_equal(np.array(modules(tag)), drawn == 0), tag


def test_codes_differ_in_eleven_places() -> None:
    """36h11: any two tags, however turned, differ in at least 11 of 36 modules, so a slip of four
    is fixed.
    """
    pictures = [np.array(modules(tag))[1:-1, 1:-1] for tag in range(FAMILY_SIZE)]
    flat = np.array([picture.ravel() for picture in pictures])
    for turns in range(4):
        turned = np.array([np.rot90(picture, turns).ravel() for picture in pictures])
        distance = (flat[:, None, :] != turned[None, :, :]).sum(axis=2)
        np.fill_diagonal(distance, 36)
        assert distance.min() >= 11

"""The calibration sheet's geometry."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.calibration import FACES, Key, keys, known_tags, ruler_lengths, sheet_tags
from companion.layout import PAPER_SIZES

ALL = list(keys().values())


@pytest.mark.parametrize("key", ALL, ids=str)
@pytest.mark.parametrize("face", FACES)
def test_tags_lie_apart_and_clear_of_the_edges(key: Key, face: str) -> None:
    """Every tag keeps 10 mm to the paper's edges, which are looked for there, and a quiet zone to
    its neighbours.
    """
    tags = sheet_tags(key, "front" if face == "front" else "back")
    assert len({tag.id for tag in tags}) == len(tags) == 25
    for tag in tags:
        assert 9.999 < tag.x - tag.size / 2 < key.size.width - tag.size - 9.999
        assert 9.999 < tag.y - tag.size / 2 < key.size.height - tag.size - 9.999
    for one, other in combinations(tags, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= one.size * 1.25


@pytest.mark.parametrize("key", ALL, ids=str)
def test_a_sheet_says_what_it_is(key: Key) -> None:
    """Each side's tags lead back to the side, and the last one to paper, turn and profile."""
    for face in FACES:
        meanings = [known_tags()[tag.id] for tag in sheet_tags(key, face)]
        assert meanings == [*[face] * 24, key]


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_rulers_fit_the_paper(paper: str) -> None:
    """They are whole steps of 20 mm, as long as the paper allows and a ruler of 300 mm reaches."""
    page = PAPER_SIZES[paper]
    for length, side in zip(ruler_lengths(page), (page.width, page.height), strict=True):
        assert length % 20 == 0
        assert 160 <= length <= min(240, side - 40)


def test_keys_are_append_only() -> None:
    """What was ever printed keeps its meaning: add lines, change none."""
    printed = [
        (paper, sides, profiled) for paper in ("a4", "letter", "a3", "tabloid")
        for sides in ("long", "short") for profiled in (False, True)
    ]  # fmt: skip
    assert [(key.paper, key.sides, key.profiled) for _, key in sorted(keys().items())][
        :16
    ] == printed
    assert min(keys()) == 548

"""Pictures for Cricut's Print Then Cut, measured in pixels."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

Say = Callable[..., tuple[int, str, str]]
MOST = (2025, 2775)  # px of 6.75 x 9.25 in at 300 dpi


def test_pieces_lie_apart_with_nothing_around_them(rookery: Say, tmp_path: Path) -> None:
    """Ten cards and ten round tokens: the size in a picture's name is its own, round corners are
    transparent, and pieces are 3 mm apart.
    """
    status, out, err = rookery("print", "giza", "--only", "goal,token", "--cutter", "cricut")
    assert (status, err) == (0, "")
    assert "8 pictures, each of the size in its name" in out
    files = sorted((tmp_path / "giza-goal-token-cricut").iterdir())
    shown = {"front": 0, "back": 0}
    for path in files:
        side, width, height = re.fullmatch(
            r"\d\d_(front|back)_([\d.]+)x([\d.]+)mm", path.stem
        ).groups()  # type: ignore[union-attr]
        with Image.open(path) as picture:
            assert picture.mode == "RGBA"
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
            assert all(has <= most for has, most in zip(picture.size, MOST, strict=True))
            mm = tuple(px * 25.4 / 300 for px in picture.size)
            solid = np.asarray(picture.getchannel("A")) > 127
        assert mm == pytest.approx((float(width), float(height)), abs=0.05)
        count, _, boxes, _ = cv2.connectedComponentsWithStats(solid.astype(np.uint8))
        shown[side] += count - 1
        for x, y, wide, high, area in boxes[1:]:
            assert not solid[y, x]
            assert not solid[y + high - 1, x + wide - 1]
            assert area < wide * high
        lefts, rights = sorted(set(boxes[1:, 0])), sorted({x + w for x, _, w, *_ in boxes[1:]})
        gaps = [(left - right) * 25.4 / 300 for right, left in zip(rights, lefts[1:], strict=False)]
        assert gaps == pytest.approx([3] * len(gaps), abs=0.2)
    assert shown == {"front": 20, "back": 20}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "x.pdf"), "-o: doesn't go together with --cutter cricut"),
        (("--cut", "svg"), "--cut: doesn't go together with --cutter cricut"),
        (("--plan",), "--plan: doesn't go together with --cutter cricut"),
        (("--shop", "x"), "--cutter: doesn't go together with --shop"),
    ],
)
def test_what_a_picture_cannot_have_is_refused(
    rookery: Say, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    """Nothing is written."""
    status, _, err = rookery("print", "giza", "--only", "goal", "--cutter", "cricut", *words)
    assert status == 2
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_pieces_that_are_too_large_are_named(rookery: Say, tmp_path: Path) -> None:
    """And its marks can't be changed, since it prints its own."""
    status, _, err = rookery("print", "rocks", "--only", "board", "--cutter", "cricut")
    assert status == 2
    assert "mm is more than Print Then Cut takes; leave it out with --only" in err
    status, _, err = rookery("print", "rocks", "--only", "rock", "--cutter", "cricut,inset=4")
    assert status == 2
    assert "no such setting: 'inset'" in err
    assert list(tmp_path.iterdir()) == []

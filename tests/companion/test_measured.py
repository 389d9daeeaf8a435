"""What photos of a calibration sheet's two sides say of a printer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.calibration import Face, Key, ruler_lengths
from companion.errors import PhotoError
from companion.layout import PAPER_SIZES
from companion.measured import Side, check_plain, paired, profile
from companion.profile import Drift, Within

KEY = Key("a4", "long")
SIGMA = Within(0.0004, 0.0003, 0.05, 0.06, 0.02)
FRONT = Side("front.jpg", KEY, "front", Drift(0.996, 0.998, 0.8, -1.1, 0.12), SIGMA)
BACK = Side("back.jpg", KEY, "back", Drift(0.997, 0.999, -0.4, 0.7, -0.2), SIGMA)


def test_the_front_comes_first() -> None:
    """In whichever order the photos were given."""
    assert paired(FRONT, BACK) == paired(BACK, FRONT) == (FRONT, BACK)


@pytest.mark.parametrize("face", ["front", "back"])
def test_the_same_side_twice_is_said(face: Face) -> None:
    """The second photo is named."""
    one, other = (replace(FRONT, name=name, face=face) for name in ("1.jpg", "2.jpg"))
    said = f"^2.jpg: both photos show the {face}; turn the sheet over"
    with pytest.raises(PhotoError, match=said):
        paired(one, other)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (Key("letter", "long"), "sheet for a4, long edge, but .* sheet for letter, long edge"),
        (Key("a4", "short"), "sheet for a4, long edge, but .* sheet for a4, short edge"),
        (replace(KEY, profiled=True), "but the other photo .*, printed with a profile"),
    ],
)
def test_two_different_sheets_are_said(key: Key, said: str) -> None:
    """Another paper, another edge, or one with a profile and one without."""
    with pytest.raises(PhotoError, match=said):
        paired(replace(FRONT, key=key), BACK)


def test_a_sheet_with_a_profile_gives_no_other() -> None:
    """It shows what remains after the profile."""
    check_plain(FRONT)
    with pytest.raises(PhotoError, match="print a sheet without a profile"):
        check_plain(replace(FRONT, key=replace(KEY, profiled=True)))


def test_a_ruler_knows_the_scale_better() -> None:
    """What a person measured takes the place of the paper's width, for both sides, and is trusted
    more.
    """
    across, down = ruler_lengths(PAPER_SIZES["a4"])
    plain = profile("p", FRONT, BACK, "2026-11-29")
    measured = profile("p", FRONT, BACK, "2026-11-29", (across * 0.99, down * 1.002))
    assert (measured.front.scale_x, measured.front.scale_y) == pytest.approx((0.99, 1.002))
    assert measured.back.scale_x / measured.front.scale_x == pytest.approx(
        plain.back.scale_x / plain.front.scale_x
    )
    assert measured.side.scale_x < plain.side.scale_x
    assert (measured.front.dx, measured.match) == (plain.front.dx, plain.match)
    assert plain.match.dx == pytest.approx(2 * 0.05 * 2**0.5), "19 of 20, of two sides"
